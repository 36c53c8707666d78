"""Who is connected to which game on any process: written for others every second, and read for what others wrote."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

import structlog
from sqlalchemy import Connection

from barragoon.server.cluster.bus import Bus
from barragoon.server.game.registry import Registry
from barragoon.server.messages import Id
from barragoon.server.shared.server_clock import ServerClock
from barragoon.server.store.presence import (
    Connected,
    all_connected_elsewhere,
    drop_expired,
    drop_present,
    write_present,
)
from barragoon.server.store.store import Store, StoreError

SECONDS = 1
RENEW_EVERY = 5
"""Seconds after which everybody is written again who is still there."""
log = structlog.get_logger("barragoon.cluster")


class Attendance:
    """Keeps the table of who is connected; with one process alone there is nothing to write."""

    def __init__(self, store: Store, clock: ServerClock, registry: Registry, bus: Bus, node: Id) -> None:
        self._store = store
        self._clock = clock
        self._registry = registry
        self._bus = bus
        self._node = node
        self._written: set[Connected] = set()
        self._rounds = 0
        self._hinted: set[Id] = set()
        self._looking: asyncio.Task[None] | None = None

    async def run(self) -> None:
        """Write who came and who left, until cancelled."""
        while self._store.is_shared:
            await asyncio.sleep(SECONDS)
            try:
                await self.write()
            except StoreError:  # the store logs it
                continue
            except Exception:
                log.exception("who is connected can't be written")

    async def write(self) -> None:
        """Write the difference to what was written last; sometimes everything, as rows expire."""
        here = self._registry.attended()
        self._rounds += 1
        is_renewed = self._rounds % RENEW_EVERY == 0
        gone, new = self._written - here, here if is_renewed else here - self._written
        if gone or new:
            await self._change(gone, new, is_renewed=is_renewed)
        for game in {each.game for each in gone | (here - self._written)}:
            self._bus.presence_changed(game)
        self._written = here
        if is_renewed:  # whoever's process died sends no hint
            await self._read_elsewhere({game for game, _ in self._registry.followed()})

    async def _change(self, gone: set[Connected], new: set[Connected], *, is_renewed: bool) -> None:
        now = self._clock.now()

        def change(connection: Connection) -> None:
            drop_present(connection, self._node, gone)
            write_present(connection, self._node, new, now)
            if is_renewed:
                drop_expired(connection, now)

        await self._store.run(change)

    async def end(self) -> None:
        """Nobody is connected here any more."""
        if self._store.is_shared:
            now = self._clock.now()
            await self._store.run(lambda connection: drop_expired(connection, now, self._node))

    def hint(self, games: Iterable[Id]) -> None:
        """Somebody came to these games or left them elsewhere; all that come while one look is under way share one."""
        self._hinted.update(game for game in games if self._is_followed(game))
        if self._hinted and (self._looking is None or self._looking.done()):
            self._looking = asyncio.ensure_future(self._look_at_hinted())

    def _is_followed(self, game: Id) -> bool:
        mailbox = self._registry.loaded(game)
        return mailbox is not None and len(mailbox.listeners) > 0

    async def _look_at_hinted(self) -> None:
        try:
            while self._hinted:
                wanted, self._hinted = self._hinted, set()
                await self._read_elsewhere(wanted)
        except StoreError:  # the store logs it, and all games are looked at again soon
            return
        except Exception:
            log.exception("who is connected elsewhere can't be read")

    async def _read_elsewhere(self, wanted: set[Id]) -> None:
        """Read who is connected to games on other processes, and send it to those who listen here."""
        if not wanted:
            return
        now = self._clock.now()
        found = await self._store.read(lambda connection: all_connected_elsewhere(connection, wanted, self._node, now))
        for game in wanted:
            if mailbox := self._registry.loaded(game):
                mailbox.connected_elsewhere(frozenset(found.get(game, ())))
