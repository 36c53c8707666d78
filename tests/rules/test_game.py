"""Games: taking back, draws, endings. The rules themselves are tested by the table in tests/data/rules."""

import copy
import pickle
import random
import re
from collections.abc import Callable, Collection
from types import ModuleType

import pytest

import barragoon
from barragoon import (
    AcceptDraw,
    Act,
    BarragoonError,
    ClaimRepetition,
    Colour,
    DeclineDraw,
    DrawOffer,
    Event,
    Game,
    GameError,
    IllegalActionError,
    LoseOnTime,
    Move,
    NotationError,
    OfferDraw,
    Outcome,
    Position,
    Reason,
    Resign,
    Rule,
    Setup,
    Square,
    TakeBack,
    Touch,
    Turn,
    Variant,
    parse_action,
    parse_event,
)
from barragoon.python_chess_hints import HINTS
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
    assert game.turn_count == 2
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
    assert caught.value.objection.rule is Rule.SQUARE_TAKEN
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
    assert objection.rule is Rule.GAME_OVER
    for act in (game.resign, game.offer_draw, game.accept_draw, game.claim_repetition, game.lose_on_time):
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


def test_a_declined_offer_stays_declined_after_a_take_back() -> None:
    game = Game()
    for text in ("offer_draw white", "d2d4", "decline_draw brown", "take_back"):
        game.apply(text)
    assert game == Game()
    with pytest.raises(GameError, match="White has not offered a draw"):
        game.apply("accept_draw brown")


def test_a_declined_claim_stays_declined_after_a_take_back() -> None:
    game = played(*SHUFFLE * 3)
    game.claim_repetition(BROWN)
    game.decline_draw(WHITE)
    declined = game.copy()
    game.push("c2c3")
    game.pop()
    assert game == declined
    assert game.may_claim() is None


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
        game.claim_repetition(WHITE)
    game.claim_repetition(BROWN)
    game.accept_draw(WHITE)
    assert game.outcome() == Outcome(None, Reason.REPETITION)


def test_the_old_name_of_a_claim_still_works() -> None:
    game = played(*SHUFFLE * 3)
    with pytest.deprecated_call(match="claim_repetition"):
        game.offer_repetition(BROWN)
    game.accept_draw(WHITE)
    assert game.outcome() == Outcome(None, Reason.REPETITION)


def test_an_offer_on_a_repetition_answers_an_offer_too() -> None:
    game = played(*SHUFFLE * 3)
    game.offer_draw(WHITE)
    game.claim_repetition(BROWN)
    assert game.outcome() == Outcome(None, Reason.AGREEMENT)


def test_no_repetition_no_offer_on_it() -> None:
    game = played(*SHUFFLE * 2)
    with pytest.raises(GameError, match="not one sequence three times over"):
        game.claim_repetition(BROWN)


def test_a_refused_repetition_forbids_the_turn_that_continues_it() -> None:
    game = played(*SHUFFLE * 3)
    game.claim_repetition(BROWN)
    game.decline_draw(WHITE)
    objection = game.explain(Move.parse("d2d4"))
    assert objection is not None
    assert objection.rule is Rule.REPETITION
    assert len(game.legal_actions()) == 27
    with pytest.raises(GameError, match="offered and declined already"):
        game.claim_repetition(BROWN)
    game.push(Move.parse("d2d5"))
    assert game.duty is None
    assert game.declined_repetitions() == (12,)


