"""All tables and charts of the theory, and the page of the documentation that they are filled into."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from barragoon.lab import chart, tables
from barragoon.lab.replay import PHASES
from barragoon.lab.statistics import Estimate, wilson
from barragoon.lab.summary import Summary

_PLACE = re.compile(r"(<!-- lab: (?P<name>\w+) -->\n).*?(<!-- /lab -->)", re.DOTALL)
TURNS_STEP = 5
LONGEST_SHOWN = 250
FEWEST_POINTS = 5
"""A curve with fewer says nothing."""
COMMON = 100
"""Openings of two turns and more that came up less often are left out."""


class Report(NamedTuple):
    """Tables by their names, and charts by the names of their files."""

    tables: dict[str, tables.Table]
    charts: dict[str, str]

    def fill(self, page: str) -> str:
        r"""Put the tables into a page where it has a place for them; the rest of it stays as it is.

        >>> page = ["<!-- lab: ends -->", "an old table", "<!-- /lab -->"]
        >>> Report({"ends": tables.Table(("a",), [("1",)])}, {}).fill("\n".join(page)).splitlines()
        ['<!-- lab: ends -->', '| a |', '| --- |', '| 1 |', '<!-- /lab -->']
        """
        return _PLACE.sub(lambda found: found[1] + self._table(found["name"]) + found[3], page)

    def _table(self, name: str) -> str:
        if name not in self.tables:
            raise ValueError(f"there is no table {name!r}; there are {', '.join(self.tables)}")
        return self.tables[name].to_markdown()


def make_report(summaries: Sequence[Summary]) -> Report:
    """Everything that these games say."""
    normal = [summary for summary in summaries if summary.data_set["stages"] == "00"]
    normal.sort(key=lambda summary: (summary.data_set["variant"], summary.data_set["nodes"]))
    fewest_nodes = min((summary.data_set["nodes"] for summary in normal), default=0)
    largest = [summary for summary in normal if summary.data_set["nodes"] == fewest_nodes]
    made = {
        "games": _games(summaries),
        "first_move": tables.first_move(summaries),
        "first_taker": tables.first_taker(summaries),
        "ends": tables.ends(summaries),
        "length": tables.length(summaries),
        "loser_left": tables.loser_left(summaries),
        "values": tables.values(normal),
        "score_meaning": tables.score_meaning(largest),
        "placements": tables.placements(largest),
        "placement_symbols": tables.placement_symbols(largest),
        "symbols_by_role": tables.symbols_by_role(largest),
        "openings": tables.openings(largest),
        "openings_of_two_turns": tables.openings(largest, 2, COMMON),
        "openings_of_three_turns": tables.openings(largest, 3, COMMON, most=20),
        "stronger": tables.stronger(normal),
    }
    return Report(made, _charts(summaries, largest))


def _games(summaries: Sequence[Summary]) -> tables.Table:
    rows = [
        (tables.title_of(summary), f"{summary.games:,}", str(len(summary.shards)), str(summary.data_set["bench"]))
        for summary in summaries
    ]
    total = f"{sum(summary.games for summary in summaries):,}"
    shards = str(sum(len(summary.shards) for summary in summaries))
    return tables.Table(("games", "number", "shards", "engine's signature"), [*rows, ("all", total, shards, "")])


def _charts(summaries: Sequence[Summary], largest: Sequence[Summary]) -> dict[str, str]:
    scores = [(name, _in_percent(score)) for name, _, score in tables.white_scores(summaries)]
    charts = {
        "first_move.svg": chart.dots("White's share of the points, in per cent", scores, 0, 100, range(0, 101, 10))
    }
    if lengths := [(summary.data_set["variant"], _length_curve(summary)) for summary in largest]:
        charts["length.svg"] = chart.lines("How long games are", lengths, f"turns, in steps of {TURNS_STEP}")
    for summary in largest:
        variant = summary.data_set["variant"]
        rows = [
            (f"{phase}, {tile}-tile", weight)
            for phase, _, weights in tables.tile_weights(summary)
            for tile, weight in zip((2, 3, 4), weights, strict=False)
        ]
        if rows:
            title = f"What a tile more weighs, {variant} start"
            charts[f"values_{variant}.svg"] = chart.dots(title, rows, 0, 1.6, (0, 0.4, 0.8, 1.2, 1.6))
        curves = [
            (phase, curve) for phase in PHASES if len(curve := tables.score_curve(summary, phase)) >= FEWEST_POINTS
        ]
        if curves:
            title = f"White's share of the points by the score of the search, {variant} start"
            charts[f"score_{variant}.svg"] = chart.lines(title, curves, "White's score in hundredths", 1)
    return charts


def _in_percent(share: Estimate) -> Estimate:
    return Estimate(*(100 * bound for bound in share))


def _length_curve(summary: Summary) -> list[tuple[float, Estimate]]:
    steps = dict.fromkeys(range(0, LONGEST_SHOWN, TURNS_STEP), 0)
    for (turns,), count in summary.turns.items():
        step = int(turns) // TURNS_STEP * TURNS_STEP
        if step in steps:
            steps[step] += count
    return [(float(step), wilson(count, summary.games)) for step, count in steps.items()]
