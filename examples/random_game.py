"""Play a game at random and print it as a game file: ``python examples/random_game.py [SEED]``."""

from __future__ import annotations

import random
import sys

from barragoon import Colour, Game, draw_lots
from barragoon.record import Record

LONGEST = 2_000


def play(source: random.Random) -> Game:
    """Do legal actions at random until the game is over, or has gone on for very long."""
    game = Game()
    while game.outcome() is None and len(game.actions) < LONGEST:
        game.push(source.choice(list(game.legal_actions())))
    return game


def main() -> None:
    """Draw lots, play, and print."""
    source = random.Random(int(sys.argv[1]) if len(sys.argv) > 1 else None)
    players = draw_lots("Heads", "Tails", source)
    game = play(source)
    print(Record.from_game(game, {"White": players[Colour.WHITE], "Brown": players[Colour.BROWN]}))
    print(game.outcome() or "Still going on.", file=sys.stderr)


if __name__ == "__main__":
    main()
