"""Games and their events. A game's row is the truth about its last event: whoever changes it first has won."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace
from sqlalchemy import Connection, Row, Select, bindparam, func, insert, select, tuple_, update
from sqlalchemy.dialects.sqlite import dialect as sqlite_dialect
from sqlalchemy.dialects.sqlite import insert as sqlite_insert

from barragoon.server.game import LiveGame, Opening
from barragoon.server.game.clock import deadline
from barragoon.server.messages import AnyEvent, ClockCredited, GameSummary, Id, Joined, Milliseconds, Seats, Standing
from barragoon.server.store.schema import events, facts, games, seats

PAGE = 50
"""How many games a list shows at a time."""
OF_ONE_PLAYER, MOST_WAITING = 2, 500
"""How many games of one player, and of all together, are looked at for the lobby."""
REPLAY = 200
"""How many events a reconnecting client is sent at most; the state is shorter then."""

encode = msgspec.json.Encoder().encode
_read_event = msgspec.json.Decoder(AnyEvent).decode
_read_opening = msgspec.json.Decoder(Opening).decode
_read_seats = msgspec.json.Decoder(Seats).decode
_read_standing = msgspec.json.Decoder(Standing).decode


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
    """Somebody else wrote the game's next event first."""


class Source(NamedTuple):
    """Which player's command brought an event about."""

    command: Id
    player: Id


class Told(NamedTuple):
    """An event, as it is sent, and where it came from."""

    event: AnyEvent
    payload: bytes
    source: Source | None = None


class Stored(NamedTuple):
    """A game as it lies in the store."""

    opening: bytes
    events: list[bytes]


class Earlier(NamedTuple):
    """Whose command became which event."""

    player: Id
    seq: int


def add_game(connection: Connection, live: LiveGame, *told: Told) -> None:
    """Keep a new game, with the events that made it what it is."""
    opening = live.opening
    row = {"id": opening.game, "access": opening.access, "opening": encode(opening)}
    connection.execute(insert(games).values(row | _changing(live, opening.created_at)))
    for each in told:
        _write(connection, opening.game, each)
    _seat(connection, live)


def append_event(connection: Connection, live: LiveGame, told: Told) -> None:
    """Write an event and the game as it stands after it, or raise a :class:`ConflictError`."""
    _write(connection, live.opening.game, told)
    seq = told.event.seq
    facts = {"game": live.opening.game, "before": seq - 1, **_changing(live, told.event.at)}
    if _changed_rows(connection, _CHANGE_GAME, facts) != 1:
        raise ConflictError(f"event {seq} of the game is there already")
    if isinstance(told.event, Joined):
        _seat(connection, live)


def append_rematch(connection: Connection, live: LiveGame, told: Told, fresh: LiveGame, begun: Told) -> None:
    """Write an event and the game that begins with it."""
    append_event(connection, live, told)
    add_game(connection, fresh, begun)


def _write(connection: Connection, game: Id, told: Told) -> None:
    command, player = told.source or (None, None)
    row = {"game_id": game, "seq": told.event.seq, "payload": told.payload, "command_id": command, "player_id": player}
    if _changed_rows(connection, _ADD_EVENT, row) != 1:
        raise ConflictError(f"event {told.event.seq} of the game is there already")


def _changed_rows(connection: Connection, statement: str, facts: dict[str, object]) -> int:
    driver: Any = connection.connection.driver_connection
    return int(driver.execute(statement, facts).rowcount)


def read_game(connection: Connection, game: Id) -> Stored | None:
    """What the store has of a game; None if there is no such game."""
    opening = connection.execute(select(games.c.opening).where(games.c.id == game)).scalar()
    if opening is None:
        return None
    query = select(events.c.payload).where(events.c.game_id == game).order_by(events.c.seq)
    return Stored(opening, [*connection.execute(query).scalars()])


def bring_back(stored: Stored) -> LiveGame:
    """Play a game through again."""
    live = LiveGame(_read_opening(stored.opening))
    for payload in stored.events:
        live.repeat(_read_event(payload))
    return live


def find_command(connection: Connection, game: Id, command: Id) -> Earlier | None:
    """The event that a command has become."""
    query = select(events.c.player_id, events.c.seq)
    row = connection.execute(query.where(events.c.game_id == game, events.c.command_id == command)).first()
    return row and Earlier(row.player_id, row.seq)


def events_after(connection: Connection, game: Id, since: int) -> list[bytes]:
    """Up to :data:`REPLAY` events after a number, as they were sent."""
    query = select(events.c.payload).where(events.c.game_id == game, events.c.seq > since)
    return [row.payload for row in connection.execute(query.order_by(events.c.seq).limit(REPLAY))]


def read_events(payloads: Iterable[bytes]) -> Iterator[AnyEvent]:
    """Events as they were before they were sent."""
    return map(_read_event, payloads)


# -- lists ---------------------------------------------------------------------------------------------------


class Place(NamedTuple):
    """Where a list goes on: after a game that was last changed then; its id tells it from others of that moment."""

    changed_at: Milliseconds
    game: Id


def list_own(connection: Connection, player: Id, status: str | None, after: Place | None) -> list[GameSummary]:
    """A player's games, the last changed first."""
    query = _listed(after).join(seats, seats.c.game_id == games.c.id).where(seats.c.player_id == player)
    query = query.where(games.c.status == status) if status else query.where(games.c.status != "withdrawn")
    return [_summary(row, player) for row in connection.execute(query)]


