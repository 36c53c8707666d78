"""The solver against brute force with the library's rules, which knows no reduction of any kind."""

import asyncio
import contextlib
import json
import random
import threading
import time

import pytest
from hypothesis import given, settings

from barragoon import Colour, Game, Position, Turn, parse_action
from barragoon.engine import Engine, EngineError, Limit, Score, Verdict, _native
from cli.command_line import barragoon, rejected
from engine.brute_force import BruteForce, TooLongError, assert_line_wins, fewest_turns
from strategies import positions

WIN_IN_1 = "7/7/7/7/3z3/7/7/3D3/7 w - 0 00 1"
START = Position.start()


def solved(position: Position, turns: int) -> int | None:
    """The same by the solver, with every instruction set."""
    fen, found = position.to_fen(), set()
    for path in _native.instruction_sets():
        core = _native.Core(path)
        core.set_position(fen)
        solution = core.solve(turns)
        assert solution.verdict is not _native.Verdict.UNKNOWN, fen
        found.add((solution.turns if solution.verdict is _native.Verdict.WIN else None, solution.nodes))
        if solution.verdict is _native.Verdict.WIN:
            assert_line_wins(position, list(map(parse_action, solution.actions)), solution.turns)
    ((answer, _),) = found
    return answer


def late(source: random.Random, tiles: int) -> Position:
    """A position as games end: few tiles, many barragoons of all faces, at times in mid-turn or with a stage."""
    squares = source.sample(range(63), 63)
    cells = ["1"] * 63
    for colour in ("ZDV", "zdv"):
        for letter in source.sample(colour, source.randint(1, tiles)):
            cells[squares.pop()] = letter
    for _ in range(28):
        cells[squares.pop()] = source.choice("xxx^>Y<|-NESWnesw+++")
    rows = ["".join(cells[start : start + 7]) for start in range(0, 63, 7)]
    turn, foe = source.sample("wb", 2)
    hands = source.choice(("-", "-", "-", turn, foe + turn))
    stages = source.choice(("00", "00", "10", "02"))
    return Position.from_fen(f"{'/'.join(rows)} {turn} {hands} {source.choice((0, 1, 2))} {stages} 1")


def compare(turns: int, *, seed: int, count: int, steps: int, tiles: int) -> list[int | None]:
    """Compare late positions for which brute force is done within some steps; in how many turns they are won."""
    source, found = random.Random(seed), list[int | None]()
    for _ in range(count):
        position = late(source, tiles)
        if position.outcome() is not None:
            continue
        try:
            expected = fewest_turns(position, turns, steps)
        except TooLongError:
            continue
        assert solved(position, turns) == expected, position.to_fen()
        found.append(expected)
    return found


@settings(max_examples=50)
@given(positions)
def test_a_win_in_one_turn_is_one_that_brute_force_finds(position: Position) -> None:
    if position.outcome() is None:
        with contextlib.suppress(TooLongError):  # a turn in which a tile is taken has half a million placements
            assert fewest_turns(position, 1, 20_000) == solved(position, 1)


def test_late_positions_are_won_in_one_turn_when_brute_force_says_so() -> None:
    found = compare(1, seed=1, count=80, steps=4_000, tiles=2)
    assert found.count(1) >= 20
    assert found.count(None) >= 20


def test_late_positions_are_not_won_in_two_turns_when_brute_force_says_so() -> None:
    found = compare(2, seed=1, count=25, steps=2_000, tiles=1)
    assert found.count(None) >= 2


def test_a_first_action_that_wins_in_two_turns_does_so_against_everything() -> None:
    source, confirmed = random.Random(3), 0
    with Engine() as engine:
        while confirmed < 4:
            position = late(source, 2)
            solution = None if position.outcome() else engine.solve(position, 2)
            if not solution or solution.turns != 2 or not solution.wins:
                continue
            winner, after = position.actor, position.after(solution.actions[0])
            left = 2 - (position.turn is winner and after.turn is not winner)
            with contextlib.suppress(TooLongError):
                assert BruteForce(5_000).wins(after, winner, left), position.to_fen()
                assert fewest_turns(position, 1, 5_000) is None, position.to_fen()
                confirmed += 1


@pytest.mark.slow
def test_more_late_positions_are_won_in_two_turns_when_brute_force_says_so() -> None:
    found = compare(2, seed=2, count=100, steps=60_000, tiles=1)
    assert found.count(1) >= 20
    assert found.count(2) >= 1
    assert found.count(None) >= 15


# Brown holds out by placing a barragoon only to take it again: a solver that forgets this sees a win in two turns.
# Brute force in C++ says that there is none, the second time after 405,654,326 positions.
TAKEN_AGAIN = (
    "N1+x>1+/11-1>11/1+1v11D/1SW1111/S111W1x/1x11x1+/+zS1x1e/+x11W+N/1s1N1+1 w - 1 00 1",
    "Szv-111/w1^E+11/xZW+1S1/1+1111E/x|en111/1+1Es1x/w1E1111/1x1xD11/11^+1x+ w - 1 00 1",
)


@pytest.mark.parametrize("fen", TAKEN_AGAIN)
def test_a_barragoon_may_be_placed_to_be_taken_again(fen: str) -> None:
    assert solved(Position.from_fen(fen), 2) is None


