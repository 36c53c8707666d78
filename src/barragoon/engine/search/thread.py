"""A search in a thread of its own, so that it can be followed and stopped."""

from __future__ import annotations

import asyncio
import atexit
import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Generic, TypeAlias, TypeVar
from weakref import WeakSet

from barragoon.action import Action
from barragoon.engine.line import SearchLine
from barragoon.engine.search.request import Request
from barragoon.engine.search.worker import Worker

Report: TypeAlias = Callable[[SearchLine], None]


@dataclass(frozen=True, slots=True)
class BestAction:
    """The result of a search: the best action, and the reply it expects. A game that is over has none."""

    action: Action | None
    ponder: Action | None = None


@dataclass(frozen=True, slots=True)
class Failure:
    """A search that ended with an error."""

    error: Exception


Message: TypeAlias = SearchLine | BestAction | Failure
Listener: TypeAlias = Callable[[Message], None]
Search: TypeAlias = Callable[[Request, Report], BestAction]

_started: WeakSet[SearchThread] = WeakSet()


class SearchThread:
    """A search under way: lines, then one result or failure, go to the listener, which is called in this thread."""

    def __init__(self, request: Request, search: Search, interrupt: Callable[[], None], listener: Listener) -> None:
        self.request = request
        self._search = search
        self._interrupt = interrupt
        self._listener = listener
        self._ended = threading.Event()
        self._delivered = threading.Event()
        self._lock = threading.Lock()

    def start(self, worker: Worker | None = None) -> Worker:
        """Start in a worker's thread, or in a new one if that is busy still; the worker that runs it."""
        _started.add(self)
        task = (self._run, self._delivered.set)
        if worker is None or not worker.offer(task):
            worker = Worker()
            worker.offer(task)
        return worker

    def stop(self) -> None:
        """Ask the search to end soon; returns at once."""
        self.request.stopped.set()
        # The lock keeps a late interrupt from hitting the engine's next search.
        with self._lock:
            if not self._ended.is_set():
                self._interrupt()

    @property
    def ended(self) -> bool:
        """Whether the engine is free again; the listener may not have had the last message yet."""
        return self._ended.is_set()

    def join(self) -> None:
        """Wait until the last message has been delivered."""
        self._delivered.wait()

    def _run(self) -> None:
        message = self._result()
        # The engine counts as free before the listener is called, because a listener may start the next search.
        with self._lock:
            self._ended.set()
        self._listener(message)

    def _result(self) -> BestAction | Failure:
        try:
            return self._search(self.request, self._listener)
        except Exception as error:  # noqa: BLE001 - raised again where the result is awaited
            return Failure(error)


@atexit.register
def _stop_all() -> None:
    """Stop all searches at exit: a thread must not return from C++ into an interpreter that is gone."""
    for thread in list(_started):
        thread.stop()
        thread.join()


T = TypeVar("T")


class Calculation(Generic[T]):
    """One value computed in a thread, such as a count or a proof, so that waiting for it can be interrupted.

    It starts as soon as it is made; ``begin`` starts the thread.
    """

    def __init__(
        self,
        request: Request,
        compute: Callable[[Request], T],
        begin: Callable[[Request, Search, Listener], SearchThread],
    ) -> None:
        self._compute = compute
        self._future: Future[T] = Future()
        self._future.set_running_or_notify_cancel()  # from now on only the thread can complete it
        self._thread = begin(request, self._run, self._listen)

    def wait(self) -> T:
        """Wait for the value; Ctrl-C ends the computation."""
        try:
            return self._future.result()
        except BaseException:
            self._thread.stop()
            self._thread.join()
            raise

    async def wait_async(self) -> T:
        """Wait without blocking the event loop; being cancelled ends the computation."""
        value = asyncio.wrap_future(self._future)
        try:
            return await asyncio.shield(value)
        except asyncio.CancelledError:
            self._thread.stop()
            await asyncio.wait([value])  # until the engine is free
            raise

    def _run(self, request: Request, _report: Report) -> BestAction:
        self._value = self._compute(request)
        return BestAction(None)

    def _listen(self, message: Message) -> None:
        if isinstance(message, Failure):
            self._future.set_exception(message.error)
        else:
            self._future.set_result(self._value)
