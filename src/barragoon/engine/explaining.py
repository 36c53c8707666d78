"""What ``d`` and ``eval`` show."""

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


def evaluation(terms: _native.EvaluationTerms) -> str:
    """A table of the terms, whichever the engine has, for each player."""
    names = [name for name in dir(terms.white) if not name.startswith("_")]
    rows = [_row(name, getattr(terms.white, name), getattr(terms.brown, name)) for name in names]
    return "\n".join(
        [
            f"{'term':<12}{'white':>8}{'brown':>8}{'difference':>12}",
            *rows,
            f"{'tempo':<12}{'':>8}{'':>8}{terms.tempo:>12}",
            f"score cp {terms.score} for the player whose turn it is",
        ]
    )


def _row(name: str, white: int, brown: int) -> str:
    return f"{name:<12}{white:>8}{brown:>8}{white - brown:>12}"
