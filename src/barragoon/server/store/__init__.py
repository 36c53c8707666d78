"""What the server keeps on the disk: players, games and their events."""

from barragoon.server.store.database import Database, StoreError

__all__ = ["Database", "StoreError"]
