"""What an engine is asked: a position with the game that led to it, and how far to search."""

from __future__ import annotations

import threading
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import TypeAlias

from barragoon.action import Action
from barragoon.engine.judgement import Goal
from barragoon.engine.limit import Limit
from barragoon.errors import EngineRequestError
from barragoon.game import Game
from barragoon.position import Position, as_position

PositionOrGame: TypeAlias = Position | Game | str
"""A position, its FEN, or a game, which brings its history."""

MOST_LINES = 256
"""The largest ``multipv``."""

MOST_TURNS = 100
"""The most turns that a solver may be asked about; it gives up long before."""


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
    def of(cls, position: PositionOrGame) -> Root:
        """The root of a position or a game; a game's duties and touches narrow what may be played."""
        if not isinstance(position, Game):
            position = as_position(position)
            return cls(position, (), position)
        return cls(position.start, position.actions, position.position, _only(position))

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
                raise EngineRequestError(f"{action} is not an action that can be played here")
        return Root(self.start, self.actions, self.position, only or self.only)

    def allowed(self) -> Collection[Action]:
        """What may be played; empty when the game is over."""
        return self.only or self.position.legal_actions()


def _only(game: Game) -> tuple[Action, ...]:
    """What a game allows, if that is less than its position does."""
    if game.duty is None and not game.touched:
        return ()
    allowed = game.legal_actions()
    # A game that is over allows nothing, but its last position can still be analysed.
    return tuple(allowed) if 0 < len(allowed) < len(game.position.legal_actions()) else ()


@dataclass(frozen=True, slots=True)
class Request:
    """What to search and how far; ``stopped`` is set as soon as the result is no longer wanted."""

    root: Root
    limit: Limit
    multipv: int = 1
    stopped: threading.Event = field(default_factory=threading.Event)

    @classmethod
    def search(cls, position: PositionOrGame, limit: Limit, multipv: int = 1) -> Request:
        """A search for the best lines."""
        if not 1 <= multipv <= MOST_LINES:
            raise EngineRequestError(f"{multipv} lines can't be asked for: from 1 to {MOST_LINES} were expected")
        return cls(Root.of(position), limit, multipv)

    @classmethod
    def solve(cls, position: PositionOrGame, turns: int, limit: Limit | None, only: Collection[Action] = ()) -> Request:
        """A proof of a forced win, or that there is none."""
        if not 1 <= turns <= MOST_TURNS:
            raise EngineRequestError(
                f"a win within {turns} turns can't be asked for: from 1 to {MOST_TURNS} were expected"
            )
        limit = limit or Limit(infinite=True)
        if limit.depth is not None or limit.clock is not None:
            raise EngineRequestError(
                "a solver is limited by nodes or seconds: turns are its depth, and it knows no clock"
            )
        root = Root.of(position)
        if outcome := root.position.outcome():
            raise EngineRequestError(f"there is nothing to solve here: {outcome}")
        return cls(root.narrowed(tuple(only)), limit)

    @classmethod
    def judge(cls, position: PositionOrGame, goal: Goal, limit: Limit | None) -> Request:
        """A proof of whether an answer reaches a goal; without a limit the judge has its own."""
        if limit and (limit.nodes is None or limit.seconds is not None):
            raise EngineRequestError("a judge is limited by nodes alone, so that it says the same on every machine")
        return cls.solve(position, goal.turns, limit)

    @classmethod
    def perft(cls, position: PositionOrGame, depth: int) -> Request:
        """A count of action sequences."""
        if depth < 0:
            raise EngineRequestError(f"nothing can be counted to depth {depth}: 0 or more was expected")
        return cls(Root.of(position), Limit(infinite=True))
