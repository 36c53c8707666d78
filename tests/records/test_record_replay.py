"""Games become records and games again, with all that turns alone do not tell."""

import pytest

from barragoon import (
    Colour,
    Game,
    GameError,
    IllegalActionError,
    NotationError,
    Outcome,
    Placement,
    Position,
    Reason,
    Turn,
    Variant,
    parse_action,
)
from barragoon.record import Fault, Line, Node, PendingOffer, Record, events_of
from records.record_strategies import shuffled

CAPTURE = ("d2d5", "d8d6")
DEAD = "4+1z/4++1/5++/7/7/7/++5/1++4/Z1+4"


def survives(game: Game) -> Record:
    record = Record.from_game(game, {"White": "Ann"})
    again = Record.parse(str(record))
    assert again == record
    assert again.game() == game == record.game()
    return record


def played(*actions: str, game: Game | None = None) -> Game:
    game = game or Game()
    for action in actions:
        game.push(parse_action(action))
    return game


def test_a_new_game_is_a_record_of_no_turns() -> None:
    record = survives(Game())
    assert record.mainline() == ()
    assert repr(record) == "<Record Ann - ? *, 0 turns>"


def test_options_become_tags() -> None:
    record = survives(Game.new(Variant.OPEN, stages=(0, 1), touch_move=True))
    tags = record.all_tags()
    assert (tags["Variant"], tags["Express"], tags["TouchMove"], "FEN" in tags) == ("Open", "01", "Yes", False)


@pytest.mark.parametrize("fen", [DEAD, "1vd1dv1/2zdz2/7/1x3x1/x1x1x1x/1x3x1/7/2ZDZ2/1VD1DV1 b - 24 00 1"])
def test_other_starts_become_a_fen(fen: str) -> None:
    tags = survives(Game(Position.from_fen(fen))).all_tags()
    assert tags["FEN"].startswith(fen)


def test_the_number_alone_needs_a_fen() -> None:
    setup = Position.start().setup()
    setup.number = 7
    record = survives(played("d2d5", game=Game(setup.position())))
    assert record.all_tags()["Variant"] == "Closed"
    assert "\n7. d2d5 *\n" in str(record)


@pytest.mark.parametrize("placements", [(), ("@b5x",), ("@b5x", "@b7Y"), ("@b5x", "@b7Y", "b9b6")])
def test_a_start_in_the_middle_of_a_turn(placements: tuple[str, ...]) -> None:
    game = Game(Position.from_fen("1v5/7/7/7/3D3/7/7/7/7 w bw 20 00 3"))
    record = survives(played(*placements, game=game))
    assert [str(placement) for placement in record.placements] == list(placements[:2])


def test_an_unfinished_turn_is_kept() -> None:
    record = survives(played("d2d5", "d8d5"))
    assert str(record.mainline()[-1]) == "d8xd5"
    survives(played("d2d5", "d8d5", "@d8x"))


@pytest.mark.parametrize("player", Colour)
def test_ends_that_players_declare(player: Colour) -> None:
    for declare in (Game.resign, Game.lose_on_time):
        game = played("d2d5")
        declare(game, player)
        survives(game)


def test_agreed_draws() -> None:
    game = played("d2d5", "d8d5")
    game.offer_draw(Colour.WHITE)
    assert survives(game).offer is PendingOffer.WHITE
    game.accept_draw(Colour.BROWN)
    assert survives(game).outcome == Outcome(None, Reason.AGREEMENT)


def test_repetitions_offered_and_accepted() -> None:
    game = shuffled(3)
    game.claim_repetition(Colour.BROWN)
    assert survives(game).offer is PendingOffer.REPETITION
    game.accept_draw(Colour.WHITE)
    assert survives(game).outcome == Outcome(None, Reason.REPETITION)


def test_repetitions_offered_and_declined() -> None:
    game = shuffled(3)
    game.claim_repetition(Colour.BROWN)
    game.decline_draw(Colour.WHITE)
    record = survives(game)
    assert [node.declined for node in record.main.nodes] == [False] * 11 + [True]
    assert str(record).split()[-3:] == ["d6d8", "=declined", "*"]
    game.push_turn(Turn.parse("d2d5"))
    survives(game)


def test_a_duty_binds_the_replay() -> None:
    record = Record.from_game(shuffled(4))
    record.main.nodes[11].declined = True
    with pytest.raises(IllegalActionError, match="declined"):
        record.game()


def test_a_repetition_that_is_none_can_not_be_declined() -> None:
    with pytest.raises(GameError):
        Record(main=Line([Node(Turn.parse("d2d5"), declined=True)])).game()


def test_a_repetition_without_escape() -> None:
    game = Game(Position.from_fen("7/7/7/7/7/x1x4/1>1x3/^1Y4/V<vx3 w - 0 00 1"))
    for text in ("a1c3", "c1a3", "c3a1", "a3c1") * 3:
        game.push_turn(Turn.parse(text))
    game.claim_repetition(Colour.BROWN)
    assert survives(game).outcome == Outcome(None, Reason.INESCAPABLE)


def test_the_end_of_the_game_answers_an_offer() -> None:
    game = Game(Position.from_fen("7/7/7/7/3z3/3x3/7/7/3D3 w - 0 02 1"))
    game.offer_draw(Colour.WHITE)
    game.push(parse_action("d1d3"))
    assert game.outcome()
    assert survives(game).offer is None


