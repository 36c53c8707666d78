"""Threads for work that would block the event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

Result = TypeVar("Result")
THREADS = 2


class WorkerPool:
    """A thread pool for the rules: judging whether a position is dead can take 0.4 seconds."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(max_workers=THREADS, thread_name_prefix="rules")

    async def run(self, function: Callable[..., Result], *arguments: object) -> Result:
        """Call a function in a thread."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, function, *arguments)

    def close(self) -> None:
        """Wait for what runs, drop what waits, and end the threads."""
        self._threads.shutdown(wait=True, cancel_futures=True)
