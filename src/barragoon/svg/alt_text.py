"""The text of a picture for screen readers: a title and a description."""

from __future__ import annotations

from collections.abc import Iterator

from barragoon.cell import CELLS
from barragoon.colour import Colour
from barragoon.face import Face
from barragoon.position import Position
from barragoon.setup import Setup
from barragoon.square import Square
from barragoon.svg.faces import face_name
from barragoon.tile import Tile


def title(shown: Position | Setup) -> str:
    """Who must do what.

    >>> title(Position.start())
    'Barragoon, White to move'
    """
    if shown.hands:
        return f"Barragoon, {shown.hands[0]} to place a barragoon"
    return f"Barragoon, {shown.turn} to move"


def description(shown: Position | Setup) -> str:
    """What stands where, in three sentences.

    >>> description(Setup.from_fen("3z3/7/7/x5N/7/3D3/7/7/7"))
    'White: 3-tile d4. Brown: 2-tile d9. Barragoons: No Way a6, Left Turn north g6; 0 in reserve.'
    """
    tiles = [f"{colour}: {', '.join(_tiles(shown, colour)) or 'no tiles'}." for colour in Colour]
    barragoons = ", ".join(_barragoons(shown)) or "none on the board"
    return " ".join([*tiles, f"Barragoons: {barragoons}; {shown.reserve} in reserve."])


def _tiles(shown: Position | Setup, colour: Colour) -> Iterator[str]:
    for square, mark in zip(Square, shown.board, strict=True):
        cell = CELLS[mark]
        if isinstance(cell, Tile) and cell.colour is colour:
            yield f"{cell.name} {square}"


def _barragoons(shown: Position | Setup) -> Iterator[str]:
    for square, mark in zip(Square, shown.board, strict=True):
        cell = CELLS[mark]
        if isinstance(cell, Face):
            yield f"{face_name(cell)} {square}"
