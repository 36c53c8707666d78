"""Plain games are read at once and by the compiled rules; what is read is what the builder reads token by token."""

import random
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from barragoon import Game, Position
from barragoon.record import Headers, Line, Node, Record, native_replay, read_headers, read_records, walk
from barragoon.record.builder import RecordBuilder
from barragoon.record.json_form import write_json
from records.mutations import CORPUS, corpus, mutated

GAMES = sorted((CORPUS.parent / "games").glob("*.bgn"))
START = '[White "Ann"]\n[Brown "Ben"]\n\n1. d2d5 d8d6\n2. d5d3 1-0\n'


@pytest.fixture
def no_native(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native_replay, "compiled", lambda: None)


def seen(records: Iterable[Record]) -> list[tuple[object, ...]]:
    """All that a record holds, with where everything stands."""
    return [
        (
            write_json([record]),
            record.end_line,
            record.end_column,
            [(error.line, error.column, str(error)) for error in record.errors],
            [(node.line, node.column) for node in walk(record.main) if isinstance(node, Node)],
        )
        for record in records
    ]


def carefully(data: bytes) -> list[tuple[object, ...]]:
    """What is read without the native module."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(native_replay, "compiled", lambda: None)
        return seen(read_records([data]))


def plain_files() -> list[bytes]:
    """Files of random games without comments, from both colours and with line ends of both kinds."""
    source, files = random.Random(3), []
    starts = [None, Position.from_fen("1vd1dv1/2zdz2/7/1+3+1/+1+1+1+/1+3+1/7/2ZDZ2/1VD1DV1 b - 24 01 7")]
    for number in range(12):
        game = Game(starts[number % 2])
        for _ in range(source.randrange(60)):
            if legal := list(game.legal_actions()):
                game.push(source.choice(legal))
        text = str(Record.from_game(game, {"Round": str(number)})) * 2
        files.append(text.replace("\n", source.choice(("\n", "\r\n"))).encode())
    return files


def check_alike(data: bytes) -> None:
    expected = carefully(data)
    assert seen(read_records([data])) == expected
    assert len(list(read_headers([data]))) == len(expected)
    assert seen(read_records([data], where=lambda _: True)) == expected
    assert list(read_records([data], where=lambda _: False)) == []


@pytest.mark.parametrize("path", [*sorted(CORPUS.glob("*.bgn")), *GAMES], ids=lambda path: path.stem)
def test_files_are_read_alike_with_and_without_the_native_module(path: Path) -> None:
    check_alike(path.read_bytes())


def test_mutated_files_are_read_alike_with_and_without_the_native_module() -> None:
    for data in mutated(plain_files(), seed=1, count=150):
        check_alike(data)
    for data in mutated(corpus(), seed=21, count=100):
        check_alike(data)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 12))
def test_twenty_thousand_mutated_files_are_read_alike_with_and_without_the_native_module(seed: int) -> None:
    for data in mutated([*plain_files(), *corpus()], seed, count=2_000):
        check_alike(data)


# -- which games are plain ----------------------------------------------------------------------------------------


def test_plain_games_need_no_builder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(RecordBuilder, "take", lambda *_: pytest.fail("the builder was asked"))
    assert [record.turn_count for data in plain_files() for record in read_records([data])]


@pytest.mark.parametrize(
    "text",
    [
        '[White "Ann"] \n1. d2d5 *',
        '[White "Ann"]\n[White "Ben"]\n1. d2d5 *',
        '[White "\ufffd"]\n1. d2d5 *',
        "1. d2d5! *",
        "1. d2d5 d8d6 3. d5d3 *",
        "1. d2d6 *",
        "d2d5 d8d6 *",
        "1. d2d5 * 1. d2d4 *",
        '[FEN "7/7"]\n1. d2d5 *',
        '[FEN "1v5/7/7/7/3D3/7/7/7/7 w bw 20 00 3"]\n3. @a1x@b2^ *',
        '[FEN "1vd1dv1/2zdz2/7/1x3x1/x1x1x1x/1x3x1/7/2ZDZ2/1VD1DV1 b"]\n1. d8d5 *',
        '[FEN "1vd1dv1/2zdz2/7/1x3x1/x1x1x1x/1x3x1/7/2ZDZ2/1VD1DV1 w - 24 00 999999"]\n999999. d2d5 d8d6 *',
        '[Result "0-1"]\n1. d2d5 1-0',
        '[FEN "1v5/7/7/7/3D3/7/7/7/7 w bw 20 00 3"]\n1-0',
        '[FEN "7/7/7/7/3z3/7/3D3/7/7 w - 0"]\n1. d3d5 *',
        "1. d2d5\n\nd8d6 *",
        "\n" * 20_000 + "1. d2d5 *",
    ],
)
def test_what_is_not_quite_plain_is_read_alike(text: str) -> None:
    check_alike(text.encode())


def test_no_line_is_read_before_its_time() -> None:
    asked: list[str] = []

    def lines() -> Iterator[str]:
        for line in [*START.splitlines(), '[White "Cid"]', "1. d2d4 {!} *", "1. d2d5 *"]:
            asked.append(line)
            yield line

    records = read_records(lines())
    next(records)
    assert asked == START.splitlines()
    next(records)
    assert asked[-1] == "1. d2d4 {!} *"


def test_a_record_is_complete_without_its_nodes() -> None:
    (record,) = read_records([START])
    assert (record.turn_count, repr(record)) == (3, "<Record Ann - Ben 1-0, 3 turns>")
    assert [str(turn) for turn in record.mainline()] == ["d2d5", "d8d6", "d5d3"]
    assert record.main is record.main
    assert (record.turn_count, len(record.mainline())) == (3, 3)
    record.main = Line()
    assert record.turn_count == 0


def test_the_main_line_can_be_replaced_before_it_is_made() -> None:
    (record,) = read_records([START])
    record.main = Line()
    assert record.mainline() == ()


@pytest.mark.usefixtures("no_native")
def test_without_the_native_module_all_is_read_token_by_token() -> None:
    (record,) = read_records([START])
    assert record.turn_count == 3
    assert [headers.tags["White"] for headers in read_headers([START])] == ["Ann"]


def test_the_native_module_may_be_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    import barragoon.engine

    monkeypatch.delattr(barragoon.engine, "_native", raising=False)
    monkeypatch.setitem(sys.modules, "barragoon.engine._native", None)
    assert native_replay.compiled.__wrapped__() is None


# -- headers ------------------------------------------------------------------------------------------------------


def test_headers_are_those_of_the_file() -> None:
    text = f'{START}\n[Event "A"]\n[Result "0-1"]\n{{note}} 1. d2d4! ( 1-0 ) * 1. oops 1-0'
    first, second, third = read_headers([text])
    assert first == Headers(
        {"Event": "?", "Site": "?", "Date": "????.??.??", "White": "Ann", "Brown": "Ben", "Result": "1-0"}, 1
    )
    assert (second.tags["Event"], second.result, second.line) == ("A", "0-1", 7)
    assert (third.result, third.line) == ("1-0", 9)


def test_games_can_be_chosen_by_their_headers() -> None:
    text = f'{START}[White "Cid"]\n1. d2d4 {{!}} *\n[White "Dot"]\n[Brown "Eva"]\n\n[White "Fay"]\n*'
    chosen = read_records([text], where=lambda headers: headers.tags["White"] != "Cid")
    assert [record.tags["White"] for record in chosen] == ["Ann", "Dot", "Fay"]
