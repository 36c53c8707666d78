"""The sweep over what has expired: games in which nothing happens, tokens, players who left nothing behind."""

from __future__ import annotations

import asyncio
from functools import partial

import structlog
from sqlalchemy import Connection

from barragoon.server.cluster.lease import Lease
from barragoon.server.game.fair_play import DAY
from barragoon.server.game.registry import Registry
from barragoon.server.messages import Id
from barragoon.server.shared.server_clock import ServerClock
from barragoon.server.store.counters import HOUR, drop_counters
from barragoon.server.store.games import delete_withdrawn, expired_games, postpone_expiry
from barragoon.server.store.lobby_openings import drop_openings
from barragoon.server.store.players import NOBODY, PlayerCursor, drop_expired_tokens, drop_idle_players
from barragoon.server.store.store import Store, StoreError

EXPIRY_SECONDS = 2
IDENTITIES_EVERY = 30
"""Sweeps over games between two over tokens and players."""
BATCH = 100
"""How many rows one sweep looks at, of each kind."""
PATIENCE_SECONDS = 1
"""How long a sweep waits for one game."""
log = structlog.get_logger("barragoon.expiry")


class ExpirySweep:
    """Ends what has expired, a batch at a time; two that run at once do nothing twice."""

    def __init__(
        self, store: Store, clock: ServerClock, registry: Registry, lease: Lease, idle_player_days: float
    ) -> None:
        self._store = store
        self._clock = clock
        self._registry = registry
        self._lease = lease
        self._sweeps = 0
        self._idle_player_time = round(idle_player_days * DAY)
        self._cursor: PlayerCursor = NOBODY

    async def sweep(self) -> None:
        """End games that have expired; now and then also tokens and players."""
        await self.sweep_games()
        if self._sweeps % IDENTITIES_EVERY == 0:
            await self.sweep_identities()
        self._sweeps += 1

    async def sweep_games(self) -> None:
        """End games in which nothing has happened for too long; those that were withdrawn long ago are deleted."""
        now = self._clock.now()
        expired = await self._store.read(lambda connection: expired_games(connection, now, BATCH))
        if withdrawn := [game for game, status in expired if status == "withdrawn"]:
            await self._store.run(partial(delete_withdrawn, wanted=withdrawn))
            self._registry.drop(withdrawn)
        for game in [game for game, status in expired if status != "withdrawn"]:
            try:
                await asyncio.wait_for(self._end(game), PATIENCE_SECONDS)
            except (StoreError, TimeoutError):  # the next sweep tries again; others need not wait for it
                continue
            except Exception:
                log.exception("a game that has expired can't be ended")
                # Tomorrow again: else a hundred such games would keep all others from being seen.
                await self._store.run(partial(postpone_expiry, game=game, until=now + DAY))

    async def _end(self, game: Id) -> None:
        if mailbox := await self._registry.find(game):
            await mailbox.check_expiry()

    async def sweep_identities(self) -> None:
        """Delete tokens and counts that have expired, and players without token and game who were not seen for long."""
        now, cursor = self._clock.now(), self._cursor
        idle_before = now - self._idle_player_time

        def sweep(connection: Connection) -> PlayerCursor:
            if not self._lease.is_held_in(connection):  # this process stood still, and another one does it now
                return cursor
            drop_counters(connection, now - 2 * HOUR)
            drop_openings(connection)
            drop_expired_tokens(connection, now, BATCH)
            return drop_idle_players(connection, idle_before, cursor, BATCH)

        self._cursor = await self._store.run(sweep)
