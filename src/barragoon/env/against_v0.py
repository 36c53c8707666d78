"""One game against an opponent, as a Gymnasium environment: the learner sees only positions in which it has to act.

``import barragoon.env.against_v0`` registers it as ``barragoon/Against-v0``.
"""

from __future__ import annotations

from typing import Any

from barragoon.env.packages import require

require("env", "numpy", "gymnasium")

import gymnasium  # noqa: E402 - after the sentence about what is missing
import numpy as np  # noqa: E402
from gymnasium import spaces  # noqa: E402
from numpy.typing import NDArray  # noqa: E402

from barragoon.engine import _native  # noqa: E402
from barragoon.env.actions_v0 import ACTIONS, SWAPPED  # noqa: E402
from barragoon.env.agents import Agent, make_agent  # noqa: E402
from barragoon.env.observation_v0 import SHAPE  # noqa: E402
from barragoon.env.start import MAX_ACTIONS, Start  # noqa: E402
from barragoon.position import Position  # noqa: E402
from barragoon.setup import RESERVE  # noqa: E402

Observation = dict[str, NDArray[Any]]
ID = "barragoon/Against-v0"


class Against(gymnasium.Env[Any, Any]):
    """The learner plays White, Brown, or either by chance; ``infos["action_mask"]`` has the mask too.

    An illegal action loses the game, as in PettingZoo's environment.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 2}  # noqa: RUF012 - declared so by Gymnasium

    def __init__(  # noqa: PLR0913 - the options of all environments
        self,
        opponent: str | Agent = "random",
        *,
        colour: str = "either",
        open: bool = False,  # noqa: A002 - the rulebook's word for the variant
        stages: tuple[int, int] = (0, 0),
        fen: str | None = None,
        max_actions: int = MAX_ACTIONS,
        render_mode: str | None = None,
    ) -> None:
        if colour not in {"white", "brown", "either"}:
            raise ValueError(f"{colour!r} is not white, brown or either")
        self._start = Start(open, stages, fen, max_actions)
        self._opponent = make_agent(opponent) if isinstance(opponent, str) else opponent
        self._colour = colour
        self.render_mode = render_mode
        self.action_space = spaces.Discrete(ACTIONS)
        self.observation_space = spaces.Dict(
            {
                "observation": spaces.Box(0, RESERVE, SHAPE, np.uint8),
                "action_mask": spaces.Box(0, 1, (ACTIONS,), np.int8),
            }
        )

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin anew, and let the opponent act until it is the learner's turn."""
        super().reset(seed=seed, options=options)
        chance = int(self.np_random.integers(2))
        while True:
            self._own = {"white": 0, "brown": 1}.get(self._colour, chance)
            self.game = _native.PlayedGame(self._start.fen())
            self._opponent.reset(int(self.np_random.integers(2**30)))
            self._let_opponent_act()
            if not self._over:  # the opponent may have won before the learner could act
                return self._observation(), self._info()

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Act, and let the opponent act until it is the learner's turn again."""
        if self._over:
            raise ValueError("the game is over: reset() begins another")
        number = int(action) if self._own == 0 else int(SWAPPED[int(action)])
        if not self.game.is_legal(number):
            self._lost = True
            return self._observation(), -1.0, True, False, {**self._info(), "reason": "illegal action"}
        self.game.push(number)
        self._let_opponent_act()
        outcome = self.game.outcome()
        if outcome is None:
            return self._observation(), 0.0, False, self._over, self._info()
        winner, reason = outcome
        reward = 0.0 if winner is None else 1.0 if winner == self._own else -1.0
        return self._observation(), reward, True, False, {**self._info(), "reason": reason}

    def render(self) -> str | None:
        """The board as text."""
        return str(Position.from_fen(self.game.fen())) if self.render_mode == "ansi" else None

    @property
    def _over(self) -> bool:
        return self._lost or self.game.outcome() is not None or len(self.game) >= self._start.max_actions

    def _let_opponent_act(self) -> None:
        self._lost = False
        while self.game.actor != self._own and not self._over:
            self.game.push(self._opponent.act(self.game))

    def _observation(self) -> Observation:
        planes, mask = np.empty(SHAPE, np.uint8), np.zeros(ACTIONS, np.int8)
        self.game.write_planes(self._own == 0, planes)
        if not self._over:
            self.game.write_mask(self._own == 0, mask)
        return {"observation": planes, "action_mask": mask}

    def _info(self) -> dict[str, Any]:
        return {"colour": ("white", "brown")[self._own]}


if ID not in gymnasium.registry:
    gymnasium.register(ID, entry_point=f"{__name__}:Against")
