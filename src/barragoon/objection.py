"""Why an action is not legal."""

from __future__ import annotations

from dataclasses import dataclass
from enum import auto

from barragoon.named_enum import NamedEnum


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

    >>> from barragoon import Move, Position
    >>> print(Position.start().explain(Move.parse("d2d6")))
    a 3-tile moves 3 squares or 2, and d6 is 4 away
    """

    rule: Rule
    sentence: str

    def __str__(self) -> str:
        """Give the sentence."""
        return self.sentence
