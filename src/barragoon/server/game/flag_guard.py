"""Whether a flag may fall: asked before each one, on every process, because an ending can't be undone."""

from __future__ import annotations

import time
from collections.abc import Set as AbstractSet
from contextlib import suppress
from typing import NamedTuple

from sqlalchemy import Connection

from barragoon.server.game.arrivals import Arrival
from barragoon.server.game.flag_circuit_breaker import FlagBreaker
from barragoon.server.game.late_flags import LONGEST_WAIT, LateFlags
from barragoon.server.game.live_game import LiveGame
from barragoon.server.messages import Id, Milliseconds
from barragoon.server.shared.cache import Cache
from barragoon.server.shared.server_clock import ServerClock
from barragoon.server.store.counters import count_one, counted_since, drop_counted
from barragoon.server.store.encoding import decode_seats, decode_standing
from barragoon.server.store.presence import Connected, OtherConnection, other_connections
from barragoon.server.store.running_clocks import RunningClock, overdue_deadlines, running_clocks_of
from barragoon.server.store.server_facts import BREAKER, add_fact, read_fact
from barragoon.server.store.store import Store, StoreError

VERDICT_SECONDS = 0.2
"""How long it is believed that not too many flags are late; a sweep asks for each of its flags."""
FALLEN = "flag:"
"""Before the names of players whose flag was seen late and has fallen, where they are counted."""
MINUTE, WINDOW = 60_000, 10_000


class FlagGuard:
    """Knows two reasons for which a flag that is due must not fall.

    Too many players would lose on time within a minute by flags that were seen late: the clock may be wrong, and the
    circuit breaker opens, which the database holds for all processes. Or the player is connected to a process that has
    not been alive since their time was up: it may have died, or be cut off from the database, and then the player gets
    that time back.
    """

    def __init__(self, store: Store, clock: ServerClock, breaker: FlagBreaker, node: Id) -> None:
        self._store = store
        self._clock = clock
        self._breaker = breaker
        self._node = node
        self._late_flags = LateFlags()
        self._losers: dict[Id, Id | None] = {}
        self._verdict = Cache(self.is_right, VERDICT_SECONDS)

    async def may_fall(self, live: LiveGame, now: Milliseconds, arrival: Arrival | None, *, is_own: bool) -> bool:
        """Whether the actor may lose on time now; ``arrival`` is when they came here, ``is_own`` if they act now."""
        return not await self._may_be_cut_off(live, now, arrival, is_own=is_own) and await self._verdict.get()

    async def count_fallen(self, game: Id, player: Id) -> None:
        """Count a flag that has fallen, for all processes, if it was seen late and somebody has lost by it."""
        if self._losers.get(game) != player:
            return
        now = self._clock.now()

        def count(connection: Connection) -> None:
            drop_counted(connection, FALLEN, now - 2 * MINUTE)
            count_one(connection, f"{FALLEN}{player}", now, WINDOW)

        with suppress(StoreError):  # the flag has fallen all the same
            await self._store.run(count)

    # -- players whose process is silent ---------------------------------------------------------------------

    async def _may_be_cut_off(
        self, live: LiveGame, now: Milliseconds, arrival: Arrival | None, *, is_own: bool
    ) -> bool:
        player, deadline = live.seats.player(live.actor), live.deadline()
        if not self._store.is_shared or player is None or deadline is None or now >= deadline + LONGEST_WAIT:
            return False
        if is_own and arrival is None:  # who acts by requests alone needs no socket
            return False
        connected = Connected(live.settings.game, player.id)
        others = await self._store.read(lambda connection: other_connections(connection, {connected}, self._node))
        return any(_is_silent(other, deadline, arrival) for other in others)

    # -- the circuit breaker ---------------------------------------------------------------------------------

    def look_at_none(self) -> None:
        """A sweep has found no flag that is due, but for those that were looked at already."""
        self._late_flags.look_at_none(time.monotonic())

    async def is_right(self) -> bool:
        """Whether the clock can be right; if too many flags are late, the breaker opens for all processes."""
        now = self._clock.now()
        found = await self._store.read(lambda connection: _Found.read(connection, now))
        late = self._late_flags.look(found.due, now, time.monotonic())
        if found.is_open:
            self._breaker.is_open = True
            return False
        if self._breaker.allows(len(found.fallen | await self._losers_by(late))):
            return True
        await self._store.run(lambda connection: add_fact(connection, BREAKER, str(now).encode()))
        return False

    async def _losers_by(self, late: AbstractSet[Id]) -> set[Id]:
        """The players who would lose games by late flags; each game is looked up once, as some stay due for long."""
        self._losers = {game: loser for game, loser in self._losers.items() if game in late}
        if new := late - self._losers.keys():
            rows = await self._store.read(lambda connection: running_clocks_of(connection, new))
            self._losers |= dict.fromkeys(new) | {row.game: _loser(row) for row in rows}
        return {loser for loser in self._losers.values() if loser}


class _Found(NamedTuple):
    """What the database knows about flags."""

    is_open: bool
    due: dict[Id, Milliseconds]
    fallen: set[Id]

    @classmethod
    def read(cls, connection: Connection, now: Milliseconds) -> _Found:
        return cls(
            read_fact(connection, BREAKER) is not None,
            overdue_deadlines(connection, now),
            counted_since(connection, FALLEN, now - MINUTE - WINDOW),
        )


def _is_silent(other: OtherConnection, deadline: Milliseconds, arrival: Arrival | None) -> bool:
    """Whether a player may have been cut off by another process: it was not alive since, nor when they came here."""
    return other.alive_at < deadline and (arrival is None or other.alive_at < arrival.at)


def _loser(clock: RunningClock) -> Id | None:
    """The player whose time is up; None where nobody loses because the game was not begun, or the row is unreadable."""
    try:
        standing, seats = decode_standing(clock.standing), decode_seats(clock.seats)
    except Exception:  # noqa: BLE001 - whatever is wrong with it; the game's own loading reports it
        return None
    if standing.clocks is None or standing.clocks.begin_within is not None:
        return None
    player = seats.player(standing.actor)
    return player.id if player else None
