"""How records look when they are written."""

import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from barragoon import Game, NotationError, Turn
from barragoon.record import Line, Node, Record, read_records, write_record, write_records


def movetext(text: str) -> str:
    return write_record(Record.parse(text)).partition("\n\n")[2]


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("1.d2d5 d8d5@d8x@e4^ *", "1. d2d5 d8xd5@d8x@e4^ *"),
        ("d2d5 d8d6 d5d3 *", "1. d2d5 d8d6 2. d5d3 *"),
        ("1. d2d5 {x} d8d6 *", "1. d2d5 {x} 1... d8d6 *"),
        ("1. d2d5 ; to the end \n d8d6 *", "1. d2d5 {to the end} 1... d8d6 *"),
        ("1. d2d5! $10 d8d6 $6 *", "1. d2d5! $10 d8d6?! *"),
        ("1. d2d5 $10 ! d8d6!? *", "1. d2d5 $10 $1 d8d6!? *"),
        ("1. d2d5 (1. d2d4 (1. d2d3) 1... d8d6) 1... d8d6 *", None),
        ("1. d2d5 (1. d2d4) (1. c2c4) *", "1. d2d5 (1. d2d4) (1. c2c4) *"),
        ("{a} 1. {b} d2d5 {c} 1... {d} d8d6 {e} *", "{a} 1. {b} d2d5 {c} 1... {d} d8d6 {e} *"),
        ("1. d2d5 () ({only talk}) *", "1. d2d5 () ({only talk}) *"),
        ("1. ... d2d5 *", "1. d2d5 *"),
    ],
)
def test_turns_are_written_one_way(text: str, written: str | None) -> None:
    if written is None:
        text = written = "1. d2d5 (1. d2d4 (1. c2c4) 1... d8d6) 1... d8d6 *"
    assert movetext(text) == written + "\n"


def test_lines_are_wrapped_where_they_can_be() -> None:
    record = Record.parse("1. d2d5 {" + "word " * 60 + "x" * 100 + " [y} " + "d8d6 d5d3 d6d8 d3d5 " * 20 + "*")
    lines = write_record(record).splitlines()
    assert [line for line in lines if len(line) > 80] == ["x" * 100 + " [y}"]
    assert Record.parse("\n".join(lines)) == record


def test_no_line_of_a_comment_begins_like_a_tag() -> None:
    comment = " ".join(['[Event "x"]'] * 40)
    record = Record(main=Line(comments=[comment]))
    assert list(read_records(str(record).splitlines())) == [record]


def test_annotations_have_numbers() -> None:
    with pytest.raises(NotationError, match="annotation"):
        str(Record(main=Line([Node(Turn.parse("d2d5"), nags=[-1])])))


def test_tags_set_later_are_checked() -> None:
    record = Record()
    with pytest.raises(NotationError, match="follows from the game"):
        record.tags["FEN"] = "x"
    with pytest.raises(NotationError, match="follows from the game"):
        del record.tags["Result"]
    with pytest.raises(NotationError, match="is not the name of a tag"):
        record.tags["Time Control"] = "x"
    assert Record.parse(str(record)) == record


def test_a_tag_taken_away_is_written_with_its_default() -> None:
    record = Record()
    del record.tags["Event"]
    assert Record.parse(str(record)) == record


def test_tags_are_a_mapping_that_can_be_changed() -> None:
    record = Record({"Round": "3", "Annotator": "Ann"})
    record.tags["White"] = "Ben"
    del record.tags["Annotator"]
    record.tags.update({"Site": "Kirchheim"})
    with pytest.raises(NotationError, match="follows from the game"):
        record.tags.update({"Result": "1-0"})
    with pytest.raises(KeyError):
        record.tags["Annotator"]
    assert len(record.tags) == len(list(record.tags)) == len(record.tags.items())
    assert repr(record.tags) == repr(record.tags.copy())
    assert record.tags.free == {**Record().tags.free, "White": "Ben", "Site": "Kirchheim", "Round": "3"}
    record.tags = {"White": "Cleo"}
    assert record == Record({"White": "Cleo"})


def test_all_tags_that_can_be_are_taken_away() -> None:
    record = Record({"White": "Ann", "Round": "3", "Annotator": "Ben"})
    assert record.tags.popitem() == ("Annotator", "Ben")
    assert record.tags.pop("White") == "Ann"
    assert record.tags["White"] == "?"
    record.tags.clear()
    assert record == Record()
    with pytest.raises(KeyError):
        record.tags.popitem()


def test_nothing_is_left_of_a_failed_file(tmp_path: Path) -> None:
    def broken() -> Iterator[Record]:
        yield Record()
        raise RuntimeError

    path = tmp_path / "games.bgn"
    path.write_text("as it was")
    with pytest.raises(RuntimeError):
        write_records(broken(), path)
    assert path.read_text() == "as it was"
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_that_is_replaced_keeps_its_permissions(tmp_path: Path) -> None:
    path = tmp_path / "games.bgn"
    path.touch(mode=0o600)
    write_records([Record()], path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_directory_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        write_records([Record()], tmp_path / "nowhere" / "games.bgn")


def test_links_are_followed(tmp_path: Path) -> None:
    (tmp_path / "link.bgn").symlink_to(tmp_path / "games.bgn")
    write_records([Record(), Record()], str(tmp_path / "link.bgn"))
    assert len(list(read_records(tmp_path / "games.bgn"))) == 2
    assert len(list(tmp_path.iterdir())) == 2


def test_tags_hold_texts() -> None:
    with pytest.raises(TypeError, match="the value of the tag Round is a text, not 3"):
        Record({"Round": 3})  # type: ignore[dict-item]
    with pytest.raises(TypeError, match="the value of the tag Round is a text, not 3"):
        Record().tags["Round"] = 3  # type: ignore[assignment]


def test_two_escaped_surrogates_are_one_character() -> None:
    record = Record.parse(r'[White "\ud83d\ude00 \ude00\ud83d"] *')
    assert record.tags["White"] == "\U0001f600 \ude00\ud83d"
    assert Record.from_json(record.to_json()) == record == Record.parse(str(record))


@pytest.mark.parametrize("text", ["{}", "[]", "3", "{", '{"tags": []}'])
def test_json_that_is_no_record_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="is not the JSON of a record"):
        Record.from_json(text)


def test_no_variation_holds_itself() -> None:
    text = Record.parse("1. d2d5 (1. d2d4) *").to_json().replace('"variations":[1]', '"variations":[0]')
    with pytest.raises(NotationError, match="is not the JSON of a record"):
        Record.from_json(text)


def test_the_tags_of_one_record_can_be_given_to_another() -> None:
    record = Record.parse('[White "Ann"]\n\n1. d2d5 *')
    assert Record.from_game(Game(), record.tags).tags["White"] == "Ann"
