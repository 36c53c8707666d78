"""Elo and the sequential test, against figures worked out by hand."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from barragoon.engine.match.sprt import Sprt, Verdict, elo_of, elo_with_error, expected_score

counts = st.lists(st.integers(0, 500), min_size=5, max_size=5)


@given(st.floats(-800, 800))
def test_elo_and_score_are_inverse(elo: float) -> None:
    assert elo_of(expected_score(elo)) == pytest.approx(elo, abs=1e-6)


def test_known_leads() -> None:
    # Ten to one is 400 Elo by definition; three quarters of the points are 400 log10 3.
    assert elo_of(10 / 11) == pytest.approx(400)
    assert elo_of(0.75) == pytest.approx(400 * math.log10(3))
    assert (elo_of(0), elo_of(1)) == (-math.inf, math.inf)


def test_error_bars_by_hand() -> None:
    # Mean 47.5/80 = 0.59375; variance 0.077148, so 1.96 standard errors are 0.060866.
    elo = elo_with_error([5, 10, 30, 20, 15])
    assert elo
    assert elo.best == pytest.approx(-400 * math.log10(1 / 0.59375 - 1))
    assert elo.low == pytest.approx(elo_of(0.59375 - 0.060866), abs=0.01)
    assert elo.high == pytest.approx(elo_of(0.59375 + 0.060866), abs=0.01)


def test_all_or_nothing() -> None:
    won, lost = elo_with_error([0, 0, 0, 0, 100]), elo_with_error([100, 0, 0, 0, 0])
    assert won
    assert lost
    # A player who wins 96.4 % of the pairs wins a hundred in a row once in forty times.
    assert won.low == pytest.approx(elo_of(0.025**0.01)) == -lost.high
    assert (won.best, lost.best, won.high, lost.low) == (math.inf, -math.inf, math.inf, -math.inf)
    assert elo_with_error([0] * 5) is None


def test_ratio_of_a_coin_by_hand() -> None:
    """Where only 0 and 2 points occur, a pair is a coin, and the ratio is Wald's own."""
    test = Sprt(0, 50)
    s0, s1 = expected_score(0), expected_score(50)
    by_hand = 60 * math.log(s1 / s0) + 40 * math.log((1 - s1) / (1 - s0))
    assert test.ratio([40, 0, 0, 0, 60]) == pytest.approx(by_hand, abs=0.01)


def test_ratio_close_to_the_normal_approximation() -> None:
    # N (s1 - s0) (2 mean - s0 - s1) / (2 variance), which holds near equality.
    pairs = [100, 210, 420, 250, 120]
    n = sum(pairs)
    mean = (210 * 0.25 + 420 * 0.5 + 250 * 0.75 + 120) / n
    variance = sum(c * (s / 4 - mean) ** 2 for s, c in enumerate(pairs)) / n
    s0, s1 = expected_score(0), expected_score(10)
    approximation = n * (s1 - s0) * (2 * mean - s0 - s1) / (2 * variance)
    assert Sprt(0, 10).ratio(pairs) == pytest.approx(approximation, rel=0.02)


def test_bounds_and_verdicts() -> None:
    test = Sprt(0, 10, alpha=0.05, beta=0.1)
    assert test.lower == pytest.approx(math.log(0.1 / 0.95))
    assert test.upper == pytest.approx(math.log(0.9 / 0.05))
    assert test.ratio([0] * 5) == 0
    assert test.verdict([0] * 5) is Verdict.OPEN
    assert test.verdict([100, 300, 800, 600, 300]) is Verdict.ACCEPTED
    assert test.verdict([300, 600, 800, 300, 100]) is Verdict.REJECTED


@given(counts)
def test_the_ratio_turns_over_with_the_players(pairs: list[int]) -> None:
    assert Sprt(-20, 20).ratio(pairs) == pytest.approx(-Sprt(-20, 20).ratio(pairs[::-1]), abs=1e-6)
