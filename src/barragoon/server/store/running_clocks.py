"""Games whose clock runs: which have run out, and giving a clock time back."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from sqlalchemy import Connection, select, update

from barragoon.server.messages import Id, Milliseconds, Standing
from barragoon.server.store.encoding import EVENT_VERSION, encode
from barragoon.server.store.games import EncodedEvent
from barragoon.server.store.insert_on_conflict import insert_or_ignore
from barragoon.server.store.schema import events, games

_CHUNK = 500


class RunningClock(NamedTuple):
    """A game whose clock runs, with its row as it is stored."""

    game: Id
    seq: int
    seats: bytes
    standing: bytes


_QUERY = select(games.c.id, games.c.seq, games.c.seats, games.c.standing)


def running_clocks(connection: Connection) -> list[RunningClock]:
    """Every game whose clock runs, in one order, so that no two processes wait for each other."""
    query = _QUERY.where(games.c.deadline_at.is_not(None)).order_by(games.c.id)
    return [RunningClock(*row) for row in connection.execute(query)]


def running_clocks_of(connection: Connection, wanted: Collection[Id]) -> list[RunningClock]:
    """Those of some games whose clock runs, in the same order."""
    found: list[RunningClock] = []
    keys = sorted(wanted)
    for start in range(0, len(keys), _CHUNK):
        chosen = _QUERY.where(games.c.id.in_(keys[start : start + _CHUNK]), games.c.deadline_at.is_not(None))
        found += [RunningClock(*row) for row in connection.execute(chosen.order_by(games.c.id))]
    return found


def overdue_games(connection: Connection, now: Milliseconds, limit: int) -> list[Id]:
    """The games whose flag is due, those that have waited longest first."""
    query = select(games.c.id).where(games.c.deadline_at <= now).order_by(games.c.deadline_at).limit(limit)
    return [*connection.execute(query).scalars()]


def overdue_deadlines(connection: Connection, now: Milliseconds) -> dict[Id, Milliseconds]:
    """All games whose flag is due, with the time since when it is."""
    query = select(games.c.id, games.c.deadline_at).where(games.c.deadline_at <= now)
    return {row.id: row.deadline_at for row in connection.execute(query)}


def add_credit(
    connection: Connection, game: Id, encoded: EncodedEvent, standing: Standing, deadline_at: Milliseconds | None
) -> bool:
    """Store that a clock got time back, which is no change to its players; False if another event was first."""
    seq = encoded.event.seq
    values = {"seq": seq, "standing": encode(standing), "deadline_at": deadline_at}
    chosen = update(games).where(games.c.id == game, games.c.seq == seq - 1)
    if connection.execute(chosen.values(values)).rowcount != 1:
        return False
    row = {"game_id": game, "seq": seq, "payload": encoded.payload, "version": EVENT_VERSION}
    return insert_or_ignore(connection, events, row)
