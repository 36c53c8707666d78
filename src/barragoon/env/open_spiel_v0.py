"""The OpenSpiel game ``python_barragoon_v0``: ``import barragoon.env.open_spiel_v0`` registers it.

OpenSpiel knows no truncation: a game that reaches ``max_actions`` is a draw here.
"""

from __future__ import annotations

import copyreg
from typing import Any

from barragoon.env.packages import require

require("openspiel", "numpy", "pyspiel")

import numpy as np  # noqa: E402 - after the sentence about what is missing
import pyspiel  # noqa: E402
from open_spiel.python.observation import IIGObserverForPublicInfoGame  # noqa: E402

from barragoon.colour import Colour  # noqa: E402
from barragoon.engine import _native  # noqa: E402
from barragoon.env.actions_v0 import ACTIONS, SWAPPED, action_of  # noqa: E402
from barragoon.env.observation_v0 import SHAPE, as_float  # noqa: E402
from barragoon.env.start import MAX_ACTIONS, Start  # noqa: E402
from barragoon.position import Position  # noqa: E402

NAME = "python_barragoon_v0"
_COLOURS = tuple(Colour)
_TYPE = pyspiel.GameType(
    short_name=NAME,
    long_name="Barragoon",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"open": False, "max_actions": MAX_ACTIONS, "fen": ""},
)


class BarragoonGame(pyspiel.Game):
    """The game with its options: ``open``, ``max_actions`` and ``fen``."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = params or {}
        self.start = Start(
            open=given.get("open", False),
            from_fen=given.get("fen") or None,
            max_actions=given.get("max_actions", MAX_ACTIONS),
        )
        info = pyspiel.GameInfo(
            num_distinct_actions=ACTIONS,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.start.max_actions,
        )
        super().__init__(_TYPE, info, given)
        self.fen = self.start.fen()

    def new_initial_state(self) -> BarragoonState:
        """The state in which a game begins."""
        return BarragoonState(self)

    def make_py_observer(
        self, iig_obs_type: pyspiel.IIGObservationType | None = None, params: dict[str, Any] | None = None
    ) -> BarragoonObserver | IIGObserverForPublicInfoGame:
        """Planes for a network."""
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return BarragoonObserver(params)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class BarragoonState(pyspiel.State):
    """A native game."""

    def __init__(self, game: BarragoonGame) -> None:
        super().__init__(game)
        self.native = _native.PlayedGame(game.fen)
        self._most = game.start.max_actions
        self._played = 0

    def current_player(self) -> int:
        """Who acts: 0 is White."""
        return pyspiel.PlayerId.TERMINAL if self.is_terminal() else self.native.actor

    def _legal_actions(self, player: int) -> list[int]:
        found = self.native.legal_ids()
        return sorted(found if player == 0 else SWAPPED[found].tolist())

    def _apply_action(self, action: int) -> None:
        self.native.push(action if self.native.actor == 0 else int(SWAPPED[action]))
        self._played += 1

    def _action_to_string(self, player: int, action: int) -> str:
        return str(action_of(action, _COLOURS[player]))

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.native.outcome() is not None or self._played >= self._most

    def returns(self) -> list[float]:
        """1 for the winner, -1 for the loser."""
        outcome = self.native.outcome()
        if outcome is None or outcome[0] is None:
            return [0.0, 0.0]
        return [1.0, -1.0] if outcome[0] == 0 else [-1.0, 1.0]

    def __str__(self) -> str:
        """The board as text."""
        return f"{Position.from_fen(self.native.fen())}\n{self.native.fen()}"


class BarragoonObserver:
    """The planes of ``observation_v0`` from 0 to 1."""

    def __init__(self, params: dict[str, Any] | None) -> None:
        if params:
            raise ValueError(f"the observation has no parameters, and these were given: {params}")
        self.tensor = np.zeros(np.prod(SHAPE), np.float32)
        self.dict = {"observation": self.tensor.reshape(SHAPE)}
        self._planes = np.zeros(SHAPE, np.uint8)

    def set_from(self, state: BarragoonState, player: int) -> None:
        """Write what a player sees."""
        state.native.write_planes(player == 0, self._planes)
        self.dict["observation"][:] = as_float(self._planes)

    def string_from(self, state: BarragoonState, player: int) -> str:  # noqa: ARG002 - both see everything
        """The board as text."""
        return str(state)


def _again(fen: str, ids: list[int]) -> _native.PlayedGame:
    game = _native.PlayedGame(fen)
    for number in ids:
        game.push(number)
    return game


def _reduced(game: _native.PlayedGame) -> tuple[Any, ...]:
    """What a game is pickled as; OpenSpiel serialises its states so."""
    start = game.copy()
    for _ in range(len(game)):
        start.pop()
    return _again, (start.fen(), game.ids())


copyreg.pickle(_native.PlayedGame, _reduced)

if NAME not in pyspiel.registered_names():
    pyspiel.register_game(_TYPE, BarragoonGame)
