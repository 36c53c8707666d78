"""A shard: the games of one seed as a Parquet file, a row a game."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from barragoon.lab.player import Player
from barragoon.lab.recipe import Recipe
from barragoon.lab.self_play import PlayedGame, play_game

SCHEMA = pa.schema(
    [
        pa.field("game_id", pa.uint32(), nullable=False),  # seed times games in a shard, plus the place in it
        pa.field("seed", pa.uint32(), nullable=False),
        pa.field("variant", pa.string(), nullable=False),
        pa.field("stages", pa.string(), nullable=False),
        pa.field("nodes", pa.uint32(), nullable=False),
        pa.field("explored", pa.bool_(), nullable=False),  # began with any first move, not with one of the best
        pa.field("opening_length", pa.uint16(), nullable=False),  # actions drawn by lot
        pa.field("actions", pa.list_(pa.field("item", pa.uint16(), nullable=False)), nullable=False),  # by action id
        pa.field("scores", pa.list_(pa.field("item", pa.int16(), nullable=False)), nullable=False),  # White's
        pa.field("result", pa.uint8(), nullable=False),  # White's half points
        pa.field("reason", pa.string(), nullable=False),
        # A placement of the game, judged beside another one and beside another face on its square; see self_play.py.
        pa.field("probe_index", pa.uint16()),
        pa.field("probe_score", pa.int16()),
        pa.field("probe_random_action", pa.uint16()),
        pa.field("probe_random_score", pa.int16()),
        pa.field("probe_turned_action", pa.uint16()),
        pa.field("probe_turned_score", pa.int16()),
    ]
)
PATTERN = "shard-*.parquet"


class ShardError(ValueError):
    """A file that is not a whole shard."""


def shard_name(seed: int) -> str:
    """The file of a seed.

    >>> shard_name(7)
    'shard-000007.parquet'
    """
    return f"shard-{seed:06}.parquet"


def play_shard(player: Player, recipe: Recipe, seed: int) -> bytes:
    """Play the games of a seed; the same bytes on every machine with the same engine and the same pyarrow."""
    player.begin_shard(recipe)
    rows = [_row(recipe, seed, index, play_game(player, recipe, seed, index)) for index in range(recipe.games)]
    return to_parquet(rows)


def to_parquet(rows: list[dict[str, Any]]) -> bytes:
    """Write games as a Parquet file."""
    file = io.BytesIO()
    pq.write_table(pa.Table.from_pylist(rows, SCHEMA), file, compression="zstd", compression_level=9)
    return file.getvalue()


def read_shard(path: Path) -> list[dict[str, Any]]:
    """The games of a file, or a :class:`ShardError` that says what is wrong with it."""
    try:
        table = pq.read_table(path, partitioning=None)
    except (pa.ArrowException, OSError) as error:
        if isinstance(error, OSError) and error.errno is not None:
            raise
        raise ShardError(f"{path}: this is not a whole Parquet file; delete it, and it is played again") from None
    if not table.schema.equals(SCHEMA):
        raise ShardError(f"{path}: the columns of this file are not those of a shard")
    rows: list[dict[str, Any]] = table.to_pylist()
    return rows


def _row(recipe: Recipe, seed: int, index: int, game: PlayedGame) -> dict[str, Any]:
    row: dict[str, Any] = {
        "game_id": seed * recipe.games + index,
        "seed": seed,
        "variant": recipe.variant.value.lower(),
        "stages": recipe.stages_text,
        "nodes": recipe.nodes,
        "explored": game.explored,
        "opening_length": game.opening_length,
        "actions": game.actions,
        "scores": game.scores,
        "result": game.result,
        "reason": game.reason,
    }
    if probe := game.probe:
        row |= {
            "probe_index": probe.index,
            "probe_score": probe.score,
            "probe_random_action": probe.random_action,
            "probe_random_score": probe.random_score,
            "probe_turned_action": probe.turned_action,
            "probe_turned_score": probe.turned_score,
        }
    return row
