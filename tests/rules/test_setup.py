"""Set-ups, their defects, and the positions made of them."""

from collections.abc import Collection
from typing import Any

import pytest
from hypothesis import given

from barragoon import (
    Colour,
    Defect,
    Game,
    Move,
    MoveKind,
    NotationError,
    Position,
    PositionError,
    Setup,
    Square,
    Tile,
    all_actions,
)
from strategies import positions

START = "1vd1dv1/2zdz2/7/1x3x1/x1x1x1x/1x3x1/7/2ZDZ2/1VD1DV1"
EMPTY = "7/7/7/7/7/7/7/7/7"


def test_both_starts() -> None:
    assert Position.start().to_fen() == f"{START} w - 24 00 1"
    assert Position.start(open=True).to_fen() == f"{START.replace('x', '+')} w - 24 00 1"


@pytest.mark.parametrize("fields", range(1, 7))
def test_fields_left_out_take_their_defaults(fields: int) -> None:
    fen = Position.start().to_fen()
    assert Position.from_fen(" ".join(fen.split(" ")[:fields])).to_fen() == fen


@pytest.mark.parametrize(
    ("board", "reserve"),
    [(START, 24), (START.replace("d", "1", 1), 22), ("3z3/7/7/7/7/7/7/7/3Z3", 0), (EMPTY, 0)],
)
def test_the_reserve_is_computed_from_the_tiles(board: str, reserve: int) -> None:
    assert Setup.from_fen(board).reserve == reserve


@pytest.mark.parametrize(
    ("fen", "sentence"),
    [
        ("", "column 1: '' has 1 ranks: 9, split by /, were expected"),
        ("7/7", "column 1: '7/7' has 2 ranks: 9, split by /, were expected"),
        ("7/7/7/7/7/7/7/7/6", "column 17: '6' has 6 squares in rank 1: 7 were expected"),
        ("7/7/61x/7/7/7/7/7/7", "column 5: '61x' has more than 7 squares in rank 7"),
        ("7/7/3q3/7/7/7/7/7/7", "column 6: 'q' is not a tile, a face or a count of empty squares from 1 to 7"),
        ("7/7/3.3/7/7/7/7/7/7", "column 6: '.' is not a tile, a face or a count of empty squares from 1 to 7"),
        (f"{EMPTY} g", "column 19: 'g' is not the turn of a FEN: w or b was expected"),
        (f"{EMPTY} w ww", "column 21: 'ww' is not the hands of a FEN: -, w, b, wb or bw was expected"),
        (f"{EMPTY} w - -1", "column 23: '-1' is not the reserve of a FEN: a number from 0 to 24 was expected"),
        (
            f"{EMPTY} w - 0 0",
            "column 25: '0' is not the stages of a FEN: two digits from 0 to 2, such as 00 was expected",
        ),
        (f"{EMPTY} w - 0 00 ²", "column 28: '²' is not the number of a FEN: a number from 1 was expected"),
        (f"{EMPTY} w - 0 00 1 1", f"'{EMPTY} w - 0 00 1 1' has 7 fields: at most 6 were expected"),
        (f"{EMPTY}  w", "column 19: '' is not the turn of a FEN: w or b was expected"),
    ],
)
def test_a_bad_fen_is_refused_with_place_and_expectation(fen: str, sentence: str) -> None:
    with pytest.raises(NotationError) as caught:
        Setup.from_fen(fen)
    assert str(caught.value) == sentence


@pytest.mark.parametrize(
    ("fen", "defects"),
    [
        ("ZZZ4/7/7/7/7/7/7/7/7", Defect.TOO_MANY_TILES),
        ("dddd3/7/7/7/7/7/7/7/7", Defect.TOO_MANY_TILES),
        (f"{START.replace('7', 'x6', 1)}", Defect.TOO_MANY_BARRAGOONS),
        (f"{START} w w", Defect.TOO_MANY_BARRAGOONS),
        (f"{EMPTY} w - 25", Defect.RESERVE_OUT_OF_RANGE),
        (f"{EMPTY} w - 0 30", Defect.STAGE_OUT_OF_RANGE),
        (f"{EMPTY} w - 0 00 0", Defect.NUMBER_OUT_OF_RANGE),
        (f"{EMPTY} w wb", Defect.WRONG_HANDS),
        (f"{EMPTY} b bw", Defect.WRONG_HANDS),
        (f"{EMPTY} w b 1", Defect.WRONG_HANDS),
        (f"{START} w bw 22", Defect.NO_TILE_LOST),
        (f"{EMPTY} w - 25 30 0", Defect.RESERVE_OUT_OF_RANGE | Defect.STAGE_OUT_OF_RANGE | Defect.NUMBER_OUT_OF_RANGE),
    ],
)
def test_what_can_not_occur_is_named(fen: str, defects: Defect) -> None:
    setup = Setup.from_fen(fen)
    assert setup.defects() == defects
    with pytest.raises(PositionError) as caught:
        setup.position()
    assert caught.value.setup is setup
    assert str(caught.value) == f"this position can't occur: {defects.sentence}"


@pytest.mark.parametrize("fields", ["w w", "b b", "w bw", "b wb", "w b", "b w"])
def test_hands_that_a_capture_leaves(fields: str) -> None:
    assert Position.from_fen(f"{EMPTY} {fields} 0").actor is Colour(fields[2])


