"""Draw the curve that examples/train_value.py has written, as an SVG picture.

Usage: python tools/draw_curve.py docs/learning/curve.csv docs/learning/curve.svg
"""

from __future__ import annotations

import csv
import sys
from pathlib import Path

from barragoon.lab import chart
from barragoon.lab.statistics import Estimate

OPPONENTS = ("random", "greedy")


def main() -> None:
    """Read the table and write the picture."""
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    table, picture = map(Path, sys.argv[1:])
    with table.open(newline="", encoding="utf-8") as file:
        rows = [{name: float(number) for name, number in row.items()} for row in csv.DictReader(file)]
    series = [(name, [(row["games"], _estimate(row, name)) for row in rows]) for name in OPPONENTS]
    title = "Score of the learner against two players, with 95 % intervals"
    picture.write_text(chart.lines(title, series, "games against itself", top=1), encoding="utf-8")


def _estimate(row: dict[str, float], name: str) -> Estimate:
    score, half = row[name], row[f"{name}_interval"]
    return Estimate(score, max(0, score - half), min(1, score + half))


if __name__ == "__main__":
    main()
