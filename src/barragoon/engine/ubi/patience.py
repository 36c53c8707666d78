"""How long to wait for an engine that searches."""

from __future__ import annotations

import time

from barragoon.colour import Colour
from barragoon.engine.limit import Limit

PATIENCE = 30.0
"""Seconds in which an engine must answer what needs no thought, or once its time is up; programs may start slowly."""

SILENCE = 120.0
"""Seconds without a word after which a search by depth or nodes is given up."""


class Patience:
    """When an answer must be there: after the time that was granted, or at last after a silence that is too long."""

    def __init__(self, limit: Limit, actor: Colour, patience: float, silence: float) -> None:
        self._patience = patience
        self._silence = None if limit.infinite else silence
        self._last_heard = time.monotonic()
        granted = _granted(limit, actor)
        self._end = None if granted is None else time.monotonic() + granted + patience

    def heard(self) -> None:
        """It has said something."""
        self._last_heard = time.monotonic()

    def stopped(self) -> None:
        """It was told to stop."""
        end = time.monotonic() + self._patience
        self._end = end if self._end is None else min(end, self._end)

    def deadline(self) -> float | None:
        """The moment at which patience ends; None for a search that goes on until it is stopped."""
        if self._end is not None or self._silence is None:
            return self._end
        return self._last_heard + self._silence


def _granted(limit: Limit, actor: Colour) -> float | None:
    times = [] if limit.seconds is None else [limit.seconds]
    if limit.clock:
        times.append(limit.clock.remaining(actor))
    return min(times, default=None)
