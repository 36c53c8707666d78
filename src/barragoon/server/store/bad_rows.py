"""Counts stored rows that can't be read: each is skipped, and logged once, without what is in it."""

from __future__ import annotations

import hashlib
import threading

import structlog

MOST_REMEMBERED = 10_000
"""Rows beyond these are no longer counted one by one."""
log = structlog.get_logger("barragoon.store")


class BadRows:
    """The rows that were skipped since the process started."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._rows: set[tuple[str, str]] = set()

    @property
    def count(self) -> int:
        """How many different rows could not be read."""
        return len(self._rows)

    def note(self, table: str, row: str, problem: BaseException) -> None:
        """Count a row, and log it if it is new; its key is shortened to a digest, because an id opens a game."""
        with self._lock:
            if (table, row) in self._rows or len(self._rows) >= MOST_REMEMBERED:
                return
            self._rows.add((table, row))
        digest = hashlib.sha256(row.encode()).hexdigest()[:12]
        reason = f"{type(problem).__name__}: {problem}"
        log.error("a row can't be read and is skipped", table=table, row_digest=digest, problem=reason)


BAD_ROWS = BadRows()
"""Those of this process: lists and sweeps note them, readiness and metrics show their number."""
