"""Openings for matches: a few turns at random, the same for both games of a pair."""

from __future__ import annotations

import random

from barragoon.action import Action
from barragoon.game import Game, Variant

TURNS = 4
"""How many turns are left to chance: enough that no two games are alike, few enough that both can win."""

_ATTEMPTS = 100


def opening(
    seed: int,
    number: int,
    *,
    turns: int = TURNS,
    variant: Variant = Variant.CLOSED,
    stages: tuple[int, int] = (0, 0),
) -> tuple[Action, ...]:
    """The actions of an opening; the same seed and number give the same.

    >>> print(*opening(1, 0))
    e2e3 c8d7 e3g3 d7e6
    """
    source = random.Random(f"{seed} {number}")  # noqa: S311 - nobody gains by guessing it
    for _ in range(_ATTEMPTS):
        game = _played(source, Game.new(variant, stages=stages), turns)
        # An opening that ends the game tests no engine.
        if game.outcome() is None and not game.position.hands:
            return game.actions
    return ()


def _played(source: random.Random, game: Game, turns: int) -> Game:
    while len(game.turns) < turns and (legal := sorted(game.legal_actions())):
        game.push(source.choice(legal))
    return game
