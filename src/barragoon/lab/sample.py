"""A few games of each data set, small enough to be handed on, from which all tables can be made."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

from barragoon.lab.data_set import MANIFEST, DataSetError
from barragoon.lab.shard import PATTERN, read_shard, to_parquet

FILE = "shard-sample.parquet"


def make_sample(root: Path, target: Path, games: int) -> int:
    """Draw so many games by lot, of each data set as many as of the others; how many there are in the end."""
    folders = sorted(manifest.parent for manifest in root.rglob(MANIFEST) if next(manifest.parent.glob(PATTERN), None))
    if not folders:
        raise DataSetError(f"{root}: there are no games here")
    drawn = 0
    for number, folder in enumerate(folders):
        dice = random.Random(str(folder.relative_to(root)))  # noqa: S311 - nobody gains by guessing it
        wanted = (games - drawn) // (len(folders) - number)
        paths = sorted(folder.glob(PATTERN))
        rows = [row for path in dice.sample(paths, min(len(paths), 4)) for row in read_shard(path)]
        chosen = sorted(dice.sample(rows, min(len(rows), wanted)), key=lambda row: int(row["game_id"]))
        place = target / folder.relative_to(root)
        place.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(folder / MANIFEST, place / MANIFEST)
        (place / FILE).write_bytes(to_parquet(chosen))
        drawn += len(chosen)
    return drawn
