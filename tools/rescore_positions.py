"""Positions of earlier games with what today's search thinks of them; the results stay.

    python tools/rescore_positions.py build/tuning/positions.tsv build/tuning/rescored.tsv

An evaluation is fitted to what the search thinks, and the search thinks with an evaluation: the scores of an older one
pull back towards it. This is cheaper than new games. The lines are those of tools/self_play.py; positions that are no
longer quiet, or whose end the search sees by now, are left out.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from barragoon.engine import _native
from self_play import PROVEN, is_quiet

NODES = 800


def main() -> None:
    """Read, search, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--nodes", type=int, default=NODES, help="a position")
    arguments = parser.parse_args()
    core = _native.Core()
    with arguments.file.open() as lines, arguments.out.open("w") as out:
        for line in lines:
            fen, _, result = line.rstrip("\n").split("\t")
            core.set_position(fen)
            best = core.search(nodes=arguments.nodes)
            if best.actions and abs(best.score) < PROVEN and is_quiet(core, best.actions[0]):
                out.write(f"{fen}\t{best.score}\t{result}\n")


if __name__ == "__main__":
    main()
