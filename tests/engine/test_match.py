"""Matches between engines."""

import json
import multiprocessing
import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from unittest.mock import patch

import pytest

from barragoon import Colour, EngineError, Game, Move, Reason, Variant
from barragoon.engine import Engine, GreedyPlayer, Limit, RandomPlayer
from barragoon.engine.base import AbstractEngine
from barragoon.engine.match import match
from barragoon.engine.match.game import AbandonedError, Adjudication, Conditions, MatchGame, Pace
from barragoon.engine.match.match import Fixture, Pair, play_match
from barragoon.engine.match.openings import opening
from barragoon.engine.match.specs import make_engine, parse_spec
from barragoon.engine.match.tally import Tally
from barragoon.engine.search.core import new_core
from barragoon.engine.search.request import Request
from barragoon.engine.search.thread import BestAction, Report
from barragoon.record import Record, read_records
from cli.command_line import barragoon, rejected
from engine.conversation import UBI

FAKE = f"{sys.executable} {Path(__file__).with_name('fake_engine.py')}"
FAST = Conditions(Pace(Limit(nodes=50)))


class Shuttler(AbstractEngine):
    """Goes to and fro with one tile."""

    def _search(self, request: Request, report: Report) -> BestAction:
        del report
        return BestAction(max(request.root.allowed(), key=lambda action: str(action)[2:] == "c2"))


def engines(white: AbstractEngine, brown: AbstractEngine) -> dict[Colour, AbstractEngine]:
    return {Colour.WHITE: white, Colour.BROWN: brown}


# -- openings --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", Variant)
def test_openings(variant: Variant) -> None:
    made = [opening(7, number, turns=4, variant=variant) for number in range(40)]
    assert made == [opening(7, number, turns=4, variant=variant) for number in range(40)]
    assert len({*made}) == 40
    for actions in made:
        game = Game.new(variant)
        for action in actions:
            game.push(action)
        assert len(game.turns) == 4
        assert game.position.turn is Colour.WHITE
        assert game.outcome() is None


def test_an_opening_that_never_lasts() -> None:
    assert opening(1, 1, turns=0) == ()
    with patch.object(Game, "outcome", lambda _: "over"):
        assert opening(1, 1) == ()


# -- one game --------------------------------------------------------------------------------------------------


def test_a_game_on_the_board() -> None:
    played = MatchGame(engines(GreedyPlayer(), RandomPlayer()), opening(1, 1), FAST).play()
    assert played.outcome.winner is Colour.WHITE
    assert played.adjudication is None
    assert played.game.actions[:4] == opening(1, 1)


def test_the_same_position_three_times() -> None:
    with Shuttler() as one, Shuttler() as other:
        played = MatchGame(engines(one, other), (), FAST).play()
    assert (played.outcome.winner, played.adjudication) == (None, Adjudication.REPETITION)


def test_too_long() -> None:
    played = MatchGame(engines(RandomPlayer(), RandomPlayer()), (), Conditions(FAST.pace, most_turns=6)).play()
    assert (played.outcome.winner, played.adjudication, len(played.game.turns)) == (None, Adjudication.LENGTH, 6)


def test_a_game_that_both_call_won_is_over() -> None:
    conditions = Conditions(Pace(Limit(nodes=300)), sure=400)
    with Engine() as strong, Engine(level=1) as weak:
        played = MatchGame(engines(strong, weak), opening(1, 1), conditions).play()
        to_the_end = MatchGame(engines(strong, weak), opening(1, 1), replace(conditions, sure=None)).play()
    assert (played.outcome.winner, played.adjudication) == (Colour.WHITE, Adjudication.AGREED)
    assert played.game.actions == to_the_end.game.actions[: len(played.game.actions)]
    assert (to_the_end.outcome.winner, to_the_end.adjudication) == (Colour.WHITE, None)
    assert len(played.game.actions) < len(to_the_end.game.actions)


def test_who_says_nothing_agrees_to_nothing() -> None:
    with Engine() as strong:
        played = MatchGame(engines(strong, RandomPlayer()), opening(1, 1), replace(FAST, sure=1)).play()
    assert played.adjudication is None


