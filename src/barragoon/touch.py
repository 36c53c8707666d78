"""Touch-move (rule 4.6): what a player has touched binds them."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING

from barragoon.action import Action, Move
from barragoon.tile import Tile

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
    tile can. An own tile that can't move, touched before any other own tile, stays the first touched: what is touched
    after it binds nobody. A barragoon that is due to be placed is in hand already: touches bind moves only.

    At the start the tile on c1 is shut in:

    >>> from barragoon import Position, Square
    >>> position = Position.start()
    >>> len(allowed_after_touching(position, position.legal_actions(), [Square.C1, Square.D2]))
    28
    >>> len(allowed_after_touching(position, position.legal_actions(), [Square.D2, Square.C1]))
    8
    """
    allowed, first_own = legal, True
    for square in touched:
        cell = position[square]
        if cell is None:
            continue
        if kept := _with_square(allowed, square):
            allowed = kept
        if isinstance(cell, Tile) and cell.colour is position.turn:
            if first_own and not _with_square(legal, square):
                break
            first_own = False
    return allowed


def _with_square(actions: Collection[Action], square: Square) -> list[Action]:
    """The moves that begin or end on a square."""
    return [move for move in actions if isinstance(move, Move) and square in (move.start, move.target)]
