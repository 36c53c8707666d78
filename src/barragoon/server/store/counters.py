"""Limits that hold for all processes together."""

from __future__ import annotations

from sqlalchemy import Connection, delete, select

from barragoon.server.messages import Milliseconds
from barragoon.server.store.insert_on_conflict import insert_into
from barragoon.server.store.schema import counters

HOUR = 60 * 60 * 1000
"""In milliseconds; the longest window that anything is counted in."""


def count_one(connection: Connection, name: str, now: Milliseconds, window: Milliseconds) -> int:
    """Count once more in the window of time that has ``now`` in it; how many there are in it."""
    row = {"name": name, "window": now - now % window, "count": 1}
    statement = insert_into(connection, counters).values(row)
    counted = statement.on_conflict_do_update(index_elements=["name", "window"], set_={"count": counters.c.count + 1})
    return int(connection.execute(counted.returning(counters.c.count)).scalar_one())


def drop_counters(connection: Connection, before: Milliseconds) -> None:
    """Forget windows of time that are over."""
    connection.execute(delete(counters).where(counters.c.window < before))


def counted_since(connection: Connection, prefix: str, since: Milliseconds) -> set[str]:
    """The rest of all names with this prefix that were counted in a window of time that began after this."""
    query = select(counters.c.name).where(counters.c.window > since, counters.c.name.startswith(prefix))
    return {name.removeprefix(prefix) for name in connection.execute(query).scalars()}


def drop_counted(connection: Connection, prefix: str, before: Milliseconds | None = None) -> None:
    """Forget what was counted under names with this prefix, all of it or what is old."""
    chosen = delete(counters).where(counters.c.name.startswith(prefix))
    connection.execute(chosen if before is None else chosen.where(counters.c.window < before))
