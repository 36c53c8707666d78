"""What the reader takes, as a stream and from any bytes."""

import io
import sys
import tracemalloc
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from barragoon import Colour, NotationError, Outcome, Reason, Turn, Variant
from barragoon.record import Fault, Line, Node, Record, read_records, write_record
from barragoon.record.lexer import Lexer
from barragoon.record.tags import start_of


def only(source: Iterable[str] | Iterable[bytes]) -> Record:
    (record,) = read_records(source)
    return record


# -- what is in a file --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["", "\n \n", "% nothing but an escape\n"])
def test_a_file_without_games(text: str) -> None:
    assert list(read_records([text])) == []
    with pytest.raises(NotationError):
        Record.parse(text)


def test_one_game_is_one_game() -> None:
    with pytest.raises(NotationError, match="is not one game"):
        Record.parse("* *")


def test_tags_default_and_keep_their_order() -> None:
    record = Record.parse('[Zeal "1"][Brown "Ben"]\n[Annotator "\\"C\\""] *')
    assert list(record.tags.items()) == [
        ("Event", "?"),
        ("Site", "?"),
        ("Date", "????.??.??"),
        ("White", "?"),
        ("Brown", "Ben"),
        ("Result", "*"),
        ("Variant", "Closed"),
        ("Express", "00"),
        ("TouchMove", "No"),
        ("Zeal", "1"),
        ("Annotator", '"C"'),
    ]


@pytest.mark.parametrize("line", ["% escaped d2d5", "; said"])
def test_lines_outside_the_game(line: str) -> None:
    assert Record.parse(f"1. d2d5\n{line}\nd8d6 *").mainline() == Record.parse("1. d2d5 d8d6 *").mainline()


def test_comments_before_the_tags_belong_to_the_game() -> None:
    assert Record.parse('{first}\n[White "Ann"]\n{second}\n1. d2d5 *').main.comments == ["first", "second"]


def test_comments_without_their_turn_go_to_the_turn_before() -> None:
    record = Record.parse("1. d2d5 1... {a} (1. {b}) 2. {c} *")
    node = record.main.nodes[0]
    assert (node.after, node.variations[0].comments) == (["a", "c"], ["b"])


def test_the_end_of_a_line_is_a_space_in_a_comment() -> None:
    assert Record.parse("{a\nb\\\nc\\n} *").main.comments == ["a b\\ c\n"]


@pytest.mark.parametrize("variant", Variant)
@pytest.mark.parametrize("stages", [(0, 0), (2, 1)])
def test_variants_and_stages(variant: Variant, stages: tuple[int, int]) -> None:
    record = Record.parse(f'[Variant "{variant.value}"][Express "{stages[0]}{stages[1]}"] *')
    assert record.start == start_of(variant, stages)


def test_a_short_fen_takes_its_stages_from_express() -> None:
    record = Record.parse('[FEN "7/7/7/7/3z3/7/3D3/7/7"][Variant "Custom"][Express "20"] *')
    assert record.start.stages == (2, 0)


@pytest.mark.parametrize(
    ("tags", "outcome"),
    [
        ('[Result "1-0"]', Outcome(Colour.WHITE, Reason.RESIGNATION)),
        ('[Result "1/2-1/2"]', Outcome(None, Reason.AGREEMENT)),
        ('[Result "0-1"][Termination "time"]', Outcome(Colour.BROWN, Reason.TIME)),
        ('[Result "1-0"][FEN "7/7/7/7/3D3/7/7/7/7 b"]', Outcome(Colour.WHITE, Reason.NO_TILES)),
        ('[Result "1/2-1/2"][FEN "4+1z/4++1/5++/7/7/7/++5/1++4/Z1+4"]', Outcome(None, Reason.DEAD)),
        ('[Result "*"][FEN "7/7/7/7/3D3/7/7/7/7 b"]', None),
    ],
)
def test_results_without_a_reason(tags: str, outcome: Outcome | None) -> None:
    result = outcome.result if outcome else "*"
    assert Record.parse(f"{tags} {result}").outcome == outcome


