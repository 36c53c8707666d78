"""Two simple players, to measure engines against."""

from __future__ import annotations

import random
from collections.abc import Callable

from barragoon.colour import Colour
from barragoon.engine.base import AbstractEngine
from barragoon.engine.line import SearchLine
from barragoon.engine.score import WIN, Score
from barragoon.engine.search.request import Request, Root
from barragoon.engine.search.thread import BestAction, Report
from barragoon.movement import LETTERS, VALUES, moves_by_tile
from barragoon.position import Position

_TILE = 100
"""What a step of a tile's value is worth beside one move more or less."""


class RandomPlayer(AbstractEngine):
    """Plays any action, each as likely as the others.

    The choice depends on the seed and the game alone, so a match can be played again.

    >>> from barragoon.engine import Limit
    >>> start, limit = Position.start(), Limit(nodes=1)
    >>> RandomPlayer(7).play(start, limit) == RandomPlayer(7).play(start, limit)
    True
    """

    name = "random"

    def __init__(self, seed: int = 0) -> None:
        super().__init__()
        self._seed = seed

    def _search(self, request: Request, report: Report) -> BestAction:
        action = random_source(self._seed, request.root).choice(sorted(request.root.allowed()))
        report(SearchLine(Score.cp(0, request.root.position.actor), (action,), depth=1, nodes=1))
        return BestAction(action)


class GreedyPlayer(AbstractEngine):
    """Looks one action ahead: takes what it can, and otherwise likes to have more moves than the opponent."""

    name = "greedy"

    def __init__(self, seed: int = 0) -> None:
        super().__init__()
        self._seed = seed

    def _search(self, request: Request, report: Report) -> BestAction:
        position = request.root.position
        values = {action: worth(position.after(action), position.actor) for action in sorted(request.root.allowed())}
        best = max(values.values())
        equal = [action for action, value in values.items() if value == best]
        action = random_source(self._seed, request.root).choice(equal)
        report(SearchLine(_score(best, position.actor), (action,), depth=1, seldepth=1, nodes=len(values)))
        return BestAction(action)


def random_source(seed: int, root: Root) -> random.Random:
    """Random choices that are the same for the same seed and game."""
    return random.Random(f"{seed} {len(root.actions)} {root.position.to_fen()}")  # noqa: S311 - a game


def worth(position: Position, colour: Colour) -> int:
    """Tiles and moves of a player less those of the opponent; a player who must move and can't has lost.

    >>> worth(Position.start(), Colour.WHITE)
    0
    """
    own, other = _moves(position, colour), _moves(position, colour.other)
    if not position.hands and not (own if position.turn is colour else other):
        return -WIN if position.turn is colour else WIN
    return _TILE * (_material(position, colour) - _material(position, colour.other)) + own - other


def _moves(position: Position, colour: Colour) -> int:
    """How many moves a player would have; none when the express rule ends the game."""
    by_tile = moves_by_tile(position.board, position.blocked, colour)
    return sum(map(len, by_tile)) if len(by_tile) > position.stage(colour) else 0


def _material(position: Position, colour: Colour) -> int:
    letters: Callable[[str], bool] = LETTERS[colour].__contains__
    return sum(VALUES[mark] for mark in filter(letters, position.board))


def _score(value: int, actor: Colour) -> Score:
    return Score.win(0, actor) if value == WIN else Score.cp(value, actor)
