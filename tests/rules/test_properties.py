"""What holds in every position and every game."""

import copy
import pickle
from collections.abc import Callable

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import strategies
from barragoon import (
    Action,
    BarragoonError,
    Colour,
    Face,
    Game,
    IllegalActionError,
    Move,
    NotationError,
    Outcome,
    Placement,
    Position,
    PositionError,
    Setup,
    Square,
    Tile,
    Turn,
    all_actions,
    parse_action,
)
from barragoon.setup import BARRAGOONS


@given(strategies.positions)
def test_fen_round_trips(position: Position) -> None:
    again = Position.from_fen(position.to_fen())
    assert again == position
    assert (again.number, hash(again), repr(again)) == (position.number, hash(position), repr(position))


@given(strategies.setups)
def test_setups_round_trip_whatever_they_hold(setup: Setup) -> None:
    assert Setup.from_fen(setup.to_fen()) == setup


@given(strategies.setups)
def test_a_setup_becomes_a_position_exactly_if_it_has_no_defects(setup: Setup) -> None:
    defects = setup.defects()
    try:
        position = setup.position()
    except PositionError as error:
        assert error.defects == defects
        assert all(defect.sentence in str(error) for defect in defects)
    else:
        assert not defects
        assert position.setup() == setup


@given(strategies.actions)
def test_actions_round_trip(action: Action) -> None:
    assert parse_action(str(action)) == action


@given(strategies.turns)
def test_turns_round_trip(turn: Turn) -> None:
    assert Turn.parse(str(turn)) == turn


@given(strategies.positions)
def test_legal_actions_agree_with_explain_and_contains(position: Position) -> None:
    legal = position.legal_actions()
    listed = set(legal)
    assert len(legal) == len(listed) == len(list(legal))
    for action in all_actions():
        assert (action in legal) == (action in listed) == (position.explain(action) is None)


@given(strategies.positions, strategies.moves)
def test_explain_answers_for_moves_of_any_length(position: Position, move: Move) -> None:
    assert (move in position.legal_actions()) == (position.explain(move) is None)


@given(strategies.positions)
def test_mirrored_position_has_mirrored_actions(position: Position) -> None:
    mirror = position.mirrored()
    assert mirror.mirrored() == position
    assert {action.mirrored() for action in position.legal_actions()} == set(mirror.legal_actions())
    assert mirror.outcome() == position.outcome()


@given(strategies.positions)
def test_swapped_position_has_swapped_actions(position: Position) -> None:
    swapped = position.swapped()
    assert swapped.swapped() == position
    assert {action.swapped() for action in position.legal_actions()} == set(swapped.legal_actions())
    here, there = position.outcome(), swapped.outcome()
    assert (here is None) == (there is None)
    if here and there:
        assert there == Outcome(here.winner and here.winner.other, here.reason)


@given(strategies.games)
def test_all_32_barragoons_are_accounted_for(game: Game) -> None:
    for position in game.positions():
        assert len(position.barragoons()) + len(position.hands) + position.reserve == BARRAGOONS


@given(strategies.games)
def test_barragoons_on_the_board_count_the_tiles_lost(game: Game) -> None:
    position = game.position
    if not position.hands:
        lost = 14 - len(position.tiles(Colour.WHITE)) - len(position.tiles(Colour.BROWN))
        assert len(position.barragoons()) == min(BARRAGOONS, 8 + 2 * lost)


@given(strategies.games)
def test_push_then_pop_restores(game: Game) -> None:
    assume(game.legal_actions())
    before = copy.deepcopy(game)
    for action in list(game.legal_actions())[:3]:
        game.push(action)
        assert game != before
        assert game.pop() == action
        assert game == before
        assert game.turns == before.turns
        assert game.unfinished == before.unfinished


@given(strategies.games)
def test_popping_everything_leads_back_to_the_start(game: Game) -> None:
    fresh = Game(game.start, touch_move=game.touch_move)
    actions = game.actions
    assert tuple(reversed([game.pop() for _ in actions])) == actions
    assert game == fresh


