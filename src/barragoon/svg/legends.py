"""Pictures that explain the others: all faces with their characters, and what the marks mean."""

from __future__ import annotations

from barragoon.colour import Colour
from barragoon.face import Face
from barragoon.position import MoveKind
from barragoon.svg.element import Picture, document, element, shift, text
from barragoon.svg.faces import draw_face, face_name
from barragoon.svg.font import CAPITAL, centred, letters, width
from barragoon.svg.overlay import chosen_square, last_square, target
from barragoon.svg.theme import LIGHT, Theme
from barragoon.svg.tiles import draw_tile
from barragoon.svg.view import SIDE
from barragoon.tile import Tile

_MARGIN = 24
_COLUMNS = 8
_TRAY_ROW = SIDE + 46
_TYPE = 26
_LEGEND_ROW = SIDE + 22
_LEGEND_COLUMN = 420
_GAP = 22
_LEGEND_ROWS = 3

_TRAY_ORDER = sorted(Face, key=lambda face: len(face.crossings) == 1 and all(c.is_turn for c in face.crossings))
"""The turns fill the second row."""


def tray(*, theme: Theme = LIGHT, size: int = 640) -> str:
    """A picture of all sixteen faces, each over the character that stands for it in the text forms.

    >>> tray().count("<rect") - len(("page",))
    16
    """
    rows = -(-len(Face) // _COLUMNS)
    names = ", ".join(f"{face.value} {face_name(face)}" for face in _TRAY_ORDER)
    cells = (_tray_cell(index, face, theme) for index, face in enumerate(_TRAY_ORDER))
    return _sheet(
        _COLUMNS * SIDE, rows * _TRAY_ROW - 8, theme, size, _captions("The faces of a barragoon", names), *cells
    )


def _tray_cell(index: int, face: Face, theme: Theme) -> str:
    row, column = divmod(index, _COLUMNS)
    centre = complex(column * SIDE + SIDE / 2, row * _TRAY_ROW + SIDE / 2)
    shown = element("g", draw_face(face, theme), transform=shift(centre), data_cell=face.value)
    return shown + centred(face.value, centre + 66j, _TYPE, theme.ink)


def legend(*, theme: Theme = LIGHT, size: int = 560) -> str:
    """A picture of the marks, each with its meaning.

    >>> "captures a tile" in legend()
    True
    """
    samples = _samples(theme)
    cells = (_legend_cell(index, label, drawn, theme) for index, (label, drawn) in enumerate(samples.items()))
    captions = _captions("What the marks mean", ", ".join(samples))
    last_column = SIDE + _GAP + max(map(width, samples)) * _TYPE / CAPITAL
    whole = (-(-len(samples) // _LEGEND_ROWS) - 1) * _LEGEND_COLUMN + last_column
    return _sheet(whole, _LEGEND_ROWS * _LEGEND_ROW - 22, theme, size, captions, *cells)


def _samples(theme: Theme) -> dict[str, str]:
    own, other = (draw_tile(Tile(colour, 3), theme) for colour in Colour)
    return {
        "full move": _square(theme.light) + target(MoveKind.FULL, theme),
        "short move": _square(theme.light) + target(MoveKind.SHORT, theme),
        "chosen": chosen_square(theme) + own,
        "captures a tile": _square(theme.light) + other + target(MoveKind.TAKES_TILE, theme),
        "captures a barragoon": _square(theme.light)
        + draw_face(Face.NO_WAY, theme)
        + target(MoveKind.TAKES_BARRAGOON, theme),
        "last turn": last_square(theme) + other,
    }


def _square(colour: str) -> str:
    return element("rect", x=-SIDE / 2, y=-SIDE / 2, width=SIDE, height=SIDE, fill=colour)


def _legend_cell(index: int, label: str, drawn: str, theme: Theme) -> str:
    column, row = divmod(index, _LEGEND_ROWS)
    centre = complex(column * _LEGEND_COLUMN + SIDE / 2, row * _LEGEND_ROW + SIDE / 2)
    caption = letters(label, centre + complex(SIDE / 2 + _GAP, _TYPE * 0.36), _TYPE, theme.ink)
    return element("g", drawn, transform=shift(centre)) + caption


def _captions(title: str, description: str) -> str:
    return text("title", title) + text("desc", description)


def _sheet(across: float, down: float, theme: Theme, size: int, *children: str) -> Picture:
    margin = complex(_MARGIN, _MARGIN)
    whole = complex(across, down) + 2 * margin
    page = element("rect", x=-_MARGIN, y=-_MARGIN, width=whole.real, height=whole.imag, fill=theme.page)
    captions, *drawn = children
    return document(-margin, whole, size, captions, page, *drawn)
