"""How many seconds of the clock a search may take."""

from __future__ import annotations

from barragoon.engine.limit import Clock, Limit
from barragoon.position import Position

OVERHEAD = 0.02
"""Seconds that an action may lose between engine and clock (the option MoveOverhead)."""

SHORTEST = 0.001
"""Seconds of the shortest search, which still finds an action."""

_TURNS_LEFT = 25
"""Over how many more turns the time is divided: half the length of a game between engines."""

_INCREMENT_SHARE = 0.8
"""The share of the increment that is spent at once; the rest is kept for hard turns."""

_MOST = 0.3
"""The share of what is left that one turn may take, however large its increment."""

_CUSHION = 0.25
"""Seconds below which every turn takes a smaller share: a busy machine may hold a program up for that long."""

_MOVE_SHARE = 0.85
"""The move's share of a turn: it decides more than the placement after it, which its search has looked at already."""


def turn_budget(remaining: float, increment: float, overhead: float = OVERHEAD) -> float:
    """The seconds for all that one player does in a turn.

    >>> turn_budget(100, 0, overhead=0)
    4.0
    >>> turn_budget(1, 60, overhead=0)
    0.3
    """
    usable = max(remaining - overhead, 0)
    gain = max(increment - overhead, 0)  # the overhead of the turn is not gained
    wanted = min(usable / _TURNS_LEFT + gain * _INCREMENT_SHARE, usable * _MOST)
    return wanted * min(usable / _CUSHION, 1)


def action_budget(clock: Clock, position: Position, overhead: float = OVERHEAD) -> float:
    """The seconds for the actor's next action; never more than the clock has left, if it has any.

    >>> action_budget(Clock(100, 100), Position.start(), overhead=0)
    3.4
    """
    share = 1 - _MOVE_SHARE if position.hands else _MOVE_SHARE
    actor = position.actor
    return max(share * turn_budget(clock.remaining(actor), clock.increment(actor), overhead), SHORTEST)


def seconds_for(limit: Limit, position: Position, overhead: float = OVERHEAD) -> float | None:
    """The seconds that a limit grants for the next action; None if it sets no time.

    >>> seconds_for(Limit(depth=3), Position.start()) is None
    True
    """
    granted = [] if limit.seconds is None else [limit.seconds]
    if limit.clock is not None:
        granted.append(action_budget(limit.clock, position, overhead))
    return min(granted, default=None)