def test_to_act_is_to_decline() -> None:
    game = played(*SHUFFLE * 3)
    game.claim_repetition(BROWN)
    assert Move.parse("d2d4") not in game.legal_actions()
    game.push(Move.parse("d2d5"))
    assert game.offer is None
    assert game.declined_repetitions() == (12,)
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
    for wrong in (10, None, Turn.parse("d2d5")):
        with pytest.raises(TypeError, match="an action is a Move, a Placement or a text"):
            Game().push(wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("touch_move", [True, False])
def test_a_bad_touch_changes_nothing(touch_move: bool) -> None:
    game = Game(touch_move=touch_move)
    with pytest.raises(NotationError, match="zz"):
        game.touch("zz")
    with pytest.raises(TypeError, match="a square is a Square or a name"):
        game.touch(99)  # type: ignore[arg-type]
    assert game == Game(touch_move=touch_move)


def test_nothing_is_touched_after_the_end() -> None:
    game = Game(touch_move=True)
    game.resign(WHITE)
    with pytest.raises(GameError, match="the game is over"):
        game.touch("d2")
    assert game.touched == ()


def test_a_touch_before_the_end_is_among_the_events() -> None:
    game = Game(touch_move=True)
    for text in ("touch d2", "resign white"):
        game.apply(text)
    again = Game(touch_move=True)
    for event in game.events:
        again.apply(event)
    assert again == game


def test_a_turn_that_fails_leaves_what_was_touched() -> None:
    game = Game(Position.from_fen("3z3/7/7/3z3/7/7/3D3/7/7 w - 10 00 5"), touch_move=True)
    game.touch("d3")
    with pytest.raises(IllegalActionError, match="d6 is not empty"):
        game.push_turn("d3xd6@d6x")
    assert game.touched == (Square.D3,)


def test_nobody_answers_their_own_offer_by_its_letter() -> None:
    game = Game()
    game.offer_draw("w")  # type: ignore[arg-type]
    for answer in (game.accept_draw, game.decline_draw):
        with pytest.raises(GameError, match="Brown has not offered a draw"):
            answer("w")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="not a valid Colour"):
        game.resign(None)  # type: ignore[arg-type]
    game.resign("w")  # type: ignore[arg-type]
    assert game.outcome() == Outcome(BROWN, Reason.RESIGNATION)


def test_two_declined_claims_keep_their_order() -> None:
    game = played(*SHUFFLE * 3)
    game.claim_repetition(BROWN)
    game.decline_draw(WHITE)
    for action in ("c2c3", "c8c7", "c3c2", "c7c8") * 3:
        game.push(action)
    game.claim_repetition(BROWN)
    game.push("e2e3")
    again = Game()
    for event in game.events:
        again.apply(event)
    assert again == game
    assert game.declined_repetitions() == (12, 24)


def test_who_has_offered_a_draw_may_still_claim_the_repetition() -> None:
    game = played(*SHUFFLE * 3)
    game.offer_draw(BROWN)
    assert game.may_claim() is BROWN
    game.claim_repetition(BROWN)
    assert game.may_claim() is None


@pytest.mark.parametrize("event", [None, 3, b"d2d5", Move.parse("d2d5"), TakeBack])
def test_what_is_no_event_is_refused_with_a_sentence(event: object) -> None:
    with pytest.raises(TypeError, match="an event, such as Act or OfferDraw, or its text was expected"):
        Game().apply(event)  # type: ignore[arg-type]


def test_events_hold_what_they_say() -> None:
    assert Act("d2d5") == Act(Move.parse("d2d5"))  # type: ignore[arg-type]
    assert Touch("d2") == Touch(Square.D2)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="not a valid Colour"):
        Resign("white")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="the text of an event was expected"):
        parse_event(None)  # type: ignore[arg-type]


@pytest.mark.parametrize("start", [7, b"", Setup.start()])
def test_a_game_begins_at_a_position(start: object) -> None:
    with pytest.raises(TypeError, match="a position is a Position or its FEN"):
        Game(start)  # type: ignore[arg-type]


def test_a_game_begins_at_a_fen() -> None:
    fen = "7/7/7/3z3/7/7/3D3/7/7 b - 20 00 7"
    assert Game(fen).start == Position.from_fen(fen)
    assert Game(fen).to_fen() == fen
    for text in ("", "7/7/7/7/7/7/7/7/7 x"):
        with pytest.raises(NotationError):
            Game(text)


def test_one_can_choose_from_the_legal_actions() -> None:
    placing = Game()
    for action in ("d2d5", "d8d5"):
        placing.push(action)
    for game in (Game(), placing):
        legal = game.legal_actions()
        listed = list(legal)
        assert (legal[0], legal[-1]) == (listed[0], listed[-1])
        assert random.Random(1).choice(legal) in legal
        assert [*legal[2:9:3]] == listed[2:9:3]
        assert [*reversed(legal)] == listed[::-1]
        assert legal.index(str(listed[5])) == legal.index(listed[5]) == 5
        assert (legal.count(str(listed[5])), legal.count("a1a2")) == (1, 0)
        with pytest.raises(IndexError):
            legal[len(legal)]
        with pytest.raises(ValueError, match="not in tuple"):
            legal.index("a1a2")


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


