"""What a ``go`` starts: a search up to its ``bestmove``, or a count up to its sum."""

from __future__ import annotations

import threading
from collections.abc import Callable

from barragoon.action import Action
from barragoon.engine.base import AbstractEngine
from barragoon.engine.limit import Limit
from barragoon.engine.line import SearchLine
from barragoon.engine.native import Engine
from barragoon.engine.search.request import Request, Root
from barragoon.engine.search.thread import BestAction, Failure, Message
from barragoon.engine.search.time_budget import seconds_for
from barragoon.engine.ubi.commands import Go
from barragoon.position import Position


class SearchSession:
    """One ``go`` from its start to its ``bestmove``.

    A search that is infinite or ponders keeps its result until ``stop`` or ``ponderhit``, even if it has nothing left
    to search.
    """

    def __init__(self, engine: AbstractEngine, root: Root, go: Go, multipv: int, write: Callable[[str], None]) -> None:
        self._engine = engine
        self._go = go
        self._write = write
        self._released = threading.Event()
        self._timer: threading.Timer | None = None
        self._over = threading.Event()
        self._position = root.position
        self.pondering = go.ponder
        if not (go.ponder or go.limit.infinite):
            self._released.set()
        limit = _without_time(go.limit) if go.ponder else go.limit
        self._thread = engine.begin(Request(root, limit, multipv), self._listen)

    @property
    def endless(self) -> bool:
        """Whether only ``stop`` or ``ponderhit`` can bring the result."""
        return not self._released.is_set()

    @property
    def over(self) -> bool:
        """Whether the result was written."""
        return self._over.is_set()

    def stop(self) -> None:
        """End the search now, and wait until the result is written."""
        self._released.set()
        self._thread.stop()
        self.wait()

    def wait(self) -> None:
        """Wait until the result is written."""
        self._thread.join()

    def ponderhit(self) -> None:
        """Let the clock count from now on."""
        self.pondering = False
        seconds = seconds_for(self._go.limit, self._position, self._engine.overhead)
        if seconds is not None:
            self._timer = threading.Timer(min(seconds, threading.TIMEOUT_MAX), self._thread.stop)
            self._timer.daemon = True
            self._timer.start()
        if not self._go.limit.infinite:
            self._released.set()

    def _listen(self, message: Message) -> None:
        match message:
            case SearchLine():
                self._write(message.to_ubi())
            case Failure():
                self._write(f"info string {' '.join(str(message.error).split())}")
                self._write_best(BestAction(None))
            case BestAction():
                self._write_best(message)

    def _write_best(self, best: BestAction) -> None:
        self._released.wait()
        if self._timer:
            self._timer.cancel()
        self._over.set()  # first, because the next command may come as soon as this line is read
        ponder = f" ponder {best.ponder}" if best.ponder else ""
        self._write(f"bestmove {best.action or '(none)'}{ponder}")


def _without_time(limit: Limit) -> Limit:
    """The limit that holds while pondering, when no clock counts."""
    if limit.depth is None and limit.nodes is None:
        return Limit(infinite=True)
    return Limit(depth=limit.depth, nodes=limit.nodes)


class PerftSession:
    """One ``go perft``: the count behind each first action, then the sum, or that it was stopped."""

    endless = False

    def __init__(self, engine: Engine, position: Position, depth: int, write: Callable[[str], None]) -> None:
        self._depth = depth
        self._write = write
        self._sum = 0 if depth else 1
        self._over = threading.Event()
        self._thread = engine.begin_perft(position, depth, self._add, self._listen)

    @property
    def over(self) -> bool:
        """Whether the sum was written."""
        return self._over.is_set()

    def stop(self) -> None:
        """End the count now, and wait until that is written."""
        self._thread.stop()
        self.wait()

    def wait(self) -> None:
        """Wait until the sum is written."""
        self._thread.join()

    def _add(self, action: Action, leaves: int) -> None:
        self._sum += leaves
        self._write(f"{action}: {leaves}")

    def _listen(self, message: Message) -> None:
        self._over.set()  # first, because the next command may come as soon as this line is read
        if isinstance(message, Failure):
            self._write(f"info string {message.error}")
        else:
            self._write(f"perft {self._depth}: {self._sum}")
