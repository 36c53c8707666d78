"""Everything that a database holds of one game, read table by table, some hundred games at a time."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterator
from typing import Any, NamedTuple, TypeAlias

import msgspec
from sqlalchemy import Connection, Select, Table, select

from barragoon.server.messages import Id
from barragoon.server.store.schema import events, games, seats

CHUNK = 500
"""How many games are read at a time."""


Row: TypeAlias = dict[str, Any]


def rows_of(connection: Connection, table: Table, query: Select[Any]) -> list[Row]:
    """The rows that a query of whole rows finds, by the names that our code has for the columns, in their order."""
    keys = table.columns.keys()
    return [dict(zip(keys, row, strict=True)) for row in connection.execute(query)]


class StoredRows(NamedTuple):
    """A game's rows."""

    game: Row
    events: list[Row]
    seats: list[Row]

    def digest(self) -> bytes:
        """A digest of all columns of all rows: equal in two databases only if the whole game is."""
        digest = hashlib.sha256()
        for row in (self.game, *self.events, *self.seats):
            digest.update(msgspec.msgpack.encode((*row.values(),)))  # bytes and texts, whatever the driver calls them
        return digest.digest()


def read_games(connection: Connection) -> Iterator[StoredRows]:
    """All games, in the order in which this database sorts their ids."""
    last = ""
    while True:
        query = select(games).where(games.c.id > last).order_by(games.c.id).limit(CHUNK)
        found = rows_of(connection, games, query)
        if not found:
            return
        yield from _with_rows(connection, found)
        last = found[-1]["id"]


def _with_rows(connection: Connection, found: list[Row]) -> Iterator[StoredRows]:
    ids = [row["id"] for row in found]
    their_events: dict[Id, list[Row]] = defaultdict(list)
    query = select(events).where(events.c.game_id.in_(ids)).order_by(events.c.seq)
    for row in rows_of(connection, events, query):
        their_events[row["game_id"]].append(row)
    their_seats: dict[Id, list[Row]] = defaultdict(list)
    seated = rows_of(connection, seats, select(seats).where(seats.c.game_id.in_(ids)))
    for row in sorted(seated, key=lambda row: str(row["player_id"])):  # databases sort texts in different orders
        their_seats[row["game_id"]].append(row)
    for row in found:
        yield StoredRows(row, their_events[row["id"]], their_seats[row["id"]])
