"""The store on PostgreSQL: appends in batches by one thread, everything else as transactions in a few others."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import psycopg
import structlog
from sqlalchemy import Connection, Engine, create_engine, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import QueuePool

from barragoon.server.messages import Id, Milliseconds
from barragoon.server.store.append_batch import AppendJob
from barragoon.server.store.append_writer import AppendWriter
from barragoon.server.store.database_address import shown_address
from barragoon.server.store.database_time import TOO_LATE, database_time, is_too_late
from barragoon.server.store.games import EncodedEvent, Snapshot, append_event, changes_lists
from barragoon.server.store.migrations import is_known, newest_version, stored_version
from barragoon.server.store.postgres_connection import (
    RETRIED,
    connect,
    describe,
    is_connection_lost,
    is_fault_of_the_job,
    is_timeout,
    sql_state,
)
from barragoon.server.store.server_facts import OLDEST_VERSION, read_fact
from barragoon.server.store.store import Store, StoreError

Result = TypeVar("Result")
WRITERS, READERS = 4, 4
"""How many connections do transactions, and how many look things up."""
MOST_WAITING = 2000
"""Jobs that may wait for each of these; more fail at once, so that a slow database fills no memory."""
MOST_TRIES = 5
QUICK_ANSWER = 1
"""Seconds within which a server that has no connection left says so; one that is away takes longer, or rejects all."""
FREE_SECONDS = 0.1
"""How long a job waits for a connection that others use, when no new one can be opened."""
log = structlog.get_logger("barragoon.store")


class PostgresStore(Store):
    """Runs jobs on connections of its own; many processes may use one database."""

    is_shared = True

    def __init__(self, url: str) -> None:
        """Connect, or raise a :class:`StoreError`; the tables must be there."""
        self.is_failing = False
        self._name = shown_address(url)
        self._health = threading.Lock()
        self._engine = _engine(url, WRITERS)
        self._reading = _engine(url, READERS, isolation_level="AUTOCOMMIT")
        self._check_tables()
        self._writers = _Threads(WRITERS, "write")
        self._readers = _Threads(READERS, "read")
        self._appends = AppendWriter(url, self._report, self._batch_done)

    async def run(self, work: Callable[[Connection], Result]) -> Result:
        """Do a job in a transaction, as a whole or not at all."""
        return await self._writers.run(lambda: self._transact(work))

    async def read(self, work: Callable[[Connection], Result]) -> Result:
        """Look something up, without a transaction: each statement sees all that was committed before it."""
        return await self._readers.run(lambda: self._look_up(work))

    async def append(self, game: Id, snapshot: Snapshot, encoded: EncodedEvent) -> None:
        """Store an event and the game as it stands after it, or raise a ConflictError."""
        if changes_lists(snapshot, encoded):  # other tables change too
            await self.run(lambda connection: _append_in_time(connection, game, snapshot, encoded))
        else:
            await self._appends.append(AppendJob.of(game, snapshot, encoded))

    async def check(self) -> None:
        """Raise a StoreError unless events can be looked up and appended now."""
        if not self._appends.is_connected:
            raise StoreError("no connection to append events is left")
        await self.time()

    async def time(self) -> Milliseconds:
        """The database's clock."""
        return await self.read(database_time)

    @property
    def problem(self) -> str | None:  # type: ignore[override]  # read only here
        """Why nothing more can be appended; None while it can."""
        return self._appends.problem

    def close(self) -> None:
        """Finish the jobs that wait, and close the connections."""
        self._appends.close()
        self._writers.close()
        self._readers.close()
        self._engine.dispose()
        self._reading.dispose()

    # -- in the threads --------------------------------------------------------------------------------------

    def _transact(self, work: Callable[[Connection], Result]) -> Result:
        for left in reversed(range(MOST_TRIES)):
            attempt = _Attempt(self._engine, is_doubted=self.is_failing)
            try:
                result = attempt.run(work)
            except (SQLAlchemyError, psycopg.Error) as error:
                if left and self._may_try_again(error, attempt):
                    continue
                raise self._failure(error) from None
            if attempt.has_written:
                self._report(None)
            return result
        raise AssertionError("the last try returns or raises")

    def _may_try_again(self, error: Exception, attempt: _Attempt) -> bool:
        """Whether a job may be done anew; if the connection was lost in a commit, nobody knows what became of it."""
        if not is_connection_lost(error):
            return sql_state(error) in RETRIED
        if not attempt.was_connected:
            return self._waited_for_others(attempt)
        attempt.engine.dispose()
        return not attempt.is_committing and not is_timeout(error)

    def _waited_for_others(self, attempt: _Attempt) -> bool:
        """Whether there are connections that may come free, when no new one can be opened: the server may have no more.

        They are waited for, and kept: whoever gives one up may not get another.
        """
        pool = attempt.engine.pool
        assert isinstance(pool, QueuePool)
        if pool.checkedin() + pool.checkedout() == 0 or time.monotonic() - attempt.began > QUICK_ANSWER:
            return False
        time.sleep(FREE_SECONDS)
        return True

    def _look_up(self, work: Callable[[Connection], Result]) -> Result:
        for left in reversed(range(MOST_TRIES)):
            attempt = _Attempt(self._reading, is_doubted=False)
            try:
                return attempt.look_up(work)
            except (SQLAlchemyError, psycopg.Error) as error:
                if left and is_connection_lost(error) and self._may_try_again(error, attempt):
                    continue
                raise self._failure(error) from None
        raise AssertionError("the last try returns or raises")

    def _failure(self, error: Exception) -> StoreError:
        problem = StoreError(f"the store failed: {describe(error)}")
        if not is_fault_of_the_job(error):
            self._report(problem)
        return problem

    def _report(self, problem: StoreError | None) -> None:
        """Log when the database begins to fail, and when it works again."""
        with self._health:
            if problem and not self.is_failing:
                log.error("the store fails", problem=str(problem))
            if not problem and self.is_failing:
                log.info("the store is well again")
            self.is_failing = problem is not None or self.problem is not None

    def _batch_done(self, jobs: int, seconds: float, waiting: int) -> None:
        if self.batch_watcher and jobs:
            self.batch_watcher(jobs, seconds, waiting)

    def _check_tables(self) -> None:
        try:
            with self._engine.connect() as connection:
                version = stored_version(connection)
                oldest = read_fact(connection, OLDEST_VERSION) if version and not is_known(version) else None
        except (SQLAlchemyError, psycopg.Error) as error:
            self._engine.dispose()
            raise StoreError(f"{self._name} can't be used: {describe(error)}") from None
        if version == newest_version() or (oldest and oldest.decode() <= newest_version()):
            return
        self._engine.dispose()
        if version is None:
            raise StoreError(f"{self._name} has no tables yet; run: barragoon admin migrate")
        if is_known(version):
            raise StoreError(f"the tables of {self._name} are of an older version; run: barragoon admin migrate")
        raise StoreError(f"{self._name} is used by a newer version of Barragoon, which this one can't work beside")


