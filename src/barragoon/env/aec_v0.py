"""One game for two agents, as a PettingZoo AEC environment on the native game.

``player_0`` plays White. The agents do not take turns strictly: whoever has to act is ``agent_selection``, and that may
be the same agent twice running, because a captured tile makes both players place a barragoon.
"""

from __future__ import annotations

from typing import Any, ClassVar

from barragoon.env.packages import require

require("env", "numpy", "gymnasium", "pettingzoo")

import numpy as np  # noqa: E402 - after the sentence about what is missing
from gymnasium import spaces  # noqa: E402
from gymnasium.utils import EzPickle  # noqa: E402
from numpy.typing import NDArray  # noqa: E402
from pettingzoo import AECEnv  # noqa: E402
from pettingzoo.utils import wrappers  # noqa: E402

from barragoon.engine import _native  # noqa: E402
from barragoon.env.actions_v0 import ACTIONS, SWAPPED  # noqa: E402
from barragoon.env.observation_v0 import SHAPE, as_float  # noqa: E402
from barragoon.env.start import MAX_ACTIONS, Start  # noqa: E402
from barragoon.position import Position  # noqa: E402

AGENTS = ("player_0", "player_1")


def env(**options: Any) -> AECEnv[str, dict[str, NDArray[Any]], int]:  # noqa: ANN401 - those of raw_env
    """The environment with PettingZoo's checks: an illegal action loses, one out of bounds is an error."""
    checked = wrappers.TerminateIllegalWrapper(raw_env(**options), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(checked))


class raw_env(AECEnv[str, dict[str, NDArray[Any]], int], EzPickle):  # noqa: N801 - PettingZoo's name for it
    """The environment without checks; an illegal action is a :class:`ValueError`."""

    metadata: ClassVar[dict[str, Any]] = {
        "name": "barragoon_v0",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        *,
        open: bool = False,  # noqa: A002 - the rulebook's word for the variant
        stages: tuple[int, int] = (0, 0),
        fen: str | None = None,
        max_actions: int = MAX_ACTIONS,
        render_mode: str | None = None,
    ) -> None:
        EzPickle.__init__(self, open=open, stages=stages, fen=fen, max_actions=max_actions, render_mode=render_mode)
        super().__init__()
        self._start = Start(open, stages, fen, max_actions)
        self.render_mode = render_mode
        self.possible_agents = [*AGENTS]
        observed: dict[str, spaces.Space[Any]] = {
            "observation": spaces.Box(0, 1, SHAPE, np.float32),
            "action_mask": spaces.Box(0, 1, (ACTIONS,), np.int8),
        }
        self._action_spaces = {agent: spaces.Discrete(ACTIONS) for agent in AGENTS}
        self._observation_spaces = {agent: spaces.Dict(observed) for agent in AGENTS}
        self.observation_spaces = self._observation_spaces
        self.action_spaces = self._action_spaces
        self._fen = self._start.fen()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The planes from 0 to 1, and the mask."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The numbers of all actions."""
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Begin anew; the game has no chance in it, so the seed decides nothing."""
        self.game = _native.PlayedGame(self._fen)
        self._played = 0
        self.agents = [*AGENTS]
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self.agent_selection = AGENTS[self.game.actor]

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """The board as an agent sees it; the mask is empty for who does not act."""
        white = agent == AGENTS[0]
        planes, mask = np.empty(SHAPE, np.uint8), np.empty(ACTIONS, np.int8)
        self.game.write_planes(white, planes)
        if self.truncations.get(agent):
            mask.fill(0)
        else:
            self.game.write_mask(white, mask)
        return {"observation": as_float(planes), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Play an action, numbered as the agent sees it."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} has to act, and None is no action")
        number = int(action)
        if not 0 <= number < ACTIONS:
            raise ValueError(f"{number} is not an action: from 0 to {ACTIONS - 1} were expected")
        self._cumulative_rewards[agent] = 0
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self.game.push(number if agent == AGENTS[0] else int(SWAPPED[number]))
        self._played += 1
        self._end_if_over()
        self.agent_selection = AGENTS[self.game.actor]
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The board as text."""
        return str(Position.from_fen(self.game.fen())) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is held open."""

    def _end_if_over(self) -> None:
        outcome = self.game.outcome()
        if outcome is None:
            self.truncations = dict.fromkeys(AGENTS, self._played >= self._start.max_actions)
            return
        winner, reason = outcome
        self.terminations = dict.fromkeys(AGENTS, True)
        if winner is not None:
            self.rewards = {agent: 1.0 if AGENTS[winner] == agent else -1.0 for agent in AGENTS}
        self.infos = {agent: {"reason": reason} for agent in AGENTS}
