"""Stored games as frames, for notebooks."""

from __future__ import annotations

from pathlib import Path

import polars as pl

from barragoon.lab.shard import PATTERN


def games(root: Path | str) -> pl.LazyFrame:
    """All games below a root, a row a game; nothing is read before it is collected."""
    return pl.scan_parquet(str(Path(root) / "**" / PATTERN), hive_partitioning=False)
