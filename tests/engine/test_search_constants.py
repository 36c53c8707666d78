"""The numbers of the search: set by name, heard by full strength alone, and tuned by tools/tune_search.py."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from barragoon.engine import _native
from barragoon.engine.bench import POSITIONS

TOOL = Path(__file__).parents[2] / "tools" / "tune_search.py"


def found(core: _native.Core) -> list[tuple[int, int, list[str]]]:
    lines = []
    for fen in POSITIONS[:6]:
        core.new_game()
        core.set_position(fen)
        line = core.search(nodes=2_000)
        lines.append((line.nodes, line.score, line.actions))
    return lines


def changed() -> _native.Core:
    core = _native.Core()
    for name, (_, least, most) in core.search_constants().items():
        core.set_search_constant(name, (least + most) // 2)
    return core


def test_full_strength_hears_the_constants() -> None:
    assert found(changed()) != found(_native.Core())


def test_a_level_plays_as_it_was_measured() -> None:
    strong, measured = changed(), _native.Core()
    for core in (strong, measured):
        core.set_level(9, 1, 2)
    assert found(strong) == found(measured)


def test_what_is_set_is_shown() -> None:
    core = _native.Core()
    core.set_search_constant("placing", 77)
    assert core.search_constants()["placing"][0] == 77


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("placing", -1, "placing is from 0 to 400"),
        ("placing", 401, "placing is from 0 to 400"),
        ("luck", 1, "the search has no constant 'luck'"),
    ],
)
def test_what_can_not_be_set_changes_nothing(name: str, value: int, sentence: str) -> None:
    core = _native.Core()
    before = core.search_constants()
    with pytest.raises(ValueError, match=sentence):
        core.set_search_constant(name, value)
    assert core.search_constants() == before


def test_tuning_goes_on_where_it_stopped(tmp_path: Path) -> None:
    file = tmp_path / "tuning.json"

    def tune(*arguments: str) -> str:
        command = [sys.executable, str(TOOL), str(file), "--workers", "1", *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout

    assert tune("--steps", "2", "--nodes", "30").startswith("2 pairs of 30 nodes an action")
    first = json.loads(file.read_text())
    assert tune("--steps", "3").startswith("3 pairs of 30 nodes an action")
    second = json.loads(file.read_text())
    assert second["steps"] == 3
    assert second["seconds"] > first["seconds"]
    bounds = _native.Core().search_constants()
    assert all(bounds[name][1] <= value <= bounds[name][2] for name, value in second["values"].items())
    assert tune("--show").startswith("3 pairs")
