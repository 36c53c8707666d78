"""Ratings of puzzles are fitted to answers: towards the truth, and no further than the answers allow."""

from __future__ import annotations

import random
import runpy
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

TOOLS = Path(__file__).parents[2] / "tools"


@pytest.fixture(scope="module")
def tool() -> dict[str, Any]:
    sys.path.insert(0, str(TOOLS))
    try:
        return runpy.run_path(str(TOOLS / "rate_puzzles.py"))
    finally:
        sys.path.remove(str(TOOLS))


FEATURES = {f"p{n}": {"one turn": 1.0, "few faces": float(n % 2)} for n in range(10)}
BEFORE = {"one turn": 550.0, "few faces": 150.0, "hold": 800.0}


def answers(tool: dict[str, Any], count: int, rating: Callable[[str], float]) -> list[Any]:
    source = random.Random(1)
    people = [(source.choice([*FEATURES]), source.uniform(300, 1100)) for _ in range(count)]
    return [
        tool["Attempt"](id_, float(source.random() < tool["chance"](person, rating(id_))), person)
        for id_, person in people
    ]


def test_weights_follow_many_answers(tool: dict[str, Any]) -> None:
    truth = {"one turn": 650.0, "few faces": 20.0}
    attempts = answers(tool, 4000, lambda id_: sum(truth[name] * value for name, value in FEATURES[id_].items()))
    fitted = tool["fit_weights"](attempts, FEATURES, BEFORE)
    assert abs(fitted["one turn"] - 650) < 25
    assert abs(fitted["few faces"] - 20) < 35
    assert fitted["hold"] == 800


def test_few_answers_change_little(tool: dict[str, Any]) -> None:
    attempts = [tool["Attempt"]("p0", 1.0, 550.0)] * 3
    fitted = tool["fit_weights"](attempts, FEATURES, BEFORE)
    assert 525 < fitted["one turn"] < 550
    assert fitted["few faces"] == 150


def test_a_puzzle_has_a_term_of_its_own_when_enough_have_tried(tool: dict[str, Any]) -> None:
    attempts = [tool["Attempt"]("p0", 0.0, 800.0)] * 19
    assert tool["own_term"](attempts, 700.0) == 0
    term = tool["own_term"]([*attempts, attempts[0]], 700.0)
    assert 150 < term < 600  # without shrinking it would have no bound


def test_features_come_to_the_ratings_of_before(tool: dict[str, Any]) -> None:
    weighed = tool["weighed"]
    assert weighed({"hold": 1, "faces fewer than six": 4}) == 1040
    assert weighed({"hold": 1, "faces fewer than six": -4}) == 800
    assert weighed({"two turns": 1, "doublings of the nodes": 0}) == 730
    assert weighed({"two turns": 1, "doublings of the nodes": 14, "three turns": 1}) == 2400
    assert weighed({"one turn": 1, "doublings of the legal moves": 1, "few faces": 1}) == 745
