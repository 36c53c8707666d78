"""The command line: one file a command, all of them gathered here."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from pathlib import Path
from typing import Annotated

import typer

from barragoon import __version__
from barragoon.cli import admin, analyse, game, lab, match, perft, play, position, render, serve, solve, ubi, work
from barragoon.cli.exit_code import exit_code_of

app = typer.Typer(
    name="barragoon",
    help="The board game Barragoon: play it, draw it, read and check its games.",
    epilog="Exit codes: 0 all well, 1 the answer is no (a count differs, a game file has errors, there is no win), "
    "2 the input or an option can't be used, 3 the limit was reached before an answer, 130 interrupted, "
    "141 nobody reads the output.",
    add_completion=False,
    rich_markup_mode="markdown",  # so that paragraphs flow
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("play")(play.play)
app.command("serve")(serve.serve)
app.command("work")(work.work)
app.add_typer(admin.app, name="admin")
app.command("position")(position.position)
app.command("render")(render.render)
app.add_typer(game.app, name="game")
app.command("perft")(perft.perft)
app.command("analyse")(analyse.analyse)
app.command("solve")(solve.solve)
app.command("match")(match.match)
app.command("ubi")(ubi.ubi)
app.add_typer(lab.app, name="lab")


def _tell_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"barragoon {__version__}")
        raise typer.Exit


@app.callback()
def _barragoon(
    *,
    version: Annotated[
        bool, typer.Option("--version", callback=_tell_version, is_eager=True, help="Say which version this is.")
    ] = False,
) -> None:
    pass


def run(arguments: Sequence[str]) -> int:
    """Run a command and return its exit code; whatever goes wrong is one sentence on stderr."""
    return exit_code_of(
        lambda: app([*arguments] or ["--help"], prog_name="barragoon", standalone_mode=False),
        as_json=[*arguments[:1]] == ["admin"] and "--json" in arguments,
    )


def main() -> None:
    """Be the program ``barragoon``."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a name the terminal can't show stops nothing
    if sys.stdout is None:  # the shell closed it
        sys.stdout = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - until the program ends
    sys.exit(run(sys.argv[1:]))
