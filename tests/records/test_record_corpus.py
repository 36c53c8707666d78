"""The files in tests/data/records, good and broken: Python and the engine read each as the JSON beside it says."""

import json
import random
import re
from collections import Counter
from pathlib import Path

import pytest

from barragoon import Setup
from barragoon.engine import _native
from barragoon.record import Code, Fault, Record, read_records, write_record
from barragoon.record.json_form import write_json
from records.mutations import CORPUS, corpus, mutated

FILES = sorted(CORPUS.glob("*.bgn"))
GAMES = sorted((CORPUS.parent / "games").glob("*.bgn"))
NOTATION = Path(__file__).parents[2] / "docs" / "notation.md"
SURROGATE = re.compile("[\ud800-\udfff]")
files = pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)


def canonical(text: str) -> str:
    """The JSON of a file, which is indented for people, as readers write it."""
    compact = json.dumps(json.loads(text), ensure_ascii=False, separators=(",", ":"))
    return SURROGATE.sub(lambda found: f"\\u{ord(found[0]):04x}", compact)


def without_errors(text: str) -> list[dict[str, object]]:
    """What is in a file, whatever is wrong with it."""
    return [{name: fact for name, fact in record.items() if name != "errors"} for record in json.loads(text)]


def written(data: bytes) -> str:
    return "\n".join(map(write_record, read_records([data])))


@files
def test_files_are_read_as_expected(path: Path) -> None:
    expected = canonical(path.with_suffix(".json").read_text(encoding="utf-8"))
    assert write_json(read_records(path)) == expected
    assert _native.read_records(path.read_bytes()) == expected


@files
def test_nothing_is_lost_in_writing(path: Path) -> None:
    check_alike(path.read_bytes())


@files
def test_json_holds_the_whole_record(path: Path) -> None:
    for record in read_records(path):
        assert Record.from_json(record.to_json()) == record


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_whole_games_are_read_alike(path: Path) -> None:
    check_alike(path.read_bytes())


def test_the_corpus_is_complete() -> None:
    assert len(FILES) >= 150
    assert {path.stem for path in FILES} == {path.stem for path in CORPUS.glob("*.json")}
    assert not [path.name for path in CORPUS.iterdir() if path.suffix not in {".bgn", ".json"}]


def test_every_error_is_shown() -> None:
    """All but the one that only playing a record through can find."""
    errors = [error for path in FILES for record in read_records(path) for error in record.errors]
    assert {error.code for error in errors} | {Code.AGAINST_THE_RULES.value} == {code.value for code in Code}
    assert {error.fault for error in errors} | {Fault.RULES} == set(Fault)


def test_every_fault_is_in_the_table_of_the_notation() -> None:
    rows = [line for line in NOTATION.read_text(encoding="utf-8").splitlines() if line.startswith("| `")]
    named = {name for row in rows for name in re.findall(r"`([A-Z_]+)`", row.split("|")[1])}
    assert {fault.name for fault in Fault} - {"RULES"} <= named


def check_alike(data: bytes) -> None:
    """Python and the engine read a file alike, write it alike, and what is written says the same."""
    read, text = write_json(read_records([data])), written(data)
    assert _native.read_records(data) == read
    assert _native.format_records(data) == text
    again = write_json(read_records([text.encode()]))
    assert _native.read_records(text.encode()) == again
    assert without_errors(again) == without_errors(read)
    assert written(text.encode()) == text


def test_mutated_files_are_read_alike() -> None:
    for data in mutated(corpus(), seed=1, count=400):
        check_alike(data)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 12))
def test_twenty_thousand_mutated_files_are_read_alike(seed: int) -> None:
    for data in mutated(corpus(), seed, count=2_000):
        check_alike(data)


CAGES = "4+1z/4++1/5++/7/7/7/++5/1++4/Z1+4"
MANY_CAGES = "+1Z+z1+/+++++++/7/+++++++/+1z+Z1+/+++++++/7/+++++++/+1D+d1+"


def test_dead_positions_are_found_alike() -> None:
    """Reading searches briefly, so that both readers must give up on the same positions."""
    source = random.Random(5)
    found: Counter[str] = Counter()
    for number in range(300):
        setup = Setup.from_fen((CAGES, MANY_CAGES)[number % 2])
        board, faces = list(setup.board), [at for at, mark in enumerate(setup.board) if mark in ".+"]
        for square in source.sample(faces, source.randrange(6)):
            board[square] = source.choice("..+x^S")
        setup.board, setup.reserve = "".join(board), 0
        if setup.defects():
            continue
        data = f'[FEN "{setup.to_fen()}"]\n1/2-1/2\n'.encode()
        (record,) = read_records([data])
        assert _native.read_records(data) == write_json([record]), setup.to_fen()
        found[record.outcome.reason.name if record.outcome else ""] += 1
    assert found["DEAD"] > 20, found
    assert found["AGREEMENT"] > 20, found
