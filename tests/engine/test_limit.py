"""Limits, and the time that a clock grants."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from barragoon import Colour, EngineError, Position
from barragoon.engine import Clock, Limit
from barragoon.engine.search.time_budget import SHORTEST, action_budget, seconds_for, turn_budget
from strategies import positions

seconds = st.floats(0, 10_000)


@pytest.mark.parametrize(
    "arguments",
    [
        {},
        {"depth": 0},
        {"nodes": -1},
        {"seconds": 0.0},
        {"seconds": math.inf},
        {"seconds": math.nan},
        {"depth": 3, "infinite": True},
    ],
)
def test_limits_that_are_none(arguments: dict[str, float]) -> None:
    with pytest.raises(EngineError, match="a search"):
        Limit(**arguments)  # type: ignore[arg-type]


@pytest.mark.parametrize("shown", [-1.0, math.inf, math.nan])
def test_clocks_that_are_none(shown: float) -> None:
    with pytest.raises(EngineError, match="a clock can't show"):
        Clock(1, shown)


def test_a_clock_has_two_sides() -> None:
    clock = Clock(1, 2, 3, 4)
    assert [clock.remaining(colour) for colour in Colour] == [1, 2]
    assert [clock.increment(colour) for colour in Colour] == [3, 4]


@given(st.builds(Clock, seconds, seconds, seconds, seconds), positions, st.floats(0, 1))
def test_an_action_never_takes_more_than_is_left(clock: Clock, position: Position, overhead: float) -> None:
    budget = action_budget(clock, position, overhead)
    left = clock.remaining(position.actor)
    assert 0 < budget <= max(left - overhead, SHORTEST)


@given(seconds, seconds, st.floats(0.1, 10))
def test_a_turn_is_shared_by_its_move_and_a_placement(left: float, increment: float, overhead: float) -> None:
    position = Position.from_fen("7/7/7/7/3Zz2/7/7/7/7 w - 4 00 1")
    placing = Position.from_fen("7/7/7/7/3Z3/7/7/7/7 w w 4 00 1")
    clock = Clock(left, left, increment, increment)
    turn = turn_budget(left, increment, overhead)
    both = [action_budget(clock, asked, overhead) for asked in (position, placing)]
    assert sum(both) <= turn + 2 * SHORTEST
    assert both[0] >= both[1]


@given(st.floats(0.1, 60), st.floats(0, 1))
def test_the_clock_holds_out_for_many_turns(left: float, increment: float) -> None:
    for _ in range(300):
        spent = turn_budget(left, increment, overhead=0)
        assert spent <= left
        left += increment - spent
    assert left > 0


def test_the_shortest_time_counts() -> None:
    start = Position.start()
    clock = Clock(100, 100)
    assert seconds_for(Limit(seconds=0.5, clock=clock), start) == 0.5
    assert seconds_for(Limit(seconds=50, clock=clock), start, 0) == action_budget(clock, start, 0)
    assert seconds_for(Limit(nodes=5), start) is None


@pytest.mark.parametrize("nodes", [10.5, 2**70])
def test_what_is_no_number_of_nodes(nodes: int) -> None:
    with pytest.raises(EngineError, match="a whole number was expected"):
        Limit(nodes=nodes)
