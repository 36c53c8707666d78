"""The timekeeper: lets flags fall, notes that the server is alive, and gives clocks back the time of a stop."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import structlog
from msgspec.structs import replace
from sqlalchemy import Connection

from barragoon.server.game.clock import deadline
from barragoon.server.game.flag_circuit_breaker import FlagBreaker
from barragoon.server.game.registry import Registry
from barragoon.server.messages import ClockCredited, Milliseconds
from barragoon.server.shared.server_clock import ServerClock
from barragoon.server.store.database import Database, StoreError
from barragoon.server.store.encoding import decode_standing, encode
from barragoon.server.store.games import EncodedEvent, OverdueGames, append_credit, overdue_games, running_games
from barragoon.server.store.server_facts import ALIVE, read_fact, write_fact

SWEEP_SECONDS = 0.2
ALIVE_EVERY = 5
"""Sweeps between two notes that the server is alive; after a crash, the credit is wrong by at most this much."""
FLAGS_PER_SWEEP = 50
log = structlog.get_logger("barragoon.clocks")


class Timekeeper:
    """What the server does by itself while it runs."""

    def __init__(self, store: Database, clock: ServerClock, breaker: FlagBreaker) -> None:
        self._store = store
        self._clock = clock
        self._breaker = breaker

    async def credit_downtime(self) -> None:
        """Give running clocks back the time in which the server was away; done before any game is loaded."""
        now = self._clock.now()

        def credit(connection: Connection) -> int:
            alive_at = read_fact(connection, ALIVE)
            credited = 0 if alive_at is None else credit_clocks(connection, int(alive_at), now)
            write_fact(connection, ALIVE, str(now).encode())
            return credited

        if credited := await self._store.run(credit):
            log.info("clocks credited for the time the server was away", games=credited)

    async def run(self, registry: Registry) -> None:
        """Look again and again for clocks that have run out, until cancelled."""
        sweeps = 0
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            try:
                with suppress(StoreError):  # the store logs it
                    await self._sweep(registry, note_alive=sweeps % ALIVE_EVERY == 0)
            except Exception:
                log.exception("clocks can't be looked after")
            sweeps += 1

    async def note_alive(self) -> None:
        """Write down that the server was alive until now, unless its clock can't be trusted."""
        if self._breaker.is_open:
            return
        now = str(self._clock.now()).encode()
        await self._store.run(lambda connection: write_fact(connection, ALIVE, now))

    async def _sweep(self, registry: Registry, *, note_alive: bool) -> None:
        now = self._clock.now()

        def look(connection: Connection) -> OverdueGames:
            if note_alive and not self._breaker.is_open:
                write_fact(connection, ALIVE, str(now).encode())
            return overdue_games(connection, now)

        due, running = await self._store.run(look)
        if not self._breaker.allows(len(due), running):
            return
        for game in due[:FLAGS_PER_SWEEP]:
            if mailbox := await registry.find(game):
                await mailbox.check_flag()


def credit_clocks(connection: Connection, alive_at: Milliseconds, now: Milliseconds) -> int:
    """Give every running clock back the time since the server was last alive; returns how many clocks ran."""
    credited = 0
    for game, seq, stored in running_games(connection):
        standing = decode_standing(stored)
        assert standing.clocks is not None, "a deadline comes from clocks"
        away = now - max(alive_at, standing.clocks.at)
        if away <= 0:
            continue
        clocks = replace(standing.clocks, at=standing.clocks.at + away)
        standing = replace(standing, clocks=clocks)
        event = ClockCredited(seq=seq + 1, at=now, by=None, standing=standing, milliseconds=away)
        append_credit(connection, game, EncodedEvent(event, encode(event)), standing, deadline(clocks))
        credited += 1
    return credited
