"""Entering actions with a cursor, without a screen."""

import pytest

from barragoon import Face, Game, GameError, Heading, IllegalActionError, Move, Position, Square, Symbol
from barragoon.terminal.session import Session
from barragoon.tui.entry import Entry, sentence


def entry_at(fen: str | None = None, *, touch_move: bool = False) -> Entry:
    return Entry(Session(Game(Position.from_fen(fen) if fen else None, touch_move=touch_move)))


def press(entry: Entry, square: Square) -> str:
    entry.cursor = square
    return entry.press()


def test_the_cursor_stays_on_the_board() -> None:
    entry = entry_at()
    entry.step(Heading.SOUTH)
    assert str(entry.cursor) == "d1"
    entry.step(Heading.NORTH)
    entry.step(Heading.EAST)
    assert str(entry.cursor) == "e2"


def test_flipped_the_cursor_goes_as_it_looks() -> None:
    entry = entry_at()
    entry.flipped = True
    entry.cursor = Square.D5
    entry.step(Heading.NORTH)
    assert str(entry.cursor) == "d4"


def test_tile_then_target() -> None:
    entry = entry_at()
    press(entry, Square.D2)
    assert entry.chosen is Square.D2
    assert len(entry.targets()) == 8
    press(entry, Square.D5)
    assert entry.chosen is None
    assert str(entry.session.game.turns[0]) == "d2d5"


def test_choosing_again_and_letting_go() -> None:
    entry = entry_at()
    press(entry, Square.D2)
    press(entry, Square.C2)
    assert entry.chosen is Square.C2
    press(entry, Square.C2)
    assert entry.chosen is None
    press(entry, Square.C2)
    entry.cancel()
    assert not entry.targets()


def test_cycling_through_tiles_and_targets() -> None:
    entry = entry_at()
    entry.cycle(1)
    assert str(entry.cursor) == "b1"
    entry.cycle(-1)
    assert str(entry.cursor) == "e2"
    entry.press()
    entry.cycle(-1)
    assert entry.cursor is max(entry.targets())
    entry.cycle(1)
    assert entry.cursor is min(entry.targets())


def test_the_path_under_the_cursor() -> None:
    entry = entry_at()
    press(entry, Square.D2)
    assert entry.path() is None
    entry.cursor = Square.C4
    path = entry.path()
    assert path is not None
    assert [str(square) for square in path.squares] == ["d2", "d3", "d4", "c4"]


def test_placing() -> None:
    entry = entry_at()
    for square in (Square.D2, Square.D5, Square.D8):
        press(entry, square)
    assert entry.ghost() is None
    press(entry, Square.D5)
    assert entry.placing
    assert entry.cursor is Square.D4  # the nearest empty square
    entry.cursor = Square.D5
    assert entry.ghost() is None  # a tile stands there
    with pytest.raises(IllegalActionError):
        entry.press()
    entry.cursor = Square.E4
    entry.choose_symbol(4)
    assert entry.ghost() is Face.LEFT_TURN_NORTH
    entry.press()
    entry.cycle(1)
    assert str(entry.cursor) == "e3"
    press(entry, Square.D4)
    assert str(entry.session.game.turns[1]) == "d8xd5@e4N@d4N"


def test_faces() -> None:
    entry = entry_at()
    for number, symbol in enumerate(Symbol, 1):
        entry.face = Face.ONE_WAY_EAST if symbol is not Symbol.ONE_WAY else Face.NO_WAY
        entry.choose_symbol(number)
        assert entry.face.symbol is symbol
    entry.face = Face.ONE_WAY_NORTH
    entry.choose_symbol(2)
    assert entry.face.name == "ONE_WAY_EAST"
    entry.rotate()
    assert entry.face.name == "ONE_WAY_SOUTH"
    entry.point(Heading.WEST)
    assert entry.face.name == "ONE_WAY_WEST"
    entry.flipped = True
    entry.point(Heading.WEST)
    assert entry.face.name == "ONE_WAY_EAST"


@pytest.mark.parametrize(
    ("square", "answer"),
    [
        (Square.D5, "d5 is empty: choose one of White's tiles"),
        (Square.C5, "No Way stands on c5: choose one of White's tiles"),
        (Square.D8, "the tile on d8 is Brown's, and it is White's turn"),
        (Square.C1, "the tile on c1 has nowhere to go"),
    ],
)
def test_what_can_not_be_chosen(square: Square, answer: str) -> None:
    with pytest.raises(GameError, match=answer):
        press(entry_at(), square)


def test_an_illegal_target_is_explained() -> None:
    entry = entry_at()
    press(entry, Square.D2)
    with pytest.raises(IllegalActionError) as caught:
        press(entry, Square.D6)
    assert sentence(caught.value) == "A 3-tile moves 3 squares or 2, and d6 is 4 away"
    assert entry.chosen is Square.D2


def test_touched_tiles_must_move() -> None:
    entry = entry_at(touch_move=True)
    press(entry, Square.D2)
    with pytest.raises(GameError, match="d2 was touched and must move"):
        entry.cancel()
    with pytest.raises(GameError, match="d2 was touched and must move"):
        press(entry, Square.C2)
    press(entry, Square.D5)
    assert press(entry, Square.D5) == "d5 was touched and must be captured"
    assert [*entry.session.game.legal_actions()] == [Move.parse("d8d5")]


def test_nothing_goes_on_after_the_end() -> None:
    entry = entry_at("7/7/7/7/3z3/7/7/7/7")
    with pytest.raises(GameError, match="the game is over: Brown wins"):
        press(entry, Square.D5)


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("d1 is empty: choose another", "d1 is empty: choose another"),
        ("d2d5 is not allowed", "d2d5 is not allowed"),
        ("game.bgn exists already", "game.bgn exists already"),
        ("the game is over", "The game is over"),
    ],
)
def test_notation_is_never_capitalised(text: str, answer: str) -> None:
    assert sentence(GameError(text)) == answer


def test_a_game_resumed_with_a_barragoon_in_hand() -> None:
    entry = entry_at("7/7/7/7/3Z3/7/7/7/2dD3 w w 0 00 1")
    assert entry.cursor is Square.E1
    assert entry.ghost() is Face.NO_WAY
