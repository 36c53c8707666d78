"""The suite of forced wins, proven again."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from barragoon import Action, Position, parse_action
from barragoon.engine import Engine, Verdict

SUITE = Path(__file__).parents[1] / "data" / "puzzles" / "wins.txt"


class Puzzle(NamedTuple):
    position: Position
    turns: int
    actions: list[Action]


def puzzles() -> Iterator[Puzzle]:
    for line in SUITE.read_text().splitlines():
        if not line.startswith("#"):
            fen, turns, _, actions = line.split(";")
            yield Puzzle(Position.from_fen(fen), int(turns), list(map(parse_action, actions.split())))


ALL = list(puzzles())


def test_the_suite_is_varied() -> None:
    assert Counter(puzzle.turns for puzzle in ALL) == {1: 10, 2: 15, 3: 15, 4: 10}
    assert len({puzzle.position for puzzle in ALL}) == 50
    assert min(Counter(puzzle.position.actor for puzzle in ALL).values()) >= 15
    assert sum(any(puzzle.position.stages) for puzzle in ALL) >= 5
    assert sum(bool(puzzle.position.hands) for puzzle in ALL) >= 5


@pytest.mark.parametrize("puzzle", ALL, ids=lambda puzzle: puzzle.position.to_fen())
def test_the_line_ends_with_the_win_in_so_many_turns(puzzle: Puzzle) -> None:
    position, own = puzzle.position, 0
    winner = position.actor
    for action in puzzle.actions:
        assert position.outcome() is None
        following = position.play(action)
        own += position.turn is winner and following.turn is not winner
        position = following
    outcome = position.outcome()
    assert outcome is not None
    assert (outcome.winner, own) == (winner, puzzle.turns)


@pytest.mark.slow
@pytest.mark.parametrize("puzzle", ALL, ids=lambda puzzle: puzzle.position.to_fen())
def test_the_win_is_proven_and_there_is_none_sooner(puzzle: Puzzle) -> None:
    with Engine() as engine:
        assert engine.solve(puzzle.position, puzzle.turns, only=puzzle.actions[:1]).wins
        if puzzle.turns > 1:
            assert engine.solve(puzzle.position, puzzle.turns - 1).verdict is Verdict.NO_WIN
