"""Healing: each second, a look for events that other processes wrote and no hint has announced."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import structlog

from barragoon.server.game.registry import Registry
from barragoon.server.messages import Milliseconds
from barragoon.server.metrics import Metrics
from barragoon.server.shared.server_clock import ServerClock
from barragoon.server.store.changes import Changed, changed_since, last_events
from barragoon.server.store.database_time import OLDEST_EVENT
from barragoon.server.store.store import Store, StoreError

SECONDS = 1
OVERLAP = 2 * OLDEST_EVENT
"""Milliseconds by which a look reaches back behind the one before: events are stored a little after they happened."""
HINT_TIME = 300
"""Milliseconds that a hint may take; a game that was found later was healed."""
LOOKS_PER_FULL_LOOK = 10
"""Every so many looks, all followed games are compared, however long ago they changed."""
log = structlog.get_logger("barragoon.cluster")


class Healing:
    """Finds games with listeners here that are behind the store, or ahead of it after a standby took over."""

    def __init__(self, store: Store, clock: ServerClock, registry: Registry, metrics: Metrics) -> None:
        self._store = store
        self._clock = clock
        self._registry = registry
        self._metrics = metrics
        self._since: Milliseconds | None = None
        self._looks = 0
        self._all_hinted = asyncio.Event()

    def hint_all(self) -> None:
        """Any game may have changed: look at all of them now."""
        self._all_hinted.set()

    async def run(self) -> None:
        """Look each second, until cancelled."""
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._all_hinted.wait(), SECONDS)
            try:
                await self.look()
            except StoreError:  # the store logs it
                continue
            except Exception:
                log.exception("games can't be compared with the store")

    async def look(self) -> None:
        """Look at what changed since the last time, or now and then at everything."""
        now = self._clock.now()
        self._looks += 1
        for _, mailbox in self._registry.followed():
            if mailbox.is_doubtful and not mailbox.is_changing:
                mailbox.look_soon()
        if self._all_hinted.is_set() or self._since is None or self._looks % LOOKS_PER_FULL_LOOK == 0:
            self._all_hinted.clear()
            try:
                await self.look_at_all()
            except StoreError:
                self._since = None  # what was hinted stays due
                raise
        else:
            since = min(self._since, now) - OVERLAP
            for each in await self._store.read(lambda connection: changed_since(connection, since)):
                self._compare(each, now)
        self._since = now

    async def look_at_all(self) -> None:
        """Compare all followed games with the store: hints may have been lost, or clocks credited."""
        now = self._clock.now()
        wanted = [game for game, _ in self._registry.followed()]
        if wanted:
            for each in await self._store.read(lambda connection: last_events(connection, wanted)):
                self._compare(each, now)

    def _compare(self, changed: Changed, now: Milliseconds) -> None:
        mailbox = self._registry.loaded(changed.game)
        if mailbox is None:
            return
        is_late = now - changed.at > HINT_TIME and bool(len(mailbox.listeners))
        if changed.seq > mailbox.seq:
            if is_late and not mailbox.is_changing:
                self._metrics.healed.inc()
            mailbox.hint(changed.seq)  # also if nobody listens yet: somebody may be about to
        elif changed.seq < mailbox.seq and is_late and not mailbox.is_changing:
            mailbox.distrust()
