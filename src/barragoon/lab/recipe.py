"""What decides how games are played: two shards with the same recipe and the same seed hold the same games."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from barragoon.game import Variant

PROCEDURE = 1
"""The number of the way in which games are made of a recipe: raised whenever the same recipe gives other games."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """How the games of a data set are played."""

    variant: Variant = Variant.CLOSED
    stages: tuple[int, int] = (0, 0)
    nodes: int = 1_000
    """Nodes of the search for each action."""
    games: int = 1_000
    """Games in a shard."""
    hash_megabytes: int = 1
    """A game at few nodes fills no more, and the table is emptied before every game."""
    most_actions: int = 600
    """A game that is longer counts as drawn, with a reason of its own."""
    opening_turns: int = 8
    """In so many turns the action is drawn by lot from the best ones."""
    opening_lines: int = 6
    """How many of the best actions are looked at there."""
    opening_margin: int = 40
    """How much worse than the best one, in hundredths, an action may be to be drawn."""
    opening_effort: int = 4
    """How many times the nodes are spent on an action there: several lines need more than one does."""
    explore_every: int = 4
    """One game in so many begins with any first move, all of them in turn; the others with one of the best."""

    def to_json(self) -> dict[str, Any]:
        """All that decides the games, the procedure included."""
        return asdict(self) | {
            "variant": self.variant.value.lower(),
            "stages": self.stages_text,
            "procedure": PROCEDURE,
        }

    @property
    def stages_text(self) -> str:
        """The stages as a FEN has them.

        >>> Recipe(stages=(0, 1)).stages_text
        '01'
        """
        return f"{self.stages[0]}{self.stages[1]}"

    @property
    def folder(self) -> str:
        """Where its shards lie below the root, in the form that DuckDB, Polars and Arrow read columns from.

        >>> Recipe().folder
        'variant=closed/stages=00/nodes=1000'
        """
        return f"variant={self.variant.value.lower()}/stages={self.stages_text}/nodes={self.nodes}"
