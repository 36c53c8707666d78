"""Jobs that wait for the one thread that does them: writes go first, and those who ask take turns."""

from __future__ import annotations

import threading
from collections import OrderedDict, deque
from collections.abc import Iterable
from typing import Generic, NamedTuple, TypeVar

from barragoon.server.shared.worker_pool import ASKER

Job = TypeVar("Job")


class _Waiting(NamedTuple, Generic[Job]):
    asker: str
    job: Job


class _Turns(Generic[Job]):
    """Jobs of several askers, one of each in turn.

    >>> turns = _Turns[int]()
    >>> for asker, job in (("greedy", 1), ("greedy", 2), ("greedy", 3), ("modest", 4)):
    ...     turns.add(_Waiting(asker, job))
    >>> [turns.take().job for _ in range(len(turns))]
    [1, 4, 2, 3]
    """

    def __init__(self) -> None:
        self._jobs: OrderedDict[str, deque[_Waiting[Job]]] = OrderedDict()
        self._count = 0

    def add(self, waiting: _Waiting[Job]) -> None:
        self._jobs.setdefault(waiting.asker, deque()).append(waiting)
        self._count += 1

    def put_back(self, waiting: _Waiting[Job]) -> None:
        """Let a job be the first again that its asker waits for, and the asker the first whose turn it is."""
        self._jobs.setdefault(waiting.asker, deque()).appendleft(waiting)
        self._jobs.move_to_end(waiting.asker, last=False)
        self._count += 1

    def take(self) -> _Waiting[Job]:
        asker, jobs = self._jobs.popitem(last=False)
        waiting = jobs.popleft()
        if jobs:
            self._jobs[asker] = jobs
        self._count -= 1
        return waiting

    def __len__(self) -> int:
        return self._count


class Batch(NamedTuple, Generic[Job]):
    """What is to be done next: all writes, and as many reads as there is time for."""

    writes: list[Job]
    reads: list[_Waiting[Job]]


class JobQueue(Generic[Job]):
    """Jobs from any thread, for one thread.

    A player's action is a write. However much others ask to have read, it waits for a part of that at most.
    """

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._writes: _Turns[Job] = _Turns()
        self._reads: _Turns[Job] = _Turns()
        self._is_closed = False

    def put(self, job: Job, *, is_read: bool) -> None:
        """Add a job, for whoever asks now."""
        with self._changed:
            (self._reads if is_read else self._writes).add(_Waiting(ASKER.get(), job))
            self._changed.notify()

    def put_back(self, reads: Iterable[_Waiting[Job]]) -> None:
        """Let reads wait on for which there was no time."""
        with self._changed:
            for waiting in reversed([*reads]):
                self._reads.put_back(waiting)

    def take(self, most: int) -> Batch[Job] | None:
        """The next jobs, up to so many of each kind; waits for one. None if it is closed and nothing is left."""
        with self._changed:
            self._changed.wait_for(lambda: len(self) or self._is_closed)
            if not len(self):
                return None
            writes = [self._writes.take().job for _ in range(min(most, len(self._writes)))]
            return Batch(writes, [self._reads.take() for _ in range(min(most, len(self._reads)))])

    def close(self) -> None:
        """Take no more jobs than are there."""
        with self._changed:
            self._is_closed = True
            self._changed.notify()

    def drain(self) -> list[Job]:
        """Take all jobs out."""
        with self._changed:
            return [turns.take().job for turns in (self._writes, self._reads) for _ in range(len(turns))]

    def __len__(self) -> int:
        """How many jobs wait."""
        return len(self._writes) + len(self._reads)
