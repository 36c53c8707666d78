"""A program that is talked to in lines over its stdin and stdout."""

from __future__ import annotations

import contextlib
import subprocess
import tempfile
import threading
import time
from collections.abc import Sequence
from queue import Empty, SimpleQueue

from barragoon.errors import EngineError

_PATIENCE_AT_THE_END = 2.0
_TAIL = 300


class Pipes:
    """The program, its lines as they come, and one clear sentence when something goes wrong with it."""

    def __init__(self, command: Sequence[str], name: str) -> None:
        self.name = name
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - as long as the program lives
        try:
            self._process = subprocess.Popen(  # noqa: S603 - the user's own command, and no shell
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
                start_new_session=True,  # a Ctrl-C in the terminal is not for the engine
            )
        except OSError as error:
            self._errors.close()
            raise EngineError(f"{name} can't be started: {error.strerror or error}") from None
        self._lines: SimpleQueue[str | None] = SimpleQueue()
        self._reader = threading.Thread(target=self._read, name=f"reading {name}", daemon=True)
        self._reader.start()

    def write(self, line: str) -> None:
        """Send a line."""
        assert self._process.stdin, "a pipe was asked for"
        try:
            self._process.stdin.write(f"{line}\n".encode())
            self._process.stdin.flush()
        except (OSError, ValueError):
            raise self.death() from None

    def read(self, deadline: float | None, waiting_for: str) -> str:
        """The next line, up to a moment of :func:`time.monotonic`; None waits for ever."""
        late = EngineError(f"{self.name} does not answer: {waiting_for} was expected in time")
        timeout = None if deadline is None else deadline - time.monotonic()
        if timeout is not None and timeout <= 0:  # even if there is a line: one that talks without end is late too
            raise late
        try:
            line = self._lines.get(timeout=timeout)
        except Empty:
            raise late from None
        if line is None:
            self._lines.put(None)  # for whoever asks again
            raise self.death()
        return line

    def wake(self) -> None:
        """Let whoever waits for a line have an empty one, and think again how long to wait."""
        self._lines.put("")

    def end(self) -> None:
        """See to it that the program ends: after what it was told, or by force."""
        assert self._process.stdin, "a pipe was asked for"
        with contextlib.suppress(OSError):  # it has gone already
            self._process.stdin.close()
        for force in (self._process.terminate, self._process.kill):
            try:
                self._process.wait(_PATIENCE_AT_THE_END)
                break
            except subprocess.TimeoutExpired:
                force()
        self._process.wait()
        self._reader.join(_PATIENCE_AT_THE_END)  # a child of the program may keep its pipe open
        self._errors.close()

    def death(self) -> EngineError:
        """Say how the program ended, with the last thing it complained about."""
        try:
            code = f"with exit code {self._process.wait(_PATIENCE_AT_THE_END)}"
        except subprocess.TimeoutExpired:
            code = "talking, though it still runs"
        tail = self._complaint()
        return EngineError(f"{self.name} has ended {code}" + (f": {tail}" if tail else ""))

    def _complaint(self) -> str:
        if self._errors.closed:
            return ""
        self._errors.seek(0)
        lines = self._errors.read().decode(errors="replace").split("\n")
        return next((line.strip()[:_TAIL] for line in reversed(lines) if line.strip()), "")

    def _read(self) -> None:
        assert self._process.stdout, "a pipe was asked for"
        with self._process.stdout as stream:
            for line in stream:
                self._lines.put(line.decode(errors="replace").strip())
        self._lines.put(None)
