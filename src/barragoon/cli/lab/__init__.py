"""``barragoon lab``: games by the hundred thousand and what they say. One module a group of commands."""

from __future__ import annotations

import typer

from barragoon.cli.lab import analysis, play, puzzles

app = typer.Typer(
    help="Play games by the hundred thousand and learn from them: openings, values, puzzles, a report.",
    epilog="A data set is a folder below the root, one for each variant, express stages and number of nodes. What was "
    "played stays: run a command again and it goes on. Exit codes: 0 done, 2 it can't be done, 130 interrupted.",
    no_args_is_help=True,
)
app.command("play")(play.play)
app.command("summarise")(analysis.summarise)
app.command("report")(analysis.report)
app.command("openings")(analysis.openings)
app.command("values")(analysis.values)
app.command("puzzles")(puzzles.puzzles)
app.command("query")(analysis.query)
app.command("sample")(analysis.sample)
