"""Engines written in Python: asked, served over UBI, put into matches; and the thread and text that engines keep."""

import gc
import io
import sys
import threading
from pathlib import Path

import pytest

from barragoon import Action, Game, Move, Position
from barragoon.engine import (
    Engine,
    EngineError,
    EngineRequestError,
    Limit,
    Option,
    PythonEngine,
    Question,
    RandomPlayer,
    Score,
    UbiEngine,
    serve_ubi,
)
from barragoon.engine.match.game import Conditions, Pace
from barragoon.engine.match.match import Fixture, play_match
from barragoon.engine.match.tally import Mishap
from barragoon.engine.search.core import GameInCore
from barragoon.engine.search.request import Request, Root

OWN_ENGINE = Path(__file__).parents[2] / "examples" / "own_engine.py"
ONE = Limit(nodes=1)
CONDITIONS = Conditions(Pace(ONE), most_turns=20)


class Last(PythonEngine):
    name = "last"
    options = (Option("Offset", 0, 0, 9),)

    def __init__(self) -> None:
        super().__init__()
        self.offset = 0

    def set_option(self, name: str, value: int) -> None:
        assert name == "Offset"
        self.offset = value

    def choose(self, question: Question) -> Action:
        chosen = sorted(question.allowed)[-1 - self.offset]
        question.report(12, chosen, depth=3, nodes=4)
        return chosen


class Broken(PythonEngine):
    name = "broken"

    def __init__(self, answer: object) -> None:
        super().__init__()
        self.answer = answer

    def choose(self, question: Question) -> Action | str:
        assert question.allowed
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer  # type: ignore[return-value]


def conversation(engine: PythonEngine, *lines: str) -> list[str]:
    source = io.TextIOWrapper(io.BytesIO("\n".join(lines).encode()))
    out = io.StringIO()
    serve_ubi(engine, source, out)
    return out.getvalue().splitlines()


def test_it_is_asked_and_reports() -> None:
    game = Game()
    game.push("d2d5")
    with Last() as engine:
        result = engine.play(game, ONE)
    assert result.action == max(game.legal_actions())
    assert result.line is not None
    assert (result.line.score, result.line.depth) == (Score.cp(12, game.position.actor), 3)


def test_the_question_has_the_game() -> None:
    asked: list[Question] = []

    class Curious(PythonEngine):
        def choose(self, question: Question) -> str:
            asked.append(question)
            return "d8d6"

    game = Game()
    game.push("d2d5")
    Curious().play(game, Limit(seconds=7))
    [question] = asked
    assert (question.start, question.history) == (Position.start(), (Move.parse("d2d5"),))
    assert (question.seconds, question.limit, question.lines, question.stopped) == (7, Limit(seconds=7), 1, True)


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        ("a1a2", "broken wants to play a1a2: "),
        (None, "broken failed: TypeError"),
        ("nonsense", "broken failed: NotationError"),
        (ZeroDivisionError("oh"), "broken failed: ZeroDivisionError: oh"),
    ],
)
def test_what_it_does_wrong_is_an_engine_error_and_loses(answer: object, sentence: str) -> None:
    with Broken(answer) as engine:
        with pytest.raises(EngineError, match=sentence):
            engine.play(Position.start(), ONE)
        [pair] = play_match(Fixture(engine, "random", CONDITIONS), 1)
        assert [result.mishap for result in pair.results] == [Mishap.FAULT] * 2
        assert pair.results[0].detail.startswith(sentence.replace("broken", "broken: broken", 1).split(":")[0])


def test_it_speaks_ubi() -> None:
    with Last() as engine:
        lines = conversation(
            engine,
            "ubi",
            "setoption name offset value 1",
            "setoption name Hash value 1",
            "position startpos",
            "go nodes 1",
        )
    assert lines[:4] == ["id name last", "id author unknown", Last.options[0].declaration(), "ubiok"]
    assert lines[4] == "info string 'Hash' is not an option here: Offset are"
    assert lines[-1] == f"bestmove {sorted(Position.start().legal_actions())[-2]}"
    assert " score cp 12 " in lines[-2]


