"""Read a file of games and print a line about each: ``python examples/read_games.py FILE``.

A game that has errors is still read as far as possible; its errors are printed with their line and column.
"""

from __future__ import annotations

import sys
from pathlib import Path

from barragoon.record import Record, read_records


def describe(record: Record) -> str:
    """Who played, how it ended, and how long it took."""
    players = f"{record.tags['White']} - {record.tags['Brown']}"
    if record.errors:
        return f"{players}: {len(record.errors)} errors"
    game = record.game()
    captures = sum(turn.capture for turn in game.turns)
    return f"{players}: {record.result} after {len(game.turns)} turns, {captures} of them captures"


def main() -> None:
    """Read the games one by one, so that a large file needs little memory."""
    for number, record in enumerate(read_records(Path(sys.argv[1])), start=1):
        print(f"{number}. {describe(record)}")
        for error in record.errors:
            print(f"   line {error.line}, column {error.column}: {error.sentence}")


if __name__ == "__main__":
    main()
