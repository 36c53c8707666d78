"""The two players' colours, and drawing lots for them."""

from __future__ import annotations

from typing import Protocol, TypeVar

from barragoon.errors import NotationError
from barragoon.named_enum import NamedEnum

Player = TypeVar("Player")


class Colour(NamedEnum):
    """White, who begins, or Brown.

    >>> Colour.WHITE.other
    Colour.BROWN
    """

    WHITE = "w"
    BROWN = "b"

    @classmethod
    def parse(cls, text: str) -> Colour:
        """Read ``w`` or ``b``."""
        try:
            return cls(text)
        except ValueError:
            raise NotationError(text, "is not a colour: w or b was expected") from None

    @property
    def other(self) -> Colour:
        """The opponent's colour."""
        return Colour.BROWN if self is Colour.WHITE else Colour.WHITE

    @property
    def word(self) -> str:
        """The colour as events and JSON write it: ``white`` or ``brown``."""
        return self.name.lower()

    def __str__(self) -> str:
        """Give the colour's name as sentences use it."""
        return self.name.capitalize()


def as_colour(colour: object) -> Colour:
    """A colour that is given as such or by its letter, sooner than calling the enum would give it.

    >>> as_colour(Colour.WHITE) is as_colour("w")
    True
    """
    return colour if isinstance(colour, Colour) else Colour(colour)


class RandomSource(Protocol):
    """The part of :class:`random.Random` that drawing lots needs."""

    def random(self) -> float:
        """A number from 0 up to but not including 1."""


def draw_lots(first: Player, second: Player, source: RandomSource) -> dict[Colour, Player]:
    """Decide by lot who plays which colour (rule 1).

    >>> import random
    >>> draw_lots("Ann", "Ben", random.Random(7))[Colour.WHITE]
    'Ann'
    """
    white, brown = (first, second) if source.random() < 0.5 else (second, first)
    return {Colour.WHITE: white, Colour.BROWN: brown}
