"""A backup of the SQLite file in steps: SQLite's online backup, which goes on only while the store's thread lets it.

The copy is made through the connection that writes, so SQLite itself brings pages up to date that change after they
were copied. The copy is the database as it is when the last step is done.
"""

from __future__ import annotations

import sqlite3
import threading
from pathlib import Path
from typing import Any

from sqlalchemy import Connection

PAGES = 64
"""How many pages a step copies: 256 kB, about a millisecond, so that no action waits longer for it than for a sync."""
LONGEST_WAIT = 60
"""Seconds that a step may take; a disk that is slower has failed."""


class _StoppedError(Exception):
    """The backup was given up."""


class SqliteBackup:
    """Python's driver copies in one call that asks after each step; the call waits in a thread for the next one."""

    def __init__(self, target: Path) -> None:
        """Copy into this file."""
        self._target = target
        self._go = threading.Semaphore(0)
        self._stepped = threading.Semaphore(0)
        self._thread: threading.Thread | None = None
        self._is_done = False
        self._is_stopped = False
        self._problem: BaseException | None = None

    def step(self, connection: Connection) -> bool:
        """Copy the next pages, on the store's thread and outside of a transaction; whether that was the last step."""
        if self._thread is None:
            driver: Any = connection.connection.driver_connection
            self._thread = threading.Thread(target=self._copy, args=(driver,), name="backup", daemon=True)
            self._thread.start()
        self._go.release()
        if not self._stepped.acquire(timeout=LONGEST_WAIT):
            raise OSError("the disk does not answer")
        if self._problem:
            raise self._problem
        return self._is_done

    def close(self) -> None:
        """Give up, if it is not finished."""
        self._is_stopped = True
        self._go.release()
        if self._thread:
            self._thread.join(LONGEST_WAIT)

    def _copy(self, source: sqlite3.Connection) -> None:
        """In a thread of its own, which runs only while :meth:`step` waits for it."""
        try:
            self._wait()
            target = sqlite3.connect(self._target, isolation_level=None)
            try:
                target.execute("PRAGMA synchronous=OFF")  # the whole file is synced once it is complete
                source.backup(target, pages=PAGES, progress=self._after_step, sleep=0)
            finally:
                target.close()
            self._is_done = True
        except _StoppedError:
            return
        except Exception as error:  # noqa: BLE001 - raised again by the step
            self._problem = error
        self._stepped.release()

    def _after_step(self, _: int, remaining: int, __: int) -> None:
        if remaining:
            self._stepped.release()
            self._wait()

    def _wait(self) -> None:
        self._go.acquire()
        if self._is_stopped:
            raise _StoppedError
