"""The board with all tiles lifted off: what the barragoons alone allow while none of them is captured.

Used by dead.py. Sets of squares are integers, one bit a square, and so are whole arrangements of tiles.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple, TypeAlias

from barragoon.cell import EMPTY
from barragoon.colour import Colour
from barragoon.movement import LETTERS, VALUES, options
from barragoon.path import blocked_crossings, paths, reach
from barragoon.square import Square

Squares: TypeAlias = int
"""A set of squares as bits."""

Arrangement: TypeAlias = int
"""Where tiles stand: a board of bits for each letter, one after the other; equal tiles are interchangeable."""

_BOARD: Squares = (1 << len(Square)) - 1
_SHIFT = {letter: number * len(Square) for number, letter in enumerate(VALUES)}
_LIFT_TILES = {ord(letter): EMPTY for letter in VALUES}


class Stand(NamedTuple):
    """What a tile can do from one square; other tiles may still be in the way."""

    quiet: list[tuple[Squares, Arrangement]]
    """For each path to an empty square: the squares that must be free of tiles, and what the move changes."""
    hits: list[tuple[Squares, Squares]]
    """For each full path to a square where a tile may stand: that square, and those that must be free."""
    takes: list[Squares]
    """For each path on which a barragoon can be captured: the squares that must be free."""


class Roamer(NamedTuple):
    """A tile with all that it could ever do if it were alone on the ground."""

    letter: str
    start: int
    zone: Squares
    """Where it could ever stand."""
    touched: Squares
    """What it could ever run over or end on: nothing elsewhere affects it."""
    hits: Squares
    """Where it could ever capture a tile."""
    takes: bool
    """Whether it could ever capture a barragoon."""


class Ground:
    """The barragoons of a board, and the tiles that were lifted off."""

    def __init__(self, board: str) -> None:
        """Lift the tiles off a board."""
        self._faces = board.translate(_LIFT_TILES)
        self._blocked = blocked_crossings(self._faces)
        self._stands: dict[tuple[str, int], Stand] = {}
        self._tiles = [(mark, square) for square, mark in enumerate(board) if mark in VALUES]
        self.start: Arrangement = sum(1 << square + _SHIFT[mark] for mark, square in self._tiles)

    @cached_property
    def roamers(self) -> list[Roamer]:
        """The tiles with all that each could ever do alone."""
        return [self._roamer(letter, square) for letter, square in self._tiles]

    def stand(self, letter: str, square: int) -> Stand:
        """What a tile with that letter can do from a square."""
        known = self._stands.get((letter, square))
        if known is None:
            known = self._stands[letter, square] = self._stand(letter, square)
        return known

    def groups(self) -> list[list[Roamer]]:
        """The tiles in groups that can never affect one another."""
        groups: list[tuple[Squares, list[Roamer]]] = []
        for roamer in self.roamers:
            near = [group for group in groups if group[0] & roamer.touched]
            groups = [group for group in groups if not group[0] & roamer.touched]
            touched = roamer.touched
            for squares, _ in near:
                touched |= squares
            groups.append((touched, [*(tile for _, tiles in near for tile in tiles), roamer]))
        return [tiles for _, tiles in groups]

    def expand(self, arrangement: Arrangement, mover: Colour, stage: int) -> tuple[list[Arrangement], bool]:
        """The arrangements one quiet move on, and whether the mover can capture.

        A player with at most ``stage`` movable tiles has lost and does neither.
        """
        opposing = _squares_of(arrangement, mover.other)
        occupied = opposing | _squares_of(arrangement, mover)
        quiet: list[Arrangement] = []
        movable, captures = 0, False
        for letter in LETTERS[mover]:
            for square in _each(arrangement >> _SHIFT[letter] & _BOARD):
                stand = self.stand(letter, square)
                moves = [arrangement ^ change for free, change in stand.quiet if not occupied & free]
                takes = any(not occupied & free for free in stand.takes) or any(
                    opposing & hit and not occupied & free for hit, free in stand.hits
                )
                quiet += moves
                captures |= takes
                movable += takes or bool(moves)
        return (quiet, captures) if movable > stage else ([], False)

    def _stand(self, letter: str, square: int) -> Stand:
        found = Stand([], [], [])
        untakeable, full = options(letter, square).untakeable, VALUES[letter]
        for length in (full - 1, full):
            for target, free in self._open_paths(square, length):
                if self._faces[target] == EMPTY:
                    found.quiet.append((free | 1 << target, (1 << square | 1 << target) << _SHIFT[letter]))
                    if length == full:
                        found.hits.append((1 << target, free))
                elif length == full and self._faces[target] not in untakeable:
                    found.takes.append(free)
        return found

    def _open_paths(self, square: int, length: int) -> Iterator[tuple[int, Squares]]:
        for option in reach(square, length):
            for path in paths(option.move.start, option.move.target):
                if not path.needs & self._blocked:
                    yield option.target, sum(1 << crossed for crossed in path.squares[1:-1])

    def _roamer(self, letter: str, start: int) -> Roamer:
        zone, hits, takes = 1 << start, 0, False
        touched, waiting = zone, deque([start])
        while waiting:
            square = waiting.popleft()
            stand = self.stand(letter, square)
            for hit, _ in stand.hits:
                hits |= hit
            for free in stand.takes:
                touched |= free
                takes = True
            for free, change in stand.quiet:
                target = change >> _SHIFT[letter] ^ 1 << square
                touched |= free
                if not target & zone:
                    zone |= target
                    waiting.append(target.bit_length() - 1)
        return Roamer(letter, start, zone, touched, hits, takes)


def colour_of(letter: str) -> Colour:
    """The colour of a tile by its letter."""
    return Colour.WHITE if letter in LETTERS[Colour.WHITE] else Colour.BROWN


def arrange(roamers: list[Roamer]) -> Arrangement:
    """The arrangement of tiles on their starts."""
    return sum(1 << roamer.start + _SHIFT[roamer.letter] for roamer in roamers)


def _squares_of(arrangement: Arrangement, colour: Colour) -> Squares:
    squares = 0
    for letter in LETTERS[colour]:
        squares |= arrangement >> _SHIFT[letter] & _BOARD
    return squares


def _each(squares: Squares) -> Iterator[int]:
    while squares:
        lowest = squares & -squares
        yield lowest.bit_length() - 1
        squares ^= lowest
