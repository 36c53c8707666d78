"""Games as rows of tables, and choosing among them."""

import io
import sys

import pytest
from pyarrow import parquet as reading

from barragoon import all_actions
from barragoon.record import Record, Selection, export, read_records
from records.mutations import corpus, mutated

NOTED = '[White "Ann"]\n[Round "3"]\n1. d2d5 {[%eval 0.35] [%clk 0:01:00]} d8xd5@d8x@e4^ {[%eval #-2]} 2. e2e3 *'


def table(records: list[Record]) -> list[dict[str, object]]:
    data = b"".join(export.parquet(records))
    rows: list[dict[str, object]] = reading.read_table(io.BytesIO(data)).to_pylist()
    return rows


def test_a_row_says_what_a_record_does() -> None:
    (row,) = table([Record.parse(NOTED)])
    assert (row["white"], row["brown"], row["result"], row["reason"]) == ("Ann", "?", "*", None)
    assert row["turns"] == ["d2d5", "d8xd5@d8x@e4^", "e2e3"]
    actions = row["actions"]
    assert isinstance(actions, list)
    assert [str(all_actions()[number]) for number in actions] == ["d2d5", "d8d5", "@d8x", "@e4^", "e2e3"]
    assert (row["scores"], row["clocks"], row["turn_count"]) == ([35, -29_998, None], [60.0, None, None], 3)
    assert (row["tags"], row["errors"], row["touch_move"]) == ([("Round", "3")], 0, False)


def test_plain_games_have_neither_scores_nor_clocks() -> None:
    (row,) = table([*read_records(["1. d2d5 *"])])
    assert (row["scores"], row["clocks"]) == (None, None)


def test_groups_make_one_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(export, "GAMES_A_GROUP", 2)
    pieces = list(export.parquet(read_records(["*\n" * 5])))
    assert len(pieces) == 4
    assert reading.ParquetFile(io.BytesIO(b"".join(pieces))).num_row_groups == 3


def test_an_empty_table() -> None:
    assert table([]) == []


def test_whatever_can_be_read_can_be_exported() -> None:
    for data in mutated(corpus(), seed=31, count=60):
        records = list(read_records([data]))
        assert len(table(records)) == len(records)
        for record, line in zip(records, export.json_lines(records), strict=True):
            assert Record.from_json(line.encode().decode()) == record


def test_parquet_without_pyarrow_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(RuntimeError, match="'data' extra"):
        next(export.parquet([]))


def test_nothing_asked_accepts_everything() -> None:
    records = list(read_records([NOTED, "1. d2d5 1-0"]))
    assert [*filter(Selection().accepts, records)] == records
    assert [*Selection(white="ann").records([NOTED, "1. d2d5 1-0"])] == records[:1]
