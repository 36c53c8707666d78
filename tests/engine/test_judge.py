"""The judge: against what is recorded, against brute force with the library's rules, and against the solver."""

import random
import threading
from collections import Counter
from collections.abc import Iterator

import pytest

from barragoon import Action, Colour, Position, parse_action
from barragoon.engine import (
    Engine,
    EngineRequestError,
    Goal,
    GoalKind,
    Grade,
    Judgement,
    Limit,
    Verdict,
    _native,
)
from engine.brute_force import BruteForce, TooLongError
from engine.recorded_answers import recorded
from engine.test_solver import late

ALL = list(recorded())
# Lesson positions: a tile with one door; a hunt of two turns; a foot in the door; a capture that costs.
DOOR = Position.from_fen("z+5/1+5/7/7/7/3x3/7/7/3D3 w - 12 00 1")
HUNT = Position.from_fen("7/7/7/7/7/7/3^Z2/7/1S3zD w - 10 00 1")
FOOT = Position.from_fen("4S1Z/6z/7/7/7/7/7/v6/7 b wb 10 00 1")
POISON = Position.from_fen("3d3/7/2d4/7/3D3/3x3/1x5/1Vx4/7 w - 10 00 1")


@pytest.fixture
def engine() -> Iterator[Engine]:
    with Engine() as made:
        yield made


def after(position: Position, actions: list[Action]) -> Position:
    for action in actions:
        position = position.play(action)
    return position


def turns_of(player: Colour, position: Position, actions: list[Action]) -> int:
    """How many turns of a player's own some actions end."""
    ended = 0
    for action in actions:
        following = position.play(action)
        ended += position.turn is player and following.turn is not player
        position = following
    return ended


def texts(judgement: Judgement) -> list[str]:
    return list(map(str, judgement.line))


# -- what is recorded ---------------------------------------------------------------------------------------------


def test_the_record_has_answers_of_every_grade_to_both_kinds_of_goals() -> None:
    assert len(ALL) == 500
    assert min(Counter(each.grade for each in ALL).values()) >= 20
    assert set(Grade) == {each.grade for each in ALL}
    kinds = Counter((each.goal.kind, each.grade is Grade.RIGHT) for each in ALL)
    assert min(kinds.values()) >= 20
    assert len(kinds) == 4
    assert sum(len(each.answer) > 1 for each in ALL) >= 30
    assert sum(bool(each.escapes) for each in ALL) >= 30


@pytest.mark.parametrize("instruction_set", _native.instruction_sets())
def test_every_recorded_answer_is_judged_as_recorded(instruction_set: str) -> None:
    with Engine(instruction_set=instruction_set) as engine:
        for each in reversed(ALL):  # nothing that was proven before may play a part, so any order will do
            found = engine.judge(each.position, each.goal, *each.answer, limit=each.limit)
            line, escapes = list(found.line), [escape.move for escape in found.escapes]
            known = (found.grade, found.turns, line, escapes, found.nodes)
            assert known == (each.grade, each.turns, each.line, each.escapes, each.nodes), each


def test_a_search_or_a_proof_before_makes_no_difference(engine: Engine) -> None:
    for each in ALL[::25]:
        engine.analyse(each.position, Limit(nodes=2_000))
        engine.solve(each.position, 2, Limit(nodes=20_000))
        found = engine.judge(each.position, each.goal, *each.answer, limit=each.limit)
        assert (found.grade, list(found.line), found.nodes) == (each.grade, each.line, each.nodes)


def test_a_refutation_holds(engine: Engine) -> None:
    """Escapes are all the opponent's moves; a reply leaves no win in the turns that are left, as the solver proves."""
    replies = 0
    for each in ALL:
        if each.grade is not Grade.WRONG or each.goal.kind is not GoalKind.WIN:
            continue
        player = each.position.actor
        played = each.answer + each.line
        last = after(each.position, played)
        left = each.goal.turns - turns_of(player, each.position, played)
        if left == 0:
            assert last.actor is player.other
            assert set(each.escapes) == set(last.legal_actions()) != set()
        else:
            assert each.line, each
            assert not each.escapes
            if last.actor is player and last.outcome() is None:
                replies += 1
                assert engine.solve(last, left, Limit(nodes=5_000_000)).verdict is Verdict.NO_WIN, each
    assert replies >= 50


def test_a_reply_to_a_winning_answer_is_the_opponents_and_does_not_save_them(engine: Engine) -> None:
    wins = [each for each in ALL if each.goal.kind is GoalKind.WIN and each.grade in (Grade.RIGHT, Grade.SLOWER)]
    for each in wins:
        player = each.position.actor
        position = after(each.position, each.answer)
        for action in each.line:
            assert position.actor is player.other
            position = position.play(action)
        if outcome := position.outcome():
            assert outcome.winner is player
        else:
            assert position.actor is player
            left = each.turns - turns_of(player, each.position, each.answer + each.line)
            assert engine.solve(position, left).wins
    assert sum(bool(each.line) for each in wins) >= 50


def test_a_wrong_answer_to_hold_is_answered_by_the_opponents_win() -> None:
    wrong = [each for each in ALL if each.goal.kind is GoalKind.HOLD and each.grade is Grade.WRONG]
    for each in wrong:
        outcome = after(each.position, each.answer + each.line).outcome()
        assert outcome is not None
        assert outcome.winner is each.position.actor.other


# -- against brute force ------------------------------------------------------------------------------------------


def by_brute_force(position: Position, goal: Goal, action: Action) -> bool:
    player = position.actor
    attacker = player if goal.kind is GoalKind.WIN else player.other
    wins = BruteForce(30_000).wins_by(position, action, attacker, goal.turns)
    return wins is (attacker is player)


