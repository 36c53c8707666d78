"""The native engine on one core: each code path beside the pure-Python rules and the other path."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from barragoon import Position, perft
from barragoon.engine import _native
from clock import best_seconds

DEPTH = 5
START = Position.start().to_fen()


def counting(core: _native.Core) -> Callable[[], int]:
    """A count from the start to depth 5, made ready."""
    core.set_position(START)
    return partial(core.perft, DEPTH)


def searching(core: _native.Core) -> Callable[[], _native.SearchLine]:
    """A search of a fixed number of nodes, with nothing remembered."""
    core.forget()
    core.set_position(START)
    return partial(core.search, nodes=200_000)


def python_rate() -> float:
    """Leaves a second of the Python rules, at a depth that they reach in a second."""
    start = Position.start()
    seconds = best_seconds({"": lambda: lambda: perft(start, 4)}, rounds=3)[""]
    return perft(start, 4) / seconds


def main() -> None:
    """Print leaves and nodes a second for each path."""
    cores = {path: _native.Core(path) for path in _native.code_paths()}
    python = python_rate()
    counts = best_seconds({path: partial(counting, core) for path, core in cores.items()}, rounds=7)
    searches = best_seconds({path: partial(searching, core) for path, core in cores.items()}, rounds=7)
    for path, core in cores.items():
        leaves = counting(core)() / counts[path]
        nodes = searching(core)().nodes / searches[path]
        print(
            f"{path:6} perft {leaves / 1e6:6.0f} million leaves/s: {leaves / python:5.0f} × the Python rules; "
            f"search {nodes / 1e6:4.2f} million nodes/s: {searches['plain'] / searches[path]:4.2f} × the plain path"
        )


if __name__ == "__main__":
    main()
