"""What the native solver proves of the suite's forced wins, a line of JSON each, for the tests of web/ to compare."""

import json
import sys
from pathlib import Path

from barragoon.engine import _native

SUITE = Path(__file__).parents[1] / "data" / "puzzles" / "wins.txt"


def main() -> None:
    """Solve the wins within as many turns as the command line says, and look for them a turn sooner."""
    most = int(sys.argv[1])
    core = _native.Core()
    for line in SUITE.read_text().splitlines():
        if line.startswith("#"):
            continue
        fen, turns, *_ = line.split(";")
        for within in range(max(1, int(turns) - 1), int(turns) + 1) if int(turns) <= most else ():
            core.set_position(fen)
            found = core.solve(within)
            verdict = found.verdict.name.lower().replace("_", " ")
            facts = {"verdict": verdict, "turns": found.turns, "nodes": found.nodes, "actions": found.actions}
            sys.stdout.write(json.dumps({"fen": fen, "within": within, "solution": facts}) + "\n")


if __name__ == "__main__":
    main()
