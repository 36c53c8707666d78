"""The native game by action ids against the Python rules, with every instruction set that this machine has."""

import itertools
import random
from collections.abc import Iterable

import numpy as np
import pytest
from hypothesis import given

from barragoon import Colour, Position, all_actions
from barragoon.engine import _native
from reference_game import PLANES, ReferenceGame, starts
from strategies import positions

PATHS = _native.instruction_sets()
START = Position.start().to_fen()
REASONS = {"no tiles", "blocked", "express rule", "dead position", "repetition"}


def buffers() -> tuple[np.ndarray, np.ndarray]:
    return np.full(len(all_actions()), 7, np.int8), np.full((PLANES, 9, 7), 7, np.uint8)


def compare_position(native: _native.PlayedGame, game: ReferenceGame) -> None:
    position = game.position
    assert (native.fen(), native.key()) == (position.to_fen(), position.key)
    assert (native.turn, native.actor) == tuple([*Colour].index(c) for c in (position.turn, position.actor))
    assert native.occurrences() == game.occurrences
    outcome = game.outcome()
    winner = None if outcome is None or outcome.winner is None else [*Colour].index(outcome.winner)
    assert native.outcome() == (outcome and (winner, outcome.reason.value)), position
    mask, planes = buffers()
    for colour in Colour:
        native.write_mask(colour is Colour.WHITE, mask)
        assert (mask == game.mask(colour)).all()
        native.write_planes(colour is Colour.WHITE, planes)
        assert (planes == game.planes(colour)).all()
    if native.actor == 0:
        assert [*np.flatnonzero(game.mask(Colour.WHITE))] == sorted(native.legal_ids())


def play_and_compare(seed: int, steps: int, begin: Iterable[Position]) -> set[str]:
    """Random games, every position compared; the reasons for which they ended."""
    source = random.Random(seed)
    reasons = set()
    for start in itertools.cycle(begin):
        game = ReferenceGame(start)
        natives = [_native.PlayedGame(start.to_fen(), path) for path in PATHS]
        while steps > 0:
            for native in natives:
                compare_position(native, game)
            if outcome := game.outcome():
                reasons.add(outcome.reason.value)
                break
            chosen = source.choice(game.legal_ids())
            game.push(all_actions()[chosen])
            for native in natives:
                native.push(chosen)
            steps -= 1
        if steps <= 0:
            break
    return reasons


def test_random_games_are_the_same_in_python() -> None:
    assert play_and_compare(1, 1_500, starts()) <= REASONS


def test_short_random_games_end_alike() -> None:
    assert play_and_compare(1, 1_500, starts()[-2:]) >= {"dead position", "no tiles", "repetition"}


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 12))
def test_many_random_games_are_the_same_in_python(seed: int) -> None:
    assert play_and_compare(seed, 10_000, starts()) <= REASONS


@given(positions)
def test_the_key_is_the_same_in_python(position: Position) -> None:
    for path in PATHS:
        assert _native.PlayedGame(position.to_fen(), path).key() == position.key


def test_the_key_tells_reserves_apart() -> None:
    fens = [f"3z3/7/7/7/7/7/7/7/3Z3 w - {reserve} 00 1" for reserve in range(25)]
    keys = {Position.from_fen(fen).key for fen in fens}
    assert len(keys) == len(fens)
    assert [_native.PlayedGame(fen).key() for fen in fens] == [Position.from_fen(fen).key for fen in fens]


@pytest.mark.parametrize("path", PATHS)
def test_what_is_pushed_can_be_popped(path: str) -> None:
    for seed, start in enumerate(starts()):
        game = _native.PlayedGame(start.to_fen(), path)
        game.seed(seed)
        seen = []
        while (chosen := game.random_id()) >= 0:
            seen.append((game.fen(), game.key(), game.occurrences(), sorted(game.legal_ids())))
            game.push(chosen)
        assert len(game.ids()) == len(seen)
        while seen:
            game.pop()
            assert (game.fen(), game.key(), game.occurrences(), sorted(game.legal_ids())) == seen.pop()
        with pytest.raises(IndexError, match="nothing to take back"):
            game.pop()


def test_a_copy_goes_its_own_way() -> None:
    game = _native.PlayedGame(START)
    twin = game.copy()
    twin.push(twin.legal_ids()[0])
    assert (len(game.ids()), len(twin.ids())) == (0, 1)
    assert game.fen() == START


@pytest.mark.parametrize(
    ("chosen", "sentence"), [(-1, "not from 0 to 2627"), (2628, "not from 0 to 2627"), (0, "a1b1 is not legal")]
)
def test_what_is_not_legal_is_refused(chosen: int, sentence: str) -> None:
    game = _native.PlayedGame(START)
    with pytest.raises(ValueError, match=sentence):
        game.push(chosen)
    assert not game.is_legal(chosen)
    assert game.fen() == START


def test_a_game_that_is_over_is_not_continued() -> None:
    dead = _native.PlayedGame("4+1z/4++1/5++/7/7/7/++5/1++4/Z1+4 w - 0 00 1")
    assert dead.outcome() == (None, "dead position")
    assert (dead.legal_ids(), dead.count_legal(), dead.random_id(), dead.playout(1)) == ([], 0, -1, 0)
    quiet = [action.id for action in Position.from_fen(dead.fen()).legal_actions()]
    with pytest.raises(ValueError, match="the game is over"):
        dead.push(quiet[0])


@pytest.mark.parametrize("fen", ["", "7/7", "7/7/7/7/7/7/7/7/3D3 w - 99 00 1", "x" * 100_000])
def test_a_fen_that_can_not_be_read_is_a_sentence(fen: str) -> None:
    with pytest.raises(ValueError, match="FEN"):
        _native.PlayedGame(fen)


def test_tables_of_ids_are_those_of_the_library() -> None:
    assert _native.swapped_ids() == [action.swapped().id for action in all_actions()]
    assert _native.mirrored_ids() == [action.mirrored().id for action in all_actions()]


def test_playouts_depend_on_the_seed_alone() -> None:
    game = _native.PlayedGame(START)
    results = [game.playout(seed) for seed in range(200)]
    assert results == [_native.PlayedGame(START, "plain").playout(seed) for seed in range(200)]
    assert set(results) >= {-1, 1}
    assert game.playout(1, max_actions=3) == 0
