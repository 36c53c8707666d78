"""The server's clock: the only one that counts for games."""

from __future__ import annotations

import time

import structlog

from barragoon.server.messages import Milliseconds

LONGEST_PAUSE = 3
"""Seconds without a reading after which the machine must have slept, or the process been stopped."""
log = structlog.get_logger("barragoon.clocks")


class ServerClock:
    """Milliseconds since 1970 that skip the time in which the server was suspended: no player should lose it."""

    def __init__(self) -> None:
        self.set_at = float("-inf")
        """When the clock was last set while it ran, in monotonic seconds."""
        # Monotonic time, so that a corrected wall clock moves no deadline while the server runs.
        self._last_read = time.monotonic()
        self._epoch = time.time() - self._last_read

    def now(self) -> Milliseconds:
        """The time now. The timekeeper reads it several times a second, so a long gap means a suspended server."""
        last_read, self._last_read = self._last_read, time.monotonic()
        pause = self._last_read - last_read
        if pause > LONGEST_PAUSE:
            self._stood_still(pause)
        return round((self._epoch + self._last_read) * 1000)

    @property
    def is_known(self) -> bool:
        """Whether the time can be trusted."""
        return True

    async def settle(self) -> None:
        """Wait until the time can be trusted."""

    def _stood_still(self, seconds: float) -> None:
        """Leave the pause out: nobody else has counted it either."""
        self._epoch -= seconds
        log.warning("the server stood still, and its clock with it", seconds=round(seconds, 1))
