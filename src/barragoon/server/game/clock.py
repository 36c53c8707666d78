"""Game clocks: they run for whoever must act; the time is always an argument."""

from __future__ import annotations

from dataclasses import dataclass

from msgspec.structs import replace

from barragoon.server.messages import ClockRule, Clocks, ColourName

LAG_CAP = 300
"""The most milliseconds of network lag that an action gets back; longer lags are rare."""


@dataclass(frozen=True, slots=True)
class Moment:
    """When a command reached the server, and the network lag that the server's own pings measured.

    Both in milliseconds; the lag is the round trip, because the player also saw the last event late. The id is for a
    game that may begin now.
    """

    now: int
    lag: int = 0
    new_game: str = ""


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
    """How long the running clock has run, less the lag."""
    return max(0, moment.now - clocks.at - min(moment.lag, LAG_CAP))


def is_up(clocks: Clocks, moment: Moment) -> bool:
    """Whether the clock that runs has run out."""
    return clocks.running is not None and spent(clocks, moment) >= left_on(clocks, clocks.running)


def deadline(clocks: Clocks) -> int | None:
    """When the running clock will be up for certain, even if an action is still under way."""
    return None if clocks.running is None else clocks.at + left_on(clocks, clocks.running) + LAG_CAP


def left_on(clocks: Clocks, colour: ColourName) -> int:
    """What a clock showed at ``at``."""
    return clocks.white if colour == "white" else clocks.brown


def changed(clocks: Clocks, colour: ColourName, left: int, *, running: ColourName | None, at: int) -> Clocks:
    """The clocks with one of them set."""
    white, brown = (left, clocks.brown) if colour == "white" else (clocks.white, left)
    return Clocks(white, brown, running, at)
