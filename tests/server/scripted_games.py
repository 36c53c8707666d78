"""Long games to play in load tests, worked out once."""

import random
from functools import cache
from typing import NamedTuple

from barragoon import Colour, Game, Move

MOST_CAPTURES = 4


class Script(NamedTuple):
    """The actions of a game, and who does each: 0 is White, 1 is Brown."""

    actions: list[str]
    actors: list[int]


@cache
def scripts(count: int, length: int) -> list[Script]:
    """Random quiet moves with a few captures, so that nobody wins soon."""
    chance = random.Random(1)
    return [_script(chance, length) for _ in range(count)]


def _script(chance: random.Random, length: int) -> Script:
    game, captures, actors = Game(), 0, []
    while len(game.actions) < length and not game.outcome():
        legal = [*game.legal_actions()]
        quiet = [each for each in legal if not (isinstance(each, Move) and game.position[each.target])]
        action = chance.choice(legal if captures < MOST_CAPTURES or not quiet else quiet)
        captures += action not in quiet
        actors.append(0 if game.position.actor is Colour.WHITE else 1)
        game.push(action)
    return Script([str(action) for action in game.actions], actors)
