"""Players who came from a process that died: their clocks get back the time until they were here."""

from __future__ import annotations

import asyncio

import structlog
from sqlalchemy import Connection

from barragoon.server.cluster.bus import Bus
from barragoon.server.cluster.pulse import Pulse
from barragoon.server.game.arrivals import Arrival
from barragoon.server.game.credits import credit_moved
from barragoon.server.game.registry import Registry
from barragoon.server.messages import Id, Milliseconds
from barragoon.server.store.database_time import database_time
from barragoon.server.store.games import ConflictError
from barragoon.server.store.nodes import LONGEST_SILENCE
from barragoon.server.store.presence import Connected, OtherConnection, other_connections
from barragoon.server.store.store import Store, StoreError

SECONDS = 1
log = structlog.get_logger("barragoon.clocks")


class MovedPlayers:
    """Looks each second where players have come from.

    A process counts as dead when it has been silent for seconds. If it was alive after its player had come here, the
    player left it for another reason, and gets nothing. What a player gets is given once: the row that says where they
    were connected goes with it.
    """

    def __init__(self, store: Store, registry: Registry, bus: Bus, pulse: Pulse, node: Id) -> None:
        self._store = store
        self._registry = registry
        self._bus = bus
        self._pulse = pulse
        self._node = node

    async def run(self) -> None:
        """Look each second, until cancelled."""
        while True:
            await asyncio.sleep(SECONDS)
            try:
                await self.look()
            except StoreError:  # the store logs it
                continue
            except Exception:
                log.exception("it can't be found out where players came from")

    async def look(self) -> None:
        """Find out where those came from who came lately."""
        came = {
            Connected(game, player): arrival
            for game, mailbox in self._registry.followed()
            for player, arrival in mailbox.arrivals.undecided()
        }
        if not came or not self._pulse.is_fresh:
            return

        def read(connection: Connection) -> tuple[Milliseconds, list[OtherConnection]]:
            return database_time(connection), other_connections(connection, came.keys(), self._node)

        now, others = await self._store.read(read)
        undecided = set()
        for other in others:
            connected = Connected(other.game, other.player)
            if other.alive_at >= came[connected].at:
                continue
            is_dead = now - other.alive_at > LONGEST_SILENCE
            if not is_dead or not await self._credit(other, came[connected]):
                undecided.add(connected)
        for connected in came.keys() - undecided:
            if mailbox := self._registry.loaded(connected.game):
                mailbox.arrivals.decide(connected.player)

    async def _credit(self, other: OtherConnection, arrival: Arrival) -> bool:
        """Give a player what they lost, if anything; False if the game went on in this very moment."""
        try:
            seq = await self._store.run(lambda connection: credit_moved(connection, other, arrival))
        except ConflictError:
            return False
        if seq is not None:
            log.info("a clock was credited, because the process of its player died")
            self._bus.game_changed(other.game, seq)
            self._registry.hint(other.game, seq)
        return True
