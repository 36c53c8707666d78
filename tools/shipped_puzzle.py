"""A puzzle as the page reads it: one line of a shard in web/public/puzzles, fields separated by tabs.

    id  fen  kind  turns  first  accepted  before  played  rating  themes

The FENs have no turn number. ``accepted`` are the right placements of the first turn, square by square with their faces
(``b9x+,c2^``); ``played`` is the turn that led there from the position ``before``, its actions one after another.
What is not there is an empty field. Lines are not stored: the page's solver has them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import groupby

from barragoon import Action, Placement, Position, parse_action
from barragoon.engine import Goal, GoalKind
from barragoon.lab.mined_puzzle import Puzzle

SOFT = "soft"
"""The theme of a puzzle in which another first move wins too, only later; such a one is for practice."""

_ACTION = re.compile(r"@...|[a-g][1-9][a-g][1-9]")


@dataclass(frozen=True)
class ShippedPuzzle:
    """A puzzle with its first rating and what it is about."""

    puzzle: Puzzle
    rating: int
    themes: tuple[str, ...]

    def __str__(self) -> str:
        """Write the line."""
        puzzle = self.puzzle
        fields = (
            puzzle.key,
            _without_number(puzzle.position),
            puzzle.goal.kind.value,
            puzzle.goal.turns,
            puzzle.first or "",
            write_placements(puzzle.accepted),
            _without_number(puzzle.before),
            "".join(map(str, puzzle.played)),
            self.rating,
            ",".join(self.themes),
        )
        return "\t".join(map(str, fields))

    @classmethod
    def parse(cls, line: str) -> ShippedPuzzle:
        """Read the line."""
        _, fen, kind, turns, first, accepted, before, played, rating, themes = line.split("\t")
        tags = tuple(themes.split(","))
        puzzle = Puzzle(
            Position.from_fen(fen),
            Goal(GoalKind(kind), int(turns)),
            parse_action(first) if first else None,
            read_placements(accepted),
            clean=SOFT not in tags,
            before=Position.from_fen(before),
            played=tuple(map(parse_action, _ACTION.findall(played))),
        )
        return cls(puzzle, int(rating), tags)


def write_placements(placements: tuple[Action, ...]) -> str:
    """Square by square with their faces."""
    known = [placement for placement in placements if isinstance(placement, Placement)]
    groups = groupby(known, key=lambda placement: placement.square)
    return ",".join(f"{square}{''.join(one.face.value for one in group)}" for square, group in groups)


def read_placements(text: str) -> tuple[Action, ...]:
    """Read what ``write_placements`` writes."""
    groups = text.split(",") if text else ()
    return tuple(parse_action(f"@{group[:2]}{face}") for group in groups for face in group[2:])


def _without_number(position: Position) -> str:
    return position.to_fen().rpartition(" ")[0]
