"""Games: taking back, draws, endings. The rules themselves are tested by the table in tests/data/rules."""

import copy
import pickle
from collections.abc import Callable

import pytest

from barragoon import (
    BarragoonError,
    Colour,
    DrawOffer,
    Game,
    GameError,
    IllegalActionError,
    Move,
    Outcome,
    Position,
    Reason,
    Setup,
    Square,
    Turn,
    Variant,
    Why,
    parse_action,
)
from barragoon.record import Record
from barragoon.repetition import repeated_pattern

SHUFFLE = ("d2d4", "d8d6", "d4d2", "d6d8")
WHITE, BROWN = Colour.WHITE, Colour.BROWN


def played(*turns: str, game: Game | None = None) -> Game:
    game = game or Game()
    for turn in turns:
        game.push_turn(Turn.parse(turn))
    return game


def test_a_new_game_has_its_options() -> None:
    game = Game.new(Variant.OPEN, stages=(1, 2), touch_move=True)
    assert game.variant is Variant.OPEN
    assert game.start.stages == (1, 2)
    assert game.touch_move
    assert Game().variant is Variant.CLOSED
    assert Game(Position.from_fen("3z3/7/7/7/7/7/7/7/3Z3")).variant is None


def test_history_in_actions_turns_and_positions() -> None:
    game = played("d2d4", "d8d6")
    assert [str(action) for action in game.actions] == ["d2d4", "d8d6"]
    assert game.turns == (Turn.parse("d2d4"), Turn.parse("d8d6"))
    assert len(list(game.positions())) == 3
    assert (game.position.number, game.position.turn) == (2, WHITE)


def test_a_turn_waits_for_its_placement() -> None:
    game = Game(Position.from_fen("3z3/7/7/3x3/7/7/3D3/7/7 w - 0"))
    game.push(Move.parse("d3d6"))
    assert (game.turns, game.unfinished, game.position.actor) == ((), Turn.parse("d3xd6"), WHITE)
    game.push(parse_action("@d3|"))
    assert (game.turns, game.unfinished, game.position.actor) == ((Turn.parse("d3xd6@d3|"),), None, BROWN)
    game.pop()
    assert (game.turns, game.unfinished, game.position.actor) == ((), Turn.parse("d3xd6"), WHITE)


def test_a_game_may_be_taken_up_in_the_middle_of_a_turn() -> None:
    game = Game(Position.from_fen("3z3/7/7/3D3/7/7/7/7/7 w bw 0"))
    for text in ("@a1x", "@a2x", "d9d8", "d6d3"):
        game.push(parse_action(text))
    assert game.turns == (Turn.parse("d9d8"), Turn.parse("d6d3"))
    assert [str(game.pop()) for _ in range(4)] == ["d6d3", "d9d8", "@a2x", "@a1x"]
    assert game == Game(game.start)


def test_a_long_game_is_taken_back_to_its_start() -> None:
    game = played(*SHUFFLE * 10)
    twin = copy.copy(game)
    seen = [*game.positions()]
    assert len(seen) == 41
    for position in reversed(seen):
        assert (game.position, game.position.number) == (position, position.number)
        if game.actions:
            game.pop()
    assert game == Game()
    assert len(twin.turns) == 40


def test_nothing_played_nothing_taken_back() -> None:
    with pytest.raises(GameError, match="nothing has been played"):
        Game().pop()


def test_a_turn_is_pushed_whole_or_not_at_all() -> None:
    game = Game(Position.from_fen("3z3/7/7/3x3/7/7/3D3/7/7 w - 0"))
    before = Game(game.start)
    with pytest.raises(IllegalActionError) as caught:
        game.push_turn(Turn.parse("d3xd6@d6x"))
    assert caught.value.objection.why is Why.SQUARE_TAKEN
    assert game == before


def test_a_capture_of_nothing_is_refused() -> None:
    for push in (Game().push_turn, Position.start().play_turn):
        with pytest.raises(IllegalActionError, match="d2d4: there is nothing to capture on d4"):
            push(Turn.parse("d2xd4"))


