"""The clock of a process that shares its database with others: the database's clock, read without asking each time."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

import structlog

from barragoon.server.messages import Milliseconds
from barragoon.server.shared.server_clock import ServerClock

ROUND_TRIPS = 5
"""How often the database is asked in one measurement; the quickest answer counts."""
LARGEST_SLEW = 0.001
"""Seconds a second by which a small difference is worked off, so that no clock of a game jumps."""
STEP = 0.25
"""Seconds of difference above which the clock is set at once: clocks of other processes are right already."""
log = structlog.get_logger("barragoon.clocks")


class DatabaseClock(ServerClock):
    """Milliseconds since 1970 by the database's clock.

    After a pause of the process it must be measured again before anybody uses it: other processes have counted on.
    """

    def __init__(self, ask: Callable[[], Awaitable[Milliseconds]]) -> None:
        super().__init__()
        self._ask = ask
        self._is_known = False
        self._measuring: asyncio.Task[None] | None = None
        self._slew_left = 0.0
        self._slewed_at = time.monotonic()
        self.offset = 0.0

    @property
    def is_known(self) -> bool:
        """Whether the time was measured since the process started, or last stood still."""
        return self._is_known

    def now(self) -> Milliseconds:
        """The database's time now."""
        self._slew()
        return super().now()

    async def settle(self) -> None:
        """Measure first, if the time is not known; a failure of the store is the caller's."""
        self.now()
        if not self._is_known:
            await self.measure()

    async def measure(self) -> None:
        """Ask the database for its time; who comes meanwhile shares the answer."""
        if self._measuring is None or self._measuring.done():
            self._measuring = asyncio.ensure_future(self._measure())
        await asyncio.shield(self._measuring)

    async def _measure(self) -> None:
        quickest = await self._round_trip()
        for _ in range(ROUND_TRIPS - 1):
            quickest = min(quickest, await self._round_trip())
        _, epoch = quickest
        self._correct(epoch)

    async def _round_trip(self) -> tuple[float, float]:
        """How long an answer took, and what monotonic time 0 was by the database's clock."""
        asked = time.monotonic()
        answer = await self._ask()
        answered = time.monotonic()
        return answered - asked, answer / 1000 - (asked + answered) / 2

    def _correct(self, epoch: float) -> None:
        self._slew()
        self.offset = epoch - self._epoch
        if self._is_known and abs(self.offset) <= STEP:
            self._slew_left = self.offset
            return
        if self._is_known:
            self.set_at = time.monotonic()
            log.warning("the clock was set", seconds=round(self.offset, 3))
        self._epoch, self._slew_left, self._is_known = epoch, 0.0, True

    def _slew(self) -> None:
        """Work off a part of the difference that was measured."""
        now = time.monotonic()
        most = LARGEST_SLEW * (now - self._slewed_at)
        part = max(-most, min(most, self._slew_left))
        self._epoch += part
        self._slew_left -= part
        self._slewed_at = now

    def _stood_still(self, seconds: float) -> None:
        self._is_known = False
        log.warning("the process stood still: its clock is measured again", seconds=round(seconds, 1))
