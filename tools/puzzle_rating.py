"""How hard a puzzle is, on the scale of the levels plus 600: what makes it hard, weighed by ``puzzle_weights.json``.

The first weights of wins in two turns are fitted: 38 puzzles against the levels, correlation 0.81, residual 480. Wins
in three have the same line shifted. Those of wins in one turn and of puzzles to hold are a guess, because every level
solves them. ``tools/rate_puzzles.py`` fits all of them to what people have answered.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from math import log2
from pathlib import Path

from barragoon import Move
from barragoon.engine import Engine, GoalKind, Limit
from barragoon.lab.mined_puzzle import Puzzle
from barragoon.position import MoveKind
from puzzle_themes import turns_on_a_barragoon

WEIGHTS_FILE = Path(__file__).parent / "puzzle_weights.json"
WEIGHTS: Mapping[str, float] = json.loads(WEIGHTS_FILE.read_text("utf-8"))

FEW_FACES = 4
MANY_FACES = 6
NODES = (50, 200, 800, 3_200, 12_800, 51_200, 204_800)
NEVER = 800_000
EASIEST, HARDEST = 700, 2_200


def rating_of(puzzle: Puzzle, engine: Engine) -> int:
    """The estimate before anybody has tried it."""
    return weighed(features_of(puzzle, engine))


def weighed(features: Mapping[str, float], weights: Mapping[str, float] = WEIGHTS) -> int:
    """The rating that features come to."""
    if "hold" in features:
        return round(max(weights["hold"], _sum(features, weights)))
    if "two turns" not in features:
        return round(_sum(features, weights))
    more = weights["three turns"] * features.get("three turns", 0)
    return round(min(HARDEST, max(EASIEST, _sum(features, weights) - more))) + round(more)


def _sum(features: Mapping[str, float], weights: Mapping[str, float]) -> float:
    return sum(weights[name] * value for name, value in features.items())


def features_of(puzzle: Puzzle, engine: Engine) -> dict[str, float]:
    """What makes it hard, by name."""
    if puzzle.goal.kind is GoalKind.HOLD:
        return {"hold": 1, "faces fewer than six": MANY_FACES - len(puzzle.accepted)}
    if puzzle.goal.turns == 1:
        return _of_one_turn(puzzle)
    features = {"two turns": 1.0, "doublings of the nodes": log2(nodes_until_found(puzzle, engine) / NODES[0])}
    return features | ({"three turns": 1.0} if puzzle.goal.turns > 2 else {})


def _of_one_turn(puzzle: Puzzle) -> dict[str, float]:
    position, first = puzzle.position, puzzle.first
    assert isinstance(first, Move), "a win begins with a move"
    moves = [move for move in position.legal_actions() if isinstance(move, Move)]
    return {
        "one turn": 1,
        "doublings of the legal moves": log2(len(moves) / 8),
        "takes a barragoon": position.kind(first) is MoveKind.TAKES_BARRAGOON,
        "two tiles to stop": len(position.movable_tiles(position.turn.other)) > 1,
        "few faces": 0 < len(puzzle.accepted) <= FEW_FACES,
        "turns on a barragoon": turns_on_a_barragoon(position, first),
        "another capture": any(position.kind(move) is MoveKind.TAKES_TILE for move in moves if move != first),
    }


def nodes_until_found(puzzle: Puzzle, engine: Engine) -> int:
    """From how many nodes on the search keeps choosing the solution."""
    found = NEVER
    for nodes in reversed(NODES):
        engine.new_game()
        (line,) = engine.analyse(puzzle.position, Limit(nodes=nodes))
        if not line.actions or line.actions[0] != puzzle.first:
            break
        found = nodes
    return found
