"""The barragoon: six symbols, sixteen oriented faces, and what each lets across."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from barragoon.errors import NotationError
from barragoon.heading import Heading
from barragoon.named_enum import NamedEnum

if TYPE_CHECKING:
    from collections.abc import Callable


class Symbol(NamedEnum):
    """One of the six symbols that a barragoon can show."""

    NO_WAY = "No Way"
    ONE_WAY = "One Way"
    TWO_WAYS = "Two Ways"
    LEFT_TURN = "Left Turn"
    RIGHT_TURN = "Right Turn"
    ALL_TURNS = "All Turns"

    def __str__(self) -> str:
        """Give the symbol's name."""
        return self.value


class Crossing(NamedTuple):
    """How a tile crosses a square: the heading it comes in with, and the one it leaves with."""

    entering: Heading
    leaving: Heading

    @property
    def is_turn(self) -> bool:
        """Whether the tile turns on the square."""
        return self.entering is not self.leaving


CROSSINGS: tuple[Crossing, ...] = tuple(
    Crossing(entering, leaving) for entering in Heading for leaving in (entering, entering.left, entering.right)
)
"""All twelve crossings of an empty square; a tile never turns back."""


class Face(NamedEnum):
    """A symbol with its orientation; the value is its character in the text forms.

    A turn is named after the heading in which a tile leaves it.

    >>> Face.LEFT_TURN_NORTH.value, Face.LEFT_TURN_NORTH.exits(Heading.EAST)
    ('N', (Heading.NORTH,))
    >>> Face.of(Symbol.ONE_WAY, Heading.SOUTH)
    Face.ONE_WAY_SOUTH
    >>> len(Face), len(Face.ALL_TURNS.crossings)
    (16, 8)
    """

    NO_WAY = "x"
    ONE_WAY_NORTH = "^"
    ONE_WAY_EAST = ">"
    ONE_WAY_SOUTH = "Y"
    ONE_WAY_WEST = "<"
    TWO_WAYS_NORTH = "|"
    TWO_WAYS_EAST = "-"
    LEFT_TURN_NORTH = "N"
    LEFT_TURN_EAST = "E"
    LEFT_TURN_SOUTH = "S"
    LEFT_TURN_WEST = "W"
    RIGHT_TURN_NORTH = "n"
    RIGHT_TURN_EAST = "e"
    RIGHT_TURN_SOUTH = "s"
    RIGHT_TURN_WEST = "w"
    ALL_TURNS = "+"

    @classmethod
    def parse(cls, text: str) -> Face:
        """Read a face's character."""
        try:
            return cls(text)
        except ValueError:
            raise NotationError(text, f"is not a face: one of {' '.join(f.value for f in cls)} was expected") from None

    @classmethod
    def of(cls, symbol: Symbol, heading: Heading | None = None) -> Face:
        """The face that shows ``symbol`` pointing to ``heading``; Two Ways may be named by either end.

        No Way and All Turns look the same from every side and ignore the heading.
        """
        if symbol is Symbol.TWO_WAYS and heading in (Heading.SOUTH, Heading.WEST):
            heading = heading.opposite
        for face in cls:
            if face.symbol is symbol and face.heading in (heading, None):
                return face
        raise NotationError(str(symbol), "needs a heading")

    @cached_property
    def symbol(self) -> Symbol:
        """Which of the six symbols this is."""
        return next(symbol for symbol in Symbol if self.name.startswith(symbol.name))

    @cached_property
    def heading(self) -> Heading | None:
        """Where the face points: the heading of its arrow's head; None if it has no orientation."""
        if self.symbol in (Symbol.NO_WAY, Symbol.ALL_TURNS):
            return None
        return Heading[self.name.rpartition("_")[2]]

    @cached_property
    def crossings(self) -> frozenset[Crossing]:
        """Every crossing that a barragoon with this face allows."""
        out = self.heading
        if out is None:
            turns = frozenset(crossing for crossing in CROSSINGS if crossing.is_turn)
            return turns if self is Face.ALL_TURNS else frozenset()
        entering = {
            Symbol.ONE_WAY: out,
            Symbol.TWO_WAYS: out,
            Symbol.LEFT_TURN: out.right,
            Symbol.RIGHT_TURN: out.left,
        }[self.symbol]
        one = Crossing(entering, out)
        if self.symbol is Symbol.TWO_WAYS:
            return frozenset({one, Crossing(out.opposite, out.opposite)})
        return frozenset({one})

    def exits(self, entering: Heading) -> tuple[Heading, ...]:
        """The headings in which a tile that enters with ``entering`` may leave."""
        return tuple(out for out in Heading if Crossing(entering, out) in self.crossings)

    def mirrored(self) -> Face:
        """This face in the left-right mirror: left turns become right turns."""
        return self._redirected(Heading.mirrored)

    def swapped(self) -> Face:
        """This face as the other player sees it, turned half round."""
        return self._redirected(lambda heading: heading.opposite)

    def rotated(self) -> Face:
        """This face turned a quarter to the right."""
        return self._redirected(lambda heading: heading.right)

    def _redirected(self, change: Callable[[Heading], Heading]) -> Face:
        crossings = {Crossing(change(entering), change(leaving)) for entering, leaving in self.crossings}
        return next(face for face in Face if face.crossings == crossings)

    def __str__(self) -> str:
        """Give the character of the text forms."""
        return self.value
