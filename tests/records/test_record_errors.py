"""Every kind of error, with its place and its sentence; and what becomes of the text."""

import pickle

import pytest

from barragoon.record import Fault, Record, RecordError, read_records

CASES = [
    ("tag without quotes", "[White Ann]\n*", Fault.TAG, 1, 1, "[White Ann]", "is not a tag: a name and a text"),
    ("tag not closed", '[White "Ann"\n*', Fault.TAG, 1, 1, '[White "Ann"', "is not a tag"),
    ("tag twice", '[White "A"]\n[White "B"]\n*', Fault.TAG, 2, 9, "B", "comes twice"),
    ("variant", '[Variant "Shut"]\n*', Fault.TAG, 1, 11, "Shut", "Closed, Open or Custom was expected"),
    ("touch-move", '[TouchMove "on"]\n*', Fault.TAG, 1, 13, "on", "Yes or No was expected"),
    ("draw offer", '[DrawOffer "on"]\n*', Fault.TAG, 1, 13, "on", "White, Brown or Repetition was expected"),
    ("express", '[Express "03"]\n*', Fault.TAG, 1, 11, "03", "is not two stages from 0 to 2"),
    ("result tag", '[Result "2-0"]\n*', Fault.TAG, 1, 10, "2-0", "1-0, 0-1, 1/2-1/2 or * was expected"),
    ("termination", '[Termination "ennui"]\n1-0', Fault.TAG, 1, 15, "ennui", "no tiles, blocked, express rule"),
    ("FEN", '[FEN "7/7/7/7/7/7/7/7/6q w"]\n*', Fault.TAG, 1, 24, "q", "is not a tile, a face or a count"),
    ("FEN field", '[FEN "7/7/7/7/7/7/7/7/7 r"]\n*', Fault.TAG, 1, 25, "r", "w or b was expected"),
    ("position", '[FEN "7/7/7/7/7/7/7/7/7 w - 25"]\n*', Fault.TAG, 1, 7, "7/7/7", "the reserve is not from 0 to 24"),
    ("no FEN", '[Variant "Custom"]\n*', Fault.CONTRADICTION, 1, 11, "Custom", "needs a FEN"),
    ("other variant", '[Variant "Open"]\n[FEN "{closed}"]\n*', Fault.CONTRADICTION, 1, 11, "Open", "is Closed"),
    ("other stages", '[Express "01"]\n[FEN "{closed} w - 24 00"]\n*', Fault.CONTRADICTION, 1, 11, "01", "are 00"),
    ("other result", '[Result "1-0"]\n\n1. d2d5 0-1', Fault.CONTRADICTION, 3, 9, "0-1", "says 1-0 and counts"),
    ("no result to end", '[Termination "time"]\n*', Fault.CONTRADICTION, 1, 15, "time", "the result is open"),
    ("draw won", '[Termination "agreement"]\n1-0', Fault.CONTRADICTION, 1, 15, "agreement", "contradicts the result"),
    ("not blocked", '[Termination "blocked"]\n1-0', Fault.CONTRADICTION, 1, 15, "blocked", "nobody has lost"),
    ("lost", '[FEN "{lost}"]\n0-1', Fault.CONTRADICTION, 2, 1, "0-1", "White wins: Brown has no tile left"),
    ("lost otherwise", '[FEN "{lost}"]\n[Termination "time"]\n1-0', Fault.CONTRADICTION, 2, 15, "time", "no tile left"),
    ("not a turn", "1. d2d5 d8d\n*", Fault.TEXT, 1, 9, "d8d", "is not a turn: a move such as d2d5"),
    ("not a square", "1. d2h5 *", Fault.TEXT, 1, 4, "d2h5", "is not a turn"),
    ("three placements", "1. d2d5@a1x@a2x@a3x *", Fault.TEXT, 1, 4, "d2d5@a1x@a2x@a3x", "is not a turn"),
    ("illegal", "1. d2d5\nd8d9 *", Fault.ILLEGAL, 2, 1, "d8d9", "is not legal: a 3-tile moves 3 squares or 2"),
    ("nothing captured", "1. d2xd5 *", Fault.ILLEGAL, 1, 4, "d2xd5", "there is nothing to capture on d5"),
    ("unfinished turn", "1. d2d5 d8xd5 2. c2c4 *", Fault.ILLEGAL, 1, 18, "c2c4", "White must place a barragoon"),
    ("placement first", "1. @c4x *", Fault.TEXT, 1, 4, "@c4x", "is not a turn"),
    (
        "too many first",
        '[FEN "{hands}"] 1. @a1x@a2x *',
        Fault.ILLEGAL,
        1,
        46,
        "@a1x@a2x",
        "no barragoon is to be placed",
    ),
    ("number", "1. d2d5 d8d6 3. d5d3 d6d8 4. d3d5 *", Fault.NUMBER, 1, 14, "3.", "2 was expected"),
    ("annotation", "1. d2d5 $ *", Fault.TEXT, 1, 9, "$", "is not an annotation"),
    ("mark", "1. d2d5!!! *", Fault.TEXT, 1, 8, "!!!", "is not an annotation"),
    ("annotation first", "$1 d2d5 *", Fault.TEXT, 1, 1, "$1", "a turn was expected before it"),
    ("declined first", "=declined *", Fault.TEXT, 1, 1, "=declined", "a turn was expected before it"),
    ("variation first", "(d2d5) *", Fault.TEXT, 1, 1, "(", "opens a variation of nothing"),
    ("variation of none", "1. d2d5 ((d2d4)) *", Fault.TEXT, 1, 10, "(", "opens a variation of nothing"),
    ("not opened", "1. d2d5 ) *", Fault.TEXT, 1, 9, ")", "closes no variation"),
    ("brace not opened", "1. d2d5 } *", Fault.TEXT, 1, 9, "}", "is not a turn"),
    ("bracket", "1. d2d5\n[%clk 9] *\n", Fault.TEXT, 2, 1, "[%clk 9] *", "is not a turn"),
    ("result inside", "1. d2d5 (1. d2d4 1-0) *", Fault.TEXT, 1, 18, "1-0", "can't stand in a variation"),
    ("variation not closed", "1. d2d5 (1. d2d4 (1. c2c4 *", Fault.UNCLOSED, 1, 18, "(", "not closed: ) was expected"),
    ("comment not closed", "1. d2d5 {d8d6\n*", Fault.UNCLOSED, 1, 9, "{d8d6\n*", "is not closed: } was expected"),
    ("unread", "1. d2d5 <d8d9> *", Fault.UNREAD, 1, 9, "<d8d9>", "take the < and the > away"),
    ("no result", "1. d2d5\n", Fault.NO_RESULT, 1, 8, "", "a result was expected to end the game"),
]
NAMES = {
    "{closed}": "1vd1dv1/2zdz2/7/1x3x1/x1x1x1x/1x3x1/7/2ZDZ2/1VD1DV1",
    "{lost}": "7/7/7/7/3D3/7/7/7/7 b",
    "{hands}": "1v5/7/7/7/3D3/7/7/7/7 w w 20 00 3",
}


