"""Counting sequences of actions, the usual comparison of two implementations of the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from barragoon.errors import NotationError

if TYPE_CHECKING:
    from barragoon.action import Action
    from barragoon.position import Position


def perft(position: Position, depth: int) -> int:
    """How many sequences of ``depth`` atomic actions are legal, draws ignored.

    >>> from barragoon import Position
    >>> [perft(Position.start(), depth) for depth in range(4)]
    [1, 28, 784, 27500]
    """
    if depth < 1:
        return 1 if depth == 0 else _reject(depth)
    legal = position.legal_actions()
    if depth == 1:
        return len(legal)
    return sum(perft(position.after(action), depth - 1) for action in legal)


def _reject(depth: int) -> NoReturn:
    raise NotationError(str(depth), "is not a depth: a whole number was expected, from 0 to count, from 1 to divide")


def divide(position: Position, depth: int) -> dict[Action, int]:
    """The count behind each first action, in order; where two programs differ, this leads to the difference."""
    if depth < 1:
        _reject(depth)
    return {action: perft(position.after(action), depth - 1) for action in sorted(position.legal_actions())}
