"""A circuit breaker for flags: a fault of the clock must not end many games, because their endings can't be undone."""

from __future__ import annotations

import structlog

RESET_SECONDS = 60
"""How long it stays open; then clocks that ran out meanwhile get time to act, and it closes by itself."""
log = structlog.get_logger("barragoon.clocks")


class FlagBreaker:
    """Opens when more players would lose on time within a minute by late flags than chance can explain.

    A late flag is one whose time was up long before anybody saw it (``late_flags``). No flag falls then for a while.
    Flags that are seen in time are no sign of a wrong clock, however many they are: one client can let thousands of
    games run out at one moment. The database says for all processes whether it is open.
    """

    def __init__(self, players_per_minute: int) -> None:
        self._most = players_per_minute
        self.is_open = False

    def allows(self, losers: int) -> bool:
        """Whether so many players may lose by late flags; if not, the breaker opens."""
        if losers <= self._most:
            return True
        if not self.is_open:
            self.is_open = True
            log.error("too many flags are late, so the clock may be wrong: no flag falls", players=losers)
        return False

    def close(self) -> None:
        """Let flags fall again."""
        self.is_open = False
        log.warning("flags fall again")