@pytest.mark.parametrize("case", CASES, ids=[case[0] for case in CASES])
def test_errors_tell_place_and_reason(case: tuple[str, str, Fault, int, int, str, str]) -> None:
    _, text, fault, line, column, culprit, words = case
    for name, value in NAMES.items():
        text = text.replace(name, value)
    (record,) = read_records([text])
    error = record.errors[0]
    assert (error.fault, error.line, error.column) == (fault, line, column)
    assert error.text.startswith(culprit)
    assert words in error.sentence
    with pytest.raises(RecordError, match=f"line {line}, column {column}: "):
        Record.parse(text)


@pytest.mark.parametrize("text", [case[1] for case in CASES], ids=[case[0] for case in CASES])
def test_nothing_is_lost(text: str) -> None:
    (record,) = read_records([text])
    (again,) = read_records([str(record)])
    assert again == record
    assert again.errors or record.errors[0].fault in (Fault.NUMBER, Fault.CONTRADICTION, Fault.NO_RESULT)


def test_every_fault_is_shown() -> None:
    assert {case[2] for case in CASES} | {Fault.BYTES, Fault.RULES} == set(Fault)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("1. d2d5", (1, 8)),
        ("1. d2d5  \n\n% escaped\n", (1, 8)),
        ("1. d2d5\n{a\nbc}", (3, 4)),
        ('[White "Ann"]\n', (1, 14)),
        ('1. d2d5\n\n[White "Ann"]\n*', (3, 1)),
    ],
)
def test_a_missing_result_is_missed_after_the_last_text(text: str, place: tuple[int, int]) -> None:
    record = next(read_records([text]))
    assert [(error.fault, (error.line, error.column)) for error in record.errors] == [(Fault.NO_RESULT, place)]
    assert (record.end_line, record.end_column) == place


