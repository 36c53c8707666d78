"""Reference agents: what a learner should beat, from easy to hard.

An agent looks at a native game and says the ``Action.id`` to play. :func:`make_agent` knows them by name: ``random``,
``greedy``, ``level1`` to ``level12`` and ``mcts``, with settings as on the command line (``random:seed=3``,
``mcts:playouts=500``).
"""

from __future__ import annotations

from typing import Protocol

from barragoon.engine import AbstractEngine, Limit, _native
from barragoon.engine.match.specs import make_engine
from barragoon.env.mcts import MctsEngine
from barragoon.errors import NotationError
from barragoon.position import Position

_UNLIMITED = Limit(nodes=2**40)
"""A level has a limit of its own."""
MOST_PLAYOUTS = 10_000_000


class Agent(Protocol):
    """Whoever can choose an action."""

    def act(self, game: _native.PlayedGame) -> int:
        """The id of the action to play, where the game is not over."""

    def reset(self, seed: int) -> None:
        """Begin another game."""


class RandomAgent:
    """Plays any legal action, each as likely as the others.

    >>> agent = RandomAgent(seed=1)
    >>> agent.act(_native.PlayedGame(Position.start().to_fen())) in range(2628)
    True
    """

    def __init__(self, seed: int = 0) -> None:
        self.reset(seed)

    def act(self, game: _native.PlayedGame) -> int:
        """Choose."""
        self._number += 1
        chooser = game.copy()
        chooser.seed(self._seed + self._number)
        return chooser.random_id()

    def reset(self, seed: int) -> None:
        """Begin the choices anew."""
        self._seed, self._number = seed << 32, 0


class EngineAgent:
    """An engine as an agent. It sees the position, not the game that led to it."""

    def __init__(self, engine: AbstractEngine, limit: Limit = _UNLIMITED) -> None:
        self._engine = engine
        self._limit = limit

    def act(self, game: _native.PlayedGame) -> int:
        """Ask the engine."""
        return self._engine.think(Position.from_fen(game.fen()), self._limit).action.id

    def reset(self, seed: int) -> None:  # noqa: ARG002 - an engine has its seed from the start
        """Let the engine forget."""
        self._engine.new_game()


def make_agent(name: str) -> Agent:
    """The agent of a name.

    >>> make_agent("level3").act(_native.PlayedGame(Position.start().to_fen())) in range(2628)
    True
    """
    kind, _, setting = name.partition(":")
    if kind == "random" and not setting:
        return RandomAgent()
    if kind == "mcts":
        return EngineAgent(MctsEngine(), Limit(nodes=_playouts(setting)))
    return EngineAgent(make_engine(name))


def _playouts(setting: str) -> int:
    number = setting.removeprefix("playouts=") if setting else "200"
    if not (number.isascii() and number.isdigit() and 1 <= len(number) <= 8 and 1 <= int(number) <= MOST_PLAYOUTS):
        raise NotationError(setting, f"is not a setting of mcts: playouts=NUMBER up to {MOST_PLAYOUTS} was expected")
    return int(number)
