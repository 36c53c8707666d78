"""The time of the database, inside a transaction."""

from __future__ import annotations

import time

from sqlalchemy import Connection, text

from barragoon.server.messages import Milliseconds

POSTGRES_TIME = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"
_POSTGRES = text(f"SELECT {POSTGRES_TIME}")
OLDEST_EVENT = 2_000
"""Milliseconds after which an event is no longer stored: whoever must act next would lose that time unseen."""
TOO_LATE = "it took too long to store this"


def database_time(connection: Connection) -> Milliseconds:
    """PostgreSQL's own clock; with SQLite the machine's, as no other machine has the file."""
    if connection.dialect.name == "postgresql":
        return int(connection.execute(_POSTGRES).scalar_one())
    return round(time.time() * 1000)


def lock_for_all(connection: Connection, number: int) -> None:
    """Let other processes wait for the end of this transaction if they ask for the same number."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": number})


def is_too_late(connection: Connection, at: Milliseconds) -> bool:
    """Whether an event of this time may no longer be stored, because its process has stood still.

    Where one process has the database for itself, its clock stands still with it.
    """
    return connection.dialect.name == "postgresql" and database_time(connection) - at > OLDEST_EVENT
