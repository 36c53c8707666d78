"""What it costs to read, mirror and swap positions, and their key, ours beside python-chess's: 200 positions each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeVar

import chess
import chess.polyglot

from barragoon import Position
from clock import best_seconds
from samples import barragoon_positions, chess_positions

T = TypeVar("T")


def main() -> None:
    """Print microseconds a position for both, with the ratio."""
    theirs, ours = chess_positions(), barragoon_positions()
    boards, positions = [*map(chess.Board, theirs)], [*map(Position.from_fen, ours)]
    rivals = {
        "from_fen": (partial(each, chess.Board, theirs), partial(each, Position.from_fen, ours)),
        "to_fen": (partial(each, chess.Board.fen, boards), partial(each, Position.to_fen, positions)),
        "mirrored": (partial(each, left_right, boards), partial(each, Position.mirrored, positions)),
        "swapped": (partial(each, chess.Board.mirror, boards), partial(each, Position.swapped, positions)),
        "key": (partial(each, chess.polyglot.zobrist_hash, boards), partial(each, key, positions)),
    }
    for name, (theirs_run, ours_run) in rivals.items():
        best = best_seconds({"chess": prepared(theirs_run), "ours": prepared(ours_run)})
        took = {whose: seconds / len(ours) * 1e6 for whose, seconds in best.items()}
        ratio = took["chess"] / took["ours"]
        print(f"{name:9} {took['ours']:6.2f} µs, python-chess {took['chess']:6.2f} µs: {ratio:5.2f} × python-chess")


def prepared(run: Callable[[], None]) -> Callable[[], Callable[[], None]]:
    """What needs no preparation."""
    return lambda: run


def each(do: Callable[[T], object], values: Sequence[T]) -> None:
    """Do something with each value."""
    for value in values:
        do(value)


def left_right(board: chess.Board) -> chess.Board:
    """The board in the left-right mirror."""
    return board.transform(chess.flip_horizontal)


def key(position: Position) -> int:
    """The key, as a function."""
    return position.key


if __name__ == "__main__":
    main()
