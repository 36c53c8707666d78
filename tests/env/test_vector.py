"""The Gymnasium vector environment."""

from enum import Enum

import numpy as np
import pytest

from barragoon import Position
from barragoon.env.start import Start
from reference_game import ReferenceGame

vector = pytest.importorskip("gymnasium.vector", reason="gymnasium is missing (extra env)")
vector_v0 = pytest.importorskip("barragoon.env.vector_v0")
actions_v0 = pytest.importorskip("barragoon.env.actions_v0")
MODES = tuple(vector.AutoresetMode)


@pytest.mark.parametrize("mode", MODES)
def test_what_it_gives_is_in_its_spaces(mode: Enum) -> None:
    games = vector_v0.VectorBarragoon(5, max_actions=30, autoreset_mode=mode)
    observations, infos = games.reset(seed=3)
    assert games.metadata["autoreset_mode"] is mode
    for _ in range(70):
        assert games.observation_space.contains(observations)
        actions = games.sample()
        if mode is vector.AutoresetMode.DISABLED and (actions < 0).any():
            observations, infos = games.reset(options={"reset_mask": actions < 0})
            actions = games.sample()
        observations, rewards, terminated, truncated, infos = games.step(actions)
        assert (rewards.shape, terminated.dtype, truncated.dtype) == ((5,), np.bool_, np.bool_)
        assert set(infos["actor"].tolist()) <= {0, 1}


def test_the_last_observation_of_a_game_is_given() -> None:
    games = vector_v0.VectorBarragoon(3, max_actions=2)
    games.reset(seed=1)
    references = [ReferenceGame(Position.start()) for _ in range(3)]
    infos = {}
    for _ in range(2):
        actions = games.sample()
        for number, game in zip(actions, references, strict=True):
            game.push(actions_v0.action_of(int(number), game.position.actor))
        _, rewards, terminated, truncated, infos = games.step(actions)
    assert truncated.all()
    assert not terminated.any()
    assert not rewards.any()
    for final, game in zip(infos["final_obs"], references, strict=True):
        assert games.single_observation_space.contains(final)
        assert (final["observation"] == game.planes(game.position.actor)).all()


def test_arrays_are_copies_unless_shared_ones_are_wanted() -> None:
    for copies in (True, False):
        games = vector_v0.VectorBarragoon(2, copy=copies)
        first, _ = games.reset()
        second = games.step(games.sample())[0]
        assert (first["observation"] is second["observation"]) is not copies


def test_the_same_seed_samples_the_same_games() -> None:
    found = []
    for _ in range(2):
        games = vector_v0.VectorBarragoon(4)
        games.reset(seed=8)
        found.append([games.step(games.sample())[0]["action_mask"].sum() for _ in range(50)])
    assert found[0] == found[1]


def test_options_choose_the_start() -> None:
    games = vector_v0.VectorBarragoon(1, open=True, stages=(1, 2))
    assert games.games.fen(0) == Start(open=True, stages=(1, 2)).fen()
    with pytest.raises(ValueError, match="at least one action"):
        vector_v0.VectorBarragoon(1, max_actions=0)
    with pytest.raises(ValueError, match="over already"):
        vector_v0.VectorBarragoon(1, fen="7/7/7/7/7/7/7/7/3D3 b - 0 00 1")
    with pytest.raises(ValueError, match="game 0 of the batch does not allow"):
        games.step(np.array([0]))
