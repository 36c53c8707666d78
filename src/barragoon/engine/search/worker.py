"""A thread that is kept for the next task, because to start one takes longer than a short search."""

from __future__ import annotations

import sys
import threading
import weakref
from collections.abc import Callable
from queue import SimpleQueue
from typing import TypeAlias

Task: TypeAlias = tuple[Callable[[], None], Callable[[], None]]
"""What to run, and what to call once the thread is free again."""


class Worker:
    """Runs one task at a time; its thread ends when nobody holds the worker any more."""

    def __init__(self) -> None:
        self._tasks: SimpleQueue[Task | None] = SimpleQueue()
        self._idle = threading.Semaphore()
        # The thread must not know the worker: it would keep it alive.
        self._thread = threading.Thread(
            target=_run, args=(self._tasks, self._idle), name="barragoon search", daemon=True
        )
        self._thread.start()
        weakref.finalize(self, self._tasks.put, None)

    def offer(self, task: Task) -> bool:
        """Run a task soon, unless another one runs still or the thread is gone (a fork leaves it behind)."""
        if not (self._thread.is_alive() and self._idle.acquire(blocking=False)):
            return False
        self._tasks.put(task)
        return True


def _run(tasks: SimpleQueue[Task | None], idle: threading.Semaphore) -> None:
    while task := tasks.get():
        run, after = task
        try:
            run()
        except BaseException:  # noqa: BLE001 - shown as threads show theirs, and the thread goes on
            threading.excepthook(threading.ExceptHookArgs((*sys.exc_info(), threading.current_thread())))
        del run, task  # what a task holds must not wait for the next one
        idle.release()
        after()
        del after
