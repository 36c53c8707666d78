"""``barragoon perft``."""

import json
from pathlib import Path

import pytest

from barragoon.cli import arguments
from cli.command_line import barragoon, rejected

TABLE = Path(__file__).parents[1] / "data" / "perft" / "random.txt"
FEN = "4D+1/W<1x-^1/+1Sn3/1x1+Z1e/xe1>d2/2|2W1/2-1>DS/2wEE1v/4N^S b"


def test_counts_from_the_start() -> None:
    result = barragoon("perft", "3")
    assert result.code == 0
    assert result.out.startswith("depth 3: 27,500 leaves in ")
    assert "leaves/s" in result.out


@pytest.mark.parametrize(
    ("arguments", "leaves"),
    [(["0"], 1), (["2"], 784), (["2", "--open"], 900), (["2", "--fen", FEN], 1129)],
)
def test_json(arguments: list[str], leaves: int) -> None:
    result = json.loads(barragoon("perft", *arguments, "--json").out)
    assert result["leaves"] == leaves
    assert result["depth"] == int(arguments[0])
    assert result["seconds"] >= 0


def test_divide() -> None:
    lines = barragoon("perft", "2", "--divide").out.splitlines()
    assert len(lines) == 28 + 1
    assert lines[0].split() == ["b1a3", "28"]
    parts = json.loads(barragoon("perft", "2", "--divide", "--json").out)["divide"]
    assert sum(parts.values()) == 784


def test_table_agrees() -> None:
    result = barragoon("perft", "1", "--table", TABLE)
    assert result.code == 0
    assert "40 positions agree" in result.out


def test_table_in_json(tmp_path: Path) -> None:
    table = tmp_path / "table.txt"
    table.write_text(f"# a comment\n\n{FEN};7;1129\n")
    result = json.loads(barragoon("perft", "--table", table, "--json").out)
    assert (result["positions"], result["leaves"], result["difference"]) == (1, 1136, None)


def test_table_differs(tmp_path: Path) -> None:
    table = tmp_path / "table.txt"
    table.write_text(f"# a comment\n{FEN};7;1128;26783\n")
    result = barragoon("perft", "--table", table)
    assert result.code == 1
    assert result.out == f"{table}:2: depth 2: 1,128 expected, 1,129 counted\n"
    assert barragoon("perft", "1", "--table", table).code == 0
    found = barragoon("perft", "--table", table, "--json")
    assert found.code == 1
    assert json.loads(found.out)["difference"] == {
        "line": 2, "fen": FEN, "depth": 2, "expected": 1128, "counted": 1129,
    }  # fmt: skip


@pytest.mark.parametrize("text", ["nonsense", f"{FEN};x", f"{FEN};", f"{FEN};{'9' * 5000}", FEN + ";1" * 30])
def test_table_that_is_none(tmp_path: Path, text: str) -> None:
    table = tmp_path / "table.txt"
    table.write_text(f"# a comment\n{text}\n")
    assert rejected("perft", "--table", table).startswith(f"{table}:2: ")


@pytest.mark.parametrize("text", ["", "# only a comment\n\n"])
def test_an_empty_table(tmp_path: Path, text: str) -> None:
    table = tmp_path / "table.txt"
    table.write_text(text)
    assert rejected("perft", "--table", table).startswith(f"{table}: there is no position in this table")


def test_table_with_a_bad_position(tmp_path: Path) -> None:
    table = tmp_path / "table.txt"
    table.write_text("9/8;1\n")
    assert rejected("perft", "--table", table).startswith(f"{table}:1: column 1:")


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ([], "DEPTH is missing"),
        (["-1"], "-1"),
        (["--", "-1"], "greater than or equal to 0"),
        (["21"], "less than or equal to 20"),
        (["99999999999999999999"], "less than or equal to 20"),
        (["three"], "DEPTH"),
        (["1", "--fen", "nonsense"], "FEN: column 1: 'nonsense'"),
        (["1", "--fen", ""], "FEN"),
        (["1", "--fen", "7/7/7/7/7/7/7/7/7 w - 24 00 1 extra"], "fields"),
        (["1", "--open", "--fen", FEN], "--open"),
        (["1", "--table", str(TABLE), "--open"], "--table"),
        (["1", "--table", "/no/such/file"], "/no/such/file: no such file or directory"),
        (["1", "--table", "/tmp"], "directory"),
    ],
)
def test_refuses(arguments: list[str], expected: str) -> None:
    assert expected in rejected("perft", *arguments)


def test_table_from_stdin() -> None:
    assert "1 positions agree" in barragoon("perft", "--table", "-", stdin=f"{FEN};7").out


def test_a_table_as_large_as_a_disc(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arguments, "LONGEST_INPUT", 10)
    table = tmp_path / "table.txt"
    table.write_text("# too long for this test")
    assert "can't be a file of games" in rejected("perft", "--table", table)


def test_progress_is_shown_to_people() -> None:
    result = barragoon("perft", "2", terminal=True)
    assert result.out.startswith("depth 2: 784 leaves")
    assert "Counting" in result.err


def test_binary_garbage(tmp_path: Path) -> None:
    table = tmp_path / "table.txt"
    table.write_bytes(b"# fine\n\xff\x00\xfe")
    assert rejected("perft", "--table", table) == f"{table}:2: this is not text in UTF-8"
