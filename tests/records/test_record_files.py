"""The games in tests/data/games, as files."""

from pathlib import Path

import pytest

from barragoon import Colour, Game, Outcome, Reason
from barragoon.record import Fault, read_records, walk, write_record, write_records
from barragoon.record.tree import Line

GAMES = Path(__file__).parents[1] / "data" / "games"


@pytest.mark.parametrize("name", ["sample", "custom"])
def test_files_are_written_as_they_are(name: str, tmp_path: Path) -> None:
    path = GAMES / f"{name}.bgn"
    write_records(read_records(path), tmp_path / "again.bgn")
    assert (tmp_path / "again.bgn").read_bytes() == path.read_bytes()


def test_the_sample_game() -> None:
    (record,) = read_records(GAMES / "sample.bgn")
    assert not record.errors
    assert record.tags["Annotator"] == 'The "Kibitzer" at table 2'
    assert record.game().outcome() == record.outcome == Outcome(Colour.BROWN, Reason.BLOCKED)
    assert sum(isinstance(step, Line) for step in walk(record.main)) == 6
    assert [node.nags for node in record.main.nodes if node.nags] == [[5], [2], [1, 16], [3]]
    assert record.main.nodes[10].variations[0].nodes[1].variations[0].nodes[0].after == ["looks for other work."]


def test_the_custom_game() -> None:
    (record,) = read_records(GAMES / "custom.bgn")
    assert not record.errors
    assert [str(placement) for placement in record.placements] == ["@e8n", "@e3W"]
    game = record.game()
    assert game.outcome() == Outcome(Colour.BROWN, Reason.EXPRESS)
    assert (game.start.stages, game.variant, len(game.turns)) == ((1, 0), None, 24)


def test_three_games_of_which_one_is_broken() -> None:
    first, second, third = read_records(GAMES / "three.bgn")
    assert not first.errors
    assert not third.errors
    assert [(error.fault, error.line, error.column) for error in second.errors] == [
        (Fault.TAG, 20, 1),
        (Fault.TAG, 22, 11),
        (Fault.ILLEGAL, 24, 37),
        (Fault.ILLEGAL, 25, 1),
        (Fault.CONTRADICTION, 25, 69),
    ]
    assert first.game().declined_repetitions() == (12,)
    assert third.game().outcome() == Outcome(Colour.BROWN, Reason.TIME)


def test_the_broken_game_keeps_what_can_not_be_read() -> None:
    _, broken, _ = read_records(GAMES / "three.bgn")
    assert [str(turn) for turn in broken.mainline()] == ["d2d5", "d8d6", "d5d3"]
    assert broken.main.unread == "d6e5 {A slip of the pen: e5 is not empty.} 3. d3d5 c8c7 ( 3... e8e7 )"
    assert broken.main.nodes[1].variations[0].unread == "2. d4d5 {There is no tile on d4.} c8c7"
    assert broken.stray == ["[Brown Petra Lindqvist]", '[Express "03"]']
    (again,) = read_records([write_record(broken)])
    assert again == broken
    assert isinstance(again.game(), Game)
