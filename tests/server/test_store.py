"""The store: migrations, one owner, jobs that are done whole or not at all."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, text

from barragoon.server.store.database import Database, StoreError
from barragoon.server.store.schema import METADATA
from barragoon.server.store.server_facts import read_fact, write_fact


def test_migrations_make_the_tables_of_the_schema(tmp_path: Path) -> None:
    store = Database(tmp_path / "games.sqlite3")

    def differences(connection: Connection) -> list[object]:
        return [*compare_metadata(MigrationContext.configure(connection), METADATA)]

    assert asyncio.run(store.run(differences)) == []
    store.close()


def test_every_write_is_synced(tmp_path: Path) -> None:
    store = Database(tmp_path / "games.sqlite3")

    def pragmas(connection: Connection) -> tuple[object, ...]:
        names = ("synchronous", "journal_mode", "locking_mode", "foreign_keys")
        return tuple(connection.execute(text(f"pragma {name}")).scalar() for name in names)

    assert asyncio.run(store.run(pragmas)) == (2, "wal", "exclusive", 1)
    store.close()


def test_a_second_server_is_kept_out(tmp_path: Path) -> None:
    store = Database(tmp_path / "games.sqlite3")
    with pytest.raises(StoreError, match="another server uses"):
        Database(tmp_path / "games.sqlite3")
    store.close()
    Database(tmp_path / "games.sqlite3").close()


def test_data_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    Database(tmp_path / "games.sqlite3").close()
    with closing(sqlite3.connect(tmp_path / "games.sqlite3")) as database, database:
        database.execute("update alembic_version set version_num = '9999'")
    with pytest.raises(StoreError, match="newer version"):
        Database(tmp_path / "games.sqlite3")


def test_a_file_that_is_no_database_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "games.sqlite3").write_bytes(b"nonsense" * 1000)
    with pytest.raises(StoreError, match="can't be opened: file is not a database"):
        Database(tmp_path / "games.sqlite3")


def test_a_job_that_fails_leaves_nothing_and_affects_no_other(tmp_path: Path) -> None:
    store = Database(tmp_path / "games.sqlite3")

    def fail(connection: Connection) -> None:
        write_fact(connection, "half", b"done")
        raise KeyError("oops")

    async def together() -> list[object]:
        jobs = [store.run(lambda c: write_fact(c, "first", b"1")), store.run(fail)]
        jobs.append(store.run(lambda c: write_fact(c, "last", b"2")))
        return [*await asyncio.gather(*jobs, return_exceptions=True)]

    outcomes = asyncio.run(together())
    assert [type(outcome) for outcome in outcomes] == [type(None), KeyError, type(None)]
    facts = [asyncio.run(store.run(lambda c, name=name: read_fact(c, name))) for name in ("first", "half", "last")]  # type: ignore[misc]
    assert facts == [b"1", None, b"2"]
    store.close()
