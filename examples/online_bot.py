"""A bot on a server: takes a game from the lobby, or opens one, and plays at random until it is over.

Usage: python examples/online_bot.py http://127.0.0.1:8000 [ACTIONS], after which it resigns (60 if nothing is said).
"""

from __future__ import annotations

import json
import random
import sys
import uuid
from typing import Any
from urllib.request import Request, urlopen

from websockets.sync.client import ClientConnection, connect


class Server:
    """The server's REST addresses, as one bot sees them."""

    def __init__(self, url: str, name: str) -> None:
        """Ask for an identity; a bot gets its token in the response."""
        self.url = url.rstrip("/") + "/api/v1"
        self.headers = {"Content-Type": "application/json"}
        me = self.ask("/players", {"name": name, "bot": True})
        self.player = me["player"]["id"]
        self.headers["Authorization"] = f"Bearer {me['token']}"

    def ask(self, path: str, body: object = None) -> Any:  # noqa: ANN401 - whatever JSON says
        """Get something, or post it if there is a body."""
        data = None if body is None else json.dumps(body).encode()
        with urlopen(Request(self.url + path, data, self.headers)) as answer:  # noqa: S310 - the user names the server
            return json.load(answer)

    def find_game(self) -> str:
        """The id of a game of the lobby, now joined, or of a new one that waits there."""
        for game in self.ask("/lobby")["games"]:
            if game["opener"]["id"] != self.player:
                self.ask(f"/games/{game['game']}/join", {"id": uuid.uuid4().hex})
                return str(game["game"])
        return str(self.ask("/games", {"access": "lobby"})["game"])

    def legal_actions(self, game: str) -> list[str]:
        """What may be done; a bot that has the library asks that instead."""
        return list(self.ask(f"/games/{game}/legal")["actions"])


def play(server: Server, game: str, socket: ClientConnection, most: int) -> dict[str, Any]:
    """Act whenever it is our turn; the outcome."""
    you, acted = None, 0
    for message in map(json.loads, socket):
        if message["t"] in {"hello", "state"}:
            you = message["you"] or you
        if message["t"] == "joined":
            you = next(c for c in ("white", "brown") if message["seats"][c]["id"] == server.player)
        if "standing" not in message:
            continue
        standing = message["standing"]
        if standing["outcome"]:
            return dict(standing["outcome"])
        if you and standing["actor"] == you:
            command = {"id": uuid.uuid4().hex, "seq": message["seq"]}
            action = {"t": "act", "action": random.choice(server.legal_actions(game))}
            socket.send(json.dumps(command | (action if acted < most else {"t": "resign"})))
            acted += 1
    raise ConnectionError("the server has gone")


def main() -> None:
    """Play one game and say how it ended."""
    server = Server(sys.argv[1], "Random")
    game = server.find_game()
    address = server.url.replace("http", "ws", 1) + f"/games/{game}/socket"
    with connect(address, additional_headers={"Authorization": server.headers["Authorization"]}) as socket:
        outcome = play(server, game, socket, int(sys.argv[2]) if len(sys.argv) > 2 else 60)
    print(f"{outcome['result']} ({outcome['reason']})")


if __name__ == "__main__":
    main()
