"""The native engine in this process: asked, followed, stopped, from threads and from asyncio."""

import asyncio
import gc
import pickle
import sys
import time
from unittest.mock import patch

import pytest

from barragoon import Action, BarragoonError, Colour, EngineError, Game, Move, Position, engine, perft
from barragoon.engine import Engine, Limit, RandomPlayer, Score, SearchLine
from barragoon.engine.search.core import HOW_TO_BUILD
from barragoon.engine.search.thread import _stop_all
from engine.test_score import shuttled

START = Position.start()
FOREVER = Limit(infinite=True)
HARD = "1v5/1+1+1x1/7/3xS>d/d2zZYv/VY1zxx1/xe4w/2>Y1x1/2x1+D1 b - 14 00 25"  # a win in 3
DEAD = Position.from_fen("4+1z/4+++/7/7/7/7/7/+++4/Z1+4 w")
LOST = Position.from_fen("7/7/7/7/3z3/7/7/7/7 w - 0 00 1")


def test_analyse_gives_the_best_lines_in_order() -> None:
    with Engine() as native:
        lines = native.analyse(START, Limit(depth=4), multipv=3)
    assert [line.rank for line in lines] == [1, 2, 3]
    assert len({line.actions[0] for line in lines}) == 3
    assert all(line.depth == 4 and line.nodes > 0 and line.score.view is Colour.WHITE for line in lines)


def test_the_same_search_twice() -> None:
    with Engine() as native:
        (one,) = native.analyse(START, Limit(depth=5))
        native.new_game()
        (two,) = native.analyse(START, Limit(depth=5))
    assert (one.nodes, one.actions, one.score) == (two.nodes, two.actions, two.score)


def test_play_takes_a_game_with_its_duty() -> None:
    game = shuttled()
    with Engine() as native:
        result = native.play(game, Limit(nodes=3000))
    assert result.action in game.legal_actions()
    assert result.line is not None
    assert result.line.actions[0] == result.action


def test_thinking_in_this_thread_chooses_the_same() -> None:
    with Engine() as native, Engine() as other:
        direct, played = native.think(Game(), Limit(depth=4)), other.play(Game(), Limit(depth=4))
        assert direct.action == played.action
        assert direct.line
        assert played.line
        assert direct.line.nodes == played.line.nodes
        with pytest.raises(EngineError, match="the game is over"):
            native.think(LOST, Limit(depth=1))


def test_what_still_runs_at_the_end_is_stopped() -> None:
    analysis = Engine().analysis(START, FOREVER)
    _stop_all()
    analysis.wait()
    assert analysis.best


def test_play_whole_games() -> None:
    game = Game()
    with Engine(hash_megabytes=1) as native:
        while not game.outcome() and len(game.actions) < 60:
            game.push(native.play(game, Limit(nodes=200)).action)
    assert len(game.actions) == 60 or game.outcome()


def test_lines_come_one_by_one() -> None:
    with Engine() as native, native.analysis(START, FOREVER) as analysis:
        depths = [line.depth for line, _ in zip(analysis, range(3), strict=False)]
        assert depths == [1, 2, 3]
        analysis.stop()
        lines = analysis.wait()
        assert lines == analysis.lines
        assert analysis.best
        assert analysis.best.action in START.legal_actions()
        assert list(analysis) == []


def test_stopped_before_it_has_begun() -> None:
    with Engine() as native:
        for _ in range(20):
            analysis = native.analysis(START, FOREVER)
            analysis.stop()
            analysis.wait()
            assert analysis.best
            assert analysis.best.action in START.legal_actions()


def test_leaving_the_block_stops_the_search() -> None:
    with Engine() as native:
        with native.analysis(START, FOREVER):
            pass
        with pytest.raises(ZeroDivisionError), native.analysis(START, FOREVER):
            _ = 1 / 0
        assert native.play(START, Limit(depth=1)).action in START.legal_actions()


def test_one_search_at_a_time() -> None:
    with Engine() as native, native.analysis(START, FOREVER):
        with pytest.raises(EngineError, match="searching already"):
            native.analyse(START, Limit(depth=1))
        with pytest.raises(EngineError, match="searching already"):
            native.set_hash(2)


def test_closing_ends_the_search() -> None:
    native = Engine()
    analysis = native.analysis(START, FOREVER)
    native.close()
    assert analysis.wait()
    with pytest.raises(EngineError, match="closed"):
        native.play(START, Limit(depth=1))


def test_python_goes_on_meanwhile() -> None:
    """The GIL is free: this thread counts while the engine thinks."""
    with Engine() as native, native.analysis(START, FOREVER) as analysis:
        end = time.monotonic() + 0.1
        count = 0
        while time.monotonic() < end:
            count += 1
        assert count > 1000
        assert analysis.best is None


def test_a_lost_position_has_nothing_to_play() -> None:
    with Engine() as native:
        (line,) = native.analyse(LOST, Limit(depth=3))
        assert str(line.score) == "loses in 0"
        assert line.actions == ()
        with pytest.raises(EngineError, match="the game is over"):
            native.play(LOST, Limit(depth=3))


