"""The engine as WebAssembly, in Node, beside the native engine on the same position, with each instruction set."""

from __future__ import annotations

import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeAlias

from barragoon import Position
from barragoon.engine import _native

ROUNDS = 7
NODES = 200_000
DEPTH = 5
START = Position.start().to_fen()
RIVAL = Path(__file__).parents[1] / "web" / "benches" / "rival.mjs"
COMPILED = RIVAL.parents[1] / "build" / "engine" / "node.js"

Process: TypeAlias = "subprocess.Popen[str]"


@contextmanager
def node() -> Iterator[Process]:
    """Node with the engine in it, which answers a line with a line."""
    command = ["node", str(RIVAL)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:  # noqa: S603
        yield process
        process.communicate()


def ask(process: Process, *question: object) -> float:
    """Ask for one figure."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("\t".join(map(str, question)) + "\n")
    process.stdin.flush()
    return float(process.stdout.readline())


def native_nodes(core: _native.Core) -> float:
    """Nodes a second, with nothing remembered."""
    core.new_game()
    core.set_position(START)
    return NODES / core.search(nodes=NODES).seconds


def native_leaves(core: _native.Core) -> float:
    """Leaves a second."""
    core.set_position(START)
    began = time.perf_counter()
    return (core.perft(DEPTH) or 0) / (time.perf_counter() - began)


def main() -> None:
    """Print the best of some rounds in which all rivals take turns, and how long a stop takes."""
    if not shutil.which("node") or not COMPILED.exists():
        print("left out: it needs Node, and 'make web-test' once, which compiles the engine for it")
        return
    cores = {path: _native.Core(path) for path in _native.instruction_sets()}
    nodes = dict.fromkeys(["wasm", *cores], 0.0)
    leaves = dict(nodes)
    with node() as process:
        for _ in range(ROUNDS):
            nodes["wasm"] = max(nodes["wasm"], ask(process, "search", START, NODES))
            leaves["wasm"] = max(leaves["wasm"], ask(process, "perft", START, DEPTH))
            for path, core in cores.items():
                nodes[path] = max(nodes[path], native_nodes(core))
                leaves[path] = max(leaves[path], native_leaves(core))
        stops = {way: max(ask(process, way) for _ in range(ROUNDS)) for way in ("stop-by-flag", "stop-by-thread")}
    for path, rate in nodes.items():
        print(
            f"{path:6} search {rate / 1e6:4.2f} million nodes/s: wasm makes {nodes['wasm'] / rate:4.0%}; "
            f"perft {leaves[path] / 1e6:4.0f} million leaves/s: wasm makes {leaves['wasm'] / leaves[path]:4.0%}"
        )
    for way, milliseconds in stops.items():
        print(f"{way}: at most {milliseconds:.1f} ms from the stop to the next answer")


if __name__ == "__main__":
    main()
