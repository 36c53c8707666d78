"""``barragoon lab summarise``, ``report``, ``openings``, ``values``, ``query``, ``sample``: what stored games say."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from barragoon.cli.lab.sources import AsJson, Sources, load_sources, sentences, show
from barragoon.cli.output import say, say_json, write_whole
from barragoon.cli.packages import require
from barragoon.terminal.failure import FailureError

Root = Annotated[Path, typer.Argument(metavar="ROOT", help="The folder of all data sets.")]


def summarise(sources: Sources, *, to: Annotated[Path, typer.Option(help="The folder to write them to.")]) -> None:
    """Count what the tables need, so that the games themselves need not be kept: a small file for each data set.

    Summaries of other shards and of other sessions can be added: give all of them to 'lab report'.
    """
    summaries = load_sources(sources)
    from barragoon.lab.summary import SUFFIX

    to.mkdir(parents=True, exist_ok=True)
    for summary in summaries:
        file = to / f"{summary.name}{SUFFIX}"
        write_whole(summary.to_json().encode(), str(file))
        say(f"{file}: {summary.games:,} games")


def report(
    sources: Sources,
    *,
    into: Annotated[
        Path | None, typer.Option(metavar="PAGE", help="Fill the tables into this Markdown file, where it marks them.")
    ] = None,
    charts: Annotated[Path | None, typer.Option(metavar="FOLDER", help="Write the charts here, as SVG.")] = None,
    as_json: AsJson = False,
) -> None:
    """Make all tables and charts of the theory: of games, of summaries, or of both."""
    summaries = load_sources(sources)
    from barragoon.lab.report import make_report

    made = make_report(summaries)
    if into:
        try:
            page = made.fill(into.read_text("utf-8"))
        except ValueError as error:
            raise FailureError(f"{into}: {error}") from None
        write_whole(page.encode(), str(into))
    else:
        show(made.tables, as_json=as_json)
    if charts:
        charts.mkdir(parents=True, exist_ok=True)
        for name, picture in made.charts.items():
            write_whole(picture.encode(), str(charts / name))


def openings(
    sources: Sources,
    *,
    turns: Annotated[int, typer.Option(min=1, max=6, help="How many turns an opening has.")] = 2,
    fewest: Annotated[int, typer.Option(min=1, help="Leave out what came up less often.")] = 30,
    explorer: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the tree of openings for the page here instead.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show openings: how often each came up and White's share of the points, with its Wilson interval.

    An opening stands for its mirror image too.
    """
    summaries = load_sources(sources)
    if explorer is None:
        from barragoon.lab import tables

        show({"openings": tables.openings(summaries, turns, fewest)}, as_json=as_json)
        return
    from barragoon.lab.explorer import MOST_BYTES, explorer_table, gzipped_size

    text = explorer_table(summaries, fewest)
    if (size := gzipped_size(text)) > MOST_BYTES:
        raise FailureError(f"the table would have {size:,} bytes gzipped, more than {MOST_BYTES:,}: raise --fewest")
    write_whole(text.encode(), str(explorer))
    say(f"{explorer}: {size:,} bytes gzipped")


def values(sources: Sources, *, as_json: AsJson = False) -> None:
    """Show what tiles, the turn and placements are worth, phase by phase."""
    summaries = load_sources(sources)
    from barragoon.lab import tables

    made = {
        "values": tables.values(summaries),
        "score_meaning": tables.score_meaning(summaries),
        "placements": tables.placements(summaries),
        "placement_symbols": tables.placement_symbols(summaries),
    }
    show(made, as_json=as_json)


def query(
    root: Root,
    question: Annotated[str, typer.Argument(metavar="SQL", help="A question to the table 'games'.")],
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Write the rows as JSON.")] = False,
) -> None:
    """Ask stored games in SQL: columns are those of a shard, one row a game."""
    require("duckdb", "lab", "barragoon lab query")
    from barragoon.lab.query import QueryError, ask

    try:
        with sentences():
            columns, rows = ask(root, question)
    except QueryError as error:
        raise FailureError(str(error)) from None
    if as_json:
        say_json([dict(zip(columns, row, strict=True)) for row in rows])
    else:
        for row in [columns, *rows]:
            say("\t".join(map(str, row)))


def sample(
    root: Root,
    target: Annotated[Path, typer.Argument(metavar="TARGET", help="The folder for the sample.")],
    *,
    games: Annotated[int, typer.Option(min=1, help="How many games, of all data sets together.")] = 2_000,
) -> None:
    """Draw games by lot into a small copy from which all tables can be made."""
    with sentences():
        from barragoon.lab.sample import make_sample

        say(f"{make_sample(root, target, games):,} games")