def test_out_of_time() -> None:
    conditions = Conditions(Pace(base=5, increment=1))
    ticks = iter(range(0, 10_000, 3))
    with patch("barragoon.engine.match.game.time.perf_counter", lambda: next(ticks)):
        played = MatchGame(engines(RandomPlayer(), RandomPlayer()), (), conditions).play()
        limited = MatchGame(engines(RandomPlayer(), RandomPlayer()), (), Conditions(Pace(Limit(nodes=9), 5, 1))).play()
    assert limited.outcome == played.outcome  # a limit for each action does not stop the clock
    # Each turn costs three seconds and brings one: 5, 3, 1, lost.
    assert played.outcome.reason is Reason.TIME
    assert played.outcome.winner is Colour.BROWN
    assert len(played.game.turns) == 4


def test_odds_give_one_side_more() -> None:
    class Listening(RandomPlayer):
        def _search(self, request: Request, report: Report) -> BestAction:
            self.limit = request.limit
            return super()._search(request, report)

    white, brown = Listening(), Listening()
    conditions = Conditions(Pace(Limit(nodes=9), 100, 2), most_turns=4)
    MatchGame(engines(white, brown), (), conditions, odds={Colour.BROWN: 8}).play()
    assert (white.limit.nodes, brown.limit.nodes) == (9, 72)
    clock = brown.limit.clock
    assert clock is not None
    assert (clock.white_increment, clock.brown_increment) == (2, 16)
    assert clock.white < 110
    assert clock.brown > 700


@pytest.mark.parametrize("way", ["dies", "illegal", "garbage"])
def test_a_fault_loses(way: str) -> None:
    with make_engine(f"{FAKE} {way}") as engine:
        played = MatchGame(engines(RandomPlayer(), engine), (), FAST).play()
        assert (played.outcome.winner, played.adjudication) == (Colour.WHITE, Adjudication.FAULT)
        assert played.fault
        again = MatchGame(engines(RandomPlayer(), engine), (), FAST).play()
    assert "is gone" in again.fault


def test_an_illegal_action_of_an_engine_that_nobody_checks_loses() -> None:
    class Cheat(AbstractEngine):
        def _search(self, request: Request, report: Report) -> BestAction:
            del request, report
            return BestAction(Move.parse("d2d9"))

    played = MatchGame(engines(RandomPlayer(), Cheat()), (), FAST).play()
    assert (played.outcome.winner, played.adjudication) == (Colour.WHITE, Adjudication.FAULT)
    assert "d2d9" in played.fault


def test_express_stages() -> None:
    conditions = Conditions(FAST.pace, stages=(2, 1))
    played = MatchGame(engines(RandomPlayer(), RandomPlayer()), opening(1, 1, stages=(2, 1)), conditions).play()
    assert played.game.start.stage(Colour.WHITE) == 2
    assert played.game.start.stage(Colour.BROWN) == 1


def test_abandoned() -> None:
    with pytest.raises(AbandonedError):
        MatchGame(engines(RandomPlayer(), RandomPlayer()), (), FAST, lambda: True).play()


# -- a match ---------------------------------------------------------------------------------------------------


def counted(pairs: Iterator[Pair]) -> Tally:
    tally = Tally()
    for pair in pairs:
        tally.add(pair.results)
    return tally


def test_greedy_beats_random() -> None:
    tally = counted(play_match(Fixture("greedy", "random", FAST), 2))
    assert tally.pairs == [0, 0, 0, 0, 2]
    assert tally.white_points == 2


def test_native_beats_greedy() -> None:
    tally = counted(play_match(Fixture("native:hash=1", "greedy", Conditions(Pace(Limit(nodes=1000)))), 2))
    assert tally.score > 0.7
    assert not any(tally.mishaps)


def test_an_engine_that_plays_itself_never_plays_a_game_twice() -> None:
    conditions = Conditions(Pace(Limit(nodes=50)), most_turns=12)
    pairs = play_match(Fixture("native:hash=1", "native:hash=1", conditions), 4)
    turns = [Record.parse(record).mainline() for pair in pairs for record in pair.records]
    assert len(set(turns)) == len(turns) == 8
    (pair,) = play_match(Fixture("native:hash=1", "native:hash=2", conditions), 1)
    first, second = (Record.parse(record).mainline() for record in pair.records)
    assert first[:4] == second[:4]


