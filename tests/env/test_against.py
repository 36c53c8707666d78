"""The Gymnasium environment against an opponent, and the reference agents."""

import numpy as np
import pytest

from barragoon import NotationError, Position
from barragoon.engine import Limit, _native

gymnasium = pytest.importorskip("gymnasium", reason="gymnasium is missing (extra env)")
checker = pytest.importorskip("gymnasium.utils.env_checker")
against_v0 = pytest.importorskip("barragoon.env.against_v0")
agents = pytest.importorskip("barragoon.env.agents")
START = Position.start().to_fen()


@pytest.mark.parametrize("colour", ["white", "brown", "either"])
def test_gymnasium_accepts_it(colour: str) -> None:
    checker.check_env(against_v0.Against(colour=colour), skip_render_check=True)


def test_it_is_registered_by_its_versioned_name() -> None:
    made = gymnasium.make("barragoon/Against-v0", opponent="level1", disable_env_checker=True)
    observation, info = made.reset(seed=1)
    assert made.observation_space.contains(observation)
    assert info["colour"] in {"white", "brown"}


@pytest.mark.parametrize("opponent", ["random", "random:seed=4", "greedy", "level1", "level4", "mcts:playouts=20"])
def test_every_agent_plays_a_game(opponent: str) -> None:
    game = against_v0.Against(opponent, max_actions=60)
    observation, _ = game.reset(seed=2)
    terminated = truncated = False
    source = np.random.default_rng(1)
    while not (terminated or truncated):
        legal = np.flatnonzero(observation["action_mask"])
        observation, reward, terminated, truncated, _ = game.step(int(source.choice(legal)))
    assert reward in {-1, 0, 1}
    assert not observation["action_mask"].any()
    with pytest.raises(ValueError, match="the game is over"):
        game.step(0)


def test_an_illegal_action_loses() -> None:
    game = against_v0.Against(colour="white")
    game.reset(seed=1)
    _, reward, terminated, _, info = game.step(0)
    assert (reward, terminated, info["reason"]) == (-1, True, "illegal action")


@pytest.mark.parametrize("name", ["nobody", "mcts:playouts=0", "mcts:playouts=x", "mcts:nodes=3", "level99"])
def test_who_is_not_known_is_refused(name: str) -> None:
    with pytest.raises(NotationError):
        agents.make_agent(name)


def test_a_colour_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ValueError, match="is not white, brown or either"):
        against_v0.Against(colour="black")


def test_tree_search_takes_a_win_in_one() -> None:
    from barragoon.env.mcts import MctsEngine

    won = Position.from_fen("7/7/7/7/3z3/7/7/3D3/7 w - 24 00 1")
    with MctsEngine(seed=1) as engine:
        assert str(engine.play(won, Limit(nodes=300)).action) == "d2d5"
        assert engine.play(won, Limit(nodes=300)) == engine.play(won, Limit(nodes=300))
        assert engine.play(won, Limit(seconds=0.05)).action in won.legal_actions()


def test_random_agents_depend_on_their_seed() -> None:
    games = [_native.PlayedGame(START) for _ in range(2)]
    chosen = [
        [agent.act(game) for _ in range(20)] for agent, game in zip(map(agents.RandomAgent, (5, 5)), games, strict=True)
    ]
    assert chosen[0] == chosen[1]
    assert len(set(chosen[0])) > 5
