"""What the server remembers about itself: its secret, when it was last alive, which features are switched on."""

from __future__ import annotations

from sqlalchemy import Connection, delete, select

from barragoon.server.store.insert_on_conflict import insert_or_ignore, insert_or_update
from barragoon.server.store.schema import facts

SECRET = "secret"  # noqa: S105 - a row's name
ALIVE = "alive"
BACKUP = "backup"
"""When the last backup was finished."""
BREAKER = "breaker"
"""When the circuit breaker of the flags opened; there is none while it is closed."""
OUTAGE = "outage"
"""When running clocks last got the time back in which nobody could play."""
OPENED = "opened"
"""When a server last opened the file, in seconds."""
OLDEST_VERSION = "oldest_version"
"""The oldest version of the tables whose programs may still use this database; a migration that takes something away
raises it."""
FEATURES = "features"
STOPS = "stops"
"""The id of the process that an operator lets stop."""


def read_fact(connection: Connection, name: str) -> bytes | None:
    """The value of a fact, or None."""
    return connection.execute(select(facts.c.fact).where(facts.c.name == name)).scalar()


def read_time(connection: Connection, name: str) -> int:
    """The value of a fact that is a time; 0 if there is none."""
    fact = read_fact(connection, name)
    return 0 if fact is None else int(fact)


def write_fact(connection: Connection, name: str, fact: bytes) -> None:
    """Set a fact."""
    insert_or_update(connection, facts, {"name": name, "fact": fact}, ["name"])


def add_fact(connection: Connection, name: str, fact: bytes) -> None:
    """Set a fact, unless it is set already."""
    insert_or_ignore(connection, facts, {"name": name, "fact": fact})


def drop_fact(connection: Connection, name: str) -> None:
    """Forget a fact."""
    connection.execute(delete(facts).where(facts.c.name == name))
