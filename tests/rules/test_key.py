"""The key of a position: the same for ever, whatever process, platform or version works it out."""

import pytest

from barragoon import Position

KEYS = {
    "1vd1dv1/2zdz2/7/1x3x1/x1x1x1x/1x3x1/7/2ZDZ2/1VD1DV1 w - 24 00 1": 0x6490BF7480CAB520,
    "3z3/7/7/3N3/7/7/3D3/7/7 w - 0 00 1": 0x23A676F077630601,
    "3z3/7/7/3N3/7/7/3D3/7/7 b - 0 12 1": 0x2DB98B504BFAFB40,
    "3z3/7/7/3D3/7/7/7/7/7 w w 0 00 1": 0xA3BDE7695D9AA362,
    "3z3/7/7/3D3/7/7/7/7/7 w bw 0 00 1": 0x71E34C00172F77A3,
    "3z3/7/7/3D3/7/7/7/7/x6 w w 0 00 1": 0xCDC57903FC23C696,
}
"""Keys that are kept in opening books and databases: they never change."""


@pytest.mark.parametrize(("fen", "key"), KEYS.items())
def test_keys_stay_what_they_are(fen: str, key: int) -> None:
    assert Position.from_fen(fen).key == key


def test_all_that_makes_a_position_another_one_makes_another_key() -> None:
    board = "3z3/7/7/3N3/7/7/3D3/7/7"
    rests = (
        "w - 0 00 1",
        "b - 0 00 1",
        "w w 0 00 1",
        "w b 0 00 1",
        "w bw 0 00 1",
        "w - 0 10 1",
        "w - 0 01 1",
        "w - 5 00 1",
    )
    keys = [Position.from_fen(f"{board} {rest}").key for rest in rests]
    assert len({*keys}) == len(rests)


def test_the_number_of_the_turn_does_not_matter() -> None:
    board = "3z3/7/7/3N3/7/7/3D3/7/7 w - 0 00"
    assert Position.from_fen(f"{board} 1").key == Position.from_fen(f"{board} 40").key