@pytest.mark.parametrize("goal", [Goal.win(1), Goal.hold(1)])
def test_an_answer_is_right_exactly_if_brute_force_says_so(engine: Engine, goal: Goal) -> None:
    source, found = random.Random(5), Counter[bool]()
    while min(found[True], found[False]) < 20:
        position = late(source, tiles=2)
        if position.outcome() is not None:
            continue
        for action in source.sample(sorted(position.legal_actions()), 3) if len(position.legal_actions()) > 2 else ():
            try:
                expected = by_brute_force(position, goal, action)
            except TooLongError:
                continue
            judgement = engine.judge(position, goal, action)
            assert (judgement.grade is Grade.RIGHT) is expected, (position.to_fen(), str(action))
            assert judgement.grade is not Grade.UNPROVEN
            found[expected] += 1


# -- lessons ------------------------------------------------------------------------------------------------------


def test_the_move_is_judged_before_its_placement(engine: Engine) -> None:
    assert engine.judge(DOOR, Goal.win(1), "d1d4") == Judgement(Grade.RIGHT, 1)
    assert engine.judge(DOOR, Goal.win(1), "d1d4", "@a8x") == Judgement(Grade.RIGHT, 1)


def test_the_path_by_which_a_tile_still_escapes_is_shown(engine: Engine) -> None:
    judgement = engine.judge(DOOR, Goal.win(1), "d1d4", "@a8|")
    (escape,) = judgement.escapes
    assert (judgement.grade, str(escape.move), judgement.line) == (Grade.WRONG, "a9a7", ())
    assert [list(map(str, path)) for path in escape.paths] == [["a9", "a8", "a7"]]


def test_the_best_try_is_shown_where_no_placement_would_do(engine: Engine) -> None:
    judgement = engine.judge(Position.from_fen("z+5/7/7/7/7/3x3/7/7/3D3 w - 12 00 1"), Goal.win(1), "d1d4")
    assert judgement.grade is Grade.WRONG
    assert [parse_action(text) for text in texts(judgement)]
    assert judgement.escapes


@pytest.mark.parametrize(
    ("action", "grade", "turns"), [("e3f2", Grade.RIGHT, 2), ("e3d2", Grade.SLOWER, 3), ("e3e1", Grade.SLOWER, 3)]
)
def test_a_slower_win_is_not_wrong(engine: Engine, action: str, grade: Grade, turns: int) -> None:
    judgement = engine.judge(HUNT, Goal.win(2), action)
    assert (judgement.grade, judgement.turns) == (grade, turns)
    assert judgement.line


def test_a_win_sooner_than_asked_for_is_right(engine: Engine) -> None:
    judgement = engine.judge(DOOR, Goal.win(3), "d1d4", "@a8x")
    assert (judgement.grade, judgement.turns) == (Grade.RIGHT, 1)


def test_only_two_placements_keep_a_foot_in_the_door(engine: Engine) -> None:
    right = {
        str(action) for action in FOOT.legal_actions() if engine.judge(FOOT, Goal.hold(1), action).grade is Grade.RIGHT
    }
    assert right == {"@f9-", "@f9<"}


def test_a_capture_that_costs_the_game_is_punished_on_the_board(engine: Engine) -> None:
    judgement = engine.judge(POISON, Goal.hold(1), "d5c7")
    assert (judgement.grade, texts(judgement)[-3:]) == (Grade.WRONG, ["d9c7", "@c6x", "@a2x"])


# -- what can't be judged -----------------------------------------------------------------------------------------


def test_what_the_limit_leaves_open_is_unproven(engine: Engine) -> None:
    judgement = engine.judge(Position.start(), Goal.win(9), "d2d4", limit=Limit(nodes=500))
    assert (judgement.grade, judgement.line, judgement.nodes) == (Grade.UNPROVEN, (), 500)


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        ((), "an answer has at least one action"),
        (("d1d9",), "the action d1d9 is not legal"),
        (("d1d4", "@a8|", "a9a7"), "the answer takes more turns than the goal has"),
    ],
)
def test_what_is_no_answer_is_rejected(engine: Engine, answer: tuple[str, ...], sentence: str) -> None:
    with pytest.raises(EngineRequestError, match=sentence):
        engine.judge(DOOR, Goal.win(1), *answer)


def test_what_is_no_question_is_rejected(engine: Engine) -> None:
    with pytest.raises(EngineRequestError, match="within 0 turns"):
        engine.judge(DOOR, Goal.win(0), "d1d4")
    with pytest.raises(EngineRequestError, match="by nodes alone"):
        engine.judge(DOOR, Goal.win(1), "d1d4", limit=Limit(seconds=1))
    with pytest.raises(EngineRequestError, match="nothing to solve here"):
        engine.judge(Position.from_fen("6z/7/7/7/7/7/7/x6/Zx5 w"), Goal.win(1), "d1d4")
    with pytest.raises(EngineRequestError, match="'win 0' is not a goal"):
        Goal.parse("win 0")


def test_a_goal_reads_as_it_is_written() -> None:
    goals: list[Goal] = [Goal.win(1), Goal.hold(12)]
    assert [Goal.parse(str(goal)) for goal in goals] == goals


def test_judging_can_be_stopped(engine: Engine) -> None:
    stopping = threading.Timer(0.2, engine.stop)
    stopping.start()
    judgement = engine.judge(Position.start(), Goal.win(20), "d2d4", limit=Limit(nodes=10**12))
    stopping.join()
    assert judgement.grade is Grade.UNPROVEN