def test_games_need_no_tags_between_them() -> None:
    records = list(read_records(["1. d2d5 1-0 1. d2d4 0-1", "*"]))
    assert [record.result for record in records] == ["1-0", "0-1", "*"]
    assert not any(record.errors for record in records)


def test_headers_without_turns_are_told_apart() -> None:
    records = list(read_records('[Event "1"]\n[Site "a"]\n\n[Event "2"]\n\n[Date "d"]\n*'.splitlines()))
    assert [record.tags["Event"] for record in records] == ["1", "2"]
    assert records[1].tags["Date"] == "d"


# -- where it comes from ------------------------------------------------------------------------------------------

GAME = '[White "Zoë"]\r\n\r\n1. d2d5 {“Ja”} *\r\n'


@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_text_bytes_and_files_are_the_same(mark: str, tmp_path: Path) -> None:
    path = tmp_path / "games.bgn"
    data = (mark + GAME).encode()
    path.write_bytes(data)
    expected = Record.parse(GAME)
    with path.open(encoding="utf-8") as text, path.open("rb") as binary:
        sources = (path, str(path), io.BytesIO(data), io.StringIO(mark + GAME), [mark + GAME], [data], text, binary)
        assert all(list(read_records(source)) == [expected] for source in sources)


def test_bytes_that_are_no_text() -> None:
    first, second = read_records([b'[White "\xc3\xa9\xff\xfe!"]\n', b"1. d2d5 * 1. \xe9 *"])
    assert first.tags["White"] == "é\ufffd\ufffd!"
    (error,) = first.errors
    assert (error.fault, error.line, error.column, error.text) == (Fault.BYTES, 1, 10, "0xfffe")
    assert str(error) == "line 1, column 10: '0xfffe' is not UTF-8 and was replaced"
    assert [(error.fault, error.line, error.column) for error in second.errors] == [
        (Fault.TEXT, 2, 14),
        (Fault.BYTES, 2, 14),
    ]


def test_text_that_utf8_can_not_hold() -> None:
    (error,) = only(["{\ud800} *"]).errors
    assert (error.fault, error.column, error.text) == (Fault.BYTES, 2, "0xd800")


def test_a_byte_order_mark_stands_only_in_the_first_line() -> None:
    assert not only(["\ufeff1. d2d5 *"]).errors
    record = only(["1. d2d5\n", "\ufeffd8d6 *"])
    assert [(error.fault, (error.line, error.column)) for error in record.errors] == [(Fault.TEXT, (2, 1))]
    assert record.main.unread == "\ufeffd8d6"


def test_bytes_belong_to_the_game_they_stand_in() -> None:
    first, second, third = read_records([b"{\xff} * {\xfe\n", b"\xfd} *\n", b"; \xfc\n"])
    assert [error.text for error in first.errors if error.fault is Fault.BYTES] == ["0xff"]
    assert [(error.line, error.column) for error in second.errors] == [(1, 8), (2, 1)]
    assert [(error.line, error.column) for error in third.errors] == [(3, 3), (3, 4)]


@pytest.mark.parametrize("piece", [b"\xff \n", b"\xff ", b"\xff"])
def test_bytes_that_are_no_text_take_little_memory(piece: bytes) -> None:
    data = io.BytesIO(piece * 30_000)
    tracemalloc.start()
    try:
        record = only(data)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert len(record.errors) <= 102
    assert record.main.unread.count("\ufffd") == 30_000
    assert peak < 4_000_000  # an error for each would take five times as much


# -- as a stream --------------------------------------------------------------------------------------------------


class Counted:
    """Endless games, and how many lines of them have been asked for."""

    def __init__(self, *game: str) -> None:
        self.game = game
        self.lines = 0

    def __iter__(self) -> Iterator[str]:
        while True:
            for line in self.game:
                self.lines += 1
                yield line


