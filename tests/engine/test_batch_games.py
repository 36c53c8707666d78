"""Many native games at once against the Python rules."""

import threading

import numpy as np
import pytest

from barragoon import Colour, Position, all_actions
from barragoon.engine import _native
from reference_game import PLANES, ReferenceGame, starts

START = Position.start().to_fen()
PATHS = _native.instruction_sets()
ACTIONS = len(all_actions())


class Arrays:
    """The buffers of a batch."""

    def __init__(self, games: int) -> None:
        self.ids = np.zeros(games, np.int64)
        self.rewards = np.zeros(games, np.float32)
        self.terminated = np.zeros(games, np.bool_)
        self.truncated = np.zeros(games, np.bool_)
        self.masks = np.zeros((games, ACTIONS), np.int8)
        self.planes = np.zeros((games, PLANES, 9, 7), np.uint8)
        self.final = np.zeros((games, PLANES, 9, 7), np.uint8)

    def step(self, batch: _native.BatchGames) -> None:
        arrays = (self.rewards, self.terminated, self.truncated, self.masks, self.planes, self.final)
        batch.step(self.ids, *arrays)


def compare(steps: int, games: int, path: str, start: Position, most: int) -> dict[str, int]:
    """Play a batch at random beside Python's games, and compare all that it writes; how often games ended so."""
    batch = _native.BatchGames(games, start.to_fen(), seed=5, max_actions=most, instruction_set=path)
    arrays = Arrays(games)
    references = [ReferenceGame(start) for _ in range(games)]
    ends = {"terminated": 0, "truncated": 0}
    for _ in range(steps):
        batch.sample(arrays.ids)
        arrays.step(batch)
        for at in range(games):
            game = references[at]
            actor = game.position.actor
            action = all_actions()[int(arrays.ids[at])]
            game.push(action if actor is Colour.WHITE else action.swapped())
            outcome = game.outcome()
            cut = outcome is None and len(game.actions) >= most
            reward = 0 if outcome is None or outcome.winner is None else 1 if outcome.winner is actor else -1
            assert arrays.rewards[at] == reward
            assert (bool(arrays.terminated[at]), bool(arrays.truncated[at])) == (outcome is not None, cut)
            if outcome or cut:
                assert (arrays.final[at] == game.planes(game.position.actor)).all()
                references[at] = game = ReferenceGame(start)
                ends["truncated" if cut else "terminated"] += 1
            assert (arrays.masks[at] == game.mask(game.position.actor)).all()
            assert (arrays.planes[at] == game.planes(game.position.actor)).all()
    return ends


def test_twenty_thousand_steps_are_the_same_in_python() -> None:
    starting = starts()
    ends = [compare(840, 4, PATHS[at % len(PATHS)], start, 150 + 450 * (at % 2)) for at, start in enumerate(starting)]
    assert 840 * 4 * len(starting) >= 20_000
    assert sum(found["terminated"] for found in ends) > 20
    assert sum(found["truncated"] for found in ends) > 5


@pytest.mark.slow
@pytest.mark.parametrize("start", range(len(starts())))
@pytest.mark.parametrize("path", PATHS)
def test_a_million_steps_are_the_same_in_python(path: str, start: int) -> None:
    """A million over all set-ups and instruction sets."""
    steps = 1_000_000 // (len(PATHS) * len(starts()) * 16) + 1
    assert compare(steps, 16, path, starts()[start], 800)["terminated"]


def test_every_instruction_set_plays_the_same() -> None:
    found = []
    for path in PATHS:
        batch = _native.BatchGames(64, START, seed=3, instruction_set=path)
        arrays = Arrays(64)
        for _ in range(500):
            batch.sample(arrays.ids)
            arrays.step(batch)
        keys = np.zeros(64, np.uint64)
        batch.write_keys(keys)
        found.append([*map(int, keys)])
    assert all(keys == found[0] for keys in found)
    assert found[0] == [Position.from_fen(batch.fen(at)).key for at in range(64)]


