"""Giving clocks back what the server took: after an outage of all processes or of one, or all clocks at once."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import NamedTuple

from msgspec.structs import replace
from sqlalchemy import Connection

from barragoon.server.game.arrivals import Arrival
from barragoon.server.game.clock import changed, deadline, left_on, time_to_act
from barragoon.server.messages import ClockCredited, Clocks, ColourName, CreditReason, Id, Milliseconds, Standing
from barragoon.server.store.bad_rows import BAD_ROWS
from barragoon.server.store.database_time import database_time
from barragoon.server.store.encoding import decode_seats, decode_standing, encode
from barragoon.server.store.games import ConflictError, EncodedEvent
from barragoon.server.store.lenient_decoder import UnreadableError
from barragoon.server.store.presence import Connected, OtherConnection, all_connected_elsewhere, drop_connection
from barragoon.server.store.running_clocks import (
    RunningClock,
    add_credit,
    overdue_deadlines,
    running_clocks,
    running_clocks_of,
)
from barragoon.server.store.server_facts import OUTAGE, read_time, write_fact

LEAST_LEFT = 30_000
"""Milliseconds that a clock has at least after all of them ran out at once."""

MOST_MOVED = 10_000
"""Milliseconds that a player gets back at most whose process died."""
MOVED_WITHIN = 15_000
"""Milliseconds after its last sign of life within which they must have come to another one."""


class Correction(NamedTuple):
    """A clock as it runs on, and how much time it got back."""

    clocks: Clocks
    milliseconds: Milliseconds


def credit_outage(connection: Connection, alive_at: Milliseconds, now: Milliseconds) -> int:
    """Give every running clock back the time since players could last play; returns how many clocks got any."""
    write_fact(connection, OUTAGE, str(now).encode())
    return sum(
        _credit(connection, row, now, "outage", lambda standing: _after_outage(standing, alive_at, now))
        for row in running_clocks(connection)
    )


def credit_attended(
    connection: Connection, attended: Collection[Connected], node: Id, alive_at: Milliseconds, now: Milliseconds
) -> int:
    """Give the clocks of those players time back who were connected to a process that could not serve them.

    Others could play meanwhile. ``alive_at`` is when the process was last alive; what all got back since is not given
    again, and nothing to those who were connected elsewhere too.
    """
    since = max(alive_at, read_time(connection, OUTAGE))
    games = {each.game for each in attended}
    elsewhere = all_connected_elsewhere(connection, games, node, now)
    here = {each for each in attended if each.player not in elsewhere.get(each.game, ())}

    def correct(row: RunningClock, standing: Standing) -> Correction | None:
        actor = decode_seats(row.seats).player(standing.actor)
        is_here = actor is not None and Connected(row.game, actor.id) in here
        return _after_outage(standing, since, now) if is_here else None

    return sum(
        _credit(connection, row, now, "outage", lambda standing, row=row: correct(row, standing))  # type: ignore[misc]
        for row in running_clocks_of(connection, games)
    )


def credit_moved(connection: Connection, other: OtherConnection, arrival: Arrival) -> int | None:
    """Give a player's clock back the time from the end of a process until they had come to another one.

    Once: the row goes that says that they were connected to it. Returns the number of the event, if there is one; a
    ConflictError says that another event was first, and nothing was done.
    """
    if not drop_connection(connection, other):
        return None
    lost = lost_by_moving(arrival, other.alive_at, read_time(connection, OUTAGE))
    for row in running_clocks_of(connection, {other.game}) if lost else ():

        def correct(standing: Standing, row: RunningClock = row) -> Correction | None:
            colour = decode_seats(row.seats).colour_of(other.player)
            return after_move(standing.clocks, colour, lost, arrival) if standing.clocks and colour else None

        if not _credit(connection, row, database_time(connection), "moved", correct):
            raise ConflictError("another event was first")
        return row.seq + 1
    return None


def credit_overdue(connection: Connection, now: Milliseconds) -> int:
    """Give clocks that have run out enough time to act; returns how many there were."""
    return sum(
        _credit(connection, row, now, "breaker", lambda standing: _with_time_to_act(standing, now))
        for row in running_clocks_of(connection, overdue_deadlines(connection, now))
    )


def lost_by_moving(arrival: Arrival, alive_at: Milliseconds, credited_at: Milliseconds) -> Milliseconds:
    """How long a player's clock ran after their process was last alive, and before they came here.

    >>> lost_by_moving(Arrival(at=9_000, ran_since=2_000), alive_at=5_000, credited_at=0)
    4000
    """
    if arrival.ran_since is None or arrival.at - alive_at > MOVED_WITHIN:
        return 0
    return max(0, min(MOST_MOVED, arrival.at - max(alive_at, arrival.ran_since, credited_at)))


def after_move(clocks: Clocks, colour: ColourName, lost: Milliseconds, arrival: Arrival) -> Correction:
    """The clocks with time for one player: the clock that still runs since then begins later, another one has more."""
    if clocks.running == colour and clocks.at + lost <= arrival.at:
        return Correction(replace(clocks, at=clocks.at + lost), lost)
    left = left_on(clocks, colour) + lost
    more = changed(clocks, colour, left, running=clocks.running, at=clocks.at)
    return Correction(replace(more, begin_within=clocks.begin_within), lost)


def after_outage(clocks: Clocks, alive_at: Milliseconds, now: Milliseconds) -> Correction | None:
    """A clock without the time in which nobody could play; None if it lost none.

    If the clock that counts was set back meanwhile, this one runs on from now with all that it had at its last event.
    """
    if clocks.at > now:
        return Correction(replace(clocks, at=now), max(0, alive_at - clocks.at))
    away = now - max(alive_at, clocks.at)
    return Correction(replace(clocks, at=clocks.at + away), away) if away > 0 else None


def with_time_to_act(clocks: Clocks, now: Milliseconds) -> Correction | None:
    """A clock with at least :data:`LEAST_LEFT` before it runs out."""
    if clocks.running is None:
        return None
    missing = now + LEAST_LEFT - (clocks.at + time_to_act(clocks, clocks.running))
    return Correction(replace(clocks, at=clocks.at + missing), missing) if missing > 0 else None


def _after_outage(standing: Standing, alive_at: Milliseconds, now: Milliseconds) -> Correction | None:
    return after_outage(standing.clocks, alive_at, now) if standing.clocks else None


def _with_time_to_act(standing: Standing, now: Milliseconds) -> Correction | None:
    return with_time_to_act(standing.clocks, now) if standing.clocks else None


def _credit(
    connection: Connection,
    row: RunningClock,
    now: Milliseconds,
    reason: CreditReason,
    correct: Callable[[Standing], Correction | None],
) -> bool:
    """Correct the clocks of one game; False if there is nothing to correct, or another event was first."""
    try:
        standing = decode_standing(row.standing)
        correction = correct(standing)
    except UnreadableError as error:  # one game that can't be read must not cost all others their time
        BAD_ROWS.note("games", row.game, error)
        return False
    if not correction:
        return False
    standing = replace(standing, clocks=correction.clocks)
    event = ClockCredited(
        seq=row.seq + 1, at=now, by=None, standing=standing, milliseconds=correction.milliseconds, reason=reason
    )
    return add_credit(connection, row.game, EncodedEvent(event, encode(event)), standing, deadline(correction.clocks))
