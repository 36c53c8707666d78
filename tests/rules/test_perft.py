"""The published counts, from both starts and from random positions."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from _pytest.mark.structures import ParameterSet

from barragoon import NotationError, Position, divide, perft

TABLES = Path(__file__).parents[1] / "data" / "perft"
SLOW_ABOVE = 10_000_000


def rows() -> Iterator[ParameterSet]:
    for table in sorted(TABLES.glob("*.txt")):
        for number, line in enumerate(table.read_text().splitlines(), start=1):
            if not line.startswith("#"):
                fen, *counts = line.split(";")
                for depth, count in enumerate(map(int, counts), start=1):
                    marks = [pytest.mark.slow] if count > SLOW_ABOVE else []
                    yield pytest.param(fen, depth, count, id=f"{table.stem}:{number}-depth{depth}", marks=marks)


@pytest.mark.parametrize(("fen", "depth", "count"), rows())
def test_count_is_the_published_one(fen: str, depth: int, count: int) -> None:
    assert perft(Position.from_fen(fen), depth) == count


def test_divide_splits_the_count_by_first_action() -> None:
    split = divide(Position.start(), 3)
    assert len(split) == 28
    assert sum(split.values()) == 27_500
    assert list(split) == sorted(split)


def test_a_depth_below_zero_is_refused() -> None:
    with pytest.raises(NotationError, match="'-1' is not a depth"):
        perft(Position.start(), -1)
    with pytest.raises(NotationError, match="'0' is not a depth"):
        divide(Position.start(), 0)


def test_depth_zero_counts_the_position_itself() -> None:
    assert perft(Position.start(), 0) == 1
