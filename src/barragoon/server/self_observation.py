"""Gauges that nothing else sets: how late the event loop is, the disk, games by status, the last backup."""

from __future__ import annotations

import asyncio
import shutil
import time
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import structlog
from sqlalchemy import Connection, func, select, union_all

from barragoon.server.messages import Milliseconds
from barragoon.server.metrics import Metrics
from barragoon.server.process import Process
from barragoon.server.shared.database_clock import DatabaseClock
from barragoon.server.store.database_time import database_time
from barragoon.server.store.leases import LASTS, ROLL
from barragoon.server.store.nodes import LONGEST_SILENCE, NodeRow, list_nodes
from barragoon.server.store.open_store import FILE
from barragoon.server.store.schema import games, leases
from barragoon.server.store.server_facts import BACKUP, read_fact
from barragoon.server.store.store import StoreError

LOOP_SECONDS = 0.5
"""Between two looks at how late the event loop is."""
STORE_SECONDS = 30
"""Between two looks at the disk and the store."""
MOST_GAMES = 10_000
"""So many games that are not over are counted; counting more would hold the store up."""
log = structlog.get_logger("barragoon.metrics")


class SelfObservation:
    """Looks at the server itself while it runs."""

    def __init__(self, process: Process, folder: Path, metrics: Metrics) -> None:
        self._process = process
        self._store = process.store
        self._folder = folder
        self._metrics = metrics

    async def run(self) -> None:
        """Look again and again, until cancelled."""
        looked_at = -STORE_SECONDS * 1.0
        while True:
            before = time.monotonic()
            await asyncio.sleep(LOOP_SECONDS)
            now = time.monotonic()
            self._metrics.loop_lag.observe(max(0.0, now - before - LOOP_SECONDS))
            self._metrics.store_failing.set(self._store.is_failing)
            self._metrics.breaker.set(self._process.breaker.is_open)
            if isinstance(self._process.clock, DatabaseClock):
                self._metrics.clock_offset.set(self._process.clock.offset)
            if now - looked_at >= STORE_SECONDS:
                looked_at = now
                try:
                    await self._look_at_store()
                except Exception:
                    log.exception("the server can't be observed")

    async def _look_at_store(self) -> None:
        with suppress(OSError):  # the folder may not be there with PostgreSQL
            disk = shutil.disk_usage(self._folder)
            self._metrics.disk_bytes.set(disk.total)
            self._metrics.free_bytes.set(disk.free)
            files = [self._folder / name for name in (FILE, f"{FILE}-wal")]
            self._metrics.store_bytes.set(sum(file.stat().st_size for file in files if file.exists()))
        with suppress(StoreError):  # the store logs it
            seen = await self._store.read(_look)
            for status in ("open", "playing"):
                self._metrics.games.labels(status).set(seen.games.get(status, 0))
            self._metrics.last_backup.set(seen.backup_at / 1000)
            self._metrics.nodes_alive.set(seen.nodes_alive)
            for lease, age in seen.lease_ages.items():
                self._metrics.lease_age.labels(lease).set(age / 1000)


class _Seen(NamedTuple):
    games: dict[str, int]
    backup_at: Milliseconds
    nodes_alive: int
    lease_ages: dict[str, Milliseconds]


def _look(connection: Connection) -> _Seen:
    """Count the games that are not over and the nodes that are alive; how old are the last backup and the leases."""
    # Two halves, each by its own index: games that expire, and others whose clock runs.
    expiring = select(games.c.status).where(games.c.expires_at.is_not(None)).limit(MOST_GAMES)
    clocked = games.c.deadline_at.is_not(None) & games.c.expires_at.is_(None)
    ticking = select(games.c.status).where(clocked).limit(MOST_GAMES)
    halves = (select(half.subquery().c.status) for half in (expiring, ticking))
    some = union_all(*halves).subquery()
    counted = connection.execute(select(some.c.status, func.count()).group_by(some.c.status))
    now = database_time(connection)
    alive = [node for node in list_nodes(connection) if node.state != "stopped" and is_alive(node, now)]
    ages = {
        row.name: now - (row.until - LASTS) for row in connection.execute(select(leases).where(leases.c.name != ROLL))
    }
    by_status = {row[0]: row[1] for row in counted}
    return _Seen(by_status, int(read_fact(connection, BACKUP) or 0), len(alive), ages)


def is_alive(node: NodeRow, now: Milliseconds) -> bool:
    """Whether a node has written lately."""
    return abs(now - node.alive_at) <= LONGEST_SILENCE
