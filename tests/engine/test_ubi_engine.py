"""Engines in other processes: ours, and such as misbehave."""

import sys
from pathlib import Path

import pytest

from barragoon import EngineError, Game, Move, Position
from barragoon.engine import Clock, Limit, UbiEngine, ubi_engine
from barragoon.engine.search.request import Root
from barragoon.engine.ubi import process
from barragoon.engine.ubi.process import Deadline
from engine.conversation import UBI
from engine.test_score import shuttled

FAKE = Path(__file__).with_name("fake_engine.py")
START = Position.start()
SOON = Limit(seconds=0.01)


def fake(way: str, *, timeout: float = 20.0, silence: float = 20.0) -> UbiEngine:
    return UbiEngine([sys.executable, str(FAKE), way], timeout=timeout, silence=silence)


def test_our_own_engine() -> None:
    with UbiEngine(UBI, {"Hash": 1}) as engine:
        assert engine.name.startswith("Barragoon ")
        assert "Threads" in engine.options
        lines = engine.analyse(START, Limit(depth=3), multipv=2)
        assert [(line.rank, line.depth) for line in lines] == [(1, 3), (2, 3)]
        game = shuttled()
        engine.new_game()
        result = engine.play(game, Limit(depth=2, clock=Clock(5, 5, 1, 1)))
        assert result.action in game.legal_actions()
        assert result.line
        engine.set_option("multipv", 1)
        with engine.analysis(Game(), Limit(infinite=True)) as analysis:
            assert next(analysis).depth == 1
            with pytest.raises(EngineError, match="searching already"):
                engine.new_game()
            analysis.stop()
            analysis.wait()
            assert analysis.best
        with pytest.raises(EngineError, match="has no option Cheese; it has: Hash"):
            engine.set_option("Cheese", 1)
    engine.close()
    with pytest.raises(EngineError, match=r"is gone: .* was closed"):
        engine.play(START, SOON)
    with pytest.raises(EngineError, match="has ended with exit code 0"):
        engine._process.write("stop")  # noqa: SLF001 - as a stop that comes too late does


def test_stopped_before_it_has_begun() -> None:
    with UbiEngine(UBI) as engine:
        analysis = engine.analysis(START, Limit(infinite=True))
        analysis.stop()
        analysis.wait()
        assert analysis.best


def test_a_good_one_may_chatter() -> None:
    with fake("good") as engine:
        with engine.analysis(START, SOON) as analysis:
            one, two = analysis
            assert str(one.score) == "loses in 4"
            assert one.actions == (Move.parse("d2d4"),)
            assert two.seconds == 0.01
            assert analysis.best
            assert analysis.best.ponder is None  # it expected what can't be played
        engine.set_option("Cheese", 2)
        assert engine.play(START, SOON).action == Move.parse("d2d4")


@pytest.mark.parametrize(
    ("way", "problem"),
    [
        ("dies", r"has ended with exit code 1: out of coffee"),
        ("illegal", r"wants to play d2d9: a 3-tile moves 3 squares or 2"),
        ("placement", r"wants to play @c4x: "),
        ("garbage", r"is not a move"),
        ("wordy", r"is not an answer"),
        ("no score", r"has no score"),
        ("no number", r"has 'many' where a number was expected"),
        ("gives up", r"nothing to play"),
    ],
)
def test_misbehaviour_is_one_clear_error(way: str, problem: str) -> None:
    with fake(way) as engine:
        with pytest.raises(EngineError, match=problem) as caught:
            engine.play(START, SOON)
        assert "\n" not in str(caught.value)
        with pytest.raises(EngineError, match="is gone"):
            engine.play(START, SOON)
        with pytest.raises(EngineError, match="is gone"):
            engine.new_game()


def test_silence_has_an_end() -> None:
    with pytest.raises(EngineError, match="does not answer: ubiok was expected"):
        fake("mute", timeout=0.2)
    with pytest.raises(EngineError, match="does not answer: readyok was expected"):
        fake("unready", timeout=2)


@pytest.mark.parametrize("limit", [SOON, Limit(nodes=5), Limit(clock=Clock(0.01, 0.01))])
def test_a_search_that_hangs(limit: Limit, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "_EXIT_TIMEOUT", 0.05)
    engine = fake("hangs")
    engine._timeout = engine._silence = 0.1  # noqa: SLF001 - greeting may take longer
    with engine, pytest.raises(EngineError, match="does not answer: bestmove was expected"):
        engine.play(START, limit)


def test_a_search_that_talks_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "_EXIT_TIMEOUT", 0.05)
    engine = fake("floods")
    engine._timeout = 0.1  # noqa: SLF001 - greeting may take longer
    with engine, pytest.raises(EngineError, match="does not answer: bestmove was expected"):
        engine.play(START, SOON)


def test_a_command_with_an_open_quotation_mark() -> None:
    with pytest.raises(EngineError, match="quotation mark is not closed"):
        UbiEngine("engine 'oh")


def test_deaf_to_stop(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "_EXIT_TIMEOUT", 0.05)
    engine = fake("deaf")
    engine._timeout = 0.1  # noqa: SLF001 - greeting may take longer
    analysis = engine.analysis(START, Limit(infinite=True))
    analysis.stop()
    with pytest.raises(EngineError, match="does not answer"):
        analysis.wait()
    engine.close()


def test_stopping_a_dead_engine() -> None:
    with fake("dies") as engine:
        analysis = engine.analysis(START, Limit(infinite=True))
        with pytest.raises(EngineError, match="out of coffee"):
            analysis.wait()
        analysis.stop()


def test_one_that_will_not_leave_is_made_to(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "_EXIT_TIMEOUT", 0.05)
    fake("stays").close()


def test_programs_that_cannot_be_started() -> None:
    with pytest.raises(EngineError, match="can't be started: No such file"):
        UbiEngine("/no/such/engine")
    with pytest.raises(EngineError, match="needs a command"):
        UbiEngine("  ")
    with pytest.raises(EngineError, match="has ended with exit code 0"):
        UbiEngine([sys.executable, "-c", ""])
    with pytest.raises(EngineError, match="has no option Butter; it has: Cheese"):
        UbiEngine([sys.executable, str(FAKE), "good"], {"Butter": 1})


def test_output_closed_while_it_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "_EXIT_TIMEOUT", 0.05)
    with pytest.raises(EngineError, match="has ended talking, though it still runs"):
        UbiEngine([sys.executable, "-c", "import os, time; os.close(1); time.sleep(600)"])


def test_go_commands() -> None:
    root = Root.of(START)
    clock = Limit(depth=3, clock=Clock(60, 1.5, 0, 0.1))
    assert ubi_engine.go_command(clock, root) == "go depth 3 wtime 60000 btime 1500 winc 0 binc 100"
    narrowed = root.narrowed((Move.parse("d2d4"), Move.parse("d2d5")))
    assert ubi_engine.go_command(Limit(infinite=True), narrowed) == "go infinite searchmoves d2d4 d2d5"


def test_an_action_that_ends_the_game_expects_no_reply() -> None:
    with UbiEngine(UBI) as engine:
        result = engine.play(Position.from_fen("7/7/7/7/3z3/7/7/3D3/7 w"), Limit(depth=2))
    assert (str(result.action), result.ponder) == ("d2d5", None)


def test_deadline() -> None:
    forever = Deadline(Limit(infinite=True), START.actor, 1, 1)
    assert forever.moment() is None
    forever.stopped()
    assert forever.moment() is not None
