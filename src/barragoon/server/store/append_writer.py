"""The thread that appends events on PostgreSQL: those that wait together go in one statement."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import psycopg
import structlog

from barragoon.server.store.append_batch import AppendJob, append_batch, look_up
from barragoon.server.store.database_time import TOO_LATE
from barragoon.server.store.games import ConflictError
from barragoon.server.store.postgres_connection import (
    RETRIED,
    connect,
    describe,
    is_connection_lost,
    is_timeout,
    sql_state,
)
from barragoon.server.store.store import BatchWatcher, StoreError

LARGEST_BATCH = 256
BATCH_SECONDS = 0.005
"""Least time between the starts of two statements: the more events one carries, the less each costs."""
MOST_WAITING = 4096
CONNECT_AGAIN_SECONDS = 1
CLOSE_SECONDS = 15
"""How long closing waits; a statement fails after a third of this."""
CLOSED = "the store is closed"
UNIQUE_VIOLATION = "23505"
Outcome = tuple[AppendJob, Exception | None]
log = structlog.get_logger("barragoon.store")


class AppendWriter:
    """One connection and one thread. An append is never cancelled: whoever gives up does not know what became of it."""

    def __init__(
        self, url: str, report: Callable[[StoreError | None], None], batch_done: BatchWatcher = lambda *_: None
    ) -> None:
        """``report`` is called after each batch, with what went wrong or None; ``batch_done`` with its figures."""
        self._url = url
        self._batch_done = batch_done
        self._report = report
        self._waiting: queue.Queue[AppendJob | None] = queue.Queue()
        self._held: list[AppendJob] = []
        self._taken: list[AppendJob] = []
        self._connection: psycopg.Connection[Any] | None = None
        self._lock = threading.Lock()
        self._ended: StoreError | None = None
        self._thread = threading.Thread(target=self._work, name="append", daemon=True)
        self._thread.start()

    @property
    def problem(self) -> str | None:
        """Why the thread has ended; None while it works."""
        return str(self._ended) if self._ended else None

    @property
    def is_connected(self) -> bool:
        """Whether there is a connection, as far as is known; when there is none, it is tried each second."""
        return self._connection is not None

    async def append(self, job: AppendJob) -> None:
        """Wait until an event is stored, or raise why it was not."""
        with self._lock:
            if self._ended:
                raise StoreError(str(self._ended))
            if self._waiting.qsize() >= MOST_WAITING:
                raise StoreError("too many events wait to be stored")
            self._waiting.put(job)
        await job.future

    def close(self) -> None:
        """Store what waits, and end the thread."""
        self._waiting.put(None)
        self._thread.join(CLOSE_SECONDS)

    # -- in the thread ---------------------------------------------------------------------------------------

    def _work(self) -> None:
        is_open = True
        try:
            self._connect_early()
            while is_open:
                jobs, is_open = self._next_batch()
                started = time.monotonic()
                self._store(jobs)
                self._batch_done(len(jobs), time.monotonic() - started, self._waiting.qsize() + len(self._held))
                time.sleep(max(0, started + BATCH_SECONDS - time.monotonic()))
            while self._held:
                jobs, self._held = self._held, []
                self._store(jobs)
                time.sleep(BATCH_SECONDS)
            problem = CLOSED
        except BaseException as error:
            log.exception("the thread that writes has ended")
            problem = f"the thread that writes has ended: {type(error).__name__}"
        self._end(StoreError(problem))

    def _end(self, problem: StoreError) -> None:
        with self._lock:
            self._ended = problem
        if str(problem) != CLOSED:
            self._report(problem)
        jobs = [*self._taken, *self._held]
        with suppress(queue.Empty):
            while True:
                job = self._waiting.get_nowait()
                jobs += [job] if job else []
        _deliver([(job, StoreError(str(problem))) for job in jobs])
        self._drop_connection()

    def _next_batch(self) -> tuple[list[AppendJob], bool]:
        """The jobs that wait, one a game, and whether more may come; those that are left over are held."""
        candidates, is_open = self._held, True
        if not candidates:
            try:
                first = self._waiting.get(timeout=CONNECT_AGAIN_SECONDS)
            except queue.Empty:
                self._connect_early()
                return [], True
            candidates, is_open = ([first], True) if first else ([], False)
        with suppress(queue.Empty):
            while is_open and len(candidates) < LARGEST_BATCH:
                job = self._waiting.get_nowait()
                candidates, is_open = ([*candidates, job], True) if job else (candidates, False)
        batch: dict[str, AppendJob] = {}
        self._held = []
        for job in candidates:
            if len(batch) == LARGEST_BATCH or batch.setdefault(job.game, job) is not job:
                self._held.append(job)
        return [*batch.values()], is_open

    def _store(self, jobs: list[AppendJob]) -> None:
        if not jobs:
            return
        self._taken = jobs
        try:
            outcomes = self._try_twice(jobs)
        except psycopg.Error as error:
            problem = StoreError(f"the store can't write: {describe(error)}")
            if is_connection_lost(error):
                self._drop_connection()
            self._report(problem)
            outcomes = [(job, problem) for job in jobs]
        else:
            self._report(None)
        _deliver(outcomes)
        self._taken = []

    def _try_twice(self, jobs: list[AppendJob]) -> list[Outcome]:
        """Store events; on a connection that was lost while nothing was done, and after a deadlock, once more."""
        was_used = self._connection is not None
        try:
            return self._append(jobs)
        except psycopg.Error as error:
            if is_connection_lost(error):
                self._drop_connection()
                if is_timeout(error) or not was_used:
                    raise
            elif sql_state(error) not in RETRIED:
                raise
            elif sql_state(error) == UNIQUE_VIOLATION and len(jobs) > 1:
                return [outcome for job in jobs for outcome in self._alone(job)]
        return self._append(jobs)

    def _alone(self, job: AppendJob) -> list[Outcome]:
        """Store one event of a batch in which some command's id was in use."""
        try:
            return self._append([job])
        except psycopg.Error as error:
            if is_connection_lost(error):
                raise
            return [(job, StoreError(f"the store can't write: {describe(error)}"))]

    def _connect_early(self) -> None:
        """Connect before there is anything to append: a process that can't is not to be played on."""
        with suppress(psycopg.Error):  # the next append reports it
            self._connect()

    def _connect(self) -> psycopg.Connection[Any]:
        if self._connection is None:
            self._connection = connect(self._url, autocommit=True)
        return self._connection

    def _append(self, jobs: list[AppendJob]) -> list[Outcome]:
        connection = self._connect()
        try:
            won = append_batch(connection, jobs)
        except psycopg.errors.UniqueViolation:
            if len(jobs) > 1:
                raise
            won = set()
        lost = [job for job in jobs if job.game not in won]
        return [(job, None) for job in jobs if job.game in won] + self._explain(connection, lost)

    def _explain(self, connection: psycopg.Connection[Any], lost: list[AppendJob]) -> list[Outcome]:
        """What became of jobs that were not done.

        Those whose game was only locked are held for the next batch, until they are too late: how long another
        process has a lock depends on how long its commit takes, which on a busy disk is many batches.
        """
        if not lost:
            return []
        reasons = look_up(connection, lost)
        outcomes: list[Outcome] = []
        for job in lost:
            reason, seq = reasons[job.game], job.event_row["seq"]
            if not reason.command_is_stored and isinstance(seq, int) and reason.seq == seq - 1:
                if reason.is_late:
                    outcomes.append((job, StoreError(TOO_LATE)))
                else:
                    self._held.append(job)
            else:
                outcomes.append((job, ConflictError(f"event {seq} of the game is there already")))
        return outcomes

    def _drop_connection(self) -> None:
        connection, self._connection = self._connection, None
        if connection:
            connection.close()


def _deliver(outcomes: list[Outcome]) -> None:
    for loop in {job.loop for job, _ in outcomes}:
        own = [outcome for outcome in outcomes if outcome[0].loop is loop]
        with suppress(RuntimeError):  # the loop has ended; nobody waits any more
            loop.call_soon_threadsafe(_set_results, own)


def _set_results(outcomes: list[Outcome]) -> None:
    for job, problem in outcomes:
        if job.future.done():  # the caller was cancelled
            continue
        if problem is None:
            job.future.set_result(None)
        else:
            job.future.set_exception(problem)
