"""A question with one answer, worked out in a thread of its own, so that whoever waits for it can end it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from typing import Generic, TypeAlias, TypeVar

from barragoon.engine.search.thread import Answer, Failure, Listener, Message, Report, Running, Task

T = TypeVar("T")
Begin: TypeAlias = Callable[[Task, Callable[[Task, Report], Answer], Listener], Running]


class Calculation(Generic[T]):
    """Under way from the moment it is made."""

    def __init__(self, task: Task, work: Callable[[Task], T], begin: Begin) -> None:
        self._work = work
        self._future: Future[T] = Future()
        self._future.set_running_or_notify_cancel()  # from now on only the thread decides what becomes of it
        self._running = begin(task, self._run, self._listen)

    def stop(self) -> None:
        """Ask it to end; returns at once."""
        self._running.stop()

    def wait(self) -> T:
        """Wait for the answer; Ctrl-C ends it."""
        try:
            return self._future.result()
        except BaseException:
            self._running.stop()
            self._running.join()
            raise

    async def wait_async(self) -> T:
        """Wait without blocking the event loop; being cancelled ends it."""
        answer = asyncio.wrap_future(self._future)
        try:
            return await asyncio.shield(answer)
        except asyncio.CancelledError:
            self._running.stop()
            await asyncio.wait([answer])  # until the engine is free
            raise

    def _run(self, task: Task, _report: Report) -> Answer:
        self._found = self._work(task)
        return Answer(None)

    def _listen(self, message: Message) -> None:
        if isinstance(message, Failure):
            self._future.set_exception(message.error)
        else:
            self._future.set_result(self._found)
