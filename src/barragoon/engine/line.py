"""A line of play that a search has found."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, Protocol

from barragoon.action import Action
from barragoon.engine.score import Score


class _Printer(Protocol):
    """What a notebook lets an object write with."""

    def text(self, text: str) -> None: ...


@dataclass(frozen=True, slots=True)
class SearchLine:
    """A line of play that an engine expects, and what it is worth to the actor.

    ``actions`` is the principal variation. ``rank`` is 1 for the best line, 2 for the next (MultiPV); ``seldepth`` the
    deepest turn searched, the captures beyond the depth included; ``hashfull`` the fill of the transposition table, per
    mille.
    """

    score: Score
    actions: tuple[Action, ...]
    depth: int = 0
    seldepth: int = 0
    rank: int = 1
    nodes: int = 0
    seconds: float = 0.0
    hashfull: int = 0

    def __str__(self) -> str:
        """Write the line for people: score, depth and actions.

        >>> from barragoon import Colour, Move
        >>> print(SearchLine(Score.cp(35, Colour.WHITE), (Move.parse("d2d5"), Move.parse("d8d6")), depth=8))
        +0.35, depth 8: d2d5 d8d6
        """
        return f"{self.score}, depth {self.depth}: {' '.join(map(str, self.actions))}"

    def _repr_pretty_(self, printer: _Printer, _cycle: bool) -> None:
        """Show a notebook what people read."""
        printer.text(str(self))

    def to_ubi(self) -> str:
        """The line as the protocol writes it."""
        speed = int(self.nodes / self.seconds) if self.seconds > 0 else 0
        return (
            f"info depth {self.depth} seldepth {self.seldepth} multipv {self.rank} score {self.score.to_ubi()} "
            f"nodes {self.nodes} nps {speed} hashfull {self.hashfull} time {int(self.seconds * 1000)} "
            f"pv {' '.join(map(str, self.actions))}"
        ).rstrip()


class PlayResult(NamedTuple):
    """The action that an engine plays, the reply that it expects, and the line it found, if it reported one."""

    action: Action
    ponder: Action | None
    line: SearchLine | None
