"""Options that several commands of ``barragoon admin`` take."""

from __future__ import annotations

import getpass
from pathlib import Path
from typing import Annotated

import typer

Data = Annotated[
    Path | None, typer.Option("--data", metavar="DIR", help="The server's data folder; the user's own, if not given.")
]
Database = Annotated[
    str | None,
    typer.Option("--database", metavar="URL", help="A PostgreSQL database (postgresql://...), instead of the setting."),
]
Json = Annotated[bool, typer.Option("--json", help="Write JSON.")]
Reason = Annotated[str, typer.Option("--reason", help="Why; it is written to the audit.")]
Operator = Annotated[
    str | None, typer.Option("--operator", help="Who does this; the user of this computer, if not given.")
]
Limit = Annotated[int, typer.Option("--limit", min=1, max=1000, help="How many at most.")]


def operator_name(given: str | None) -> str:
    """Who the audit says it was."""
    try:
        return given or getpass.getuser()
    except (OSError, KeyError):  # a container's user may have no name
        return "unknown"
