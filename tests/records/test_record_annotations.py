"""Positions of nodes, evaluations and clocks in comments, and lines of actions as variations."""

import math
from copy import copy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from barragoon import Colour, Game, GameError, IllegalActionError, Move, NotationError, Position, Turn
from barragoon.record import Line, Node, Record, line_of, native_replay, read_records, turns_of, walk
from barragoon.score import Score

TEXT = "1. d2d5 (1. d2d4 d8d6 (1... d8c7 2. d4d2)) 1... d8xd5@d8x@e4^ 2. e2e3 *"
IN_HAND = '[FEN "1v5/7/7/7/3D3/7/7/7/1Z5 w bw 20 00 3"]\n3. @a1x@b2^ b9b6 4. d5d3 *'


def nodes_of(record: Record) -> list[Node]:
    return [step for step in walk(record.main) if isinstance(step, Node)]


# -- positions ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("native", [True, False])
@pytest.mark.parametrize("text", [TEXT, "1. d2d5 d8xd5@d8x@e4^\n2. e2e3 *", IN_HAND])
def test_every_node_knows_its_position(text: str, native: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if not native:
        monkeypatch.setattr(native_replay, "compiled", lambda: None)
    record = Record.parse(text)
    for node in reversed(nodes_of(record)):
        assert node.position == node.previous_position.play_turn(node.turn)
        assert node.position.number == node.previous_position.play_turn(node.turn).number
    assert [*record.positions()][-1] == record.game().position


def test_positions_of_a_start_in_hand() -> None:
    positions = [*Record.parse(IN_HAND).positions()]
    assert [len(position.hands) for position in positions] == [2, 0, 0, 0]


def test_deep_variations_have_positions() -> None:
    deep = 3_000
    record = Record.parse("1. d2d5" + " (1. d2d4" * deep + ")" * deep + " *")
    assert nodes_of(record)[-1].position == Position.start().play("d2d4")


def test_records_of_games_have_positions() -> None:
    game = Game(IN_HAND.split('"')[1])
    for action in ("@a1x", "@b2^", "b9b6"):
        game.push(action)
    record = Record.from_game(game)
    assert record.main.nodes[0].position == game.position
    game.push("d5d3")
    assert record.updated_with(game).main.nodes[1].position == game.position


def test_taken_back_turns_keep_their_positions() -> None:
    record, game = Record.parse("1. d2d5 d8d6 2. e2e3 *"), Game()
    game.push_turn("d2d5")
    for node in nodes_of(record.updated_with(game)):
        assert node.position == node.previous_position.play_turn(node.turn)


def test_nodes_made_by_hand_are_asked_of_their_record() -> None:
    record = Record(main=Line([Node(Turn.parse("d2d5")), Node(Turn.parse("d8d6"))]))
    with pytest.raises(GameError, match="made by hand"):
        _ = record.main.nodes[0].position
    assert [*record.positions()][1] == Position.start().play("d2d5")
    record.main.nodes.pop(0)
    with pytest.raises(IllegalActionError):
        list(record.positions())


def test_changed_lines_are_worked_out_anew() -> None:
    record = Record.parse("1. d2d5 d8d6 2. e2e3 *")
    record.main.nodes[0] = Node(Turn.parse("d2d4"))
    assert [*record.positions()][-1]["d4"] is not None


# -- variations ---------------------------------------------------------------------------------------------------


def test_actions_become_turns() -> None:
    played = ["d2d5", "d8d5", "@d8x", "@e4^", "e2e3"]
    turns = turns_of(Position.start(), played)
    assert [str(turn) for turn in turns] == ["d2d5", "d8xd5@d8x@e4^", "e2e3"]
    assert turns_of(Position.start(), turns) == turns_of(Position.start(), map(str, turns)) == turns
    assert str(turns_of(Position.start(), played[:3])[-1]) == "d8xd5@d8x"


def test_what_is_not_legal_is_no_line() -> None:
    with pytest.raises(IllegalActionError):
        turns_of(Position.start(), ["d2d5", "d2d4"])
    with pytest.raises(GameError, match="under way"):
        line_of(Position.start().play("d2d5").play("d8d5"), ["@d8x"])


def test_a_line_of_actions_becomes_a_variation() -> None:
    record = Record.parse("1. d2d5 d8d6 *")
    line = record.main.nodes[1].add_variation([Move.parse("d8d5"), "@d8x", "@e4^", "e2e3"])
    line.nodes[0].set_evaluation(Score.cp(-210, Colour.WHITE), depth=7)
    assert str(record).splitlines()[-1] == "1. d2d5 d8d6 (1... d8xd5@d8x@e4^ {[%eval -2.10,7]} 2. e2e3) *"
    assert Record.parse(str(record)) == record
    assert line.nodes[1].position.turn is Colour.BROWN


# -- evaluations and clocks ---------------------------------------------------------------------------------------

scores = st.one_of(
    st.builds(Score.cp, st.integers(-30_000, 30_000), st.sampled_from(Colour)),
    st.builds(Score.win, st.integers(0, 2_000), st.sampled_from(Colour)),
    st.builds(Score.loss, st.integers(0, 2_000), st.sampled_from(Colour)),
)
comments = st.lists(
    st.sampled_from(["Bold.", "[%eval 0.35]", "x [%clk 0:00:01] y", "[%cal Ge2e4]", "", "[%eval oops]"])
)


@given(comments, scores, st.one_of(st.none(), st.integers(0, 9_999)), st.integers(0, 10**8))
def test_what_is_written_is_read(after: list[str], score: Score, depth: int | None, thousandths: int) -> None:
    record = Record(main=Line([Node(Turn.parse("d2d5"), after=after)]))
    node = record.main.nodes[0]
    remarks = copy(node.remarks)
    node.set_evaluation(score, depth)
    node.clock = thousandths / 1_000
    node.set_evaluation(score, depth)
    again = Record.parse(str(record)).main.nodes[0]
    assert (again.evaluation, again.evaluation_depth) == (score, depth)
    assert again.clock == pytest.approx(thousandths / 1_000, abs=1e-6)
    assert again.remarks == node.remarks == remarks


@given(comments)
def test_what_is_taken_away_is_gone(after: list[str]) -> None:
    node = Node(Turn.parse("d2d5"), after=after)
    for _ in range(len(after) + 1):
        node.evaluation = None
        node.clock = None
    assert (node.evaluation, node.clock, node.evaluation_depth) == (None, None, None)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("[%eval 0.35]", 35),
        ("[%eval -1]", -100),
        ("[%eval +12.5,20]", 1_250),
        ("[%eval #0]", 30_000),
        ("[%eval #-0]", -30_000),
        ("[%eval #3]", 29_997),
        ("[%eval 99999]", 29_000),
    ],
)
def test_evaluations_of_others_are_read(text: str, value: int) -> None:
    assert Node(Turn.parse("d2d5"), after=["a", f"b {text} c"]).evaluation == Score(value, Colour.WHITE)


