"""Any engine that speaks UBI, as a program of its own."""

from __future__ import annotations

import contextlib
import shlex
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from barragoon.engine.base import AbstractEngine
from barragoon.engine.limit import Limit
from barragoon.engine.line import Line
from barragoon.engine.search.request import Root
from barragoon.engine.search.thread import Answer, Report, Task
from barragoon.engine.ubi.patience import PATIENCE, SILENCE, Patience
from barragoon.engine.ubi.process import Pipes
from barragoon.engine.ubi.replies import parse_reply
from barragoon.errors import BarragoonError, EngineError

_Result = TypeVar("_Result")


class UbiEngine(AbstractEngine):
    """An engine over pipes, such as ``UbiEngine("barragoon ubi")``.

    Whatever it does wrong is an :class:`EngineError` of one sentence, after which it is gone.
    """

    def __init__(
        self,
        command: str | Sequence[str],
        options: Mapping[str, object] | None = None,
        *,
        patience: float = PATIENCE,
        silence: float = SILENCE,
    ) -> None:
        """Start a program, given as a command line or its words, greet it and set options."""
        super().__init__()
        words = words_of(command) if isinstance(command, str) else [*command]
        if not words:
            raise EngineError("an engine needs a command that starts it")
        self.name = words[0]
        self.options: dict[str, str] = {}
        self._patience = patience
        self._silence = silence
        self._talking = threading.Lock()
        self._gone: EngineError | None = None
        self._waiting: Patience | None = None
        self._pipes = Pipes(words, shlex.join(words))
        self._guarded(lambda: self._greet(options or {}))

    # -- what can be asked -----------------------------------------------------------------------------------

    def set_option(self, name: str, value: object) -> None:
        """Set an option that the engine declared."""
        self._require_ready()
        if name.lower() not in map(str.lower, self.options):
            raise EngineError(f"{self._pipes.name} has no option {name}; it has: {', '.join(self.options) or 'none'}")
        self._guarded(lambda: self._send_option(name, value))

    def new_game(self) -> None:
        """Tell the engine to forget the last game."""
        self._require_ready()
        self._guarded(self._send_new_game)

    def close(self) -> None:
        """Tell the engine to quit, and see to it that it does."""
        if self._gone is None:
            super().close()
            self._leave(EngineError(f"{self._pipes.name} was closed"))

    # -- the conversation ------------------------------------------------------------------------------------

    def _greet(self, options: Mapping[str, object]) -> None:
        self._pipes.write("ubi")
        for words in iter(self._hear("ubiok"), ["ubiok"]):
            match words:
                case ["id", "name", *name]:
                    self.name = " ".join(name) or self.name
                case ["option", "name", name, "type", *kind]:
                    self.options[name] = " ".join(kind)
        for name, value in options.items():
            self.set_option(name, value)
        self._synchronise()

    def _hear(self, expected: str) -> Callable[[], list[str]]:
        """Reads lines until one is expected, as words, or patience ends."""
        deadline = time.monotonic() + self._patience
        return lambda: self._pipes.read(deadline, expected).split()

    def _synchronise(self) -> None:
        self._pipes.write("isready")
        for _ in iter(self._hear("readyok"), ["readyok"]):
            pass

    def _send_option(self, name: str, value: object) -> None:
        self._pipes.write(f"setoption name {name} value {value}")
        self._synchronise()

    def _send_new_game(self) -> None:
        self._pipes.write("ubinewgame")
        self._synchronise()

    # -- searching -------------------------------------------------------------------------------------------

    def _search(self, task: Task, report: Report) -> Answer:
        return self._guarded(lambda: self._converse(task, report))

    def _converse(self, task: Task, report: Report) -> Answer:
        if "MultiPV" in self.options:
            self._pipes.write(f"setoption name MultiPV value {task.multipv}")
        self._pipes.write(position_command(task.root))
        waiting = Patience(task.limit, task.root.position.actor, self._patience, self._silence)
        with self._talking:
            self._pipes.write(go_command(task.limit, task.root))
            self._waiting = waiting
        if task.stopped.is_set():  # before it had begun
            self._interrupt()
        try:
            return _checked(self._await_answer(task.root, waiting, report), task.root)
        finally:
            with self._talking:
                self._waiting = None

    def _await_answer(self, root: Root, waiting: Patience, report: Report) -> Answer:
        while True:
            reply = parse_reply(self._pipes.read(waiting.deadline(), "bestmove"), root.position)
            waiting.heard()
            if isinstance(reply, Answer):
                return reply
            if isinstance(reply, Line):
                report(reply)

    def _interrupt(self) -> None:
        with self._talking:
            if self._waiting is None:
                return
            self._waiting.stopped()
            # If it has gone, whoever waits for its answer will say so.
            with contextlib.suppress(EngineError):
                self._pipes.write("stop")
            self._pipes.wake()

    # -- when it misbehaves ----------------------------------------------------------------------------------

    def _guarded(self, talk: Callable[[], _Result]) -> _Result:
        """Talk; an engine that does not keep to the protocol is not trusted any further."""
        try:
            return talk()
        except BarragoonError as error:
            problem = error if isinstance(error, EngineError) else EngineError(f"{self._pipes.name}: {error}")
            self._leave(problem)
            raise problem from None

    def _leave(self, reason: EngineError) -> None:
        if self._gone is None:
            self._gone = reason
            with contextlib.suppress(EngineError):
                self._pipes.write("quit")
            self._pipes.end()

    def _require_ready(self) -> None:
        with self._guard:
            self._require_idle()

    def _require_idle(self) -> None:
        super()._require_idle()
        if self._gone:
            raise EngineError(f"this engine is gone: {self._gone}")


