"""``barragoon game``."""

import json
import tracemalloc
from pathlib import Path

import pytest

from barragoon import Position
from barragoon.record import Record, read_records
from cli.command_line import barragoon, rejected

GOOD = """\
[White "Ann"]
[Brown "Ben"]

1. d2d5 d8xd5@e4x@d4^ 2. c2c3 {So far.} c8c7 0-1
"""
BAD = """\
[White "Ann"]

1. d2d5 d8d9 *
"""


@pytest.fixture
def good(tmp_path: Path) -> Path:
    path = tmp_path / "good.bgn"
    path.write_text(GOOD)
    return path


@pytest.fixture
def mixed(tmp_path: Path) -> Path:
    path = tmp_path / "mixed.bgn"
    path.write_text(f"{GOOD}\n{BAD}\n1. d2d4 *\n")
    return path


# -- check -----------------------------------------------------------------------------------------------------


def test_check_finds_nothing(good: Path) -> None:
    result = barragoon("game", "check", good)
    assert (result.code, result.out) == (0, f"{good}: 1 game, 0 errors\n")


def test_check_names_the_place(mixed: Path) -> None:
    result = barragoon("game", "check", mixed)
    assert result.code == 1
    first, *_, summary = result.out.splitlines()
    assert first.startswith(f"{mixed}:8:9: 'd8d9' is not legal: ")
    assert summary == f"{mixed}: 3 games, 1 error"


def test_check_in_json(mixed: Path) -> None:
    result = barragoon("game", "check", mixed, mixed, "--json")
    assert result.code == 1
    facts, again = json.loads(result.out)
    assert facts == again
    assert facts["games"] == 3
    (error,) = facts["errors"]
    assert (error["game"], error["line"], error["column"], error["fault"]) == (2, 8, 9, "illegal turn")


def test_check_plays_the_whole_game(tmp_path: Path) -> None:
    path = tmp_path / "early.bgn"
    path.write_text('[Termination "repetition"]\n[Result "1/2-1/2"]\n\n1. d2d5 1/2-1/2\n')
    result = barragoon("game", "check", path)
    assert result.code == 1
    assert str(path) in result.out
    assert rejected("game", "show", path).startswith(f"{path}")


def test_check_places_what_only_playing_finds(tmp_path: Path) -> None:
    path = tmp_path / "declined.bgn"
    path.write_text('[White "Ann"]\n\n1. d2d5 d8d6 =declined *\n')
    result = barragoon("game", "check", path)
    assert result.code == 1
    assert result.out.startswith(f"{path}:3:9: ")
    assert "=declined' is against the rules: " in result.out
    ((error,),) = (facts["errors"] for facts in json.loads(barragoon("game", "check", path, "--json").out))
    assert (error["game"], error["line"], error["column"]) == (1, 3, 9)
    assert rejected("game", "show", path).startswith(f"{path}:3:9: ")


def test_check_of_stdin() -> None:
    assert barragoon("game", "check", "-", stdin=GOOD).out == "-: 1 game, 0 errors\n"


def test_check_of_garbage(tmp_path: Path) -> None:
    path = tmp_path / "garbage.bgn"
    path.write_bytes(bytes(range(256)) * 20)
    result = barragoon("game", "check", path)
    assert result.code == 1
    assert result.out.startswith(f"{path}:1:")
    assert "Traceback" not in result.err


def test_check_of_nothing(tmp_path: Path) -> None:
    path = tmp_path / "empty.bgn"
    path.touch()
    assert barragoon("game", "check", path).out == f"{path}: 0 games, 0 errors\n"


@pytest.mark.parametrize("command", ["check", "show", "convert"])
def test_unknown_file_and_directory(command: str, tmp_path: Path) -> None:
    options = ["-o", str(tmp_path / "out.bgn")] if command == "convert" else []
    assert rejected("game", command, "/no/such.bgn", *options) == "/no/such.bgn: no such file or directory"
    assert "directory" in rejected("game", command, tmp_path, *options)
    assert not list(tmp_path.iterdir())


# -- show ------------------------------------------------------------------------------------------------------


