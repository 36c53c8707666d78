"""The page's puzzles: each is proven again, and a day keeps its puzzle from release to release."""

from __future__ import annotations

import os
import runpy
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

TOOLS = Path(__file__).parents[2] / "tools"
SAMPLE = 60


def check(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(TOOLS / "check_puzzles.py"), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, env=os.environ)


def test_a_sample_of_the_puzzles_is_proven_again() -> None:
    checked = check("--sample", str(SAMPLE))
    assert checked.returncode == 0, checked.stdout
    assert f"{SAMPLE} puzzles, 0 of them" in checked.stderr


@pytest.mark.slow
def test_every_puzzle_is_proven_again() -> None:
    checked = check()
    assert checked.returncode == 0, checked.stdout


@pytest.fixture(scope="module")
def fill_days() -> Callable[[list[str], list[str], int], list[str]]:
    sys.path.insert(0, str(TOOLS))
    try:
        found: Callable[[list[str], list[str], int], list[str]] = runpy.run_path(str(TOOLS / "ship_puzzles.py"))[
            "fill_days"
        ]
    finally:
        sys.path.remove(str(TOOLS))
    return found


def test_too_few_puzzles_come_again(fill_days: Callable[[list[str], list[str], int], list[str]]) -> None:
    days = fill_days([], ["a", "b", "c"], 7)
    assert sorted(days[:3]) == ["a", "b", "c"]
    assert days[3:] == (days[:3] * 2)[:4]


def test_a_day_keeps_its_puzzle(fill_days: Callable[[list[str], list[str], int], list[str]]) -> None:
    old = fill_days([], ["a", "b", "c"], 7)
    new = fill_days(old, ["a", "b", "c", "d", "e"], 7)
    assert new[:3] == old[:3]
    assert sorted(new[3:5]) == ["d", "e"]
    assert fill_days(new, ["a", "b", "c", "d", "e"], 7) == new


def test_a_puzzle_that_is_gone_makes_room(fill_days: Callable[[list[str], list[str], int], list[str]]) -> None:
    assert fill_days(["a", "b", "c"], ["a", "c", "d"], 3) == ["a", "d", "c"]
