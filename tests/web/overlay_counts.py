"""What overlays show of random positions, counted by brute force: a line of JSON each, for the tests of web/."""

import json
import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from barragoon import Colour, Move, Position, Tile, all_actions


def moves_of(position: Position, colour: Colour) -> list[Move]:
    """Try every move that there is, as if it were that player's turn and nothing had to be placed."""
    fields = position.to_fen().split()
    turned = Position.from_fen(" ".join([fields[0], colour.name[0].lower(), "-", *fields[3:]]))
    moves = (action for action in all_actions() if isinstance(action, Move))
    return [move for move in moves if turned.explain(move) is None]


def is_full(tile: Tile, move: Move) -> bool:
    """Whether a move is as long as its tile says; it turns once at most, so its length is the distance."""
    start, target = str(move.start), str(move.target)
    return abs(ord(start[0]) - ord(target[0])) + abs(ord(start[1]) - ord(target[1])) == tile.value


def counts(position: Position) -> dict[str, object]:
    """Count for one position."""
    freedom: dict[str, int] = {}
    reach: dict[str, list[str]] = {}
    captures: set[str] = set()
    for colour in Colour:
        moves = moves_of(position, colour)
        own, others = position.tiles(colour), position.tiles(colour.other)
        for move in moves:
            freedom[str(move.start)] = freedom.get(str(move.start), 0) + 1
            if move.target in others:
                captures.add(str(move))
        reach[colour.name.lower()] = sorted({str(move.target) for move in moves if is_full(own[move.start], move)})
    return {"fen": position.to_fen(), "freedom": freedom, "reach": reach, "captures": sorted(captures)}


def main() -> None:
    """Play random games with the seed that the command line says, until there are so many positions."""
    seed, count = map(int, sys.argv[1:])
    dice = random.Random(seed)
    position = Position.start()
    for _ in range(count):
        sys.stdout.write(json.dumps(counts(position)) + "\n")
        for _ in range(dice.randint(1, 9)):
            legal = list(position.legal_actions())
            position = position.play(dice.choice(legal)) if legal else Position.start()


if __name__ == "__main__":
    main()
