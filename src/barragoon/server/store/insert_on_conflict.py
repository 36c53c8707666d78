"""``INSERT … ON CONFLICT``, which SQLAlchemy has for each database under another name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sqlalchemy import Connection, Table
from sqlalchemy.dialects.postgresql import Insert as PostgresInsert
from sqlalchemy.dialects.postgresql import insert as postgres_insert
from sqlalchemy.dialects.sqlite import Insert as SqliteInsert
from sqlalchemy.dialects.sqlite import insert as sqlite_insert


def insert_into(connection: Connection, table: Table) -> PostgresInsert | SqliteInsert:
    """An insert that can say ``on_conflict_do_nothing`` and ``on_conflict_do_update``."""
    return postgres_insert(table) if connection.dialect.name == "postgresql" else sqlite_insert(table)


def insert_or_ignore(connection: Connection, table: Table, row: Mapping[str, object]) -> bool:
    """Insert a row unless it is there already; whether it was inserted."""
    statement = insert_into(connection, table).values(row).on_conflict_do_nothing()
    # SQLAlchemy keeps the count of an insert only if it is asked to.
    return connection.execute(statement.execution_options(preserve_rowcount=True)).rowcount == 1


def insert_or_update(connection: Connection, table: Table, row: Mapping[str, object], keys: Sequence[str]) -> None:
    """Insert a row, or change the one that has the same keys."""
    others = {name: value for name, value in row.items() if name not in keys}
    statement = insert_into(connection, table).values(row)
    connection.execute(statement.on_conflict_do_update(index_elements=keys, set_=others))