EVENTS = (
    ("d2d5", Act(Move.parse("d2d5"))),
    ("@c4x", Act(parse_action("@c4x"))),
    ("touch d2", Touch(Square.D2)),
    ("offer_draw white", OfferDraw(WHITE)),
    ("claim_repetition brown", ClaimRepetition(BROWN)),
    ("accept_draw white", AcceptDraw(WHITE)),
    ("decline_draw brown", DeclineDraw(BROWN)),
    ("take_back", TakeBack()),
    ("resign white", Resign(WHITE)),
    ("lose_on_time brown", LoseOnTime(BROWN)),
)


@pytest.mark.parametrize(("text", "event"), EVENTS)
def test_events_are_read_and_written(text: str, event: Event) -> None:
    assert parse_event(text) == event
    assert str(event) == text
    assert pickle.loads(pickle.dumps(event)) == event
    assert event != TakeBack() or text == "take_back"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("offer white", "offer_draw white"),
        ("claim brown", "claim_repetition brown"),
        ("accept white", "accept_draw white"),
        ("decline brown", "decline_draw brown"),
        ("back", "take_back"),
        ("time white", "lose_on_time white"),
    ],
)
def test_words_of_old_saved_games_are_read(old: str, new: str) -> None:
    assert parse_event(old) == parse_event(new)


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "d2",
        "touch",
        "touch ",
        "touch h1",
        "offer_draw",
        "offer_draw w",
        "resign White",
        "take_back 2",
        "back ",
    ],
)
def test_what_is_no_event_is_a_notation_error(text: str) -> None:
    with pytest.raises(NotationError, match="is not an action or another event of a game"):
        parse_event(text)


def test_names_of_python_chess_are_answered_with_a_hint() -> None:
    for holder, name, hint in (
        (Game(), "legal_moves", "use legal_actions()"),
        (Game(), "push_san", "use push"),
        (Position.start(), "fen", "use to_fen()"),
        (Move, "from_uci", "use parse()"),
        (barragoon, "Board", "use Position"),
    ):
        with pytest.raises(AttributeError, match=re.escape(hint)):
            getattr(holder, name)
        assert not hasattr(holder, "something_else")


def test_hints_name_what_exists() -> None:
    """A hint such as "use legal_actions()" would be worse than none if there were no such thing."""
    owners = {"Game": Game(), "Position": Position.start(), "Move": Move.parse("d2d5"), "module 'barragoon'": barragoon}
    for owner, hints in HINTS.items():
        for name, hint in hints.items():
            there = getattr(owners[owner], name, None)
            assert there is None or isinstance(there, ModuleType), (owner, name)  # a submodule, imported elsewhere
            first = re.match(r"[A-Za-z_]+", hint)
            assert first is not None
            words = {*dir(owners[owner]), *dir(barragoon), "the", "another", "str", "action", "import"}
            assert first[0] in words, (owner, name, hint)


def test_a_copy_is_made_in_one_call() -> None:
    game = played("d2d4")
    twin = game.copy()
    twin.push("d8d6")
    assert (len(game.turns), len(twin.turns)) == (1, 2)
    assert not twin.is_over
    twin.resign(WHITE)
    assert twin.is_over
    assert not game.is_over


def test_turns_come_with_their_positions() -> None:
    game = Game(Position.from_fen("3z3/7/7/3D3/7/7/7/7/7 w bw 0"))
    for text in ("@a1x", "@a2x", "d9d8", "d6d3"):
        game.push(text)
    assert [(str(position.turn), str(turn)) for position, turn in game.turns_with_positions()] == [
        ("Brown", "d9d8"),
        ("White", "d6d3"),
    ]
    turns: Collection[object] = game.turns
    assert "d9d8" in turns
    assert "d9d7" not in turns
    with pytest.raises(TypeError, match="a turn is a Turn or a text"):
        assert 1 not in turns
