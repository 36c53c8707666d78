"""An engine as a process: lines over its stdin and stdout, and how long to wait for them."""

from __future__ import annotations

import contextlib
import subprocess
import tempfile
import threading
import time
from collections.abc import Sequence
from queue import Empty, SimpleQueue

from barragoon.colour import Colour
from barragoon.engine.limit import Limit
from barragoon.errors import EngineError

TIMEOUT = 30.0
"""Seconds in which an engine must answer what needs no search, or once its time is up; programs may start slowly."""

SILENCE = 120.0
"""Seconds without a line after which a search by depth or nodes is given up."""

_EXIT_TIMEOUT = 2.0
"""Seconds that a program has to exit by itself."""

_LONGEST_COMPLAINT = 300


class EngineProcess:
    """The program and the lines it writes; whatever goes wrong with it is an :class:`EngineError` of one sentence."""

    def __init__(self, command: Sequence[str], name: str) -> None:
        self.name = name
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - open until the program ends
        try:
            self._process = subprocess.Popen(  # noqa: S603 - the user's own command, and no shell
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
                start_new_session=True,  # so that Ctrl-C in the terminal does not reach the engine
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
            raise self._exit_error() from None

    def read(self, deadline: float | None, waiting_for: str) -> str:
        """The next line, waiting until a moment of :func:`time.monotonic`, or for ever (None)."""
        late = EngineError(f"{self.name} does not answer: {waiting_for} was expected in time")
        timeout = None if deadline is None else deadline - time.monotonic()
        if (
            timeout is not None and timeout <= 0
        ):  # even if a line is waiting: a program that writes without end is late too
            raise late
        try:
            line = self._lines.get(timeout=timeout)
        except Empty:
            raise late from None
        if line is None:
            self._lines.put(None)  # for the next call
            raise self._exit_error()
        return line

    def wake_reader(self) -> None:
        """Give a waiting :meth:`read` an empty line, so that its caller works out the deadline anew."""
        self._lines.put("")

    def end(self) -> None:
        """Wait until the program has ended, by itself or by force."""
        assert self._process.stdin, "a pipe was asked for"
        with contextlib.suppress(OSError):  # it has ended already
            self._process.stdin.close()
        for force in (self._process.terminate, self._process.kill):
            try:
                self._process.wait(_EXIT_TIMEOUT)
                break
            except subprocess.TimeoutExpired:
                force()
        self._process.wait()
        self._reader.join(_EXIT_TIMEOUT)  # a child of the program may keep its pipe open
        self._errors.close()

    def _exit_error(self) -> EngineError:
        """The error that says how the program ended, with the last line on its stderr."""
        try:
            code = f"with exit code {self._process.wait(_EXIT_TIMEOUT)}"
        except subprocess.TimeoutExpired:
            code = "talking, though it still runs"
        tail = self._complaint()
        return EngineError(f"{self.name} has ended {code}" + (f": {tail}" if tail else ""))

    def _complaint(self) -> str:
        if self._errors.closed:
            return ""
        self._errors.seek(0)
        lines = self._errors.read().decode(errors="replace").split("\n")
        return next((line.strip()[:_LONGEST_COMPLAINT] for line in reversed(lines) if line.strip()), "")

    def _read(self) -> None:
        assert self._process.stdout, "a pipe was asked for"
        with self._process.stdout as stream:
            for line in stream:
                self._lines.put(line.decode(errors="replace").strip())
        self._lines.put(None)


class Deadline:
    """Until when the result of a search must come: its time and the timeout, or at most so long a silence."""

    def __init__(self, limit: Limit, actor: Colour, timeout: float, silence: float) -> None:
        self._timeout = timeout
        self._silence = None if limit.infinite else silence
        self._last_heard = time.monotonic()
        granted = _granted(limit, actor)
        self._end = None if granted is None else time.monotonic() + granted + timeout

    def heard(self) -> None:
        """Note that the engine has written a line."""
        self._last_heard = time.monotonic()

    def stopped(self) -> None:
        """Note that the engine was asked to stop."""
        end = time.monotonic() + self._timeout
        self._end = end if self._end is None else min(end, self._end)

    def moment(self) -> float | None:
        """The deadline as :func:`time.monotonic` counts; None for a search that runs until it is stopped."""
        if self._end is not None or self._silence is None:
            return self._end
        return self._last_heard + self._silence


def _granted(limit: Limit, actor: Colour) -> float | None:
    times = [] if limit.seconds is None else [limit.seconds]
    if limit.clock:
        times.append(limit.clock.remaining(actor))
    return min(times, default=None)
