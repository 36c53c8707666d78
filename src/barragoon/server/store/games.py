"""Games and their events. A game's row says which event is its last: of two writers, the first to change it wins."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, Dialect, bindparam, delete, insert, select, update
from sqlalchemy.dialects.postgresql import insert as postgres_insert
from sqlalchemy.dialects.postgresql.psycopg import dialect as postgres_dialect
from sqlalchemy.dialects.sqlite import dialect as sqlite_dialect
from sqlalchemy.dialects.sqlite import insert as sqlite_insert

from barragoon.server.game_settings import GameSettings
from barragoon.server.messages import AnyEvent, Id, Joined, Milliseconds, Player, Seats, Standing, Status
from barragoon.server.store.encoding import EVENT_VERSION, GAME_VERSION, current_settings, encode
from barragoon.server.store.insert_on_conflict import insert_or_ignore
from barragoon.server.store.schema import events, games, seats
from barragoon.server.store.stored_events import all_events

CHANGING = ("seq", "status", "changed_at", "deadline_at", "turns", "seats", "standing", "expires_at")
"""The columns of a game's row that an event may change: those of a :class:`Snapshot`, and when it came."""


class ConflictError(Exception):
    """Somebody else wrote the game's next event first, or the command's id is in use."""


class Source(NamedTuple):
    """The command that an event came from: its id, who sent it, and a digest of all that it says."""

    command: Id
    player: Id
    digest: bytes


class EncodedEvent(NamedTuple):
    """An event with the bytes that are stored and sent, and the command that it came from, if it came from one."""

    event: AnyEvent
    payload: bytes
    source: Source | None = None


class Snapshot(NamedTuple):
    """What an event may change in a game's row."""

    seq: int
    status: Status
    deadline_at: Milliseconds | None
    turns: int
    seats: Seats
    standing: Standing
    expires_at: Milliseconds | None = None

    def columns(self, changed_at: Milliseconds) -> dict[str, object]:
        """The values for the row."""
        encoded = {"changed_at": changed_at, "seats": encode(self.seats), "standing": encode(self.standing)}
        return self._asdict() | encoded


class StoredGame(NamedTuple):
    """A game as it lies in the store."""

    settings: bytes
    events: list[bytes]


class CommandRecord(NamedTuple):
    """Whose command became which event; the digest is None in rows that were written before digests were."""

    player: Id
    seq: int
    digest: bytes | None


def add_game(
    connection: Connection,
    settings: GameSettings,
    snapshot: Snapshot,
    *encoded: EncodedEvent,
    request_id: Id | None = None,
) -> None:
    """Store a new game with its first events, and the opener's id for the request."""
    row = {
        "id": settings.game,
        "access": settings.access,
        "settings": encode(settings),
        "opener_id": settings.opener.id,
        "has_clock": int(settings.terms.clock is not None),
        "version": GAME_VERSION,
        "request_id": request_id,
    }
    connection.execute(insert(games).values(row | snapshot.columns(settings.created_at)))
    for event in encoded:
        _add_event(connection, settings.game, event)
    everybody = (settings.opener, snapshot.seats.white, snapshot.seats.brown)
    _add_seats(connection, settings.game, snapshot.status, settings.created_at, *everybody)


def append_event(connection: Connection, game: Id, snapshot: Snapshot, encoded: EncodedEvent) -> None:
    """Store an event and the game as it stands after it, or raise a :class:`ConflictError`."""
    seq = encoded.event.seq
    values = {"game": game, "before": seq - 1, **snapshot.columns(encoded.event.at)}
    # The game's row comes first, here and everywhere: PostgreSQL locks rows, and one order means no deadlock.
    if _execute(connection, "change game", values).rowcount != 1:
        raise ConflictError(f"event {seq} of the game is there already")
    _add_event(connection, game, encoded)
    if changes_lists(snapshot, encoded):
        _add_seats(connection, game, snapshot.status, encoded.event.at, snapshot.seats.white, snapshot.seats.brown)
        _list_anew(connection, game, snapshot.status, encoded.event.at)


def changes_lists(snapshot: Snapshot, encoded: EncodedEvent) -> bool:
    """Whether an event may move the game to another list of its players: it begins the game or ends it."""
    return isinstance(encoded.event, Joined) or snapshot.status != "playing"


def read_game(connection: Connection, game: Id) -> StoredGame | None:
    """What the store has of a game, as this version would have written it; None if there is no such game."""
    if "\0" in game:  # PostgreSQL can't even be asked for it
        return None
    row = connection.execute(select(games.c.settings, games.c.version).where(games.c.id == game)).first()
    if row is None:
        return None
    return StoredGame(current_settings(row.settings, row.version), all_events(connection, game))


