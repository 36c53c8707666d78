"""A position's key: random numbers for all that a position holds, joined by exclusive or (Zobrist hashing).

The numbers are made the same way in ``engine/src/zobrist.hpp``, so the key is the same in Python, in C++ and in the
page, in every process and on every platform.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

from barragoon.cell import EMPTY
from barragoon.colour import Colour
from barragoon.face import Face
from barragoon.setup import usual_reserve
from barragoon.square import Square
from barragoon.tile import TILES

if TYPE_CHECKING:
    from barragoon.position import Position

_BITS = (1 << 64) - 1
_STEP = 0x9E3779B97F4A7C15
_TURN_AND_PHASES = 4
_STAGES = 2


@cache
def _tables() -> tuple[list[dict[str, int]], list[int], list[list[int]]]:
    """The numbers of the cells by square, of Brown's turn with the three phases, and of the stages by colour."""
    numbers = _splitmix(_STEP)
    marks = [*(face.value for face in Face), *map(str, TILES)]
    by_mark = {mark: [next(numbers) for _ in Square] for mark in marks}
    cells = [{EMPTY: 0, **{mark: by_mark[mark][square] for mark in marks}} for square in Square]
    turn_and_phases = [next(numbers) for _ in range(_TURN_AND_PHASES)]
    stages = [[0, *(next(numbers) for _ in range(_STAGES))] for _ in Colour]
    return cells, turn_and_phases, stages


def key_of(position: Position) -> int:
    """The key of a position, 64 bits."""
    cells, (brown, *phases), stages = _tables()
    key = stages[0][position.stages[0]] ^ stages[1][position.stages[1]]
    for numbers, mark in zip(cells, position.board, strict=True):
        key ^= numbers[mark]
    if position.turn is Colour.BROWN:
        key ^= brown
    if position.hands:
        key ^= phases[_phase(position)]
    if position.reserve != usual_reserve(position.board):
        key ^= _mixed(_STEP + position.reserve & _BITS)
    return key


def _phase(position: Position) -> int:
    """Who places: the player whose turn it is (0), both (1), or the player who lost a tile alone (2)."""
    if len(position.hands) > 1:
        return 1
    return 0 if position.hands[0] is position.turn else 2


def _splitmix(state: int) -> Iterator[int]:
    """The generator splitmix64."""
    while True:
        state = state + _STEP & _BITS
        yield _mixed(state)


def _mixed(z: int) -> int:
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & _BITS
    z = (z ^ z >> 27) * 0x94D049BB133111EB & _BITS
    return z ^ z >> 31
