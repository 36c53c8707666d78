"""Levels: what they always see, what they depend on, and what they never do."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from barragoon import Game, Position
from barragoon.action import Action
from barragoon.engine import Engine, Limit
from barragoon.engine.native import LEVELS
from barragoon.engine.score import Score
from barragoon.errors import EngineError

PUZZLES = Path(__file__).parents[1] / "data" / "puzzles" / "wins.txt"
LIMIT = Limit(nodes=1_000_000)


def chosen(game: Game | Position, level: int | None, seed: int = 0) -> Action:
    with Engine(level=level, seed=seed) as engine:
        return engine.play(game, LIMIT).action


def games() -> list[Game]:
    """Games of the engine at a low level against itself, some turns long."""
    made = []
    for seed in range(10):
        game = Game()
        with Engine(level=2, seed=seed) as engine:
            while len(game.actions) < 8 and game.outcome() is None:
                game.push(engine.play(game, LIMIT).action)
        made.append(game)
    return made


@pytest.mark.parametrize("level", LEVELS[4:])
def test_a_win_in_one_turn_is_always_taken_from_level_5(level: int) -> None:
    rows = [line.split(";") for line in PUZZLES.read_text().splitlines() if not line.startswith("#")]
    # The last three were missed when levels had to find them by search.
    positions = [
        *(Position.from_fen(fen) for fen, turns, *_ in rows if turns == "1"),
        Position.from_fen("1sZ2v1/1s3S^/Sdxds2/vx1ezZ1/x3x1x/2D4/3V3/3D3/4DV1 w - 20 00 11"),
        Position.from_fen("2>s1d1/1>V+wY>/1^2Zx1/2x1z<1/2v<3/>2|3/3^2E/2s>>xV/2WDx2 b - 10 00 57"),
        Position.from_fen("2NN1v1/zZeW>^d/nS1xn1x/3+1V1/1D1|dv1/4N2/n6/4n2/3|Vw1 w - 14 11 39"),
    ]
    with Engine() as full:
        for position in positions:
            assert full.solve(position, 1, only=[chosen(position, level, seed=level)]).wins, position.to_fen()
    with Engine(level=level, seed=level) as several:
        for position in positions:
            assert several.analyse(position, LIMIT, multipv=3)[0].score == Score.win(1, position.actor)


@pytest.mark.parametrize("level", [1, 4, 7, 11])
def test_a_level_and_a_seed_play_the_same_whatever_the_threads(level: int) -> None:
    for game in games():
        with Engine(level=level, seed=5, threads=2) as engine:
            assert engine.play(game, LIMIT).action == chosen(game, level, seed=5)


def test_seeds_vary_what_the_first_levels_play() -> None:
    for level in (1, 2, 3):
        assert len({chosen(Game(), level, seed) for seed in range(8)}) > 2


def test_from_level_5_no_tile_is_left_to_be_taken_for_nothing_where_it_need_not() -> None:
    """From quiet positions no such level moves a tile to where the opponent takes it and is not taken in turn."""
    dice = random.Random(3)
    looked_at = 0
    for game in games():
        if game.position.hands or _tiles_in_reach(game.position):
            continue
        for level in LEVELS[4:11]:
            action = chosen(game, level, seed=dice.randrange(100))
            after = game.position.after(action)
            if not after.hands:
                looked_at += 1
                assert not _lost_for_nothing(after), (game.position.to_fen(), level, action)
    assert looked_at > 10


def _tiles_in_reach(position: Position) -> bool:
    """Whether either player could take a tile, were it their turn."""
    return any(_takes_tile(each, move) for each in (position, _passed(position)) for move in each.legal_actions())


def _takes_tile(position: Position, move: Action) -> bool:
    return _tiles(position.after(move)) < _tiles(position)


def _tiles(position: Position) -> int:
    return sum(mark in "ZDVzdv" for mark in position.board)


def _passed(position: Position) -> Position:
    board, turn, *rest = position.to_fen().split()
    return Position.from_fen(" ".join([board, "b" if turn == "w" else "w", *rest]))


def _lost_for_nothing(position: Position) -> bool:
    """Whether the player to move can take a tile and none of theirs could be taken back, nothing being placed."""
    for move in position.legal_actions():
        if _takes_tile(position, move):
            board = position.after(move).board
            taken = Position.from_fen(_fen(board, "w" if position.turn.value == "b" else "b"))
            if not any(_takes_tile(taken, reply) for reply in taken.legal_actions()):
                return True
    return False


def _fen(board: str, turn: str) -> str:
    """The FEN of a board between turns, with the reserve that fits."""
    setup = "/".join(board[start : start + 7].replace(".", "1") for start in range(56, -1, -7))
    return f"{setup} {turn}"


@pytest.mark.parametrize(("level", "seed"), [(0, 0), (13, 0), (-1, 0), (3, -1), (3, 10**9)])
def test_a_level_that_does_not_exist_is_refused_in_a_sentence(level: int, seed: int) -> None:
    with pytest.raises(EngineError, match="expected"):
        Engine(level=level, seed=seed)


def test_a_win_in_one_turn_is_taken_in_whole_games() -> None:
    taken = 0
    with Engine(level=5) as engine, Engine() as full:
        for seed in range(30):
            engine.set_level(5, seed)
            game = Game(Position.from_fen("1vd1dv1/2zdz2/7/1x3x1/x1x1x1x/1x3x1/7/2ZDZ2/1VD1DV1 w - 24 11 1"))
            while game.outcome() is None and len(game.turns) < 100:
                wins = game.position.actor is game.position.turn and full.solve(game, 1).wins
                action = engine.play(game, LIMIT).action
                if wins:
                    taken += 1
                    assert full.solve(game, 1, only=[action]).wins, game.position.to_fen()
                game.push(action)
    assert taken >= 10


def test_levels_of_the_first_ladder_are_still_there() -> None:
    """What level 10 of the first ladder plays is what level 11 plays now: their settings are the same."""
    for game in games():
        with Engine(level=10, seed=3, ladder=1) as engine:
            assert engine.play(game, LIMIT).action == chosen(game, 11, seed=3)
    with pytest.raises(EngineError, match="there is no level 11"):
        Engine(level=11, ladder=1)
    with pytest.raises(EngineError, match="there is no ladder 3"):
        Engine(level=1, ladder=3)


def test_the_last_level_is_full_strength_within_a_limit_of_its_own() -> None:
    wins = Position.from_fen("5e1/7/x1V4/e6/7/5D1/7/1Z5/1z5 w - 10 00 1")  # in three turns, by c7b5 alone
    with Engine(level=LEVELS[-1]) as engine:
        lines = engine.analyse(wins, Limit(infinite=True))
    assert str(lines[0].actions[0]) == "c7b5"
    assert lines[0].nodes <= 1_100_000


def test_the_first_level_leaves_tiles_to_be_taken_more_often_than_the_third() -> None:
    left = {1: 0, 3: 0}
    with Engine() as engine:
        for seed in range(6):
            game = Game()
            while len(game.actions) < 40 and game.outcome() is None:
                for level in left if not game.position.hands else ():
                    engine.set_level(level, seed)
                    after = game.position.after(engine.play(game, LIMIT).action)
                    left[level] += not after.hands and _lost_for_nothing(after)
                engine.set_level(2, seed)
                game.push(engine.play(game, LIMIT).action)
    assert left[1] > 2 * left[3]
