"""How long ``import barragoon`` takes, and that it loads no third-party module."""

from __future__ import annotations

import compileall
import subprocess
import sys
from pathlib import Path

import barragoon

ROUNDS = 15
TIME_IT = "import time; t = time.perf_counter(); import {}; print(time.perf_counter() - t)"
FOREIGN = (
    "import sys; before = set(sys.modules); import barragoon; "
    "print(*sorted({m.partition('.')[0] for m in set(sys.modules) - before}"
    " - set(sys.stdlib_module_names) - {'barragoon'}))"
)


def python(code: str) -> str:
    """What a fresh interpreter prints for a line of code."""
    command = [sys.executable, "-c", code]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()  # noqa: S603 - our own code


def main() -> None:
    """Print milliseconds beside python-chess, both from compiled files as pip leaves them."""
    compileall.compile_dir(str(Path(barragoon.__file__).parent), quiet=1)
    rounds = [{name: float(python(TIME_IT.format(name))) for name in ("barragoon", "chess")} for _ in range(ROUNDS)]
    best = {name: min(each[name] for each in rounds) * 1e3 for name in rounds[0]}
    print(f"import barragoon {best['barragoon']:.1f} ms, import chess {best['chess']:.1f} ms")
    print(f"third-party modules loaded: {python(FOREIGN) or 'none'}")


if __name__ == "__main__":
    main()
