"""A proof under way: the solver runs in a thread of its own, so that whoever waits for it can end it."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Collection
from queue import SimpleQueue
from typing import TypeAlias

from barragoon.action import Action
from barragoon.engine.limit import Limit
from barragoon.engine.root import Question, Root
from barragoon.engine.running import Answer, Failure, Listener, Message, Report, Running, Task
from barragoon.engine.solution import Solution
from barragoon.errors import EngineError

MOST_TURNS = 100
"""The most turns that a solver may be asked about; it gives up long before."""

Begin: TypeAlias = Callable[[Task, Callable[[Task, Report], Answer], Listener], Running]
Solve: TypeAlias = Callable[[Task], Solution]


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


class Solving:
    """One question to the solver, and what became of it."""

    def __init__(self, task: Task, solve: Solve, begin: Begin) -> None:
        self._task = task
        self._solve = solve
        self._begin = begin
        self._found: Solution | None = None

    def wait(self) -> Solution:
        """Solve, and wait for it; Ctrl-C ends it."""
        messages: SimpleQueue[Message] = SimpleQueue()
        running = self._begin(self._task, self._run, messages.put)
        try:
            return self._result(messages.get())
        except BaseException:
            running.stop()
            running.join()
            raise

    async def wait_async(self) -> Solution:
        """Solve without blocking the event loop; being cancelled ends it."""
        loop = asyncio.get_running_loop()
        messages: asyncio.Queue[Message] = asyncio.Queue()

        def listen(message: Message) -> None:
            with contextlib.suppress(RuntimeError):  # the loop was closed, and nobody wants to know
                loop.call_soon_threadsafe(messages.put_nowait, message)

        running = self._begin(self._task, self._run, listen)
        try:
            return self._result(await messages.get())
        except BaseException:
            running.stop()
            raise

    def _run(self, task: Task, _report: Report) -> Answer:
        self._found = self._solve(task)
        return Answer(None)

    def _result(self, message: Message) -> Solution:
        if isinstance(message, Failure):
            raise message.error
        assert self._found is not None
        return self._found
