"""``barragoon lab puzzles``: puzzles out of stored games."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from barragoon.cli.lab.sources import sentences
from barragoon.cli.output import complain
from barragoon.terminal.failure import FailureError


def puzzles(
    root: Annotated[Path, typer.Argument(metavar="ROOT", help="The folder of all data sets.")],
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file to add them to.")],
    *,
    games: Annotated[int | None, typer.Option(min=1, help="Look at so many games of each shard only.")] = None,
) -> None:
    """Mine puzzles to win: where the search of a game saw a win, the solver proves it and that one first move wins.

    One puzzle at most of each length and game. The file has the form of tools/mine_puzzles.py, and
    tools/check_puzzles.py proves it again; it grows by whole shards, and a run goes on with those that are missing.
    """
    if not root.is_dir():
        raise FailureError(f"{root}: there is no such folder")
    with sentences():
        from barragoon.lab.puzzles import mine_shards

        mine_shards(root, file, games, lambda name, done, found: complain(f"{name}: {done} games, {found} puzzles"))
