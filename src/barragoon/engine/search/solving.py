"""What a solver can be asked."""

from __future__ import annotations

from collections.abc import Collection

from barragoon.action import Action
from barragoon.engine.limit import Limit
from barragoon.engine.search.request import Question, Root
from barragoon.engine.search.thread import Task
from barragoon.errors import EngineError

MOST_TURNS = 100
"""The most turns that a solver may be asked about; it gives up long before."""


def task_of(question: Question, turns: int, limit: Limit | None, only: Collection[Action] = ()) -> Task:
    """What to solve; refuses what has no answer."""
    if not 1 <= turns <= MOST_TURNS:
        raise EngineError(f"a win within {turns} turns can't be asked for: from 1 to {MOST_TURNS} were expected")
    limit = limit or Limit(infinite=True)
    if limit.depth is not None or limit.clock is not None:
        raise EngineError("a solver is limited by nodes or seconds: turns are its depth, and it knows no clock")
    root = Root.of(question)
    if outcome := root.position.outcome():
        raise EngineError(f"there is nothing to solve here: {outcome}")
    return Task(root.narrowed(tuple(only)), limit)
