"""The positions along a line of turns, worked out only as far as they are asked for."""

from __future__ import annotations

from barragoon.action import Turn
from barragoon.position import Position


class Track:
    """Turns that are known to be legal, and where they begin: at a position, or before a turn of another track.

    >>> track = Track(Position.start(), [Turn.parse("d2d5"), Turn.parse("d8d6")])
    >>> instead = Track((track, 1), [Turn.parse("d8c7")])
    >>> track.before(1) == instead.before(0), str(instead.before(1).turn)
    (True, 'White')
    """

    __slots__ = ("_positions", "_start", "turns")

    def __init__(self, start: Position | tuple[Track, int], turns: list[Turn]) -> None:
        """Remember the turns; nothing is played yet."""
        self._start = start
        self._positions: list[Position] = []
        self.turns = turns

    def before(self, index: int) -> Position:
        """The position before a turn; before the one after the last, it is the final position."""
        # Variations nest without limit, so the way to the root is a list and not a recursion.
        asked: list[tuple[Track, int]] = [(self, index)]
        while isinstance(above := asked[-1][0]._start, tuple) and not asked[-1][0]._positions:  # noqa: SLF001 - its own class
            asked.append(above)
        for track, number in reversed(asked):
            track._play_up_to(number)  # noqa: SLF001 - its own class
        return self._positions[index]

    def _play_up_to(self, index: int) -> None:
        if not self._positions:
            start = self._start
            self._positions.append(start if isinstance(start, Position) else start[0]._positions[start[1]])  # noqa: SLF001 - its own class
        while len(self._positions) <= index:
            position = self._positions[-1]
            for action in self.turns[len(self._positions) - 1].actions:
                position = position.after(action)
            self._positions.append(position)
