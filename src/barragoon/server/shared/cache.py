"""A cache of one value, so that it costs the same however many clients ask for it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from typing import Any, Generic, TypeVar

Value = TypeVar("Value")
SECONDS = 1
"""How old the value may be."""


class Cache(Generic[Value]):
    """A value that is computed again when it is too old; requests that come meanwhile share one computation."""

    def __init__(self, compute: Callable[[], Coroutine[Any, Any, Value]]) -> None:
        self._compute = compute
        self._value: asyncio.Task[Value] | None = None
        self._expires_at = 0.0

    async def get(self) -> Value:
        """The value, at most :data:`SECONDS` old."""
        if self._value is None or time.monotonic() >= self._expires_at:
            self._value = asyncio.ensure_future(self._compute())
            self._expires_at = time.monotonic() + SECONDS
        return await asyncio.shield(self._value)
