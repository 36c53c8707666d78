"""Estimates with their errors: shares of points, means, and a logistic regression on counted cells."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

CONFIDENCE = 1.959964
"""Standard deviations on either side that hold 95 % of the cases."""

_ROUNDS = 50
_STILL = 1e-9
_PRIOR = 1e-3
"""A faint pull towards zero, so that a fit ends even where a kind of tile decided every game."""


class Estimate(NamedTuple):
    """A figure with the bounds that hold it in 95 of 100 repetitions."""

    value: float
    low: float
    high: float

    @property
    def error(self) -> float:
        """Half the distance between the bounds."""
        return (self.high - self.low) / 2


class Outcomes(NamedTuple):
    """Games by their result."""

    white: int
    draw: int
    brown: int

    @property
    def games(self) -> int:
        """How many there are."""
        return sum(self)

    @property
    def white_score(self) -> Estimate:
        """White's share of the points."""
        return wilson(self.white + self.draw / 2, self.games)


class Cell(NamedTuple):
    """Games in which the same was seen, and the points that they brought."""

    features: tuple[float, ...]
    games: float
    points: float


def wilson(points: float, games: int) -> Estimate:
    """A share of the points with its Wilson interval, which stays between 0 and 1 even for few games.

    A draw counts as half a win; since it varies less than a win or a loss, the interval is if anything too wide.

    >>> tuple(round(bound, 3) for bound in wilson(60, 100))
    (0.6, 0.502, 0.691)
    """
    if not games:
        return Estimate(math.nan, 0.0, 1.0)
    share, square = points / games, CONFIDENCE**2
    middle = (share + square / (2 * games)) / (1 + square / games)
    half = CONFIDENCE * math.sqrt(share * (1 - share) / games + square / (4 * games**2)) / (1 + square / games)
    return Estimate(share, max(0.0, middle - half), min(1.0, middle + half))


def mean(count: int, total: float, squares: float) -> Estimate:
    """A mean from sums.

    >>> tuple(round(bound, 2) for bound in mean(4, 10, 30))
    (2.5, 1.23, 3.77)
    """
    if count < 2:
        return Estimate(total / count if count else math.nan, -math.inf, math.inf)
    value = total / count
    variance = max(0.0, squares - count * value**2) / (count - 1)
    half = CONFIDENCE * math.sqrt(variance / count)
    return Estimate(value, value - half, value + half)


def mean_of_counts(counts: Iterable[tuple[int, int]]) -> Estimate:
    """The mean of numbers that are given with how often each came up."""
    pairs = list(counts)
    return mean(sum(n for _, n in pairs), sum(x * n for x, n in pairs), sum(x * x * n for x, n in pairs))


def quantile(counts: Iterable[tuple[int, int]], share: float) -> int:
    """The number that so many of them do not exceed.

    >>> quantile([(1, 5), (2, 3), (9, 2)], 0.5), quantile([(1, 5), (2, 3), (9, 2)], 0.9)
    (1, 9)
    """
    pairs = sorted(counts)
    left = share * sum(count for _, count in pairs)
    for number, count in pairs:
        left -= count
        if left <= 0:
            return number
    return pairs[-1][0] if pairs else 0


def elo(score: float) -> float:
    """The lead in Elo that a share of the points shows.

    >>> round(elo(0.64))
    100
    """
    return 400 * math.log10(score / (1 - score)) if 0 < score < 1 else math.copysign(math.inf, score - 0.5)


def logistic(value: float) -> float:
    """The share of the points that a sum of weights means."""
    return 1 / (1 + math.exp(-value))


def fit(cells: Sequence[Cell]) -> list[Estimate]:
    """The weight of each feature for the points, by Newton's method, with the errors that independent games have.

    >>> cells = [Cell((1.0,), 100, 75), Cell((-1.0,), 100, 25)]
    >>> [tuple(round(bound, 2) for bound in weight) for weight in fit(cells)]
    [(1.1, 0.78, 1.42)]
    """
    features = np.array([cell.features for cell in cells], dtype=float)
    games = np.array([cell.games for cell in cells], dtype=float)
    points = np.array([cell.points for cell in cells], dtype=float)
    weights = np.zeros(features.shape[1])
    curvature = np.eye(features.shape[1])
    for _ in range(_ROUNDS):
        expected = 1 / (1 + np.exp(-np.clip(features @ weights, -30, 30)))
        slope = features.T @ (points - games * expected) - _PRIOR * weights
        curvature = (features.T * (games * expected * (1 - expected))) @ features + _PRIOR * np.eye(len(weights))
        step = np.linalg.solve(curvature, slope)
        weights += step
        if np.abs(step).max() < _STILL:
            break
    errors = CONFIDENCE * np.sqrt(np.diag(np.linalg.inv(curvature)))
    return [Estimate(float(w), float(w - e), float(w + e)) for w, e in zip(weights, errors, strict=True)]
