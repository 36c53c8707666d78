"""Reading a FEN that has all six fields and nothing wrong: most of them, and five times as fast as with care."""

from __future__ import annotations

import re
from typing import TypeAlias

from barragoon.cell import CELLS, EMPTY
from barragoon.colour import Colour
from barragoon.setup import BARRAGOONS, RESERVE
from barragoon.square import FILES, RANKS, Square
from barragoon.tile import COUNTS, TILES

Fields: TypeAlias = tuple[str, Colour, tuple[Colour, ...], int, tuple[int, int], int]
"""Board, turn, hands, reserve, stages and number."""

_MARKS = re.escape("".join(mark for mark in CELLS if mark != EMPTY))
_RANK = rf"[1-7{_MARKS}]+"
_FEN = re.compile(rf"({_RANK}(?:/{_RANK}){{8}}) ([wb]) (-|w|b) (0|[1-9][0-9]?) ([012])([012]) ([1-9][0-9]{{0,5}})")
_GAPS = str.maketrans({str(length): EMPTY * length for length in range(1, len(FILES) + 1)})
_COLOURS = {colour.value: colour for colour in Colour}
_HANDS = {"-": (), **{letter: (colour,) for letter, colour in _COLOURS.items()}}
_MOST = tuple((str(tile), COUNTS[tile.value]) for tile in TILES)
_TEXT = len(Square) + len(RANKS) - 1
_SEPARATORS = "/" * (len(RANKS) - 1)


def read_plain_fen(fen: str) -> Fields | None:
    """The fields of a FEN; None if it is unusual in any way, which says nothing about whether it can be read.

    >>> read_plain_fen("7/7/7/7/7/7/7/7/3D3 b - 0 00 7")[1:]
    (Colour.BROWN, (), 0, (0, 0), 7)
    >>> read_plain_fen("7/7/7/7/7/7/7/7/3D3 b") is None
    True
    """
    match = _FEN.fullmatch(fen)
    if match is None:
        return None
    rows, turn, hands, reserve, white, brown, number = match.groups()
    board = _board(rows)
    placing, left = _HANDS[hands], int(reserve)
    # A player who places for a lost tile needs a look at more than one field.
    if board is None or left > RESERVE or (placing and hands != turn) or _too_many(board, left + len(placing)):
        return None
    return board, _COLOURS[turn], placing, left, (int(white), int(brown)), int(number)


def _board(rows: str) -> str | None:
    """The 63 squares from a1 to g9, if every rank has seven of them."""
    text = rows.translate(_GAPS)
    if len(text) != _TEXT or text[len(FILES) :: len(FILES) + 1] != _SEPARATORS:
        return None
    return "".join(text.split("/")[::-1])


def _too_many(board: str, not_on_it: int) -> bool:
    """Whether there are more tiles or barragoons than the box holds."""
    tiles = 0
    for mark, most in _MOST:
        count = board.count(mark)
        if count > most:
            return True
        tiles += count
    return len(Square) - board.count(EMPTY) - tiles + not_on_it > BARRAGOONS
