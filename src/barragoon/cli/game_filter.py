"""``barragoon game list`` and ``barragoon game filter``: large files of games, of which some are wanted."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from barragoon.cli.game_forms import OUTPUT_HELP, REPLAYED, form_of, suffix_of
from barragoon.cli.output import complain, say, write_pieces
from barragoon.cli.progress import tracked_headers, tracked_records
from barragoon.outcome import Reason
from barragoon.terminal.failure import FailureError
from barragoon.terminal.files import STANDARD, located

if TYPE_CHECKING:
    from barragoon.record import Headers, Record, RecordError, Selection

_RESULTS = ("1-0", "0-1", "1/2-1/2", "*")


def list_games(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file of games; - reads stdin.")],
    *,
    as_json: Annotated[
        bool, typer.Option("--json", help="Write one JSON object a line for each game: game, line, tags.")
    ] = False,
) -> None:
    """List the games of a file by their tags, as the file has them: the turns are not read."""
    for number, headers in enumerate(tracked_headers(file, f"Reading {file.name}"), 1):
        if as_json:
            facts = {"game": number, "line": headers.line, "tags": headers.tags}
            say(json.dumps(facts, ensure_ascii=False, separators=(",", ":")))
        else:
            say(f"{number:>4}  {_title(headers)}")


def _title(headers: Headers) -> str:
    tags = headers.tags
    return f"{tags['White']} - {tags['Brown']}, {tags['Date']}, {headers.result}"


def filter_games(  # noqa: PLR0913 - one parameter an option
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file of games; - reads stdin.")],
    *,
    output: Annotated[str, typer.Option("--output", "-o", metavar="OUT", help=OUTPUT_HELP)] = STANDARD,
    player: Annotated[str | None, typer.Option(metavar="NAME", help="A part of either player's name.")] = None,
    white: Annotated[str | None, typer.Option(metavar="NAME", help="A part of White's name.")] = None,
    brown: Annotated[str | None, typer.Option(metavar="NAME", help="A part of Brown's name.")] = None,
    tag: Annotated[
        list[str] | None, typer.Option(metavar="NAME=VALUE", help="A tag and just what it holds; may come again.")
    ] = None,
    result: Annotated[
        list[str] | None, typer.Option(metavar="RESULT", help="1-0, 0-1, 1/2-1/2 or *; may come again.")
    ] = None,
    reason: Annotated[
        list[str] | None, typer.Option(metavar="REASON", help="Why the game ended, as the tag Termination says it.")
    ] = None,
    min_turns: Annotated[int | None, typer.Option(min=0, help="At least so many turns.")] = None,
    max_turns: Annotated[int | None, typer.Option(min=0, help="At most so many turns.")] = None,
) -> None:
    """Write those games of a file that are asked for, in any form that convert knows.

    A game must be all that the options ask; of one that may come again, one value is enough, and every tag must agree.
    Games with errors are named on stderr and left out. Memory holds one game at a time, for Parquet a thousand.
    """
    from barragoon.record import Selection

    form = form_of(output)
    selection = Selection(
        player, white, brown, _tags(tag or []), _results(result or []), _reasons(reason or []), min_turns, max_turns
    )
    chosen = _chosen(file, selection, shown=output != STANDARD, replay=suffix_of(output) in REPLAYED)
    write_pieces(form(chosen, file), output)


def _tags(written: list[str]) -> dict[str, str]:
    tags = {}
    for text in written:
        name, equals, value = text.partition("=")
        if not equals:
            raise FailureError(f"--tag: {text!r} is not a name and a value, such as Event=Open")
        tags[name] = value
    return tags


def _results(written: list[str]) -> frozenset[str]:
    for text in written:
        if text not in _RESULTS:
            raise FailureError(f"--result: {text!r} is none of {', '.join(_RESULTS)}")
    return frozenset(written)


def _reasons(written: list[str]) -> frozenset[Reason]:
    known = {reason.value: reason for reason in Reason}
    for text in written:
        if text not in known:
            raise FailureError(f"--reason: {text!r} is none of {', '.join(known)}")
    return frozenset(known[text] for text in written)


def _chosen(file: Path, selection: Selection, *, shown: bool, replay: bool) -> Iterator[Record]:
    """The games that are asked for and have no errors; how many were left out is said at the end."""
    written = broken = 0
    what = f"Filtering {file.name}" if shown else None
    for record in tracked_records(file, what, where=selection.may_accept):
        if errors := _errors(record, replay=replay):
            broken += 1
            complain(located(file, errors[0]))
        elif selection.accepts(record):
            written += 1
            yield record
    left_out = f", {broken} left out because of errors" if broken else ""
    complain(f"{file}: {written} {'game' if written == 1 else 'games'} written{left_out}")


def _errors(record: Record, *, replay: bool) -> tuple[RecordError, ...]:
    against = record.check() if replay and not record.errors else None
    return (against,) if against else record.errors
