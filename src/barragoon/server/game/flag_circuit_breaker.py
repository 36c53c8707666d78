"""A circuit breaker for flags: a fault of the clock must not end many games, because their endings can't be undone."""

from __future__ import annotations

import time
from collections import deque

import structlog

MINUTE = 60
log = structlog.get_logger("barragoon.clocks")


class FlagBreaker:
    """Opens when more flags are due within a minute than can be right; no flag falls then until a restart.

    That is when there are more than the settings allow, and more than half of all clocks that run. The restart gives
    the time that passed with an open breaker back to the clocks, as if the server had been away.
    """

    def __init__(self, flags_per_minute: int) -> None:
        self._most = flags_per_minute
        self._fallen: deque[float] = deque()
        self.is_open = False

    def count_fallen(self) -> None:
        """Count a flag that has fallen."""
        self._fallen.append(time.monotonic())

    def allows(self, due: int, running: int) -> bool:
        """Whether so many flags of so many running clocks may fall now; if not, the breaker opens."""
        now = time.monotonic()
        while self._fallen and self._fallen[0] <= now - MINUTE:
            self._fallen.popleft()
        fallen = len(self._fallen)
        if not self.is_open and fallen + due > max(self._most, (running + fallen) / 2):
            self.is_open = True
            sentence = "too many clocks ran out at once: no flag falls until the server is started again"
            log.error(sentence, due=due, running=running, fallen_in_the_last_minute=fallen)
        return not self.is_open
