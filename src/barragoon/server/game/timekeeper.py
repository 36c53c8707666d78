"""The timekeeper: lets flags fall in games whose time is up.

Each process does it for the games that are followed there; one, which holds the lease, for all. That two do it at once
is harmless: the first to write wins.
"""

from __future__ import annotations

import asyncio
import time

import structlog
from sqlalchemy import Connection

from barragoon.server.cluster.bus import Bus
from barragoon.server.cluster.pulse import Beat, Pulse
from barragoon.server.game.credits import credit_overdue
from barragoon.server.game.flag_circuit_breaker import RESET_SECONDS, FlagBreaker
from barragoon.server.game.flag_guard import FALLEN, FlagGuard
from barragoon.server.game.registry import Registry
from barragoon.server.messages import Id, Milliseconds
from barragoon.server.metrics import Metrics
from barragoon.server.shared.server_clock import ServerClock
from barragoon.server.store.counters import drop_counted
from barragoon.server.store.lenient_decoder import UnreadableError
from barragoon.server.store.running_clocks import overdue_games
from barragoon.server.store.server_facts import BREAKER, drop_fact, read_fact
from barragoon.server.store.store import Store, StoreError

SWEEP_SECONDS = 0.2
FLAGS_PER_SWEEP = 50
PATIENCE_SECONDS = 1
"""How long a sweep waits for the flags that it has begun to look at; one that takes longer is not waited for."""
REST_SECONDS = 1
"""How long a game is left alone after its flag was looked at: it may have to wait."""
BAD_GAME_SECONDS = 60
"""How long a game is left alone that can't be read, or whose flag can't be due."""
log = structlog.get_logger("barragoon.clocks")


def due_flags(connection: Connection, now: Milliseconds, resting: frozenset[Id]) -> list[Id]:
    """The next games whose flag is due; those that are left alone hide no other, however many they are."""
    due = overdue_games(connection, now, len(resting) + FLAGS_PER_SWEEP)
    return [game for game in due if game not in resting]


class Timekeeper:
    """Looks after the clocks of all games, whether anybody is there or not."""

    def __init__(  # noqa: PLR0913 - each collaborator is one job
        self,
        *,
        store: Store,
        clock: ServerClock,
        breaker: FlagBreaker,
        flag_guard: FlagGuard,
        pulse: Pulse,
        registry: Registry,
        bus: Bus,
        metrics: Metrics,
    ) -> None:
        self._store = store
        self._clock = clock
        self._breaker = breaker
        self._flag_guard = flag_guard
        self._pulse = pulse
        self._registry = registry
        self._bus = bus
        self._metrics = metrics
        self._resting: dict[Id, float] = {}
        self._checks: dict[Id, asyncio.Task[None]] = {}
        pulse.heard.append(self._hear)

    async def sweep(self) -> None:
        """Let flags fall that are due, unless nobody could play just now or the clock can't be trusted."""
        await self._clock.settle()
        if not (self._pulse.is_fresh and self._pulse.last.is_served):
            return
        now = self._clock.now()
        if self._breaker.is_open:
            await self._close_breaker(now)
            return
        resting = self._resting_games()
        due = await self._store.read(lambda connection: due_flags(connection, now, resting))
        if not due:
            self._flag_guard.look_at_none()
        await self._let_fall(due)

    async def sweep_own(self) -> None:
        """Let flags fall in the games that somebody follows here: the process that sweeps all may have died."""
        await self._clock.settle()
        if not self._pulse.is_fresh or self._breaker.is_open:
            return
        now = self._clock.now()
        own = [(mailbox.deadline, game) for game, mailbox in self._registry.followed()]
        await self._let_fall([game for deadline, game in own if deadline is not None and deadline <= now])

    async def run_own(self) -> None:
        """Sweep the games of this process, until cancelled."""
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            try:
                await self.sweep_own()
            except StoreError:  # the store logs it
                continue
            except Exception:
                log.exception("the flags of this process can't fall")

    async def _let_fall(self, due: list[Id]) -> None:
        """Let flags fall, some at a time; those that do not are left alone for a while, so that others have theirs.

        Each is looked at by itself. A game that is stuck, or can't be read, keeps no other waiting.
        """
        resting = self._resting_games()
        wanted = [game for game in due if game not in resting]
        if not wanted or not await self._flag_guard.is_right():
            return
        begun = [self._begin_check(game) for game in wanted[:FLAGS_PER_SWEEP] if game not in self._checks]
        if begun:
            await asyncio.wait(begun, timeout=PATIENCE_SECONDS)

    def _begin_check(self, game: Id) -> asyncio.Task[None]:
        async def check() -> None:
            try:
                self._resting[game] = time.monotonic() + await self._check_flag(game)
            finally:
                del self._checks[game]

        task = self._checks[game] = asyncio.ensure_future(check())
        return task

    def _resting_games(self) -> frozenset[Id]:
        """The games that are left alone for now, and those that are being looked at."""
        now = time.monotonic()
        self._resting = {game: until for game, until in self._resting.items() if until > now}
        return frozenset(self._resting) | self._checks.keys()

    async def _check_flag(self, game: Id) -> float:
        """Let one flag fall, if it may; for how many seconds the game is left alone then."""
        try:
            mailbox = await self._registry.find(game)
            if mailbox is None:
                return BAD_GAME_SECONDS
            await mailbox.check_flag()
        except StoreError:  # the store logs it
            return REST_SECONDS
        except UnreadableError:  # noted where it was read
            return BAD_GAME_SECONDS
        except Exception:
            self._metrics.bad_games.inc()
            log.exception("a flag can't fall")
            return BAD_GAME_SECONDS
        # Where no clock runs, the row is wrong, and would come back at once.
        return BAD_GAME_SECONDS if mailbox.deadline is None else REST_SECONDS

    # -- the circuit breaker ---------------------------------------------------------------------------------

    async def _close_breaker(self, now: Milliseconds) -> None:
        """After a while, give clocks that ran out time to act, and let flags fall again."""

        def close(connection: Connection) -> int | None:
            opened_at = read_fact(connection, BREAKER)
            if opened_at is not None and abs(now - int(opened_at)) < RESET_SECONDS * 1000:
                return None
            drop_fact(connection, BREAKER)
            drop_counted(connection, FALLEN)
            return credit_overdue(connection, now)

        credited = await self._store.run(close)
        if credited is not None:
            self._breaker.close()
            self._registry.expect_events()
            self._bus.all_changed()
            log.warning("clocks that had run out got time to act", games=credited)

    def _hear(self, beat: Beat) -> None:
        """Follow what the database says about the breaker."""
        if beat.breaker is None and self._breaker.is_open:
            self._breaker.close()
        elif beat.breaker is not None:
            self._breaker.is_open = True
