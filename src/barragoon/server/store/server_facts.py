"""What the server remembers about itself: its secret, and when it was last alive."""

from __future__ import annotations

from sqlalchemy import Connection, select
from sqlalchemy.dialects.sqlite import insert as sqlite_insert

from barragoon.server.store.schema import facts

SECRET = "secret"  # noqa: S105 - a row's name
ALIVE = "alive"


def read_fact(connection: Connection, name: str) -> bytes | None:
    """The value of a fact, or None."""
    return connection.execute(select(facts.c.fact).where(facts.c.name == name)).scalar()


def write_fact(connection: Connection, name: str, fact: bytes) -> None:
    """Set a fact."""
    statement = sqlite_insert(facts).values(name=name, fact=fact)
    connection.execute(statement.on_conflict_do_update(index_elements=["name"], set_={"fact": fact}))
