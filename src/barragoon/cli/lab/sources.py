"""Where the commands of the lab take their figures from: folders with games, and summaries of games."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from barragoon.cli.output import say, say_json
from barragoon.cli.packages import require
from barragoon.terminal.failure import FailureError

if TYPE_CHECKING:
    from barragoon.lab.summary import Summary
    from barragoon.lab.tables import Table

Sources = Annotated[
    list[Path], typer.Argument(metavar="SOURCE...", help="Folders with games or with summaries, or summary files.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Write the tables as JSON.")]


@contextmanager
def sentences() -> Iterator[None]:
    """What is wrong with stored games and summaries is one sentence for the user."""
    require("pyarrow", "lab", "barragoon lab")
    from barragoon.lab.data_set import DataSetError
    from barragoon.lab.replay import BrokenGameError
    from barragoon.lab.shard import ShardError
    from barragoon.lab.summary import SummaryError

    try:
        yield
    except (DataSetError, ShardError, SummaryError, BrokenGameError) as error:
        raise FailureError(str(error)) from None


def load_sources(paths: list[Path]) -> list[Summary]:
    """The summaries of all games in these places."""
    with sentences():
        from barragoon.lab.summary import load

        for path in paths:
            if not path.exists():
                raise FailureError(f"{path}: there is no such file or folder")
        return load(paths)


def show(tables: dict[str, Table], *, as_json: bool) -> None:
    """Write tables."""
    if as_json:
        say_json({name: [dict(zip(t.columns, row, strict=True)) for row in t.rows] for name, t in tables.items()})
        return
    for name, table in tables.items():
        say(f"## {name.replace('_', ' ')}\n\n{table.to_markdown()}")
