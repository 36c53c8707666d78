"""``barragoon ubi``: the engine for other programs to talk to."""

from __future__ import annotations

import sys


def ubi() -> None:
    """Speak UBI, the engine protocol, on stdin and stdout (docs/ubi.md).

    Type ubi for the options; position startpos and go depth 8 for a search; quit.
    """
    from barragoon.engine.ubi.server import run

    run(sys.stdin, sys.stdout)
