"""An engine as a program that speaks UBI (docs/ubi.md)."""

from __future__ import annotations

import contextlib
import sys
import threading
from collections.abc import Callable, Iterable
from typing import TextIO, assert_never

from barragoon.engine.base import AbstractEngine
from barragoon.engine.bench import DEPTH, bench
from barragoon.engine.native import Engine
from barragoon.engine.python_engine import PythonEngine
from barragoon.engine.search.request import Root
from barragoon.engine.ubi import commands as c
from barragoon.engine.ubi.display import display, evaluation
from barragoon.engine.ubi.options import MULTIPV, options_of
from barragoon.engine.ubi.session import PerftSession, SearchSession
from barragoon.errors import BarragoonError, EngineError
from barragoon.position import Position

AUTHOR = "the Barragoon project"


class Server:
    """Carries out commands, one a line, and writes the replies.

    >>> with Engine() as engine:
    ...     server = Server(engine, print)
    ...     server.execute("isready") and server.execute("fly")
    readyok
    info string 'fly' is not a command: ubi, position, go, stop, quit and others are (docs/ubi.md)
    True
    """

    def __init__(self, engine: AbstractEngine, write: Callable[[str], None]) -> None:
        self._engine = engine
        self._write = write
        self._options = options_of(engine)
        self._session: SearchSession | PerftSession | None = None
        self.root = Root.of(Position.start())

    def serve(self, lines: Iterable[str]) -> None:
        """Carry out line after line, up to ``quit`` or the last one."""
        try:
            if all(map(self.execute, lines)):
                self._finish()
        finally:
            self._stop()

    def execute(self, line: str) -> bool:
        """Carry out a line; False after ``quit``. What can't be done changes nothing and is explained."""
        try:
            return self._do(c.parse_command(line))
        except BarragoonError as error:
            self._write(f"info string {' '.join(str(error).split())}")
            return True

    def _do(self, command: c.Command) -> bool:
        match command:
            case c.Quit():
                return False
            case c.Nothing():
                pass
            case c.Ubi():
                self._identify()
            case c.IsReady():
                self._write("readyok")
            case c.Stop():
                self._stop()
            case c.PonderHit():
                self._ponderhit()
            case c.Display():
                self._write(display(self.root.position))
            case _:
                self._do_when_idle(command)
        return True

    def _do_when_idle(
        self, command: c.NewGame | c.SetPosition | c.SetOption | c.Go | c.Perft | c.Evaluate | c.Bench
    ) -> None:
        if self._session and not self._session.over:
            raise EngineError("a search is under way: only ubi, isready, stop, ponderhit, d and quit are heard now")
        match command:
            case c.NewGame():
                self._engine.new_game()
            case c.SetPosition(start, actions):
                self.root = Root.after(start, actions)
            case c.SetOption(name, value):
                self._options.set(name, value)
            case c.Go():
                self._go(command)
            case c.Perft(depth):
                self._perft(depth)
            case c.Evaluate():
                self._write(evaluation(self._native("eval").evaluate(self.root.position)))
            case c.Bench(depth):
                self._bench(depth or DEPTH)
            case _:
                assert_never(command)

    # -- one method a command --------------------------------------------------------------------------------------

    def _identify(self) -> None:
        from barragoon import __version__

        own = isinstance(self._engine, Engine)
        author = self._engine.author if isinstance(self._engine, PythonEngine) else AUTHOR
        self._write(f"id name {f'Barragoon {__version__}' if own else self._engine.name}")
        self._write(f"id author {author}")
        for declaration in self._options.declarations():
            self._write(declaration)
        self._write("ubiok")

    def _native(self, command: str) -> Engine:
        """The native engine, for commands that no other can carry out."""
        if not isinstance(self._engine, Engine):
            raise EngineError(f"{command} is for the native engine, and {self._engine.name} is another")
        return self._engine

    def _go(self, go: c.Go) -> None:
        root = self.root.narrowed(go.only)
        self._session = SearchSession(self._engine, root, go, self._options[MULTIPV], self._write)

    def _stop(self) -> None:
        if self._session:
            self._session.stop()

    def _finish(self) -> None:
        """Wait for a search that will end by itself: a file of commands ends before the search it asks for."""
        if self._session and not self._session.endless:
            self._session.wait()

    def _ponderhit(self) -> None:
        session = self._session
        if not isinstance(session, SearchSession) or session.over or not session.pondering:
            raise EngineError("ponderhit is for a search that ponders, and none does")
        session.ponderhit()

    def _perft(self, depth: int) -> None:
        self._session = PerftSession(self._native("perft"), self.root.position, depth, self._write)

    def _bench(self, depth: int) -> None:
        self._native("bench")
        result = bench(depth, lambda text: self._write(f"info string {text}"))
        speed = int(result.nodes / result.seconds)
        self._write(f"bench {result.nodes} nodes {result.seconds:.3f} seconds {speed} nps")


def serve_ubi(engine: AbstractEngine, lines: TextIO | None = None, out: TextIO | None = None) -> None:
    """Let an engine speak UBI on stdin and stdout, or on two other streams, until one of them ends."""
    lock = threading.Lock()
    written = out or sys.stdout

    def write(text: str) -> None:
        # If nobody reads our output any more, stdin ends too, and with it the program.
        with lock, contextlib.suppress(BrokenPipeError):
            written.write(text + "\n")
            written.flush()

    Server(engine, write).serve(_lines(lines or sys.stdin))


def run(lines: TextIO, out: TextIO) -> None:
    """Serve the native engine."""
    with Engine() as engine:
        serve_ubi(engine, lines, out)


def _lines(stream: TextIO) -> Iterable[str]:
    """The lines of a stream; bytes that are not UTF-8 are replaced, so that the line is rejected and not the stream."""
    while data := stream.buffer.readline():
        yield data.decode(errors="replace")
