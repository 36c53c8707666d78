"""Many proofs in one call: the same verdicts as one by one."""

import random

import pytest

from barragoon import Position, parse_action
from barragoon.engine import Engine, EngineRequestError, Limit, Verdict
from engine.test_judge import DOOR, HUNT
from engine.test_solver import late

# The placements of lessons: a wall with some faces, one with All Turns alone, one of two turns.
PLACING = [
    (DOOR.play("d1d4"), 1, 14),
    (Position.from_fen("1x5/3D3/7/7/7/7/7/+6/zS5 w - 10 00 1").play("d8b9"), 1, 1),
    (Position.from_fen("7/x2DV2/7/dx5/7/7/7/7/7 w - 10 00 1").play("d8a8"), 2, 12),
    (Position.from_fen("z4<1/1DZ2<1/3x3/7/7/7/7/6x/3x3 w - 10 00 1").play("b8d7"), 2, 803),
]


@pytest.mark.parametrize(("position", "turns", "accepted"), PLACING, ids=str)
def test_so_many_placements_win(position: Position, turns: int, accepted: int) -> None:
    with Engine() as engine:
        verdicts = engine.solve_each(position, turns)
    assert set(verdicts) == set(position.legal_actions())
    assert list(verdicts.values()).count(Verdict.WIN) == accepted
    assert Verdict.UNKNOWN not in verdicts.values()


def test_each_verdict_is_that_of_a_proof_of_its_own() -> None:
    source, found = random.Random(3), list[Verdict]()
    with Engine() as engine:
        while min(found.count(Verdict.WIN), found.count(Verdict.NO_WIN)) < 300:
            position, turns = late(source, tiles=2), source.choice((1, 2))
            if position.outcome() is not None:
                continue
            verdicts = engine.solve_each(position, turns)
            for action in source.sample(sorted(verdicts), min(40, len(verdicts))):
                alone = engine.solve(position, turns, only=[action]).verdict
                assert verdicts[action] is alone, (position.to_fen(), turns, str(action))
                found.append(alone)


def test_only_some_are_asked_about() -> None:
    actions = [parse_action(text) for text in ("e3f2", "e3d2")]
    with Engine() as engine:
        assert engine.solve_each(HUNT, 2, only=actions) == {actions[0]: Verdict.WIN, actions[1]: Verdict.NO_WIN}
        with pytest.raises(EngineRequestError, match="d1d9"):
            engine.solve_each(HUNT, 2, only=[parse_action("d1d9")])


def test_the_limit_is_for_each_action() -> None:
    with Engine() as engine:
        verdicts = engine.solve_each(HUNT, 2, Limit(nodes=1))
        assert set(verdicts.values()) == {Verdict.UNKNOWN}
