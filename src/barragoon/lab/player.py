"""Two engine cores that play the games of a shard: one plays, the other judges openings and placements.

A shard depends on its seed and recipe alone, because both cores forget everything before it begins. Within a shard
the transposition table is emptied before each game; only the order in which moves are looked at is carried on, since
forgetting that too takes half as long as a game.
"""

from __future__ import annotations

from typing import NamedTuple

from barragoon.engine import _native
from barragoon.lab.recipe import Recipe


class Candidate(NamedTuple):
    """An action with its score for the one who acts."""

    action: str
    score: int


class Player:
    """The cores of one process, kept from shard to shard."""

    def __init__(self) -> None:
        self._core = _native.Core()
        self._judge = _native.Core()
        self._recipe = Recipe()
        self._known: dict[str, list[Candidate]] = {}

    def begin_shard(self, recipe: Recipe) -> None:
        """Forget everything."""
        self._recipe = recipe
        self._known.clear()
        for core in (self._core, self._judge):
            core.set_hash(recipe.hash_megabytes)
            core.new_game()

    def begin_game(self) -> None:
        """Empty the table."""
        self._core.set_hash(self._recipe.hash_megabytes)

    def go_to(self, fen: str, actions: list[str]) -> str:
        """The FEN after these actions, which is searched next."""
        self._core.set_position(fen, actions)
        return self._core.fen()

    def key(self) -> int:
        """The key of the position that is searched next."""
        return self._core.key()

    def legal_actions(self) -> list[str]:
        """What may be done in it."""
        return self._core.legal_actions()

    def best(self) -> Candidate | None:
        """The best action; None if the game is over."""
        found = self._core.search(nodes=self._recipe.nodes)
        return Candidate(found.actions[0], found.score) if found.actions else None

    def best_few(self, fen: str) -> list[Candidate]:
        """The best actions of a position and those that are nearly as good, best first; none if the game is over."""
        if (known := self._known.get(fen)) is None:
            known = self._known[fen] = self._look(fen)
        return known

    def _look(self, fen: str) -> list[Candidate]:
        recipe = self._recipe
        lines = self._judged(fen, recipe.opening_lines, recipe.nodes * recipe.opening_effort)
        return [line for line in lines if line.score >= lines[0].score - recipe.opening_margin]

    def score_of(self, fen: str, action: str) -> int:
        """The score of one action for its actor, at the nodes of the recipe, with an empty table."""
        # Two lines although there is one action: a search for several lines leaves proofs out, for all alike.
        return self._judged(fen, 2, self._recipe.nodes, [action])[0].score

    def _judged(self, fen: str, lines: int, nodes: int, only: list[str] | None = None) -> list[Candidate]:
        self._judge.set_hash(self._recipe.hash_megabytes)
        self._judge.set_position(fen)
        found: dict[int, Candidate] = {}

        def keep(line: _native.SearchLine) -> None:
            found[line.rank] = Candidate(line.actions[0], line.score)

        best = self._judge.search(nodes=nodes, multipv=lines, only=only or [], report=keep)
        if best.actions and not found:  # not even the first depth was finished
            found[1] = Candidate(best.actions[0], best.score)
        return [found[rank] for rank in sorted(found)]