def find_opened(connection: Connection, opener: Id, request_id: Id | None) -> bytes | None:
    """The settings of the game that a player's request has opened; None if it has opened none."""
    if request_id is None:
        return None
    query = select(games.c.settings).where(games.c.opener_id == opener, games.c.request_id == request_id)
    return connection.execute(query).scalar()


def find_command(connection: Connection, game: Id, command: Id) -> CommandRecord | None:
    """The event that a command has become."""
    query = select(events.c.player_id, events.c.seq, events.c.command_digest)
    row = connection.execute(query.where(events.c.game_id == game, events.c.command_id == command)).first()
    return row and CommandRecord(*row)


# -- expiry --------------------------------------------------------------------------------------------------


class ExpiredGame(NamedTuple):
    """A game in which nothing has happened for too long."""

    game: Id
    status: Status


def expired_games(connection: Connection, now: Milliseconds, limit: int) -> list[ExpiredGame]:
    """Games in which nothing has happened for too long, those that have waited longest first."""
    query = select(games.c.id, games.c.status).where(games.c.expires_at <= now).order_by(games.c.expires_at)
    return [ExpiredGame(*row) for row in connection.execute(query.limit(limit))]


def delete_withdrawn(connection: Connection, wanted: Sequence[Id]) -> None:
    """Delete games that nobody ever joined."""
    chosen = select(games.c.id).where(games.c.id.in_(wanted), games.c.status == "withdrawn")
    found = [*connection.execute(chosen.order_by(games.c.id).with_for_update()).scalars()]
    for table in (events, seats):
        connection.execute(delete(table).where(table.c.game_id.in_(found)))
    connection.execute(delete(games).where(games.c.id.in_(found)))


def postpone_expiry(connection: Connection, game: Id, until: Milliseconds | None, seq: int | None = None) -> None:
    """Look at a game again at another time, or never; to its players, this is no change of the game.

    With ``seq``, only if that is still the game's last event: an event after it has set another time.
    """
    chosen = update(games).where(games.c.id == game)
    chosen = chosen if seq is None else chosen.where(games.c.seq == seq)
    connection.execute(chosen.values(expires_at=until))


# -- rows ----------------------------------------------------------------------------------------------------


def event_columns(game: Id, encoded: EncodedEvent) -> dict[str, object]:
    """The values for the row of an event."""
    command, player, digest = encoded.source or (None, None, None)
    return {
        "game_id": game,
        "seq": encoded.event.seq,
        "payload": encoded.payload,
        "command_id": command,
        "player_id": player,
        "command_digest": digest,
        "version": EVENT_VERSION,
    }


def _add_event(connection: Connection, game: Id, encoded: EncodedEvent) -> None:
    if _execute(connection, "add event", event_columns(game, encoded)).rowcount != 1:
        raise ConflictError(f"event {encoded.event.seq} of the game is there already")


def _add_seats(
    connection: Connection, game: Id, status: Status, changed_at: Milliseconds, *players: Player | None
) -> None:
    """List the game among the games of its players."""
    for player in {player.id for player in players if player}:
        row = {"player_id": player, "game_id": game, "status": status, "changed_at": changed_at}
        insert_or_ignore(connection, seats, row)


def _list_anew(connection: Connection, game: Id, status: Status, changed_at: Milliseconds) -> None:
    """Say in the lists of the players that the game has another status now."""
    listed = update(seats).where(seats.c.game_id == game, seats.c.status != status)
    connection.execute(listed.values(status=status, changed_at=changed_at))


# The statements of every action go to the driver as they are: SQLAlchemy would take eight times as long over them.
_DIALECTS: dict[str, Dialect] = {
    "sqlite": sqlite_dialect(paramstyle="named"),
    "postgresql": postgres_dialect(),  # type: ignore[no-untyped-call]
}
_ADD_EVENT = {
    "sqlite": sqlite_insert(events).on_conflict_do_nothing(),
    "postgresql": postgres_insert(events).on_conflict_do_nothing(),
}
_CHANGE_GAME = update(games).where(games.c.id == bindparam("game"), games.c.seq == bindparam("before"))
_STATEMENTS = {
    name: {
        "add event": str(_ADD_EVENT[name].compile(dialect=dialect)),
        "change game": str(_CHANGE_GAME.compile(dialect=dialect, column_keys=CHANGING)),
    }
    for name, dialect in _DIALECTS.items()
}


def _execute(connection: Connection, statement: str, values: dict[str, object]) -> Any:  # noqa: ANN401 - of either driver
    """Run a statement on the driver's own connection; returns the driver's cursor."""
    driver: Any = connection.connection.driver_connection
    return driver.execute(_STATEMENTS[connection.dialect.name][statement], values)
