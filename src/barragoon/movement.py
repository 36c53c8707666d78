"""Where tiles can go on a board: the generator of moves.

A board is a string of 63 characters from a1 to g9, and ``blocked`` the crossings that it blocks (see path.py).
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from barragoon.action import Move
from barragoon.cell import EMPTY
from barragoon.colour import Colour
from barragoon.face import Face
from barragoon.path import Reach, paths, reach
from barragoon.tile import TILES

LETTERS: Final = {colour: "".join(str(tile) for tile in TILES if tile.colour is colour) for colour in Colour}
"""The characters of a colour's tiles."""

VALUES: Final = {str(tile): tile.value for tile in TILES}
"""The value of each tile by its character."""


class _Options(NamedTuple):
    """All that one kind of tile might do from one square of an empty board."""

    untakeable: str
    """The characters of what its full move can't end on: its own colour, and All Turns for a 2-tile."""
    short: tuple[Reach, ...]
    full: tuple[Reach, ...]


@cache
def options(tile: str, start: int) -> _Options:
    """The options of a tile, given by its character, on a square."""
    colour = next(colour for colour, letters in LETTERS.items() if tile in letters)
    untakeable = LETTERS[colour] + (Face.ALL_TURNS.value if VALUES[tile] == 2 else "")
    return _Options(untakeable, reach(start, VALUES[tile] - 1), reach(start, VALUES[tile]))


def tile_moves(board: str, blocked: int, start: int) -> list[Move]:
    """All moves of the tile on a square: short ones to empty squares, then full ones, captures included."""
    untakeable, short, full = options(board[start], start)
    found: list[Move] = []
    # Plain loops: this is where all the time goes, and comprehensions cost a fifth more here.
    for target, move, needs, or_needs in short:
        if board[target] == EMPTY and not (blocked & needs and blocked & or_needs):
            found.append(move)
    for target, move, needs, or_needs in full:
        if board[target] not in untakeable and not (blocked & needs and blocked & or_needs):
            found.append(move)
    return found


def moves_by_tile(board: str, blocked: int, colour: Colour) -> list[list[Move]]:
    """The moves of each tile of a colour that can move."""
    own = LETTERS[colour]
    return [moves for start, mark in enumerate(board) if mark in own and (moves := tile_moves(board, blocked, start))]


def can_capture(board: str, blocked: int, colour: Colour) -> bool:
    """Whether a colour, were it to move, could capture anything at once."""
    own = LETTERS[colour]
    for start, mark in enumerate(board):
        if mark in own:
            untakeable, _, full = options(mark, start)
            for target, _, needs, or_needs in full:
                if (
                    board[target] != EMPTY
                    and board[target] not in untakeable
                    and not (blocked & needs and blocked & or_needs)
                ):
                    return True
    return False


def can_move(board: str, blocked: int, move: Move) -> bool:
    """Whether the tile that stands on the start of a move can make it."""
    tile = board[move.start]
    steps_left_over = VALUES.get(tile, 0) - move.start.distance(move.target)
    if steps_left_over == 1:
        fits = board[move.target] == EMPTY
    else:
        fits = steps_left_over == 0 and board[move.target] not in options(tile, move.start).untakeable
    return fits and any(not blocked & path.needs for path in paths(move.start, move.target))
