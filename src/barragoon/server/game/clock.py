"""Clocks: they run for whoever must act, and know the time only from what they are told."""

from __future__ import annotations

from dataclasses import dataclass

from msgspec.structs import replace

from barragoon.server.messages import ClockRule, Clocks, ColourName

LAG_CAP = 300
"""Milliseconds of the way between player and server that an action is given back at most; farther ways are rare."""


@dataclass(frozen=True, slots=True)
class Moment:
    """When something reaches the server, and how long the server's own pings say that it was on its way.

    Both in milliseconds; the lag is what pings took there and back, because the player also saw the last event late.
    The id is for a game that may begin now.
    """

    now: int
    lag: int = 0
    fresh_id: str = ""


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
    """How long the running clock has run, less the time on the way."""
    return max(0, moment.now - clocks.at - min(moment.lag, LAG_CAP))


def is_up(clocks: Clocks, moment: Moment) -> bool:
    """Whether the clock that runs has run out."""
    return clocks.running is not None and spent(clocks, moment) >= left_on(clocks, clocks.running)


def deadline(clocks: Clocks) -> int | None:
    """When the running clock will be up for certain, whatever is still on its way."""
    return None if clocks.running is None else clocks.at + left_on(clocks, clocks.running) + LAG_CAP


def left_on(clocks: Clocks, colour: ColourName) -> int:
    """What a clock showed at ``at``."""
    return clocks.white if colour == "white" else clocks.brown


def changed(clocks: Clocks, colour: ColourName, left: int, *, running: ColourName | None, at: int) -> Clocks:
    """The clocks with one of them set."""
    white, brown = (left, clocks.brown) if colour == "white" else (clocks.white, left)
    return Clocks(white, brown, running, at)