@given(strategies.games)
def test_turns_replay_to_the_same_game(game: Game) -> None:
    again = Game(game.start, touch_move=game.touch_move)
    for turn in game.turns:
        again.push_turn(Turn.parse(str(turn)))
    for action in game.unfinished.actions if game.unfinished else ():
        again.push(action)
    assert again == game


@given(strategies.positions, strategies.actions)
def test_play_refuses_exactly_what_is_not_legal(position: Position, action: Action) -> None:
    try:
        following = position.play(action)
    except IllegalActionError as error:
        assert error.objection == position.explain(action)
        assert action not in set(position.legal_actions())
    else:
        assert following == position.after(action)
        assert action in set(position.legal_actions())


@given(strategies.positions)
def test_every_way_of_a_legal_move_is_drawn_and_no_other(position: Position) -> None:
    for move in position.legal_actions():
        if isinstance(move, Move):
            tile = position[move.start]
            assert isinstance(tile, Tile)
            ways = position.paths(move)
            assert 1 <= len(ways) <= 2
            assert len(set(ways)) == len(ways)
            for path in ways:
                assert (path.squares[0], path.squares[-1]) == (move.start, move.target)
                assert len(path) in (tile.value, tile.value - 1)
                assert sum(crossing.is_turn for _, crossing in path.crossings) <= 1


@given(strategies.positions)
def test_legal_actions_are_empty_exactly_when_lost(position: Position) -> None:
    outcome = position.outcome()
    assert (not list(position.legal_actions())) == (outcome is not None and outcome.winner is not None)


@given(strategies.positions)
def test_positions_survive_copying_and_pickling(position: Position) -> None:
    assert copy.copy(position) == position
    assert pickle.loads(pickle.dumps(position)).to_fen() == position.to_fen()


@pytest.mark.parametrize("parse", [Square.parse, Face.parse, Tile.parse, Colour.parse, Move.parse, Placement.parse])
@given(st.text() | st.binary().map(lambda data: data.decode("latin-1")))
def test_parsers_of_words_answer_or_refuse(parse: Callable[[str], object], text: str) -> None:
    answers_or_refuses(parse, text)


NEAR_FEN = st.text(alphabet="xX^>Y<|-NESWneswZDVzdv+123456789/ wb0.\n\x00²", max_size=120)


@pytest.mark.parametrize("parse", [parse_action, Turn.parse, Setup.from_fen, Position.from_fen])
@given(st.text() | NEAR_FEN | st.binary().map(lambda data: data.decode("latin-1")))
def test_parsers_of_sentences_answer_or_refuse(parse: Callable[[str], object], text: str) -> None:
    answers_or_refuses(parse, text)


@given(strategies.positions, st.data())
def test_a_damaged_fen_is_read_or_refused(position: Position, data: st.DataObject) -> None:
    fen = position.to_fen()
    place = data.draw(st.integers(0, len(fen)))
    damage = data.draw(st.text(alphabet="xZ9/ -w0٣", max_size=3))
    answers_or_refuses(Position.from_fen, fen[:place] + damage + fen[place + data.draw(st.integers(0, 2)) :])


@pytest.mark.parametrize("parse", [parse_action, Turn.parse, Setup.from_fen, Position.from_fen, Square.parse])
@pytest.mark.parametrize("piece", ["1", "9", "/", " ", "@", "x", "w ", "7/", "d2", "@c4x"])
def test_very_long_text_is_refused_with_a_short_sentence(parse: Callable[[str], object], piece: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse(piece * 1_000_000)
    assert len(str(caught.value)) < 250


def answers_or_refuses(parse: Callable[[str], object], text: str) -> None:
    try:
        value = parse(text)
    except BarragoonError as error:
        assert str(error)
    else:
        assert value is not None
