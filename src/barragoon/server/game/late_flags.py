"""Flags that are seen late: what a wrong clock causes and no client can."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from barragoon.server.messages import Id, Milliseconds

MOST_LATE: Final = 20_000
"""Milliseconds after which a flag should have been seen: another process takes over the work of a dead one in half."""
LONGEST_WAIT: Final = 60_000
"""Milliseconds for which a flag waits for a sign of life of its player's process; then the process is dead for good."""


class LateFlags:
    """Remembers which flags were due at its last look, and tells which of the new ones should have been seen before.

    A process looks several times a second. While the clock is right, it sees a flag a moment after its time is up,
    however many there are and whosever they are. If the clock jumps, or clocks were not given back what an outage took,
    many flags are due that have been so for long, and that nobody saw. ``seconds`` are by a clock that can't be set.

    >>> late = LateFlags()
    >>> late.look({}, now=100_000, seconds=10)
    frozenset()
    >>> late.look({"game": 100_100}, now=100_200, seconds=10.2)
    frozenset()
    >>> late.look({"game": 100_100, "other": 110_000}, now=400_000, seconds=10.4)
    frozenset({'other'})
    """

    def __init__(self) -> None:
        self._due: frozenset[Id] = frozenset()
        self._late: frozenset[Id] = frozenset()
        self._looked_at = float("-inf")

    def look(self, due: Mapping[Id, Milliseconds], now: Milliseconds, seconds: float) -> frozenset[Id]:
        """Take all flags that are due, with the time when they became so; returns the late ones."""
        # Whoever has not looked for a while, or never, may find flags that other processes let wait.
        most = MOST_LATE + min(LONGEST_WAIT, (seconds - self._looked_at) * 1000)
        new = {game for game, at in due.items() if game not in self._due and now - at > most}
        self._late = frozenset(game for game in self._late if game in due) | new
        self._due = frozenset(due)
        self._looked_at = seconds
        return self._late

    def look_at_none(self, seconds: float) -> None:
        """No flag is due but those that were seen already."""
        self._looked_at = seconds
