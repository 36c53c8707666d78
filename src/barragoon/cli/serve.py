"""``barragoon serve``: the page and the server for games between people."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from barragoon.cli.output import say
from barragoon.cli.packages import require
from barragoon.terminal.failure import FailureError


def serve(
    *,
    host: Annotated[str | None, typer.Option(help="The address to listen on; 0.0.0.0 lets others in.")] = None,
    port: Annotated[int | None, typer.Option(min=0, max=65535, help="The port; 8000, if nothing else is said.")] = None,
    data: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Where games are kept; a folder of the user's, if not given.")
    ] = None,
    database: Annotated[
        str | None,
        typer.Option(metavar="URL", help="postgresql://… for many processes; a file in the data folder, if not given."),
    ] = None,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Do not open the page.")] = False,
) -> None:
    """Serve the page, and games between people, at http://127.0.0.1:8000; needs no configuration.

    Other settings come from the environment (BARRAGOON_...) or a file, see docs/server.md. Ctrl-C stops it; games stay.
    """
    require("uvicorn", "server", "barragoon serve")
    from barragoon.server.process import ServerFailedError
    from barragoon.server.run import run
    from barragoon.server.settings import SettingsError, load_settings

    asked = {"host": host, "port": port, "data": None if data is None else str(data), "database": database}
    try:
        settings = load_settings({name: value for name, value in asked.items() if value is not None}, os.environ)
        run(settings, browser=not no_browser and sys.stdout.isatty(), announce=say)
    except (SettingsError, ServerFailedError) as error:
        raise FailureError(str(error)) from error
