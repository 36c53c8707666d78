"""What the native engine plays at every level, a line of JSON each, for the tests of web/ to compare."""

import json
import sys

from barragoon.engine import _native
from barragoon.engine.bench import POSITIONS
from barragoon.engine.native import LEVELS_OF_LADDER


def main() -> None:
    """Choose at all levels with the seed that the command line says, in as many positions, with nothing remembered."""
    seed, count = map(int, sys.argv[1:])
    core = _native.Core()
    for ladder, level in ((ladder, level) for ladder, levels in LEVELS_OF_LADDER.items() for level in levels[:11]):
        core.set_level(level, seed, ladder)
        for fen in POSITIONS[:: len(POSITIONS) // count][:count]:
            core.new_game()
            core.set_position(fen)
            line = core.search()
            found = {"ladder": ladder, "level": level, "fen": fen, "action": line.actions[0], "nodes": line.nodes}
            sys.stdout.write(json.dumps(found) + "\n")


if __name__ == "__main__":
    main()
