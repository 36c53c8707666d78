"""Anything that can be set on a board, whether or not a game can get there."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from enum import Flag, auto
from types import UnionType
from typing import TYPE_CHECKING

from barragoon.cell import CELLS, EMPTY, Cell, character
from barragoon.colour import Colour
from barragoon.errors import NotationError
from barragoon.face import Face
from barragoon.square import FILES, RANKS, Square
from barragoon.tile import COUNTS, TILES, Tile

if TYPE_CHECKING:
    from barragoon.position import Position

BARRAGOONS = 32
RESERVE = 24
TOP_STAGE = 2

_FIELDS = ("board", "turn", "hands", "reserve", "stages", "number")
_LETTERS = tuple(map(str, TILES))
_NUMBER = re.compile(r"0|[1-9][0-9]{0,5}")
_DIGITS = re.compile(r"[0-9]{2}")
HIGHEST_NUMBER = 999_999
"""Where the count of turn pairs stops, so that every position has a FEN."""


class Defect(Flag):
    """What keeps a set-up from being a position of a game."""

    TOO_MANY_TILES = auto()
    TOO_MANY_BARRAGOONS = auto()
    RESERVE_OUT_OF_RANGE = auto()
    STAGE_OUT_OF_RANGE = auto()
    NUMBER_OUT_OF_RANGE = auto()
    WRONG_HANDS = auto()
    NO_TILE_LOST = auto()
    WRONG_TYPES = auto()

    @property
    def sentence(self) -> str:
        """What is wrong, in words."""
        return "; ".join(text for defect, text in _SENTENCES.items() if defect in self)


_SENTENCES = {
    Defect.TOO_MANY_TILES: "a colour has more than two 2-tiles, three 3-tiles or two 4-tiles",
    Defect.TOO_MANY_BARRAGOONS: f"more than {BARRAGOONS} barragoons are on the board, in hand and in the reserve",
    Defect.RESERVE_OUT_OF_RANGE: f"the reserve is not from 0 to {RESERVE}",
    Defect.STAGE_OUT_OF_RANGE: f"an express stage is not from 0 to {TOP_STAGE}",
    Defect.NUMBER_OUT_OF_RANGE: f"the turn number is not from 1 to {HIGHEST_NUMBER}",
    Defect.WRONG_HANDS: "no capture leaves these players with a barragoon to place",
    Defect.NO_TILE_LOST: "a player places for a lost tile but has lost none",
    Defect.WRONG_TYPES: "a field of the set-up holds something of the wrong type",
}


@dataclass(slots=True)
class Setup:
    """A board with all that a FEN says, free to change and not checked.

    ``turn`` is whose turn it is, ``hands`` who must still place a barragoon, in order, ``stages`` the express
    stages of White and Brown. Ask :meth:`defects` what is wrong with it, or :meth:`position` for a position.

    >>> setup = Setup({Square.D4: Tile.parse("D"), Square.D9: Tile.parse("z")})
    >>> setup.to_fen()
    '3z3/7/7/7/7/3D3/7/7/7 w - 24 00 1'
    >>> setup.stages = (3, 0)
    >>> setup.defects()
    <Defect.STAGE_OUT_OF_RANGE: 8>
    """

    cells: dict[Square, Tile | Face] = field(default_factory=dict)
    turn: Colour = Colour.WHITE
    hands: tuple[Colour, ...] = ()
    reserve: int = RESERVE
    stages: tuple[int, int] = (0, 0)
    number: int = 1

    @classmethod
    def start(cls, *, open: bool = False) -> Setup:  # noqa: A002 - the rulebook's word for the variant
        """The set-up in which a game begins: closed, all barragoons showing No Way, or open, all showing All Turns."""
        face = "+" if open else "x"
        return cls.from_fen("1vd1dv1/2zdz2/7/1x3x1/x1x1x1x/1x3x1/7/2ZDZ2/1VD1DV1".replace("x", face))

    @classmethod
    def from_fen(cls, fen: str) -> Setup:
        """Read a FEN; fields left out at the end take their defaults."""
        texts = fen.split(" ")
        if len(texts) > len(_FIELDS):
            raise _fen_error("fen_fields", fen, count=len(texts))
        columns = [1 + sum(len(text) + 1 for text in texts[:i]) for i in range(len(texts))]
        fields = dict(zip(_FIELDS, zip(texts, columns, strict=True), strict=False))
        cells = _read_board(*fields["board"])
        setup = cls(cells, reserve=_reserve_beside(sum(isinstance(cell, Tile) for cell in cells.values())))
        for name, (text, column) in list(fields.items())[1:]:
            _read_field(setup, name, text, column)
        return setup

    def to_fen(self) -> str:
        """Write all six fields."""
        return write_fen(self)

    @property
    def board(self) -> str:
        """The 63 squares from a1 to g9, one character each, ``.`` for an empty one."""
        return "".join(character(self.cells.get(square)) for square in Square)

    @board.setter
    def board(self, board: str) -> None:
        self.cells = {square: cell for square, mark in zip(Square, board, strict=True) if (cell := CELLS[mark])}

    def defects(self) -> Defect:
        """All that is wrong, as a set of flags; an empty set is false."""
        if not self._has_right_types():
            return Defect.WRONG_TYPES
        count = Counter(self.cells.values())
        found = Defect(0)
        if any(count[tile] > COUNTS[tile.value] for tile in TILES):
            found |= Defect.TOO_MANY_TILES
        if sum(count[face] for face in Face) + len(self.hands) + self.reserve > BARRAGOONS:
            found |= Defect.TOO_MANY_BARRAGOONS
        if not 0 <= self.reserve <= RESERVE:
            found |= Defect.RESERVE_OUT_OF_RANGE
        if not all(0 <= stage <= TOP_STAGE for stage in self.stages):
            found |= Defect.STAGE_OUT_OF_RANGE
        if not 1 <= self.number <= HIGHEST_NUMBER:
            found |= Defect.NUMBER_OUT_OF_RANGE
        return found | self._defects_of_hands(count)

    def position(self) -> Position:
        """The position that this set-up shows, or a :class:`PositionError` with its defects."""
        from barragoon.position import Position

        return Position(self)

    def _has_right_types(self) -> bool:
        """Whether every field holds what its annotation says; not everybody uses a type checker."""
        collections: list[tuple[object, type]] = [(self.hands, tuple), (self.stages, tuple), (self.cells, dict)]
        if not all(isinstance(value, kind) for value, kind in collections):
            return False
        numbers: list[object] = [self.reserve, self.number, *self.stages]
        others: list[tuple[object, type | UnionType]] = [
            *((colour, Colour) for colour in (self.turn, *self.hands)),
            *((square, Square) for square in self.cells),
            *((cell, Tile | Face) for cell in self.cells.values()),
        ]
        right = all(isinstance(value, kind) for value, kind in others) and all(type(n) is int for n in numbers)
        return right and len(self.stages) == len(Colour)

    def _defects_of_hands(self, count: Counter[Tile | Face]) -> Defect:
        loser = self.turn.other
        if self.hands in ((), (self.turn,)):
            return Defect(0)
        # The loser places alone only when the capture took the last barragoon of the reserve.
        if self.hands != (loser, self.turn) and (self.hands != (loser,) or self.reserve):
            return Defect.WRONG_HANDS
        if sum(count[Tile(loser, value)] for value in COUNTS) == sum(COUNTS.values()):
            return Defect.NO_TILE_LOST
        return Defect(0)


def write_fen(shown: Setup | Position) -> str:
    """All six fields of a set-up or a position."""
    board = shown.board
    ranks = (board[i : i + len(FILES)] for i in range(0, len(Square), len(FILES)))
    rows = "/".join(reversed([*ranks]))
    for length in range(len(FILES), 0, -1):
        rows = rows.replace(EMPTY * length, str(length))
    hands = "".join(colour.value for colour in shown.hands) or "-"
    stages = f"{shown.stages[0]}{shown.stages[1]}"
    return f"{rows} {shown.turn.value} {hands} {shown.reserve} {stages} {shown.number}"


def usual_reserve(board: str) -> int:
    """How many barragoons lie beside a board if every tile that is missing took two along."""
    return _reserve_beside(sum(map(board.count, _LETTERS)))


def _reserve_beside(tiles: int) -> int:
    captured = len(Colour) * sum(COUNTS.values()) - tiles
    return min(RESERVE, max(0, RESERVE - 2 * captured))


def _read_board(text: str, column: int) -> dict[Square, Tile | Face]:
    rows = text.split("/")
    if len(rows) != len(RANKS):
        raise _fen_error("fen_ranks", text, column, count=len(rows))
    cells: dict[Square, Tile | Face] = {}
    for rank, row in zip(reversed(range(len(RANKS))), rows, strict=True):
        for file, cell in enumerate(_read_row(row, rank, column)):
            if cell is not None:
                cells[Square(rank * len(FILES) + file)] = cell
        column += len(row) + 1
    return cells


def _read_row(row: str, rank: int, column: int) -> list[Cell]:
    cells: list[Cell] = []
    for offset, mark in enumerate(row):
        if mark in "1234567":
            cells += [None] * int(mark)
        elif mark in CELLS and mark != EMPTY:
            cells.append(CELLS[mark])
        else:
            raise _fen_error("fen_character", mark, column + offset)
        if len(cells) > len(FILES):
            raise _fen_error("fen_rank_too_long", row, column, rank=rank + 1)
    if len(cells) < len(FILES):
        raise _fen_error("fen_rank_too_short", row, column, rank=rank + 1, count=len(cells))
    return cells


def _read_field(setup: Setup, name: str, text: str, column: int) -> None:
    match name:
        case "turn" if text in ("w", "b"):
            setup.turn = Colour(text)
        case "hands" if text in ("-", "w", "b", "wb", "bw"):
            setup.hands = tuple(Colour(letter) for letter in text if letter != "-")
        case "reserve" if _NUMBER.fullmatch(text):
            setup.reserve = int(text)
        case "stages" if _DIGITS.fullmatch(text):
            setup.stages = (int(text[0]), int(text[1]))
        case "number" if _NUMBER.fullmatch(text):
            setup.number = int(text)
        case _:
            raise _fen_error(f"fen_{name}", text, column)


def _fen_error(code: str, text: str, column: int | None = None, **parameters: int) -> NotationError:
    return NotationError(text, FEN_PROBLEMS[code].format(**parameters), column, code=code, parameters=parameters)


FEN_PROBLEMS = {
    "fen_fields": f"has {{count}} fields: at most {len(_FIELDS)} were expected",
    "fen_ranks": f"has {{count}} ranks: {len(RANKS)}, split by /, were expected",
    "fen_character": "is not a tile, a face or a count of empty squares from 1 to 7",
    "fen_rank_too_long": f"has more than {len(FILES)} squares in rank {{rank}}",
    "fen_rank_too_short": f"has {{count}} squares in rank {{rank}}: {len(FILES)} were expected",
    "fen_turn": "is not the turn of a FEN: w or b was expected",
    "fen_hands": "is not the hands of a FEN: -, w, b, wb or bw was expected",
    "fen_reserve": f"is not the reserve of a FEN: a number from 0 to {RESERVE} was expected",
    "fen_stages": "is not the stages of a FEN: two digits from 0 to 2, such as 00 was expected",
    "fen_number": "is not the number of a FEN: a number from 1 was expected",
}
"""What can be wrong with a FEN, by the code of the error."""
