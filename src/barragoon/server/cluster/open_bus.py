"""Opens the bus that the settings name."""

from __future__ import annotations

from importlib.util import find_spec

from barragoon.server.cluster.bus import Bus
from barragoon.server.messages import Id
from barragoon.server.settings import Settings
from barragoon.server.store.store import Store, StoreError


def open_bus(settings: Settings, store: Store, node: Id) -> Bus:
    """The bus for a store: none for one that no other process uses; else PostgreSQL's own, or Redis."""
    if not store.is_shared or settings.bus == "none":
        return Bus()
    if settings.bus:
        if find_spec("redis") is None:
            raise StoreError('Redis needs the extra "cluster": install it with pip install "barragoon[cluster]"')
        from barragoon.server.cluster.redis_bus import RedisBus

        return RedisBus(node, settings.bus)
    from barragoon.server.cluster.postgres_bus import PostgresBus

    return PostgresBus(node, settings.database)
