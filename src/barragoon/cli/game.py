"""``barragoon game``: check, show, list, filter and convert game files."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from barragoon.cli import game_filter
from barragoon.cli.exit_code import BAD_INPUT, NO
from barragoon.cli.game_forms import OUTPUT_HELP, facts_of, form_of
from barragoon.cli.output import complain, say, say_json, write_pieces
from barragoon.cli.position import draw
from barragoon.cli.progress import tracked_records
from barragoon.game import Game
from barragoon.terminal.failure import FailureError
from barragoon.terminal.files import STANDARD, located, moment, pick, records, replayed

if TYPE_CHECKING:
    from barragoon.record import Record

app = typer.Typer(help="Check, show, list, filter and convert game files (.bgn).", no_args_is_help=True)
app.command("list")(game_filter.list_games)
app.command("filter")(game_filter.filter_games)

GameFile = Annotated[Path, typer.Argument(metavar="FILE", help="A file of games; - reads stdin.")]


# -- check -----------------------------------------------------------------------------------------------------


@app.command()
def check(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Files of games; - reads stdin.")],
    *,
    as_json: Annotated[
        bool,
        typer.Option(
            "--json",
            help="Write JSON, a list of files: file, games, errors (each with game, line, column, fault, sentence).",
        ),
    ] = False,
) -> None:
    """Read all games, play them through, and list what is wrong as file:line:column: sentence; exit code 1 if any."""
    reports = [_report(file, aloud=not as_json) for file in files]
    if as_json:
        say_json(reports)
    if any(report["errors"] for report in reports):
        raise typer.Exit(NO)


def _report(file: Path, *, aloud: bool) -> dict[str, Any]:
    """What was found in a file; ``aloud`` writes each error as soon as it is found."""
    games, errors = 0, []
    for games, record in enumerate(tracked_records(file, f"Checking {file.name}"), 1):
        for line, fault in _faults(record, games, file):
            errors.append(fault)
            if aloud:
                say(line)
    if aloud:
        say(f"{file}: {_count(games, 'game')}, {_count(len(errors), 'error')}")
    return {"file": str(file), "games": games, "errors": errors}


def _faults(record: Record, number: int, file: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every error of a game as a line and as facts; one that can be read is played through as well."""
    against = None if record.errors else record.check()
    for error in [against] if against else record.errors:
        where = {"game": number, "line": error.line, "column": error.column}
        yield located(file, error), where | {"fault": error.fault.value, "sentence": error.sentence}


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


# -- show ------------------------------------------------------------------------------------------------------


@app.command()
def show(  # noqa: PLR0913 - one parameter an option
    file: GameFile,
    *,
    number: Annotated[int | None, typer.Option("--game", min=1, help="Which game of the file.")] = None,
    turn: Annotated[int | None, typer.Option(min=0, help="Show the board after this many turns.")] = None,
    ascii_only: Annotated[bool, typer.Option("--ascii", help="Draw with ASCII characters only.")] = False,
    flip: Annotated[bool, typer.Option("--flip", help="Put Brown's side at the bottom.")] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Write JSON: tags, start, turns, fen (the board shown), result, outcome.")
    ] = False,
) -> None:
    """Show a game: its header, the board and the turns; without --game a file of several games is listed."""
    if number is None and turn is None and not as_json and (several := _listed(file)):
        say("\n".join(several))
        return
    record = pick(file, number or 1)
    game = replayed(record, file)
    position, last = moment(game, turn)
    if as_json:
        say_json(facts_of(record, game) | {"fen": position.to_fen()})
        return
    say(_header(record))
    say(draw(position, ascii_only=ascii_only, flip=flip))
    say(f"\n{_where(game, turn)}" + (f", last {last}" if last else ""))
    say("\n".join(_turn_list(game)))


def _listed(file: Path) -> list[str]:
    """One line a game, if there are several; stdin can be read only once and is never listed."""
    if str(file) == STANDARD:
        return []
    lines = [f"{number:>4}  {_title(record)}" for number, record in enumerate(records(file), 1)]
    return lines if len(lines) > 1 else []


def _title(record: Record) -> str:
    tags, errors = record.tags, len(record.errors)
    players = f"{tags['White']} - {tags['Brown']}"
    wrong = f", {_count(errors, 'error')}" if errors else ""
    return f"{players}, {tags['Date']}, {record.result}, {_count(record.turn_count, 'turn')}{wrong}"


def _header(record: Record) -> str:
    tags = {name: value for name, value in record.all_tags().items() if value.strip("?.")}
    width = max(map(len, tags))
    return "\n".join(f"{name:<{width}}  {value}" for name, value in tags.items()) + "\n"


def _where(game: Game, turn: int | None) -> str:
    from barragoon.terminal.phrases import headline

    return headline(game) if turn is None else f"After {_count(turn, 'turn')} of {len(game.turns)}"


def _turn_list(game: Game) -> list[str]:
    from barragoon.terminal.phrases import numbered_turns

    return numbered_turns(game)


# -- convert ---------------------------------------------------------------------------------------------------


@app.command()
def convert(
    file: GameFile,
    *,
    output: Annotated[str, typer.Option("--output", "-o", metavar="OUT", help=OUTPUT_HELP)],
    keep_going: Annotated[
        bool, typer.Option("--keep-going", help="Convert what can be read of a file with errors.")
    ] = False,
) -> None:
    """Write the games of a file in another form.

    .bgn: the same games in the usual layout. .json: a list of games, each with tags, start, turns (the main line),
    result and outcome. .fen: the positions of the main lines, one a line, an empty line between games. .jsonl: one game
    a line, with comments and variations. .parquet: a table with a row for each game.

    A file with errors is not converted without --keep-going: they are listed, and the exit code is 2.
    """
    form = form_of(output)
    source = _sound_records(file, keep_going=keep_going, shown=output != STANDARD)
    write_pieces(form(source, file), output)


def _sound_records(file: Path, *, keep_going: bool, shown: bool) -> Iterator[Record]:
    """The games one by one; after the first error only errors are looked for, unless ``keep_going`` is set."""
    empty, broken = True, False
    source = tracked_records(file, f"Converting {file.name}") if shown else records(file)
    for record in source:
        for error in record.errors:
            complain(located(file, error))
        empty, broken = False, broken or bool(record.errors)
        if keep_going or not broken:
            yield record
    if broken and not keep_going:
        raise typer.Exit(BAD_INPUT)
    if empty:
        raise FailureError(f"{file}: there is no game in this file")
