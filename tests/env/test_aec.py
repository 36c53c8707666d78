"""The PettingZoo environment: PettingZoo's own tests, and ours."""

import copy
import pickle
import warnings

import numpy as np
import pytest

pettingzoo_test = pytest.importorskip("pettingzoo.test", reason="pettingzoo is missing (extra env)")
aec_v0 = pytest.importorskip("barragoon.env.aec_v0")


@pytest.fixture(autouse=True)
def _known_warnings() -> None:
    """An observation with a mask is a dictionary, about which api_test always warns."""
    for message in ("Observation space for each agent probably", "Observation is not a NumPy array"):
        warnings.filterwarnings("ignore", message=message)


@pytest.mark.parametrize("make", ["env", "raw_env"])
def test_the_api_is_pettingzoos(make: str) -> None:
    pettingzoo_test.api_test(getattr(aec_v0, make)(), num_cycles=500)


def test_seeds_are_deterministic() -> None:
    pettingzoo_test.seed_test(aec_v0.env, num_cycles=200)


def play(environment: object, seed: int, cycles: int = 10_000) -> dict[str, float]:
    """A random game; the sum of each agent's rewards."""
    source = np.random.default_rng(seed)
    environment.reset(seed=seed)  # type: ignore[attr-defined]
    sums = {"player_0": 0.0, "player_1": 0.0}
    for agent in environment.agent_iter(cycles):  # type: ignore[attr-defined]
        observation, reward, terminated, truncated, _ = environment.last()  # type: ignore[attr-defined]
        sums[agent] += reward
        legal = np.flatnonzero(observation["action_mask"])
        environment.step(None if terminated or truncated else int(source.choice(legal)))  # type: ignore[attr-defined]
    return sums


def test_rewards_are_zero_sum_and_reach_both() -> None:
    results = [play(aec_v0.env(), seed) for seed in range(6)]
    assert all(result["player_0"] + result["player_1"] == 0 for result in results)
    assert {abs(result["player_0"]) for result in results} >= {1.0}


@pytest.mark.parametrize("most", [1, 4, 5])
def test_a_game_is_cut_after_so_many_actions_and_not_terminated(most: int) -> None:
    """What PettingZoo's max_cycles_test asks, which needs a parallel environment and actions that are always legal."""
    environment = aec_v0.env(max_actions=most)
    environment.reset()
    acted = 0
    for _ in environment.agent_iter():
        observation, reward, terminated, truncated, _ = environment.last()
        assert (terminated, reward) == (False, 0)
        if truncated:
            assert not observation["action_mask"].any()
            environment.step(None)
            continue
        environment.step(int(np.flatnonzero(observation["action_mask"])[0]))
        acted += 1
    assert acted == most


def test_an_agent_may_act_twice_running() -> None:
    environment = aec_v0.raw_env(fen="7/7/7/7/3z3/7/7/3D3/3z3 w - 3 00 1")
    environment.reset()
    from barragoon import Move

    environment.step(Move.parse("d2d5").id)
    assert environment.agent_selection == "player_1", "who lost a tile places first"
    assert not environment.observe("player_0")["action_mask"].any()
    environment.step(int(np.flatnonzero(environment.observe("player_1")["action_mask"])[0]))
    assert environment.agent_selection == "player_0"
    environment.step(int(np.flatnonzero(environment.observe("player_0")["action_mask"])[0]))
    assert environment.agent_selection == "player_1", "a new turn"


def test_what_is_not_legal_is_refused_or_loses() -> None:
    raw = aec_v0.raw_env()
    raw.reset()
    for wrong in (0, -1, 2628):
        with pytest.raises(ValueError, match=r"not"):
            raw.step(wrong)
    with pytest.raises(ValueError, match="None is no action"):
        raw.step(None)
    checked = aec_v0.env()
    checked.reset()
    checked.step(0)
    assert checked.terminations == {"player_0": True, "player_1": True}
    assert checked.rewards["player_0"] == -1


def test_it_is_drawn_as_text() -> None:
    environment = aec_v0.env(render_mode="ansi")
    environment.reset()
    assert "a    b" in environment.render()


def test_it_can_be_pickled_and_copied() -> None:
    environment = pickle.loads(pickle.dumps(aec_v0.raw_env(max_actions=3)))
    environment.reset()
    twin = copy.deepcopy(environment.game)
    twin.push(twin.legal_ids()[0])
    assert len(environment.game) == 0
