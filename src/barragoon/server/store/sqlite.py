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
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import structlog
from sqlalchemy import URL, Connection, create_engine, event
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.pool import StaticPool

from barragoon.server.messages import Id, Milliseconds
from barragoon.server.store.games import EncodedEvent, Snapshot, append_event
from barragoon.server.store.job_queue import JobQueue
from barragoon.server.store.migrations import NewerDataError, is_known, migrate, newest_version, stored_version
from barragoon.server.store.server_facts import OPENED, write_fact
from barragoon.server.store.sqlite_backup import SqliteBackup
from barragoon.server.store.store import Store, StoreError

Result = TypeVar("Result")
LARGEST_BATCH = 64
MOST_WAITING = 10_000
CLOSE_SECONDS = 10
"""How long closing waits for a disk that does not answer."""
CLOSED = "the store is closed"
CORRUPT = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
PRIVATE = 0o600
"""The file holds the secret that invitations are signed with."""
BATCH_SECONDS = 0.005
"""Least time between the starts of two transactions: a sync for each action would cost more than the action itself."""
LONGEST_BATCH = 0.02
"""Seconds after which no further look-up joins a transaction: those who act wait for its end."""
PRAGMAS = (
    "locking_mode=EXCLUSIVE",  # keeps a second server out; first, so that SQLite creates no shared-memory file
    "journal_mode=WAL",
    "synchronous=FULL",  # NORMAL loses acknowledged moves in a power failure
    "foreign_keys=ON",
)


log = structlog.get_logger("barragoon.store")


class _Job(NamedTuple):
    work: Callable[[Connection], Any]
    loop: asyncio.AbstractEventLoop
    future: asyncio.Future[Any]


class _Step(_Job):
    """A job that must not run inside a transaction."""


_Results = list[tuple[_Job, Any, Exception | None]]


class SqliteStore(Store):
    """Runs jobs on the connection: what writes goes before what reads, and those who ask take turns."""

    def __init__(self, path: Path) -> None:
        """Open or create the file and migrate its tables."""
        self._path = path
        self.version_before: str | None = None
        self.problem = None
        self._lock = threading.Lock()
        self._taken: list[_Job] = []
        self._is_corrupt = False
        self.is_failing = False
        self._jobs: JobQueue[_Job] = JobQueue()
        self._opened: queue.SimpleQueue[Exception | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="store", daemon=True)
        self._thread.start()
        if problem := self._opened.get():
            raise problem

    @classmethod
    def migrate(cls, path: Path) -> tuple[str | None, str]:
        """Bring the tables of a file up to date; returns the versions before and after."""
        store = cls(path)
        store.close()
        return store.version_before, newest_version()

    async def run(self, work: Callable[[Connection], Result]) -> Result:
        """Do a job as a whole or not at all; its result comes when its writes are on the disk."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Result] = loop.create_future()
        self._add(_Job(work, loop, future))
        return await future

    def _add(self, job: _Job, *, is_read: bool = False) -> None:
        with self._lock:
            if self.problem:
                raise StoreError(self.problem)
            if len(self._jobs) >= MOST_WAITING:
                raise StoreError("too many jobs wait for the disk")
            self._jobs.put(job, is_read=is_read)

    async def read(self, work: Callable[[Connection], Result]) -> Result:
        """Look something up; the one connection does this too, after what waits to be written."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Result] = loop.create_future()
        self._add(_Job(work, loop, future), is_read=True)
        return await future

    async def append(self, game: Id, snapshot: Snapshot, encoded: EncodedEvent) -> None:
        """Store an event and the game as it stands after it, or raise a ConflictError."""
        await self.run(lambda connection: append_event(connection, game, snapshot, encoded))

    async def check(self) -> None:
        """Raise a StoreError if the thread has ended that looks events up and appends them."""
        if self.problem:
            raise StoreError(self.problem)

    async def time(self) -> Milliseconds:
        """This machine's clock: no other process has the file open."""
        return round(time.time() * 1000)

    def owns(self, file: Path) -> bool:
        """Whether a file is the store's own, or one that SQLite keeps beside it."""
        own = {f"{self._path.name}{ending}" for ending in ("", "-wal", "-shm", "-journal")}
        return file.name in own and file.parent.resolve() == self._path.parent.resolve()

    async def back_up(self, target: Path) -> None:
        """Copy the file step by step between transactions; raises a StoreError if the copy can't be written."""
        backup = SqliteBackup(target)
        try:
            while not await self._between_batches(backup.step):
                pass
        finally:
            await asyncio.to_thread(backup.close)  # which waits for a disk that may not answer

    async def _between_batches(self, work: Callable[[Connection], Result]) -> Result:
        """Do something when no transaction is open."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Result] = loop.create_future()
        self._add(_Step(work, loop, future))
        return await future

    def close(self) -> None:
        """Finish the jobs that wait and close the file."""
        self._jobs.close()
        self._thread.join(CLOSE_SECONDS)

    # -- in the thread ---------------------------------------------------------------------------------------

    def _work(self) -> None:
        try:
            connection = self._open()
        except Exception as error:  # noqa: BLE001 - whoever opens the store gets it
            self._opened.put(StoreError(self._sentence(error)))
            return
        self._opened.put(None)
        problem = CLOSED
        try:
            self._run_all(connection)
        except BaseException as error:
            log.exception("the thread that writes has ended")
            problem = f"the thread that writes has ended: {type(error).__name__}"
        self._end(problem)
        with suppress(Exception):
            connection.close()
            connection.engine.dispose()

    def _run_all(self, connection: Connection) -> None:
        while batch := self._jobs.take(LARGEST_BATCH):
            self._taken = [*batch.writes, *(waiting.job for waiting in batch.reads)]
            started = time.monotonic()
            changes = _changes(connection)
            steps = [job for job in batch.writes if isinstance(job, _Step)]
            jobs = [job for job in self._taken if not isinstance(job, _Step)]
            least = len(batch.writes) - len(steps) + 1  # one look-up joins, however long the writes take
            results = _run_batch(connection, jobs, least)
            self._jobs.put_back(batch.reads[len(results) + len(steps) - len(batch.writes) :])
            self._log_health(results, wrote=_changes(connection) != changes)
            if self.batch_watcher and results:
                self.batch_watcher(len(results), time.monotonic() - started, len(self._jobs))
            _deliver(results)
            if steps:
                _deliver([_run_step(connection, step) for step in steps])
            self._taken = []
            time.sleep(max(0, started + BATCH_SECONDS - time.monotonic()))

    def _end(self, problem: str) -> None:
        """Fail all that waits and all that may come."""
        with self._lock:
            self.problem = problem
            self.is_failing = self.is_failing or problem != CLOSED
        jobs = [*self._taken, *self._jobs.drain()]
        _deliver([(job, None, StoreError(problem)) for job in jobs])

    def _log_health(self, results: _Results, *, wrote: bool) -> None:
        """Log when the disk begins to fail, and when it works again; a damaged file does not heal."""
        problems = [problem for _, _, problem in results if isinstance(problem, StoreError) and _is_fault(problem)]
        self._is_corrupt = self._is_corrupt or any(map(_is_corruption, problems))
        if problems and not self.is_failing:
            log.error("the store fails", problem=str(problems[0]))
        if not problems and wrote and self.is_failing and not self._is_corrupt:
            log.info("the store is well again")
        self.is_failing = bool(problems) or self._is_corrupt or (self.is_failing and not wrote)

    def _open(self) -> Connection:
        _make_private(self._path)
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
            self.version_before = stored_version(connection)
        _copy_before_migration(connection, self._path, self.version_before)
        with connection.begin():
            migrate(connection)
            write_fact(connection, OPENED, str(round(time.time())).encode())  # a full disk is noticed now
        _sync_folder(self._path.parent)
        return connection

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


def _make_private(path: Path) -> None:
    """Let nobody else read the file or what SQLite keeps beside it, which gets the same rights."""
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, PRIVATE))
    for file in path.parent.glob(f"{path.name}*"):
        file.chmod(PRIVATE)


def _is_fault(problem: StoreError) -> bool:
    """Whether the store failed; a row that contradicts another is its job's own fault."""
    return not isinstance(_driver_error(problem), sqlite3.IntegrityError)


