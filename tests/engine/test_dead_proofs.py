"""No proof runs through a dead position: the solver and the search in positions near dead ones."""

import random
from collections import Counter
from itertools import islice

import pytest

from barragoon import Action, Game, Position, parse_action
from barragoon.engine import Engine, Limit, Verdict, _native
from barragoon.engine.native import LEVELS
from engine.brute_force import BruteForce, TooLongError, assert_line_wins
from engine.near_dead import FALSE_WIN, walk

BLIND = parse_action("b5b9")
"""The action that wins only if dead positions are played on."""


@pytest.mark.parametrize("instruction_set", _native.instruction_sets())
def test_a_dead_position_is_no_win_whoever_would_be_stuck_next(instruction_set: str) -> None:
    assert str(Position.from_fen(FALSE_WIN).after(BLIND).outcome()) == "Draw: nothing can ever be captured again"
    core = _native.Core(instruction_set)
    core.set_position(FALSE_WIN)
    for only in ([], [str(BLIND)]):
        solution = core.solve(4, only=only)
        assert (solution.verdict, solution.turns) == (_native.Verdict.NO_WIN, 4)


def test_the_search_sees_no_win_in_a_dead_position() -> None:
    position = Position.from_fen(FALSE_WIN)
    with Engine() as engine:
        for depth in range(1, 9):
            (line,) = engine.analyse(position, Limit(depth=depth))
            assert line.score.turns_to_end is None, depth
            assert_game_goes_on(position, line.actions)
    for level in LEVELS:
        with Engine(level=level, seed=1) as engine:
            assert engine.analyse(position, Limit(nodes=20_000))[0].score.turns_to_end is None, level


def assert_game_goes_on(position: Position, actions: tuple[Action, ...]) -> None:
    """No action of a line is played after the game has ended."""
    game = Game(position)
    for action in actions:
        assert game.outcome() is None, (position.to_fen(), actions)
        game.push(action)


def check(position: Position, turns: int, steps: int) -> str:
    """Compare what the solver says with brute force, as far as that comes; says what was compared."""
    with Engine() as engine:
        solution = engine.solve(position, turns)
    assert solution.verdict is not Verdict.UNKNOWN, position.to_fen()
    if solution.wins:
        assert_line_wins(position, list(solution.actions), solution.turns)
    try:
        if not solution.wins:
            assert not BruteForce(steps).wins(position, position.actor, turns), position.to_fen()
            return "no win"
        first = solution.actions[0]
        assert BruteForce(steps).wins_by(position, first, position.actor, solution.turns), position.to_fen()
        if solution.turns > 1:
            assert not BruteForce(steps).wins(position, position.actor, solution.turns - 1), position.to_fen()
    except TooLongError:
        return "too long"
    return f"win in {solution.turns}"


def check_all(seed: int, count: int, steps: int) -> Counter[str]:
    source = random.Random(seed)
    positions = islice(walk(source, 100 * count), count)
    return Counter(check(position, source.choice((1, 2, 2, 3)), steps) for position in positions)


def test_near_dead_positions_are_won_when_brute_force_says_so() -> None:
    found = check_all(seed=1, count=60, steps=1_000)
    assert found["no win"] >= 5
    assert found["win in 1"] >= 5
    assert found["win in 2"] >= 1


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 5))
def test_many_near_dead_positions_are_won_when_brute_force_says_so(seed: int) -> None:
    found = check_all(seed, count=500, steps=20_000)
    # Walks differ in how much of them brute force can settle; these bounds only say that each kind was met.
    assert found["no win"] >= 20
    assert found["win in 1"] >= 20
    assert found["win in 2"] >= 3


@pytest.mark.slow
def test_the_search_tells_no_win_near_dead_positions_that_brute_force_refutes() -> None:
    confirmed = 0
    for position in islice(walk(random.Random(9), 40_000), 400):
        with Engine() as engine:
            (line,) = engine.analyse(position, Limit(depth=6))
        assert_game_goes_on(position, line.actions)
        if not line.score.wins:
            continue
        turns = ((line.score.turns_to_end or 0) + 1) // 2
        try:
            assert BruteForce(20_000).wins_by(position, line.actions[0], position.actor, turns), position.to_fen()
        except TooLongError:
            continue
        confirmed += 1
    assert confirmed >= 100
