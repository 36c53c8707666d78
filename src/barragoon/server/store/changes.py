"""Which games changed lately: how a process finds what others wrote, even if nobody says so."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import Connection, select

from barragoon.server.messages import Id, Milliseconds
from barragoon.server.store.schema import games

_CHUNK = 500


class Changed(NamedTuple):
    """A game, its last event, and when that was."""

    game: Id
    seq: int
    at: Milliseconds


def changed_since(connection: Connection, since: Milliseconds) -> list[Changed]:
    """Games whose last event is not older than this."""
    query = select(games.c.id, games.c.seq, games.c.changed_at).where(games.c.changed_at >= since)
    return [Changed(*row) for row in connection.execute(query)]


def last_events(connection: Connection, wanted: Sequence[Id]) -> list[Changed]:
    """The last event of each of some games."""
    found: list[Changed] = []
    for start in range(0, len(wanted), _CHUNK):
        query = select(games.c.id, games.c.seq, games.c.changed_at)
        rows = connection.execute(query.where(games.c.id.in_(wanted[start : start + _CHUNK])))
        found += [Changed(*row) for row in rows]
    return found
