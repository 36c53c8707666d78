"""Scores, lines and roots."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from barragoon import Colour, EngineError, Game, IllegalActionError, Move, Outcome, Position, Reason, Square
from barragoon.engine import Score, SearchLine
from barragoon.engine.search.request import Root

colours = st.sampled_from(Colour)
scores = (
    st.builds(Score.cp, st.integers(-40_000, 40_000), colours)
    | st.builds(Score.win, st.integers(0, 2000), colours)
    | st.builds(Score.loss, st.integers(0, 2000), colours)
)


@given(scores)
def test_the_other_player_sees_the_opposite(score: Score) -> None:
    other = score.pov(score.view.other)
    assert other == score
    assert hash(other) == hash(score)
    assert other.value == -score.value
    assert other.pov(score.view).value == score.value
    assert (score.wins, score.loses) == (other.loses, other.wins)


@given(scores, scores)
def test_order_is_that_of_the_first_player(one: Score, two: Score) -> None:
    assert (one < two) == (one.value < two.pov(one.view).value)
    assert one != "a score"


@given(scores)
def test_a_score_is_an_estimate_or_a_proof(score: Score) -> None:
    assert (score.hundredths is None) == (score.turns_to_end is not None)
    assert score.to_ubi().split()[0] == ("win" if score.wins else "loss" if score.loses else "cp")


def test_text_forms() -> None:
    assert str(Score.loss(3, Colour.WHITE)) == "loses in 3"
    assert str(Score.cp(-205, Colour.WHITE)) == "-2.05"
    line = SearchLine(Score.win(1, Colour.WHITE), (Move.parse("d2d5"),), depth=2, nodes=500, seconds=0.25)
    assert line.to_ubi() == (
        "info depth 2 seldepth 0 multipv 1 score win 1 nodes 500 nps 2000 hashfull 0 time 250 pv d2d5"
    )
    assert SearchLine(Score.cp(0, Colour.WHITE), ()).to_ubi().endswith("nps 0 hashfull 0 time 0 pv")


def shuttled() -> Game:
    """A game in which White has offered a draw on a repetition, and Brown must leave it."""
    game = Game()
    for _ in range(3):
        for text in ("d2d4", "d8d6", "d4d2", "d6d8"):
            game.push(Move.parse(text))
    game.claim_repetition(Colour.BROWN)
    return game


def test_a_duty_narrows_the_root() -> None:
    game = shuttled()
    root = Root.of(game)
    assert len(root.actions) == 12
    assert Move.parse("d2d4") not in root.allowed()
    assert {*root.only} == {*game.legal_actions()}


def test_a_touch_narrows_the_root() -> None:
    game = Game(touch_move=True)
    game.touch(Square.D2)
    assert {action.start for action in Root.of(game).only if isinstance(action, Move)} == {Square.D2}


def test_a_game_that_was_given_up_can_be_analysed() -> None:
    game = Game()
    game.resign(Colour.WHITE)
    assert game.outcome() == Outcome(Colour.BROWN, Reason.RESIGNATION)
    assert len(Root.of(game).allowed()) == 28


def test_narrowing() -> None:
    root = Root.of(Position.start())
    chosen = (Move.parse("d2d5"), Move.parse("d2d4"))
    assert root.narrowed(chosen).allowed() == chosen
    assert root.narrowed(()) == root
    with pytest.raises(EngineError, match="d2d6 is not an action that can be played here"):
        root.narrowed((Move.parse("d2d6"),))
    with pytest.raises(IllegalActionError):
        Root.after(Position.start(), [Move.parse("d2d6")])
