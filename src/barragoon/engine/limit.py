"""How long an engine may think."""

from __future__ import annotations

import math
from dataclasses import dataclass

from barragoon.colour import Colour
from barragoon.errors import EngineRequestError

_MOST = 2**62


@dataclass(frozen=True, slots=True)
class Clock:
    """The seconds that each player has left for the game, and what each of their own turns adds.

    The clock that runs is the actor's: a player who places a barragoon in the opponent's turn spends their own time.

    >>> Clock(60, 45, white_increment=0.5).remaining(Colour.BROWN)
    45
    """

    white: float
    brown: float
    white_increment: float = 0
    brown_increment: float = 0

    def __post_init__(self) -> None:
        """Reject what no clock shows."""
        for seconds in (self.white, self.brown, self.white_increment, self.brown_increment):
            if not math.isfinite(seconds) or seconds < 0:
                raise EngineRequestError(f"a clock can't show {seconds} seconds")

    def remaining(self, colour: Colour) -> float:
        """The seconds that a player has left."""
        return self.white if colour is Colour.WHITE else self.brown

    def increment(self, colour: Colour) -> float:
        """The seconds that a player gets for each of their turns."""
        return self.white_increment if colour is Colour.WHITE else self.brown_increment


@dataclass(frozen=True, slots=True)
class Limit:
    """Where a search ends: at a depth, a number of nodes, after some seconds, by a clock; whichever comes first.

    A search without an end says so: ``Limit(infinite=True)`` runs until it is stopped.

    >>> Limit(depth=8, seconds=0.5)
    Limit(depth=8, nodes=None, seconds=0.5, clock=None, infinite=False)
    >>> Limit(nodes=0)
    Traceback (most recent call last):
    barragoon.errors.EngineRequestError: a search can't be limited to nodes=0: more than 0 was expected
    """

    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None
    clock: Clock | None = None
    infinite: bool = False

    def __post_init__(self) -> None:
        """Reject limits that are none, or that contradict each other."""
        for name, number in (("depth", self.depth), ("nodes", self.nodes)):
            # Callers whose types are not checked may pass a float.
            if number is not None and (not isinstance(number, int) or number > _MOST):  # type: ignore[redundant-expr]
                raise EngineRequestError(f"a search can't be limited to {name}={number}: a whole number was expected")
        for name, value in (("depth", self.depth), ("nodes", self.nodes), ("seconds", self.seconds)):
            if value is not None and not 0 < value < math.inf:
                raise EngineRequestError(f"a search can't be limited to {name}={value}: more than 0 was expected")
        given = any(value is not None for value in (self.depth, self.nodes, self.seconds, self.clock))
        if given is self.infinite:
            problem = "is infinite and has a limit all the same" if given else "needs a limit, or infinite=True"
            raise EngineRequestError(f"a search {problem}")
