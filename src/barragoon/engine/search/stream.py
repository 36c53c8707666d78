"""Following a search: its lines one by one, and where it ends."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Iterator
from queue import SimpleQueue
from types import TracebackType
from typing import Self, TypeAlias

from barragoon.engine.line import Line
from barragoon.engine.search.thread import Answer, Failure, Listener, Message, Running
from barragoon.errors import EngineError

Begin: TypeAlias = Callable[[Listener], Running]
"""Starts a search that tells a listener."""


class _Findings:
    """What a search has said so far; the last line of each rank counts."""

    def __init__(self) -> None:
        self.answer: Answer | None = None
        self._over = False
        self._by_rank: dict[int, Line] = {}

    def take(self, message: Message) -> Line | None:
        """Note a message: its line, or None when it was the last."""
        if isinstance(message, Line):
            self._by_rank[message.rank] = message
            return message
        self._over = True
        if isinstance(message, Failure):
            raise message.error
        self.answer = message
        return None

    @property
    def over(self) -> bool:
        return self._over

    @property
    def lines(self) -> list[Line]:
        return [line for _, line in sorted(self._by_rank.items())]


class _Following:
    """What can be asked of a search at any time."""

    def __init__(self, begin: Begin, listener: Listener) -> None:
        self._findings = _Findings()
        self._running = begin(listener)

    def __del__(self) -> None:
        """End a search that nobody follows any more."""
        if running := getattr(self, "_running", None):
            running.stop()

    def stop(self) -> None:
        """Ask the search to end; returns at once, and ``wait`` has the result."""
        self._running.stop()

    @property
    def lines(self) -> list[Line]:
        """The last line of each rank among those that were iterated over, the best first."""
        return self._findings.lines

    @property
    def answer(self) -> Answer | None:
        """What the engine would play, once the iteration has ended."""
        return self._findings.answer


class Analysis(_Following, Iterator[Line]):
    """A search to iterate over: a line for each depth (and rank) as it is found.

    Leaving its ``with`` block stops the search; so does :meth:`stop`, after which the iteration soon ends.
    """

    def __init__(self, begin: Begin) -> None:
        self._messages: SimpleQueue[Message] = SimpleQueue()
        super().__init__(begin, self._messages.put)

    def __next__(self) -> Line:
        """Wait for the next line."""
        line = None if self._findings.over else self._findings.take(self._messages.get())
        if line is None:
            raise StopIteration
        return line

    def wait(self) -> list[Line]:
        """Wait until the search has ended; the last line of each rank, the best first."""
        for _ in self:
            pass
        return self.lines

    def __enter__(self) -> Self:
        """Hand out the analysis itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop the search and wait until the engine is free; an error of its own is told if nothing else went wrong."""
        self.stop()
        if error is None:
            self.wait()
        self._running.join()


class AsyncAnalysis(_Following, AsyncIterator[Line]):
    """An :class:`Analysis` for asyncio: nothing here blocks the event loop."""

    def __init__(self, begin: Begin) -> None:
        self._loop = asyncio.get_running_loop()
        self._messages: asyncio.Queue[Message] = asyncio.Queue()
        super().__init__(begin, self._listen)

    async def __anext__(self) -> Line:
        """Wait for the next line."""
        line = None if self._findings.over else self._findings.take(await self._messages.get())
        if line is None:
            raise StopAsyncIteration
        return line

    async def wait(self) -> list[Line]:
        """Wait until the search has ended; the last line of each rank, the best first."""
        async for _ in self:
            pass
        return self.lines

    async def __aenter__(self) -> Self:
        """Hand out the analysis itself."""
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop the search and wait until the engine is free; an error of its own is told if nothing else went wrong."""
        self.stop()
        with contextlib.suppress(EngineError) if error else contextlib.nullcontext():
            await self.wait()

    def _listen(self, message: Message) -> None:
        # A loop that was closed in the meantime has nobody left who wants to know.
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._messages.put_nowait, message)