@pytest.mark.parametrize("loser", Colour)
def test_resigning_and_losing_on_time(loser: Colour) -> None:
    game = Game()
    game.resign(loser)
    assert game.outcome() == Outcome(loser.other, Reason.RESIGNATION)
    game = Game()
    game.lose_on_time(loser)
    assert game.outcome() == Outcome(loser.other, Reason.TIME)


def test_a_finished_game_takes_nothing_more() -> None:
    game = played("d2d4")
    game.resign(WHITE)
    assert not game.legal_actions()
    objection = game.explain(Move.parse("d8d6"))
    assert objection is not None
    assert objection.why is Why.GAME_OVER
    for act in (game.resign, game.offer_draw, game.accept_draw, game.offer_repetition, game.lose_on_time):
        with pytest.raises(GameError, match="the game is over: Brown wins: White resigned"):
            act(BROWN)
    game.pop()
    assert game == Game()


def test_a_draw_is_offered_and_accepted() -> None:
    game = Game()
    game.offer_draw(WHITE)
    assert game.offer == DrawOffer(WHITE)
    game.accept_draw(BROWN)
    assert game.outcome() == Outcome(None, Reason.AGREEMENT)
    assert game.offer is None


def test_a_declined_draw_obliges_nobody() -> None:
    game = Game()
    game.offer_draw(BROWN)
    game.decline_draw(WHITE)
    assert game == Game()


def test_an_offer_stands_until_the_other_player_acts() -> None:
    game = Game()
    game.offer_draw(WHITE)
    game.push(Move.parse("d2d4"))
    assert game.offer == DrawOffer(WHITE)
    game.push(Move.parse("d8d6"))
    assert game.offer is None
    game.pop()
    assert game.offer == DrawOffer(WHITE)


def test_an_offer_answers_an_offer() -> None:
    game = Game()
    game.offer_draw(WHITE)
    game.offer_draw(WHITE)
    assert game.outcome() is None
    game.offer_draw(BROWN)
    assert game.outcome() == Outcome(None, Reason.AGREEMENT)


@pytest.mark.parametrize("player", Colour)
def test_nobody_answers_an_offer_that_was_not_made_to_them(player: Colour) -> None:
    game = Game()
    with pytest.raises(GameError, match=f"{player.other} has not offered a draw"):
        game.accept_draw(player)
    game.offer_draw(player)
    with pytest.raises(GameError, match=f"{player.other} has not offered a draw"):
        game.decline_draw(player)


def test_a_repetition_may_be_offered_by_the_one_who_completed_it() -> None:
    game = played(*SHUFFLE * 3)
    assert [str(turn) for turn in game.repetition()] == list(SHUFFLE)
    with pytest.raises(GameError, match="only Brown, who has just completed the repetition"):
        game.offer_repetition(WHITE)
    game.offer_repetition(BROWN)
    game.accept_draw(WHITE)
    assert game.outcome() == Outcome(None, Reason.REPETITION)


def test_an_offer_on_a_repetition_answers_an_offer_too() -> None:
    game = played(*SHUFFLE * 3)
    game.offer_draw(WHITE)
    game.offer_repetition(BROWN)
    assert game.outcome() == Outcome(None, Reason.AGREEMENT)


def test_no_repetition_no_offer_on_it() -> None:
    game = played(*SHUFFLE * 2)
    with pytest.raises(GameError, match="not one sequence three times over"):
        game.offer_repetition(BROWN)


def test_a_refused_repetition_forbids_the_turn_that_continues_it() -> None:
    game = played(*SHUFFLE * 3)
    game.offer_repetition(BROWN)
    game.decline_draw(WHITE)
    objection = game.explain(Move.parse("d2d4"))
    assert objection is not None
    assert objection.why is Why.REPETITION
    assert len(game.legal_actions()) == 27
    with pytest.raises(GameError, match="offered and declined already"):
        game.offer_repetition(BROWN)
    game.push(Move.parse("d2d5"))
    assert game.duty is None
    assert game.refusals() == (12,)


