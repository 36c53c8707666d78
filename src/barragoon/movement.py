"""Where tiles can go on a board: the generator of moves.

A board is a string of 63 characters from a1 to g9, and ``blocked`` the crossings that it refuses (see path.py).
"""

from __future__ import annotations

from typing import Final

from barragoon.action import Move
from barragoon.cell import EMPTY
from barragoon.colour import Colour
from barragoon.face import Face
from barragoon.path import Reach, paths, reach
from barragoon.tile import TILES, Tile

LETTERS: Final = {colour: "".join(str(tile) for tile in TILES if tile.colour is colour) for colour in Colour}
"""The characters of a colour's tiles."""

VALUES: Final = {str(tile): tile.value for tile in TILES}
"""The value of each tile by its character."""


def _untakeable(tile: Tile) -> str:
    """What a tile can't capture: its own kind, and All Turns if it is a 2-tile."""
    return LETTERS[tile.colour] + (Face.ALL_TURNS.value if tile.value == 2 else "")


UNTAKEABLE: Final = {str(tile): _untakeable(tile) for tile in TILES}
"""The characters on which a full move of each tile can't end."""


def tile_moves(board: str, blocked: int, start: int) -> list[Move]:
    """All moves of the tile on a square: short ones to empty squares, then full ones, captures included."""
    tile = board[start]
    untakeable = UNTAKEABLE[tile]
    return [
        move
        for target, move, needs, or_needs in reach(start, VALUES[tile] - 1)
        if board[target] == EMPTY and not (blocked & needs and blocked & or_needs)
    ] + [
        move
        for target, move, needs, or_needs in reach(start, VALUES[tile])
        if board[target] not in untakeable and not (blocked & needs and blocked & or_needs)
    ]


def moves_by_tile(board: str, blocked: int, colour: Colour) -> list[list[Move]]:
    """The moves of each tile of a colour that can move."""
    own = LETTERS[colour]
    lists = [tile_moves(board, blocked, start) for start, mark in enumerate(board) if mark in own]
    return [moves for moves in lists if moves]


def can_capture(board: str, blocked: int, colour: Colour) -> bool:
    """Whether a colour, were it to move, could capture anything at once."""
    own = LETTERS[colour]
    return any(
        _takes(board, blocked, option, UNTAKEABLE[mark])
        for start, mark in enumerate(board)
        if mark in own
        for option in reach(start, VALUES[mark])
    )


def _takes(board: str, blocked: int, option: Reach, untakeable: str) -> bool:
    mark = board[option.target]
    return mark != EMPTY and mark not in untakeable and not (blocked & option.needs and blocked & option.or_needs)


def can_move(board: str, blocked: int, move: Move) -> bool:
    """Whether the tile that stands on the start of a move can make it."""
    tile = board[move.start]
    steps_left_over = VALUES.get(tile, 0) - move.start.distance(move.target)
    if steps_left_over == 1:
        fits = board[move.target] == EMPTY
    else:
        fits = steps_left_over == 0 and board[move.target] not in UNTAKEABLE[tile]
    return fits and any(not blocked & path.needs for path in paths(move.start, move.target))
