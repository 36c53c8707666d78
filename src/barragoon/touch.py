"""Touch-move (rule 4.6): what a player has touched binds them."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING

from barragoon.action import Action, Move

if TYPE_CHECKING:
    from barragoon.position import Position
    from barragoon.square import Square


def allowed_after_touching(
    position: Position, legal: Collection[Action], touched: Iterable[Square]
) -> Collection[Action]:
    """What is still allowed of the legal actions once squares have been touched, in that order.

    Each touch narrows the choice to the moves of the own tile, or to the captures of the opposing tile or
    barragoon, that was touched; a touch that would leave nothing binds nobody. So an own tile must move if it
    can, must then capture what is touched next if it can, and what is touched first must be captured if any
    tile can. A barragoon that is due to be placed is in hand already: touches bind moves only.

    At the start the tile on c1 is shut in, so the second touch binds, and the third comes too late:

    >>> from barragoon import Position, Square
    >>> position = Position.start()
    >>> allowed = allowed_after_touching(position, position.legal_actions(), [Square.C1, Square.D2, Square.E2])
    >>> sorted({str(move.start) for move in allowed})
    ['d2']
    """
    allowed = legal
    for square in touched:
        if position[square] is not None:
            allowed = [
                move for move in allowed if isinstance(move, Move) and square in (move.start, move.target)
            ] or allowed
    return allowed
