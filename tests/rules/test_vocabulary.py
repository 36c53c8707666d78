"""The words of the game: squares, headings, tiles, faces, actions."""

import random
from collections.abc import Callable

import pytest

from barragoon import (
    TILES,
    Actions,
    Colour,
    Crossing,
    Face,
    Heading,
    Move,
    NotationError,
    Placement,
    Square,
    Symbol,
    Tile,
    Turn,
    Turns,
    all_actions,
    draw_lots,
    parse_action,
)
from barragoon.path import paths


def test_there_are_63_squares_in_ranks_of_seven() -> None:
    assert len(Square) == 63
    assert [str(square) for square in (Square.A1, Square.G1, Square.A2, Square.G9)] == ["a1", "g1", "a2", "g9"]
    assert f"{Square.D5:>4}" == "  d5"


@pytest.mark.parametrize(("square", "neighbours"), [(Square.A1, 2), (Square.D1, 3), (Square.D5, 4), (Square.G9, 2)])
def test_a_square_has_a_neighbour_wherever_the_board_goes_on(square: Square, neighbours: int) -> None:
    assert sum(square.step(heading) is not None for heading in Heading) == neighbours


def test_symmetries_of_a_square() -> None:
    assert Square.A1.mirrored() is Square.G1
    assert Square.A1.swapped() is Square.G9
    assert all(square.mirrored().mirrored() is square is square.swapped().swapped() for square in Square)


@pytest.mark.parametrize("heading", Heading)
def test_headings_turn(heading: Heading) -> None:
    assert heading.right.right is heading.opposite is heading.left.left
    assert heading.left.right is heading
    assert (heading.file_step, heading.rank_step) == (-heading.opposite.file_step, -heading.opposite.rank_step)


def test_the_six_symbols_make_sixteen_faces() -> None:
    faces = {symbol: [face for face in Face if face.symbol is symbol] for symbol in Symbol}
    assert {symbol.name: len(found) for symbol, found in faces.items()} == {
        "NO_WAY": 1,
        "ONE_WAY": 4,
        "TWO_WAYS": 2,
        "LEFT_TURN": 4,
        "RIGHT_TURN": 4,
        "ALL_TURNS": 1,
    }


def test_no_two_faces_let_the_same_across() -> None:
    assert len({face.crossings for face in Face}) == 16


@pytest.mark.parametrize(
    ("character", "entering", "leaving"),
    [
        ("N", Heading.EAST, Heading.NORTH),
        ("E", Heading.SOUTH, Heading.EAST),
        ("S", Heading.WEST, Heading.SOUTH),
        ("W", Heading.NORTH, Heading.WEST),
        ("n", Heading.WEST, Heading.NORTH),
        ("e", Heading.NORTH, Heading.EAST),
        ("s", Heading.EAST, Heading.SOUTH),
        ("w", Heading.SOUTH, Heading.WEST),
    ],
)
def test_a_turn_is_named_after_the_heading_out(character: str, entering: Heading, leaving: Heading) -> None:
    assert Face.parse(character).crossings == {Crossing(entering, leaving)}
    assert Face.parse(character).exits(entering) == (leaving,)
    assert not Face.parse(character).exits(leaving)


@pytest.mark.parametrize("face", Face)
def test_a_face_is_found_by_its_symbol_and_heading(face: Face) -> None:
    assert Face.of(face.symbol, face.heading) is face


def test_two_ways_may_be_named_by_either_end() -> None:
    assert Face.of(Symbol.TWO_WAYS, Heading.SOUTH) is Face.TWO_WAYS_NORTH
    assert Face.of(Symbol.TWO_WAYS, Heading.WEST) is Face.TWO_WAYS_EAST


def test_an_arrow_needs_a_heading() -> None:
    with pytest.raises(NotationError, match="'One Way' needs a heading"):
        Face.of(Symbol.ONE_WAY)


@pytest.mark.parametrize("face", Face)
def test_four_quarter_turns_bring_a_face_back(face: Face) -> None:
    assert face.rotated().rotated().rotated().rotated() is face
    assert face.rotated().rotated() is face.swapped()
    assert face.mirrored().mirrored() is face
    assert face.mirrored().symbol is face.symbol or {face.symbol, face.mirrored().symbol} == {
        Symbol.LEFT_TURN,
        Symbol.RIGHT_TURN,
    }


def test_rotating_turns_to_the_right() -> None:
    assert Face.ONE_WAY_NORTH.rotated() is Face.ONE_WAY_EAST


