"""The legal actions of a position, worked out only as far as they are asked for."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING

from barragoon.action import Action, Move, Placement, as_action
from barragoon.cell import EMPTY
from barragoon.face import Face
from barragoon.movement import LETTERS, can_move, moves_by_tile
from barragoon.square import Square

if TYPE_CHECKING:
    from barragoon.position import Position


class LegalActions(Collection[Action]):
    """What the actor of a position may do: iterate it, count it, or ask whether it holds an action.

    >>> from barragoon import Position
    >>> legal = Position.start().legal_actions()
    >>> len(legal), Move.parse("d2d5") in legal, "d2d6" in legal
    (28, True, False)
    """

    __slots__ = ("_known", "_position")

    def __init__(self, position: Position) -> None:
        """Remember the position; nothing is generated yet."""
        self._position = position
        self._known: list[list[Move]] | None = None

    def __iter__(self) -> Iterator[Action]:
        """Yield each action once: the tiles from a1 to g9, or the empty squares with all faces."""
        if self._position.hands:
            board = self._position.board
            return chain.from_iterable(_placements(square) for square, mark in enumerate(board) if mark == EMPTY)
        return chain.from_iterable(self._moves())

    def __len__(self) -> int:
        """Count the actions."""
        if self._position.hands:
            return self._position.board.count(EMPTY) * len(Face)
        return sum(map(len, self._moves()))

    def __contains__(self, action: object) -> bool:
        """Tell whether an action, or its text, is legal, without generating the others."""
        position, asked = self._position, as_action(action)
        if isinstance(asked, Placement):
            return bool(position.hands) and position.board[asked.square] == EMPTY
        return (
            not position.hands
            and position.board[asked.start] in LETTERS[position.turn]
            and can_move(position.board, position.blocked, asked)
            and not position.has_lost(position.turn)
        )

    def __repr__(self) -> str:
        """Show the actions in their text form."""
        return f"<LegalActions: {' '.join(map(str, self))}>"

    def _moves(self) -> list[list[Move]]:
        """The moves by tile, generated once: ``list()`` asks for the length as well."""
        if self._known is None:
            position = self._position
            by_tile = moves_by_tile(position.board, position.blocked, position.turn)
            self._known = by_tile if len(by_tile) > position.stage(position.turn) else []
        return self._known


@cache
def _placements(square: int) -> tuple[Placement, ...]:
    return tuple(Placement(Square(square), face) for face in Face)
