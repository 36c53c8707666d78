"""Repetition (rule 6c): the same turns three times over, and the duty that follows from a declined draw."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from barragoon.action import Action, Turn
from barragoon.colour import Colour

if TYPE_CHECKING:
    from barragoon.position import Position

TIMES = 3


def repeated_pattern(turns: Sequence[Turn]) -> tuple[Turn, ...]:
    """The shortest sequence of turns by both players that the last turns show three times in a row.

    It is empty when there is none. Its first turn is the one that would continue the pattern.

    >>> there_and_back = [Turn.parse(text) for text in ("d2d4", "d8d6", "d4d2", "d6d8")]
    >>> [str(turn) for turn in repeated_pattern(there_and_back * 3)]
    ['d2d4', 'd8d6', 'd4d2', 'd6d8']
    >>> repeated_pattern(there_and_back * 2)
    ()
    """
    for length in range(2, len(turns) // TIMES + 1, 2):
        pattern = turns[-length:]
        if turns[-1 - length] == turns[-1] and turns[-TIMES * length :] == [*pattern] * TIMES:
            return tuple(pattern)
    return ()


@dataclass(frozen=True, slots=True)
class Duty:
    """To leave the repetition: the turn that a player may not make, after so many turns of the game.

    A declined draw obliges the player who declined; where the turn that continues the pattern is their only one,
    the duty falls on the first turn of the pattern at which its player has a choice, whoever that is.
    """

    player: Colour
    forbidden: Turn
    due_after: int
    declined_after: int

    def forbids(self, played: Sequence[Action]) -> Action | None:
        """The action that would complete the forbidden turn, the turn's earlier actions being given."""
        *earlier, last = self.forbidden.actions
        return last if [*played] == earlier else None


def duty_to_leave(position: Position, pattern: tuple[Turn, ...], turns_played: int) -> Duty | None:
    """Who must leave the pattern, and where; None if neither player ever can."""
    for ahead, turn in enumerate(pattern):
        if _has_choice(position, turn):
            return Duty(position.turn, turn, turns_played + ahead, turns_played)
        position = position.play_turn(turn)
    return None


def _has_choice(position: Position, turn: Turn) -> bool:
    """Whether another turn is legal; a captured barragoon can always be placed elsewhere or otherwise.

    The turn itself need not be: tiles of different values may have changed places in the meantime.
    """
    return bool(turn.placements) or any(action != turn.move for action in position.legal_actions())
