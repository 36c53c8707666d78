"""One square of the terminal's board: what stands on it and what is marked on it, as a few rows of characters.

Shape comes first: tiles with pips, White's hollow and Brown's filled; where only a digit fits, and in ASCII, White's
in round brackets and Brown's in square ones; cubes with arrows, and a mark of its own for each kind of move. Colour
only repeats it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

from rich.segment import Segment
from rich.style import Style

from barragoon.cell import Cell
from barragoon.colour import Colour
from barragoon.face import Face
from barragoon.position import MoveKind
from barragoon.terminal.phrases import ASCII_MARKS, MARKS
from barragoon.tile import Tile
from barragoon.tui.glyphs import ASCII, SIDE, UNICODE, face_picture, pips

INK = "#26211b"
IVORY = "#fbf6ea"
GREEN = "#1f6b47"
RED = "#b3301c"
BLUE = "#1d4f91"
SQUARES = ("#d2c4a7", "#e6dbc6")  # dark, light
LAST_TURN = ("#dcb65a", "#e8c878")
CHOSEN = ("#8fae93", "#a3bea4")
CUBES = ("#1c1e22", "#2f333a")  # two shades, so that cubes above one another stay apart
PAGE = "#2a2621"
IDLE = ("#35302a", "#3f3932")
MUTED = "#857c6e"
GHOSTS = ("#7d766a", "#8f887b")
BODIES = {Colour.WHITE: IVORY, Colour.BROWN: "#824c27"}
RIMS = {Colour.WHITE: "#9c917c", Colour.BROWN: "#54301a"}
INKS = {Colour.WHITE: INK, Colour.BROWN: IVORY}
PIPS = {Colour.WHITE: "○", Colour.BROWN: "●"}
BRACKETS = {Colour.WHITE: "()", Colour.BROWN: "[]"}


@dataclass(frozen=True, slots=True)
class Size:
    """How many characters a square takes."""

    width: int
    height: int


SMALL, MEDIUM, LARGE = Size(5, 2), Size(5, 3), Size(7, 3)


@dataclass(frozen=True, slots=True)
class Look:
    """All that decides how a square is drawn."""

    cell: Cell
    light: bool
    mark: MoveKind | None = None
    cursor: bool = False
    chosen: bool = False
    last: bool = False
    ghost: Face | None = None
    step: int | None = None
    idle: bool = False


class _Canvas:
    """Characters with their colours, to be drawn over one another."""

    def __init__(self, size: Size, background: str) -> None:
        self.size = size
        self.background = background
        self.rows = [[(" ", INK, background)] * size.width for _ in range(size.height)]

    def write(self, row: int, column: int, text: str, ink: str, ground: str | None = None) -> None:
        for offset, character in enumerate(text):
            self.rows[row][column + offset] = (character, ink, ground or self.background)

    def edges(self, left: str, right: str, ink: str) -> None:
        """Write down the outermost columns: the first, the middle and the last character of each side."""
        for row in range(self.size.height):
            which = 0 if row == 0 else 2 if row == self.size.height - 1 else 1
            self.write(row, 0, left[which], ink)
            self.write(row, self.size.width - 1, right[which], ink)

    def segments(self) -> tuple[tuple[Segment, ...], ...]:
        return tuple(tuple(self._runs(row)) for row in self.rows)

    @staticmethod
    def _runs(row: list[tuple[str, str, str]]) -> list[Segment]:
        runs = groupby(row, key=lambda pixel: pixel[1:])
        return [
            Segment("".join(pixel[0] for pixel in pixels), Style(color=ink, bgcolor=ground, bold=True))
            for (ink, ground), pixels in runs
        ]


@lru_cache(4096)
def draw(look: Look, size: Size, *, ascii_only: bool = False) -> tuple[tuple[Segment, ...], ...]:
    """The rows of a square, each a few coloured runs of characters."""
    canvas = _Canvas(size, _background(look))
    match look.cell:
        case Tile() as tile:
            (_ascii_tile if ascii_only else _tile)(canvas, tile)
        case Face() as face if look.idle:
            _cube(canvas, face, _Paint(IDLE[look.light], MUTED, " "), ascii_only=ascii_only)
        case Face() as face:
            _cube(canvas, face, _Paint(CUBES[look.light]), ascii_only=ascii_only)
        case None if look.ghost:
            _cube(canvas, look.ghost, _Paint(GHOSTS[look.light], side="?"), ascii_only=ascii_only)
    _marks(canvas, look, ascii_only=ascii_only)
    return canvas.segments()


@dataclass(frozen=True, slots=True)
class _Paint:
    """A cube's colours, and its sides in ASCII."""

    ground: str
    ink: str = IVORY
    side: str = "#"


