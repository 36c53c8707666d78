"""Fits the ratings of the page's puzzles to what people have answered.

    python tools/rate_puzzles.py attempts/*.json
    python tools/rate_puzzles.py attempts/*.json --write

Each file is what a browser keeps under ``barragoon.puzzles``, or the list of its attempts: the puzzle, the score (1
or 0, and 0.5 with a hint) and the person's rating before it. People and puzzles are on one scale, so an answer is
expected to be right with the chance that a rating difference gives. First the weights of ``puzzle_weights.json`` are
fitted to all attempts together, held near where they were; then a puzzle with at least 20 attempts gets a term of its
own, shrunk towards none. With few people this learns far faster than a rating for each puzzle. ``--write`` keeps the
weights and rates the shipped puzzles anew.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from math import exp, log
from pathlib import Path
from typing import Any, NamedTuple

from barragoon.engine import Engine
from puzzle_rating import WEIGHTS, WEIGHTS_FILE, features_of, weighed
from ship_puzzles import FOLDER, shipped, write

STEEP = log(10) / 400
SPREAD_OF_WEIGHTS = 50
"""Standard deviation of a weight around where it was before anybody had answered."""

SPREAD_OF_PUZZLES = 200
ENOUGH_ATTEMPTS = 20
ROUNDS = 200


class Attempt(NamedTuple):
    """One answer: to which puzzle, how good, by whom."""

    id: str
    score: float
    rating: float


def chance(person: float, puzzle: float) -> float:
    """That a person of some rating solves a puzzle of another."""
    return 1 / (1 + exp(STEEP * (puzzle - person)))


def read_attempts(files: Iterable[Path]) -> list[Attempt]:
    """All attempts in some files."""
    found = []
    for file in files:
        content: Any = json.loads(file.read_text("utf-8"))
        rows = content["attempts"] if isinstance(content, dict) else content
        found += [Attempt(row["id"], float(row["score"]), float(row["rating"])) for row in rows]
    return found


def fit_weights(
    attempts: Sequence[Attempt], features: Mapping[str, Mapping[str, float]], before: Mapping[str, float]
) -> dict[str, float]:
    """The most likely weights, each held near where it was: Newton's method, one weight after the other."""
    weights = dict(before)
    by_weight = defaultdict[str, list[tuple[Attempt, float]]](list)
    for attempt in attempts:
        for name, value in features[attempt.id].items():
            if value:
                by_weight[name].append((attempt, value))
    ratings = {id_: sum(weights[name] * value for name, value in some.items()) for id_, some in features.items()}
    for _ in range(ROUNDS):
        for name, answered in by_weight.items():
            change = step(
                [(chance(one.rating, ratings[one.id]), one.score, value) for one, value in answered],
                weights[name] - before[name],
                SPREAD_OF_WEIGHTS,
            )
            weights[name] += change
            for id_, some in features.items():
                ratings[id_] += change * some.get(name, 0)
    return weights


def step(answers: Iterable[tuple[float, float, float]], offset: float, spread: float) -> float:
    """By how much to change something from which answers follow: their chances, scores, and how much each depends."""
    slope, bend = -offset / spread**2, 1 / spread**2
    for expected, score, value in answers:
        slope += STEEP * (expected - score) * value
        bend += STEEP**2 * expected * (1 - expected) * value**2
    return slope / bend


def own_term(attempts: Sequence[Attempt], rating: float) -> float:
    """How much harder a puzzle is than its features say; 0 as long as too few have tried."""
    term = 0.0
    if len(attempts) >= ENOUGH_ATTEMPTS:
        for _ in range(ROUNDS):
            answers = [(chance(one.rating, rating + term), one.score, 1.0) for one in attempts]
            term += step(answers, term, SPREAD_OF_PUZZLES)
    return term


def main() -> None:
    """Print the new weights, and keep them if that is wanted."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("attempts", type=Path, nargs="+")
    parser.add_argument("--folder", type=Path, default=FOLDER)
    parser.add_argument("--write", action="store_true", help="keep the weights and rate the shipped puzzles anew")
    arguments = parser.parse_args()
    puzzles = shipped(arguments.folder)
    known = {one.puzzle.key for one in puzzles}
    attempts = [attempt for attempt in read_attempts(arguments.attempts) if attempt.id in known]
    tried = {attempt.id for attempt in attempts}
    with Engine() as engine:
        features = {
            one.puzzle.key: features_of(one.puzzle, engine)
            for one in puzzles
            if arguments.write or one.puzzle.key in tried
        }
    weights = fit_weights(attempts, {id_: features[id_] for id_ in tried}, WEIGHTS)
    for name, weight in weights.items():
        print(f"{name}: {WEIGHTS[name]:.0f} → {weight:.0f}")
    of_puzzle = defaultdict[str, list[Attempt]](list)
    for attempt in attempts:
        of_puzzle[attempt.id].append(attempt)
    print(f"{len(attempts)} attempts at {len(tried)} puzzles")
    if not arguments.write:
        return
    rated = []
    for one in puzzles:
        rating = weighed(features[one.puzzle.key], weights)
        rated.append(replace(one, rating=round(rating + own_term(of_puzzle[one.puzzle.key], rating))))
    rounded = {name: round(weight) for name, weight in weights.items()}
    WEIGHTS_FILE.write_text(json.dumps(rounded, indent=2) + "\n", "utf-8")
    write(rated, arguments.folder)


if __name__ == "__main__":
    main()
