"""A live game beside the library's game, without sockets: random commands, time that runs out, games brought back."""

import random

import msgspec
import pytest

from barragoon import Game, Variant
from barragoon.server.game import commands
from barragoon.server.game.clock import Moment
from barragoon.server.game.live_game import LiveGame
from barragoon.server.game.rejection import RejectedError
from barragoon.server.game.rules_to_messages import OTHER
from barragoon.server.game_settings import GameSettings
from barragoon.server.messages import (
    AnyCommand,
    AnyEvent,
    ClockCredited,
    ClockRule,
    ColourName,
    FromClient,
    Player,
    Terms,
)

ANN, BEN = Player("ann", "Ann"), Player("ben", "Ben")
TALK = ("offer_draw", "accept_draw", "decline_draw", "ask_take_back", "accept_take_back", "decline_take_back")
REPETITION = ("d2d4", "d8d6", "d4d2", "d6d8") * 3
decode_event = msgspec.json.Decoder(AnyEvent).decode
decode_command = msgspec.json.Decoder(FromClient).decode


class Play:
    """A random game; a client follows it with a game of its own, by the texts that each event says to apply."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        touch_move = self.chance.random() < 0.5
        clock = ClockRule(20, 1) if self.chance.random() < 0.5 else None
        terms = Terms("open" if self.chance.random() < 0.3 else "closed", (2, 2), touch_move, True, clock)
        begin_seconds = 10.0 if clock and self.chance.random() < 0.5 else None
        self.settings = GameSettings("game", 0, "link", terms, ANN, "white", begin_seconds=begin_seconds)
        self.live = LiveGame(self.settings)
        variant = Variant.OPEN if terms.variant == "open" else Variant.CLOSED
        self.client = Game.new(variant, stages=terms.stages, touch_move=touch_move)
        self.now = 1_000_000
        self.stored: list[bytes] = []
        self.take(commands.join(self.live, BEN, Moment(self.now), opener_is_white=True))

    def take(self, event: AnyEvent) -> None:
        """Store an event, and let the client follow it."""
        self.stored.append(msgspec.json.encode(event))
        for text in event.apply:
            self.client.apply(text)

    def step(self) -> None:
        """Something happens, as it may in a real game."""
        self.now += self.chance.choice((10, 500, 3_000))
        if self.live.flag_is_due(Moment(self.now), None):
            self.take(commands.flag(self.live, Moment(self.now)))
        elif self.chance.random() < 0.03 and self.live.clocks and self.live.actor:
            self.credit()
        else:
            self.send(*self.choose())

    def credit(self) -> None:
        """The server was away: the store gets the event, the game is brought back."""
        event = ClockCredited(
            seq=self.live.seq + 1, at=self.now, by=None, standing=self.live.standing, milliseconds=1_000
        )
        self.stored.append(msgspec.json.encode(event))
        self.live = self.brought_back()

    def choose(self) -> tuple[ColourName, dict[str, object]]:
        actor = self.live.actor or "white"
        claimant, offer = self.live.standing.repetition, self.live.standing.offer
        if claimant and self.chance.random() < 0.5:
            return claimant, {"t": "offer_draw", "kind": "repetition"}
        if offer and self.chance.random() < 0.3:
            return OTHER[offer.by], {"t": self.chance.choice(("accept_draw", "decline_draw"))}
        kind = self.chance.random()
        if kind < 0.5 and self.live.game.legal_actions():
            return actor, {"t": "act", "action": str(self.chance.choice(sorted(self.live.game.legal_actions())))}
        if kind < 0.6:
            return actor, {"t": "touch", "square": self.chance.choice(("d2", "e2", "c8", "d8", "a5", "d5"))}
        colour = self.chance.choice((actor, OTHER[actor]))
        if kind > 0.99:
            verb = self.chance.choice(("resign", "abort", "claim"))
            return colour, {"t": verb, **({"kind": self.chance.choice(("win", "draw"))} if verb == "claim" else {})}
        verb = self.chance.choice(TALK)
        facts = {"kind": self.chance.choice(("agreement", "repetition"))} if verb == "offer_draw" else {}
        return colour, {"t": verb, **facts}

    def send(self, colour: ColourName, command: dict[str, object]) -> None:
        read = decode_command(msgspec.json.encode({"id": "any", "seq": self.live.seq, **command}))
        assert isinstance(read, AnyCommand)
        before = self.live.game.copy()
        try:
            self.take(commands.carry_out(self.live, read, colour, Moment(self.now, claim_at=self.now)))
        except RejectedError:
            assert self.live.game == before, "a rejected command changed something"

    def brought_back(self) -> LiveGame:
        again = LiveGame(self.settings)
        for payload in self.stored:
            again.repeat(decode_event(payload))
        return again

    def compare(self) -> None:
        """The server's game, the client's, and the one that is brought back from the store are the same."""
        live, again = self.live, self.brought_back()
        assert live.game == self.client == again.game
        assert live.game.events == self.client.events == again.game.events
        assert (live.seq, live.standing, live.clocks, live.take_back) == (
            again.seq,
            again.standing,
            again.clocks,
            again.take_back,
        )
        state = live.state("ann", self.now)
        assert state.events == tuple(map(str, live.game.events))
        assert state.actions == tuple(map(str, live.game.actions))
        fresh = Game(live.game.start, touch_move=live.game.touch_move)
        for text in state.events:
            fresh.apply(text)
        assert fresh == live.game


def play(seed: int, steps: int) -> Play:
    game = Play(seed)
    if seed % 3 == 0:
        for action in REPETITION:
            if game.live.actor:
                game.send(game.live.actor, {"t": "act", "action": action})
    for _ in range(steps):
        game.step()
        if game.chance.random() < 0.2:
            game.compare()
    game.compare()
    return game


def test_random_games_are_the_same_on_the_server_in_a_client_and_in_the_store() -> None:
    endings = {outcome.reason for seed in range(30, 60) if (outcome := play(seed, 60).live.standing.outcome)}
    assert {"time", "agreement", "repetition"} <= endings


@pytest.mark.slow
def test_many_random_games_are_the_same_everywhere() -> None:
    endings = {outcome.reason for seed in range(60, 400) if (outcome := play(seed, 120).live.standing.outcome)}
    assert {"time", "agreement", "repetition", "resignation"} <= endings