def count_waiting(connection: Connection, player: Id) -> int:
    """How many of a player's games wait for an opponent."""
    query = select(func.count()).select_from(games).join(seats, seats.c.game_id == games.c.id)
    return connection.execute(query.where(seats.c.player_id == player, games.c.status == "open")).scalar_one()


def list_public(
    connection: Connection, status: str, access: tuple[str, ...], after: Place | None = None
) -> list[GameSummary]:
    """Games that everybody may know of."""
    query = _listed(after).where(games.c.status == status, games.c.access.in_(access))
    return [_summary(row, None) for row in connection.execute(query)]


def list_waiting(connection: Connection) -> list[GameSummary]:
    """Games of the lobby that wait for an opponent, the newest first; few of one player, who could fill the list."""
    newest = func.row_number().over(partition_by=seats.c.player_id, order_by=games.c.changed_at.desc())
    query = select(games, newest.label("place")).join(seats, seats.c.game_id == games.c.id)
    placed = query.where(games.c.status == "open", games.c.access == "lobby").subquery()
    few = select(placed).where(placed.c.place <= OF_ONE_PLAYER).order_by(placed.c.changed_at.desc()).limit(MOST_WAITING)
    return [_summary(row, None) for row in connection.execute(few)]


def _listed(after: Place | None) -> Select[Any]:
    query = select(games).order_by(games.c.changed_at.desc(), games.c.id.desc()).limit(PAGE)
    return query if after is None else query.where(tuple_(games.c.changed_at, games.c.id) < tuple_(*after))


def _summary(row: Row[Any], player: Id | None) -> GameSummary:
    opening, seated, standing = _read_opening(row.opening), _read_seats(row.seats), _read_standing(row.standing)
    you = seated.colour_of(player)
    return GameSummary(
        game=row.id,
        seq=row.seq,
        created_at=opening.created_at,
        changed_at=row.changed_at,
        access=opening.access,
        status=standing.status,
        terms=opening.terms,
        opener_colour=opening.opener_colour,
        opener=opening.opener,
        seats=seated,
        fen=standing.fen,
        turns=row.turns,
        outcome=standing.outcome,
        you=you,
        your_turn=you is not None and standing.actor == you,
    )


# -- clocks --------------------------------------------------------------------------------------------------


class Overdue(NamedTuple):
    """Games whose flag is due, and how many clocks run."""

    games: list[Id]
    running: int


def overdue(connection: Connection, now: Milliseconds) -> Overdue:
    """Look for flags that are due; how many clocks run is reckoned only if there are any."""
    query = select(games.c.id).where(games.c.deadline_at <= now).order_by(games.c.deadline_at)
    due = [*connection.execute(query).scalars()]
    running = select(func.count()).select_from(games).where(games.c.deadline_at.is_not(None))
    return Overdue(due, connection.execute(running).scalar_one() if due else 0)


def credit_clocks(connection: Connection, alive_at: Milliseconds, now: Milliseconds) -> int:
    """Give every running clock back the time since the server was last alive; returns how many there were.

    This is done before any game is brought back, so the rows are changed as they are.
    """
    rows = connection.execute(select(games.c.id, games.c.seq, games.c.standing).where(games.c.deadline_at.is_not(None)))
    credited = 0
    for game, seq, stored in rows.all():
        standing = _read_standing(stored)
        assert standing.clocks is not None, "a deadline comes from clocks"
        away = now - max(alive_at, standing.clocks.at)
        if away <= 0:
            continue
        clocks = replace(standing.clocks, at=standing.clocks.at + away)
        standing = replace(standing, clocks=clocks)
        event = ClockCredited(seq=seq + 1, at=now, by=None, standing=standing, milliseconds=away)
        _write(connection, game, Told(event, encode(event)))
        changes = {"seq": seq + 1, "standing": encode(standing), "deadline_at": deadline(clocks)}
        connection.execute(update(games).where(games.c.id == game).values(changes))
        credited += 1
    return credited


# -- the server's own facts ----------------------------------------------------------------------------------


def read_fact(connection: Connection, name: str) -> bytes | None:
    """What the server wrote down about itself."""
    return connection.execute(select(facts.c.fact).where(facts.c.name == name)).scalar()


def write_fact(connection: Connection, name: str, fact: bytes) -> None:
    """Write something down about the server."""
    statement = sqlite_insert(facts).values(name=name, fact=fact)
    connection.execute(statement.on_conflict_do_update(index_elements=["name"], set_={"fact": fact}))


# -- the workings --------------------------------------------------------------------------------------------


def _changing(live: LiveGame, now: Milliseconds) -> dict[str, object]:
    """What an event may change in a game's row."""
    return {
        "seq": live.seq,
        "status": live.status,
        "changed_at": now,
        "deadline_at": live.deadline(),
        "turns": len(live.game.turns),
        "seats": encode(live.seats),
        "standing": encode(live.standing),
    }


def _seat(connection: Connection, live: LiveGame) -> None:
    """Let the players find the game among theirs."""
    for player in {live.opening.opener, live.seats.white, live.seats.brown} - {None}:
        assert player is not None
        row = {"player_id": player.id, "game_id": live.opening.game}
        connection.execute(sqlite_insert(seats).values(row).on_conflict_do_nothing())
