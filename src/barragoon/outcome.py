"""How a game ends."""

from __future__ import annotations

from dataclasses import dataclass

from barragoon.colour import Colour
from barragoon.named_enum import NamedEnum


class Reason(NamedEnum):
    """Why a game is over; the value is what game files write as ``Termination``."""

    NO_TILES = "no tiles"
    BLOCKED = "blocked"
    EXPRESS = "express rule"
    RESIGNATION = "resignation"
    TIME = "time"
    DEAD = "dead position"
    REPETITION = "repetition"
    INESCAPABLE = "inescapable repetition"
    AGREEMENT = "agreement"


_SENTENCES = {
    Reason.NO_TILES: "{loser} has no tile left",
    Reason.BLOCKED: "none of {loser}'s tiles can move",
    Reason.EXPRESS: "too few of {loser}'s tiles can move (express rule)",
    Reason.RESIGNATION: "{loser} resigned",
    Reason.TIME: "{loser} ran out of time",
    Reason.DEAD: "nothing can ever be captured again",
    Reason.REPETITION: "the same turns three times over, and a draw agreed",
    Reason.INESCAPABLE: "neither player can leave the repetition",
    Reason.AGREEMENT: "draw agreed",
}


@dataclass(frozen=True, slots=True)
class Outcome:
    """The winner, or None for a draw, and the reason.

    >>> print(Outcome(Colour.WHITE, Reason.BLOCKED))
    White wins: none of Brown's tiles can move
    >>> Outcome(None, Reason.DEAD).result
    '1/2-1/2'
    """

    winner: Colour | None
    reason: Reason

    @property
    def result(self) -> str:
        """The result as game files write it: ``1-0``, ``0-1`` or ``1/2-1/2``."""
        if self.winner is None:
            return "1/2-1/2"
        return "1-0" if self.winner is Colour.WHITE else "0-1"

    def __str__(self) -> str:
        """Give the result and the reason in one sentence."""
        if self.winner is None:
            return "Draw: " + _SENTENCES[self.reason]
        return f"{self.winner} wins: " + _SENTENCES[self.reason].format(loser=self.winner.other)
