"""Games and their events. A game's row says which event is its last: of two writers, the first to change it wins."""

from __future__ import annotations

from typing import Any, NamedTuple

from sqlalchemy import Connection, bindparam, func, insert, select, update
from sqlalchemy.dialects.sqlite import dialect as sqlite_dialect
from sqlalchemy.dialects.sqlite import insert as sqlite_insert

from barragoon.server.game_settings import GameSettings
from barragoon.server.messages import AnyEvent, Id, Joined, Milliseconds, Player, Seats, Standing, Status
from barragoon.server.store.encoding import encode
from barragoon.server.store.schema import events, games, seats

REPLAY = 200
"""How many events a reconnecting client is sent at most; beyond that the state is shorter."""

# The two statements of every action go to the driver as they are: SQLAlchemy would take eight times as long over them.
_CHANGING = ("seq", "status", "changed_at", "deadline_at", "turns", "seats", "standing")
_NAMED = sqlite_dialect(paramstyle="named")
_ADD_EVENT = str(sqlite_insert(events).on_conflict_do_nothing().compile(dialect=_NAMED))
_CHANGE_GAME = str(
    update(games)
    .where(games.c.id == bindparam("game"), games.c.seq == bindparam("before"))
    .compile(dialect=_NAMED, column_keys=_CHANGING)
)


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


def add_game(connection: Connection, settings: GameSettings, snapshot: Snapshot, *encoded: EncodedEvent) -> None:
    """Store a new game with its first events."""
    row = {"id": settings.game, "access": settings.access, "settings": encode(settings)}
    connection.execute(insert(games).values(row | snapshot.columns(settings.created_at)))
    for event in encoded:
        _add_event(connection, settings.game, event)
    _add_seats(connection, settings.game, settings.opener, snapshot.seats.white, snapshot.seats.brown)


def append_event(connection: Connection, game: Id, snapshot: Snapshot, encoded: EncodedEvent) -> None:
    """Store an event and the game as it stands after it, or raise a :class:`ConflictError`."""
    _add_event(connection, game, encoded)
    seq = encoded.event.seq
    values = {"game": game, "before": seq - 1, **snapshot.columns(encoded.event.at)}
    if _execute(connection, _CHANGE_GAME, values) != 1:
        raise ConflictError(f"event {seq} of the game is there already")
    if isinstance(encoded.event, Joined):
        _add_seats(connection, game, snapshot.seats.white, snapshot.seats.brown)


def read_game(connection: Connection, game: Id) -> StoredGame | None:
    """What the store has of a game; None if there is no such game."""
    settings = connection.execute(select(games.c.settings).where(games.c.id == game)).scalar()
    if settings is None:
        return None
    query = select(events.c.payload).where(events.c.game_id == game).order_by(events.c.seq)
    return StoredGame(settings, [*connection.execute(query).scalars()])


def find_command(connection: Connection, game: Id, command: Id) -> CommandRecord | None:
    """The event that a command has become."""
    query = select(events.c.player_id, events.c.seq, events.c.command_digest)
    row = connection.execute(query.where(events.c.game_id == game, events.c.command_id == command)).first()
    return row and CommandRecord(*row)


def events_after(connection: Connection, game: Id, since: int) -> list[bytes]:
    """Up to :data:`REPLAY` events after a number, as they were sent."""
    query = select(events.c.payload).where(events.c.game_id == game, events.c.seq > since)
    return [row.payload for row in connection.execute(query.order_by(events.c.seq).limit(REPLAY))]


# -- clocks --------------------------------------------------------------------------------------------------


class OverdueGames(NamedTuple):
    """Games whose flag is due, and how many clocks run in all games."""

    games: list[Id]
    running: int


class RunningGame(NamedTuple):
    """A game whose clock runs; the standing as it is stored."""

    game: Id
    seq: int
    standing: bytes


def overdue_games(connection: Connection, now: Milliseconds) -> OverdueGames:
    """Find flags that are due; running clocks are counted only if there are any."""
    query = select(games.c.id).where(games.c.deadline_at <= now).order_by(games.c.deadline_at)
    due = [*connection.execute(query).scalars()]
    running = select(func.count()).select_from(games).where(games.c.deadline_at.is_not(None))
    return OverdueGames(due, connection.execute(running).scalar_one() if due else 0)


def running_games(connection: Connection) -> list[RunningGame]:
    """Every game whose clock runs."""
    query = select(games.c.id, games.c.seq, games.c.standing).where(games.c.deadline_at.is_not(None))
    return [RunningGame(*row) for row in connection.execute(query)]


def append_credit(
    connection: Connection, game: Id, encoded: EncodedEvent, standing: Standing, deadline_at: Milliseconds | None
) -> None:
    """Store that a clock got time back; to its players, this is no change of the game."""
    _add_event(connection, game, encoded)
    values = {"seq": encoded.event.seq, "standing": encode(standing), "deadline_at": deadline_at}
    connection.execute(update(games).where(games.c.id == game).values(values))


# -- rows ----------------------------------------------------------------------------------------------------


def _add_event(connection: Connection, game: Id, encoded: EncodedEvent) -> None:
    command, player, digest = encoded.source or (None, None, None)
    values = {
        "game_id": game,
        "seq": encoded.event.seq,
        "payload": encoded.payload,
        "command_id": command,
        "player_id": player,
        "command_digest": digest,
    }
    if _execute(connection, _ADD_EVENT, values) != 1:
        raise ConflictError(f"event {encoded.event.seq} of the game is there already")


def _execute(connection: Connection, statement: str, values: dict[str, object]) -> int:
    """Run a statement on the driver's own connection; how many rows it changed."""
    driver: Any = connection.connection.driver_connection
    return int(driver.execute(statement, values).rowcount)


def _add_seats(connection: Connection, game: Id, *players: Player | None) -> None:
    """List the game among the games of its players."""
    for player in {player.id for player in players if player}:
        row = {"player_id": player, "game_id": game}
        connection.execute(sqlite_insert(seats).values(row).on_conflict_do_nothing())
