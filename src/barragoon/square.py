"""The 63 squares of the board."""

from __future__ import annotations

from enum import IntEnum

from barragoon.errors import NotationError
from barragoon.heading import Heading

FILES = "abcdefg"
RANKS = "123456789"


class Square(IntEnum):
    """A square, from ``Square.A1`` (0) to ``Square.G9`` (62), rank by rank.

    >>> Square.parse("d5")
    Square.D5
    >>> Square.D5.step(Heading.EAST)
    Square.E5
    >>> print(Square.D5, Square.D5.file, Square.D5.rank)
    d5 3 4
    """

    A1, B1, C1, D1, E1, F1, G1 = range(7)
    A2, B2, C2, D2, E2, F2, G2 = range(7, 14)
    A3, B3, C3, D3, E3, F3, G3 = range(14, 21)
    A4, B4, C4, D4, E4, F4, G4 = range(21, 28)
    A5, B5, C5, D5, E5, F5, G5 = range(28, 35)
    A6, B6, C6, D6, E6, F6, G6 = range(35, 42)
    A7, B7, C7, D7, E7, F7, G7 = range(42, 49)
    A8, B8, C8, D8, E8, F8, G8 = range(49, 56)
    A9, B9, C9, D9, E9, F9, G9 = range(56, 63)

    @classmethod
    def parse(cls, text: str) -> Square:
        """Read a square such as ``d5``; anything else is a :class:`NotationError`."""
        square = _BY_NAME.get(text)
        if square is None:
            raise NotationError(text, "is not a square from a1 to g9")
        return square

    @classmethod
    def at(cls, file: int, rank: int) -> Square | None:
        """The square on a file 0-6 and a rank 0-8, or None when that is off the board."""
        if 0 <= file < len(FILES) and 0 <= rank < len(RANKS):
            return cls(rank * len(FILES) + file)
        return None

    @property
    def file(self) -> int:
        """The file as a number: 0 for a, 6 for g."""
        return self % len(FILES)

    @property
    def rank(self) -> int:
        """The rank as a number from 0: 0 for rank 1, 8 for rank 9."""
        return self // len(FILES)

    def step(self, heading: Heading) -> Square | None:
        """The neighbour in that heading, or None at the edge of the board."""
        return Square.at(self.file + heading.file_step, self.rank + heading.rank_step)

    def distance(self, other: Square) -> int:
        """How many orthogonal steps lie between two squares."""
        return abs(self.file - other.file) + abs(self.rank - other.rank)

    def mirrored(self) -> Square:
        """This square in the left-right mirror: a5 becomes g5."""
        return Square(self.rank * len(FILES) + len(FILES) - 1 - self.file)

    def swapped(self) -> Square:
        """This square as the other player sees it, the board turned half round: a1 becomes g9."""
        return Square(len(Square) - 1 - self)

    def __repr__(self) -> str:
        """Write the square as code does; it can be pasted back."""
        return f"Square.{self.name}"

    def __str__(self) -> str:
        """Give the name used in all text forms."""
        return _NAMES[self]

    def __format__(self, spec: str) -> str:
        """Format the name, not the number."""
        return format(_NAMES[self], spec)


_NAMES = tuple(FILES[square.file] + RANKS[square.rank] for square in Square)
_BY_NAME = dict(zip(_NAMES, Square, strict=True))


def as_square(square: object) -> Square:
    """A square that is given as such or by its name; anything else is a :class:`TypeError`.

    >>> as_square("d5")
    Square.D5
    """
    if isinstance(square, Square):
        return square
    if isinstance(square, str):
        return Square.parse(square)
    raise TypeError(f"a square is a Square or a name such as d5, not {square!r}")
