"""What the server needs of a store: SQLite and PostgreSQL each have an implementation, and both pass the same tests."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TypeVar

from sqlalchemy import Connection

from barragoon.server.messages import Id, Milliseconds
from barragoon.server.store.games import EncodedEvent, Snapshot

Result = TypeVar("Result")
BatchWatcher = Callable[[int, float, int], None]
"""Takes how many jobs a transaction had, how many seconds it took, and how many jobs wait."""


class StoreError(Exception):
    """The store can't be opened, or can't write now; nothing of the job was stored, as far as is known."""


class Store(ABC):
    """Runs jobs on the database. A result comes when everything that the job wrote is safe."""

    batch_watcher: BatchWatcher | None = None
    """Called in the thread that writes after each transaction."""

    is_shared: bool = False
    """Whether other processes may use the same database at the same time."""

    is_failing: bool = False
    """Whether the last write failed."""

    problem: str | None = None
    """Why the store can do nothing more until the process is started again; None while it can."""

    @abstractmethod
    async def run(self, work: Callable[[Connection], Result]) -> Result:
        """Do a job in a transaction, as a whole or not at all. It may be done twice if the first time failed."""

    @abstractmethod
    async def read(self, work: Callable[[Connection], Result]) -> Result:
        """Look something up. The job writes nothing; it may run beside others, and sees all that was committed."""

    @abstractmethod
    async def append(self, game: Id, snapshot: Snapshot, encoded: EncodedEvent) -> None:
        """Store an event and the game as it stands after it, or raise a ConflictError: the fast way for one action."""

    @abstractmethod
    async def check(self) -> None:
        """Raise a StoreError unless events can be looked up and appended now."""

    @abstractmethod
    async def time(self) -> Milliseconds:
        """The database's own clock: the one that all processes share."""

    @abstractmethod
    def close(self) -> None:
        """Finish the jobs that wait, and close."""
