"""What a position is worth, as an engine estimates or proves it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import total_ordering

from barragoon.colour import Colour

WIN = 30_000
"""The value of a game that is won already; each turn that the win still takes costs one."""

PROVEN = 29_000
"""A value beyond this is a forced win, one below its negative a forced loss."""


@total_ordering
@dataclass(frozen=True, slots=True, eq=False)
class Score:
    """A position's worth as one player sees it: hundredths of a unit, or a forced win or loss in so many turns.

    Scores are compared as the player of the left one sees them.

    >>> score = Score.cp(150, Colour.WHITE)
    >>> print(score, score.pov(Colour.BROWN), Score.win(3, Colour.WHITE), sep="; ")
    +1.50; -1.50; wins in 3
    >>> Score.win(1, Colour.WHITE) > Score.win(4, Colour.WHITE) > score > Score.loss(2, Colour.WHITE)
    True
    >>> score == score.pov(Colour.BROWN)
    True
    """

    value: int
    view: Colour

    @classmethod
    def cp(cls, hundredths: int, view: Colour) -> Score:
        """An estimate in hundredths (what chess calls centipawns), cut off where it could be taken for a proof."""
        return cls(max(-PROVEN, min(PROVEN, hundredths)), view)

    @classmethod
    def win(cls, turns: int, view: Colour) -> Score:
        """A forced win; in 0 turns if the game is won already."""
        return cls(max(WIN - turns, PROVEN + 1), view)

    @classmethod
    def loss(cls, turns: int, view: Colour) -> Score:
        """A forced loss; in 0 turns if the game is lost already."""
        return cls(min(turns - WIN, -PROVEN - 1), view)

    @property
    def hundredths(self) -> int | None:
        """The estimate, or None where the end is proven."""
        return None if self.turns_to_end is not None else self.value

    @property
    def turns_to_end(self) -> int | None:
        """In how many turns the game is won or lost; None where nothing is proven."""
        return WIN - abs(self.value) if abs(self.value) > PROVEN else None

    @property
    def wins(self) -> bool:
        """Whether a forced win is proven."""
        return self.value > PROVEN

    @property
    def loses(self) -> bool:
        """Whether a forced loss is proven."""
        return self.value < -PROVEN

    def pov(self, colour: Colour) -> Score:
        """The same as that player sees it."""
        return self if colour is self.view else Score(-self.value, colour)

    def to_ubi(self) -> str:
        """The score as the protocol writes it, for the player it is seen by.

        >>> Score.loss(2, Colour.BROWN).to_ubi()
        'loss 2'
        """
        if self.turns_to_end is None:
            return f"cp {self.value}"
        return f"{'win' if self.wins else 'loss'} {self.turns_to_end}"

    def __eq__(self, other: object) -> bool:
        """Compare what both say about the same player."""
        return self.value == other.pov(self.view).value if isinstance(other, Score) else NotImplemented

    def __lt__(self, other: Score) -> bool:
        """Order by what this score's player would rather have."""
        return self.value < other.pov(self.view).value

    def __hash__(self) -> int:
        """Agree with equality."""
        return hash(self.pov(Colour.WHITE).value)

    def __str__(self) -> str:
        """Write the score for people, with a sign."""
        if self.turns_to_end is None:
            return f"{self.value / 100:+.2f}"
        return f"{'wins' if self.wins else 'loses'} in {self.turns_to_end}"
