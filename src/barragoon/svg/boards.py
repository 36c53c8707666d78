"""Drawing a board."""

from __future__ import annotations

from barragoon.cell import CELLS, EMPTY, Cell
from barragoon.face import Face
from barragoon.position import Position
from barragoon.setup import Setup
from barragoon.square import FILES, RANKS, Square
from barragoon.svg import overlay
from barragoon.svg.alt_text import description, title
from barragoon.svg.element import Picture, document, element, number, point, shift, text
from barragoon.svg.faces import draw_face
from barragoon.svg.font import centred
from barragoon.svg.marks import NO_MARKS, Marks
from barragoon.svg.theme import Theme
from barragoon.svg.tiles import draw_tile
from barragoon.svg.view import BOARD, DEFAULT_VIEW, SIDE, View
from barragoon.tile import Tile

_FRAME_ROUNDING = 9
_COORDINATE = 19


def board(shown: Position | Setup, marks: Marks = NO_MARKS, view: View = DEFAULT_VIEW) -> Picture:
    """A picture of a position or a set-up, with whatever is to be pointed out.

    >>> position = Position.start()
    >>> picture = board(position, Marks.of_tile(position, Square.D2), View(size=500))
    >>> picture.count('data-mark="target')
    8
    """
    edge = complex(view.frame, view.frame)
    return document(-edge, BOARD + 2 * edge, view.size, *captions(shown), draw_board(shown, marks, view))


def captions(shown: Position | Setup) -> tuple[str, str]:
    """The title and the description that a picture carries for screen readers."""
    return text("title", title(shown)), text("desc", description(shown))


def draw_board(shown: Position | Setup, marks: Marks, view: View) -> str:
    """A board whose squares begin at 0; the frame lies outside them."""
    occupied = frozenset(square for square in Square if shown.board[square] != EMPTY)
    return "".join(
        (
            _frame(view),
            _squares(view),
            overlay.tints(marks, view),
            overlay.outlines(marks, view),
            overlay.path_line(marks, view),
            _pieces(shown, view),
            overlay.targets(marks, view),
            overlay.path_steps(marks, view, occupied),
            overlay.arrows(marks, view),
        )
    )


def draw_cell(cell: Tile | Face, theme: Theme) -> str:
    """A tile or a barragoon with its middle at 0."""
    return draw_tile(cell, theme) if isinstance(cell, Tile) else draw_face(cell, theme)


def _frame(view: View) -> str:
    edge = view.frame
    frame = element(
        "rect",
        x=-edge,
        y=-edge,
        width=BOARD.real + 2 * edge,
        height=BOARD.imag + 2 * edge,
        rx=_FRAME_ROUNDING,
        fill=view.theme.frame,
    )
    return frame + (_coordinates(view) if view.coordinates else "")


def _coordinates(view: View) -> str:
    middle, colour = view.frame / 2, view.theme.lettering
    files = (
        centred(name, complex(view.centre(Square(file)).real, BOARD.imag + middle), _COORDINATE, colour)
        for file, name in enumerate(FILES)
    )
    ranks = (
        centred(name, complex(-middle, view.centre(Square(rank * len(FILES))).imag), _COORDINATE, colour)
        for rank, name in enumerate(RANKS)
    )
    return "".join((*files, *ranks))


def _squares(view: View) -> str:
    """One rectangle in the light tone, and one path for all the dark squares, the first of which is a1."""
    dark = (view.centre(square) for square in Square if (square.file + square.rank) % 2 == 0)
    half, side = complex(SIDE, SIDE) / 2, number(SIDE)
    data = "".join(f"M{point(centre - half)}h{side}v{side}h-{side}z" for centre in dark)
    ground = element("rect", width=BOARD.real, height=BOARD.imag, fill=view.theme.light)
    return ground + element("path", d=data, fill=view.theme.dark)


def _pieces(shown: Position | Setup, view: View) -> str:
    cells = ((square, CELLS[mark]) for square, mark in zip(Square, shown.board, strict=True))
    return "".join(_piece(square, cell, view) for square, cell in cells)


def _piece(square: Square, cell: Cell, view: View) -> str:
    seen = view.seen(cell)
    if seen is None:
        return ""
    where = shift(view.centre(square))
    return element("g", draw_cell(seen, view.theme), transform=where, data_square=str(square), data_cell=str(cell))
