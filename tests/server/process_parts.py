"""The parts of a server's process on a real store, in the test's own process: for what no client can bring about."""

import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from msgspec.structs import replace

from barragoon.server.game.live_game import LiveGame
from barragoon.server.game.mailbox import Mailbox
from barragoon.server.messages import ClockRule, Id, Join, Player, Terms
from barragoon.server.metrics import Metrics
from barragoon.server.process import Process
from barragoon.server.settings import Settings
from barragoon.server.store.open_store import open_store
from barragoon.server.store.players import add_player

from .server_process import Json
from .stored_games import ANN, BEN, settings_of


class Witness:
    """A listener that keeps what it gets."""

    def __init__(self, player: Player | None) -> None:
        self.player_id: Id | None = player.id if player else None
        self.messages: list[Json] = []

    @property
    def seqs(self) -> list[int]:
        """The numbers of the events."""
        return [message["seq"] for message in self.messages if "standing" in message and message["t"] != "state"]

    def send(self, payload: bytes) -> None:
        """Take a message."""
        self.messages.append(json.loads(payload))

    def close(self, code: int) -> None:
        """Nobody closes it."""
        raise AssertionError(code)


@asynccontextmanager
async def opened_process(settings: Settings, players: Sequence[Player] = (ANN, BEN)) -> AsyncIterator[Process]:
    """A process of which nothing goes on by itself, in a store with two players."""
    store = open_store(settings)
    process = await Process.open(settings, store, Metrics(), "serve")
    for player in players:
        await store.run(lambda connection, player=player: add_player(connection, player, 0))  # type: ignore[misc]
    await process.pulse.begin()
    yield process
    await process.end()
    store.close()


async def begin_game(process: Process, game: Id) -> Mailbox:
    """The mailbox of a new game, which Ann has opened and Ben has joined."""
    await process.journal.add(LiveGame(settings_of(game)))
    mailbox = await process.registry.find(game)
    assert mailbox is not None
    await mailbox.join(Join("join"), BEN)
    return mailbox


async def begin_timed_game(process: Process, game: Id, seconds: int = 60) -> Mailbox:
    """The mailbox of such a game with a clock."""
    terms = Terms(clock=ClockRule(seconds, 0))
    await process.journal.add(LiveGame(replace(settings_of(game), terms=terms)))
    mailbox = await process.registry.find(game)
    assert mailbox is not None
    await mailbox.join(Join("join"), BEN)
    return mailbox
