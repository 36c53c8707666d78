"""Threads for work that would block the event loop, shared fairly between those who ask for it."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import ContextVar
from typing import TypeVar

Result = TypeVar("Result")
THREADS = 2
ASKER: ContextVar[str] = ContextVar("asker", default="")
"""The address that asked for what is done now; empty for what the server does by itself."""


class SharedTurn:
    """A turn that several askers wait for: it comes when it is the turn of the first of them."""

    def __init__(self) -> None:
        self._askers = {ASKER.get()}
        self._queue: Callable[[str], None] | None = None

    def share(self) -> None:
        """Wait for it as well."""
        asker = ASKER.get()
        if asker not in self._askers:
            self._askers.add(asker)
            if self._queue:
                self._queue(asker)

    def wait_in(self, queue: Callable[[str], None]) -> None:
        """Wait in the queue of each asker, also of those who come later."""
        self._queue = queue
        for asker in self._askers:
            queue(asker)


class WorkerPool:
    """A thread pool for the rules: bringing a long game back, or judging whether a position is dead, can take seconds.

    Those who ask take turns. However much one address asks for, another one waits for what runs already and then for
    one piece of work of each of the others at most.
    """

    def __init__(self, threads: int = THREADS) -> None:
        self._threads = ThreadPoolExecutor(max_workers=threads, thread_name_prefix="rules")
        self._free = threads
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    async def run(self, function: Callable[..., Result], *arguments: object) -> Result:
        """Call a function in a thread, when it is the asker's turn."""
        return await self.run_shared(SharedTurn(), function, *arguments)

    async def run_shared(self, shared: SharedTurn, function: Callable[..., Result], *arguments: object) -> Result:
        """Call a function in a thread, when it is the turn of any who asked for it."""
        loop = asyncio.get_running_loop()
        await self._wait_for_turn(shared, loop)
        work = self._threads.submit(function, *arguments)
        work.add_done_callback(lambda _: loop.call_soon_threadsafe(self._next_turn))  # also if nobody waits any more
        return await asyncio.wrap_future(work)

    async def _wait_for_turn(self, shared: SharedTurn, loop: asyncio.AbstractEventLoop) -> None:
        if self._free:
            self._free -= 1
            return
        turn: asyncio.Future[None] = loop.create_future()
        shared.wait_in(lambda asker: self._waiting.setdefault(asker, deque()).append(turn))
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._next_turn()
            raise

    def _next_turn(self) -> None:
        """Let the asker go on whose last turn was the longest ago."""
        while self._waiting:
            asker, turns = self._waiting.popitem(last=False)
            turn = turns.popleft()
            if turn.done():  # cancelled, or it came in another asker's queue: this asker has had no turn yet
                if turns:
                    self._waiting[asker] = turns
                    self._waiting.move_to_end(asker, last=False)
                continue
            if turns:
                self._waiting[asker] = turns
            turn.set_result(None)
            return
        self._free += 1

    def waiting(self, asker: str) -> int:
        """How many pieces of work wait for an asker's turn."""
        return len(self._waiting.get(asker, ()))

    def close(self) -> None:
        """Wait for what runs, drop what waits, and end the threads."""
        self._threads.shutdown(wait=True, cancel_futures=True)
