"""Why an action is not legal."""

from __future__ import annotations

from dataclasses import dataclass
from enum import auto

from barragoon.cell import Cell
from barragoon.heading import Heading
from barragoon.named_enum import NamedEnum
from barragoon.square import Square


class Rule(NamedEnum):
    """The rule that an action breaks."""

    GAME_OVER = auto()
    PLACEMENT_DUE = auto()
    NO_PLACEMENT_DUE = auto()
    SQUARE_TAKEN = auto()
    NO_TILE = auto()
    NOT_YOUR_TILE = auto()
    WRONG_DISTANCE = auto()
    OWN_TILE = auto()
    SHORT_CAPTURE = auto()
    NOTHING_TO_CAPTURE = auto()
    TWO_TAKES_ALL_TURNS = auto()
    TILE_IN_THE_WAY = auto()
    FACE_BLOCKS = auto()
    ALREADY_TURNED = auto()
    TOUCHED = auto()
    REPETITION = auto()


@dataclass(frozen=True, slots=True)
class Objection:
    """A rule that an action breaks, with a sentence for the player.

    ``square``, ``cell``, ``distance``, ``entering`` and ``leaving`` are set where the sentence speaks of them, for
    sentences in other languages.

    >>> from barragoon import Move, Position
    >>> print(Position.start().explain(Move.parse("d2d6")))
    a 3-tile moves 3 squares or 2, and d6 is 4 away
    """

    rule: Rule
    sentence: str
    square: Square | None = None
    cell: Cell = None
    """The face that blocks, the tile that moves, or what was touched."""
    distance: int | None = None
    entering: Heading | None = None
    leaving: Heading | None = None

    def facts(self) -> dict[str, str | int]:
        """The rule and what it speaks of, as JSON has it.

        >>> from barragoon import Move, Position
        >>> Position.start().explain(Move.parse("d2d6")).facts()
        {'rule': 'wrong_distance', 'square': 'd6', 'cell': 'D', 'distance': 4}
        """
        named: dict[str, Square | Cell | int | Heading] = {
            "square": self.square,
            "cell": self.cell,
            "distance": self.distance,
            "entering": self.entering,
            "leaving": self.leaving,
        }
        facts: dict[str, str | int] = {"rule": self.rule.name.lower()}
        for name, fact in named.items():
            if fact is not None:
                facts[name] = fact if name == "distance" and isinstance(fact, int) else str(fact)
        return facts

    def __str__(self) -> str:
        """Give the sentence."""
        return self.sentence
