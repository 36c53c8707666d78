"""How much a connection or an address may ask for."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict

REMEMBERED = 50_000
"""How many addresses are remembered; who has been quiet longest is forgotten first."""


class Allowance:
    """So many at once, so many a second on average."""

    __slots__ = ("_burst", "_left", "_rate", "_seen")

    def __init__(self, rate: float, burst: int) -> None:
        self._rate = rate
        self._burst = burst
        self._left = float(burst)
        self._seen = time.monotonic()

    def take(self) -> bool:
        """Take one, if one is left."""
        now = time.monotonic()
        self._left = min(self._burst, self._left + (now - self._seen) * self._rate)
        self._seen = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Allowances:
    """An allowance for each address."""

    def __init__(self, rate: float, burst: int) -> None:
        self._rate = rate
        self._burst = burst
        self._addresses: OrderedDict[str, Allowance] = OrderedDict()

    def take(self, address: str) -> bool:
        """Take one from an address's allowance, if one is left."""
        allowance = self._addresses.get(address)
        if allowance is None:
            allowance = self._addresses[address] = Allowance(self._rate, self._burst)
            if len(self._addresses) > REMEMBERED:
                self._addresses.popitem(last=False)
        self._addresses.move_to_end(address)
        return allowance.take()


class Places:
    """How many connections each address holds."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._held: Counter[str] = Counter()

    def enter(self, address: str) -> bool:
        """Take a place, if one is free."""
        if self._held[address] >= self._most:
            return False
        self._held[address] += 1
        return True

    def leave(self, address: str) -> None:
        """Give a place back."""
        self._held[address] -= 1
        if self._held[address] <= 0:
            del self._held[address]
