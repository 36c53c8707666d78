"""Many games at once, as a Gymnasium vector environment over the native batch.

Whoever acts plays both sides: an observation is the actor's, and a reward is for the player who has just acted. The
same player may act twice running; ``infos["actor"]`` tells.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from barragoon.env.packages import require

require("env", "numpy", "gymnasium")

import numpy as np  # noqa: E402 - after the sentence about what is missing
from gymnasium import spaces  # noqa: E402
from gymnasium.vector import AutoresetMode, VectorEnv  # noqa: E402
from gymnasium.vector.utils import batch_space  # noqa: E402
from numpy.typing import NDArray  # noqa: E402

from barragoon.engine import _native  # noqa: E402
from barragoon.env.actions_v0 import ACTIONS  # noqa: E402
from barragoon.env.observation_v0 import SHAPE  # noqa: E402
from barragoon.env.start import MAX_ACTIONS, Start  # noqa: E402
from barragoon.setup import RESERVE  # noqa: E402

Observations: TypeAlias = dict[str, NDArray[Any]]

_RESETS = {
    AutoresetMode.SAME_STEP: _native.AutoReset.SAME_STEP,
    AutoresetMode.NEXT_STEP: _native.AutoReset.NEXT_STEP,
    AutoresetMode.DISABLED: _native.AutoReset.NEVER,
}


class VectorBarragoon(VectorEnv[Observations, NDArray[np.int64], NDArray[Any]]):
    """So many games; ``reset`` and ``step`` give ``observation`` (uint8) and ``action_mask`` (int8) as Gymnasium does.

    With ``copy=False`` the arrays are written anew by the next step.

    >>> games = VectorBarragoon(4)
    >>> observations, infos = games.reset(seed=1)
    >>> observations["observation"].shape, observations["action_mask"].sum(axis=1)
    ((4, 34, 9, 7), array([28, 28, 28, 28]))
    >>> observations, rewards, terminated, truncated, infos = games.step(games.sample())
    """

    def __init__(  # noqa: PLR0913 - the options of all environments
        self,
        num_envs: int = 1,
        *,
        open: bool = False,  # noqa: A002 - the rulebook's word for the variant
        stages: tuple[int, int] = (0, 0),
        fen: str | None = None,
        max_actions: int = MAX_ACTIONS,
        autoreset_mode: AutoresetMode = AutoresetMode.SAME_STEP,
        copy: bool = True,
    ) -> None:
        start = Start(open, stages, fen, max_actions)
        self.metadata = {"autoreset_mode": autoreset_mode, "render_modes": []}
        self.num_envs = num_envs
        self.games = _native.BatchGames(
            num_envs, start.fen(), max_actions=max_actions, auto_reset=_RESETS[autoreset_mode]
        )
        self.single_action_space = spaces.Discrete(ACTIONS)
        self.single_observation_space = spaces.Dict(
            {
                "observation": spaces.Box(0, RESERVE, SHAPE, np.uint8),
                "action_mask": spaces.Box(0, 1, (ACTIONS,), np.int8),
            }
        )
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._copies = copy
        self._same_step = autoreset_mode is AutoresetMode.SAME_STEP
        self._planes = np.zeros((num_envs, *SHAPE), np.uint8)
        self._masks = np.zeros((num_envs, ACTIONS), np.int8)
        self._final = np.zeros((num_envs, *SHAPE), np.uint8)
        self._rewards = np.zeros(num_envs, np.float32)
        self._terminated = np.zeros(num_envs, np.bool_)
        self._truncated = np.zeros(num_envs, np.bool_)
        self._actors = np.zeros(num_envs, np.int8)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        """Begin all games anew, or those of ``options["reset_mask"]``; the seed is for :meth:`sample`."""
        super().reset(seed=seed)
        if seed is not None:
            self.games.reseed(seed)
        self.games.reset((options or {}).get("reset_mask"))
        self.games.write_planes(self._planes)
        self.games.write_masks(self._masks)
        return self._observations(), self._infos()

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Observations, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Play an action in each game; one that is not legal is a :class:`ValueError`, and no game has changed."""
        flags = (self._terminated, self._truncated)
        numbers = np.ascontiguousarray(actions, np.int64)
        self.games.step(numbers, self._rewards, *flags, self._masks, self._planes, self._final)
        infos = self._infos()
        ended = self._terminated | self._truncated
        if self._same_step and ended.any():
            infos["final_obs"] = np.array(
                [
                    {"observation": final.copy(), "action_mask": np.zeros(ACTIONS, np.int8)} if over else None
                    for final, over in zip(self._final, ended, strict=True)
                ],
                dtype=object,
            )
            infos["_final_obs"] = ended
        terminated, truncated = map(self._given, flags)
        return self._observations(), self._given(self._rewards), terminated, truncated, infos

    def sample(self) -> NDArray[np.int64]:
        """A random legal action for each game; -1 where a game is over."""
        numbers = np.empty(self.num_envs, np.int64)
        self.games.sample(numbers)
        return numbers

    def _observations(self) -> Observations:
        return {"observation": self._given(self._planes), "action_mask": self._given(self._masks)}

    def _infos(self) -> dict[str, Any]:
        self.games.write_actors(self._actors)
        return {"actor": self._given(self._actors), "_actor": np.ones(self.num_envs, np.bool_)}

    def _given(self, array: NDArray[Any]) -> NDArray[Any]:
        return array.copy() if self._copies else array
