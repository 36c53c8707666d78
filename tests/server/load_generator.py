"""Players who act as fast as they can, and remember what was acknowledged."""

import random
import threading
from typing import NamedTuple

from websockets.exceptions import WebSocketException

from barragoon import Colour, Game

from .server_process import Client, GameSocket, Json, Server, fresh


class Acknowledged(NamedTuple):
    """A command that the server said is on the disk."""

    client: Client
    game: str
    command: Json
    seq: int


class Load:
    """So many games at once, each played by a thread until the server goes away."""

    def __init__(self, server: Server, games: int, seed: int) -> None:
        self.acknowledged: list[Acknowledged] = []
        self.games: list[str] = []
        self._enough = threading.Event()
        self._seed = seed
        pairs = [(server.client(), server.client()) for _ in range(games)]
        self._threads = [threading.Thread(target=self._play, args=(n, *pair)) for n, pair in enumerate(pairs)]

    def start(self, acknowledgements: int) -> None:
        """Begin, and come back once so many actions were acknowledged."""
        self._goal = acknowledgements
        for thread in self._threads:
            thread.start()
        assert self._enough.wait(120), "the load came to nothing"

    def wait(self) -> None:
        """Wait until all players have noticed that the server is gone."""
        for thread in self._threads:
            thread.join()

    def _play(self, number: int, white: Client, brown: Client) -> None:
        chance = random.Random(self._seed * 1000 + number)
        try:
            while True:
                state = white.open_game(colour="white")
                brown.join(state)
                self.games.append(state["game"])
                with white.enter(state["game"]) as first, brown.enter(state["game"]) as second:
                    seats = {Colour.WHITE: (white, first), Colour.BROWN: (brown, second)}
                    self._play_game(state["game"], seats, chance)
        except (WebSocketException, OSError):  # also in the middle of a handshake
            return

    def _play_game(self, name: str, seats: dict[Colour, tuple[Client, GameSocket]], chance: random.Random) -> None:
        game, seq = Game(), 1
        while not game.outcome() and len(game.actions) < 60:
            client, socket = seats[game.position.actor]
            action = chance.choice([*game.legal_actions()])
            command: Json = {"t": "act", "id": fresh(), "seq": seq, "action": str(action)}
            socket.send_command(command)
            answer = socket.answer(command["id"])
            assert answer["t"] == "ack", answer
            seq = answer["seq"]
            self.acknowledged.append(Acknowledged(client, name, command, seq))
            if len(self.acknowledged) >= self._goal:
                self._enough.set()
            game.push(action)


def check_nothing_is_lost(load: Load, server: Server) -> None:
    """Every acknowledged action is an event, no game's events have a gap, and asking again says the same."""
    reader = server.client()
    events: dict[str, list[Json]] = {}
    for game in load.games:
        events[game] = reader.call("GET", f"/api/v1/games/{game}/events")["events"]
        assert [event["seq"] for event in events[game]] == [*range(1, len(events[game]) + 1)], "a gap"
        assert reader.state(game)["seq"] == len(events[game])
    for _, game, command, seq in load.acknowledged:
        assert len(events[game]) >= seq, f"event {seq} was acknowledged and is lost"
        assert events[game][seq - 1]["action"] == command["action"]
    for client, game, command, seq in load.acknowledged[-5:]:
        answer = client.ask("POST", f"/api/v1/games/{game}/commands", command)
        assert answer.json == {"t": "ack", "id": command["id"], "seq": seq}
