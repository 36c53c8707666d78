"""``barragoon position``."""

import json

import pytest

from cli.command_line import barragoon, rejected

LOST = "7/7/7/7/3z3/7/7/7/7 w - 0 00 30"
DEAD = "4+1z/4++1/5++/7/7/7/++5/1++4/Z1+4"
PLACING = "7/7/7/7/3Z3/7/7/7/7 w w 0 00 1"


def test_the_start() -> None:
    result = barragoon("position")
    assert result.code == 0
    assert "B4 │ B3" in result.out
    assert "White moves a tile." in result.out
    assert "28 moves" in result.out
    assert "3-tile on d2  b3● c3○ e3○ f3● c4● d4○ e4● d5●" in result.out


def test_ascii() -> None:
    assert barragoon("position", "--ascii").out.isascii()


def test_flip() -> None:
    assert barragoon("position", "--ascii", "--flip").out.startswith("1 . V D")


def test_fen_with_and_without_quotes() -> None:
    assert barragoon("position", LOST).out == barragoon("position", *LOST.split()).out


def test_fen_from_stdin() -> None:
    assert barragoon("position", "-", stdin=LOST + "\n").out == barragoon("position", LOST).out


def test_open() -> None:
    assert "↶↷" in barragoon("position", "--open").out


def test_outcomes() -> None:
    assert "Brown wins: White has no tile left." in barragoon("position", LOST).out
    assert "Draw: nothing can ever be captured again." in barragoon("position", DEAD).out


def test_express_stages_are_shown() -> None:
    assert "Express stages: White 1, Brown 2." in barragoon("position", "7/7/7/7/3Z3/7/7/7/3z3 w - 0 12 1").out


def test_placements() -> None:
    short, full = barragoon("position", PLACING), barragoon("position", PLACING, "--all")
    assert "White places a barragoon." in short.out
    assert "992 placements: any face on any of 62 empty squares." in short.out
    assert "@a1x" not in short.out
    assert "@a1x" in full.out


def test_json() -> None:
    facts = json.loads(barragoon("position", "--json").out)
    assert facts["actor"] == "white"
    assert len(facts["legal"]) == 28
    assert facts["tiles"]["white"]["d2"] == 3
    assert facts["barragoons"]["b4"] == "x"
    assert facts["outcome"] is None
    lost = json.loads(barragoon("position", "--json", LOST).out)
    assert lost["outcome"] == {"result": "0-1", "reason": "no tiles", "sentence": "Brown wins: White has no tile left"}
    assert lost["captured"]["brown"] == [2, 3, 3, 3, 4, 4]


@pytest.mark.parametrize(
    ("fen", "expected"),
    [
        ("nonsense", "FEN: column 1: 'nonsense'"),
        ("7/7/7/7/7/7/7/7/6Q", "column 18: 'Q'"),
        ("7/7/7/7/7/7/7/7/7 x", "column 19: 'x' is not the turn"),
        ("ZZZ4/7/7/7/7/7/7/7/7", "more than two 2-tiles"),
        ("\x00", "FEN"),
        ("x" * 100_000, "FEN"),
    ],
)
def test_refuses(fen: str, expected: str) -> None:
    assert expected in rejected("position", fen)


def test_refuses_garbage_on_stdin() -> None:
    assert "FEN" in rejected("position", "-", stdin=b"\xff\xfe\x00garbage")
    assert "FEN" in rejected("position", "-", stdin=b"")
