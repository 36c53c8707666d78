"""``barragoon work``: what one process does for all that share a database."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from barragoon.cli.output import say
from barragoon.cli.packages import require
from barragoon.terminal.failure import FailureError


def work(
    *,
    database: Annotated[str | None, typer.Option(metavar="URL", help="The database: postgresql://…")] = None,
) -> None:
    """Look after the clocks of all games, and all else that one process does for many 'barragoon serve'.

    Without a worker, one of those that serve does it. Settings are those of 'barragoon serve'.
    """
    require("uvicorn", "server", "barragoon work")
    from barragoon.server.process import ServerFailedError
    from barragoon.server.settings import SettingsError, load_settings
    from barragoon.server.work import run_worker

    given = {} if database is None else {"database": database}
    try:
        run_worker(load_settings(given, os.environ), announce=say)
    except (SettingsError, ServerFailedError) as error:
        raise FailureError(str(error)) from error
