"""How sure a match makes us: Elo with its error, and the sequential test of one claim against another.

Games are played in pairs, one opening with colours swapped, and the pair is what is counted: its two games are not
independent, and counting them one by one would overrate the error. A pair is worth 0, ½, 1, 1½ or 2 points, which
gives five counts (*pentanomial*). The test is the generalised sequential probability ratio test of fishtest and
fastchess, with logistic Elo.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

PAIR_SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
"""The share of the points that each of the five outcomes of a pair brings."""

_CONFIDENCE = 1.959964
"""Standard deviations on either side of the mean that hold 95 % of the cases."""

_SURPRISE = 0.025
"""The chance of what lies beyond either bound."""

_NEVER_SEEN = 1e-3
"""What an outcome that has not occurred yet counts, so that no estimate is certain (as in fishtest)."""

_HALVINGS = 60


def expected_score(elo: float) -> float:
    """The share of the points that a lead of so many Elo brings.

    >>> round(expected_score(0), 3), round(expected_score(200), 3)
    (0.5, 0.76)
    """
    return 1 / (1 + 10 ** (-elo / 400))


def elo_of(score: float) -> float:
    """The lead that a share of the points shows; endless for all or none of them.

    >>> round(elo_of(0.75))
    191
    """
    if not 0 < score < 1:
        return math.copysign(math.inf, score - 0.5)
    return 400 * math.log10(score / (1 - score))


@dataclass(frozen=True, slots=True)
class Elo:
    """A lead with the bounds that hold it in 95 of 100 matches."""

    best: float
    low: float
    high: float


def elo_with_error(pairs: Sequence[int]) -> Elo | None:
    """The lead that five counts of pairs show; None before the first pair.

    >>> elo = elo_with_error([5, 10, 30, 20, 15])
    >>> round(elo.low), round(elo.best), round(elo.high)
    (23, 66, 111)
    """
    number = sum(pairs)
    if not number:
        return None
    mean, variance = _moments([count / number for count in pairs])
    if mean in {0, 1}:
        # All or nothing shows no variance; what it rules out is what would have been a surprise in so many pairs.
        bound = elo_of(_SURPRISE ** (1 / number))
        return Elo(math.inf, bound, math.inf) if mean else Elo(-math.inf, -math.inf, -bound)
    error = _CONFIDENCE * math.sqrt(variance / number)
    return Elo(elo_of(mean), elo_of(mean - error), elo_of(mean + error))


class Verdict(Enum):
    """What a sequential test has come to."""

    ACCEPTED = "accepted"
    REJECTED = "rejected"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class Sprt:
    """A test of "stronger by ``elo1``" (accepted) against "stronger by ``elo0``" (rejected), with its error rates.

    >>> test = Sprt(0, 10)
    >>> round(test.lower, 3), round(test.upper, 3)
    (-2.944, 2.944)
    >>> test.verdict([0, 0, 40, 0, 70])
    <Verdict.ACCEPTED: 'accepted'>
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def lower(self) -> float:
        """The ratio at which the claim is rejected."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """The ratio at which the claim is accepted."""
        return math.log((1 - self.beta) / self.alpha)

    def ratio(self, pairs: Sequence[int]) -> float:
        """The logarithm of how much likelier five counts are under ``elo1`` than under ``elo0``."""
        if not sum(pairs):
            return 0.0
        shares = _shares(pairs)
        under0, under1 = (_likeliest(shares, expected_score(elo)) for elo in (self.elo0, self.elo1))
        terms = (share * math.log(p1 / p0) for share, p0, p1 in zip(shares, under0, under1, strict=True))
        return sum(pairs) * sum(terms)

    def verdict(self, pairs: Sequence[int]) -> Verdict:
        """Whether the test is over."""
        ratio = self.ratio(pairs)
        if ratio >= self.upper:
            return Verdict.ACCEPTED
        return Verdict.REJECTED if ratio <= self.lower else Verdict.OPEN


def _shares(pairs: Sequence[int]) -> list[float]:
    counts = [count or _NEVER_SEEN for count in pairs]
    return [count / sum(counts) for count in counts]


def _moments(shares: Sequence[float]) -> tuple[float, float]:
    """Mean and variance of a pair's score."""
    mean = sum(share * score for share, score in zip(shares, PAIR_SCORES, strict=True))
    return mean, sum(share * (score - mean) ** 2 for share, score in zip(shares, PAIR_SCORES, strict=True))


def _likeliest(shares: Sequence[float], mean: float) -> list[float]:
    """The distribution with a given mean under which the shares are likeliest.

    It is p / (1 + t (a - mean)) for a certain t between bounds that keep it positive (Van den Bergh, "The GSPRT").
    """
    gaps = [score - mean for score in PAIR_SCORES]
    low, high = -1 / max(gaps), -1 / min(gaps)
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        slope = sum(share * gap / (1 + middle * gap) for share, gap in zip(shares, gaps, strict=True))
        low, high = (middle, high) if slope > 0 else (low, middle)
    return [share / (1 + low * gap) for share, gap in zip(shares, gaps, strict=True)]
