"""What was done since a position, small in memory however long it gets."""

from __future__ import annotations

from collections.abc import Iterator

from barragoon.action import Action
from barragoon.position import Position

KEPT = 8
"""So many positions are kept at least, more than a turn has actions; older ones are played again when asked for."""


class History:
    """Actions one after the other, and the positions before them.

    >>> from barragoon import Move
    >>> history = History(Position.start())
    >>> history.append(Move.parse("d2d5"), Position.start())
    >>> [position.actor for position in history.positions()]
    [Colour.WHITE]
    """

    __slots__ = ("_recent", "_start", "actions")

    def __init__(self, start: Position) -> None:
        self._start = start
        self.actions: list[Action] = []
        self._recent: list[Position] = []

    def __len__(self) -> int:
        """How many actions were done."""
        return len(self.actions)

    def append(self, action: Action, before: Position) -> None:
        """Add an action, and the position that it was done in."""
        self.actions.append(action)
        self._recent.append(before)
        if len(self._recent) > 2 * KEPT:
            del self._recent[:KEPT]

    def pop(self) -> tuple[Action, Position]:
        """Take the last action away; it and the position that it was done in."""
        before = self.before_last(1)
        self._recent.pop()
        return self.actions.pop(), before

    def before_last(self, count: int) -> Position:
        """The position before the last actions, a few of them."""
        if len(self._recent) < count:
            self._recent = [*self.positions()][-KEPT:]
        return self._recent[-count]

    def positions(self) -> Iterator[Position]:
        """The position before each action, from the first on."""
        position = self._start
        for action in self.actions:
            yield position
            position = position.after(action)

    def __copy__(self) -> History:
        """A history that goes its own way from here."""
        twin = History(self._start)
        twin.actions, twin._recent = self.actions.copy(), self._recent.copy()
        return twin
