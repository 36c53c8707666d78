"""The numbers and planes of version 0: what they mean, their symmetries, and that they never change."""

import hashlib

import numpy as np
import pytest

from barragoon import Colour, Position, all_actions
from barragoon.engine import _native
from reference_game import ReferenceGame, starts

actions_v0 = pytest.importorskip("barragoon.env.actions_v0", reason="numpy is missing (extra env)")
observation_v0 = pytest.importorskip("barragoon.env.observation_v0", reason="numpy is missing (extra env)")

GOLDEN = {
    "actions": "3d2bf4a68f35c707d169222d9a23f6f2",
    "planes": "262b0b1289e45d8e00ca41829b797796",
    "masks": "bc48df0d44e03fd0f687bb02eb3904ea",
    "endings": "fca6a9bf209df7e7d9ef2768baf0b852",
}
"""Of version 0, on every platform. A change here would be another version, with another name."""


def played(seed: int, start: Position) -> _native.PlayedGame:
    """A random game, some way on."""
    game = _native.PlayedGame(start.to_fen())
    game.seed(seed)
    for _ in range(seed * 7 % 90):
        if (chosen := game.random_id()) < 0:
            game.pop()
            break
        game.push(chosen)
    return game


def seen(game: _native.PlayedGame, white: bool) -> tuple[np.ndarray, np.ndarray]:
    planes, mask = np.empty(observation_v0.SHAPE, np.uint8), np.empty(actions_v0.ACTIONS, np.int8)
    game.write_planes(white, planes)
    game.write_mask(white, mask)
    return planes, mask


def hash_of(*parts: bytes) -> str:
    return hashlib.sha256(b"".join(parts)).hexdigest()[:32]


def test_version_0_never_changes() -> None:
    planes, masks, endings = [], [], []
    for start in starts():
        batch = _native.BatchGames(8, start.to_fen(), seed=11, max_actions=300)
        ids, rewards = np.zeros(8, np.int64), np.zeros(8, np.float32)
        over, cut = np.zeros(8, np.bool_), np.zeros(8, np.bool_)
        mask, plane = np.zeros((8, 2628), np.int8), np.zeros((8, 34, 9, 7), np.uint8)
        for _ in range(400):
            batch.sample(ids)
            batch.step(ids, rewards, over, cut, mask, plane)
            planes.append(plane.tobytes())
            masks.append(mask.tobytes())
            endings.append(rewards.astype("<f4").tobytes() + over.tobytes() + cut.tobytes())
    found = {
        "actions": hash_of(" ".join(map(str, all_actions())).encode(), actions_v0.SWAPPED.astype("<i8").tobytes()),
        "planes": hash_of(*planes),
        "masks": hash_of(*masks),
        "endings": hash_of(*endings),
    }
    assert found == GOLDEN


def test_planes_have_names_and_bounds() -> None:
    assert len(observation_v0.PLANES) == len(set(observation_v0.PLANES)) == 34
    for seed, start in enumerate(starts()):
        planes, _ = seen(played(seed + 1, start), white=True)
        reserve = planes[observation_v0.RESERVE_PLANE]
        assert reserve.max() == reserve.min() <= 24
        assert np.delete(planes, observation_v0.RESERVE_PLANE, axis=0).max() == 1
        numbers = observation_v0.as_float(planes)
        assert (numbers.dtype, numbers.min(), numbers.max()) == (np.float32, 0, 1)


@pytest.mark.parametrize("seed", range(40))
def test_the_mirror_and_the_swap_of_colours_change_nothing(seed: int) -> None:
    game = played(seed, starts()[seed % len(starts())])
    position = Position.from_fen(game.fen())
    mirrored = _native.PlayedGame(position.mirrored().to_fen())
    swapped = _native.PlayedGame(position.swapped().to_fen())
    here = _native.PlayedGame(position.to_fen())
    brown_plane = observation_v0.PLANES.index("I play Brown")
    for white in (True, False):
        planes, mask = seen(here, white)
        mirrored_planes, mirrored_mask = seen(mirrored, white)
        assert (observation_v0.mirrored(planes) == mirrored_planes).all()
        assert (mask == mirrored_mask[actions_v0.MIRRORED]).all()
        other_planes, other_mask = seen(swapped, not white)
        assert (mask == other_mask).all()
        other_planes[brown_plane] = planes[brown_plane]
        assert (planes == other_planes).all()


def test_numbers_are_the_actors() -> None:
    for action in all_actions()[::37]:
        assert actions_v0.number_of(action, Colour.WHITE) == action.id
        assert actions_v0.number_of(action, Colour.BROWN) == action.swapped().id
        for colour in Colour:
            assert actions_v0.action_of(actions_v0.number_of(action, colour), colour) == action


def test_a_convolutional_head_turns_with_the_board() -> None:
    index = actions_v0.head_index()
    assert (len(actions_v0.OFFSETS), actions_v0.HEAD_PLANES) == (40, 56)
    assert index.max() < actions_v0.HEAD_PLANES * 63
    start = ReferenceGame(Position.start())
    head = np.zeros(actions_v0.HEAD_PLANES * 63)
    head[index[start.legal_ids()]] = 1
    assert head[index].sum() == 28
