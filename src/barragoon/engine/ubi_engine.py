"""Any program that speaks UBI, as an engine."""

from __future__ import annotations

import contextlib
import shlex
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from barragoon.engine.base import AbstractEngine
from barragoon.engine.limit import Limit
from barragoon.engine.line import SearchLine
from barragoon.engine.search.request import Request, Root
from barragoon.engine.search.thread import BestAction, Report
from barragoon.engine.ubi.process import SILENCE, TIMEOUT, Deadline, EngineProcess
from barragoon.engine.ubi.replies import parse_reply
from barragoon.errors import BarragoonError, EngineError, EngineRequestError

_Result = TypeVar("_Result")


class UbiEngine(AbstractEngine):
    """An engine over pipes, such as ``UbiEngine("barragoon ubi")``.

    Whatever the program does wrong is an :class:`EngineError` of one sentence, after which the program is ended.
    """

    def __init__(
        self,
        command: str | Sequence[str],
        options: Mapping[str, object] | None = None,
        *,
        timeout: float = TIMEOUT,
        silence: float = SILENCE,
    ) -> None:
        """Start a program, given as a command line or its words, greet it and set options.

        It has ``timeout`` seconds for what needs no search and to end a search whose time is up, and a search that is
        limited by depth or nodes may be silent for ``silence`` seconds.
        """
        super().__init__()
        words = words_of(command) if isinstance(command, str) else [*command]
        if not words:
            raise EngineRequestError("an engine needs a command that starts it")
        self.name = words[0]
        self.options: dict[str, str] = {}
        self._timeout = timeout
        self._silence = silence
        self._search_lock = threading.Lock()
        self._ended: EngineError | None = None
        self._deadline: Deadline | None = None
        self._process = EngineProcess(words, shlex.join(words))
        self._guarded(lambda: self._greet(options or {}))

    # -- commands --------------------------------------------------------------------------------------------

    def set_option(self, name: str, value: object) -> None:
        """Set an option that the engine declared."""
        self._require_ready()
        if name.lower() not in map(str.lower, self.options):
            names = ", ".join(self.options) or "none"
            raise EngineRequestError(f"{self._process.name} has no option {name}; it has: {names}")
        self._guarded(lambda: self._send_option(name, value))

    def new_game(self) -> None:
        """Tell the engine to forget everything that earlier searches learnt."""
        self._require_ready()
        self._guarded(self._send_new_game)

    def close(self) -> None:
        """Tell the engine to quit, and end it by force if it does not."""
        if self._ended is None:
            super().close()
            self._end(EngineError(f"{self._process.name} was closed"))

    # -- the conversation ------------------------------------------------------------------------------------

    def _greet(self, options: Mapping[str, object]) -> None:
        self._process.write("ubi")
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
        """A function that reads one line as words, until the timeout has passed."""
        deadline = time.monotonic() + self._timeout
        return lambda: self._process.read(deadline, expected).split()

    def _synchronise(self) -> None:
        self._process.write("isready")
        for _ in iter(self._hear("readyok"), ["readyok"]):
            pass

    def _send_option(self, name: str, value: object) -> None:
        self._process.write(f"setoption name {name} value {value}")
        self._synchronise()

    def _send_new_game(self) -> None:
        self._process.write("ubinewgame")
        self._synchronise()

    # -- searching -------------------------------------------------------------------------------------------

    def _search(self, request: Request, report: Report) -> BestAction:
        return self._guarded(lambda: self._converse(request, report))

    def _converse(self, request: Request, report: Report) -> BestAction:
        if "MultiPV" in self.options:
            self._process.write(f"setoption name MultiPV value {request.multipv}")
        self._process.write(position_command(request.root))
        deadline = Deadline(request.limit, request.root.position.actor, self._timeout, self._silence)
        with self._search_lock:
            self._process.write(go_command(request.limit, request.root))
            self._deadline = deadline
        if request.stopped.is_set():  # before the search had begun
            self._interrupt()
        try:
            return _checked(self._await_best(request.root, deadline, report), request.root)
        finally:
            with self._search_lock:
                self._deadline = None

    def _await_best(self, root: Root, deadline: Deadline, report: Report) -> BestAction:
        while True:
            reply = parse_reply(self._process.read(deadline.moment(), "bestmove"), root.position)
            deadline.heard()
            if isinstance(reply, BestAction):
                return reply
            if isinstance(reply, SearchLine):
                report(reply)

    def _interrupt(self) -> None:
        with self._search_lock:
            if self._deadline is None:
                return
            self._deadline.stopped()
            # If the program has ended, the thread that reads its lines reports it.
            with contextlib.suppress(EngineError):
                self._process.write("stop")
            self._process.wake_reader()

    # -- when it misbehaves ----------------------------------------------------------------------------------

    def _guarded(self, talk: Callable[[], _Result]) -> _Result:
        """Talk to the program, and end it if it breaks the protocol."""
        try:
            return talk()
        except BarragoonError as error:
            problem = error if isinstance(error, EngineError) else EngineError(f"{self._process.name}: {error}")
            self._end(problem)
            raise problem from None

    def _end(self, reason: EngineError) -> None:
        if self._ended is None:
            self._ended = reason
            with contextlib.suppress(EngineError):
                self._process.write("quit")
            self._process.end()

    def _require_ready(self) -> None:
        with self._lock:
            self._require_idle()

    def _require_idle(self) -> None:
        super()._require_idle()
        if self._ended:
            raise EngineError(f"this engine is gone: {self._ended}")


def words_of(command: str) -> list[str]:
    """The words of a command line, as a shell would split it."""
    try:
        return shlex.split(command)
    except ValueError:
        raise EngineRequestError(f"{command!r} is not a command: a quotation mark is not closed") from None


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


def _checked(best: BestAction, root: Root) -> BestAction:
    """Reject an illegal action; an expected reply that is illegal is only left out."""
    if best.action is None:
        raise EngineError("it found nothing to play, although there are legal actions")
    if best.action not in root.allowed():
        objection = root.position.explain(best.action) or "it is ruled out here"
        raise EngineError(f"it wants to play {best.action}: {objection}")
    if best.ponder and best.ponder not in root.position.after(best.action).legal_actions():
        return BestAction(best.action)
    return best
