"""Starts servers quickly: a process that has imported everything already makes each of them by forking itself.

Imports take four fifths of the processor time of a start, and the tests start some hundred servers. A server that is
started so is a process of its own with its own environment all the same. Linux only.
"""

import atexit
import ctypes
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

IS_POSSIBLE = sys.platform == "linux"
PR_SET_CHILD_SUBREAPER = 36
FORKER = """
import json, os, sys
import barragoon.cli, barragoon.server.run, barragoon.server.work, barragoon.server.store.sqlite
import barragoon.server.store.postgres, uvloop, uvicorn.protocols.http.httptools_impl
for line in sys.stdin:
    asked = json.loads(line)
    between = os.fork()
    if between:
        os.waitpid(between, 0)
        print("forked", flush=True)
        continue
    server = os.fork()
    if server:
        print(server, flush=True)
        os._exit(0)
    log = os.open(asked["log"], os.O_WRONLY | os.O_APPEND)
    for number, file in enumerate((os.open(os.devnull, os.O_RDONLY), log, log)):
        os.dup2(file, number)
    os.environ.clear()
    os.environ.update(asked["environment"])
    sys.argv = ["-c", *asked["arguments"]]
    exec(asked["program"], {"__name__": "__main__"})
    break
"""


class ForkedProcess:
    """What the tests use of ``subprocess.Popen``, for a process that became a child of this one when it was forked."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.returncode: int | None = None
        self._lock = threading.Lock()

    def poll(self) -> int | None:
        """Its exit code, None while it runs; the system says it once, whichever thread asks."""
        with self._lock:
            if self.returncode is None:
                ended, status = os.waitpid(self.pid, os.WNOHANG)
                if ended:
                    self.returncode = os.waitstatus_to_exitcode(status)
            return self.returncode

    def wait(self, timeout: float = 3600) -> int:
        """Wait for its end; its exit code."""
        end = time.monotonic() + timeout
        while (code := self.poll()) is None:
            if time.monotonic() > end:
                raise subprocess.TimeoutExpired("a forked server", timeout)
            time.sleep(0.01)
        return code

    def send_signal(self, number: signal.Signals) -> None:
        """Send it a signal, if it still runs."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        """Ask it to end."""
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """End it."""
        self.send_signal(signal.SIGKILL)


class Forker:
    """The process that forks, and the conversation with it."""

    def __init__(self) -> None:
        # A server is forked twice, so that its parent ends at once; then it is this process that inherits it.
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
        command = [sys.executable, "-c", FORKER]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self._lock = threading.Lock()

    def fork(self, program: str, arguments: Sequence[str], environment: Mapping[str, str], log: Path) -> ForkedProcess:
        """Run a program, which writes to a log."""
        asked = {"program": program, "arguments": arguments, "environment": dict(environment), "log": str(log)}
        assert self._process.stdin
        assert self._process.stdout
        with self._lock:
            self._process.stdin.write(f"{json.dumps(asked)}\n")
            self._process.stdin.flush()
            pid = int(self._process.stdout.readline())
            assert self._process.stdout.readline() == "forked\n"
        return ForkedProcess(pid)

    def end(self) -> None:
        """End it; what it has forked goes on."""
        self._process.communicate()


@cache
def forker() -> Forker:
    """The one of this process."""
    made = Forker()
    atexit.register(made.end)
    return made
