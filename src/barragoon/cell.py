"""What a square can hold: a tile, a barragoon's face, or nothing; one character each."""

from __future__ import annotations

from typing import TypeAlias

from barragoon.face import Face
from barragoon.tile import TILES, Tile

Cell: TypeAlias = Tile | Face | None

EMPTY = "."
"""The character of an empty square inside the library; FEN counts empty squares instead."""

CELLS: dict[str, Cell] = {EMPTY: None, **{str(tile): tile for tile in TILES}, **{str(face): face for face in Face}}
"""Every cell by its character."""


def character(cell: Cell) -> str:
    """The one character that stands for a cell in the text forms.

    >>> character(Face.NO_WAY), character(None)
    ('x', '.')
    """
    return EMPTY if cell is None else str(cell)