@pytest.mark.parametrize(
    "text", ["[%eval]", "[%eval x]", "[%eval 1.234]", "[%clk 1:2]", "[%clk 0:61:00]", "[% eval 1]"]
)
def test_what_is_no_command_is_text(text: str) -> None:
    node = Node(Turn.parse("d2d5"), after=[text])
    assert (node.evaluation, node.clock) == (None, None)


def test_what_no_comment_can_say_is_refused() -> None:
    node = Node(Turn.parse("d2d5"))
    for seconds in (-1, math.inf, math.nan, 10**9):
        with pytest.raises(NotationError, match="a clock can show"):
            node.clock = seconds
    with pytest.raises(NotationError, match="depth"):
        node.set_evaluation(Score.cp(1, Colour.WHITE), depth=-1)
    assert node.after == []


def test_notebooks_show_records() -> None:
    (record,) = read_records(['[White "A<b>"]', "1. d2d5 *"])
    shown = record._repr_html_()
    assert shown.startswith("<p>A&lt;b&gt; – ?, *</p><svg")
    assert shown.endswith("<pre>1. d2d5 *</pre>")


@given(scores)
def test_scores_say_the_same_of_both_players(score: Score) -> None:
    other = score.pov(score.view.other)
    assert (other == score, hash(other) == hash(score), other.pov(score.view)) == (True, True, score)
    assert (score.hundredths is None) == (score.turns_to_end is not None)
    assert (score.wins, score.loses) == (other.loses, other.wins)
    assert score != "score"
    kind, number = score.to_ubi().split()
    made = {"cp": Score.cp, "win": Score.win, "loss": Score.loss}[kind](int(number), score.view)
    assert (made, made < score, str(made)) == (score, False, str(score))