def test_a_win_in_one_turn() -> None:
    position = Position.from_fen("7/7/7/7/3z3/7/3Z3/7/7 w - 0 00 1")
    with Engine() as native:
        result = native.play(position, Limit(depth=3))
    assert result.action == Move.parse("d3d5")
    assert result.line is not None
    assert result.line.score.wins


def test_perft_and_evaluation() -> None:
    with Engine(threads=1) as native:
        assert native.perft(START, 3) == perft(START, 3) == 27_500
        assert native.evaluate(START).white.material == native.evaluate(START).brown.material


@pytest.mark.parametrize(
    "arguments", [{"hash_megabytes": 0}, {"threads": 0}, {"threads": 10_000}, {"instruction_set": "abacus"}]
)
def test_engines_that_cannot_be(arguments: dict[str, int]) -> None:
    with pytest.raises(EngineError):
        Engine(**arguments)  # type: ignore[arg-type]


def test_a_count_that_cannot_be() -> None:
    with Engine() as native, pytest.raises(EngineError, match="depth -1: 0 or more"):
        native.perft(START, -1)


def test_a_table_that_does_not_fit() -> None:
    class Full:
        def set_hash(self, megabytes: int) -> None:
            raise MemoryError(megabytes)

    problem = pytest.raises(EngineError, match="64000 MB does not fit into memory")
    with Engine() as native, patch.object(native, "_core", Full()), problem:
        native.set_hash(64_000)


@pytest.mark.parametrize("multipv", [0, 257])
def test_lines_that_cannot_be_asked_for(multipv: int) -> None:
    with Engine() as native, pytest.raises(EngineError, match="lines can't be asked for"):
        native.analyse(START, Limit(depth=1), multipv=multipv)


def test_a_missing_module_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(engine, "_native")
    monkeypatch.setitem(sys.modules, "barragoon.engine._native", None)
    with pytest.raises(EngineError) as caught:
        Engine()
    assert str(caught.value) == HOW_TO_BUILD


# -- asyncio ---------------------------------------------------------------------------------------------------


def test_the_event_loop_is_not_blocked() -> None:
    async def thinking_and_ticking() -> int:
        with Engine() as native:
            playing = asyncio.create_task(native.play_async(Game(), Limit(seconds=0.2)))
            ticks = 0
            while not playing.done():
                await asyncio.sleep(0.001)
                ticks += 1
            assert (await playing).action in START.legal_actions()
            return ticks

    assert asyncio.run(thinking_and_ticking()) > 5


def test_async_lines() -> None:
    async def depths() -> list[int]:
        with Engine() as native:
            async with native.analysis_async(START, FOREVER) as analysis:
                found = []
                async for line in analysis:
                    found.append(line.depth)
                    if line.depth == 3:
                        analysis.stop()
                assert analysis.best
                with pytest.raises(StopAsyncIteration):
                    await anext(analysis)
            lines = await native.analyse_async(START, Limit(depth=2), multipv=2)
            assert [line.rank for line in lines] == [1, 2]
            return found

    assert asyncio.run(depths())[:3] == [1, 2, 3]


def test_cancelling_stops_the_search() -> None:
    async def cancelled() -> None:
        with Engine() as native:
            playing = asyncio.create_task(native.play_async(START, FOREVER))
            await asyncio.sleep(0.01)
            playing.cancel()
            with pytest.raises(asyncio.CancelledError):
                await playing
            await native.play_async(START, Limit(depth=1))
            with pytest.raises(asyncio.TimeoutError):
                await asyncio.wait_for(native.solve_async(Position.from_fen(HARD), 5), 0.01)
            await native.play_async(START, Limit(depth=1))
            with pytest.raises(ZeroDivisionError):
                async with native.analysis_async(START, FOREVER):
                    raise ZeroDivisionError
            await native.play_async(START, Limit(depth=1))

    asyncio.run(cancelled())


def test_a_search_that_nobody_follows_ends() -> None:
    with Engine() as native:
        native.analysis(START, FOREVER)
        gc.collect()
        thread = native._thread  # noqa: SLF001
        assert thread
        thread.join()
        native.play(START, Limit(depth=1))


def test_a_dead_position_is_over() -> None:
    with Engine() as native:
        (line,) = native.analyse(DEAD, Limit(depth=3))
        assert (line.actions, str(line.score)) == ((), "+0.00")
        with pytest.raises(EngineError, match="the game is over"):
            native.play(DEAD, Limit(depth=3))


def test_distances_are_those_of_the_search() -> None:
    """A win or loss is reported in a number of turns that the search can have seen."""
    reported = 0
    with Engine(level=5) as player, Engine() as native:
        for seed in range(6):
            player.set_level(5, seed)
            game = Game()
            while game.outcome() is None and len(game.turns) < 80:
                with native.analysis(game, Limit(nodes=1500), multipv=1 + seed % 2) as analysis:
                    for line in analysis:
                        turns = line.score.turns_to_end
                        reported += turns is not None
                        assert turns is None or 1 <= turns <= max(line.depth, 12) + 8, (game.position.to_fen(), line)
                game.push(player.play(game, Limit(nodes=500)).action)
    assert reported > 20