def test_several_at_once_play_the_same_games() -> None:
    fixture = Fixture("random:seed=1", "random:seed=2", Conditions(FAST.pace, most_turns=20))
    inline = sorted(pair.records for pair in play_match(fixture, 3))
    assert sorted(pair.records for pair in play_match(fixture, 3, concurrency=2)) == inline
    assert len(inline) == 3


def test_a_process_that_dies(tmp_path: Path) -> None:
    """A worker is killed while it plays: one sentence, and what was played before is kept."""
    games = tmp_path / "games.bgn"
    arguments = [
        "random",
        "random:seed=2",
        "--games",
        "5000",
        "--depth",
        "1",
        "--concurrency",
        "2",
        "--save",
        str(games),
    ]
    command = [sys.executable, "-c", "from barragoon.cli import main; main()", "match", *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        while not games.exists() or not games.stat().st_size:
            time.sleep(0.05)
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text(encoding="ascii").split()
        os.kill(int(children[-1]), signal.SIGKILL)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 2
    sentence = "the match can't go on: a process that played games has died: an engine crashed, or memory ran out"
    assert err == f"barragoon: {sentence}\n"
    assert f"games {games.read_text(encoding='utf-8').count('[Event')}:" in out


def test_the_engines_of_a_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match, "_of_process", [])
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    match._start_process(Fixture("random", "random", FAST), multiprocessing.Event())  # noqa: SLF001
    assert match._play_pair(0).results  # noqa: SLF001


def test_faults_do_not_end_the_match() -> None:
    fixture = Fixture(f"{FAKE} illegal", "random", FAST)
    (one, two) = play_match(fixture, 2)
    tally = counted(iter((one, two)))
    assert tally.losses == 4
    assert sum(tally.mishaps[0].values()) == 4
    assert "wants to play d2d9" in tally.details[0]
    record = Record.parse(one.records[0])
    assert "wants to play d2d9" in record.tags["Adjudication"]
    assert str(record.outcome).endswith("resigned")


def test_names_and_paces() -> None:
    assert Fixture("native", "native", FAST).names() == ("native (1)", "native (2)")
    assert str(Pace(Limit(nodes=500, seconds=0.5))) == "nodes 500, seconds 0.5 an action"
    assert str(Pace(base=60, increment=0.5)) == "60+0.5"
    assert str(Pace(Limit(nodes=500), base=60, increment=0.5)) == "nodes 500 an action, 60+0.5"


@pytest.mark.parametrize("spec", ["", "/no/such/engine", "native:speed=3", "random:seed=x", "ubi:", "ubi:Hash=1"])
def test_engines_that_are_none(spec: str) -> None:
    for use in (parse_spec, make_engine, lambda spec: Fixture("random", spec, FAST)):
        with pytest.raises(ValueError, match="is not an"):
            use(spec)


@pytest.mark.parametrize("spec", ["native:hash=0", "native:threads=257", f"level3:seed={10**9}"])
def test_settings_that_no_engine_has(spec: str) -> None:
    with pytest.raises(ValueError, match=r"is not possible: from . to \d+ were expected"):
        parse_spec(spec)


def test_reading_a_spec_starts_nothing() -> None:
    with patch("barragoon.engine.match.specs.UbiEngine", side_effect=AssertionError):
        parse_spec(shlex.join(UBI))


def test_the_command_builds_an_engine_once() -> None:
    with patch("barragoon.engine.native.new_core", wraps=new_core) as built:
        barragoon("analyse", "--depth", "1", "--engine", "native:hash=1")
    assert built.call_count == 1


def test_options_of_a_command() -> None:
    command = shlex.join(UBI)
    parse_spec(f"ubi:Hash=2,MultiPV=3 {command}")
    with make_engine(f"ubi:Hash=2,MultiPV=3 {command}") as engine:
        assert engine.name.startswith("Barragoon")
    with pytest.raises(EngineError, match="has no option Cheese"):
        make_engine(f"ubi:Cheese=1 {command}")
    with pytest.raises(ValueError, match="is not a list of options"):
        parse_spec(f"ubi:Hash {command}")
    with make_engine("native:hash=1,overhead=250") as engine:
        assert isinstance(engine, Engine)
        assert engine.overhead == 0.25


