"""The events of live games on the disk: appending them, and rebuilding a game from them."""

from __future__ import annotations

import hashlib

from msgspec.structs import replace
from sqlalchemy import Connection

from barragoon.server.game.clock import Moment
from barragoon.server.game.commands import join
from barragoon.server.game.live_game import LiveGame
from barragoon.server.game_settings import GameSettings
from barragoon.server.messages import AnyEvent, Command, Id, Join, Player, RematchAgreed
from barragoon.server.metrics import Metrics
from barragoon.server.shared.worker_pool import WorkerPool
from barragoon.server.store.database import Database
from barragoon.server.store.encoding import decode_event, decode_settings, encode
from barragoon.server.store.game_lists import count_waiting
from barragoon.server.store.games import (
    CommandRecord,
    EncodedEvent,
    Snapshot,
    Source,
    StoredGame,
    add_game,
    append_event,
    events_after,
    find_command,
    read_game,
)

DIGEST_BYTES = 16


class Journal:
    """Reads and writes games; what it has written is on the disk."""

    def __init__(self, store: Database, workers: WorkerPool, metrics: Metrics) -> None:
        self._store = store
        self._workers = workers
        self._metrics = metrics

    async def load(self, game: Id) -> LiveGame | None:
        """Rebuild a game from its events, in a thread; None if there is no such game."""
        stored = await self._store.run(lambda connection: read_game(connection, game))
        return None if stored is None else await self._workers.run(_rebuild, stored)

    async def add(self, live: LiveGame, most_waiting: int) -> bool:
        """Write a new game, unless so many games of its opener wait for an opponent already."""
        settings, snapshot = live.settings, snapshot_of(live)

        def write(connection: Connection) -> bool:
            if count_waiting(connection, settings.opener.id) >= most_waiting:
                return False
            add_game(connection, settings, snapshot)
            return True

        return await self._store.run(write)

    async def append(self, live: LiveGame, event: AnyEvent, source: Source | None) -> EncodedEvent:
        """Write the event that a game has just had; raises a ConflictError if another one was first."""
        encoded = EncodedEvent(event, encode(event), source)
        game, snapshot = live.settings.game, snapshot_of(live)
        rematch = _rematch(live, event) if isinstance(event, RematchAgreed) else None

        def write(connection: Connection) -> None:
            append_event(connection, game, snapshot, encoded)
            if rematch:
                add_game(connection, *rematch)

        await self._store.run(write)
        self._metrics.events.labels(type(event).__struct_config__.tag).inc()
        return encoded

    async def find_command(self, game: Id, command: Id) -> CommandRecord | None:
        """The event that a command has become, if it was carried out."""
        return await self._store.run(lambda connection: find_command(connection, game, command))

    async def events_after(self, game: Id, since: int) -> list[bytes]:
        """The next events after a number, as they were sent."""
        return await self._store.run(lambda connection: events_after(connection, game, since))


def source_of(command: Command | Join, player: Player) -> Source:
    """Where an event comes from: a player's command, or a request to join."""
    return Source(command.id, player.id, digest_of(command))


def digest_of(command: Command | Join) -> bytes:
    """A digest of what a command asks for; two commands with one id are the same only if it is equal.

    ``seq`` is left out: it says what the sender knew, and a client may send the same command again knowing more.
    """
    asked = replace(command, seq=0) if isinstance(command, Command) else command
    return hashlib.blake2b(encode(asked), digest_size=DIGEST_BYTES).digest()


def snapshot_of(live: LiveGame) -> Snapshot:
    """What the game's row says after its last event."""
    return Snapshot(live.seq, live.status, live.deadline(), len(live.game.turns), live.seats, live.standing)


def _rebuild(stored: StoredGame) -> LiveGame:
    live = LiveGame(decode_settings(stored.settings))
    for payload in stored.events:
        live.repeat(decode_event(payload))
    return live


def _rematch(live: LiveGame, event: RematchAgreed) -> tuple[GameSettings, Snapshot, EncodedEvent]:
    """The next game: colours exchanged, each with the express stage they had, begun at once."""
    old, seats = live.settings, live.seats
    assert seats.white, "a game that is over had two players"
    assert seats.brown, "a game that is over had two players"
    access = "public" if old.access == "lobby" else old.access
    terms = replace(old.terms, stages=old.terms.stages[::-1])
    settings = GameSettings(event.game, event.at, access, terms, seats.brown, "white", old.game)
    next_game = LiveGame(settings)
    joined = join(next_game, seats.white, Moment(event.at), opener_is_white=True)
    return settings, snapshot_of(next_game), EncodedEvent(joined, encode(joined))
