"""A count as the protocol has it: the leaves behind each first action as they are found, then their sum."""

from __future__ import annotations

import threading
from collections.abc import Callable

from barragoon.action import Action
from barragoon.engine.native import Engine
from barragoon.engine.search.thread import Failure, Message
from barragoon.position import Position


class Counting:
    """One ``go perft`` from its start to its sum, in place of which a stop is told."""

    endless = False

    def __init__(self, engine: Engine, position: Position, depth: int, write: Callable[[str], None]) -> None:
        self._depth = depth
        self._write = write
        self._sum = 0 if depth else 1
        self._over = threading.Event()
        self._running = engine.begin_perft(position, depth, self._add, self._listen)

    @property
    def over(self) -> bool:
        """Whether the sum was told."""
        return self._over.is_set()

    def stop(self) -> None:
        """End the count now, and wait until that is told."""
        self._running.stop()
        self.wait()

    def wait(self) -> None:
        """Wait until the sum is told."""
        self._running.join()

    def _add(self, action: Action, leaves: int) -> None:
        self._sum += leaves
        self._write(f"{action}: {leaves}")

    def _listen(self, message: Message) -> None:
        self._over.set()  # first, because the next line may come as soon as this one is read
        if isinstance(message, Failure):
            self._write(f"info string {message.error}")
        else:
            self._write(f"perft {self._depth}: {self._sum}")