def test_nodes_are_a_limit_for_the_solver_too() -> None:
    sure = Position.from_fen("3x3/2Y4/1x2v2/x1xW<^^/2xZY2/1YEx>2/>sDxZ|1/D>+x>x1/1V5 w - 8 00 61")
    with Engine() as native:
        (line,) = native.analyse(sure, Limit(nodes=5000))
    assert line.nodes <= 5100


def test_nodes_are_counted_of_all_threads() -> None:
    with Engine(threads=2) as native:
        (line,) = native.analyse(START, Limit(nodes=200_000))
    assert line.nodes < 250_000, "each of the two looks now and then only"


@pytest.mark.parametrize(
    ("fen", "nodes", "found"),
    [
        ("1vd1dv1/2xxz2/4x2/4dZ1/x3D2/1x5/2z1x2/Zx1xDx1/1Vx2V1 b - 22 00 12", 1500, "e6d5"),
        ("2x4/1x5/1zxxz2/2dv2w/x1Z1xwD/V+1eDxZ/x3x1x/5x1/4xV1 b - 16 00 19", 2800, "c6b4"),
    ],
)
def test_a_depth_that_is_cut_short_prefers_nothing_that_it_has_refuted(fen: str, nodes: int, found: str) -> None:
    """What was expected proved worse than expected; another move, no better than that, was played for it."""
    with Engine() as native:
        assert str(native.play(Position.from_fen(fen), Limit(nodes=nodes)).action) == found


def test_a_search_without_a_finished_depth_tells_what_the_position_looks_like() -> None:
    position = START.play(Move.parse("d2d5")).play(Move.parse("d8d5"))
    with Engine() as native:
        for nodes in range(1, 30):
            for line in native.analyse(position, Limit(nodes=nodes), multipv=2):
                assert line.score.turns_to_end is None, line


def test_contempt_knows_whose_draw_it_was() -> None:
    """An engine with contempt that searches for White and then for Brown must not use what it learnt for White."""
    brown = START.play(Move.parse("d2d4"))
    with Engine() as native, Engine() as fresh:
        native.set_contempt(100)
        fresh.set_contempt(100)
        native.analyse(START, Limit(depth=6))
        assert native.analyse(brown, Limit(depth=6))[0].nodes == fresh.analyse(brown, Limit(depth=6))[0].nodes


def test_a_loop_that_is_gone_does_not_matter() -> None:
    native = Engine()

    async def begin() -> None:
        native.analysis_async(START, FOREVER)

    asyncio.run(begin())
    native.close()


def test_what_the_caller_did_wrong_is_told_from_what_failed() -> None:
    with pytest.raises(ValueError, match="there is no level 13") as wrong:
        Engine(level=13)
    assert isinstance(wrong.value, EngineError)
    native = Engine()
    native.close()
    with pytest.raises(RuntimeError, match="was closed") as failed:
        native.play(START, Limit(depth=1))
    assert isinstance(failed.value, EngineError)
    assert isinstance(failed.value, BarragoonError)
    assert not isinstance(failed.value, ValueError)
    for error in (wrong.value, failed.value):
        assert repr(pickle.loads(pickle.dumps(error))) == repr(error)


# -- what is taken for a position, and for granted ----------------------------------------------------------------


def test_a_fen_is_a_position() -> None:
    fen = "7/7/7/3z3/7/7/3D3/7/7"
    with Engine(hash_megabytes=1) as native:
        (by_fen,) = native.analyse(fen, Limit(depth=3))
        assert by_fen.score == native.analyse(Position.from_fen(fen), Limit(depth=3))[0].score
        with pytest.raises(TypeError, match="a position is a Position or its FEN"):
            native.play(7, Limit(depth=1))  # type: ignore[arg-type]


def test_engines_close_themselves_in_async_blocks() -> None:
    async def play() -> Action:
        async with RandomPlayer(1) as player:
            return (await player.play_async(Position.start())).action

    assert asyncio.run(play()) in Position.start().legal_actions()


def test_players_need_no_limit() -> None:
    with RandomPlayer(1) as player:
        assert player.play(Game()).action in Game().legal_actions()
        assert len(player.analyse(Game())) == 1


def test_the_old_name_of_a_search_line() -> None:
    with pytest.warns(DeprecationWarning, match="SearchLine"):
        assert engine.Line is SearchLine  # type: ignore[attr-defined]
    with pytest.raises(AttributeError, match="no attribute 'Lime'"):
        _ = engine.Lime  # type: ignore[attr-defined]


def test_notebooks_show_search_lines_as_text() -> None:
    class Printer:
        shown = ""

        def text(self, text: str) -> None:
            self.shown += text

    printer = Printer()
    SearchLine(Score.cp(35, Colour.WHITE), (Move.parse("d2d5"),), depth=8)._repr_pretty_(printer, False)
    assert printer.shown == "+0.35, depth 8: d2d5"