@pytest.mark.parametrize(
    ("game", "ahead"),
    [
        (('[White "Ann"]\n', "\n", "1. d2d5 {x\n", "y} d8d6\n", "1-0\n", "\n"), 0),
        (('[White "Ann"]\n', "\n", "1. d2d5 oops (\n", "\n"), 1),
        (('[White "Ann"]\n', "\n", "1. d2d5 {never closed\n", "\n"), 1),
        (('[White "Ann"]\n', "\n", "1. d2d5 <never closed\n", "\n"), 1),
        (('[White "Ann]\n', "\n", "1. d2d5\n"), 1),
    ],
)
def test_a_game_is_given_before_the_next_one_is_read(game: tuple[str, ...], ahead: int) -> None:
    source = Counted(*game)
    for number, _ in zip(range(1, 1_000), read_records(source), strict=False):
        assert source.lines <= number * len(game) + ahead


def test_nothing_is_read_before_it_is_asked_for() -> None:
    source = Counted("*\n")
    records = read_records(source)
    assert source.lines == 0
    next(records)
    assert source.lines == 1


# -- at any depth, in linear time ---------------------------------------------------------------------------------


def test_nesting_has_no_limit() -> None:
    depth = 20_000  # far beyond the recursion limit
    record = Record(main=Line([Node(Turn.parse("d2d5"))]))
    innermost = record.main.nodes[0]
    for _ in range(depth):
        node = Node(Turn.parse("d2d4"))
        innermost.variations.append(Line([node]))
        innermost = node
    again = Record.parse(write_record(record))
    assert again == record
    assert len(repr(record.main)) < 100
    again.main.nodes[0].variations[0].nodes[0].variations[0].nodes[0].nags.append(1)
    assert again != record


def test_parentheses_alone_have_no_limit() -> None:
    record = only(["(" * 100_000])
    assert len(record.errors) == 2
    assert only([str(record)]) == record


@pytest.mark.parametrize(
    "piece",
    ["(", ")", "1. d2d5 (", "{", "{\\", "<", '[A "', '[A "\\', "[", "$", "!", "1", "1.", "x", "@", ";", "=declined "],
)
def test_every_character_is_looked_at_once(piece: str) -> None:
    """Tokens cover the text without overlapping, so their number and length bound the work of the reader."""
    for count in (1_000, 2_000):
        tokens = list(Lexer([piece * count]))
        assert sum(len(token.text) for token in tokens) <= len(piece) * count
        record = only([piece * count])
        assert len(record.errors) <= 2
        assert len(record.main.unread) <= 2 * len(piece) * count


def calls(text: str) -> int:
    """How many functions are called to read a text and to write it again."""
    count = 0

    def note(*_: object) -> None:
        nonlocal count
        count += 1

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        for record in read_records([text]):
            write_record(record)
    finally:
        sys.setprofile(before)
    return count


@pytest.mark.parametrize(
    "piece",
    [
        *(
            "(",
            ")",
            "{",
            "<",
            "[",
            "$",
            "!",
            "1",
            "1.",
            "@",
            "\\",
            "x ",
            "x(",
            "1-0 ",
            "=declined ",
            "1. d2d5 (",
            "(()",
        ),
        *('[A "', '[A "x"]\n', '[A "x"]\n\n', "{\n[A", "\udc80 1-0 ", "1. oops (", "1. oops )", "1. d2d5 (1. d2d4) "),
    ],
)
def test_twice_the_text_is_twice_the_work(piece: str) -> None:
    calls(piece * 200)  # whatever is worked out once and remembered
    once, twice = calls(piece * 200), calls(piece * 400)
    assert twice <= 2.1 * once + 100


def test_a_huge_number_is_no_work() -> None:
    record = only(["9" * 100_000 + ". d2d5 $" + "9" * 100_000 + " *"])
    assert [error.fault for error in record.errors] == [Fault.NUMBER, Fault.TEXT]
