"""Questions in SQL to stored games, answered by DuckDB."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import duckdb

from barragoon.lab.data_set import DataSetError
from barragoon.lab.shard import PATTERN


class QueryError(ValueError):
    """A question that can't be answered, in one sentence."""


def ask(root: Path, question: str) -> tuple[list[str], list[tuple[Any, ...]]]:
    """The names of the columns, and the rows; the table of all games below the root is called ``games``."""
    if next(root.rglob(PATTERN), None) is None:
        raise DataSetError(f"{root}: there are no games here")
    with duckdb.connect() as connection:
        # The columns in the names of the folders are in the files too.
        games = connection.read_parquet(str(root / "**" / PATTERN), hive_partitioning=False)
        games.create_view("games")
        try:
            found = connection.execute(question)
            return [column[0] for column in found.description or []], found.fetchall()
        except duckdb.Error as error:
            raise QueryError(" ".join(str(error).split())) from None
