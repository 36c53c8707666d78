"""What a picture points out on a board: chosen tile, targets, path, last turn, arrows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from barragoon.action import Turn
from barragoon.path import Path
from barragoon.position import MoveKind, Position
from barragoon.square import Square


@dataclass(frozen=True, slots=True)
class Arrow:
    """A straight arrow from the middle of one square to that of another."""

    start: Square
    target: Square


@dataclass(frozen=True, slots=True)
class Marks:
    """All that can be pointed out; what is not given is not drawn.

    The path is drawn with numbered steps, in the last turn's colour if it is that turn's, otherwise in the colour
    of what may be done. ``squares`` are outlined.

    >>> [str(square) for square in Marks(last_turn=Turn.parse("d2xd5@c4^")).last_squares]
    ['d2', 'd5', 'c4']
    """

    last_turn: Turn | None = None
    chosen: Square | None = None
    targets: Mapping[Square, MoveKind] = field(default_factory=dict)
    path: Path | None = None
    arrows: tuple[Arrow, ...] = ()
    squares: tuple[Square, ...] = ()

    @classmethod
    def of_tile(cls, position: Position, square: Square) -> Marks:
        """A chosen tile and where it could go.

        >>> len(Marks.of_tile(Position.start(), Square.C2).targets)
        6
        """
        return cls(chosen=square, targets=position.targets(square))

    @property
    def last_squares(self) -> tuple[Square, ...]:
        """The squares that the last turn touched: start, target, and where barragoons were placed."""
        if self.last_turn is None:
            return ()
        move, placed = self.last_turn.move, (placement.square for placement in self.last_turn.placements)
        return (move.start, move.target, *placed)

    @property
    def path_was_run(self) -> bool:
        """Whether the path is the one that the last turn took."""
        if self.path is None or self.last_turn is None:
            return False
        move = self.last_turn.move
        return (self.path.squares[0], self.path.squares[-1]) == (move.start, move.target)


NO_MARKS = Marks()
