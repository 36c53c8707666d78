"""A search as the protocol has it: lines as they are found, and one ``bestmove`` at the proper time."""

from __future__ import annotations

import threading
from collections.abc import Callable

from barragoon.engine.limit import Limit
from barragoon.engine.line import Line
from barragoon.engine.native import Engine
from barragoon.engine.search.request import Root
from barragoon.engine.search.thread import Answer, Failure, Message, Task
from barragoon.engine.search.time_budget import seconds_for
from barragoon.engine.ubi.commands import Go


class Thinking:
    """One ``go`` from its start to its ``bestmove``.

    A search that was asked to go on for ever, or to ponder, keeps its answer until ``stop`` or ``ponderhit``, even if
    it has nothing left to search.
    """

    def __init__(self, engine: Engine, root: Root, go: Go, multipv: int, write: Callable[[str], None]) -> None:
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
        self._running = engine.begin(Task(root, limit, multipv), self._listen)

    @property
    def endless(self) -> bool:
        """Whether only ``stop`` or ``ponderhit`` can bring the answer."""
        return not self._released.is_set()

    @property
    def over(self) -> bool:
        """Whether the answer was given."""
        return self._over.is_set()

    def stop(self) -> None:
        """End the search now, and wait until the answer is given."""
        self._released.set()
        self._running.stop()
        self.wait()

    def wait(self) -> None:
        """Wait until the answer is given."""
        self._running.join()

    def ponderhit(self) -> None:
        """The clock counts from now on."""
        self.pondering = False
        seconds = seconds_for(self._go.limit, self._position, self._engine.overhead)
        if seconds is not None:
            self._timer = threading.Timer(min(seconds, threading.TIMEOUT_MAX), self._running.stop)
            self._timer.daemon = True
            self._timer.start()
        if not self._go.limit.infinite:
            self._released.set()

    def _listen(self, message: Message) -> None:
        match message:
            case Line():
                self._write(message.to_ubi())
            case Failure():
                self._write(f"info string {' '.join(str(message.error).split())}")
                self._answer(Answer(None))
            case Answer():
                self._answer(message)

    def _answer(self, answer: Answer) -> None:
        self._released.wait()
        if self._timer:
            self._timer.cancel()
        self._over.set()  # first, because the next line may come as soon as this one is read
        ponder = f" ponder {answer.ponder}" if answer.ponder else ""
        self._write(f"bestmove {answer.action or '(none)'}{ponder}")


def _without_time(limit: Limit) -> Limit:
    """What a limit asks for while the opponent thinks."""
    if limit.depth is None and limit.nodes is None:
        return Limit(infinite=True)
    return Limit(depth=limit.depth, nodes=limit.nodes)
