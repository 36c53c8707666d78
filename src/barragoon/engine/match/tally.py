"""Counting a match: points, pairs, faults, and what they say about strength."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from enum import Enum

from barragoon.engine.match.sprt import Sprt, elo_with_error


class Mishap(Enum):
    """How a game was lost otherwise than on the board."""

    TIME = "time"
    FAULT = "fault"


@dataclass(frozen=True, slots=True)
class Result:
    """One game as the match counts it: the points of the first engine (0, ½, 1), and how it came about."""

    points: float
    turns: int
    white: bool
    mishap: Mishap | None = None
    detail: str = ""


@dataclass(slots=True)
class Tally:
    """All that was played so far, as the first engine sees it.

    >>> tally = Tally()
    >>> tally.add((Result(1, 40, True), Result(0.5, 61, False)))
    >>> tally.wins, tally.draws, tally.losses, tally.pairs
    (1, 1, 0, [0, 0, 0, 1, 0])
    """

    wins: int = 0
    draws: int = 0
    losses: int = 0
    pairs: list[int] = field(default_factory=lambda: [0] * 5)
    turns: int = 0
    white_points: float = 0.0
    mishaps: tuple[Counter[Mishap], Counter[Mishap]] = field(default_factory=lambda: (Counter(), Counter()))
    details: list[str] = field(default_factory=list)

    def add(self, pair: tuple[Result, Result]) -> None:
        """Count the two games of a pair."""
        for result in pair:
            self._add_game(result)
        self.pairs[round(2 * sum(result.points for result in pair))] += 1

    @property
    def games(self) -> int:
        """How many games were played."""
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float:
        """The first engine's share of the points."""
        return (self.wins + self.draws / 2) / self.games if self.games else 0.5

    def summary(self, sprt: Sprt | None = None) -> dict[str, object]:
        """All of it for a program to read."""
        elo = elo_with_error(self.pairs)
        return {
            "games": self.games,
            "wins": self.wins,
            "draws": self.draws,
            "losses": self.losses,
            "score": round(self.score, 5),
            "pentanomial": self.pairs,
            "elo": elo and {"best": _finite(elo.best), "low": _finite(elo.low), "high": _finite(elo.high)},
            "sprt": sprt and self._sprt(sprt),
            "mishaps": [{mishap.value: counts[mishap] for mishap in Mishap} for counts in self.mishaps],
            "details": self.details,
            "turns_a_game": round(self.turns / self.games, 1) if self.games else None,
            "white_score": round(self.white_points / self.games, 5) if self.games else None,
        }

    def _sprt(self, sprt: Sprt) -> dict[str, object]:
        return {
            "elo0": sprt.elo0,
            "elo1": sprt.elo1,
            "llr": round(sprt.ratio(self.pairs), 3),
            "lower": round(sprt.lower, 3),
            "upper": round(sprt.upper, 3),
            "verdict": sprt.verdict(self.pairs).value,
        }

    def _add_game(self, result: Result) -> None:
        self.wins += result.points == 1
        self.draws += result.points == 0.5
        self.losses += result.points == 0
        self.turns += result.turns
        self.white_points += result.points if result.white else 1 - result.points
        if result.mishap:
            self.mishaps[1 if result.points else 0][result.mishap] += 1
            self.details.append(result.detail)


def _finite(number: float) -> float | None:
    """JSON knows no infinity."""
    return round(number, 1) if abs(number) < 1e6 else None