def test_a_setup_is_free_to_change_and_a_position_is_not() -> None:
    setup = Position.start().setup()
    setup.cells[Square.D5] = Tile(Colour.WHITE, 3)
    assert setup.defects() == Defect.TOO_MANY_TILES
    with pytest.raises(AttributeError, match="play\\(\\) gives a new one"):
        Position.start().turn = Colour.BROWN


def test_the_number_does_not_count_for_equality() -> None:
    assert Position.from_fen(f"{START} w - 24 00 7") == Position.start()
    assert Position.from_fen(f"{START} b") != Position.start()
    assert Position.start() != START
    assert Position.from_fen(f"{START} w - 23") != Position.start()
    assert Position.from_fen(f"{START} w - 24 01") != Position.start()


@pytest.mark.parametrize(
    "setup",
    [
        Setup(reserve=1.5),  # type: ignore[arg-type]
        Setup(stages=(True, False)),
        Setup(stages=(0, 0, 0)),  # type: ignore[arg-type]
        Setup(stages=[0, 0]),  # type: ignore[arg-type]
        Setup(turn="w"),  # type: ignore[arg-type]
        Setup(hands=("w",)),  # type: ignore[arg-type]
        Setup({"a1": Tile(Colour.WHITE, 2)}),  # type: ignore[dict-item]
        Setup({Square.A1: "Z"}),  # type: ignore[dict-item]
    ],
)
def test_wrong_types_are_a_defect(setup: Setup) -> None:
    assert setup.defects() == Defect.WRONG_TYPES


def test_the_number_stops_where_a_fen_can_no_longer_hold_it() -> None:
    late = Position.from_fen("3z3/7/7/7/7/7/7/7/3Z3 b - 0 00 999999").play(Move.parse("d9d8"))
    assert Position.from_fen(late.to_fen()).number == 999_999


def test_nothing_of_a_position_can_be_deleted() -> None:
    with pytest.raises(AttributeError, match="can't be changed: board"):
        del Position.start().board


def test_legal_actions_show_themselves_and_take_texts() -> None:
    legal: Collection[object] = Position.start().legal_actions()
    assert repr(legal).startswith("<LegalActions: b1a3 ")
    assert "b1a3" in legal
    assert "b1b9" not in legal


@pytest.mark.parametrize("collection", [Position.start().legal_actions(), all_actions(), Game().actions])
def test_what_is_no_action_is_not_silently_missing(collection: Collection[object]) -> None:
    with pytest.raises(NotationError, match="'b1' is not a move"):
        assert "b1" not in collection
    with pytest.raises(TypeError, match="an action is a Move, a Placement or a text"):
        assert 10 not in collection


def test_an_empty_square_has_no_targets() -> None:
    assert Position.start().targets(Square.D5) == {}
    assert Position.start().targets(Square.A5) == {}


def test_a_position_shows_itself() -> None:
    position = Position.start()
    assert eval(repr(position), {"Position": Position}) == position
    assert "W4" in str(position)
    assert position._repr_svg_().startswith("<svg")


def test_a_position_is_asked_by_squares_and_colours() -> None:
    position = Position.from_fen("3z3/7/7/3z3/7/7/3D3/7/7 w - 10 12 5")
    assert (position.stage("w"), position.stage("b")) == (1, 2)  # type: ignore[arg-type]
    assert [*position.tiles("w")] == [Square.D3]  # type: ignore[arg-type]
    assert position.targets("d3") == position.targets(Square.D3)
    assert position.kind("d3d6") is MoveKind.TAKES_TILE
    assert position.paths("d3d6") == position.paths(Move.parse("d3d6"))
    with pytest.raises(TypeError, match="a square is a Square"):
        position[-1]  # type: ignore[index]
    with pytest.raises(TypeError, match="a move is a Move"):
        position.kind(3)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="not a container"):
        assert Square.D3 in position  # type: ignore[misc]
    with pytest.raises(TypeError, match="a Setup was expected"):
        Position("7/7/7/7/7/7/7/7/7")  # type: ignore[arg-type]


@pytest.mark.parametrize("wrong", [{"stages": 3}, {"hands": None}, {"cells": None}])
def test_a_set_up_of_wrong_types_has_that_defect(wrong: dict[str, Any]) -> None:
    assert Setup(**wrong).defects() is Defect.WRONG_TYPES


@given(positions)
def test_a_plain_fen_is_read_as_with_care(position: Position) -> None:
    fen = position.to_fen()
    careful = Setup.from_fen(fen).position()
    assert (Position.from_fen(fen), Position.from_fen(fen).number) == (careful, careful.number)


@pytest.mark.parametrize(
    "fen",
    [
        "7/7/7/7/7/7/7/7/3D3 w - 25 00 1",
        "7/7/7/7/7/7/7/7/3D4 w - 0 00 1",
        "7/7/7/7/7/7/7/6/3D31 w - 0 00 1",
        "7/7/7/7/7/7/7/7/DDDD3 w - 0 00 1",
        "7/7/7/7/xxxxxxx/xxxxxxx/xxxxxxx/7/3D3 w - 24 00 1",
        "7/7/7/7/7/7/7/7/3D3 w - ٣ 00 1",
        "7/7/7/7/7/7/7/7/3D3 w - 0 00 0",
        "7/7/7/7/7/7/7/7/3.3 w - 0 00 1",
    ],
)
def test_a_plain_fen_with_a_fault_is_refused_as_with_care(fen: str) -> None:
    with pytest.raises((NotationError, PositionError)) as careful:
        Setup.from_fen(fen).position()
    with pytest.raises(type(careful.value)) as plain:
        Position.from_fen(fen)
    assert str(plain.value) == str(careful.value)
