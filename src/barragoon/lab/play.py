"""Filling a data set: what is missing is played, here or on a cluster, and comes in shard by shard."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from barragoon import __version__
from barragoon.engine.bench import bench
from barragoon.lab.data_set import DataSet
from barragoon.lab.workers import PlayedShard, play_here, play_on_ray


@dataclass(slots=True)
class Progress:
    """How far a run has come."""

    wanted: int
    missing: int
    games: int = 0
    seconds: float = 0.0
    """Processor time of the workers."""
    nodes: set[str] = field(default_factory=set)
    """Those of the cluster that have played."""

    @property
    def games_per_core_hour(self) -> float:
        """How fast this run plays."""
        return self.games / self.seconds * 3600 if self.seconds else 0.0


def play_missing(
    data_set: DataSet,
    seeds: range,
    *,
    cores: int = 1,
    ray_address: str | None = None,
    report: Callable[[Progress, PlayedShard | None], None] = lambda *_: None,
) -> Progress:
    """Play the shards of these seeds that are not there yet."""
    signature = bench().nodes
    with data_set.opened(signature, commit()):
        missing = data_set.missing(seeds)
        progress = Progress(len(seeds), len(missing))
        report(progress, None)
        if not missing:
            return progress
        recipe = data_set.recipe
        shards = (
            play_on_ray(recipe, missing, ray_address, signature)
            if ray_address
            else play_here(recipe, missing, min(cores, len(missing)))
        )
        for shard in shards:
            data_set.add(shard.seed, shard.data)
            progress.games += recipe.games
            progress.seconds += shard.seconds
            progress.nodes.add(shard.node)
            report(progress, shard)
    return progress


def commit() -> str:
    """The commit of this checkout, or the version where the package was installed without one."""
    git = shutil.which("git")
    folder = Path(__file__).parent
    if git:
        found = subprocess.run(  # noqa: S603 - fixed words
            [git, "-C", folder, "log", "-1", "--format=%H", "--", "."], capture_output=True, text=True, check=False
        )
        if found.returncode == 0 and found.stdout.strip():
            return found.stdout.strip()
    return f"version {__version__}"
