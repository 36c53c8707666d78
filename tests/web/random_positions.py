"""What the Python rules say of positions of random games, a line of JSON each, for the tests of web/ to compare."""

import json
import random
import sys
from collections.abc import Iterator

from barragoon import Move, Position, all_actions
from barragoon.engine import _native

MOVES = [action for action in all_actions() if isinstance(action, Move)]


def positions(source: random.Random) -> Iterator[Position]:
    """Random games, one after the other, of both set-ups, some with express stages."""
    while True:
        setup = Position.start(open=source.random() < 0.5).setup()
        setup.stages = source.choice(((0, 0), (0, 0), (0, 1), (2, 1)))
        position = setup.position()
        while legal := list(position.legal_actions()):
            yield position
            position = position.after(source.choice(legal))
        yield position


def answers(position: Position, source: random.Random, native: _native.Core) -> dict[str, object]:
    """All that is compared; the paths of what is legal and of some other moves."""
    legal = list(position.legal_actions())
    moves = [action for action in legal if isinstance(action, Move)] + source.sample(MOVES, 8)
    native.set_position(position.to_fen())
    return {
        "fen": position.to_fen(),
        "legalActions": sorted(map(str, legal)),
        "paths": {str(move): [list(map(str, path.squares)) for path in position.paths(move)] for move in moves},
        "key": str(native.key()),
        "evaluation": native.evaluate().score,
    }


def main() -> None:
    """Write as many as the command line says."""
    seed, count = map(int, sys.argv[1:])
    source, native = random.Random(seed), _native.Core()
    for _, position in zip(range(count), positions(source), strict=False):
        sys.stdout.write(json.dumps(answers(position, source, native)) + "\n")


if __name__ == "__main__":
    main()