def test_six_tiles() -> None:
    assert "".join(map(str, TILES)) == "ZDVzdv"
    assert all(tile.swapped().swapped() == tile for tile in TILES)
    with pytest.raises(NotationError, match="'5' is not the value of a tile"):
        Tile(Colour.WHITE, 5)


def test_actions_have_dense_numbers_in_order() -> None:
    actions = all_actions()
    assert [action.id for action in actions] == list(range(len(actions)))
    assert sorted(random.Random(1).sample(actions, len(actions))) == list(actions)
    assert len(actions) == 1620 + 63 * 16


def test_a_move_beyond_all_tiles_has_no_number() -> None:
    with pytest.raises(NotationError, match="'a1g9' has no number"):
        _ = Move.parse("a1g9").id


def test_two_squares_in_line_have_one_path_and_others_two() -> None:
    assert len(paths(Square.D2, Square.D5)) == 1
    assert [path.corner for path in paths(Square.D2, Square.E4)] == [Square.D4, Square.E2]
    assert paths(Square.D2, Square.D2) == ()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("d2", "'d2' is not a move: two squares such as d2d5 were expected"),
        ("d2d", "'d2d' is not a move: two squares such as d2d5 were expected"),
        ("d2h5", "'h5' is not a square from a1 to g9"),
        ("D2D5", "'D2' is not a square from a1 to g9"),
        ("", "'' is not a move: two squares such as d2d5 were expected"),
        ("@c4", "'@c4' is not a placement: @, a square and a face, such as @c4^, were expected"),
        ("@c4?", "'?' is not a face: one of x ^ > Y < | - N E S W n e s w + was expected"),
    ],
)
def test_bad_actions_are_refused_with_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_action(text)
    assert str(caught.value) == sentence


def test_the_x_of_a_capture_is_read_and_written() -> None:
    assert Move.parse("d2xd5") == Move.parse("d2d5")
    assert str(Turn.parse("d2d5@c4^")) == "d2xd5@c4^"
    assert str(Turn.parse("d2xd5")) == "d2xd5"
    assert Turn.parse("d2d5") != Turn.parse("d2xd5")


@pytest.mark.parametrize("text", ["d2d5@c4x@c5x@c6x", "d2d5 @c4x", "d2d5@", "@c4x", "d2d5@c4x ", "d2xxd5"])
def test_bad_turns_are_refused(text: str) -> None:
    with pytest.raises(NotationError):
        Turn.parse(text)


def test_a_turn_has_symmetries_too() -> None:
    turn = Turn.parse("a2xa5@b4e")
    assert str(turn.mirrored()) == "g2xg5@f4W"
    assert str(turn.swapped()) == "g8xg5@f6w"


@pytest.mark.parametrize(
    "make",
    [
        lambda: Move(10, 31),  # type: ignore[arg-type]
        lambda: Move(Square.D2, "d5"),  # type: ignore[arg-type]
        lambda: Placement(99, Face.NO_WAY),  # type: ignore[arg-type]
        lambda: Placement(Square.A1, None),  # type: ignore[arg-type]
        lambda: Tile("w", 2),  # type: ignore[arg-type]
    ],
)
def test_wrong_types_are_refused_at_once(make: Callable[[], object]) -> None:
    with pytest.raises(TypeError):
        make()


class Loaded:
    """A source of chance that always says the same."""

    def __init__(self, value: float) -> None:
        self.value = value

    def random(self) -> float:
        return self.value


@pytest.mark.parametrize(("value", "white", "brown"), [(0.0, "Ann", "Ben"), (0.499, "Ann", "Ben"), (0.5, "Ben", "Ann")])
def test_lots_decide_the_colours(value: float, white: str, brown: str) -> None:
    assert draw_lots("Ann", "Ben", Loaded(value)) == {Colour.WHITE: white, Colour.BROWN: brown}


def test_actions_and_turns_are_counted_by_their_texts() -> None:
    assert Actions([Move.parse("d2d5")] * 2).count("d2d5") == 2
    assert Turns([Turn.parse("d2xd5@c4^")]).count("d2xd5@c4^") == 1


def test_a_turn_holds_a_move_and_placements() -> None:
    with pytest.raises(TypeError, match="a turn is a Move and a tuple of Placements"):
        Turn(Move.parse("d2d5"), ("@c4x",))  # type: ignore[arg-type]
