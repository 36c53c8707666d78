"""Game files as a terminal uses them: one game of a file by its number, replayed, up to a turn; and writing one."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from barragoon.action import Turn
from barragoon.errors import BarragoonError
from barragoon.game import Game
from barragoon.position import Position
from barragoon.terminal.atomic_file import replace_file
from barragoon.terminal.failure import FailureError

if TYPE_CHECKING:
    from barragoon.record import Record, RecordError

STANDARD = "-"
"""The name by which stdin and stdout are given on the command line."""

SUFFIX = ".bgn"


# -- reading ---------------------------------------------------------------------------------------------------


def records(path: Path) -> Iterator[Record]:
    """The games of a file, or of stdin for ``-``, with their errors."""
    from barragoon.record import read_records

    reject_directory(path)
    return read_records(sys.stdin.buffer if str(path) == STANDARD else path)


def reject_directory(path: Path) -> None:
    """Fail where a directory is named instead of a file."""
    if path.is_dir():
        raise FailureError(f"{path}: a file of games was expected, and this is a directory")


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
    """An error with its line and column, as editors understand it: ``file:line:column: sentence``."""
    return f"{path}:{error.line}:{error.column}: {error.sentence}"


def replayed(record: Record, path: Path) -> Game:
    """A record as a game; an error names the file, the line and the column."""
    try:
        return record.game()
    except BarragoonError as error:
        found = record.check()
        raise FailureError(located(path, found) if found else f"{path}: {error}") from None


def read_game(path: Path, number: int) -> tuple[Game, dict[str, str], bool]:
    """A game of a file, its tags, and whether writing it back would lose nothing of the file."""
    from barragoon.record import Record

    record = pick(path, number)
    game = replayed(record, path)
    alone = sum(1 for _ in records(path)) == 1
    return game, record.tags.free, alone and Record.from_game(game, record.tags) == record


# -- moments of a game -----------------------------------------------------------------------------------------


def moment(game: Game, turn: int | None) -> tuple[Position, Turn | None]:
    """The position after so many turns, by default after all that was played, and the turn that led there."""
    if turn is None:
        return game.position, game.unfinished or (game.turns[-1] if game.turns else None)
    if turn > len(game.turns):
        raise FailureError(f"--turn {turn}: the game has {len(game.turns)} whole turns")
    position = before_first_turn(game) if turn else game.start
    for past in game.turns[:turn]:
        position = position.play_turn(past)
    return position, game.turns[turn - 1] if turn else None


def before_first_turn(game: Game) -> Position:
    """The position before the first whole turn: the start, unless barragoons were in hand there."""
    position = game.start
    for action in game.actions[: len(game.start.hands)]:
        position = position.play(action)
    return position


# -- writing ---------------------------------------------------------------------------------------------------


def write_game(game: Game, tags: Mapping[str, str], path: Path) -> None:
    """Write a file of one game."""
    from barragoon.record import Record

    replace_file([str(Record.from_game(game, tags)).encode()], path)


def today() -> str:
    """The date as game files write it."""
    return datetime.now(UTC).astimezone().strftime("%Y.%m.%d")
