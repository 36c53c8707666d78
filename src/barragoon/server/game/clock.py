"""Game clocks: they run for whoever must act; the time is always an argument."""

from __future__ import annotations

from dataclasses import dataclass

from msgspec.structs import replace

from barragoon.server.messages import ClockRule, Clocks, ColourName, Milliseconds

LAG_CAP = 300
"""The most milliseconds of network lag that an action gets back; longer lags are rare."""
LAG_STORE, LAG_REFILL = 1_000, 50
"""What a player gets back in a row at most, and what the store of it gains with each own action, in milliseconds.

The lag is measured with pings, which a client may answer late on purpose, so it must not be worth much. A steady lag of
50 ms, which is usual, is given back in full; a hiccup of a longer one as well.
"""
ESTIMATED_TURNS = 40
"""Of each player, to estimate how long a game takes."""
LONGEST_PATIENCE = 180_000


@dataclass(frozen=True, slots=True)
class Moment:
    """When something happens, and the network lag that the server's own pings measured.

    Both in milliseconds; the lag is the round trip, because the player also saw the last event late. The id is for a
    game that may begin now. From ``claim_at`` on the actor's opponent may claim, because the actor is away. A command
    reached the server ``waited`` milliseconds ago, and no clock runs on while it waits there for others.
    """

    now: int
    lag: int = 0
    new_game: str = ""
    claim_at: int | None = None
    waited: int = 0

    @property
    def arrived(self) -> int:
        """When the command reached the server."""
        return self.now - self.waited


def lag_to_give(stored: int, clocks: Clocks | None, moment: Moment) -> int:
    """How much of an action's lag its player gets back; never more than the action has taken."""
    return 0 if clocks is None else max(0, min(moment.lag, LAG_CAP, stored, moment.arrived - clocks.at))


def stored_after(stored: int, given: int) -> int:
    """What is left of a player's store of lag after an action."""
    return min(LAG_STORE, stored - given + LAG_REFILL)


def start(rule: ClockRule, running: ColourName, now: int) -> Clocks:
    """Both clocks full, one of them running."""
    return Clocks(rule.initial * 1000, rule.initial * 1000, running, now)


def stopped(clocks: Clocks, moment: Moment) -> Clocks:
    """Take the time that was spent off the clock that ran."""
    if clocks.running is None:
        return replace(clocks, at=moment.now)
    left = max(0, left_on(clocks, clocks.running) - spent(clocks, moment))
    return changed(clocks, clocks.running, left, running=None, at=moment.now)


def spent(clocks: Clocks, moment: Moment) -> int:
    """How long the running clock had run when the command arrived, less the lag."""
    return max(0, moment.arrived - clocks.at - min(moment.lag, LAG_CAP))


def is_up(clocks: Clocks, moment: Moment) -> bool:
    """Whether the clock that runs has run out, or the time for a first turn has."""
    return clocks.running is not None and spent(clocks, moment) >= time_to_act(clocks, clocks.running)


def deadline(clocks: Clocks) -> int | None:
    """When the running clock will be up for certain, even if an action is still under way."""
    return None if clocks.running is None else clocks.at + time_to_act(clocks, clocks.running) + LAG_CAP


def time_to_act(clocks: Clocks, colour: ColourName) -> int:
    """How long a player whose clock begins to run has: what is left, or less for a first turn."""
    left = left_on(clocks, colour)
    return left if clocks.begin_within is None else min(left, clocks.begin_within)


def claim_patience(rule: ClockRule, least: Milliseconds) -> Milliseconds:
    """How long an opponent must have been away: a tenth of the game as it is estimated, three minutes at most.

    >>> [claim_patience(ClockRule(initial, 5), least=30_000) for initial in (60, 600, 1800)]
    [52000, 160000, 180000]
    """
    estimated = 2 * (rule.initial + ESTIMATED_TURNS * rule.increment) * 1000
    return max(least, min(LONGEST_PATIENCE, estimated // 10))


def left_on(clocks: Clocks, colour: ColourName) -> int:
    """What a clock showed at ``at``."""
    return clocks.white if colour == "white" else clocks.brown


def changed(clocks: Clocks, colour: ColourName, left: int, *, running: ColourName | None, at: int) -> Clocks:
    """The clocks with one of them set."""
    white, brown = (left, clocks.brown) if colour == "white" else (clocks.white, left)
    return Clocks(white, brown, running, at)
