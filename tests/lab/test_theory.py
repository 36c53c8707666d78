"""docs/theory.md: its tables and charts are those that the shipped summaries give, and a sample gives them too."""

from __future__ import annotations

from pathlib import Path

import pytest

from barragoon.lab.explorer import MOST_BYTES, explorer_table, gzipped_size
from barragoon.lab.report import Report, make_report
from barragoon.lab.summary import load

DOCS = Path(__file__).parents[2] / "docs"
SAMPLE = DOCS / "theory" / "sample"


@pytest.fixture(scope="module")
def report() -> Report:
    return make_report(load([DOCS / "theory" / "summaries"]))


def test_the_tables_are_those_of_the_summaries(report: Report) -> None:
    page = (DOCS / "theory.md").read_text("utf-8")
    assert report.fill(page) == page
    assert all(f"<!-- lab: {name} -->" in page for name in report.tables)


def test_the_charts_are_those_of_the_summaries(report: Report) -> None:
    for name, picture in report.charts.items():
        assert (DOCS / "theory" / name).read_text("utf-8") == picture


def test_the_opening_table_of_the_page_is_that_of_the_summaries() -> None:
    text = (DOCS / "theory" / "openings.json").read_text("utf-8")
    assert text == explorer_table(load([DOCS / "theory" / "summaries"]), 10)
    assert gzipped_size(text) <= MOST_BYTES


@pytest.mark.skipif(not SAMPLE.exists(), reason="a source distribution has no sample of games")
def test_the_sample_makes_every_table(report: Report) -> None:
    sample = load([SAMPLE])
    assert sum(summary.games for summary in sample) == 2_000
    assert make_report(sample).tables.keys() == report.tables.keys()
    whole = {summary.name: summary for summary in load([DOCS / "theory" / "summaries"])}
    for summary in sample:
        assert summary.shards <= whole[summary.name].shards
        assert summary.data_set == whole[summary.name].data_set
