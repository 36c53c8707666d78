"""What it costs to ask whether a game is over: the server asks after every turn."""

from __future__ import annotations

import statistics
import time

from barragoon import Position
from clock import best_seconds
from samples import barragoon_positions

DEAD = "4+1z/4++1/5++/7/7/7/++5/1++4/Z1+4"
ROUNDS = 7


def best_of(fen: str) -> float:
    """The shortest time to judge one position, asked afresh each time."""
    return best_seconds({fen: lambda: Position.from_fen(fen).outcome}, rounds=ROUNDS)[fen]


def main() -> None:
    """Print how long ordinary positions and a dead one take, with the ratio to listing the legal actions."""
    fens = [fen for fen in barragoon_positions() if not Position.from_fen(fen).hands]
    times = sorted(best_of(fen) * 1e6 for fen in fens)
    listing = best_seconds({"": lambda: lambda: [len(Position.from_fen(fen).legal_actions()) for fen in fens]})[""]
    parsing = best_seconds({"": lambda: lambda: [Position.from_fen(fen) for fen in fens]})[""]
    legal = (listing - parsing) / len(fens) * 1e6
    print(
        f"outcome(): median {statistics.median(times):.1f} µs, 99 % under {times[-2]:.1f} µs, worst {times[-1]:.1f} µs"
    )
    print(f"ratio of the median to listing the legal actions: {statistics.median(times) / legal:.2f}")
    began = time.perf_counter()
    outcome = Position.from_fen(DEAD).outcome()
    print(f"dead position of the rules: {outcome} in {(time.perf_counter() - began) * 1e3:.2f} ms, first time")


if __name__ == "__main__":
    main()
