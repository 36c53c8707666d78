"""Talking to a program in lines, as another program would."""

import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from queue import SimpleQueue
from typing import IO

UBI = (sys.executable, "-c", "from barragoon.cli import main; main()", "ubi")
TIMEOUT = 60


class Conversation:
    """A program under test; whatever it says is kept."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self._process = process
        self._lines: SimpleQueue[str] = SimpleQueue()
        threading.Thread(target=self._read, daemon=True).start()

    def say(self, *lines: str) -> None:
        self.send("".join(f"{line}\n" for line in lines).encode())

    def send(self, data: bytes) -> None:
        """Whatever bytes, in one piece."""
        assert self._process.stdin
        self._process.stdin.write(data)
        self._process.stdin.flush()

    def hear(self, wanted: Callable[[str], bool] | str) -> list[str]:
        """All lines up to the first that is wanted, or that begins like it."""
        heard: list[str] = []
        while True:
            heard.append(self._lines.get(timeout=TIMEOUT))
            if heard[-1].startswith(wanted) if isinstance(wanted, str) else wanted(heard[-1]):
                return heard

    def ask(self, line: str, wanted: Callable[[str], bool] | str) -> list[str]:
        self.say(line)
        return self.hear(wanted)

    def end(self) -> int:
        """Close its input; the exit code."""
        assert self._process.stdin
        self._process.stdin.close()
        return self._process.wait(TIMEOUT)

    def _read(self) -> None:
        assert self._process.stdout
        for line in self._process.stdout:
            self._lines.put(line.decode().rstrip("\n"))


@contextmanager
def talking(stderr: IO[bytes] | None = None) -> Iterator[Conversation]:
    with subprocess.Popen(UBI, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=stderr) as process:
        try:
            yield Conversation(process)
        finally:
            process.kill()
