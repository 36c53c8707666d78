"""How a tile runs from its start to its target.

The one idea behind move generation: a position leaves some *crossings* open (a square, the heading in, the
heading out), and a path needs some crossings. A move can be made when all that one of its paths needs is open.
Both sets are integers, twelve bits a square, so that the test is one ``&``.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from typing import NamedTuple

from barragoon.action import Move
from barragoon.cell import CELLS
from barragoon.face import CROSSINGS, Crossing, Face
from barragoon.heading import Heading
from barragoon.square import Square

_NUMBERS = {crossing: number for number, crossing in enumerate(CROSSINGS)}
_HEX_DIGITS = len(CROSSINGS) // 4


@dataclass(frozen=True)
class Path:
    """One path: all squares from the start to the target, both included.

    >>> path = paths(Square.D2, Square.E4)[0]
    >>> [str(square) for square in path.squares], str(path.corner)
    (['d2', 'd3', 'd4', 'e4'], 'd4')
    """

    squares: tuple[Square, ...]
    headings: tuple[Heading, ...]

    @cached_property
    def crossings(self) -> tuple[tuple[Square, Crossing], ...]:
        """The squares between start and target, with how each is crossed."""
        return tuple(
            (square, Crossing(entering, leaving))
            for square, entering, leaving in zip(self.squares[1:-1], self.headings[:-1], self.headings[1:], strict=True)
        )

    @cached_property
    def corner(self) -> Square | None:
        """The square on which the tile turns, if it turns."""
        return next((square for square, crossing in self.crossings if crossing.is_turn), None)

    @cached_property
    def needs(self) -> int:
        """The crossings that must be open, as a set of bits."""
        return sum(1 << square * len(CROSSINGS) + _NUMBERS[crossing] for square, crossing in self.crossings)

    def __len__(self) -> int:
        """Count the steps: the start does not count, the target does."""
        return len(self.headings)


class Reach(NamedTuple):
    """A target at some distance from a start, with what its paths need; a straight line names its one path twice."""

    target: int  # the square as a plain number, which indexes a board faster
    move: Move
    needs: int
    or_needs: int


@cache
def paths(start: Square, target: Square) -> tuple[Path, ...]:
    """Every path from start to target with at most one turn: one when they are in line, else two."""
    across = Heading.EAST if target.file > start.file else Heading.WEST
    along = Heading.NORTH if target.rank > start.rank else Heading.SOUTH
    east = (across,) * abs(target.file - start.file)
    north = (along,) * abs(target.rank - start.rank)
    return tuple(_path(start, headings) for headings in dict.fromkeys((north + east, east + north)) if headings)


def _path(start: Square, headings: tuple[Heading, ...]) -> Path:
    squares = [start]
    for heading in headings:
        square = squares[-1].step(heading)
        assert square is not None, "a path between two squares of the board stays on it"
        squares.append(square)
    return Path(tuple(squares), headings)


@cache
def reach(start: int, length: int) -> tuple[Reach, ...]:
    """All targets exactly ``length`` steps away."""
    origin = Square(start)
    return tuple(
        Reach(int(target), Move(origin, target), found[0].needs, found[-1].needs)
        for target in Square
        if origin.distance(target) == length
        for found in (paths(origin, target),)
    )


def _blocked_by(character: str) -> int:
    match CELLS[character]:
        case None:
            allowed = frozenset(CROSSINGS)
        case Face() as face:
            allowed = face.crossings
        case _:  # tiles can't be crossed
            allowed = frozenset()
    return sum(1 << number for crossing, number in _NUMBERS.items() if crossing not in allowed)


_BLOCKED_DIGITS = {ord(character): f"{_blocked_by(character):0{_HEX_DIGITS}x}" for character in CELLS}


def blocked_crossings(board: str) -> int:
    """The crossings that a board blocks, as a set of bits; a path is open when it needs none of them.

    Each square spells its blocked crossings as three hexadecimal digits, so the whole set is one number.
    """
    return int(board[::-1].translate(_BLOCKED_DIGITS), 16)
