"""What is asked of a player in a puzzle or a lesson, and what is proven of their answer."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import Enum

from barragoon.action import Action, Move
from barragoon.errors import EngineRequestError
from barragoon.square import Square

_GOAL = re.compile(r"(win|hold) ([1-9][0-9]{0,2})")


class GoalKind(Enum):
    """What a player shall reach: to win by force, or not to be beaten by force."""

    WIN = "win"
    HOLD = "hold"


@dataclass(frozen=True, slots=True)
class Goal:
    """What is asked of the player who acts, and within how many turns.

    To win takes turns of the player's own, to hold lasts for turns of the opponent's. Each time the turn under way is
    included, if it is that player's.

    >>> print(Goal.win(2), Goal.parse("hold 1"), sep="; ")
    win 2; hold 1
    """

    kind: GoalKind
    turns: int

    @classmethod
    def win(cls, turns: int) -> Goal:
        """Win by force within so many turns of one's own."""
        return cls(GoalKind.WIN, turns)

    @classmethod
    def hold(cls, turns: int) -> Goal:
        """Leave the opponent without a forced win within so many turns of theirs."""
        return cls(GoalKind.HOLD, turns)

    @classmethod
    def parse(cls, text: str) -> Goal:
        """Read what ``str`` writes."""
        found = _GOAL.fullmatch(text)
        if not found:
            raise EngineRequestError(f"{text!r} is not a goal: one such as 'win 2' or 'hold 1' was expected")
        return cls(GoalKind(found[1]), int(found[2]))

    def __str__(self) -> str:
        """Write the kind and the turns."""
        return f"{self.kind.value} {self.turns}"


class Grade(Enum):
    """What a judge can say of an answer."""

    RIGHT = "right"
    SLOWER = "slower"
    """It wins by force, but in more turns than were asked for; that is no mistake."""
    WRONG = "wrong"
    """It is proven that it does not reach the goal."""
    UNPROVEN = "unproven"
    """The limit was reached before anything was proven."""


@dataclass(frozen=True, slots=True)
class Escape:
    """A move that the opponent still has where all of theirs should have been blocked, and how the tile runs."""

    move: Move
    paths: tuple[tuple[Square, ...], ...]


@dataclass(frozen=True, slots=True)
class Judgement:
    """What is proven of an answer; two are equal if they say the same, however long they took.

    ``turns`` are counted as the goal's are. With a win, the player's or the opponent's, they are the fewest that force
    it, otherwise the number within which there is none for sure.

    ``line`` is what follows the answer. After a right or slower one that wins: what the opponent does, holding out as
    long as possible, until the player acts again. After a wrong one its refutation: what the opponent does so that
    there is no win, with the player's best try where the player places in between; or the opponent's own win.
    ``escapes`` are the moves that the opponent has after that line, where the player's last turn is over.
    """

    grade: Grade
    turns: int
    line: tuple[Action, ...] = ()
    escapes: tuple[Escape, ...] = ()
    nodes: int = field(default=0, compare=False)
    seconds: float = field(default=0.0, compare=False)