@pytest.mark.parametrize(("command", "name"), [("eval", "eval"), ("bench", "bench"), ("go perft 2", "perft")])
def test_what_only_the_native_engine_can_do_is_refused(command: str, name: str) -> None:
    with Last() as engine:
        [line] = conversation(engine, command)
    assert line == f"info string {name} is for the native engine, and last is another"


def test_the_example_plays_as_a_program() -> None:
    with UbiEngine([sys.executable, str(OWN_ENGINE)], {"Hunger": 5}) as engine:
        assert engine.name == "hunter"
        assert engine.play(Game(), ONE).action in Game().legal_actions()


def test_objects_play_a_match_and_stay_open() -> None:
    with Last() as first, RandomPlayer(3) as second:
        [pair] = play_match(Fixture(first, second, CONDITIONS), 1)
        assert '[White "last"]' in pair.records[0]
        assert '[Brown "random"]' in pair.records[0]
        first.play(Position.start(), ONE)


def test_functions_build_engines_for_several_games_at_once() -> None:
    assert len([*play_match(Fixture(RandomPlayer, "random", CONDITIONS), 2, concurrency=2)]) == 2


def test_an_object_can_not_play_several_games_at_once() -> None:
    with Last() as engine, pytest.raises(EngineRequestError, match="give a function that builds one"):
        next(play_match(Fixture(engine, "random", CONDITIONS), 2, concurrency=2))


# -- what engines keep ---------------------------------------------------------------------------------------------


def test_one_thread_answers_many_questions() -> None:
    threads = set()

    class Watching(PythonEngine):
        def choose(self, question: Question) -> Action:
            threads.add(threading.current_thread())
            return next(iter(question.allowed))

    with Watching() as engine:
        for _ in range(20):
            engine.play(Position.start(), ONE)
    assert len(threads) == 1
    del engine
    gc.collect()
    for thread in threads:
        thread.join(10)
        assert not thread.is_alive(), "the thread outlives its engine"


def test_a_listener_may_ask_again_and_wait() -> None:
    with Last() as engine:
        answers: list[PythonEngine] = []

        def listen(_message: object) -> None:
            if len(answers) < 3 and threading.current_thread() is not threading.main_thread():
                answers.append(engine)
                if engine._thread and engine._thread.ended:  # noqa: SLF001 - the last message
                    engine.play(Position.start(), ONE)

        engine.begin(Request.search(Position.start(), ONE), listen).join()
        assert answers


def test_a_game_that_goes_on_is_searched_like_one_set_anew() -> None:
    """Going on, going back, another game in between and another start give what a fresh engine gives."""
    game, other = Game(), Game()
    other.push("d2d5")
    with Engine() as kept:
        for step in range(40):
            for asked in (game, other, game)[: 1 + step % 3]:
                kept.new_game()
                with Engine() as fresh:
                    assert (
                        kept.analyse(asked, Limit(nodes=300))[0].actions
                        == fresh.analyse(asked, Limit(nodes=300))[0].actions
                    )
            game.push(sorted(game.legal_actions())[step * 7 % len(game.legal_actions())])
            if step == 20:
                game.pop()


def test_only_what_is_new_is_written() -> None:
    class Counting:
        def __init__(self) -> None:
            self.calls: list[tuple[str, int]] = []

        def set_position(self, _fen: str, actions: list[str]) -> None:
            self.calls.append(("set", len(actions)))

        def advance(self, actions: list[str]) -> None:
            self.calls.append(("advance", len(actions)))

    core, game = Counting(), Game()
    kept = GameInCore(core)  # type: ignore[arg-type]
    for text in ("d2d5", "d8d6", "d5d3"):
        kept.set(Root.of(game))
        game.push(text)
    kept.set(Root.of(game))
    kept.set(Root.of(game))
    game.pop()
    kept.set(Root.of(game))
    kept.set(Root.of(Position.start(open=True)))
    assert core.calls == [
        ("set", 0),
        ("advance", 1),
        ("advance", 1),
        ("advance", 1),
        ("advance", 0),
        ("set", 2),
        ("set", 0),
    ]
