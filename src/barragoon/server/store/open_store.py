"""Opens the store that the settings name, and migrates databases."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from sqlalchemy import Connection, create_engine, text
from sqlalchemy.exc import SQLAlchemyError

from barragoon.server.settings import Settings
from barragoon.server.store import migrations
from barragoon.server.store.database_time import database_time
from barragoon.server.store.migrations import NewerDataError, migrate, newest_version, stored_version
from barragoon.server.store.nodes import LONGEST_SILENCE, list_nodes
from barragoon.server.store.sqlite import SqliteStore
from barragoon.server.store.store import Store, StoreError

FILE = "games.sqlite3"
SQLITE = "sqlite:///"
FIRST_WITH_NODES = "0003"
"""The first version of the tables that says which processes are running."""
LOCK = 0x6261_7272
"""The number of the advisory lock under which tables change; only that it is ours matters."""


def open_store(settings: Settings) -> Store:
    """Open the store, or raise a :class:`StoreError`."""
    return open_database(database_url(settings))


def database_url(settings: Settings) -> str:
    """The address of the database: ``postgresql://…``, or ``sqlite:///`` and the path of the file."""
    return settings.database or f"{SQLITE}{settings.folder / FILE}"


def open_database(url: str) -> Store:
    """Open the store at an address, or raise a :class:`StoreError`."""
    if url.startswith(SQLITE):
        return SqliteStore(Path(url.removeprefix(SQLITE)))
    require_psycopg()
    from barragoon.server.store.postgres import PostgresStore

    return PostgresStore(url)


def migrate_database(url: str) -> tuple[str | None, str | None]:
    """Bring the tables of a database up to date; returns the versions before and after."""
    if url.startswith(SQLITE):
        return SqliteStore.migrate(Path(url.removeprefix(SQLITE)))
    require_psycopg()
    import psycopg

    from barragoon.server.store.database_address import shown_address
    from barragoon.server.store.postgres_connection import connect_patiently, describe

    name = shown_address(url)
    engine = create_engine("postgresql+psycopg://", creator=lambda: connect_patiently(url), hide_parameters=True)
    try:
        with engine.begin() as connection:
            connection.execute(text("SET LOCAL lock_timeout = '2s'"))
            connection.execute(text(f"SELECT pg_advisory_xact_lock({LOCK})"))
            before = stored_version(connection)
            _require_no_outdated_node(connection, before)
            migrate(connection)
            return before, stored_version(connection)
    except NewerDataError as error:
        raise StoreError(f"{name} was written by a newer version of Barragoon") from error
    except (SQLAlchemyError, psycopg.Error) as error:
        raise StoreError(f"the tables of {name} can't be changed: {describe(error)}") from None
    finally:
        engine.dispose()


def _require_no_outdated_node(connection: Connection, before: str | None) -> None:
    """Refuse to take away what a running process needs: first add, let all change, and only then take away."""
    if before is None or before < FIRST_WITH_NODES or before == newest_version():
        return
    now = database_time(connection)
    alive = [
        node for node in list_nodes(connection) if node.state != "stopped" and now - node.alive_at < LONGEST_SILENCE
    ]
    versions = sorted({node.version for node in alive})
    if len(versions) > 1:
        raise StoreError(f"versions {', '.join(versions)} are running side by side: finish that upgrade first")
    if alive and before < migrations.OLDEST:
        raise StoreError(
            f"{len(alive)} processes of version {versions[0]} are running, which can't use the tables afterwards: stop "
            "them first, or upgrade to the version in between"
        )


def require_psycopg() -> None:
    """Make sure that the package is there with which PostgreSQL is reached."""
    if find_spec("psycopg") is None:
        raise StoreError('PostgreSQL needs the extra "cluster": install it with pip install "barragoon[cluster]"')