def test_to_act_is_to_decline() -> None:
    game = played(*SHUFFLE * 3)
    game.offer_repetition(BROWN)
    assert Move.parse("d2d4") not in game.legal_actions()
    game.push(Move.parse("d2d5"))
    assert game.offer is None
    assert game.refusals() == (12,)
    game.pop()
    assert game.offer is not None


def test_touching_binds_only_where_touch_move_is_played() -> None:
    free, bound = Game(), Game(touch_move=True)
    assert len(free.touch(Square.D2)) == 28
    assert {str(action)[:2] for action in bound.touch(Square.D2)} == {"d2"}
    objection = bound.explain(Move.parse("c2c3"))
    assert objection is not None
    assert str(objection) == "d2 was touched and must move"


def test_a_touch_binds_no_longer_than_its_action() -> None:
    game = Game(touch_move=True)
    game.touch(Square.D2)
    game.push(Move.parse("d2d4"))
    assert game.touched == ()
    game.touch(Square.D4)
    game.pop()
    assert game.touched == ()


def test_a_copy_goes_its_own_way() -> None:
    game = played("d2d4")
    twin = copy.copy(game)
    twin.push(Move.parse("d8d6"))
    assert len(game.actions) == 1
    assert game == played("d2d4")
    assert repr(twin) == "<Game: 2 turns, White to act>"


def test_what_is_no_action_is_a_type_error() -> None:
    for wrong in ("d2d5", None, Turn.parse("d2d5")):
        with pytest.raises(TypeError, match="an action was expected"):
            Game().push(wrong)  # type: ignore[arg-type]


def test_a_bad_touch_changes_nothing() -> None:
    game = Game(touch_move=True)
    with pytest.raises(ValueError, match="d2"):
        game.touch("d2")  # type: ignore[arg-type]
    assert len(game.legal_actions()) == 28


def test_players_may_be_named_by_their_letters() -> None:
    game = Game.new("Open")  # type: ignore[arg-type]
    assert game.variant is Variant.OPEN
    game.offer_draw("w")  # type: ignore[arg-type]
    with pytest.raises(GameError):
        game.accept_draw(WHITE)


@pytest.mark.parametrize(
    "error",
    [
        pytest.param(lambda: Square.parse("h1"), id="notation"),
        pytest.param(lambda: Game().push(Move.parse("d2d9")), id="illegal"),
        pytest.param(lambda: Setup(reserve=99).position(), id="position"),
        pytest.param(lambda: Game().pop(), id="game"),
        pytest.param(lambda: Record.parse("1. d2d9 *"), id="record"),
    ],
)
def test_errors_survive_pickling(error: Callable[[], object]) -> None:
    with pytest.raises(BarragoonError) as caught:
        error()
    again = pickle.loads(pickle.dumps(caught.value))
    assert type(again) is type(caught.value)
    assert str(again) == str(caught.value)
    assert again.__dict__.keys() == caught.value.__dict__.keys()


def test_a_pattern_has_as_many_turns_of_each_player() -> None:
    one, two, three = (Turn.parse(text) for text in ("d2d4", "d8d6", "d4d2"))
    assert repeated_pattern([one] * 3) == ()
    assert repeated_pattern([one, two, three] * 3) == ()
    assert repeated_pattern([one, two, three] * 6) == (one, two, three) * 2
    assert repeated_pattern([three, *[one, two] * 3]) == (one, two)


def test_a_game_shows_its_last_turn() -> None:
    assert Game()._repr_svg_() != played("d2d4")._repr_svg_()


def test_games_compare_by_what_happened() -> None:
    assert played("d2d4") == played("d2d4")
    assert played("d2d4") != played("d2d5")
    assert Game() != "game"