def _is_corruption(problem: StoreError) -> bool:
    """Whether the file is damaged."""
    return getattr(_driver_error(problem), "sqlite_errorcode", 0) & 0xFF in CORRUPT


def _driver_error(problem: StoreError) -> BaseException | None:
    error = problem.__cause__
    return error.orig if isinstance(error, DBAPIError) else error


def _failed(sentence: str, error: Exception) -> StoreError:
    problem = StoreError(f"{sentence}: {getattr(error, 'orig', None) or error}")  # without SQLAlchemy's further lines
    problem.__cause__ = error
    return problem


def _copy_before_migration(connection: Connection, path: Path, version: str | None) -> None:
    """Keep the file as it is before its tables change, unless there is such a copy already."""
    copy = path.with_name(f"{path.name}.before-{newest_version()}")
    if version is None or not is_known(version) or version == newest_version() or copy.exists():
        return
    unfinished = copy.with_name(f"{copy.name}.part")
    unfinished.unlink(missing_ok=True)
    driver: Any = connection.connection.driver_connection
    os.close(os.open(unfinished, os.O_RDWR | os.O_CREAT, PRIVATE))
    with closing(sqlite3.connect(unfinished)) as target:
        driver.backup(target)
    unfinished.replace(copy)
    log.info("the file was copied before its tables change", copy=copy.name)


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


def _run_batch(connection: Connection, jobs: list[_Job], least: int) -> _Results:
    """Run jobs in one transaction: so many of them at least, and of the others those for which there is time.

    If one fails, which is rare, all are run again, each in a savepoint of its own.
    """
    if not jobs:
        return []
    with suppress(Exception), connection.begin():
        return [(job, job.work(connection), None) for job in _while_there_is_time(jobs, least)]
    try:
        with connection.begin():
            return [(job, *_run_in_savepoint(connection, job)) for job in _while_there_is_time(jobs, least)]
    except (SQLAlchemyError, sqlite3.Error) as error:
        return [(job, None, _failed("the store can't write", error)) for job in jobs]


def _while_there_is_time(jobs: list[_Job], least: int) -> Iterator[_Job]:
    """Jobs, one at least, until others have waited for long enough."""
    end = time.monotonic() + LONGEST_BATCH
    for number, job in enumerate(jobs):
        if number and number >= least and time.monotonic() > end:
            return
        yield job


def _run_step(connection: Connection, step: _Step) -> tuple[_Job, Any, Exception | None]:
    try:
        return step, step.work(connection), None
    except (sqlite3.Error, OSError) as error:
        return step, None, StoreError(f"the backup can't be written: {error}")
    except Exception as error:  # noqa: BLE001 - the caller gets it
        return step, None, error


def _run_in_savepoint(connection: Connection, job: _Job) -> tuple[Any, Exception | None]:
    """Run one job; if it fails, the others of its batch are not affected."""
    connection.exec_driver_sql("SAVEPOINT job")  # begin_nested() costs as much as the job
    result: Any = None
    problem: Exception | None = None
    try:
        result = job.work(connection)
    except (SQLAlchemyError, sqlite3.Error) as error:
        problem = _failed("the store failed", error)
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
