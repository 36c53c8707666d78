"""Verdicts on the recorded answers of puzzles, native and as WebAssembly, as multiples of a short search there."""

from __future__ import annotations

import shutil
import statistics
from collections.abc import Callable
from pathlib import Path

import wasm_engine
from barragoon import Position
from barragoon.engine import _native

FILE = Path(__file__).parents[1] / "tests" / "data" / "answers" / "judgements.tsv"
ROUNDS = 3
NODES = 10_000
"""Of the search that verdicts are compared with: what a level of middling strength thinks about an action."""

GOAL = 0.4
"""Seconds that the slowest verdict may keep a page waiting."""

MOSTLY = 0.005
START = Position.start().to_fen()


def answers() -> list[list[str]]:
    """FEN, goal, turns and actions of each answer that is judged with the judge's own limit."""
    rows = [row.split("\t") for row in FILE.read_text("utf-8").splitlines() if not row.startswith("#")]
    return [[fen, *goal.split(), actions] for fen, goal, actions, limit, *_ in rows if limit == "-"]


def native_seconds(core: _native.Core, fen: str, kind: str, turns: str, actions: str) -> float:
    """One verdict, in seconds."""
    core.set_position(fen)
    return core.judge(_native.GoalKind[kind.upper()], int(turns), actions.split()).seconds


def show(name: str, judge: Callable[..., float], search: float) -> None:
    """Judge every answer some times, and print what the best times come to."""
    times = sorted(min(judge(*answer) for _ in range(ROUNDS)) for answer in answers())
    quick = sum(seconds <= MOSTLY for seconds in times) / len(times)
    figures = {
        "median": statistics.median(times),
        "mean": statistics.fmean(times),
        "95 of 100": times[len(times) * 95 // 100],
        "worst": times[-1],
    }
    shown = "; ".join(f"{what} {1e3 * value:.2f} ms = {value / search:.2f}" for what, value in figures.items())
    print(f"{name:6} {len(times)} verdicts, in searches of {NODES:,} nodes ({1e3 * search:.1f} ms): {shown}")
    share = f"the worst takes {times[-1] / GOAL:.0%} of the {GOAL} s allowed"
    print(f"{'':6} {quick:.0%} within {1e3 * MOSTLY:.0f} ms; {share}")


def main() -> None:
    """Print both engines' figures."""
    core = _native.Core()
    rates = []
    for _ in range(wasm_engine.ROUNDS):
        core.new_game()
        core.set_position(START)
        rates.append(NODES / core.search(nodes=NODES).seconds)
    show("native", lambda *answer: native_seconds(core, *answer), NODES / max(rates))
    if not shutil.which("node") or not wasm_engine.COMPILED.exists():
        print("left out: wasm needs Node, and 'make web-test' once, which compiles the engine for it")
        return
    with wasm_engine.node() as process:
        rate = max(wasm_engine.ask(process, "search", START, NODES) for _ in range(wasm_engine.ROUNDS))
        show("wasm", lambda *answer: wasm_engine.ask(process, "judge", *answer), NODES / rate)


if __name__ == "__main__":
    main()
