"""Runs a worker: ``barragoon work`` does what one process must do for all, and serves nobody."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable
from contextlib import suppress

import structlog

from barragoon.server.logs import set_up_logs
from barragoon.server.metrics import Metrics
from barragoon.server.process import Process, ServerFailedError
from barragoon.server.settings import Settings, SettingsError
from barragoon.server.shared.systemd import supervised
from barragoon.server.store.open_store import open_store
from barragoon.server.store.store import Store, StoreError

WATCH_SECONDS = 0.5
"""How often a worker looks whether its store still works."""
log = structlog.get_logger("barragoon")


def run_worker(settings: Settings, *, announce: Callable[[str], None]) -> None:
    """Work until stopped; raises a :class:`SettingsError` if that is not possible."""
    if not settings.database:
        raise SettingsError("a worker needs a database that processes can share: name it with --database")
    set_up_logs(settings)
    try:
        store = open_store(settings)
    except StoreError as error:
        raise SettingsError(str(error)) from error
    announce("Barragoon works (Ctrl-C stops it)")
    asyncio.run(_work(settings, store))


async def _work(settings: Settings, store: Store) -> None:
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    process = await Process.open(settings, store, Metrics(), "work")
    await process.begin()
    log.info("working", node=process.node.id, pid=os.getpid())
    async with supervised():
        while not stop.is_set() and not store.problem:
            with suppress(TimeoutError):
                await asyncio.wait_for(stop.wait(), WATCH_SECONDS)
    await process.end()
    store.close()
    log.info("stopped")
    if store.problem and not stop.is_set():
        raise ServerFailedError(f"the worker has stopped: {store.problem}")
