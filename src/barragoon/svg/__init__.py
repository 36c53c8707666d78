"""Pictures of positions, tiles and barragoons as SVG, made with the standard library alone.

>>> from barragoon import Position, Square, svg
>>> position = Position.start()
>>> picture = svg.board(position, svg.Marks.of_tile(position, Square.D2), svg.View(theme=svg.DARK))
>>> picture[:39]
'<svg xmlns="http://www.w3.org/2000/svg"'
"""

from barragoon.svg.boards import board
from barragoon.svg.diagrams import diagram
from barragoon.svg.element import Picture
from barragoon.svg.faces import face
from barragoon.svg.legends import legend, tray
from barragoon.svg.marks import NO_MARKS, Arrow, Marks
from barragoon.svg.theme import DARK, LIGHT, Theme, TileColours
from barragoon.svg.tiles import tile
from barragoon.svg.view import DEFAULT_VIEW, View

__all__ = [
    "DARK",
    "DEFAULT_VIEW",
    "LIGHT",
    "NO_MARKS",
    "Arrow",
    "Marks",
    "Picture",
    "Theme",
    "TileColours",
    "View",
    "board",
    "diagram",
    "face",
    "legend",
    "tile",
    "tray",
]
