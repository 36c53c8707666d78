"""The four headings in which a tile can step."""

from __future__ import annotations

from barragoon.named_enum import NamedEnum


class Heading(NamedEnum):
    """One of the four directions of the board, seen from White's side.

    >>> Heading.NORTH.right
    Heading.EAST
    >>> Heading.NORTH.opposite
    Heading.SOUTH
    """

    NORTH = 0
    EAST = 1
    SOUTH = 2
    WEST = 3

    @property
    def right(self) -> Heading:
        """The heading after a right turn."""
        return Heading((self.value + 1) % 4)

    @property
    def opposite(self) -> Heading:
        """The heading after turning round."""
        return Heading((self.value + 2) % 4)

    @property
    def left(self) -> Heading:
        """The heading after a left turn."""
        return Heading((self.value + 3) % 4)

    @property
    def file_step(self) -> int:
        """How a step in this heading changes the file: -1, 0 or 1."""
        return (0, 1, 0, -1)[self.value]

    @property
    def rank_step(self) -> int:
        """How a step in this heading changes the rank: -1, 0 or 1."""
        return (1, 0, -1, 0)[self.value]

    def mirrored(self) -> Heading:
        """This heading in the left-right mirror: east and west trade places."""
        return Heading((4 - self.value) % 4)

    def __str__(self) -> str:
        """Give the word, in lower case, as sentences use it."""
        return self.name.lower()
