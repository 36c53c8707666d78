"""A lease: the right to do what only one process may do, for some seconds."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

import structlog
from sqlalchemy import Connection

from barragoon.server.cluster.node import Node
from barragoon.server.cluster.pulse import Pulse
from barragoon.server.store.leases import give_up_leases, holds_lease, take_lease
from barragoon.server.store.store import Store, StoreError

RENEW_SECONDS = 3
TRY_SECONDS = 1
TRUSTED_SECONDS = 7
"""How long after it was renewed a holder trusts its lease, by its own monotonic clock; the database gives 10."""
log = structlog.get_logger("barragoon.cluster")


class Lease:
    """A lease that this process wants. A worker goes before processes that serve."""

    def __init__(self, store: Store, node: Node, pulse: Pulse, name: str) -> None:
        self._store = store
        self._node = node
        self._pulse = pulse
        self._renewed_at = float("-inf")
        self.name = name
        self.epoch = 0

    @property
    def is_held(self) -> bool:
        """Whether this process may do the work now."""
        return time.monotonic() - self._renewed_at < TRUSTED_SECONDS

    def is_held_in(self, connection: Connection) -> bool:
        """Whether this process still holds the lease, in a transaction that nobody else can take it in: its fence."""
        return holds_lease(connection, self.name, self.epoch)

    async def run(self) -> None:
        """Take the lease, renew it, leave it to a worker; until cancelled."""
        while True:
            try:
                await self.renew()
            except StoreError:  # the store logs it
                pass
            except Exception:
                log.exception("a lease can't be taken", lease=self.name)
            await asyncio.sleep(RENEW_SECONDS if self.is_held else TRY_SECONDS)

    async def renew(self) -> None:
        """Take the lease if it is free, or prolong it."""
        is_wanted = self._node.state == "running" and (self._node.kind == "work" or not self._pulse.last.has_worker)
        if not is_wanted:
            if self.is_held:
                self._renewed_at = float("-inf")
                await self._store.run(lambda connection: give_up_leases(connection, self._node.id))
            return
        started = time.monotonic()
        epoch = await self._store.run(lambda connection: take_lease(connection, self.name, self._node.id))
        if epoch is None:
            self._renewed_at = float("-inf")
            return
        if epoch != self.epoch:
            log.debug("lease taken", lease=self.name, epoch=epoch)
        self.epoch, self._renewed_at = epoch, started


class LeasedWork:
    """Work that is done again and again, by the process that holds its lease."""

    def __init__(self, lease: Lease, work: Callable[[], Awaitable[None]], seconds: float) -> None:
        self._lease = lease
        self._work = work
        self._seconds = seconds

    async def run(self) -> None:
        """Do the work whenever the lease is held, until cancelled."""
        holding = asyncio.ensure_future(self._lease.run())
        try:
            while True:
                await asyncio.sleep(self._seconds)
                if not self._lease.is_held:
                    continue
                try:
                    await self._work()
                except StoreError:  # the store logs it
                    continue
                except Exception:
                    log.exception("work failed", lease=self._lease.name)
        finally:
            holding.cancel()
            await asyncio.gather(holding, return_exceptions=True)
