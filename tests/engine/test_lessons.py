"""Every claim of the page's lessons is proven, and a claim that does not hold is found."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LEVELS = ROOT / "web" / "src" / "learn" / "levels.json"
CLAIMS = ROOT / "tests" / "data" / "lessons" / "claims.json"


def run(*arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(ROOT / "tools" / "check_lessons.py"), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("group", range(1, 8))
def test_every_claim_of_a_group_holds(group: int) -> None:
    checked = run(group)
    assert checked.stdout.endswith("0 problems\n")
    assert checked.returncode == 0


def test_ids_are_unique_and_every_claim_has_its_level() -> None:
    ids = [level["id"] for level in json.loads(LEVELS.read_text("utf-8"))]
    assert len({*ids}) == len(ids) == 99
    assert {*json.loads(CLAIMS.read_text("utf-8"))} <= {*ids}


@pytest.mark.parametrize(
    ("level", "changes", "problem"),
    [
        ("1.3", {"par": 4}, "3 moves are the fewest, not 4"),
        ("3.1", {"targets": ["d8"]}, "these capture: d4f5"),
        ("5.3", {"turns": 2}, "there is a win sooner"),
    ],
)
def test_a_claim_that_does_not_hold_is_found(
    level: str, changes: dict[str, object], problem: str, tmp_path: Path
) -> None:
    levels = json.loads(LEVELS.read_text("utf-8"))
    (changed,) = [each for each in levels if each["id"] == level]
    changed["goal"].update(changes)
    file = tmp_path / "levels.json"
    file.write_text(json.dumps(levels), "utf-8")
    checked = run("--levels", file, level)
    assert checked.returncode == 1
    assert f"{level}: {problem}" in checked.stdout