def test_the_end_must_be_borne_out_by_the_turns() -> None:
    with pytest.raises(GameError, match="its turns do not"):
        Record(outcome=Outcome(Colour.WHITE, Reason.BLOCKED)).game()
    with pytest.raises(GameError, match="three times over"):
        Record(outcome=Outcome(None, Reason.REPETITION)).game()


def test_turns_after_the_end_are_declined() -> None:
    record = Record.parse(f'[FEN "{DEAD}"] 1. a1a2 *')
    with pytest.raises(IllegalActionError, match="over"):
        record.game()


ROUND = "d2d4 d8d6\nd4d2 d6d8\n"
REFUSED = [
    ("after the end", f'[FEN "{DEAD}"]\n\n1. a1a2 *', (3, 4), "a1a2", "over"),
    ("duty", ROUND * 3 + "=declined d2d4 d8d6 *", (7, 11), "d2d4", "declined"),
    ("no repetition", "1. d2d5\nd8d6 =declined *", (2, 1), "d8d6 =declined", "three times over"),
    ("end", '[Termination "repetition"]\n1. d2d5 1/2-1/2', (2, 9), "1/2-1/2", "three times over"),
    ("offer", '[DrawOffer "Repetition"]\n1. d2d5 *', (2, 9), "DrawOffer Repetition", "three times over"),
]


@pytest.mark.parametrize("case", REFUSED, ids=[case[0] for case in REFUSED])
def test_what_the_rules_forbid_is_reported_with_its_place(case: tuple[str, str, tuple[int, int], str, str]) -> None:
    _, text, place, culprit, words = case
    record = Record.parse(text)
    with pytest.raises((GameError, IllegalActionError)):
        record.game()
    error = record.check()
    assert error
    assert (error.fault, (error.line, error.column), error.text) == (Fault.RULES, place, culprit)
    assert words in error.sentence
    assert str(error).startswith(f"line {place[0]}, column {place[1]}: '{culprit}' is against the rules: ")


def test_a_game_that_can_be_played_passes() -> None:
    assert Record.parse("1. d2d5 d8d6 1-0").check() is None
    assert Record.from_game(shuffled(4)).check() is None


def test_a_record_that_was_not_read_has_no_places() -> None:
    error = Record(main=Line([Node(Turn.parse("d2d5"), declined=True)])).check()
    assert error
    assert str(error).startswith("'d2d5 =declined' is against the rules: ")


def test_a_placement_may_be_against_the_rules() -> None:
    record = Record(placements=[Placement.parse("@d5x")])
    error = record.check()
    assert error
    assert error.text == "@d5x"


def test_places_do_not_count() -> None:
    one, other = Record.parse("1. d2d5 d8d6 *"), Record.parse("1.\nd2d5\nd8d6 *")
    assert one == other
    assert [(node.line, node.column) for node in other.main.nodes] == [(2, 1), (3, 1)]
    assert (one.end_line, one.end_column, other.end_line, other.end_column) == (1, 14, 3, 6)


def test_unread_text_ends_the_game_early() -> None:
    line = Line([Node(Turn.parse("d2d5"))], unread="d8d9 2. d5d3")
    game = Record(main=line, outcome=Outcome(Colour.WHITE, Reason.TIME)).game()
    assert game == played("d2d5")


def test_a_turn_that_captures_nothing_is_not_played() -> None:
    record = Record(main=Line([Node(Turn.parse("d2xd5@d3x@c3x"))]))
    with pytest.raises(IllegalActionError, match="there is nothing to capture on d5"):
        record.game()


@pytest.mark.parametrize("offer", [PendingOffer.WHITE, PendingOffer.BROWN])
def test_an_agreement_says_who_had_offered(offer: PendingOffer) -> None:
    record = Record.parse("1. d2d5 *")
    record.offer, record.outcome = offer, Outcome(None, Reason.AGREEMENT)
    answer = Colour[offer.name].other.name.lower()
    assert [str(event) for event in events_of(record)][1:] == [
        f"offer_draw {offer.value.lower()}",
        f"accept_draw {answer}",
    ]
    assert record.game().outcome() == record.outcome


def test_a_draw_by_repetition_answers_the_claim() -> None:
    game = shuffled(3)
    game.claim_repetition(Colour.BROWN)
    record = Record.from_game(game)
    record.outcome = Outcome(None, Reason.REPETITION)
    assert [str(event) for event in events_of(record)][-2:] == ["claim_repetition brown", "accept_draw white"]
    game.accept_draw(Colour.WHITE)
    assert record.game() == game


@pytest.mark.parametrize("name", ["FEN", "Result", "Time Control", "", "Süd"])
def test_tags_that_can_not_be_set(name: str) -> None:
    with pytest.raises(NotationError):
        Record.from_game(Game(), {name: "x"})


def test_records_are_no_keys_and_equal_no_others() -> None:
    assert Record() != "1. d2d5 *"
    assert Line() != Node(Turn.parse("d2d5"))
    assert Node(Turn.parse("d2d5")) != Line()
    assert Line([Node(Turn.parse("d2d5"))]) != Line()
    for changing in (Record(), Line(), Node(Turn.parse("d2d5"))):
        with pytest.raises(TypeError):
            hash(changing)
