"""The examples run as a reader would run them."""

import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from barragoon import Game, Position, __version__
from barragoon.engine import Limit, UbiEngine
from barragoon.record import Record

EXAMPLES = Path(__file__).parents[1] / "examples"
GAMES = Path(__file__).parent / "data" / "games"


def run(name: str, *arguments: str) -> str:
    command = [sys.executable, str(EXAMPLES / name), *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True, encoding="utf-8").stdout


def test_every_example_is_tested() -> None:
    """The bot is tested where servers are: tests/server."""
    tested = {"random_game.py", "best_capture.py", "online_bot.py", "own_engine.py"}
    tested |= {
        "train_value.py",
        "analyse_with_ubi.py",
        "read_games.py",
        "draw_position.py",
        "look_ahead.py",
        "ubi_by_hand.py",
    }
    assert {path.name for path in EXAMPLES.glob("*.py")} == tested


@pytest.mark.parametrize("seed", ["1", "2"])
def test_random_game_prints_a_game_file(seed: str) -> None:
    record = Record.parse(run("random_game.py", seed))
    assert {record.tags["White"], record.tags["Brown"]} == {"Heads", "Tails"}
    assert record.game().turns


def test_best_capture_draws_the_board_after_each_turn() -> None:
    assert run("best_capture.py", "3").count("a    b    c    d    e    f    g") == 3


def test_analyse_with_ubi_prints_each_depth() -> None:
    *lines, last = run("analyse_with_ubi.py").splitlines()
    assert [line.split()[1] for line in lines] == ["1", "2", "3", "4", "5"]
    assert last == f"Barragoon {__version__} plays {lines[-1].split()[3]}"
    won = run("analyse_with_ubi.py", "7/7/7/7/3z3/7/7/3D3/7 w")
    assert "wins in 1  d2d5" in won


def test_look_ahead_plays_a_pair_against_the_first_level() -> None:
    points, _, rest = run("look_ahead.py", "1", "1").partition(" ")
    assert rest == "points of 2 against level 1\n"
    assert float(points) >= 1


def test_ubi_by_hand_plays_legal_actions() -> None:
    with UbiEngine([sys.executable, str(EXAMPLES / "ubi_by_hand.py")]) as engine:
        for start in (Position.start(), Position.start(open=True), Position.from_fen("3z3/7/7/3N3/7/7/3D3/7/7 w")):
            game = Game(start)
            game.push(min(game.legal_actions()))
            assert engine.play(game, Limit(nodes=1)).action in game.legal_actions()


def test_read_games_describes_each_and_shows_errors() -> None:
    lines = run("read_games.py", str(GAMES / "three.bgn")).splitlines()
    assert [line[:2] for line in lines if line[0] != " "] == ["1.", "2.", "3."]
    assert lines[0].endswith(": 1/2-1/2 after 22 turns, 2 of them captures")
    assert lines[2].startswith("   line 20, column 1: ")


def test_own_engine_beats_the_random_player() -> None:
    assert run("own_engine.py", "match", "1") == "2 won, 0 drawn, 0 lost\n"


def test_draw_position_prints_a_picture() -> None:
    drawing = run("draw_position.py")
    assert ET.fromstring(drawing).tag.endswith("svg")
    assert "Brown to move" in drawing
