"""What the native engine finds in the positions of the bench, a line of JSON each, for the tests of web/ to compare."""

import json
import sys

from barragoon.engine import _native
from barragoon.engine.bench import POSITIONS


def main() -> None:
    """Search to the depth that the command line says, as the bench does: with one core, one after the other."""
    core = _native.Core()
    for fen in POSITIONS:
        core.set_position(fen)
        line = core.search(depth=int(sys.argv[1]))
        found = {"fen": fen, "nodes": line.nodes, "score": line.score, "actions": line.actions}
        sys.stdout.write(json.dumps(found) + "\n")


if __name__ == "__main__":
    main()
