"""What every engine can do, whether it runs in this process, in another, or is a few lines of Python."""

from __future__ import annotations

import asyncio
import threading
from abc import ABC, abstractmethod
from types import TracebackType
from typing import Self

from barragoon.engine.limit import Limit
from barragoon.engine.line import PlayResult, SearchLine
from barragoon.engine.score import Score
from barragoon.engine.search.request import PositionOrGame, Request
from barragoon.engine.search.stream import Analysis, AsyncAnalysis
from barragoon.engine.search.thread import BestAction, Listener, Report, Search, SearchThread
from barragoon.engine.search.time_budget import OVERHEAD
from barragoon.engine.search.worker import Worker
from barragoon.errors import EngineError

A_SECOND = Limit(seconds=1)
"""How long an engine thinks where nobody says how long."""


class AbstractEngine(ABC):
    """Something that can be asked what to play in a position or a game.

    A game brings its history, so that repetitions are seen, and its duties, which narrow the choice. An engine does one
    search at a time; use it in a ``with`` block, or close it.
    """

    name = "engine"
    overhead = OVERHEAD
    """Seconds that an action may lose between here and a clock."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._thread: SearchThread | None = None
        self._worker: Worker | None = None

    # -- blocking --------------------------------------------------------------------------------------------

    def analyse(self, position: PositionOrGame, limit: Limit = A_SECOND, *, multipv: int = 1) -> list[SearchLine]:
        """Search, for a second unless another limit is given, and return the best lines, the best first."""
        with self.analysis(position, limit, multipv=multipv) as analysis:
            return analysis.wait()

    def play(self, position: PositionOrGame, limit: Limit = A_SECOND) -> PlayResult:
        """Choose an action, after a second unless another limit is given.

        >>> from barragoon.engine import Engine
        >>> with Engine() as engine:
        ...     print(engine.play("7/7/7/3z3/7/7/3D3/7/7", Limit(depth=4)).action)
        d3d6
        """
        with self.analysis(position, limit) as analysis:
            lines = analysis.wait()
            return _result(analysis.best, lines)

    def think(self, position: PositionOrGame, limit: Limit) -> PlayResult:
        """Choose an action in the calling thread: cheaper for short searches, but nothing can stop it."""
        with self._lock:
            self._require_idle()
            lines: list[SearchLine] = []
            best = self._search_if_any(Request.search(position, limit), lines.append)
        return _result(best, lines[-1:])

    def analysis(self, position: PositionOrGame, limit: Limit, *, multipv: int = 1) -> Analysis:
        """Begin a search and iterate over what it finds."""
        request = Request.search(position, limit, multipv)
        return Analysis(lambda listener: self.begin(request, listener))

    # -- asyncio ---------------------------------------------------------------------------------------------

    async def analyse_async(
        self, position: PositionOrGame, limit: Limit = A_SECOND, *, multipv: int = 1
    ) -> list[SearchLine]:
        """Search without blocking the event loop; being cancelled stops the search."""
        async with self.analysis_async(position, limit, multipv=multipv) as analysis:
            return await analysis.wait()

    async def play_async(self, position: PositionOrGame, limit: Limit = A_SECOND) -> PlayResult:
        """Choose an action without blocking the event loop; being cancelled stops the search."""
        async with self.analysis_async(position, limit) as analysis:
            lines = await analysis.wait()
            return _result(analysis.best, lines)

    def analysis_async(self, position: PositionOrGame, limit: Limit, *, multipv: int = 1) -> AsyncAnalysis:
        """Begin a search and iterate over it with ``async for``."""
        request = Request.search(position, limit, multipv)
        return AsyncAnalysis(lambda listener: self.begin(request, listener))

    # -- lifetime --------------------------------------------------------------------------------------------

    def new_game(self) -> None:  # noqa: B027 - most engines remember nothing
        """Forget everything that earlier searches learnt: the next one is about another game."""

    def stop(self) -> None:
        """Ask the search that runs, if any, to end soon with what it has; returns at once."""
        if thread := self._thread:
            thread.stop()

    def close(self) -> None:
        """End a search that still runs; a closed engine searches no more."""
        if thread := self._thread:
            thread.stop()
            thread.join()

    def __enter__(self) -> Self:
        """Return the engine itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the engine."""
        self.close()

    async def __aenter__(self) -> Self:
        """Return the engine itself."""
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the engine without blocking the event loop: a search that still runs needs a moment to end."""
        await asyncio.to_thread(self.close)

    # -- for subclasses and protocols ------------------------------------------------------------------------

    def begin(self, request: Request, listener: Listener) -> SearchThread:
        """Start a search whose messages go to a listener, called in the search's own thread."""
        return self._begin(request, self._search_if_any, listener)

    def _begin(self, request: Request, search: Search, listener: Listener) -> SearchThread:
        with self._lock:
            self._require_idle()
            self._thread = SearchThread(request, search, self._interrupt, listener)
            self._worker = self._thread.start(self._worker)
            return self._thread

    def _search_if_any(self, request: Request, report: Report) -> BestAction:
        position = request.root.position
        outcome = position.outcome()
        if outcome is None:
            return self._search(request, report)
        report(SearchLine(Score.loss(0, position.actor) if outcome.winner else Score(0, position.actor), ()))
        return BestAction(None)

    def _require_idle(self) -> None:
        if self._thread and not self._thread.ended:
            raise EngineError("this engine is searching already: stop that search, or take another engine")

    @abstractmethod
    def _search(self, request: Request, report: Report) -> BestAction:
        """Search, blocking, where there is something to play; called in a thread of its own."""

    def _interrupt(self) -> None:  # noqa: B027 - engines that return at once need none
        """Make the search return soon; may be called from any thread, also before the search begins or after it."""


def _result(best: BestAction | None, lines: list[SearchLine]) -> PlayResult:
    if best is None or best.action is None:
        raise EngineError("there is nothing to play: the game is over")
    return PlayResult(best.action, best.ponder, next(iter(lines), None))
