"""A puzzle as the miner writes it and as the check reads it again: one line, fields separated by tabs."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from barragoon import Action, Position, parse_action
from barragoon.engine import Goal

NONE = "-"


@dataclass(frozen=True)
class Puzzle:
    """A position with a goal and all that is right in its first decision.

    ``first`` is the only winning move of a puzzle to win; one to hold has none, because its answer is a placement.
    ``accepted`` are the right placements: after the first move, or of the position itself. ``clean``: no other first
    move wins even two turns later. ``before`` and ``played`` are the turn in which the opponent let it happen.
    """

    position: Position
    goal: Goal
    first: Action | None
    accepted: tuple[Action, ...]
    clean: bool
    before: Position
    played: tuple[Action, ...]

    @property
    def key(self) -> str:
        """The same for the four looks of a position: mirrored, and with the colours swapped."""
        looks = [self.position, self.position.swapped()]
        looks += [look.mirrored() for look in looks]
        text = min(look.to_fen().rpartition(" ")[0] for look in looks)
        return hashlib.sha256(text.encode()).hexdigest()[:8]

    def __str__(self) -> str:
        """Write the line."""
        fields = (
            self.key,
            self.position.to_fen(),
            str(self.goal),
            str(self.first) if self.first else NONE,
            _write(self.accepted),
            "clean" if self.clean else "soft",
            self.before.to_fen(),
            _write(self.played),
        )
        return "\t".join(fields)

    @classmethod
    def parse(cls, line: str) -> Puzzle:
        """Read the line."""
        _, fen, goal, first, accepted, clean, before, played = line.split("\t")
        return cls(
            Position.from_fen(fen),
            Goal.parse(goal),
            None if first == NONE else parse_action(first),
            _read(accepted),
            clean == "clean",
            Position.from_fen(before),
            _read(played),
        )


def _write(actions: tuple[Action, ...]) -> str:
    return " ".join(map(str, actions)) or NONE


def _read(text: str) -> tuple[Action, ...]:
    return () if text == NONE else tuple(map(parse_action, text.split()))
