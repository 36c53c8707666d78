"""A search that runs in a thread of its own."""

from __future__ import annotations

import atexit
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias
from weakref import WeakSet

from barragoon.action import Action
from barragoon.engine.limit import Limit
from barragoon.engine.line import Line
from barragoon.engine.search.request import Root

Report: TypeAlias = Callable[[Line], None]


@dataclass(frozen=True, slots=True)
class Task:
    """What to search and how far; ``stopped`` is set as soon as nobody wants it any more."""

    root: Root
    limit: Limit
    multipv: int = 1
    stopped: threading.Event = field(default_factory=threading.Event)


@dataclass(frozen=True, slots=True)
class Answer:
    """What a search comes to: an action, and the answer it expects. A game that is over has none."""

    action: Action | None
    ponder: Action | None = None


@dataclass(frozen=True, slots=True)
class Failure:
    """A search that ended with an error."""

    error: Exception


Message: TypeAlias = Line | Answer | Failure
Listener: TypeAlias = Callable[[Message], None]

_all_running: WeakSet[Running] = WeakSet()


class Running:
    """The search under way: lines, then one answer or failure, go to the listener, called in the search's thread."""

    def __init__(
        self,
        task: Task,
        search: Callable[[Task, Report], Answer],
        interrupt: Callable[[], None],
        listener: Listener,
    ) -> None:
        self.task = task
        self._search = search
        self._interrupt = interrupt
        self._listener = listener
        self._ended = threading.Event()
        self._guard = threading.Lock()
        self._thread = threading.Thread(target=self._run, name="barragoon search", daemon=True)

    def start(self) -> None:
        """Set off."""
        _all_running.add(self)
        self._thread.start()

    def stop(self) -> None:
        """Ask the search to end soon; returns at once."""
        self.task.stopped.set()
        with self._guard:  # lest it hit the engine's next search
            if not self._ended.is_set():
                self._interrupt()

    @property
    def ended(self) -> bool:
        """Whether the engine is free again; the last message may still be on its way."""
        return self._ended.is_set()

    def join(self) -> None:
        """Wait until the last message has been delivered."""
        self._thread.join()

    def _run(self) -> None:
        message = self._outcome()
        # Whoever hears the answer may ask the engine the next question at once.
        with self._guard:
            self._ended.set()
        self._listener(message)

    def _outcome(self) -> Answer | Failure:
        try:
            return self._search(self.task, self._listener)
        except Exception as error:  # noqa: BLE001 - raised again where the answer is awaited
            return Failure(error)


@atexit.register
def _stop_all() -> None:
    """End what still runs: a thread must not come back from C++ to an interpreter that is gone."""
    for running in list(_all_running):
        running.stop()
        running.join()
