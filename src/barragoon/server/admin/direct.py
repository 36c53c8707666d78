"""Carries out an operator's request on a store that this process opens itself, where no server runs on a file."""

from __future__ import annotations

import time

from barragoon.server.admin.operations import carry_out
from barragoon.server.admin.parts import AdminError, Parts, Result
from barragoon.server.admin.requests import AnyRequest
from barragoon.server.admin.rulings import JournalRulings
from barragoon.server.cluster.open_bus import open_bus
from barragoon.server.game.journal import Journal
from barragoon.server.metrics import Metrics
from barragoon.server.process import fair_play_of
from barragoon.server.settings import Settings
from barragoon.server.shared.random_source import random_id
from barragoon.server.shared.worker_pool import WorkerPool
from barragoon.server.store.open_store import FILE, open_store


async def carry_out_directly(settings: Settings, request: AnyRequest) -> Result:
    """Open the store, do what is asked for, close it."""
    if not settings.database and not (settings.folder / FILE).exists():
        raise AdminError(f"no server has ever run on {settings.folder}: name its folder with --data")
    store, workers = open_store(settings), WorkerPool()
    bus = open_bus(settings, store, random_id()[:10])
    try:
        offset = await store.time() - round(time.time() * 1000)  # the database's clock counts, not this computer's

        def now() -> int:
            return round(time.time() * 1000) + offset

        rulings = JournalRulings(Journal(store, workers, Metrics(), fair_play_of(settings)), now, bus)
        return await carry_out(Parts(store, rulings, now, bus.token_is_void), request)
    finally:
        await bus.close()  # it sends what servers that share the database should hear at once
        workers.close()
        store.close()
