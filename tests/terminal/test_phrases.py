"""What the terminal says about positions and games."""

import pytest

from barragoon import Colour, Face, Game, Position, Turn
from barragoon.terminal.phrases import captured, describe, draw_notice, headline, numbered_turns, task

THERE_AND_BACK = ("d2d4", "d8d6", "d4d2", "d6d8")


def played(*turns: str, fen: str | None = None) -> Game:
    game = Game(Position.from_fen(fen) if fen else None)
    for turn in turns:
        game.push_turn(Turn.parse(turn))
    return game


def test_headlines() -> None:
    assert headline(played()) == "White moves a tile"
    assert headline(played("d2d5", "d8xd5")) == "White places a barragoon first, then Brown"
    assert headline(played("d2d5", "d8xd5@e4x")) == "Now Brown places a barragoon"
    assert headline(played("c2c3", "d8d6", "c3xb4")) == "White places the captured barragoon"
    game = played()
    game.resign(Colour.WHITE)
    assert headline(game) == "Brown wins: White resigned"


def test_the_last_of_the_reserve() -> None:
    game = played("d2xd5", fen="7/7/7/7/3z3/7/7/3D3/7 w - 1 00 1")
    assert headline(game) == "Brown places the last barragoon of the reserve"
    assert task(Position.from_fen("7/7/7/7/3Z3/7/7/7/7 w w 0 00 1")) == "White places a barragoon"


def test_captured() -> None:
    assert captured(played("d2d5", "d8xd5").position) == {Colour.WHITE: [3], Colour.BROWN: []}


def test_numbered_turns() -> None:
    assert numbered_turns(played("d2d5", "d8xd5@e4x")) == ["  1. d2d5 d8xd5@e4x..."]
    fen = "7/7/7/3z3/7/7/7/3Z3/7 b - 24 00 12"
    assert numbered_turns(played("d6d5", "d2d3", "d5d4", fen=fen)) == [" 12. ... d6d5", " 13. d2d3 d5d4"]


@pytest.mark.parametrize("face", Face)
def test_every_face_is_described(face: Face) -> None:
    assert describe(face).startswith(f"{face.symbol}: ")


def test_descriptions() -> None:
    assert describe(Face.NO_WAY) == "No Way: no tile crosses it"
    assert describe(Face.ONE_WAY_SOUTH) == "One Way: straight on heading south"
    assert describe(Face.TWO_WAYS_EAST) == "Two Ways: straight on heading east or west"
    assert describe(Face.RIGHT_TURN_NORTH) == "Right Turn: enter heading west, leave north"
    assert describe(Face.ALL_TURNS) == "All Turns: enter from any side, turn left or right"


def test_draw_notices() -> None:
    game = played(*THERE_AND_BACK * 3)
    assert draw_notice(game) == "The same turns three times over: Brown may offer a draw on it"
    game.claim_repetition(Colour.BROWN)
    offered = draw_notice(game)
    assert offered.startswith("Brown offers a draw: White accepts or declines; if declined, White must leave")
    game.decline_draw(Colour.WHITE)
    assert draw_notice(game) == "The draw was declined: White must leave the repetition and not play d2d4"
    game.resign(Colour.WHITE)
    assert not draw_notice(game)


def test_a_plain_offer() -> None:
    game = played("d2d5")
    assert not draw_notice(game)
    game.offer_draw(Colour.BROWN)
    assert draw_notice(game) == "Brown offers a draw: White accepts or declines"


# -- shapes ----------------------------------------------------------------------------------------------------
