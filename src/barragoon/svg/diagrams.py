"""Drawing a board together with who is to act, what was captured and how many barragoons are in reserve."""

from __future__ import annotations

from collections import Counter

from barragoon.cell import CELLS
from barragoon.colour import Colour
from barragoon.position import Position
from barragoon.setup import Setup
from barragoon.svg.boards import captions, draw_board
from barragoon.svg.element import Picture, document, element, number, shift
from barragoon.svg.faces import cube
from barragoon.svg.font import CAPITAL, letters, width
from barragoon.svg.marks import NO_MARKS, Marks
from barragoon.svg.theme import Theme
from barragoon.svg.tiles import RADIUS, draw_tile
from barragoon.svg.view import BOARD, DEFAULT_VIEW, View
from barragoon.tile import COUNTS, Tile

_STRIP = 66
_MARGIN = 20
_TYPE = 25
_DISC = 15
_CAPTURED_FROM = 318
_CAPTURED_SIZE = 19


def diagram(shown: Position | Setup, marks: Marks = NO_MARKS, view: View = DEFAULT_VIEW) -> Picture:
    """A picture of a board between two strips, one a player: who is to act and what each has captured.

    The number beside the small barragoon is the reserve.

    >>> picture = diagram(Position.start(), view=View(size=500))
    >>> 'data-words="White moves"' in picture, 'data-words="24"' in picture
    (True, True)
    """
    margin = complex(_MARGIN + view.frame, _STRIP + view.frame)
    page = BOARD + 2 * margin
    return document(
        -margin,
        page,
        view.size,
        *captions(shown),
        element("rect", x=-margin.real, y=-margin.imag, width=page.real, height=page.imag, fill=view.theme.page),
        draw_board(shown, marks, view),
        _strips(shown, view),
    )


def _strips(shown: Position | Setup, view: View) -> str:
    away = view.frame + _STRIP / 2
    near, far = BOARD.imag + away, -away
    return "".join(
        (
            _player(shown, view.orientation.other, far, view.theme),
            _player(shown, view.orientation, near, view.theme),
            _reserve(shown.reserve, near, view.theme),
        )
    )


def _player(shown: Position | Setup, colour: Colour, middle: float, theme: Theme) -> str:
    look, doing = theme.tile_colours(colour), _doing(shown, colour)
    disc = element("circle", cx=_DISC, cy=middle, r=_DISC - 1.5, fill=look.disc, stroke=look.rim, stroke_width=3)
    words = f"{colour} {doing}" if doing else str(colour)
    name = _words(words, 2 * _DISC + 14, middle, theme.ink if doing else theme.quiet)
    return disc + name + _captured(shown, colour, middle, theme)


def _doing(shown: Position | Setup, colour: Colour) -> str:
    outcome = shown.outcome() if isinstance(shown, Position) else None
    if outcome is not None:
        return "wins" if outcome.winner is colour else "draws" if outcome.winner is None else ""
    if shown.hands:
        return "places" if shown.hands[0] is colour else ""
    return "moves" if shown.turn is colour else ""


def _captured(shown: Position | Setup, colour: Colour, middle: float, theme: Theme) -> str:
    """What a player has captured: the opponent's tiles that are missing from the board."""
    left = Counter(CELLS[mark] for mark in shown.board)
    kinds = (Tile(colour.other, value) for value in COUNTS)
    tiles = [tile for tile in kinds for _ in range(COUNTS[tile.value] - left[tile])]
    return "".join(
        element("g", draw_tile(tile, theme), transform=_small(index, middle), data_captured=str(tile))
        for index, tile in enumerate(tiles)
    )


def _small(index: int, middle: float) -> str:
    at = complex(_CAPTURED_FROM + index * (2 * _CAPTURED_SIZE + 6), middle)
    return f"{shift(at)} scale({number(_CAPTURED_SIZE / RADIUS)})"


def _reserve(count: int, middle: float, theme: Theme) -> str:
    left = BOARD.real - width(str(count)) * _TYPE / CAPITAL
    icon = element("g", cube(theme), transform=f"{shift(complex(left - 32, middle))} scale(0.4)")
    return icon + _words(str(count), left, middle, theme.ink)


def _words(words: str, left: float, middle: float, colour: str) -> str:
    return element("g", letters(words, complex(left, middle + _TYPE / 2), _TYPE, colour), data_words=words)
