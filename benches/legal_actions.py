"""Legal actions in pure Python, ours beside python-chess: 200 positions of random games each, in one run.

Each round starts from fresh positions, because ours remember which crossings are blocked.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import chess

from barragoon import Position
from clock import best_seconds
from samples import barragoon_positions, chess_positions


def count_chess(boards: Sequence[chess.Board]) -> int:
    """List every legal move of every board."""
    return sum(len(list(board.legal_moves)) for board in boards)


def count_barragoon(positions: Sequence[Position]) -> int:
    """List every legal action of every position."""
    return sum(len(list(position.legal_actions())) for position in positions)


def main() -> None:
    """Print microseconds a position for both, with the ratio."""
    theirs, ours = chess_positions(), barragoon_positions()
    moving = [fen for fen in ours if not Position.from_fen(fen).hands]
    samples = {"python-chess": theirs, "barragoon": ours, "barragoon, moves only": moving}

    def prepare(name: str) -> Callable[[], int]:
        if name == "python-chess":
            boards = [chess.Board(fen) for fen in samples[name]]
            return lambda: count_chess(boards)
        positions = [Position.from_fen(fen) for fen in samples[name]]
        return lambda: count_barragoon(positions)

    best = best_seconds({name: partial(prepare, name) for name in samples})
    each = {name: seconds / len(samples[name]) for name, seconds in best.items()}
    for name, seconds in each.items():
        actions = prepare(name)() / len(samples[name])
        ratio = each["python-chess"] / seconds
        print(f"{name:22} {seconds * 1e6:6.1f} µs a position, {actions:6.1f} actions: {ratio:5.2f} × python-chess")
    print(f"({len(moving)} of our {len(ours)} positions wait for a move, the others for a placement)")


if __name__ == "__main__":
    main()
