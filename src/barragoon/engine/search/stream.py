"""A search as a stream of lines, to iterate over while it runs."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Iterator
from queue import SimpleQueue
from types import TracebackType
from typing import Self, TypeAlias

from barragoon.engine.line import SearchLine
from barragoon.engine.search.thread import BestAction, Failure, Listener, Message, SearchThread
from barragoon.errors import EngineError

Begin: TypeAlias = Callable[[Listener], SearchThread]
"""Starts a search whose messages go to a listener."""


class _Received:
    """The messages received so far; the last line of each rank counts."""

    def __init__(self) -> None:
        self.best: BestAction | None = None
        self.over = False
        self._by_rank: dict[int, SearchLine] = {}

    def take(self, message: Message) -> SearchLine | None:
        """Note a message: its line, or None when it was the last."""
        if isinstance(message, SearchLine):
            self._by_rank[message.rank] = message
            return message
        self.over = True
        if isinstance(message, Failure):
            raise message.error
        self.best = message
        return None

    @property
    def lines(self) -> list[SearchLine]:
        return [line for _, line in sorted(self._by_rank.items())]


class _Stream:
    """What both kinds of analysis offer at any time."""

    def __init__(self, begin: Begin, listener: Listener) -> None:
        self._received = _Received()
        self._thread = begin(listener)

    def __del__(self) -> None:
        """Stop a search that nobody follows any more."""
        if thread := getattr(self, "_thread", None):
            thread.stop()

    def stop(self) -> None:
        """Ask the search to end; returns at once, and ``wait`` has the result."""
        self._thread.stop()

    @property
    def lines(self) -> list[SearchLine]:
        """The last line of each rank among those that were iterated over, the best first."""
        return self._received.lines

    @property
    def best(self) -> BestAction | None:
        """What the engine would play, once the iteration has ended."""
        return self._received.best


class Analysis(_Stream, Iterator[SearchLine]):
    """A search to iterate over: a line for each depth (and rank) as it is found.

    Leaving its ``with`` block stops the search; so does :meth:`stop`, after which the iteration soon ends.
    """

    def __init__(self, begin: Begin) -> None:
        self._messages: SimpleQueue[Message] = SimpleQueue()
        super().__init__(begin, self._messages.put)

    def __next__(self) -> SearchLine:
        """Wait for the next line."""
        line = None if self._received.over else self._received.take(self._messages.get())
        if line is None:
            raise StopIteration
        return line

    def wait(self) -> list[SearchLine]:
        """Wait until the search has ended; the last line of each rank, the best first."""
        for _ in self:
            pass
        return self.lines

    def __enter__(self) -> Self:
        """Return the analysis itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop the search and wait until the engine is free; its own error is raised if the block raised none."""
        self.stop()
        if error is None:
            self.wait()
        self._thread.join()


class AsyncAnalysis(_Stream, AsyncIterator[SearchLine]):
    """An :class:`Analysis` for asyncio: nothing here blocks the event loop."""

    def __init__(self, begin: Begin) -> None:
        self._loop = asyncio.get_running_loop()
        self._messages: asyncio.Queue[Message] = asyncio.Queue()
        super().__init__(begin, self._listen)

    async def __anext__(self) -> SearchLine:
        """Wait for the next line."""
        line = None if self._received.over else self._received.take(await self._messages.get())
        if line is None:
            raise StopAsyncIteration
        return line

    async def wait(self) -> list[SearchLine]:
        """Wait until the search has ended; the last line of each rank, the best first."""
        async for _ in self:
            pass
        return self.lines

    async def __aenter__(self) -> Self:
        """Return the analysis itself."""
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop the search and wait until the engine is free; its own error is raised if the block raised none."""
        self.stop()
        with contextlib.suppress(EngineError) if error else contextlib.nullcontext():
            await self.wait()

    def _listen(self, message: Message) -> None:
        # The loop may have been closed meanwhile, and then nobody waits for the message.
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._messages.put_nowait, message)
