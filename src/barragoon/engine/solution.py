"""What a solver has proven of a position."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from barragoon.action import Action
from barragoon.colour import Colour
from barragoon.engine.score import Score


class Verdict(Enum):
    """What a solver can say of a forced win."""

    WIN = "win"
    NO_WIN = "no win"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Solution:
    """Whether a player wins by force within so many turns, whatever the opponent moves and places.

    ``turns`` are the turns of the player ``view`` alone, the one under way included; the opponent's in between are not
    counted. With a win they are the fewest that force it, otherwise the number within which there is none for sure.
    ``actions`` is a line that leads to the win: each action of the winner is proven, each of the opponent's holds out
    as long as any. ``score`` says the same as a search does, counting the turns of both players.

    >>> solution = Solution(Verdict.WIN, Colour.WHITE, 2, Score.win(3, Colour.WHITE))
    >>> print(solution, solution.score, sep="; ")
    White wins by force in 2 turns of White's own; wins in 3
    >>> print(Solution(Verdict.UNKNOWN, Colour.BROWN, 1, nodes=5000))
    undecided after 5,000 nodes: Brown has no forced win within 1 turn of Brown's own, more was not settled
    """

    verdict: Verdict
    view: Colour
    turns: int
    score: Score | None = None
    actions: tuple[Action, ...] = ()
    nodes: int = 0
    seconds: float = 0.0

    @property
    def wins(self) -> bool:
        """Whether a forced win is proven."""
        return self.verdict is Verdict.WIN

    def __str__(self) -> str:
        """Say it in a sentence that can't be misread."""
        turns = f"{self.turns} turn{'s' if self.turns != 1 else ''} of {self.view}'s own"
        if self.wins:
            return f"{self.view} wins by force in {turns}"
        none = f"{self.view} has no forced win within {turns}"
        if self.verdict is Verdict.NO_WIN:
            return none
        known = f"{none}, more was not settled" if self.turns else "nothing was settled"
        return f"undecided after {self.nodes:,} nodes: {known}"
