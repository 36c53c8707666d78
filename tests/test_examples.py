"""The examples run as a reader would run them."""

import subprocess
import sys
from pathlib import Path

import pytest

from barragoon.record import Record

EXAMPLES = Path(__file__).parents[1] / "examples"


def run(name: str, *arguments: str) -> str:
    command = [sys.executable, str(EXAMPLES / name), *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True, encoding="utf-8").stdout


def test_every_example_is_tested() -> None:
    """The bot is tested where servers are: tests/server."""
    assert {path.name for path in EXAMPLES.glob("*.py")} == {"random_game.py", "best_capture.py", "online_bot.py"}


@pytest.mark.parametrize("seed", ["1", "2"])
def test_random_game_prints_a_game_file(seed: str) -> None:
    record = Record.parse(run("random_game.py", seed))
    assert {record.tags["White"], record.tags["Brown"]} == {"Heads", "Tails"}
    assert record.game().turns


def test_best_capture_draws_the_board_after_each_turn() -> None:
    assert run("best_capture.py", "3").count("a    b    c    d    e    f    g") == 3
