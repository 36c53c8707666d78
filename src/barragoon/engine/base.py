"""What every engine can do, whether it runs in this process, in another, or is a few lines of Python."""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Callable
from types import TracebackType
from typing import Self

from barragoon.engine.limit import Limit
from barragoon.engine.line import Line, PlayResult
from barragoon.engine.score import Score
from barragoon.engine.search.request import Question, Root
from barragoon.engine.search.stream import Analysis, AsyncAnalysis
from barragoon.engine.search.thread import Answer, Listener, Report, Running, Task
from barragoon.errors import EngineError

MOST_LINES = 256
"""The most lines that may be asked for at once."""


class AbstractEngine(ABC):
    """Something that can be asked what to play in a position or a game.

    A game gives its history, so that repetitions are seen, and its duties, which narrow the choice. An engine answers
    one question at a time; use it in a ``with`` block, or close it.
    """

    name = "engine"

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._running: Running | None = None

    # -- asking ----------------------------------------------------------------------------------------------

    def analyse(self, question: Question, limit: Limit, *, multipv: int = 1) -> list[Line]:
        """Search, and return the best lines, the best first."""
        with self.analysis(question, limit, multipv=multipv) as analysis:
            return analysis.wait()

    def play(self, question: Question, limit: Limit) -> PlayResult:
        """Choose an action."""
        with self.analysis(question, limit) as analysis:
            lines = analysis.wait()
            return _result(analysis.answer, lines)

    def think(self, question: Question, limit: Limit) -> PlayResult:
        """Choose an action in the thread that asks: cheaper for short searches, but nothing can stop it."""
        with self._guard:
            self._require_idle()
            lines: list[Line] = []
            answer = self._search_if_any(_task(question, limit, 1), lines.append)
        return _result(answer, lines[-1:])

    def analysis(self, question: Question, limit: Limit, *, multipv: int = 1) -> Analysis:
        """Begin a search and iterate over what it finds."""
        task = _task(question, limit, multipv)
        return Analysis(lambda listener: self.begin(task, listener))

    # -- asking from asyncio ---------------------------------------------------------------------------------

    async def analyse_async(self, question: Question, limit: Limit, *, multipv: int = 1) -> list[Line]:
        """Search without blocking the event loop; being cancelled stops the search."""
        async with self.analysis_async(question, limit, multipv=multipv) as analysis:
            return await analysis.wait()

    async def play_async(self, question: Question, limit: Limit) -> PlayResult:
        """Choose an action without blocking the event loop; being cancelled stops the search."""
        async with self.analysis_async(question, limit) as analysis:
            lines = await analysis.wait()
            return _result(analysis.answer, lines)

    def analysis_async(self, question: Question, limit: Limit, *, multipv: int = 1) -> AsyncAnalysis:
        """Begin a search and iterate over it with ``async for``."""
        task = _task(question, limit, multipv)
        return AsyncAnalysis(lambda listener: self.begin(task, listener))

    # -- the rest of its life --------------------------------------------------------------------------------

    def new_game(self) -> None:  # noqa: B027 - most engines remember nothing
        """Forget what was learnt: the next question is about another game."""

    def close(self) -> None:
        """End a search that still runs; an engine that was closed answers nothing more."""
        if running := self._running:
            running.stop()
            running.join()

    def __enter__(self) -> Self:
        """Hand out the engine itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the engine."""
        self.close()

    # -- for those who build on it ---------------------------------------------------------------------------

    def begin(self, task: Task, listener: Listener) -> Running:
        """Start a search whose messages go to a listener, called in the search's own thread."""
        return self._begin(task, self._search_if_any, listener)

    def _begin(self, task: Task, search: Callable[[Task, Report], Answer], listener: Listener) -> Running:
        with self._guard:
            self._require_idle()
            running = Running(task, search, self._interrupt, listener)
            self._running = running
            running.start()
            return running

    def _search_if_any(self, task: Task, report: Report) -> Answer:
        position = task.root.position
        outcome = position.outcome()
        if outcome is None:
            return self._search(task, report)
        report(Line(Score.loss(0, position.actor) if outcome.winner else Score(0, position.actor), ()))
        return Answer(None)

    def _require_idle(self) -> None:
        if self._running and not self._running.ended:
            raise EngineError("this engine is searching already: stop that search, or take another engine")

    @abstractmethod
    def _search(self, task: Task, report: Report) -> Answer:
        """Search, blocking, where there is something to play; called in a thread of its own."""

    def _interrupt(self) -> None:  # noqa: B027 - those that answer at once need none
        """Make the search return soon; may be called from any thread, before the search has begun, or in vain."""


def _task(question: Question, limit: Limit, multipv: int) -> Task:
    if not 1 <= multipv <= MOST_LINES:
        raise EngineError(f"{multipv} lines can't be asked for: from 1 to {MOST_LINES} were expected")
    return Task(Root.of(question), limit, multipv)


def _result(answer: Answer | None, lines: list[Line]) -> PlayResult:
    if answer is None or answer.action is None:
        raise EngineError("there is nothing to play: the game is over")
    return PlayResult(answer.action, answer.ponder, next(iter(lines), None))
