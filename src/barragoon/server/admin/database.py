"""Opening a database without a server: a SQLite file or a backup of one, or PostgreSQL by its address."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import NullPool

from barragoon.server.admin.parts import AdminError
from barragoon.server.store.migrations import NewerDataError, is_known, migrate, newest_version, stored_version
from barragoon.server.store.open_store import require_psycopg

POSTGRES = ("postgresql://", "postgres://")
PRIVATE = 0o600
"""A database holds the secret that invitations are signed with."""


def is_postgres(address: str) -> bool:
    """Whether an address names a PostgreSQL database; everything else is a SQLite file."""
    return address.startswith(POSTGRES)


def file_of(address: str) -> Path:
    """The SQLite file that an address names: ``sqlite:///games.sqlite3``, or just the path."""
    path = address.removeprefix("sqlite:///")
    if "://" in path or "password=" in path or path.startswith(("postgresql:", "postgres:")):
        # There may be a password in it, so it is not shown.
        raise AdminError("a file, or an address such as postgresql://user@host/name, was expected")
    return Path(path).expanduser()


@contextmanager
def reading(address: str) -> Iterator[Connection]:
    """A connection that sees the database as it is at this moment, and changes nothing."""
    with _connected(address, read_only=True) as connection:
        found = stored_version(connection)
        if found is None:
            raise AdminError(f"{_shown(address)} is no database of Barragoon")
        if not is_known(found):
            raise AdminError(f"{_shown(address)} was written by a newer version of Barragoon")
        if found != newest_version():
            sentence = f"{_shown(address)} has tables of version {found}, and {newest_version()} is needed"
            raise AdminError(f"{sentence}: run 'barragoon admin migrate' on it, or on a copy")
        yield connection


def require_tables(address: str) -> None:
    """Make sure that a database has our tables, of this version or an earlier one."""
    with _connected(address, read_only=True) as connection:
        found = stored_version(connection)
    if found is None:
        raise AdminError(f"{_shown(address)} is no database of Barragoon")
    if not is_known(found):
        raise AdminError(f"{_shown(address)} was written by a newer version of Barragoon")


@contextmanager
def writing(address: str) -> Iterator[Connection]:
    """A connection in a transaction, to a database whose tables are up to date; a new file is made."""
    with _connected(address, read_only=False) as connection:
        try:
            migrate(connection)
        except NewerDataError:
            raise AdminError(f"{_shown(address)} was written by a newer version of Barragoon") from None
        yield connection


@contextmanager
def _connected(address: str, *, read_only: bool) -> Iterator[Connection]:
    name = _shown(address)
    try:
        engine = _postgres_engine(address) if is_postgres(address) else _sqlite_engine(address, read_only=read_only)
        with engine.connect() as connection, connection.begin() as transaction:
            yield connection
            if read_only:
                transaction.rollback()  # there is nothing to commit, which a damaged file would refuse
    except SQLAlchemyError as error:
        if not _is_of(error, address):  # of the other database, where one is copied into another
            raise
        reason = _reason(error, address)
        if "locked" in reason:
            reason = "a server uses it; stop the server, or take a backup ('barragoon admin backup')"
        raise AdminError(f"{name} can't be used: {reason}") from error


def _is_of(error: Exception, address: str) -> bool:
    """Whether an error can be that of a database: those of PostgreSQL and of SQLite come from different drivers."""
    driver = type(getattr(error, "orig", None)).__module__.partition(".")[0]
    return driver not in {"psycopg", "sqlite3"} or (driver == "psycopg") == is_postgres(address)


def _begin_by_hand(driver: object, _: object) -> None:
    driver.isolation_level = None  # type: ignore[attr-defined]  # so that Python's driver begins nothing by itself


def _reason(error: SQLAlchemyError, address: str) -> str:
    """What went wrong, in one line; further ones may name rows."""
    if is_postgres(address):
        from barragoon.server.store.postgres_connection import describe

        return describe(error)
    return str(getattr(error, "orig", None) or error).strip().partition("\n")[0]


def _postgres_engine(address: str) -> Engine:
    from barragoon.server.store.postgres_connection import connect_patiently

    return create_engine(
        "postgresql+psycopg://",
        creator=lambda: connect_patiently(address),
        poolclass=NullPool,
        hide_parameters=True,
        isolation_level="REPEATABLE READ",
    )


def _sqlite_engine(address: str, *, read_only: bool) -> Engine:
    url = _sqlite_url(address, read_only=read_only)
    engine = create_engine(url, poolclass=NullPool, hide_parameters=True)
    event.listen(engine, "connect", _begin_by_hand)
    event.listen(engine, "begin", lambda each: each.exec_driver_sql("BEGIN" if read_only else "BEGIN EXCLUSIVE"))
    return engine


def _sqlite_url(address: str, *, read_only: bool) -> URL:
    file = file_of(address)
    if read_only and not file.is_file():
        raise AdminError(f"there is no file {file}")
    if file.exists() and not os.access(file, os.R_OK if read_only else os.R_OK | os.W_OK):
        raise AdminError(f"{file} can't be used: permission denied; run this as the user to whom it belongs")
    if not file.parent.is_dir():
        raise AdminError(f"there is no folder {file.parent}")
    if not read_only:
        os.close(os.open(file, os.O_RDWR | os.O_CREAT, PRIVATE))
    mode = "ro" if read_only else "rwc"
    return URL.create(
        "sqlite+pysqlite", database=file.absolute().as_uri(), query={"uri": "true", "mode": mode, "timeout": "2"}
    )


def _shown(address: str) -> str:
    """An address without anything secret in it."""
    if not is_postgres(address):
        return str(file_of(address))
    require_psycopg()
    from barragoon.server.store.database_address import shown_address

    return shown_address(address)
