"""An answer that many may share for a moment, so that it costs the same however many ask."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from typing import Any, Generic, TypeVar

Answer = TypeVar("Answer")
SECONDS = 1
"""How old an answer may be."""


class Remembered(Generic[Answer]):
    """A question and, for a while, its answer; whoever comes while it is worked out waits for the same one."""

    def __init__(self, ask: Callable[[], Coroutine[Any, Any, Answer]]) -> None:
        self._ask = ask
        self._answer: asyncio.Task[Answer] | None = None
        self._until = 0.0

    async def get(self) -> Answer:
        """The answer."""
        if self._answer is None or time.monotonic() >= self._until:
            self._answer = asyncio.ensure_future(self._ask())
            self._until = time.monotonic() + SECONDS
        return await asyncio.shield(self._answer)