def test_an_illegal_action_changes_no_game() -> None:
    batch = _native.BatchGames(3, START)
    arrays = Arrays(3)
    batch.sample(arrays.ids)
    arrays.ids[2] = 0
    with pytest.raises(ValueError, match="game 2 of the batch does not allow the action with the id 0"):
        arrays.step(batch)
    for wrong in (-1, 2628, 2**62):
        arrays.ids[2] = wrong
        with pytest.raises(ValueError, match="game 2"):
            arrays.step(batch)
    assert [batch.fen(at) for at in range(3)] == [START] * 3


@pytest.mark.parametrize("mode", [_native.AutoReset.NEVER, _native.AutoReset.NEXT_STEP])
def test_a_game_that_is_over_waits(mode: _native.AutoReset) -> None:
    batch = _native.BatchGames(2, START, max_actions=2, auto_reset=mode)
    arrays = Arrays(2)
    for _ in range(2):
        batch.sample(arrays.ids)
        arrays.step(batch)
    assert arrays.truncated.all()
    assert not arrays.masks.any()
    batch.sample(arrays.ids)
    assert (arrays.ids == -1).all()
    if mode == _native.AutoReset.NEVER:
        with pytest.raises(ValueError, match="game 0 of the batch is over: reset it first"):
            arrays.step(batch)
        batch.reset(np.array([True, False]))
        assert [batch.fen(0) == START, batch.fen(1) == START] == [True, False]
    else:
        arrays.step(batch)
        assert not (arrays.truncated | arrays.terminated).any()
        assert batch.fen(0) == batch.fen(1) == START


def test_arrays_of_another_size_or_type_are_refused() -> None:
    batch = _native.BatchGames(4, START)
    arrays = Arrays(4)
    with pytest.raises(ValueError, match="an array has 3 entries, and the batch 4 games"):
        batch.step(arrays.ids[:3].copy())
    with pytest.raises(TypeError):
        batch.step(arrays.ids.astype(np.float64))
    with pytest.raises(TypeError):
        batch.write_masks(np.zeros((4, 100), np.int8))
    with pytest.raises(TypeError):
        batch.write_planes(np.zeros((4, 2 * PLANES, 9, 7), np.uint8)[:, ::2])  # not in one piece
    read_only = np.zeros((4, ACTIONS), np.int8)
    read_only.flags.writeable = False
    with pytest.raises(TypeError):
        batch.write_masks(read_only)


@pytest.mark.parametrize(
    ("games", "most", "fen"), [(0, 800, START), (2_000_000, 800, START), (1, 0, START), (1, 800, "nonsense")]
)
def test_a_batch_that_can_not_be_is_refused(games: int, most: int, fen: str) -> None:
    with pytest.raises(ValueError, match=r"games|action|FEN"):
        _native.BatchGames(games, fen, max_actions=most)


def test_a_copy_goes_its_own_way_with_the_same_choices() -> None:
    batch = _native.BatchGames(8, START, seed=9)
    twin = batch.copy()
    ours, theirs = Arrays(8), Arrays(8)
    batch.sample(ours.ids)
    twin.sample(theirs.ids)
    assert (ours.ids == theirs.ids).all()
    ours.step(batch)
    assert twin.fen(0) == START != batch.fen(0)


def test_playouts_leave_the_games_as_they_are() -> None:
    batch = _native.BatchGames(300, START)
    results, lengths, cut = np.zeros(300, np.int8), np.zeros(300, np.int32), np.zeros(300, np.bool_)
    batch.playouts(7, results, lengths, cut)
    assert set(results.tolist()) >= {-1, 1}
    assert (lengths <= 800).all()
    assert (lengths[cut] == 800).all()
    assert not results[cut].any()
    again = np.zeros(300, np.int8)
    batch.playouts(7, again)
    assert (again == results).all()
    assert batch.fen(0) == START


def test_threads_step_batches_side_by_side() -> None:
    keys: dict[int, list[int]] = {}

    def run(number: int) -> None:
        batch, arrays = _native.BatchGames(32, START, seed=1), Arrays(32)
        for _ in range(300):
            batch.sample(arrays.ids)
            arrays.step(batch)
        found = np.zeros(32, np.uint64)
        batch.write_keys(found)
        keys[number] = found.tolist()

    threads = [threading.Thread(target=run, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(keys) == 4
    assert all(found == keys[0] for found in keys.values())
