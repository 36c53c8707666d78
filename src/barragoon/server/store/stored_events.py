"""Reading the events of a game from the store."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection

from barragoon.server.messages import Id
from barragoon.server.store.encoding import current_event

REPLAY = 200
"""How many events a reconnecting client is sent at most; beyond that the state is shorter."""
_ALL = 2**31 - 1
_SQLITE = """
SELECT group_concat(seq || ' ' || version || ' ' || hex(payload)) FROM (
    SELECT seq, version, payload FROM events WHERE game_id = :game AND seq > :since ORDER BY seq LIMIT :limit
)"""
_POSTGRES = """
SELECT version, payload FROM events WHERE game_id = %(game)s AND seq > %(since)s ORDER BY seq LIMIT %(limit)s"""


def all_events(connection: Connection, game: Id) -> list[bytes]:
    """The events of a game in order, as this version would have written them."""
    return _read(connection, {"game": game, "since": 0, "limit": _ALL})


def events_after(connection: Connection, game: Id, since: int) -> list[bytes]:
    """Up to :data:`REPLAY` events after a number, as they were sent."""
    return _read(connection, {"game": game, "since": since, "limit": REPLAY})


def _read(connection: Connection, values: dict[str, object]) -> list[bytes]:
    # The statements go to the driver as they are: SQLAlchemy would take eight times as long over them.
    driver: Any = connection.connection.driver_connection
    if connection.dialect.name == "sqlite":
        return _from_one_row(driver.execute(_SQLITE, values).fetchone()[0] or "")
    return [current_event(payload, version) for version, payload in driver.execute(_POSTGRES, values).fetchall()]


def _from_one_row(text: str) -> list[bytes]:
    """The events from one row with all of them.

    SQLite's driver lets other threads run at each row. If they compute, it waits 5 ms each time until it goes on: two
    thousand rows took most of a second, during which nothing else was stored.
    """
    rows = [row.split(" ") for row in text.split(",")] if text else []
    rows.sort(key=lambda row: int(row[0]))  # SQLite does not promise the order in which it joins
    return [current_event(bytes.fromhex(payload), int(version)) for _, version, payload in rows]
