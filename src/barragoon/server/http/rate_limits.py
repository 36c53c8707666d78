"""Rate limits and connection limits, for one connection or for each address."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from collections.abc import Callable

MOST_ADDRESSES = 50_000
"""How many addresses have a bucket; the one that was quiet longest is dropped first."""


class TokenBucket:
    """So many at once, so many a second on average."""

    __slots__ = ("_burst", "_rate", "_tokens", "_updated_at")

    def __init__(self, rate: float, burst: int) -> None:
        self._rate = rate
        self._burst = burst
        self._tokens = float(burst)
        self._updated_at = time.monotonic()

    def take(self) -> bool:
        """Take a token, if one is left."""
        now = time.monotonic()
        self._tokens = min(self._burst, self._tokens + (now - self._updated_at) * self._rate)
        self._updated_at = now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True


class AddressRateLimit:
    """A token bucket for each address."""

    def __init__(self, rate: float, burst: int) -> None:
        self._rate = rate
        self._burst = burst
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def take(self, address: str) -> bool:
        """Take a token from an address's bucket, if one is left."""
        bucket = self._buckets.get(address)
        if bucket is None:
            bucket = self._buckets[address] = TokenBucket(self._rate, self._burst)
            if len(self._buckets) > MOST_ADDRESSES:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(address)
        return bucket.take()


class ConnectionLimit:
    """How many connections each address may hold at once, and all of them together."""

    def __init__(self, most_per_address: int, most: int) -> None:
        self._most_per_address = most_per_address
        self._most = most
        self._held: Counter[str] = Counter()
        self._all = 0

    def acquire(self, address: str | None) -> bool:
        """Count a connection, if there may be another; None is an address without a limit of its own."""
        if self._all >= self._most or (address is not None and self._held[address] >= self._most_per_address):
            return False
        self._all += 1
        if address is not None:
            self._held[address] += 1
        return True

    def release(self, address: str | None) -> None:
        """Count a connection no longer."""
        self._all -= 1
        if address is not None:
            self._held[address] -= 1
            if self._held[address] <= 0:
                del self._held[address]


class Slot:
    """A connection's place in a count, from its first byte until it ends; it may move to another count."""

    __slots__ = ("_release",)

    def __init__(self, release: Callable[[], None]) -> None:
        self._release: Callable[[], None] | None = release

    def move(self, release: Callable[[], None]) -> None:
        """Count the connection elsewhere from now on; if it has ended meanwhile, nowhere."""
        if self._release is None:
            release()
            return
        self._release()
        self._release = release

    def end(self) -> None:
        """Count the connection no longer."""
        release, self._release = self._release, None
        if release is not None:
            release()
