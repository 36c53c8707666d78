"""The pulse: each second, a process writes that it is alive, and reads what all processes must know.

Alive is a process that can be played on: it can look events up and append them. Whoever finds that players could play
nowhere for a while gives running clocks that time back. The database decides, so it is given once: after the end of all
processes, after a failure of the database, and when its clock was set. A process that alone was not alive for a while
gives its own players that time back.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Collection, Mapping
from typing import NamedTuple

import structlog
from sqlalchemy import Connection

from barragoon.server.cluster.node import Node
from barragoon.server.messages import Id, Milliseconds
from barragoon.server.shared.server_clock import ServerClock
from barragoon.server.store.database_time import database_time, lock_for_all
from barragoon.server.store.history import make_history, read_history
from barragoon.server.store.leases import give_up_leases, give_up_other_leases
from barragoon.server.store.nodes import (
    KEPT,
    LONGEST_SILENCE,
    drop_nodes,
    drop_other_nodes,
    last_alive,
    list_nodes,
    take_back_future,
    write_node,
)
from barragoon.server.store.presence import Connected
from barragoon.server.store.server_facts import ALIVE, BREAKER, FEATURES, STOPS, read_fact
from barragoon.server.store.store import Store, StoreError

SECONDS = 1
LOOK_FOR_OTHERS = 2.5
"""Seconds that a starting process waits for a sign that another one, which wrote lately, is alive."""
LATELY = 10_000
_CREDIT_LOCK = 7_031_101
log = structlog.get_logger("barragoon.cluster")


class Credits(NamedTuple):
    """How clocks get back the time between two moments; each says how many clocks there were."""

    outage: Callable[[Connection, Milliseconds, Milliseconds], int]
    """Of all games."""
    attended: Callable[[Connection, Collection[Connected], Id, Milliseconds, Milliseconds], int]
    """Of these players, who are connected to this process."""


class Beat(NamedTuple):
    """What a process read when it last wrote that it is alive."""

    credited: int
    breaker: bytes | None
    history: str
    is_served: bool
    """Whether players can play: on this process or on another."""
    has_worker: bool
    features: bytes | None = None
    """The fact that names the features which all processes know."""
    stops: Id = ""
    """The process that an operator lets stop."""


class Pulse:
    """Writes that this process is alive."""

    def __init__(self, store: Store, clock: ServerClock, node: Node, credit: Credits) -> None:
        self._store = store
        self._clock = clock
        self._node = node
        self._credit = credit
        self.began_at: Milliseconds = 0
        """Since when the process takes part."""
        self._beaten_at = float("-inf")
        self._beats = 0
        self._beating = asyncio.Lock()
        self._settling: asyncio.Task[None] | None = None
        self.last = Beat(0, None, "", is_served=False, has_worker=False)
        self.attended: Callable[[], Collection[Connected]] = frozenset
        """Says which players are connected to which games here."""
        self.heard: list[Callable[[Beat], None]] = []
        """Called after each beat."""

    @property
    def is_fresh(self) -> bool:
        """Whether the store took a write of this process just now; clocks run out only then.

        Not after the clock was set: first a beat must give clocks back what they lost by that.
        """
        return self.age < LONGEST_SILENCE / 1000 and self._beaten_at > self._clock.set_at

    @property
    def age(self) -> float:
        """Seconds since the store last took a write of this process."""
        return time.monotonic() - self._beaten_at

    # -- beating ---------------------------------------------------------------------------------------------

    async def begin(self) -> None:
        """Take part; if no other process is alive, credit the time since the last one was."""
        self.began_at = self._clock.now()
        if self._store.is_shared:
            before = await self._wait_for_others()
            await self._beat(lambda connection: self._begin(connection, before))
        else:
            await self._beat(self._begin_alone)

    async def run(self) -> None:
        """Beat until cancelled."""
        while True:
            await asyncio.sleep(SECONDS)
            try:
                await self.beat()
            except StoreError:  # the store logs it
                continue
            except Exception:
                log.exception("the process can't write that it is alive")

    async def beat(self) -> None:
        """Write that the process is alive, and read what all must know; one beat at a time, so none credits twice."""
        async with self._beating:
            await self._clock.settle()
            await self._store.check()
            # Where one process has the database for itself, its own silence is an outage of all.
            attended = frozenset(self.attended()) if self._store.is_shared else frozenset()
            await self._beat(lambda connection: self._write(connection, attended=attended))

    async def settle(self) -> None:
        """Wait until time can be trusted: the clock is known, and clocks have got back what an outage took."""
        await self._clock.settle()
        if not self.is_fresh:
            if self._settling is None or self._settling.done():
                self._settling = asyncio.ensure_future(self.beat())
            await asyncio.shield(self._settling)

    async def end(self) -> None:
        """Write that the process has stopped, and give its leases up."""
        self._node.state = "stopped"

        def write(connection: Connection) -> None:
            write_node(connection, self._node.row(self._time(connection)))
            give_up_leases(connection, self._node.id)

        await self._store.run(write)

    async def _beat(self, write: Callable[[Connection], Beat]) -> None:
        started = time.monotonic()
        self.last = await self._store.run(write)
        self._beaten_at = started
        self._beats += 1
        if self.last.credited:
            log.info("clocks credited for the time in which their players could not play", games=self.last.credited)
        for hear in self.heard:
            hear(self.last)

    # -- in a transaction ------------------------------------------------------------------------------------

    def _write(
        self, connection: Connection, *, is_alone: bool = False, attended: Collection[Connected] = frozenset()
    ) -> Beat:
        # Read once, and first: if the process stands still between two statements, what it writes says that it did.
        now = self._time(connection)
        credited = self._credit_outage(connection, is_alone=is_alone) if self._node.kind == "serve" else 0
        credited += self._credit_attended(connection, attended, now) if attended else 0
        write_node(connection, self._node.row(now))
        if self._beats % 60 == 0:
            drop_nodes(connection, now - KEPT)
        alive = [node for node in list_nodes(connection) if abs(now - node.alive_at) <= LONGEST_SILENCE]
        return Beat(
            credited,
            read_fact(connection, BREAKER),
            read_history(connection),
            is_served=any(node.kind == "serve" and node.state != "stopped" for node in alive),
            has_worker=any(node.kind == "work" and node.state == "running" for node in alive),
            features=read_fact(connection, FEATURES),
            stops=(read_fact(connection, STOPS) or b"").decode(),
        )

    def _credit_outage(self, connection: Connection, *, is_alone: bool) -> int:
        """Give clocks the time back in which no process served; usually there was none."""
        if not is_alone and abs(self._silence(connection)) <= LONGEST_SILENCE:
            return 0
        lock_for_all(connection, _CREDIT_LOCK)
        silence = self._silence(connection)  # another process may have credited it meanwhile
        if silence == 0 or (not is_alone and abs(silence) <= LONGEST_SILENCE):
            return 0
        now = self._time(connection)
        credited = self._credit.outage(connection, now - silence, now)
        take_back_future(connection, now)
        return credited

    def _credit_attended(self, connection: Connection, attended: Collection[Connected], now: Milliseconds) -> int:
        """Give the players of this process the time back in which it alone was not alive; the row says if it was."""
        own = next((node.alive_at for node in list_nodes(connection) if node.id == self._node.id), None)
        if own is None or now - own <= LONGEST_SILENCE:
            return 0
        return self._credit.attended(connection, attended, self._node.id, own, now)

    def _silence(self, connection: Connection) -> Milliseconds:
        """How long ago a process last served; negative if the clock was set back since."""
        last = last_alive(connection, "serve")
        if last is None:
            noted = read_fact(connection, ALIVE)  # by a version that knew one process only
            last = None if noted is None else int(noted)
        return 0 if last is None else self._time(connection) - last

    def _begin_alone(self, connection: Connection) -> Beat:
        make_history(connection)
        give_up_other_leases(connection, self._node.id)
        beat = self._write(connection, is_alone=True)
        drop_other_nodes(connection, self._node.id)
        return beat

    def _begin(self, connection: Connection, before: Mapping[Id, Milliseconds] | None) -> Beat:
        make_history(connection)
        lock_for_all(connection, _CREDIT_LOCK)
        is_alone = before is not None and self._serving(connection) == before
        return self._write(connection, is_alone=is_alone)

    def _time(self, connection: Connection) -> Milliseconds:
        """Where one process has the database for itself, its own clock counts, which may have stood still."""
        return database_time(connection) if self._store.is_shared else self._clock.now()

    # -- other processes -------------------------------------------------------------------------------------

    async def _wait_for_others(self) -> Mapping[Id, Milliseconds] | None:
        """None if another process serves; else when each of those that wrote lately did so for the last time."""
        before = await self._store.run(self._serving)
        until = time.monotonic() + LOOK_FOR_OTHERS
        while before and time.monotonic() < until:
            await asyncio.sleep(0.1)
            if await self._store.run(self._serving) != before:
                return None
        return before

    def _serving(self, connection: Connection) -> dict[Id, Milliseconds]:
        """Processes that served lately and have not said that they stopped."""
        now = self._time(connection)
        return {
            node.id: node.alive_at
            for node in list_nodes(connection)
            if node.kind == "serve" and node.state != "stopped" and abs(now - node.alive_at) < LATELY
        }
