"""The shapes on the terminal's board: arrows on barragoons, pips on tiles, each a few characters in a box."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

from barragoon.face import Crossing, Face
from barragoon.heading import Heading

Rows: TypeAlias = tuple[str, ...]

SIDE = 3
"""Characters across the picture on a barragoon or a tile."""


@dataclass(frozen=True)
class Pen:
    """The characters that arrows are drawn with."""

    heads: str  # north, east, south, west
    upright: str
    level: str
    corners: tuple[str, str, str, str]  # opening to north and east, east and south, south and west, west and north
    slashes: tuple[str, str, str]  # rising, falling, crossed


UNICODE = Pen("▲►▼◄", "┃", "━", ("┗", "┏", "┓", "┛"), ("╱", "╲", "╳"))
ASCII = Pen("^>v<", "|", "-", ("+", "+", "+", "+"), ("/", "\\", "X"))


@cache
def face_picture(face: Face, pen: Pen, height: int) -> Rows:
    """A barragoon's face, three characters wide; its arrow starts where a tile enters and ends where it leaves.

    >>> face_picture(Face.LEFT_TURN_NORTH, UNICODE, 3)
    (' ▲ ', '━┛ ', '   ')
    """
    if face is Face.NO_WAY:
        rising, falling, crossed = pen.slashes
        rows = [f"{falling} {rising}", f" {crossed} ", f"{rising} {falling}"]
    elif face is Face.ALL_TURNS:
        north_east, east_south, south_west, west_north = pen.corners
        rows = [f"{west_north} {north_east}", "   ", f"{south_west} {east_south}"]
    else:
        rows = _arrow(face, pen)
    return tuple(rows if height == SIDE else _squeezed(rows))


def pips(value: int, pip: str) -> Rows:
    """A tile's value as on a die, in two rows.

    >>> pips(3, "o")
    (' o ', 'o o')
    """
    pair, single, none = f"{pip} {pip}", f" {pip} ", "   "
    return {2: (none, pair), 3: (single, pair), 4: (pair, pair)}[value]


def _arrow(face: Face, pen: Pen) -> list[str]:
    grid = [[" "] * SIDE for _ in range(SIDE)]
    for crossing in face.crossings:
        grid[1][1] = _middle(crossing, pen)
        tail, head = crossing.entering.opposite, crossing.leaving
        row, column = _row_and_column(tail)
        # On Two Ways the tail of one arrow is the head of the other.
        grid[row][column] = _line(tail, pen) if len(face.crossings) == 1 else pen.heads[tail.value]
        row, column = _row_and_column(head)
        grid[row][column] = pen.heads[head.value]
    return ["".join(row) for row in grid]


def _row_and_column(side: Heading) -> tuple[int, int]:
    """The row and column at a side of the picture."""
    return 1 - side.rank_step, 1 + side.file_step


def _line(heading: Heading, pen: Pen) -> str:
    return pen.upright if heading.rank_step else pen.level


def _middle(crossing: Crossing, pen: Pen) -> str:
    if not crossing.is_turn:
        return _line(crossing.leaving, pen)
    open_sides = {crossing.entering.opposite, crossing.leaving}
    corner = next(side for side in Heading if {side, side.right} == open_sides)
    return pen.corners[corner.value]


def _squeezed(rows: list[str]) -> list[str]:
    """The picture in two rows: a row that says nothing new goes, else the middle one."""
    top, middle, bottom = rows
    if bottom.isspace() or bottom == middle:
        return [top, middle]
    if top.isspace() or top == middle:
        return [middle, bottom]
    return [top, bottom]
