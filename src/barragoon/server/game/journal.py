"""The events of live games on the disk: appending them, and rebuilding a game from them."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import partial

from msgspec.structs import replace
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from barragoon.server.game.clock import Moment
from barragoon.server.game.commands import join
from barragoon.server.game.fair_play import FairPlay, deleted_at, expires_at
from barragoon.server.game.live_game import LiveGame
from barragoon.server.game.opening_limits import TooManyGames
from barragoon.server.game_settings import GameSettings
from barragoon.server.messages import AnyEvent, Command, Id, Join, Milliseconds, Player, RematchAgreed
from barragoon.server.metrics import Metrics
from barragoon.server.shared.worker_pool import SharedTurn, WorkerPool
from barragoon.server.store.bad_rows import BAD_ROWS
from barragoon.server.store.database_time import TOO_LATE, is_too_late
from barragoon.server.store.encoding import decode_event, decode_settings, encode
from barragoon.server.store.game_lists import count_running
from barragoon.server.store.games import (
    CommandRecord,
    ConflictError,
    EncodedEvent,
    Snapshot,
    Source,
    StoredGame,
    add_game,
    append_event,
    find_command,
    find_opened,
    postpone_expiry,
    read_game,
)
from barragoon.server.store.lenient_decoder import UnreadableError
from barragoon.server.store.presence import connected_elsewhere
from barragoon.server.store.store import Store, StoreError
from barragoon.server.store.stored_events import events_after

DIGEST_BYTES = 16


class Journal:
    """Reads and writes games; what it has written is on the disk."""

    def __init__(self, store: Store, workers: WorkerPool, metrics: Metrics, fair_play: FairPlay) -> None:
        self._store = store
        self._fair_play = fair_play
        self._workers = workers
        self._metrics = metrics

    @property
    def is_shared(self) -> bool:
        """Whether other processes may write games too."""
        return self._store.is_shared

    async def load(self, game: Id, turn: SharedTurn | None = None) -> LiveGame | None:
        """Rebuild a game from its events, in a thread; None if there is no such game; it may be an UnreadableError."""
        try:
            stored = await self._store.read(lambda connection: read_game(connection, game))
            return None if stored is None else await self._workers.run_shared(turn or SharedTurn(), _rebuild, stored)
        except StoreError:
            raise
        except Exception as error:
            BAD_ROWS.note("games", game, error)
            raise UnreadableError("this game can't be read by this version of the server") from error

    async def count_running(self, player: Id) -> int:
        """How many games a player plays."""
        return await self._store.read(lambda connection: count_running(connection, player))

    async def add(
        self,
        live: LiveGame,
        request: Id | None = None,
        objection: Callable[[Connection], TooManyGames | None] = lambda _: None,
    ) -> GameSettings | TooManyGames:
        """Write a new game, unless there is an objection.

        A request with the id of an earlier one of this player opens nothing: the settings of that game are returned,
        whatever limit has been reached meanwhile.
        """
        settings, snapshot = live.settings, snapshot_of(live, self._fair_play)
        opener = settings.opener.id

        def write(connection: Connection) -> GameSettings | TooManyGames:
            if earlier := find_opened(connection, opener, request):
                return decode_settings(earlier)
            if too_many := objection(connection):
                return too_many
            add_game(connection, settings, snapshot, request_id=request)
            return settings

        try:
            return await self._store.run(write)
        except (StoreError, IntegrityError):
            # Another process may have carried out the same request in this very moment.
            earlier = await self._store.run(lambda connection: find_opened(connection, opener, request))
            if earlier is None:
                raise
            return decode_settings(earlier)

    async def append(self, live: LiveGame, event: AnyEvent, source: Source | None) -> EncodedEvent:
        """Write the event that a game has just had; raises a ConflictError if another one was first."""
        encoded = EncodedEvent(event, encode(event), source)
        game, snapshot = live.settings.game, snapshot_of(live, self._fair_play)
        try:
            if isinstance(event, RematchAgreed):
                next_game = _rematch(live, event, self._fair_play)
                await self._store.run(partial(_append_rematch, game, snapshot, encoded, next_game))
            else:
                await self._store.append(game, snapshot, encoded)
        except ConflictError:
            self._metrics.conflicts.inc()
            raise
        self._metrics.store_appends.inc()
        self._metrics.events.labels(type(event).__struct_config__.tag).inc()
        return encoded

    async def postpone_expiry(self, live: LiveGame, until: Milliseconds | None) -> None:
        """Look later whether a game has expired; None: never."""
        await self._store.run(partial(postpone_expiry, game=live.settings.game, until=until, seq=live.seq))

    async def find_command(self, game: Id, command: Id) -> CommandRecord | None:
        """The event that a command has become, if it was carried out."""
        return await self._store.read(lambda connection: find_command(connection, game, command))

    async def connected_elsewhere(self, game: Id, node: Id, now: Milliseconds) -> set[Id]:
        """The players who are connected to a game on other processes than this one."""
        return await self._store.read(lambda connection: connected_elsewhere(connection, game, node, now))

    async def events_after(self, game: Id, since: int) -> list[bytes]:
        """The next events after a number, as they were sent."""
        return await self._store.read(lambda connection: events_after(connection, game, since))


def source_of(command: Command | Join, player: Player) -> Source:
    """Where an event comes from: a player's command, or a request to join."""
    return Source(command.id, player.id, digest_of(command))


def digest_of(command: Command | Join) -> bytes:
    """A digest of what a command asks for; two commands with one id are the same only if it is equal.

    ``seq`` is left out: it says what the sender knew, and a client may send the same command again knowing more.
    """
    asked = replace(command, seq=0) if isinstance(command, Command) else command
    return hashlib.blake2b(encode(asked), digest_size=DIGEST_BYTES).digest()


def snapshot_of(live: LiveGame, fair_play: FairPlay) -> Snapshot:
    """What the game's row says after its last event."""
    return Snapshot(
        seq=live.seq,
        status=live.status,
        deadline_at=live.deadline(),
        turns=live.game.turn_count,
        seats=live.seats,
        standing=live.standing,
        expires_at=expires_at(live, fair_play) or deleted_at(live, fair_play),
    )


def _rebuild(stored: StoredGame) -> LiveGame:
    live = LiveGame(decode_settings(stored.settings))
    for payload in stored.events:
        live.repeat(decode_event(payload))
    return live


def _append_rematch(
    game: Id,
    snapshot: Snapshot,
    encoded: EncodedEvent,
    next_game: tuple[GameSettings, Snapshot, EncodedEvent],
    connection: Connection,
) -> None:
    if is_too_late(connection, encoded.event.at):  # the clocks of the next game run since then
        raise StoreError(TOO_LATE)
    append_event(connection, game, snapshot, encoded)
    add_game(connection, *next_game)


def _rematch(live: LiveGame, event: RematchAgreed, fair_play: FairPlay) -> tuple[GameSettings, Snapshot, EncodedEvent]:
    """The next game: colours exchanged, each with the express stage they had, begun at once."""
    old, seats = live.settings, live.seats
    assert seats.white, "a game that is over had two players"
    assert seats.brown, "a game that is over had two players"
    access = "public" if old.access == "lobby" else old.access
    terms = replace(old.terms, stages=old.terms.stages[::-1])
    settings = GameSettings(event.game, event.at, access, terms, seats.brown, "white", old.game, old.begin_seconds)
    next_game = LiveGame(settings)
    joined = join(next_game, seats.white, Moment(event.at), opener_is_white=True)
    return settings, snapshot_of(next_game, fair_play), EncodedEvent(joined, encode(joined))
