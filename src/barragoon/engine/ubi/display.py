"""The texts that ``d`` and ``eval`` display."""

from __future__ import annotations

from typing import TYPE_CHECKING

from barragoon import text
from barragoon.position import Position

if TYPE_CHECKING:
    from barragoon.engine import _native


def display(position: Position) -> str:
    """The board in ASCII, the FEN and who must act."""
    board = text.board(position, style=text.Style.ASCII)
    task = f"actor {str(position.actor).lower()}, {'places' if position.hands else 'moves'}"
    return f"{board}\nfen {position.to_fen()}\n{task}, {len(position.legal_actions())} legal actions"


_TERMS = ("material", "mobility", "squares", "threats", "freedom")


def evaluation(terms: _native.EvaluationTerms) -> str:
    """A table of the terms for each player, which add up to the score."""
    sides = [[getattr(side, name) for name in _TERMS] for side in (terms.white, terms.brown)]
    return "\n".join(
        [
            f"{'term':<12}{'white':>8}{'brown':>8}{'difference':>12}",
            *(_row(name, *values) for name, *values in zip(_TERMS, *sides, strict=True)),
            _row("total", *map(sum, sides)),
            f"tempo {terms.tempo} for the player whose turn it is",
            f"score cp {terms.score} for the player whose turn it is",
            f"tiles that can move: white {terms.white.movable}, brown {terms.brown.movable}",
        ]
    )


def _row(name: str, white: int, brown: int) -> str:
    return f"{name:<12}{white:>8}{brown:>8}{white - brown:>12}"
