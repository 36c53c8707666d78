"""Boards as text, for terminals, logs and doctests."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum, auto

from barragoon.cell import CELLS, Cell, character
from barragoon.colour import Colour
from barragoon.face import Face
from barragoon.heading import Heading
from barragoon.position import Position
from barragoon.setup import Setup
from barragoon.square import FILES, RANKS, Square
from barragoon.tile import Tile

_ARROWS = {Heading.NORTH: "↑", Heading.EAST: "→", Heading.SOUTH: "↓", Heading.WEST: "←"}


class Style(Enum):
    """How a board is written.

    ``UNICODE`` draws lines and arrows that turn with the board. ``ASCII`` writes the characters of the FEN: they
    name headings by the compass, so they stay the same from either side (``N`` and ``^`` are towards rank 9).
    """

    UNICODE = auto()
    ASCII = auto()


def board(shown: Position | Setup, *, orientation: Colour = Colour.WHITE, style: Style = Style.UNICODE) -> str:
    """A board with its coordinates; ``orientation`` is whose side is at the bottom.

    Tiles are the initial of their colour and their value. A barragoon shows the heading in which a tile comes in,
    then the one in which it leaves: ``→↑`` is a Left Turn that leaves north. Two Ways is ``←→`` or ``↑↓``, No Way
    ``╳╳`` and All Turns ``↶↷``.

    >>> position = Position.from_fen("3Ydv1/1zdz1S1/w2DN>1/1x5/x3xWx/V4xV/6d/1-1wZe1/6D")
    >>> print(board(position))
      ┌────┬────┬────┬────┬────┬────┬────┐
    9 │    │    │    │ ↓↓ │ B3 │ B4 │    │
      ├────┼────┼────┼────┼────┼────┼────┤
    8 │    │ B2 │ B3 │ B2 │    │ ←↓ │    │
      ├────┼────┼────┼────┼────┼────┼────┤
    7 │ ↓← │    │    │ W3 │ →↑ │ →→ │    │
      ├────┼────┼────┼────┼────┼────┼────┤
    6 │    │ ╳╳ │    │    │    │    │    │
      ├────┼────┼────┼────┼────┼────┼────┤
    5 │ ╳╳ │    │    │    │ ╳╳ │ ↑← │ ╳╳ │
      ├────┼────┼────┼────┼────┼────┼────┤
    4 │ W4 │    │    │    │    │ ╳╳ │ W4 │
      ├────┼────┼────┼────┼────┼────┼────┤
    3 │    │    │    │    │    │    │ B3 │
      ├────┼────┼────┼────┼────┼────┼────┤
    2 │    │ ←→ │    │ ↓← │ W2 │ ↑→ │    │
      ├────┼────┼────┼────┼────┼────┼────┤
    1 │    │    │    │    │    │    │ W3 │
      └────┴────┴────┴────┴────┴────┴────┘
         a    b    c    d    e    f    g
    >>> print(board(position, style=Style.ASCII, orientation=Colour.BROWN))
    1 D . . . . . .
    2 . e Z w . - .
    3 d . . . . . .
    4 V x . . . . V
    5 x W x . . . x
    6 . . . . . x .
    7 . > N D . . w
    8 . S . z d z .
    9 . v d Y . . .
      g f e d c b a
    """
    rows = _rows(shown, orientation)
    return _ascii(rows, orientation) if style is Style.ASCII else _unicode(rows, orientation)


def cell(cell: Cell) -> str:
    """The two characters that show a cell on a Unicode board seen from White's side.

    >>> cell(Face.LEFT_TURN_NORTH), cell(Face.TWO_WAYS_EAST), cell(Tile(Colour.BROWN, 4)), cell(None)
    ('→↑', '←→', 'B4', '  ')
    """
    match cell:
        case None:
            return "  "
        case Tile():
            return f"{str(cell.colour)[0]}{cell.value}"
        case Face.NO_WAY:
            return "╳╳"
        case Face.ALL_TURNS:
            return "↶↷"
    if len(cell.crossings) == 1:
        ((entering, leaving),) = cell.crossings
        return _ARROWS[entering] + _ARROWS[leaving]
    # Sorted as characters, the arrows of Two Ways point apart: left before right, up before down.
    return "".join(sorted(_ARROWS[leaving] for _, leaving in cell.crossings))


def _rows(shown: Position | Setup, orientation: Colour) -> list[list[Cell]]:
    """The cells in the order in which they are seen, from the top left, row by row."""
    squares = list(Square) if orientation is Colour.WHITE else list(reversed(Square))
    cells = [CELLS[shown.board[square]] for square in squares]
    return [cells[start : start + len(FILES)] for start in reversed(range(0, len(cells), len(FILES)))]


def _labels(orientation: Colour) -> tuple[str, str]:
    """The files from the left and the ranks from the top."""
    return (FILES, RANKS[::-1]) if orientation is Colour.WHITE else (FILES[::-1], RANKS)


def _ascii(rows: Iterable[Sequence[Cell]], orientation: Colour) -> str:
    files, ranks = _labels(orientation)
    lines = (f"{rank} {' '.join(map(character, row))}" for rank, row in zip(ranks, rows, strict=True))
    return "\n".join((*lines, f"  {' '.join(files)}"))


def _unicode(rows: Iterable[Sequence[Cell]], orientation: Colour) -> str:
    files, ranks = _labels(orientation)
    turned = orientation is Colour.BROWN
    lines = []
    for rank, row in zip(ranks, rows, strict=True):
        seen = (cell(c.swapped() if turned and isinstance(c, Face) else c) for c in row)
        lines.append(f"{rank} │ {' │ '.join(seen)} │")
    between = "\n" + _rule("├┼┤") + "\n"
    # No blanks at the ends of lines: editors strip them from doctests.
    foot = "  " + "".join(f"   {name} " for name in files).rstrip()
    return "\n".join((_rule("┌┬┐"), between.join(lines), _rule("└┴┘"), foot))


def _rule(corners: str) -> str:
    return f"  {corners[0]}{corners[1].join(['────'] * len(FILES))}{corners[2]}"
