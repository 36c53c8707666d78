"""Games of the engine against itself: quiet positions with the score of the search and how the game ended.

    python tools/self_play.py --positions 200000 build/tuning/positions.tsv

Each line is a FEN, the score of the search for the player whose turn it is, and that player's result (1, 0.5 or 0).
What is there already stays: the file grows with every run. Two runs with different seeds can go on side by side.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from barragoon import Position
from barragoon.engine import _native

NODES = 2_000
LONGEST = 400
"""Actions after which a game counts as drawn."""

PROVEN = 20_000
"""A score beyond this is a forced win, from which an evaluation has nothing to learn."""


def main() -> None:
    """Play until there are so many positions more."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--positions", type=int, default=200_000)
    parser.add_argument("--nodes", type=int, default=NODES, help="an action")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    arguments.file.parent.mkdir(parents=True, exist_ok=True)
    dice = random.Random(arguments.seed)
    made = games = 0
    with arguments.file.open("a") as file:
        while made < arguments.positions:
            lines = list(positions_of_a_game(dice, arguments.nodes))
            file.writelines(lines)
            made += len(lines)
            games += 1
            if games % 50 == 0:
                print(f"{games} games, {made} positions", file=sys.stderr, flush=True)


def positions_of_a_game(dice: random.Random, nodes: int) -> Iterator[str]:
    """Play one game from a random opening."""
    start = Position.start(open=dice.random() < 0.5).to_fen()
    core = _native.Core()
    actions = opening(core, dice, start)
    seen: list[tuple[str, int]] = []
    counts: Counter[int] = Counter()
    result = 0.5
    while len(actions) < LONGEST:
        core.set_position(start, actions)
        fen = core.fen()
        if fen.split()[2] == "-":
            counts[core.key()] += 1
            if counts[core.key()] == 3:
                break
        best = core.search(nodes=nodes)
        if not best.actions:
            result = 0.0 if fen.split()[1] == "w" else 1.0
            break
        if fen.split()[2] == "-" and abs(best.score) < PROVEN and is_quiet(core, best.actions[0]):
            seen.append((fen, best.score))
        actions.append(best.actions[0])
    for fen, score in seen:
        own = result if fen.split()[1] == "w" else 1 - result
        yield f"{fen}\t{score}\t{own}\n"


def opening(core: _native.Core, dice: random.Random, start: str) -> list[str]:
    """A few random actions, the last turn complete."""
    while True:
        actions: list[str] = []
        core.set_position(start, actions)
        wanted = dice.randint(4, 12)
        while (len(actions) < wanted or core.fen().split()[2] != "-") and (legal := core.legal_actions()):
            actions.append(dice.choice(legal))
            core.set_position(start, actions)
        if core.legal_actions():
            return actions


def is_quiet(core: _native.Core, best: str) -> bool:
    """Whether the best action is a move that takes no tile: others are for the search to judge."""
    row = core.fen().split()[0].split("/")[9 - int(best[3])]
    return not best.startswith("@") and not holds_tile(row, "abcdefg".index(best[2]))


def holds_tile(row: str, file: int) -> bool:
    """Whether a tile stands on a file of a FEN's row."""
    cells = "".join("." * int(mark) if mark.isdigit() else mark for mark in row)
    return cells[file] in "ZDVzdv"


if __name__ == "__main__":
    main()
