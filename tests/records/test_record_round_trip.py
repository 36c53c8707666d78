"""Whatever is written is read back the same, and nothing makes the reader fall."""

import io
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from barragoon import Game, NotationError
from barragoon.record import Line, Record, read_records, write_record, write_records
from barragoon.record.error import by_position
from barragoon.record.escape import escape, unescape
from barragoon.record.tags import DERIVED
from records import record_strategies

# Pieces of files in any order come closer to trouble than characters do.
PIECES = (
    *("[Event ", '"', "]", "[", '[White "A"]\n', '[FEN "', "1vd1dv1/2zdz2/7/7/7/7/7/2ZDZ2/1VD1DV1 w", "\n", "\r\n"),
    *('[Variant "Open"]', '[Variant "Custom"]\n', '[Express "01"]\n', '[Express "7"]\n', '[Termination "blocked"]\n'),
    *('[Termination "time"]\n', '[Result "1-0"]\n', '[Result "?"]\n', '[TouchMove "x"]', '[DrawOffer "White"]\n'),
    *("1.", "1...", "7", "..", "d2d5 ", "d2d4 ", "d8d6 ", "d8xd5", "@c4x", "@d4^", "zz ", "{", "}", "(", ")", "<", ">"),
    *(";", "%", "\\", "$", "$5", "!", "?", "!!!", "1-0", " 0-1 ", " 1/2-1/2 ", " * ", "=declined", " ", "\u2028", "ä"),
)
scraps = st.lists(st.sampled_from(PIECES), max_size=40).map("".join)


@given(record_strategies.games, record_strategies.tags)
def test_games_survive_their_records(game: Game, tags: dict[str, str]) -> None:
    game.touched = ()
    tags = {name: value for name, value in tags.items() if name not in DERIVED}
    record = Record.from_game(game, tags)
    assert record.game() == game
    again = Record.parse(write_record(record))
    assert again == record
    assert again.game() == game
    assert all(again.tags[name] == value for name, value in tags.items())


@given(record_strategies.records())
def test_records_survive_writing(record: Record) -> None:
    text = write_record(record)
    (again,) = read_records([text])
    assert again == record
    assert write_record(again) == text


@given(scraps | st.text())
def test_any_text_gives_records_that_survive_writing(text: str) -> None:
    for record in read_records(io.StringIO(text)):
        (again,) = read_records(io.StringIO(write_record(record)))
        assert again == record
        assert write_record(again) == write_record(record)


@given(st.binary() | scraps.map(str.encode).flatmap(lambda data: st.binary(max_size=4).map(lambda b: data + b + data)))
def test_any_bytes_give_records(data: bytes) -> None:
    for record in read_records(io.BytesIO(data)):
        assert [*map(by_position, record.errors)] == sorted(map(by_position, record.errors))
        assert all(min(by_position(error)) >= 1 for error in record.errors)


@given(scraps)
def test_parsing_gives_one_game_or_an_error(text: str) -> None:
    with suppress(NotationError):
        assert not Record.parse(text).errors


@given(st.lists(record_strategies.records(), max_size=3))
def test_files_hold_several_games(records: list[Record]) -> None:
    lines = "\n".join(map(str, records)).splitlines(keepends=True)
    assert list(read_records(lines)) == records


@given(st.text(alphabet=st.characters()), st.sampled_from('"}>'))
def test_escaping_round_trips(text: str, closer: str) -> None:
    escaped = escape(text, closer)
    assert unescape(escaped) == text
    assert len(escaped.splitlines()) <= 1
    escaped.encode()


@pytest.mark.parametrize("comment", ["}", "\\}", "a\nb", "; %", '[Event "x"]', " \n\r\t", "ends in \\", "\ud800", "{("])
def test_comments_hold_anything(comment: str, tmp_path: Path) -> None:
    record = Record(main=Line(comments=[comment, f"{'long ' * 15}{comment} {comment}"]))
    write_records([record, record], tmp_path / "games.bgn")
    assert list(read_records(tmp_path / "games.bgn")) == [record, record]
