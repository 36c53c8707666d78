"""Perft leaves a second, ours beside python-chess counting the same way: leaves in bulk, one core."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import chess

from barragoon import Position, perft
from clock import best_seconds


def chess_perft(board: chess.Board, depth: int) -> int:
    """Count chess leaves as ours are counted: the last depth by the length of its list."""
    if depth == 1:
        return board.legal_moves.count()
    total = 0
    for move in board.legal_moves:
        board.push(move)
        total += chess_perft(board, depth - 1)
        board.pop()
    return total


def _unprepared(run: Callable[[], int]) -> Callable[[], int]:
    return run


def main() -> None:
    """Print leaves a second; placements make ours cheap to count, so depth 4, which has many, is faster still."""
    board, start = chess.Board(), Position.start()
    runs = {
        "python-chess, depth 3": partial(chess_perft, board, 3),
        "barragoon, depth 3": partial(perft, start, 3),
        "barragoon, depth 4": partial(perft, start, 4),
    }
    best = best_seconds({name: partial(_unprepared, run) for name, run in runs.items()}, rounds=5)
    rates = {name: run() / best[name] for name, run in runs.items()}
    for name, rate in rates.items():
        print(f"{name:22} {rate / 1e3:8.0f} k leaves/s: {rate / rates['python-chess, depth 3']:5.2f} × python-chess")


if __name__ == "__main__":
    main()
