"""A fuse against faults that would end many games at once: what a wrong clock has ended can't be undone."""

from __future__ import annotations

import time
from collections import deque

import structlog

MINUTE = 60
log = structlog.get_logger("barragoon.clocks")


class Fuse:
    """Burns through when more flags are due within a minute than can be right; a restart puts in a new one.

    That is when there are more than the settings allow, and more than half of all clocks that run. Time that passes
    with a burnt fuse is given back to the clocks by the restart, as if the server had been away.
    """

    def __init__(self, flags_per_minute: int) -> None:
        self._most = flags_per_minute
        self._fallen: deque[float] = deque()
        self.burnt = False

    def fell(self) -> None:
        """Count a flag that has fallen."""
        self._fallen.append(time.monotonic())

    def holds(self, due: int, running: int) -> bool:
        """Whether so many flags of so many running clocks may fall now."""
        now = time.monotonic()
        while self._fallen and self._fallen[0] <= now - MINUTE:
            self._fallen.popleft()
        fallen = len(self._fallen)
        if not self.burnt and fallen + due > max(self._most, (running + fallen) / 2):
            self.burnt = True
            sentence = "too many clocks ran out at once: no flag falls until the server is started again"
            log.error(sentence, due=due, running=running, fallen_in_the_last_minute=fallen)
        return not self.burnt