@pytest.mark.parametrize("opener", ["{", "<"])
def test_what_is_not_closed_is_reported_in_unread_text_too(opener: str) -> None:
    (record,) = read_records([f"1. d2d5 zz {opener}abc\n*"])
    found = [(error.fault, (error.line, error.column)) for error in record.errors]
    assert found == [(Fault.TEXT, (1, 9)), (Fault.UNCLOSED, (1, 12))]
    assert record.main.unread == f"zz {opener}abc\n*"


def test_wrong_numbers_are_reported_once_a_game() -> None:
    game = "1. d2d5 d8d6 3. d5d3 (5. d5d2) d6d8 4. d3d5 *"
    for record in read_records([game, game]):
        assert [(error.fault, error.column) for error in record.errors] == [(Fault.NUMBER, 14)]


@pytest.mark.parametrize(
    ("text", "fault"),
    [("1. d2d5 " + "(1. oops) " * 150 + "*", Fault.TEXT), ("[A]\n" * 150 + "*", Fault.TAG)],
)
def test_many_errors_alike_are_counted(text: str, fault: Fault) -> None:
    (record,) = read_records([text])
    assert [error.fault for error in record.errors] == [fault] * 100
    assert record.errors[-1].sentence == "and 51 more errors like these"
    (again,) = read_records([str(record)])
    assert again == record


def test_a_hundred_errors_are_all_reported() -> None:
    (record,) = read_records(["[A]\n" * 100 + "*"])
    assert [error.line for error in record.errors] == list(range(1, 101))
    assert all(error.text for error in record.errors)


def test_a_variation_that_stays_open() -> None:
    (record,) = read_records(["1. d2d5 (1. d2d4", "(1. c2c4"])
    assert [(error.fault, error.line, error.column) for error in record.errors] == [(Fault.UNCLOSED, 2, 1)]


def test_a_broken_line_is_kept_and_the_others_are_read() -> None:
    record = next(read_records(["1. d2d5 (1. oops (x) {)} 1...\ny) 1... d8d6 2. {why} d1d1 {no} d2d2 1-0"]))
    first, second = record.main.nodes
    assert first.variations[0].unread == "1. oops ( x ) {)} 1...\ny"
    assert (second.after, record.main.unread, record.result) == (["why"], "2. d1d1 {no} d2d2", "1-0")


def test_without_a_start_nothing_is_read() -> None:
    (record,) = read_records(['[FEN "?"]\n{so} 1. d2d5 (1. d2d4) d8d6 0-1'])
    assert (record.stray, record.main.comments) == (['[FEN "?"]'], ["so"])
    assert (record.main.nodes, record.main.unread, record.result) == ([], "1. d2d5 ( 1. d2d4 ) d8d6", "0-1")
    assert [error.fault for error in record.errors] == [Fault.TAG]


def test_a_game_begins_where_tags_do() -> None:
    texts = ["1. d2d5 {open", '[White "Ann"]', "1. d2d4 <open", '[White "Ben"]', "1. d2d4 (1. d2d5", "[White Cy]", "*"]
    records = list(read_records(texts))
    assert [record.tags["White"] for record in records] == ["?", "Ann", "Ben", "?"]
    assert records[-1].stray == ["[White Cy]"]


def test_unread_text_goes_on_behind_its_end() -> None:
    (record,) = read_records(["1. d2d5 <a\\>> b *"])
    assert record.main.unread == "a> b"


def test_long_culprits_are_cut_short() -> None:
    (record,) = read_records(["x" * 1_000 + " *"])
    assert len(str(record.errors[0])) < 250
    assert len(record.errors[0].text) == 1_000


def test_errors_can_be_sent_elsewhere() -> None:
    (record,) = read_records(["oops *"])
    error = pickle.loads(pickle.dumps(record.errors[0]))
    assert (str(error), error.fault) == (str(record.errors[0]), Fault.TEXT)


def test_a_wrong_number_before_the_first_placements_is_reported() -> None:
    fen = "1v5/7/7/7/3D3/7/7/7/7 w bw 20 00 3"
    (record,) = read_records([f'[FEN "{fen}"] 99... @e8n@e3W 3... b9b6 *'])
    (error,) = record.errors
    assert (error.code, error.text) == ("wrong_number", "99...")
