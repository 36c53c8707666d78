"""How many of the suite's forced wins the ordinary search finds, a second each: ``python benches/puzzles.py``."""

from __future__ import annotations

import argparse
from pathlib import Path

from barragoon import Position
from barragoon.engine import Engine, Limit

SUITE = Path(__file__).parents[1] / "tests" / "data" / "puzzles" / "wins.txt"


def main() -> None:
    """Print each failure and the count."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=1.0, help="how long the engine may think about each")
    limit = Limit(seconds=parser.parse_args().seconds)
    rows = [line.split(";") for line in SUITE.read_text().splitlines() if not line.startswith("#")]
    solved = 0
    with Engine() as engine:
        for fen, turns, unique, actions in rows:
            engine.new_game()
            position = Position.from_fen(fen)
            (line,) = engine.analyse(position, limit)
            # What counts is that the action wins, whatever score the engine gave it.
            if engine.solve(position, int(turns), only=line.actions[:1]).wins:
                solved += 1
            else:
                found = f"{line.actions[0]} ({line.score}, depth {line.depth})"
                print(f"missed: {fen}: wins in {turns} ({unique}) by {actions}; found {found}")
    print(f"{solved} of {len(rows)} solved at {limit.seconds:g} s each")


if __name__ == "__main__":
    main()