def test_an_empty_tally() -> None:
    summary = Tally().summary()
    assert (summary["games"], summary["elo"], summary["turns_a_game"]) == (0, None, None)


# -- the command -----------------------------------------------------------------------------------------------


def test_command(tmp_path: Path) -> None:
    games = tmp_path / "games.bgn"
    for _ in range(2):
        result = barragoon("match", "greedy", "random", "--games", "2", "--nodes", "1", "--save", games)
        assert result.code == 0, result
    assert "2 won, 0 drawn, 0 lost, 100.0%" in result.out
    with games.open(encoding="utf-8") as file:
        records = [*read_records(file)]
    assert len(records) == 4
    assert all(record.game().outcome() and not record.errors for record in records)
    assert {record.tags["White"] for record in records} == {"greedy", "random"}


def test_command_with_express_stages(tmp_path: Path) -> None:
    games = tmp_path / "games.bgn"
    barragoon("match", "greedy", "random", "--games", "2", "--nodes", "1", "--express", "12", "--save", games)
    with games.open(encoding="utf-8") as file:
        starts = [record.game().start for record in read_records(file)]
    assert [start.stages for start in starts] == [(1, 2), (1, 2)]  # of the colours, which are swapped


def test_command_in_json() -> None:
    result = barragoon("match", f"{FAKE} dies", "random", "--games", "3", "--clock", "5+1", "--sprt=-10,10", "--json")
    facts = json.loads(result.out)
    assert (facts["games"], facts["losses"], facts["pentanomial"]) == (4, 4, [2, 0, 0, 0, 0])
    assert facts["mishaps"][0]["fault"] == 4
    assert facts["sprt"]["verdict"] == "open"
    assert facts["elo"]["best"] is None


def test_command_shows_mishaps_and_progress() -> None:
    result = barragoon("match", f"{FAKE} dies", "random", "--games", "40", "--sprt", "0,400", "--open", terminal=True)
    assert "lost otherwise than on the board: fault" in result.out
    assert "rejected" in result.out
    assert "pairs" in result.err


def test_ctrl_c_keeps_what_was_played(tmp_path: Path) -> None:
    def interrupted(fixture: Fixture, pairs: int, concurrency: int) -> Iterator[Pair]:
        yield from play_match(fixture, 1, concurrency)
        assert pairs == 50
        raise KeyboardInterrupt

    games = tmp_path / "games.bgn"
    with patch("barragoon.engine.match.match.play_match", interrupted):
        result = barragoon("match", "random", "random:seed=2", "--depth", "1", "--save", games)
    assert result.code == 130
    assert "games 2:" in result.out
    assert games.read_text(encoding="utf-8").count("[Event") == 2


def test_an_engine_that_never_starts() -> None:
    result = barragoon("match", f"{sys.executable} -c pass", "random", "--seconds", "1")
    assert result.code == 2
    assert "the match can't go on: " in result.err
    assert "games 0" in result.out


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["--clock", "fast"], "is not seconds"),
        (["--clock", "0+1"], "is not seconds"),
        (["--clock", "5", "--nodes", "3"], "leave out --nodes"),
        (["--sprt", "10"], "two numbers of Elo"),
        (["--sprt", "10,0"], "two numbers of Elo"),
        (["--seconds", "0"], "more than 0"),
        (["--games", "0"], "--games"),
        (["--express", "3"], "two digits from 0 to 2"),
    ],
)
def test_command_refuses(arguments: list[str], problem: str) -> None:
    assert problem in rejected("match", "random", "random", *arguments)


def test_our_engine_over_pipes_in_a_match() -> None:
    command = " ".join(f"'{word}'" for word in UBI)
    result = barragoon("match", command, "random", "--games", "2", "--clock", "3+0.1", "--json")
    facts = json.loads(result.out)
    assert facts["wins"] == 2
    assert facts["mishaps"] == [{"time": 0, "fault": 0}] * 2