@pytest.mark.slow
def test_brute_force_sees_no_win_where_a_barragoon_is_taken_again() -> None:
    assert fewest_turns(Position.from_fen(TAKEN_AGAIN[0]), 2, 10**9) is None


def test_a_proof_counts_the_winners_turns_and_its_score_those_of_both() -> None:
    with Engine() as engine:
        solution = engine.solve(Position.from_fen(WIN_IN_1), 3)
        assert solution.wins
        assert (solution.turns, solution.score) == (1, Score.win(1, Colour.WHITE))
        assert engine.analyse(Position.from_fen(WIN_IN_1), Limit(depth=3))[0].score == solution.score


def test_the_opponents_turn_under_way_is_not_the_winners() -> None:
    # Brown took a tile with the last of the reserve; White, who lost it, places, and then takes Brown's last tile.
    position = Position.from_fen("7/7/7/3z3/7/7/3D3/7/7 b w 0 00 1")
    with Engine() as engine:
        solution = engine.solve(position, 2)
    assert (solution.turns, solution.score) == (1, Score.win(2, Colour.WHITE))
    assert_line_wins(position, list(solution.actions), 1)


def test_no_win_is_a_proof_too() -> None:
    with Engine() as engine:
        solution = engine.solve(START, 3)
    assert (solution.verdict, solution.turns, solution.score, solution.actions) == (Verdict.NO_WIN, 3, None, ())


def test_a_limit_leaves_it_undecided() -> None:
    with Engine() as engine:
        for limit in (Limit(nodes=1_000), Limit(seconds=0.001, nodes=50_000)):
            solution = engine.solve(START, 8, limit)
            assert solution.verdict is Verdict.UNKNOWN
            assert solution.turns < 8
            assert solution.nodes <= 50_000


def test_there_is_nothing_to_solve_in_a_dead_position() -> None:
    dead = Position.from_fen("4+1z/4++1/5++/7/7/7/++5/1++4/Z1+4")
    with Engine() as engine, pytest.raises(EngineError, match="nothing to solve here: Draw"):
        engine.solve(dead, 1)


def test_a_duty_bars_the_winning_action() -> None:
    game = Game(START)
    for text in ("d2d4", "d8d6", "d4d2", "d6d8") * 3:
        game.push_turn(Turn.parse(text))
    game.claim_repetition(Colour.BROWN)
    game.decline_draw(Colour.WHITE)
    core = _native.Core()
    core.set_position(WIN_IN_1)
    assert core.solve(1, only=["d2d5"]).actions == ["d2d5"]
    assert core.solve(1, only=["d2d4"]).verdict is _native.Verdict.NO_WIN
    with Engine() as engine:
        assert engine.solve(game, 2).verdict is Verdict.NO_WIN


def test_it_can_be_stopped() -> None:
    engine = Engine()
    found = list[Verdict]()
    thread = threading.Thread(target=lambda: found.append(engine.solve(START, 50).verdict))
    thread.start()
    time.sleep(0.2)
    with pytest.raises(EngineError, match="searching already"):
        engine.solve(START, 1)
    engine.close()
    thread.join(timeout=30)
    assert found == [Verdict.UNKNOWN]


def test_a_cancelled_proof_leaves_the_engine_free() -> None:
    async def cancel() -> Verdict:
        with Engine() as engine:
            with pytest.raises(asyncio.TimeoutError):
                await asyncio.wait_for(engine.solve_async(START, 50), 0.1)
            while True:
                try:
                    return (await engine.solve_async(Position.from_fen(WIN_IN_1), 1)).verdict
                except EngineError:
                    await asyncio.sleep(0.01)

    assert asyncio.run(cancel()) is Verdict.WIN


@pytest.mark.parametrize(
    ("turns", "limit", "problem"),
    [
        (0, None, "within 0 turns"),
        (101, None, "within 101 turns"),
        (1, Limit(depth=3), "limited by nodes or seconds"),
    ],
)
def test_refuses(turns: int, limit: Limit | None, problem: str) -> None:
    with Engine() as engine, pytest.raises(EngineError, match=problem):
        engine.solve(START, turns, limit)


def test_the_command_says_who_wins_in_whose_turns() -> None:
    result = barragoon("solve", *WIN_IN_1.split())
    assert (result.code, result.out) == (0, "White wins by force in 1 turn of White's own\nd2d5\n")
    result = barragoon("solve", "--turns", "2")
    assert (result.code, result.out) == (1, "White has no forced win within 2 turns of White's own\n")
    result = barragoon("solve", "--open", "--turns", "9", "--nodes", "50")
    assert result.code == 3
    assert result.out.startswith("undecided after 50 nodes: White has no forced win within 1 turn")


def test_the_command_in_json() -> None:
    facts = json.loads(barragoon("solve", "-", "--json", stdin=WIN_IN_1).out)
    assert facts.pop("seconds") >= 0
    assert facts.pop("nodes") > 0
    assert facts == {
        "fen": WIN_IN_1,
        "verdict": "win",
        "view": "white",
        "turns": 1,
        "turns_to_end": 1,
        "actions": ["d2d5"],
    }


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["nonsense"], "FEN: column 1"),
        (["7/7/7/7/3z3/7/7/7/7"], "nothing to solve here: Brown wins"),
        (["--turns", "0"], "--turns"),
        (["--seconds", "0"], "more than 0"),
    ],
)
def test_the_command_refuses(arguments: list[str], problem: str) -> None:
    assert problem in rejected("solve", *arguments)
