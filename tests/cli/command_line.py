"""Running the command line inside the test, or as a program of its own."""

import io
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

from barragoon.cli import run

PROGRAM = (sys.executable, "-c", "from barragoon.cli import main; main()")

INTERRUPTIBLE = (sys.executable, "-c", f"import signal; signal.signal(2, signal.default_int_handler); {PROGRAM[-1]}")
"""The program as Ctrl-C ends it, even where the tests themselves run with SIGINT ignored (in the background)."""


@dataclass
class Result:
    code: int
    out: str
    err: str
    raw: bytes


class Stream(io.TextIOWrapper):
    """A stream that may pass for a terminal."""

    terminal = False

    def isatty(self) -> bool:
        return self.terminal


class Terminal(Stream):
    terminal = True


def barragoon(*arguments: str | Path, stdin: str | bytes = b"", terminal: bool = False) -> Result:
    """Run a command in this process; a terminal shows ASCII only."""
    data = stdin.encode() if isinstance(stdin, str) else stdin
    out, err = io.BytesIO(), io.BytesIO()
    kind, encoding = (Terminal, "ascii") if terminal else (Stream, "utf-8")
    lines, stdout, stderr = (kind(stream, encoding=encoding) for stream in (io.BytesIO(data), out, err))
    with patch.multiple(sys, stdin=lines, stdout=stdout, stderr=stderr):
        code = run([str(argument) for argument in arguments])
        stdout.flush()
        stderr.flush()
    return Result(code, out.getvalue().decode(errors="replace"), err.getvalue().decode(), out.getvalue())


def rejected(*arguments: str | Path, stdin: str | bytes = b"") -> str:
    """Run a command that can't be carried out; the one sentence that says why."""
    result = barragoon(*arguments, stdin=stdin)
    assert result.code == 2, result
    assert not result.out, result
    (sentence,) = result.err.splitlines()
    assert sentence.startswith("barragoon: ")
    return sentence.removeprefix("barragoon: ")


def program(*arguments: str | Path, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """Run a command as a program of its own."""
    words = [*PROGRAM, *map(str, arguments)]
    return subprocess.run(words, input=stdin, capture_output=True, text=True, check=False, timeout=60)
