"""The OpenSpiel game: OpenSpiel's own test, and ours."""

import numpy as np
import pytest

from barragoon import Position
from reference_game import ReferenceGame

pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is missing (extra openspiel)")
pytest.importorskip("barragoon.env.open_spiel_v0")


@pytest.mark.parametrize("serialise", [False, True])
def test_openspiel_accepts_it(serialise: bool) -> None:
    game = pyspiel.load_game("python_barragoon_v0(max_actions=120)")
    pyspiel.random_sim_test(game, num_sims=1, serialize=serialise, verbose=False)


@pytest.mark.slow
def test_openspiel_accepts_whole_games() -> None:
    pyspiel.random_sim_test(pyspiel.load_game("python_barragoon_v0"), num_sims=3, serialize=True, verbose=False)


def test_states_are_the_games() -> None:
    state = pyspiel.load_game("python_barragoon_v0").new_initial_state()
    reference = ReferenceGame(Position.start())
    source = np.random.default_rng(4)
    for _ in range(60):
        actor = reference.position.actor
        player = state.current_player()
        assert player == ("White", "Brown").index(str(actor))
        assert state.legal_actions() == np.flatnonzero(reference.mask(actor)).tolist()
        tensor = np.array(state.observation_tensor(player)).reshape(34, 9, 7)
        planes = reference.planes(actor).astype(np.float32)
        planes[26] /= 24
        assert np.allclose(tensor, planes)
        action = int(source.choice(state.legal_actions()))
        text = state.action_to_string(player, action)
        reference.push(next(a for a in reference.position.legal_actions() if str(a) == text))
        state.apply_action(action)


def test_a_clone_goes_its_own_way() -> None:
    state = pyspiel.load_game("python_barragoon_v0").new_initial_state()
    twin = state.clone()
    twin.apply_action(twin.legal_actions()[0])
    assert (len(state.history()), len(twin.history())) == (0, 1)
    assert str(state) != str(twin)


def test_a_game_that_is_too_long_is_a_draw() -> None:
    state = pyspiel.load_game("python_barragoon_v0(max_actions=2)").new_initial_state()
    for _ in range(2):
        state.apply_action(state.legal_actions()[0])
    assert (state.is_terminal(), state.returns()) == (True, [0.0, 0.0])