def test_show(good: Path) -> None:
    result = barragoon("game", "show", good)
    assert result.code == 0
    assert "White        Ann" in result.out
    assert "Brown wins: White resigned, last c8c7" in result.out
    assert "  1. d2d5 d8xd5@e4x@d4^\n  2. c2c3 c8c7" in result.out


def test_show_a_moment(good: Path) -> None:
    result = barragoon("game", "show", good, "--turn", "1", "--ascii", "--flip")
    assert "After 1 turn of 4, last d2d5" in result.out
    assert "5 x . x D x . x" in result.out
    assert "After 0 turns of 4\n" in barragoon("game", "show", good, "--turn", "0").out


def test_show_lists_several(mixed: Path) -> None:
    lines = barragoon("game", "show", mixed).out.splitlines()
    assert [line.split()[0] for line in lines] == ["1", "2", "3"]
    assert "Ann - Ben" in lines[0]
    assert "1 error" in lines[1]
    assert "d2d4" in barragoon("game", "show", mixed, "--game", "3").out


def test_show_in_json(good: Path) -> None:
    facts = json.loads(barragoon("game", "show", good, "--json", "--turn", "1").out)
    assert facts["turns"] == ["d2d5", "d8xd5@e4x@d4^", "c2c3", "c8c7"]
    assert facts["tags"]["White"] == "Ann"
    assert facts["outcome"]["reason"] == "resignation"
    assert Position.from_fen(facts["fen"]).turn.value == "b"


def test_show_a_game_from_the_middle_of_a_turn() -> None:
    fen = "3z3/7/7/7/7/7/7/7/3Z3 w w 4 00 7"
    text = f'[Variant "Custom"]\n[FEN "{fen}"]\n\n7. @d5x d9d8 8. d1d2 *\n'
    assert barragoon("game", "check", "-", stdin=text).code == 0
    result = barragoon("game", "show", "-", "--turn", "1", "--ascii", stdin=text)
    assert "After 1 turn of 2, last d9d8" in result.out
    assert "  7. ... d9d8\n  8. d1d2" in result.out
    assert "5 . . . x . . ." in result.out
    start = barragoon("game", "show", "-", "--turn", "0", "--ascii", stdin=text)
    assert "5 . . . . . . ." in start.out


def test_show_from_stdin() -> None:
    assert "last c8c7" in barragoon("game", "show", "-", stdin=GOOD).out


def test_show_refuses(good: Path, mixed: Path) -> None:
    assert "there is one game in this file, and game 2 was asked for" in rejected("game", "show", good, "--game", "2")
    assert "--turn 9: the game has 4 whole turns" in rejected("game", "show", good, "--turn", "9")
    assert rejected("game", "show", mixed, "--game", "2").startswith(f"{mixed}:8:9: 'd8d9'")
    assert "--game" in rejected("game", "show", good, "--game", "0")


# -- convert ---------------------------------------------------------------------------------------------------


