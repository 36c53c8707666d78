"""The games of a file, as commands ask for them: by number, replayed, up to a turn."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from barragoon.action import Turn
from barragoon.cli.failing import FailureError
from barragoon.cli.output import STANDARD
from barragoon.cli.progress import tracked_lines
from barragoon.errors import BarragoonError
from barragoon.game import Game
from barragoon.position import Position

if TYPE_CHECKING:
    from barragoon.record import Record, RecordError


def records(path: Path) -> Iterator[Record]:
    """The games of a file, or of stdin for ``-``, with their errors."""
    from barragoon.record import read_records

    _refuse_directory(path)
    return read_records(sys.stdin.buffer if str(path) == STANDARD else path)


def _refuse_directory(path: Path) -> None:
    if path.is_dir():
        raise FailureError(f"{path}: a file of games was expected, and this is a directory")


def tracked_records(path: Path, what: str) -> Iterator[Record]:
    """The games of a file like :func:`records`; how much of it has been read is shown meanwhile."""
    from barragoon.record import read_records

    _refuse_directory(path)
    if str(path) == STANDARD:
        yield from read_records(tracked_lines(sys.stdin.buffer, what, None))
        return
    with path.open("rb") as file:
        yield from read_records(tracked_lines(file, what, path))


def pick(path: Path, number: int) -> Record:
    """One game of a file, by its number from 1; its first error is raised."""
    count = 0
    for count, record in enumerate(records(path), 1):
        if count == number:
            for error in record.errors:
                raise FailureError(located(path, error))
            return record
    there = {0: "no game", 1: "one game"}.get(count, f"{count} games")
    raise FailureError(f"{path}: there is {there} in this file, and game {number} was asked for")


def located(path: Path, error: RecordError) -> str:
    """An error with its place, as editors understand it: ``file:line:column: sentence``."""
    return f"{path}:{error.line}:{error.column}: {error.sentence}"


def replayed(record: Record, path: Path) -> Game:
    """A record as a game; what the rules say against it names the file and the place."""
    try:
        return record.game()
    except BarragoonError as error:
        found = record.check()
        raise FailureError(located(path, found) if found else f"{path}: {error}") from None


def moment(game: Game, turn: int | None) -> tuple[Position, Turn | None]:
    """The position after so many turns, by default after all that was played, and the turn that led there."""
    if turn is None:
        return game.position, game.unfinished or (game.turns[-1] if game.turns else None)
    if turn > len(game.turns):
        raise FailureError(f"--turn {turn}: the game has {len(game.turns)} whole turns")
    position = opening(game) if turn else game.start
    for past in game.turns[:turn]:
        position = position.play_turn(past)
    return position, game.turns[turn - 1] if turn else None


def opening(game: Game) -> Position:
    """The position before the first whole turn: the start, unless barragoons were in hand there."""
    position = game.start
    for action in game.actions[: len(game.start.hands)]:
        position = position.play(action)
    return position
