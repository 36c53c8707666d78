"""Rate limits and connection limits, for one connection or for each address."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict

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
    """How many connections each address may hold at once."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._held: Counter[str] = Counter()

    def acquire(self, address: str) -> bool:
        """Count a connection, if the address may have another."""
        if self._held[address] >= self._most:
            return False
        self._held[address] += 1
        return True

    def release(self, address: str) -> None:
        """Count a connection no longer."""
        self._held[address] -= 1
        if self._held[address] <= 0:
            del self._held[address]
