"""The program of docs/tutorial/beat_level_3.md: it looks at its own action and at the reply.

``python examples/look_ahead.py [PAIRS] [LEVEL] [FIRST]`` plays pairs of games against a level, each from a
random opening with the colours swapped, and prints the score. FIRST is the number of the first opening.
"""

from __future__ import annotations

import math
import random
import sys

from barragoon import Action, Colour, Game, Position, Tile
from barragoon.engine import Engine, Limit

TILE = 300
FREEDOM = 200
PROMISING = 8
LONGEST = 200


def next_to_move(position: Position) -> Colour:
    """Who moves next, once all barragoons in hand are placed."""
    return position.turn.other if position.hands else position.turn


def worth(position: Position, colour: Colour) -> float:
    """What a position is worth to a player: tiles, their freedom, and whether one can be taken in the next turn."""
    total = 0.0
    for player, sign in ((colour, 1), (colour.other, -1)):
        takes = False
        for square in position.tiles(player):
            targets = position.targets(square)
            total += sign * (TILE + FREEDOM * math.sqrt(len(targets)))
            takes = takes or any(isinstance(position[target], Tile) for target in targets)
        if takes and player is next_to_move(position):
            total += sign * TILE
    return total


def after_reply(position: Position, colour: Colour) -> float:
    """What a position is worth to a player after the opponent's best reply, if the opponent is to move."""
    if position.hands or position.turn is colour:
        return worth(position, colour)
    if position.has_lost(colour.other):
        return math.inf
    return min(worth(position.after(reply), colour) for reply in position.legal_actions())


def choose(game: Game) -> Action:
    """The best of the most promising actions: first a glance at all, then a look at the replies to a few."""
    position, actor = game.position, game.position.actor
    seen = {*game.positions()}
    fresh = [action for action in sorted(game.legal_actions()) if position.after(action) not in seen]
    glance = {action: worth(position.after(action), actor) for action in fresh or game.legal_actions()}
    promising = sorted(glance, key=glance.__getitem__)[-PROMISING:]
    return max(promising, key=lambda action: after_reply(position.after(action), actor))


def play(opening: list[Action], own: Colour, level: int, seed: int) -> float:
    """Play a game against a level: 1 point for a win, a half for a draw."""
    game = Game()
    for action in opening:
        game.push(action)
    with Engine(level=level, seed=seed) as engine:
        while not game.is_over and game.turn_count < LONGEST:
            ours = game.position.actor is own
            game.push(choose(game) if ours else engine.play(game, Limit(seconds=1)).action)
    outcome = game.outcome()
    return 0.5 if outcome is None or outcome.winner is None else float(outcome.winner is own)


def random_opening(source: random.Random, turns: int = 4) -> list[Action]:
    """Some turns at random, so that no two pairs of games are alike."""
    game = Game()
    while game.turn_count < turns:
        game.push(source.choice(sorted(game.legal_actions())))
    return list(game.actions)


def match(pairs: int, level: int, first: int) -> float:
    """The points of so many pairs of games."""
    points = 0.0
    for number in range(first, first + pairs):
        opening = random_opening(random.Random(number))
        points += sum(play(opening, own, level, seed=number) for own in Colour)
    return points


def main() -> None:
    """Play, and print the score."""
    pairs = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    level = int(sys.argv[2]) if len(sys.argv) > 2 else 3
    first = int(sys.argv[3]) if len(sys.argv) > 3 else 0
    print(f"{match(pairs, level, first):g} points of {2 * pairs} against level {level}")


if __name__ == "__main__":
    main()
