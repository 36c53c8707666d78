"""The opening table for the page: a tree of turns with how the games ended in which each came up.

The file is JSON: ``{"format": 2, "variants": {"closed": {"start": FEN, "games": …, "nodes": 1000, "turns": {TURN: NODE,
…}}, …}}``. A node is ``[white, draws, brown]``, the games that White won, that nobody won and that Brown won, or
``[white, draws, brown, {TURN: NODE, …}]``. A turn is written as its actions one after another (``d2d5@c4x``). Of a line
and its mirror image only the one that comes first in the alphabet is there, turn by turn compared as text. The page
plays the lines and looks positions up, so it finds them however they came about.
"""

from __future__ import annotations

import gzip
import json
from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Any

from barragoon.lab.summary import Summary
from barragoon.position import Position

FORMAT = 2
MOST_BYTES = 150_000
"""Of the gzipped file."""
LEAF = 3
"""How many entries a node has whose followers are not in the table; they are the next entry."""


def explorer_table(summaries: Sequence[Summary], fewest: int) -> str:
    """The file, from the data sets without express stages; of each variant that with the most games."""
    variants: dict[str, Summary] = {}
    for summary in sorted(summaries, key=lambda summary: summary.games):
        if summary.data_set["stages"] == "00":
            variants[summary.data_set["variant"]] = summary
    table = {
        variant: {
            "start": Position.start(open=variant == "open").to_fen(),
            "games": summary.games,
            "nodes": summary.data_set["nodes"],
            "turns": _tree(summary, fewest),
        }
        for variant, summary in sorted(variants.items())
    }
    return json.dumps({"format": FORMAT, "variants": table}, separators=(",", ":")) + "\n"


def gzipped_size(text: str) -> int:
    """How much the page has to load."""
    return len(gzip.compress(text.encode(), 9))


def _tree(summary: Summary, fewest: int) -> dict[str, Any]:
    counts: dict[str, Counter[str | int]] = defaultdict(Counter)
    for (opening, result), count in summary.openings.items():
        counts[str(opening)][result] += count
    root: list[Any] = [0, 0, 0, {}]
    nodes = {"": root}
    for opening in sorted(counts, key=lambda opening: opening.count(" ")):
        before, _, turn = opening.rpartition(" ")
        if counts[opening].total() >= fewest and before in nodes:
            nodes[opening] = [counts[opening][result] for result in ("white", "draw", "brown")]
            parent = nodes[before]
            if len(parent) == LEAF:
                parent.append({})
            parent[LEAF][turn] = nodes[opening]
    tree: dict[str, Any] = root[LEAF]
    return tree
