"""Proves puzzles again, each from its line alone: those of the page, or those of a file of tools/mine_puzzles.py.

    python tools/check_puzzles.py
    python tools/check_puzzles.py build/puzzles/mined.tsv --sample 50

Of a win: that it can't be forced sooner, that the first move alone forces it, that the accepted placements are all
that keep it, and that the page's judge says so. Of a puzzle to hold: that exactly the accepted placements hold. Of
both: that the turn before leads there, and of the page's, that the themes are true. A sample of them can be checked
instead of all.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from barragoon import Position
from barragoon.engine import Engine, GoalKind, Grade, Verdict
from barragoon.lab.mined_puzzle import Puzzle
from puzzle_themes import themes_of
from ship_puzzles import FOLDER, shipped
from shipped_puzzle import ShippedPuzzle


def problems_of(puzzle: Puzzle, engine: Engine) -> list[str]:
    """What is not as the puzzle says, in sentences; none if all is proven."""
    position = puzzle.before
    for action in puzzle.played:
        position = position.play(action)
    found = [] if position == puzzle.position else ["the turn before does not lead to the position"]
    return found + (problems_of_win if puzzle.goal.kind is GoalKind.WIN else problems_of_hold)(puzzle, engine)


def problems_of_win(puzzle: Puzzle, engine: Engine) -> list[str]:
    """The proofs of a puzzle to win."""
    position, turns, first = puzzle.position, puzzle.goal.turns, puzzle.first
    if first is None:
        return ["there is no first move"]
    found = []
    if turns > 1 and engine.solve(position, turns - 1).verdict is not Verdict.NO_WIN:
        found.append("there is a win sooner")
    winning = [
        action for action, verdict in engine.solve_each(position, turns).items() if verdict is not Verdict.NO_WIN
    ]
    if winning != [first]:
        found.append(f"these first moves win: {' '.join(map(str, winning))}")
    if engine.judge(position, puzzle.goal, first).grade is not Grade.RIGHT:
        found.append("the page can't judge the first move")
    if puzzle.accepted and puzzle.accepted != winning_placements(engine, position.play(first), turns):
        found.append("other placements win than those that are accepted")
    return found


def winning_placements(engine: Engine, position: Position, turns: int) -> tuple[object, ...]:
    """One proof for each placement, in their order."""
    verdicts = engine.solve_each(position, turns)
    return tuple(sorted(action for action, verdict in verdicts.items() if verdict is Verdict.WIN))


def problems_of_hold(puzzle: Puzzle, engine: Engine) -> list[str]:
    """The proofs of a puzzle to hold, by the solver for the opponent rather than by the judge that mined it."""
    holding = []
    for action in sorted(puzzle.position.legal_actions()):
        after = puzzle.position.play(action)
        wins = after.outcome() is not None and after.turn is puzzle.position.actor
        if after.outcome() is None and after.actor is not puzzle.position.actor:
            wins = engine.solve(after, puzzle.goal.turns).wins
        if not wins:
            holding.append(action)
    return [] if tuple(holding) == puzzle.accepted else ["other placements hold than those that are accepted"]


def problems_of_themes(shipped: ShippedPuzzle) -> list[str]:
    """Whether the page tells the truth after solving."""
    themes = themes_of(shipped.puzzle)
    return [] if themes == shipped.themes else [f"its themes are {' '.join(themes)}"]


def read(path: Path) -> list[Puzzle | ShippedPuzzle]:
    """The puzzles of the page's folder, or of a file that was mined."""
    if path.is_dir():
        return [*shipped(path)]
    return [Puzzle.parse(line) for line in path.read_text("utf-8").splitlines() if not line.startswith("%")]


def check(puzzles: Sequence[Puzzle | ShippedPuzzle], engine: Engine) -> Iterator[tuple[str, str]]:
    """What can't be proven: the puzzle's key, and a sentence."""
    keys = set[str]()
    for one in puzzles:
        puzzle = one.puzzle if isinstance(one, ShippedPuzzle) else one
        found = problems_of(puzzle, engine) + (["it is there twice"] if puzzle.key in keys else [])
        found += problems_of_themes(one) if isinstance(one, ShippedPuzzle) else []
        keys.add(puzzle.key)
        yield from ((puzzle.key, problem) for problem in found)


def main() -> None:
    """Print what can't be proven; the exit code says whether there is anything."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("path", type=Path, nargs="?", default=FOLDER)
    parser.add_argument("--sample", type=int, help="check so many of them")
    arguments = parser.parse_args()
    puzzles = read(arguments.path)
    random.Random(1).shuffle(puzzles)
    puzzles = puzzles[: arguments.sample]
    failed = set[str]()
    with Engine() as engine:
        for key, problem in check(puzzles, engine):
            failed.add(key)
            print(f"{key}: {problem}", flush=True)
    print(f"{len(puzzles)} puzzles, {len(failed)} of them not proven", file=sys.stderr)
    sys.exit(len(failed) > 0)


if __name__ == "__main__":
    main()
