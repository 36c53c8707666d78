"""A rolling restart: one process after the other stops, and its supervisor starts it again, while the others serve."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable
from typing import TypeVar

import structlog
from sqlalchemy import Connection

from barragoon.server.admin.audit import note
from barragoon.server.admin.parts import AdminError, Parts, Result
from barragoon.server.admin.requests import RollNodes
from barragoon.server.messages import Id, Milliseconds
from barragoon.server.shared.random_source import random_id
from barragoon.server.store.database_time import database_time
from barragoon.server.store.leases import ROLL, drop_lease, take_lease
from barragoon.server.store.nodes import LONGEST_SILENCE, NodeRow, list_nodes
from barragoon.server.store.server_facts import STOPS, drop_fact, write_fact

LOOK_SECONDS = 1
SETTLED = 2_000
"""Milliseconds that a new process has been alive before it counts: it has written several times, so it can serve."""
log = structlog.get_logger("barragoon.admin")
Found = TypeVar("Found")


async def roll(parts: Parts, request: RollNodes) -> Result:
    """Let each process stop, those that serve first, and wait until another one runs in its place."""
    if not parts.store.is_shared:
        raise AdminError(
            "one server has this file for itself, so it is restarted as a whole: systemctl restart barragoon"
        )
    round_ = _Round(parts, request.seconds)
    await round_.begin()
    try:
        await note(parts, request, "nodes")
        return {"rolled": [await round_.replace(node) for node in await round_.running()]}
    finally:
        await round_.end()


class _Round:
    """One rolling restart; a lease keeps a second one out."""

    def __init__(self, parts: Parts, seconds: int) -> None:
        self._store = parts.store
        self._me = random_id()[:10]
        self._seconds = seconds
        self._known: set[Id] = set()

    async def begin(self) -> None:
        if await self._store.run(lambda connection: take_lease(connection, ROLL, self._me)) is None:
            raise AdminError("another operator restarts the nodes just now: wait until that is done")

    async def end(self) -> None:
        def write(connection: Connection) -> None:
            drop_fact(connection, STOPS)
            drop_lease(connection, ROLL, self._me)

        await self._store.run(write)

    async def running(self) -> list[NodeRow]:
        """The processes that are alive, in the order in which they are restarted."""
        now, rows = await self._look()
        alive = [row for row in rows if _is_alive(row, now)]
        if not alive:
            raise AdminError("no process runs on this database: 'barragoon admin nodes' shows the last ones")
        for row in alive:
            if row.state == "draining":
                raise AdminError(f"{row.address} is stopping already: wait until it runs again")
        self._known = {row.id for row in rows}
        return sorted(alive, key=lambda row: (row.kind == "work", row.address, row.started_at))

    async def replace(self, node: NodeRow) -> Result:
        """Let a process stop, and wait for the one that takes its place."""
        log.info("stops", node=node.address, version=node.version)
        await self._store.run(lambda connection: write_fact(connection, STOPS, node.id.encode()))
        if not await self._wait(lambda now, rows: not _is_alive_among(node.id, rows, now)):
            raise AdminError(
                f"{node.address} has not stopped within {self._seconds} seconds: the others were left alone"
            )
        log.info("has stopped", node=node.address)
        new = await self._wait(lambda now, rows: self._successor(node, rows, now))
        if new is None:
            raise AdminError(
                f"{node.address} has stopped, and nothing has run in its place for {self._seconds} seconds: does a "
                "supervisor start it again (systemd: Restart=always)? The others were left alone"
            )
        self._known.add(new.id)
        log.info("runs again", node=new.address, version=new.version)
        return {"node": node.address, "kind": node.kind, "version_before": node.version, "version": new.version}

    def _successor(self, node: NodeRow, rows: Iterable[NodeRow], now: Milliseconds) -> NodeRow | None:
        for row in rows:
            is_new = (row.kind, row.address) == (node.kind, node.address) and row.id not in self._known
            if is_new and _is_alive(row, now) and row.alive_at - row.started_at >= SETTLED:
                return row
        return None

    async def _wait(self, look: Callable[[Milliseconds, list[NodeRow]], Found | None]) -> Found | None:
        """Look each second, until there is something to be found or time is up."""
        until = time.monotonic() + self._seconds
        while time.monotonic() < until:
            if found := look(*await self._look()):
                return found
            await asyncio.sleep(LOOK_SECONDS)
        return None

    async def _look(self) -> tuple[Milliseconds, list[NodeRow]]:
        """The database's time and all processes; prolongs the lease."""

        def look(connection: Connection) -> tuple[int | None, Milliseconds, list[NodeRow]]:
            return take_lease(connection, ROLL, self._me), database_time(connection), list_nodes(connection)

        epoch, now, rows = await self._store.run(look)
        if epoch is None:
            raise AdminError("another operator has begun to restart the nodes: look with 'barragoon admin nodes'")
        return now, rows


def _is_alive(row: NodeRow, now: Milliseconds) -> bool:
    return row.state != "stopped" and abs(now - row.alive_at) <= LONGEST_SILENCE


def _is_alive_among(node: Id, rows: Iterable[NodeRow], now: Milliseconds) -> bool:
    return any(row.id == node and _is_alive(row, now) for row in rows)
