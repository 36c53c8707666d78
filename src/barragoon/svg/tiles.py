"""Drawing tiles: round, with as many pips as their value."""

from __future__ import annotations

from cmath import rect, tau

from barragoon.svg.element import Picture, document, element, text
from barragoon.svg.theme import LIGHT, Theme
from barragoon.svg.view import SIDE
from barragoon.tile import Tile

RADIUS = 38
_RIM = 3.5
_RING = 30.5
_PIP = 6.6

PIPS: dict[int, tuple[complex, ...]] = {
    2: (-12.5 + 0j, 12.5 + 0j),
    3: tuple(rect(14.5, (third / 3 - 1 / 4) * tau) for third in range(3)),
    4: tuple((11.5 + 11.5j) * 1j**quarter for quarter in range(4)),
}
"""Where the pips of each value lie round the middle of the tile: a pair, a triangle, a square."""


def draw_tile(tile: Tile, theme: Theme) -> str:
    """A tile with its middle at 0."""
    look = theme.tile_colours(tile.colour)
    return (
        element("circle", r=RADIUS - _RIM / 2, fill=look.disc, stroke=look.rim, stroke_width=_RIM)
        + element("circle", r=_RING, fill="none", stroke=look.ring, stroke_width=1.4)
        + "".join(element("circle", cx=p.real, cy=p.imag, r=_PIP, fill=look.pip) for p in PIPS[tile.value])
    )


def tile(tile: Tile, *, theme: Theme = LIGHT, size: int = 64) -> Picture:
    """A picture of one tile.

    >>> from barragoon import Colour
    >>> picture = tile(Tile(Colour.BROWN, 3))
    >>> picture.count("<circle") - len(("disc", "ring"))
    3
    """
    corner = complex(-SIDE, -SIDE) / 2
    title = text("title", f"{tile.colour} {tile.name}")
    return document(corner, -2 * corner, size, title, draw_tile(tile, theme))
