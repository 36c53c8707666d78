"""The history that a database tells: another one after a restore, or when a standby took over and may lack events."""

from __future__ import annotations

from sqlalchemy import Connection, text

from barragoon.server.shared.random_source import random_id
from barragoon.server.store.insert_on_conflict import insert_or_ignore
from barragoon.server.store.schema import facts
from barragoon.server.store.server_facts import read_fact, write_fact

HISTORY = "history"
_TIMELINE = text("SELECT substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8)")


def make_history(connection: Connection) -> None:
    """Give the history a name, unless it has one."""
    insert_or_ignore(connection, facts, {"name": HISTORY, "fact": random_id().encode()})


def begin_history(connection: Connection) -> None:
    """Give the history a new name: what clients know may not be in it. A restore does this."""
    write_fact(connection, HISTORY, random_id().encode())


def read_history(connection: Connection) -> str:
    """The name of the history; on PostgreSQL with its timeline, which every promotion of a standby changes."""
    name = (read_fact(connection, HISTORY) or b"").decode()
    if connection.dialect.name == "postgresql":
        return f"{name}.{connection.execute(_TIMELINE).scalar_one().lstrip('0')}"
    return name
