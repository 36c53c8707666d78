"""The miner and the check of its puzzles: each finds what the other says, and a run goes on where one was stopped."""

import os
import subprocess
import sys
from pathlib import Path

TOOLS = Path(__file__).parents[2] / "tools"
# Games in which there is something to find: a win in one turn, and a placement that alone holds.
GAMES = 11


def run(tool: str, *arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(TOOLS / tool), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False, env=os.environ)


def test_a_run_goes_on_where_one_was_stopped_and_all_is_proven_again(tmp_path: Path) -> None:
    file = tmp_path / "mined.tsv"
    assert run("mine_puzzles.py", "--games", GAMES, file).returncode == 0
    whole = file.read_text("utf-8")
    puzzles = [line for line in whole.splitlines() if not line.startswith("%")]
    assert len(puzzles) == 2
    assert run("check_puzzles.py", file).returncode == 0
    # A run that was killed in the middle of a line.
    file.write_text(whole[: whole.index(puzzles[-1]) + 30], "utf-8")
    assert run("mine_puzzles.py", "--games", GAMES, file).returncode == 0
    assert file.read_text("utf-8") == whole


def test_a_puzzle_that_is_not_as_it_says_is_found_out(tmp_path: Path) -> None:
    file = tmp_path / "mined.tsv"
    fen = "z+5/1+5/7/7/7/3x3/7/7/3D3 w - 12 00 1"
    placements = " ".join(f"@a8{face}" for face in "+-<>ENSW^enswx")
    before = fen.replace("z+5/1+5", "1+4z/1+5").replace(" w ", " b ")
    file.write_text(f"00000000\t{fen}\twin 1\td1d3\t{placements}\tclean\t{before}\t-\n", "utf-8")
    checked = run("check_puzzles.py", file)
    assert checked.returncode == 1
    assert "these first moves win: d1d4" in checked.stdout
    assert "does not lead to the position" in checked.stdout


def test_other_games_and_one_goal_alone_can_be_mined(tmp_path: Path) -> None:
    whole, part = tmp_path / "whole.tsv", tmp_path / "part.tsv"
    assert run("mine_puzzles.py", "--games", GAMES, whole).returncode == 0
    assert run("mine_puzzles.py", part, "--first", 2, "--games", GAMES - 1, "--goals", "win 1").returncode == 0
    lines = part.read_text("utf-8").splitlines()
    assert [line for line in lines if line.startswith("%game")] == [f"%game {number}" for number in range(2, GAMES + 1)]
    assert [line for line in lines if not line.startswith("%")] == [
        line for line in whole.read_text("utf-8").splitlines() if "\twin 1\t" in line
    ]
