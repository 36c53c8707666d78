"""Whether this process should get players: its store, its clock, its flags, and whether it is about to stop."""

from __future__ import annotations

from barragoon.server.cluster.node import Node
from barragoon.server.cluster.pulse import Pulse
from barragoon.server.game.flag_circuit_breaker import FlagBreaker
from barragoon.server.shared.server_clock import ServerClock
from barragoon.server.store.store import Store

LONGEST_SINCE_WRITE = 2
"""Seconds; the process writes every second that it is alive."""


class Readiness:
    """Looks at what is known already, so that asking costs nothing, however often it is done."""

    def __init__(self, store: Store, clock: ServerClock, breaker: FlagBreaker, pulse: Pulse, node: Node) -> None:
        self._store = store
        self._clock = clock
        self._breaker = breaker
        self._pulse = pulse
        self._node = node

    def problem(self) -> str | None:
        """Why players should go elsewhere, in a sentence; None if they are welcome."""
        if self._node.state != "running":
            return "the server is about to stop"
        if self._store.is_failing or self._pulse.age > LONGEST_SINCE_WRITE + 1:
            return "the store can't write now"
        if not self._clock.is_known:
            return "the clock is not known yet"
        if self._breaker.is_open:
            return "too many flags are late, so the clock may be wrong: no flag falls for a while"
        return None
