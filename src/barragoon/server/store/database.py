"""The SQLite file, and the one thread that reads and writes it.

One connection does everything, so that readers never wait for locks and SQLite's WAL is never reset under a second
connection. Jobs that wait together share one transaction, and so one ``fsync``: each gets its result once its writes
are safe on the disk.
"""

from __future__ import annotations

import asyncio
import os
import queue
import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import structlog
from sqlalchemy import URL, Connection, create_engine, event
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import StaticPool

from barragoon.server.store.migrations import NewerDataError, migrate

Result = TypeVar("Result")
LARGEST_BATCH = 64
BATCH_SECONDS = 0.005
"""Least time between the starts of two transactions: a sync for each action would cost more than the action itself."""
PRAGMAS = (
    "locking_mode=EXCLUSIVE",  # keeps a second server out; first, so that SQLite creates no shared-memory file
    "journal_mode=WAL",
    "synchronous=FULL",  # NORMAL loses acknowledged moves in a power failure
    "foreign_keys=ON",
)


log = structlog.get_logger("barragoon.store")


class StoreError(Exception):
    """The store can't be opened, or can't write now; nothing of the job was stored."""


class _Job(NamedTuple):
    work: Callable[[Connection], Any]
    loop: asyncio.AbstractEventLoop
    future: asyncio.Future[Any]


_Results = list[tuple[_Job, Any, Exception | None]]


class Database:
    """Runs jobs on the connection, in the order in which they come."""

    def __init__(self, path: Path) -> None:
        """Open or create the file and migrate its tables."""
        self._path = path
        self.is_failing = False
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._opened: queue.SimpleQueue[Exception | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="store", daemon=True)
        self._thread.start()
        if problem := self._opened.get():
            raise problem

    async def run(self, work: Callable[[Connection], Result]) -> Result:
        """Do a job as a whole or not at all; its result comes when its writes are on the disk."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Result] = loop.create_future()
        self._jobs.put(_Job(work, loop, future))
        return await future

    def close(self) -> None:
        """Finish the jobs that wait and close the file."""
        self._jobs.put(None)
        self._thread.join()

    # -- in the thread ---------------------------------------------------------------------------------------

    def _work(self) -> None:
        try:
            connection = self._open()
        except (SQLAlchemyError, NewerDataError, OSError) as error:
            self._opened.put(StoreError(self._sentence(error)))
            return
        self._opened.put(None)
        is_open = True
        while is_open:
            jobs, is_open = self._next_batch()
            started = time.monotonic()
            changes = _changes(connection)
            results = _run_batch(connection, jobs)
            self._log_health(results, wrote=_changes(connection) != changes)
            _deliver(results)
            time.sleep(max(0, started + BATCH_SECONDS - time.monotonic()))
        connection.close()
        connection.engine.dispose()

    def _log_health(self, results: _Results, *, wrote: bool) -> None:
        """Log when the disk begins to fail, and when it works again."""
        problem = next((problem for _, _, problem in results if isinstance(problem, StoreError)), None)
        if problem and not self.is_failing:
            log.error("the store fails", problem=str(problem))
        if not problem and wrote and self.is_failing:
            log.info("the store is well again")
        self.is_failing = bool(problem) or (self.is_failing and not wrote)

    def _open(self) -> Connection:
        engine = create_engine(
            URL.create("sqlite+pysqlite", database=str(self._path)),
            poolclass=StaticPool,
            hide_parameters=True,  # errors are logged, and secrets are among the parameters
            connect_args={"timeout": 0, "check_same_thread": False},
        )
        event.listen(engine, "connect", _prepare)
        event.listen(engine, "begin", _begin)
        connection = engine.connect()
        with connection.begin():
            migrate(connection)
        _sync_folder(self._path.parent)
        return connection

    def _next_batch(self) -> tuple[list[_Job], bool]:
        """The jobs that wait, at least one, and whether more may come; waits for the first one."""
        jobs: list[_Job] = []
        job = self._jobs.get()
        while job is not None:
            jobs.append(job)
            if len(jobs) == LARGEST_BATCH:
                return jobs, True
            try:
                job = self._jobs.get_nowait()
            except queue.Empty:
                return jobs, True
        return jobs, False

    def _sentence(self, error: Exception) -> str:
        if "locked" in str(error):
            return f"another server uses {self._path}: stop it, or name another folder with --data"
        if isinstance(error, NewerDataError):
            return f"{self._path} was written by a newer version of Barragoon"
        reason = getattr(error, "orig", None) or error
        return f"{self._path} can't be opened: {reason}"


def _prepare(connection: Any, _: object) -> None:  # noqa: ANN401 - whatever the driver calls a connection
    connection.isolation_level = None  # _begin starts the transactions
    for pragma in PRAGMAS:
        connection.execute(f"PRAGMA {pragma}")


def _sync_folder(folder: Path) -> None:
    """Sync the folder too: SQLite does not, so a deleted journal could come back after a power failure."""
    if os.name == "nt":  # folders can't be opened there, and need not be
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _changes(connection: Connection) -> int:
    driver: Any = connection.connection.driver_connection
    return int(driver.total_changes)


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def _run_batch(connection: Connection, jobs: list[_Job]) -> _Results:
    """Run jobs in one transaction. If one fails, which is rare, all are run again, each in a savepoint of its own."""
    with suppress(Exception), connection.begin():
        return [(job, job.work(connection), None) for job in jobs]
    try:
        with connection.begin():
            return [(job, *_run_in_savepoint(connection, job)) for job in jobs]
    except (SQLAlchemyError, sqlite3.Error) as error:
        return [(job, None, StoreError(f"the store can't write: {error}")) for job in jobs]


def _run_in_savepoint(connection: Connection, job: _Job) -> tuple[Any, Exception | None]:
    """Run one job; if it fails, the others of its batch are not affected."""
    connection.exec_driver_sql("SAVEPOINT job")  # begin_nested() costs as much as the job
    result: Any = None
    problem: Exception | None = None
    try:
        result = job.work(connection)
    except (SQLAlchemyError, sqlite3.Error) as error:
        problem = StoreError(f"the store failed: {error}")
    except Exception as error:  # noqa: BLE001 - the caller gets it
        problem = error
    if problem:
        connection.exec_driver_sql("ROLLBACK TO job")
    connection.exec_driver_sql("RELEASE job")
    return result, problem


def _deliver(results: _Results) -> None:
    for loop in {job.loop for job, _, _ in results}:
        own = [result for result in results if result[0].loop is loop]
        try:
            loop.call_soon_threadsafe(_set_results, own)
        except RuntimeError:  # the loop has ended; nobody waits any more
            continue


def _set_results(results: _Results) -> None:
    for job, result, problem in results:
        if job.future.done():  # the caller was cancelled
            continue
        if problem is None:
            job.future.set_result(result)
        else:
            job.future.set_exception(problem)
