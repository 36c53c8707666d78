"""``barragoon perft``: count action sequences, or check a table of counts."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Annotated, TypeAlias

import typer

from barragoon.cli.arguments import read_position, read_text
from barragoon.cli.exit_code import NO
from barragoon.cli.output import say, say_json
from barragoon.cli.progress import tracked
from barragoon.errors import BarragoonError
from barragoon.position import Position
from barragoon.terminal.failure import FailureError

DEEPEST = 20
"""No machine counts deeper; a larger number is a slip of the finger."""

_COUNT = re.compile(r"[0-9]{1,30}")

Counter: TypeAlias = Callable[[Position, int], int]


class Generator(Enum):
    """Which implementation of the rules counts."""

    PYTHON = "python"
    NATIVE = "native"

    def counter(self) -> Counter:
        """The function that counts."""
        if self is Generator.PYTHON:
            from barragoon.perft import perft as count

            return count
        from barragoon.engine import Engine

        return Engine().perft


@dataclass(frozen=True)
class Row:
    """A line of a table: a position with its counts from depth 1 on."""

    line: int
    fen: str
    counts: tuple[int, ...]


def perft(  # noqa: PLR0913 - one parameter an option
    depth: Annotated[int | None, typer.Argument(metavar="DEPTH", min=0, max=DEEPEST, help="How deep.")] = None,
    *,
    fen: Annotated[str | None, typer.Option(help="The position to count from; by default the closed start.")] = None,
    open_start: Annotated[bool, typer.Option("--open", help="Count from the start of the open variant.")] = False,
    divide: Annotated[bool, typer.Option("--divide", help="Show the count behind each first action.")] = False,
    table: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Check a file of lines FEN;count 1;count 2;… up to DEPTH (or all)."),
    ] = None,
    engine: Annotated[
        Generator, typer.Option(help="Who counts: the rules in Python, or the compiled engine.")
    ] = Generator.PYTHON,
    as_json: Annotated[
        bool, typer.Option("--json", help="Write JSON: fen, depth, leaves, seconds and, with --divide, divide.")
    ] = False,
) -> None:
    """Count the sequences of atomic actions that are legal: the usual measure of move generators.

    With --table the exit code is 1 at the first count that differs. Its JSON holds table, positions, leaves, seconds
    and difference: null, or line, fen, depth, expected and counted.
    """
    count = engine.counter()
    if table is not None:
        if fen is not None or open_start or divide:
            raise FailureError("--table brings its own positions: leave out --fen, --open and --divide")
        _check_table(table, depth, count, as_json=as_json)
    elif depth is None:
        raise FailureError("DEPTH is missing: say how deep to count, as in barragoon perft 4")
    else:
        _count(read_position(fen, open_start=open_start), depth, count, divide=divide, as_json=as_json)


# -- counting --------------------------------------------------------------------------------------------------


def _count(position: Position, depth: int, count: Counter, *, divide: bool, as_json: bool) -> None:
    started = time.perf_counter()
    parts = _divided(position, depth, count)
    seconds = time.perf_counter() - started
    leaves = sum(parts.values()) if depth else 1
    if as_json:
        result = {"fen": position.to_fen(), "depth": depth, "leaves": leaves, "seconds": round(seconds, 6)}
        say_json(result | ({"divide": parts} if divide else {}))
        return
    if divide:
        for action, number in parts.items():
            say(f"{action:<6}{number:>15,}")
    say(f"depth {depth}: {leaves:,} leaves{_speed(leaves, seconds)}")


def _divided(position: Position, depth: int, count: Counter) -> dict[str, int]:
    """The count behind each first action: perft itself, split so that progress can be shown."""
    if depth == 0:
        return {}
    actions = sorted(position.legal_actions())
    return {str(action): count(position.after(action), depth - 1) for action in tracked(actions, "Counting")}


def _speed(leaves: int, seconds: float) -> str:
    return f" in {seconds:.2f} s, {leaves / max(seconds, 1e-6):,.0f} leaves/s"


# -- checking a table ------------------------------------------------------------------------------------------


def _check_table(path: Path, depth: int | None, count: Counter, *, as_json: bool) -> None:
    rows = list(_rows(path))
    if not rows:
        raise FailureError(f"{path}: there is no position in this table, and lines FEN;28;784;… were expected")
    started = time.perf_counter()
    leaves, difference = _compare(rows, path, depth, count)
    seconds = time.perf_counter() - started
    if as_json:
        facts: dict[str, object] = {"table": str(path), "positions": len(rows), "leaves": leaves}
        say_json(facts | {"seconds": round(seconds, 6), "difference": difference})
    elif difference is None:
        say(f"{path}: {len(rows)} positions agree, {leaves:,} leaves{_speed(leaves, seconds)}")
    else:
        where = f"{path}:{difference['line']}: depth {difference['depth']}"
        say(f"{where}: {difference['expected']:,} expected, {difference['counted']:,} counted")
    if difference is not None:
        raise typer.Exit(NO)


def _compare(
    rows: Sequence[Row], path: Path, depth: int | None, count: Counter
) -> tuple[int, dict[str, int | str] | None]:
    """Count every position; how many leaves were counted, and the first difference."""
    leaves = 0
    for row in tracked(rows, f"Checking {path.name}"):
        position = _position_of(row, path)
        for level, expected in enumerate(row.counts[:depth], 1):
            counted = count(position, level)
            leaves += counted
            if counted != expected:
                where: dict[str, int | str] = {"line": row.line, "fen": row.fen, "depth": level}
                return leaves, where | {"expected": expected, "counted": counted}
    return leaves, None


def _position_of(row: Row, path: Path) -> Position:
    try:
        return Position.from_fen(row.fen)
    except BarragoonError as error:
        raise FailureError(f"{path}:{row.line}: {error}") from None


def _rows(path: Path) -> Iterator[Row]:
    for number, text in enumerate(read_text(path).splitlines(), 1):
        if text.strip() and not text.startswith("#"):
            yield _row(path, number, text)


def _row(path: Path, number: int, text: str) -> Row:
    fen, *counts = (field.strip() for field in text.split(";"))
    if not counts or not all(_COUNT.fullmatch(field) for field in counts):
        raise FailureError(f"{path}:{number}: a FEN and counts, FEN;28;784;…, were expected")
    if len(counts) > DEEPEST:
        raise FailureError(f"{path}:{number}: {len(counts)} counts, and at most {DEEPEST} were expected")
    return Row(number, fen, tuple(int(field) for field in counts))
