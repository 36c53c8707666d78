"""The migrations of the tables, in order."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection

from barragoon.server.store.server_facts import OLDEST_VERSION, read_fact, write_fact

FOLDER = Path(__file__).parent
OLDEST = "0003"
"""The oldest version whose programs can use the tables as they are after the last migration."""


class NewerDataError(Exception):
    """The data was written by a newer version of the server."""


def migrate(connection: Connection) -> None:
    """Bring the tables up to date, all steps or none."""
    config = _config()
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, newest_version())
    except CommandError as error:
        raise NewerDataError(str(error)) from error
    if read_fact(connection, OLDEST_VERSION) != OLDEST.encode():
        write_fact(connection, OLDEST_VERSION, OLDEST.encode())


def newest_version() -> str:
    """The version of the tables that this program makes."""
    return ScriptDirectory.from_config(_config()).get_current_head() or ""


def is_known(version: str) -> bool:
    """Whether a version of the tables is this program's or an earlier one."""
    return version in {script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions()}


def stored_version(connection: Connection) -> str | None:
    """The version of the tables in a database; None if there are none."""
    return MigrationContext.configure(connection).get_current_revision()


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    return config
