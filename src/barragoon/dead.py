"""Dead positions (rule 6b): both players can move, but nothing can ever be captured again.

Three steps, each only if the one before did not settle it:

1. a capture at once, or by the opponent after one quiet move, shows that the position is alive; this settles
   nearly every position of a real game;
2. every tile alone, all other tiles lifted off the board, bounds where it can ever get: if from all those
   squares none takes a barragoon, and none meets an opposing tile, the position is dead;
3. all joint arrangements of the tiles are searched, both players helping, until a capture is found.

Barragoons stand still until the first capture, so the paths that they leave open are worked out once. Step 3
gives up after ``LIMIT`` arrangements and calls the position alive: a live position is never called dead, and
a dead one is recognised whenever its tiles can reach at most that many arrangements.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from barragoon.cell import EMPTY
from barragoon.colour import Colour
from barragoon.movement import LETTERS, VALUES, can_capture, options
from barragoon.path import blocked_crossings, paths, reach
from barragoon.square import Square

if TYPE_CHECKING:
    from barragoon.position import Position

LIMIT = 1_000_000
"""How many joint arrangements of the tiles are searched."""

_LIFT_TILES = {ord(letter): EMPTY for letter in VALUES}

Squares: TypeAlias = int
"""A set of squares as bits."""

Arrangement: TypeAlias = int
"""Where all tiles stand: a board of bits for each letter, one after the other; like tiles are not told apart."""

_BOARD: Squares = (1 << len(Square)) - 1
_SHIFT = {letter: number * len(Square) for number, letter in enumerate(VALUES)}


def is_dead(position: Position, limit: int = LIMIT) -> bool:
    """Whether both players can still move, but no continuation can ever capture anything.

    >>> from barragoon import Position
    >>> is_dead(Position.from_fen("4+1z/4++1/5++/7/7/7/++5/1++4/Z1+4"))
    True
    >>> is_dead(Position.from_fen("4+1z/4++1/5++/7/7/7/+x5/1++4/Z1+4"))
    False
    """
    if position.hands or can_capture(position.board, position.blocked, position.turn):
        return False
    if any(position.has_lost(colour) for colour in Colour):
        return False
    if any(_can_act_and_capture(position.after(move)) for move in position.legal_actions()):
        return False
    ground = _Ground(position.board)
    return ground.nothing_in_reach() or _no_capture_found(position, ground, limit)


def _can_act_and_capture(position: Position) -> bool:
    mover = position.turn
    return can_capture(position.board, position.blocked, mover) and not position.has_lost(mover)


class _Options(NamedTuple):
    """What a tile can do from one square, as far as barragoons are concerned; tiles may still be in the way."""

    quiet: list[tuple[Squares, Arrangement]]
    """For each path to an empty square: the squares that must be free of tiles, and what the move changes."""
    hits: list[tuple[Squares, Squares]]
    """For each full path to a square where a tile may stand: that square, and those that must be free."""
    takes: list[Squares]
    """For each path on which a barragoon can be captured: the squares that must be free."""


class _Ground:
    """The board with all tiles lifted off: what the barragoons alone allow."""

    def __init__(self, board: str) -> None:
        self.tiles = [(square, mark) for square, mark in enumerate(board) if mark in VALUES]
        self._faces = board.translate(_LIFT_TILES)
        self._blocked = blocked_crossings(self._faces)
        self._known: dict[tuple[str, int], _Options] = {}

    def options(self, letter: str, start: int) -> _Options:
        """What a tile with that letter can do from a square."""
        known = self._known.get((letter, start))
        if known is None:
            known = self._known[letter, start] = self._options(letter, start)
        return known

    def _options(self, letter: str, start: int) -> _Options:
        found = _Options([], [], [])
        full = VALUES[letter]
        for length in (full - 1, full):
            for target, way in self._open_ways(start, length):
                if self._faces[target] == EMPTY:
                    found.quiet.append((way | 1 << target, (1 << start | 1 << target) << _SHIFT[letter]))
                    if length == full:
                        found.hits.append((1 << target, way))
                elif length == full and self._faces[target] not in options(letter, start).untakeable:
                    found.takes.append(way)
        return found

    def _open_ways(self, start: int, length: int) -> Iterator[tuple[int, Squares]]:
        for option in reach(start, length):
            for path in paths(option.move.start, option.move.target):
                if not path.needs & self._blocked:
                    yield option.target, _bits(path.squares[1:-1])

    def nothing_in_reach(self) -> bool:
        """Whether no tile, wherever it could ever get on an otherwise empty ground, could capture anything."""
        zones = dict.fromkeys(Colour, 0)
        hits = dict.fromkeys(Colour, 0)
        for start, letter in self.tiles:
            colour = Colour.WHITE if letter in LETTERS[Colour.WHITE] else Colour.BROWN
            for square in self._zone(letter, start):
                options = self.options(letter, square)
                if options.takes:
                    return False
                zones[colour] |= 1 << square
                for hit, _ in options.hits:
                    hits[colour] |= hit
        return not any(hits[colour] & zones[colour.other] for colour in Colour)

    def _zone(self, letter: str, start: int) -> Iterator[int]:
        """Every square that a tile could ever get to, nearest first."""
        seen, waiting = {start}, deque([start])
        while waiting:
            square = waiting.popleft()
            yield square
            for _, change in self.options(letter, square).quiet:
                target = (change >> _SHIFT[letter] ^ 1 << square).bit_length() - 1
                if target not in seen:
                    seen.add(target)
                    waiting.append(target)


def _no_capture_found(position: Position, ground: _Ground, limit: int) -> bool:
    """Search all arrangements, turn by turn; give up, with False, beyond the limit."""
    frontier = {sum(1 << square + _SHIFT[letter] for square, letter in ground.tiles)}
    seen = {position.turn: set(frontier), position.turn.other: set[Arrangement]()}
    mover = position.turn
    while frontier:
        following: set[Arrangement] = set()
        for arrangement in frontier:
            quiet, captures = _expand(arrangement, ground, mover, position.stage(mover))
            if captures:
                return False
            following.update(quiet)
        mover = mover.other
        frontier = following - seen[mover]
        seen[mover] |= frontier
        if len(seen[mover]) > limit:
            return False
    return True


def _expand(arrangement: Arrangement, ground: _Ground, mover: Colour, stage: int) -> tuple[list[Arrangement], bool]:
    """The arrangements one quiet move on, and whether a capture is possible; nothing of either for a lost player."""
    own, opposing = _squares_of(arrangement, mover), _squares_of(arrangement, mover.other)
    occupied = own | opposing
    quiet: list[Arrangement] = []
    movable, captures = 0, False
    for letter in LETTERS[mover]:
        for start in _each_square(arrangement >> _SHIFT[letter] & _BOARD):
            options = ground.options(letter, start)
            moves = [arrangement ^ change for free, change in options.quiet if not occupied & free]
            takes = any(not occupied & way for way in options.takes) or any(
                opposing & hit and not occupied & way for hit, way in options.hits
            )
            quiet += moves
            captures |= takes
            movable += takes or bool(moves)
    return (quiet, captures) if movable > stage else ([], False)


def _squares_of(arrangement: Arrangement, colour: Colour) -> Squares:
    squares = 0
    for letter in LETTERS[colour]:
        squares |= arrangement >> _SHIFT[letter] & _BOARD
    return squares


def _each_square(squares: Squares) -> Iterator[int]:
    while squares:
        lowest = squares & -squares
        yield lowest.bit_length() - 1
        squares ^= lowest


def _bits(squares: tuple[Square, ...]) -> Squares:
    return sum(1 << square for square in squares)
