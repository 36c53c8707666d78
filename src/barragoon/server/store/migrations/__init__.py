"""The migrations of the tables, in order; run whenever the server starts."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection

FOLDER = Path(__file__).parent


class NewerDataError(Exception):
    """The data was written by a newer version of the server."""


def migrate(connection: Connection) -> None:
    """Bring the tables up to date, all steps or none."""
    config = Config()
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, ScriptDirectory.from_config(config).get_current_head() or "head")
    except CommandError as error:
        raise NewerDataError(str(error)) from error
