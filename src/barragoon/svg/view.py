"""From where and how a board is looked at."""

from __future__ import annotations

from dataclasses import dataclass

from barragoon.cell import Cell
from barragoon.colour import Colour
from barragoon.face import Face
from barragoon.square import FILES, RANKS, Square
from barragoon.svg.theme import LIGHT, Theme

SIDE = 100
"""The side of a square; all pictures are drawn on this scale and then brought to their size."""

BOARD = complex(len(FILES) * SIDE, len(RANKS) * SIDE)
"""The far corner of the board's squares."""

_LETTERED_FRAME = 34
_BARE_FRAME = 12


@dataclass(frozen=True, slots=True)
class View:
    """How to show a board: whose side is at the bottom, the colours, the coordinates, the width in pixels.

    >>> View().centre(Square.A9), View(orientation=Colour.BROWN).centre(Square.A9)
    ((50+50j), (650+850j))
    """

    orientation: Colour = Colour.WHITE
    theme: Theme = LIGHT
    coordinates: bool = True
    size: int = 384

    @property
    def frame(self) -> int:
        """How wide the frame round the squares is: room for the coordinates, or a plain border."""
        return _LETTERED_FRAME if self.coordinates else _BARE_FRAME

    def centre(self, square: Square) -> complex:
        """Where the middle of a square lies; the squares begin at 0."""
        seen = square if self.orientation is Colour.WHITE else square.swapped()
        return complex(seen.file + 0.5, len(RANKS) - seen.rank - 0.5) * SIDE

    def seen(self, cell: Cell) -> Cell:
        """A cell as it looks from here: arrows turn with the board, pips stay upright."""
        return cell.swapped() if isinstance(cell, Face) and self.orientation is Colour.BROWN else cell


DEFAULT_VIEW = View()
"""White at the bottom, on warm paper."""