def words_of(command: str) -> list[str]:
    """The words of a command line, as a shell would split it."""
    try:
        return shlex.split(command)
    except ValueError:
        raise EngineError(f"{command!r} is not a command: a quotation mark is not closed") from None


def position_command(root: Root) -> str:
    """The line that sets a position with the game that led to it.

    >>> from barragoon import Move, Position
    >>> position_command(Root.after(Position.start(), [Move.parse("d2d5")]))[-11:]
    ' moves d2d5'
    """
    moves = " ".join(["", "moves", *map(str, root.actions)]) if root.actions else ""
    return f"position fen {root.start.to_fen()}{moves}"


def go_command(limit: Limit, root: Root) -> str:
    """The line that starts a search.

    >>> from barragoon import Position
    >>> go_command(Limit(nodes=5000, seconds=0.25), Root.of(Position.start()))
    'go nodes 5000 movetime 250'
    """
    words = [f"{name} {value}" for name, value in _numbers(limit).items() if value is not None]
    if limit.infinite:
        words.append("infinite")
    if root.only:
        words.append(" ".join(["searchmoves", *map(str, root.only)]))
    return " ".join(["go", *words])


def _numbers(limit: Limit) -> dict[str, int | None]:
    numbers = {"depth": limit.depth, "nodes": limit.nodes, "movetime": _milliseconds(limit.seconds)}
    if clock := limit.clock:
        times = {"wtime": clock.white, "btime": clock.brown}
        increments = {"winc": clock.white_increment, "binc": clock.brown_increment}
        numbers |= {name: int(seconds * 1000) for name, seconds in (times | increments).items()}
    return numbers


def _milliseconds(seconds: float | None) -> int | None:
    return None if seconds is None else max(round(seconds * 1000), 1)


def _checked(answer: Answer, root: Root) -> Answer:
    """Take no illegal action from an engine; an answer that it wrongly expects is only left out."""
    if answer.action is None:
        raise EngineError("it found nothing to play, although there are legal actions")
    if answer.action not in root.allowed():
        objection = root.position.explain(answer.action) or "it is ruled out here"
        raise EngineError(f"it wants to play {answer.action}: {objection}")
    after = root.position.after(answer.action)
    return answer if answer.ponder in after.legal_actions() else Answer(answer.action)
