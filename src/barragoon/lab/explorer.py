"""The opening table for the page: a tree of turns with how often each came up and what White made of it.

The file is JSON: ``{"format": 1, "variants": {"closed": {"games": …, "nodes": 1000, "turns": {TURN: NODE, …}}, …}}``.
A node is ``[games, share]``, White's share of the points in thousandths, or ``[games, share, {TURN: NODE, …}]``. A turn
is written as its actions one after another (``d2d5@c4x``). Of a line and its mirror image only the one that comes first
in the alphabet is there, turn by turn compared as text: who looks a line up takes the smaller of the two.
"""

from __future__ import annotations

import gzip
import json
from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Any

from barragoon.lab.summary import Summary

FORMAT = 1
MOST_BYTES = 150_000
"""Of the gzipped file."""


def explorer_table(summaries: Sequence[Summary], fewest: int) -> str:
    """The file, from the data sets without express stages; of each variant that with the most games."""
    variants: dict[str, Summary] = {}
    for summary in sorted(summaries, key=lambda summary: summary.games):
        if summary.data_set["stages"] == "00":
            variants[summary.data_set["variant"]] = summary
    table = {
        variant: {"games": summary.games, "nodes": summary.data_set["nodes"], "turns": _tree(summary, fewest)}
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
    root: list[Any] = [0, 0, {}]
    nodes = {"": root}
    for opening in sorted(counts, key=lambda opening: opening.count(" ")):
        games = counts[opening].total()
        before, _, turn = opening.rpartition(" ")
        if games >= fewest and before in nodes:
            points = counts[opening]["white"] + counts[opening]["draw"] / 2
            nodes[opening] = [games, round(1000 * points / games)]
            parent = nodes[before]
            if len(parent) == 2:
                parent.append({})
            parent[2][turn] = nodes[opening]
    tree: dict[str, Any] = root[2]
    return tree
