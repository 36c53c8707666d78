"""A cache of one value, so that it costs the same however many clients ask for it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from typing import Any, Generic, TypeVar

Value = TypeVar("Value")
SECONDS = 1
"""How old the value may be, unless its owner says otherwise."""


class Cache(Generic[Value]):
    """A value that is computed again when it is too old; requests that come meanwhile share one computation."""

    def __init__(self, compute: Callable[[], Coroutine[Any, Any, Value]], seconds: float = SECONDS) -> None:
        self._compute = compute
        self._seconds = seconds
        self._value: asyncio.Task[Value] | None = None
        self._expires_at = 0.0

    async def get(self) -> Value:
        """The value, begun at most so many seconds ago, or still being computed."""
        if self._value is None or (self._value.done() and time.monotonic() >= self._expires_at):
            self._value = asyncio.ensure_future(self._compute())
            self._expires_at = time.monotonic() + self._seconds
        return await asyncio.shield(self._value)
