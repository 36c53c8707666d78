"""The legal actions of a position, worked out only as far as they are asked for."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING, overload

from barragoon.action import Action, Actions, Move, Placement, as_action
from barragoon.cell import EMPTY
from barragoon.face import Face
from barragoon.movement import LETTERS, can_move, moves_by_tile
from barragoon.square import Square

if TYPE_CHECKING:
    from barragoon.position import Position


class LegalActions(Sequence[Action]):
    """What the actor of a position may do: iterate it, count it, choose from it, or ask whether it holds an action.

    >>> from barragoon import Position
    >>> legal = Position.start().legal_actions()
    >>> len(legal), Move.parse("d2d5") in legal, "d2d6" in legal, str(legal[0]), legal.index("d2d5")
    (28, True, False, 'b1a3', 21)
    """

    __slots__ = ("_known", "_listed", "_position")

    def __init__(self, position: Position) -> None:
        """Remember the position; nothing is generated yet."""
        self._position = position
        self._known: list[list[Move]] | None = None
        self._listed: Actions | None = None

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

    @overload
    def __getitem__(self, index: int) -> Action: ...
    @overload
    def __getitem__(self, index: slice) -> Actions: ...
    def __getitem__(self, index: int | slice) -> Action | Actions:
        """One of them by its place, or some in order."""
        return self._list()[index]

    def index(self, action: object, start: int = 0, stop: int = sys.maxsize) -> int:
        """The place of an action, or of its text."""
        return self._list().index(action, start, stop)

    def count(self, action: object) -> int:
        """1 for an action, or its text, that is legal, otherwise 0."""
        return int(action in self)

    def __repr__(self) -> str:
        """Show the actions in their text form."""
        return f"<LegalActions: {' '.join(map(str, self))}>"

    def _list(self) -> Actions:
        """All of them, listed once: who asks for one by its place may ask for more."""
        if self._listed is None:
            self._listed = Actions(self)
        return self._listed

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
