"""Runs ``barragoon admin`` in the test's own process: a process for each command would take seconds."""

import io
import json
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

from barragoon.cli import run

from .server_process import Json

CAN_NOT_BE_DONE = 2
"""The exit code of a command that says why."""


def admin(*words: str | Path, data: Path | None = None, code: int = 0) -> Json:
    """Run a command with ``--json``; what it wrote, or its complaint if it could not be done."""
    where = [] if data is None else ["--data", str(data)]
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        ended = run(["admin", *map(str, words), "--json", *where])
    assert ended == code, (ended, out.getvalue(), err.getvalue())
    written = json.loads(out.getvalue())
    if ended != CAN_NOT_BE_DONE:
        return written
    assert err.getvalue().endswith(f"barragoon: {written['problem']}\n")
    return written["problem"]