def _engine(url: str, connections: int, **options: Any) -> Engine:  # noqa: ANN401 - SQLAlchemy's
    """So many connections to the database."""
    return create_engine(
        "postgresql+psycopg://",
        creator=lambda: connect(url),
        pool_size=connections,
        max_overflow=0,
        hide_parameters=True,  # errors are logged, and secrets are among the parameters
        **options,
    )


def _append_in_time(connection: Connection, game: Id, snapshot: Snapshot, encoded: EncodedEvent) -> None:
    if is_too_late(connection, encoded.event.at):
        raise StoreError(TOO_LATE)
    append_event(connection, game, snapshot, encoded)


_WRITER = text("SELECT pg_current_xact_id_if_assigned() IS NOT NULL")


class _Attempt:
    """One transaction or look-up, and how far it came."""

    def __init__(self, engine: Engine, *, is_doubted: bool) -> None:
        self.engine = engine
        self._is_doubted = is_doubted
        self.began = time.monotonic()
        self.was_connected = self.is_committing = self.has_written = False

    def run(self, work: Callable[[Connection], Result]) -> Result:
        """Do a job and commit it."""
        with self.engine.connect() as connection:
            self.was_connected = True
            with connection.begin():
                result = work(connection)
                # Only a job that wrote something shows that the database is well again.
                self.has_written = self._is_doubted and bool(connection.execute(_WRITER).scalar_one())
                self.is_committing = True
            return result

    def look_up(self, work: Callable[[Connection], Result]) -> Result:
        """Do a job that only looks something up."""
        with self.engine.connect() as connection:
            self.was_connected = True
            return work(connection)


class _Threads:
    """A thread pool with a bounded queue."""

    def __init__(self, count: int, name: str) -> None:
        self._pool = ThreadPoolExecutor(count, thread_name_prefix=name)
        self._waiting = 0

    async def run(self, work: Callable[[], Result]) -> Result:
        """Do a job in a thread; it is finished even if the caller gives up."""
        if self._waiting >= MOST_WAITING:
            raise StoreError("too many jobs wait for the database")
        self._waiting += 1
        future = asyncio.get_running_loop().run_in_executor(self._pool, work)
        future.add_done_callback(self._count_down)
        return await asyncio.shield(future)

    def _count_down(self, future: asyncio.Future[Any]) -> None:
        self._waiting -= 1
        if not future.cancelled():
            future.exception()  # nobody may be left who wants to know

    def close(self) -> None:
        """Finish what waits, and end the threads."""
        self._pool.shutdown(wait=True)
