"""``barragoon lab play``: self-play games as Parquet shards."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from barragoon.cli.arguments import read_stages
from barragoon.cli.output import complain, say
from barragoon.cli.packages import require
from barragoon.game import Variant
from barragoon.terminal.failure import FailureError

if TYPE_CHECKING:
    from barragoon.lab.play import Progress
    from barragoon.lab.workers import PlayedShard

MOST_SEED = 4_000_000


def play(  # noqa: PLR0913 - one parameter an option
    root: Annotated[Path, typer.Argument(metavar="ROOT", help="The folder of all data sets.")],
    *,
    shards: Annotated[int, typer.Option(min=1, help="How many shards there shall be.")] = 10,
    first: Annotated[int, typer.Option(min=1, max=MOST_SEED, help="The number, and seed, of the first of them.")] = 1,
    games: Annotated[int, typer.Option(min=1, max=100_000, help="Games in a shard.")] = 1_000,
    nodes: Annotated[int, typer.Option(min=1, help="Nodes for each action.")] = 1_000,
    open_start: Annotated[bool, typer.Option("--open", help="Play the open variant.")] = False,
    express: Annotated[
        str | None, typer.Option(metavar="WB", help="Express stages of White and Brown, such as 01.")
    ] = None,
    cores: Annotated[int | None, typer.Option(min=1, help="Processes on this machine; all cores if not given.")] = None,
    ray: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Play on the Ray cluster at this address instead.")
    ] = None,
) -> None:
    """Let the engine play itself; each shard is a pure function of its number and of the options.

    Shards that are there already are not played again, so a run that was ended in any way is simply started again. A
    folder whose manifest says that its games were played otherwise is refused.
    """
    require("pyarrow", "lab", "barragoon lab")
    if ray:
        require("ray", "lab", "--ray")
    from barragoon.lab.data_set import DataSet, DataSetError
    from barragoon.lab.play import play_missing
    from barragoon.lab.recipe import Recipe
    from barragoon.lab.workers import WorkerError

    recipe = Recipe(
        variant=Variant.OPEN if open_start else Variant.CLOSED,
        stages=read_stages(express) or (0, 0),
        nodes=nodes,
        games=games,
    )
    seeds = range(first, first + shards)
    try:
        progress = play_missing(
            DataSet(root, recipe), seeds, cores=cores or os.cpu_count() or 1, ray_address=ray, report=_report
        )
    except (DataSetError, WorkerError) as error:
        raise FailureError(str(error)) from None
    if progress.games:
        where = f" on {len(progress.nodes)} nodes" if ray else ""
        say(f"{progress.games:,} games{where}, {progress.games_per_core_hour:,.0f} a core-hour")


def _report(progress: Progress, shard: PlayedShard | None) -> None:
    if shard is None:
        say(f"{progress.missing} of {progress.wanted} shards are to be played")
    else:
        complain(f"shard {shard.seed}: {progress.games:,} games, {progress.games_per_core_hour:,.0f} a core-hour")