def _background(look: Look) -> str:
    if look.idle:
        return PAGE
    tones = CHOSEN if look.chosen else LAST_TURN if look.last else SQUARES
    return tones[look.light]


def _left(size: Size) -> int:
    """The column at which the three characters in the middle begin."""
    return (size.width - SIDE) // 2


def _tile(canvas: _Canvas, tile: Tile) -> None:
    body, rim, ink = BODIES[tile.colour], RIMS[tile.colour], INKS[tile.colour]
    left = _left(canvas.size)
    if canvas.size.height == SMALL.height:
        canvas.write(0, left, "▄▄▄", body)
        canvas.write(1, left - 1, "▝   ▘", body)
        canvas.write(1, left, str(tile.value).join(BRACKETS[tile.colour]), ink, body)
        return
    roomy = canvas.size.width > MEDIUM.width
    canvas.write(0, left - 1, "▟   ▙" if roomy else "▗   ▖", body)
    canvas.write(1, left - 1, "█   █" if roomy else "▐   ▌", body)
    canvas.write(2, left - 1, "▝▀▀▀▘" if roomy else " ▀▀▀ ", rim)
    for row, text in enumerate(pips(tile.value, PIPS[tile.colour])):
        canvas.write(row, left, text, ink, body)


def _ascii_tile(canvas: _Canvas, tile: Tile) -> None:
    white = tile.colour is Colour.WHITE
    left, middle = _left(canvas.size) - 1, canvas.size.height // 2
    body, ink = BODIES[tile.colour], INKS[tile.colour]
    canvas.write(middle - 1, left, " .-. " if white else " ___ ", INK)
    canvas.write(middle, left, f" {tile.value} ".join(BRACKETS[tile.colour]), ink, body)
    if canvas.size.height > SMALL.height:
        canvas.write(middle + 1, left, " '-' " if white else " ^^^ ", INK)


def _cube(canvas: _Canvas, face: Face, paint: _Paint, *, ascii_only: bool) -> None:
    left, roomy = _left(canvas.size), canvas.size.width > MEDIUM.width
    for row, text in enumerate(face_picture(face, ASCII if ascii_only else UNICODE, canvas.size.height)):
        if ascii_only or roomy:
            side = paint.side if ascii_only else " "
            canvas.write(row, left - 1, f"{side}{text}{side}", paint.ink, paint.ground)
        else:
            canvas.write(row, left - 1, "▐   ▌", paint.ground)
            canvas.write(row, left, text, paint.ink, paint.ground)


def _marks(canvas: _Canvas, look: Look, *, ascii_only: bool) -> None:
    capture = look.mark in (MoveKind.TAKES_TILE, MoveKind.TAKES_BARRAGOON)
    if look.mark and not capture:
        signs = ASCII_MARKS if ascii_only else MARKS
        canvas.write(canvas.size.height // 2, canvas.size.width // 2, signs[look.mark], GREEN)
    if look.step is not None:
        canvas.write(0, 0, str(look.step), GREEN)
    if look.cursor:
        ink = RED if capture else GREEN if look.mark or look.ghost else BLUE
        canvas.edges(*((">>>", "<<<") if ascii_only else ("▌▌▌", "▐▐▐")), ink)
    elif look.chosen:
        canvas.edges(*(("|||", "|||") if ascii_only else ("┌│└", "┐│┘")), GREEN)
    elif look.mark is MoveKind.TAKES_TILE:
        canvas.edges(*(("{{{", "}}}") if ascii_only else ("╭│╰", "╮│╯")), RED)
    elif look.mark is MoveKind.TAKES_BARRAGOON:
        canvas.edges(*((":::", ":::") if ascii_only else ("┏╏┗", "┓╏┛")), RED)
