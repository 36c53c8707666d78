"""A first computer player: take a tile if you can, else keep the most moves open for yourself.

``python examples/best_capture.py [TURNS]`` lets it play White against chance, and draws the board after each turn.
"""

from __future__ import annotations

import random
import sys

from barragoon import Action, Colour, Game, Move, MoveKind, Position


def worth(position: Position, action: Action, colour: Colour) -> int:
    """How much a colour likes an action: a captured tile, and tiles that can still move afterwards."""
    takes = isinstance(action, Move) and position.kind(action) is MoveKind.TAKES_TILE
    after = position.after(action)
    freedom = len(after.movable_tiles(colour)) - len(after.movable_tiles(colour.other))
    return 10 * takes + freedom


def choose(game: Game, source: random.Random) -> Action:
    """White chooses the action that it likes best, Brown any."""
    legal = sorted(game.legal_actions())
    source.shuffle(legal)
    if game.position.actor is Colour.BROWN:
        return legal[0]
    return max(legal, key=lambda action: worth(game.position, action, Colour.WHITE))


def main() -> None:
    """Play some turns and draw the board after each."""
    source = random.Random(7)
    game = Game()
    for _ in range(int(sys.argv[1]) if len(sys.argv) > 1 else 20):
        if game.outcome():
            break
        game.push(choose(game, source))
        print(game.position, end="\n\n")
    print(game.outcome() or f"{game.position.actor} to act.")


if __name__ == "__main__":
    main()
