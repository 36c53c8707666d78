"""What an engine is asked about: a position, with the game that led to it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import TypeAlias

from barragoon.action import Action
from barragoon.errors import EngineError
from barragoon.game import Game
from barragoon.position import Position

Question: TypeAlias = Position | Game


@dataclass(frozen=True, slots=True)
class Root:
    """The position to search, how it came about (repetitions count), and the actions it may begin with.

    ``only`` is empty when every legal action may be played.

    >>> root = Root.of(Position.start())
    >>> root.only, len(root.allowed())
    ((), 28)
    """

    start: Position
    actions: tuple[Action, ...]
    position: Position
    only: tuple[Action, ...] = ()

    @classmethod
    def of(cls, question: Question) -> Root:
        """The root that a position or a game gives; a game's duties and touches narrow what may be played."""
        if isinstance(question, Position):
            return cls(question, (), question)
        return cls(question.start, question.actions, question.position, _only(question))

    @classmethod
    def after(cls, start: Position, actions: Collection[Action]) -> Root:
        """The root after some actions, each of which must be legal."""
        position = start
        for action in actions:
            position = position.play(action)
        return cls(start, tuple(actions), position)

    def narrowed(self, only: tuple[Action, ...]) -> Root:
        """The same with fewer actions to begin with; all of them must be allowed here."""
        allowed = self.allowed()
        for action in only:
            if action not in allowed:
                raise EngineError(f"{action} is not an action that can be played here")
        return Root(self.start, self.actions, self.position, only or self.only)

    def allowed(self) -> Collection[Action]:
        """What may be played; empty when the game is over."""
        return self.only or self.position.legal_actions()


def _only(game: Game) -> tuple[Action, ...]:
    """What a game allows, if that is less than its position does."""
    allowed = game.legal_actions()
    # None are allowed in a game that is over, but its last position can be analysed all the same.
    return tuple(allowed) if 0 < len(allowed) < len(game.position.legal_actions()) else ()