def test_convert_to_bgn(good: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.bgn"
    assert barragoon("game", "convert", good, "-o", out).code == 0
    assert list(read_records(out)) == list(read_records(good))
    assert "{So far.}" in out.read_text()
    assert barragoon("game", "convert", good, "-o", "-").out == out.read_text()


def test_convert_in_place(good: Path) -> None:
    before = list(read_records(good))
    assert barragoon("game", "convert", good, "-o", good).code == 0
    assert list(read_records(good)) == before


def test_convert_to_json(good: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.json"
    assert barragoon("game", "convert", good, "-o", out).code == 0
    (facts,) = json.loads(out.read_text())
    assert facts["result"] == "0-1"


def test_convert_to_positions(good: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.fen"
    assert barragoon("game", "convert", good, "-o", out).code == 0
    fens = out.read_text().splitlines()
    assert len(fens) == 1 + 4 + 2
    assert Position.from_fen(fens[0]) == Position.start()


def test_convert_stops_at_errors(mixed: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.bgn"
    result = barragoon("game", "convert", mixed, "-o", out)
    assert result.code == 2
    assert f"{mixed}:8:9:" in result.err
    assert not out.exists()
    assert barragoon("game", "convert", mixed, "-o", out, "--keep-going").code == 0
    assert len(list(read_records(out))) == 3


@pytest.mark.parametrize("suffix", ["bgn", "json", "fen"])
def test_convert_leaves_nothing_half_written(suffix: str, mixed: Path, tmp_path: Path) -> None:
    out = tmp_path / f"out.{suffix}"
    out.write_text("old")
    before = {*tmp_path.iterdir()}
    assert barragoon("game", "convert", mixed, "-o", out).code == 2
    assert out.read_text() == "old"
    assert {*tmp_path.iterdir()} == before
    assert not barragoon("game", "convert", mixed, "-o", "-").out


def test_convert_holds_one_game_at_a_time(tmp_path: Path) -> None:
    source, out = tmp_path / "many.bgn", tmp_path / "out.bgn"
    source.write_text("1. d2d5 d8d6 2. d5d3 *\n\n" * 3000)
    barragoon("game", "convert", "-", "-o", out, stdin=GOOD)  # so that all is imported
    tracemalloc.start()
    try:
        assert barragoon("game", "convert", source, "-o", out).code == 0
        assert tracemalloc.get_traced_memory()[1] < 2_000_000
    finally:
        tracemalloc.stop()


def test_several_games_in_json(tmp_path: Path) -> None:
    source, out = tmp_path / "two.bgn", tmp_path / "out.json"
    source.write_text(f'{GOOD}\n[White "A\u2028B"]\n\n1. d2d4 *\n')
    assert barragoon("game", "convert", source, "-o", out).code == 0
    games = json.loads(out.read_text())
    assert [game["result"] for game in games] == ["0-1", "*"]
    assert out.read_text() == json.dumps(games, indent=2, ensure_ascii=False) + "\n"


@pytest.mark.parametrize(("command", "what"), [("check", "Checking"), ("convert", "Converting")])
def test_progress_is_shown_to_people(command: str, what: str, good: Path, tmp_path: Path) -> None:
    options = ["-o", str(tmp_path / "out.bgn")] if command == "convert" else []
    result = barragoon("game", command, good, *options, terminal=True)
    assert result.code == 0
    assert f"{what} good.bgn" in result.err
    assert what not in result.out
    assert not barragoon("game", command, good, *options).err


def test_errors_are_shown_beside_the_progress(mixed: Path) -> None:
    result = barragoon("game", "check", mixed, terminal=True)
    assert [line.split(":")[0] for line in result.out.splitlines()] == [str(mixed)] * 2
    assert "Checking mixed.bgn" in result.err
    stderr = barragoon("game", "convert", mixed, "-o", mixed, terminal=True).err
    assert f"\x1b[2Kbarragoon: {mixed}:8:9: " in stderr  # on a line that was cleared


def test_convert_refuses(good: Path, tmp_path: Path) -> None:
    assert "ends in none of .bgn, .json, .jsonl, .fen" in rejected("game", "convert", good, "-o", tmp_path / "out.pgn")
    assert "output" in rejected("game", "convert", good)
    empty = tmp_path / "empty.bgn"
    empty.touch()
    assert "no game" in rejected("game", "convert", empty, "-o", tmp_path / "out.bgn")
    assert "no such file" in rejected("game", "convert", good, "-o", tmp_path / "missing" / "out.bgn")


# -- list ------------------------------------------------------------------------------------------------------


def test_list_reads_the_headers_alone(mixed: Path) -> None:
    result = barragoon("game", "list", mixed)
    assert (result.code, result.out.splitlines()) == (
        0,
        [
            "   1  Ann - Ben, ????.??.??, 0-1",
            "   2  Ann - ?, ????.??.??, *",
            "   3  ? - ?, ????.??.??, *",
        ],
    )


def test_list_as_json_lines(mixed: Path) -> None:
    lines = barragoon("game", "list", mixed, "--json").out.splitlines()
    facts = [json.loads(line) for line in lines]
    assert [(fact["game"], fact["line"]) for fact in facts] == [(1, 1), (2, 6), (3, 10)]
    assert facts[0]["tags"]["Brown"] == "Ben"
    assert barragoon("game", "list", "-", "--json", stdin=mixed.read_bytes()).out.splitlines() == lines


# -- filter ----------------------------------------------------------------------------------------------------

SEVERAL = """\
[White "Ann"]
[Event "Open"]

1. d2d5 d8d6 1-0

[White "Ben"]
[Brown "Anna"]
[Termination "time"]

1. d2d4 0-1

[White "Cid"]

1. d2d6 *

1. d2d4 d8d6 2. d4d2 1/2-1/2
"""


@pytest.mark.parametrize(
    ("options", "turns"),
    [
        ((), [2, 1, 3]),
        (("--player", "ann"), [2, 1]),
        (("--white", "ann"), [2]),
        (("--brown", "ANNA"), [1]),
        (("--tag", "Event=Open"), [2]),
        (("--tag", "Event=Open", "--tag", "Result=0-1"), []),
        (("--result", "0-1", "--result", "1/2-1/2"), [1, 3]),
        (("--reason", "time", "--reason", "agreement"), [1, 3]),
        (("--min-turns", "2"), [2, 3]),
        (("--min-turns", "2", "--max-turns", "2"), [2]),
        (("--tag", "Termination=resignation"), [2]),
    ],
)
def test_filter(options: tuple[str, ...], turns: list[int]) -> None:
    result = barragoon("game", "filter", "-", *options, stdin=SEVERAL)
    assert result.code == 0
    assert [record.turn_count for record in read_records([result.out])] == turns


def test_filter_names_and_leaves_out_what_is_broken() -> None:
    result = barragoon("game", "filter", "-", stdin=SEVERAL)
    named, counted = result.err.splitlines()
    assert "-:14:4: 'd2d6' is not legal" in named
    assert counted == "barragoon: -: 3 games written, 1 left out because of errors"
    assert barragoon("game", "filter", "-", "--player", "ann", stdin=SEVERAL).err.count("\n") == 1


@pytest.mark.parametrize("suffix", [".bgn", ".json", ".jsonl", ".fen", ".parquet"])
@pytest.mark.parametrize("asked", ["ann", "nobody"])
def test_filter_writes_every_form(suffix: str, asked: str, tmp_path: Path) -> None:
    against_the_rules = '[White "Ann"]\n1. d2d5 =declined *\n\n[White "\\ud800 Ann"]\n*\n'
    out = tmp_path / f"out{suffix}"
    result = barragoon("game", "filter", "-", "--player", asked, "-o", out, stdin=SEVERAL + against_the_rules)
    assert result.code == 0
    expected = 0 if asked == "nobody" else 3 if suffix in {".json", ".fen"} else 4
    assert _games(out) == expected


def _games(path: Path) -> int:
    match path.suffix:
        case ".bgn":
            return len(list(read_records(path)))
        case ".json":
            return len(json.loads(path.read_bytes()))
        case ".jsonl":
            return len([Record.from_json(line) for line in path.read_text().splitlines()])
        case ".fen":
            return len(path.read_text().split("\n\n")) if path.stat().st_size else 0
    from pyarrow import parquet

    return int(parquet.read_table(path).num_rows)


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        (("--tag", "Event"), "--tag: 'Event' is not a name and a value, such as Event=Open"),
        (("--result", "2-0"), "--result: '2-0' is none of 1-0, 0-1, 1/2-1/2, *"),
        (("--reason", "boredom"), "--reason: 'boredom' is none of no tiles"),
        (("-o", "games.csv"), "--output: 'games.csv' ends in none of .bgn, .json, .jsonl, .fen, .parquet"),
    ],
)
def test_filter_refuses(options: tuple[str, ...], problem: str) -> None:
    assert problem in rejected("game", "filter", "-", *options)


def test_parquet_names_its_extra(good: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("barragoon.cli.packages.find_spec", lambda _: None)
    problem = rejected("game", "convert", good, "-o", tmp_path / "out.parquet")
    assert "a Parquet file needs the package pyarrow: pip install 'barragoon[data]'" in problem
