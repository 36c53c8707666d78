"""The native engine on one core: each instruction set beside the others and the pure-Python rules."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from functools import partial
from pathlib import Path

from barragoon import Position, perft
from barragoon.engine import _native
from clock import best_seconds
from samples import barragoon_positions

DEPTH = 5
START = Position.start().to_fen()


def counting(core: _native.Core) -> Callable[[], int | None]:
    """A count from the start to depth 5, made ready."""
    core.set_position(START)
    return partial(core.perft, DEPTH)


def searching(core: _native.Core) -> Callable[[], _native.SearchLine]:
    """A search of a fixed number of nodes, with nothing remembered."""
    core.new_game()
    core.set_position(START)
    return partial(core.search, nodes=200_000)


def python_rate() -> float:
    """Leaves a second of the Python rules, at a depth that they reach in a second."""
    start = Position.start()
    seconds = best_seconds({"": lambda: lambda: perft(start, 4)}, rounds=3)[""]
    return perft(start, 4) / seconds


def listing() -> dict[str, float]:
    """Nanoseconds that the list of legal moves takes in C++, by path; its program is built first."""
    home = Path(__file__).parents[1]
    built = home / "build" / "benches"
    configure = ["cmake", "-S", str(home), "-B", str(built), "-DBARRAGOON_BENCHES=ON"]
    build = ["cmake", "--build", str(built), "--target", "measure_listing", "--parallel", str(os.cpu_count() or 1)]
    for command in (configure, build):
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)  # noqa: S603 - the project's own program
    measured = subprocess.run(  # noqa: S603 - the project's own program
        built / "engine" / "benches" / "measure_listing",
        input="\n".join(fen for fen in barragoon_positions() if not Position.from_fen(fen).hands),
        check=True,
        capture_output=True,
        text=True,
    )
    return {path: float(number) for path, number in map(str.split, measured.stdout.splitlines())}


def main() -> None:
    """Print how fast each path lists actions, counts leaves and searches."""
    lists = listing()
    cores = {path: _native.Core(path) for path in _native.instruction_sets()}
    python = python_rate()
    counts = best_seconds({path: partial(counting, core) for path, core in cores.items()}, rounds=7)
    searches = best_seconds({path: partial(searching, core) for path, core in cores.items()}, rounds=7)
    for path, core in cores.items():
        leaves = (counting(core)() or 0) / counts[path]
        nodes = searching(core)().nodes / searches[path]
        print(
            f"{path:6} legal moves {lists[path]:4.0f} ns a position; perft {leaves / 1e6:4.0f} million leaves/s, "
            f"{leaves / python:.0f} × the Python rules; search {nodes / 1e6:.2f} million nodes/s"
        )
    for path in cores:
        if path != "plain":
            rates = ", ".join(
                f"{what} {taken['plain'] / taken[path]:.2f}"
                for what, taken in (("legal moves", lists), ("perft", counts), ("search", searches))
            )
            print(f"{path} is so many times as fast as plain: {rates}")


if __name__ == "__main__":
    main()
