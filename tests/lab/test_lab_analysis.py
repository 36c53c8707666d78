"""What stored games say: counted once, added up, and the same from shards, summaries and a sample."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from barragoon import Colour, Face, Game, Position, Turn, all_actions
from barragoon.cli import run
from barragoon.lab.explorer import explorer_table
from barragoon.lab.frames import games as frame_of_games
from barragoon.lab.replay import BrokenGameError, facts_of
from barragoon.lab.report import make_report
from barragoon.lab.shard import read_shard, to_parquet
from barragoon.lab.statistics import Cell, fit, wilson
from barragoon.lab.summary import TABLES, Summary, SummaryError, load, summarise
from barragoon.lab.tables import opening_table, white_scores

ROOT = Path(__file__).parents[2]


def play(root: Path, *options: str) -> int:
    return run(["lab", "play", str(root), "--nodes", "40", "--games", "10", "--cores", "1", *options])


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("games")
    assert play(root, "--shards", "4") == 0
    assert play(root, "--shards", "1", "--open", "--express", "10") == 0
    return root


def rows_of(root: Path) -> list[dict[str, object]]:
    return [row for path in sorted(root.rglob("shard-*.parquet")) for row in read_shard(path)]


# -- counting -------------------------------------------------------------------------------------------------


def test_facts_are_those_of_the_game(games: Path) -> None:
    for row in rows_of(games):
        facts = facts_of(row)
        game = Game(Position.from_fen(_start_fen(row)))
        for number in row["actions"]:  # type: ignore[attr-defined]
            game.push(all_actions()[number])
        turns = list(game.turns_with_positions())
        taken = [position[turn.move.target] for position, turn in turns if turn.capture]
        assert facts.turns == len(game.turns)
        assert facts.tiles_taken == 14 - sum(len(game.position.tiles(colour)) for colour in Colour)
        assert facts.tiles_taken + facts.barragoons_taken == len(taken)
        assert facts.tiles_left == {colour: len(game.position.tiles(colour)) for colour in Colour}
        assert len(facts.placements) == sum(len(turn.placements) for turn in game.turns)
        assert len({position.phase for position in facts.positions}) == len(facts.positions) <= 3
        opening = [Turn.parse(text) for text in facts.opening]
        assert opening in ([*game.turns[:6]], [turn.mirrored() for turn in game.turns[:6]])


def _start_fen(row: dict[str, object]) -> str:
    setup = Position.start(open=row["variant"] == "open").setup()
    stages = str(row["stages"])
    setup.stages = (int(stages[0]), int(stages[1]))
    return Position(setup).to_fen()


def test_a_game_and_its_mirror_image_have_one_opening(games: Path) -> None:
    for row in rows_of(games)[:10]:
        mirrored = [all_actions()[number].mirrored().id for number in row["actions"]]  # type: ignore[attr-defined]
        assert facts_of(row | {"actions": mirrored}).opening == facts_of(row).opening


def test_an_opening_begins_with_its_shorter_ones(games: Path) -> None:
    """So the explorer can look up every line of turns by the smaller of the line and its mirror image."""
    for row in rows_of(games):
        game = [all_actions()[number] for number in row["actions"]]  # type: ignore[attr-defined]
        whole = facts_of(row).opening
        for length in range(1, 4):
            texts = [[str(a) for a in game[:length]], [str(a.mirrored()) for a in game[:length]]]
            if not any(text.startswith("@") for text in texts[0]):
                assert list(whole[:length]) == [*min(texts)] or "@" in "".join(whole[:length])


def test_summaries_add_up_to_the_summary_of_all(games: Path) -> None:
    (folder,) = games.glob("variant=closed/stages=00/nodes=40")
    whole = summarise(folder)
    assert whole.games == 40
    parts = [Summary(dict(whole.data_set)) for _ in range(2)]
    for row in rows_of(folder):
        part = parts[int(str(row["seed"])) % 2]
        part.add_game(row)
        part.shards.add(int(str(row["seed"])))
    random.Random(1).shuffle(parts)
    parts[0].add(parts[1])
    assert parts[0].shards == {1, 2, 3, 4}
    assert parts[0].to_json() == whole.to_json()
    assert all(getattr(parts[0], name) == getattr(whole, name) for name in TABLES)


def test_no_shard_is_counted_twice(games: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["lab", "summarise", str(games), "--to", str(tmp_path)]) == 0
    assert run(["lab", "report", str(games), str(tmp_path)]) == 2
    assert "closed-00-40: shard 1 is in two summaries" in capsys.readouterr().err


def test_games_played_otherwise_are_not_added(games: Path) -> None:
    (folder,) = games.glob("variant=closed/stages=00/nodes=40")
    other = Summary(summarise(folder).data_set | {"bench": 1})
    with pytest.raises(SummaryError, match=r"played otherwise \(bench\)"):
        summarise(folder).add(other)


def test_a_summary_is_read_as_it_was_written(games: Path) -> None:
    for summary in load([games]):
        again = Summary.from_json(summary.to_json())
        assert again.to_json() == summary.to_json()
        assert again.shards == summary.shards
        assert {name: getattr(again, name) for name in TABLES if name != "openings"} == {
            name: getattr(summary, name) for name in TABLES if name != "openings"
        }


def test_every_face_can_stand_in_an_opening() -> None:
    summary = Summary({"games": 1})
    for face in Face:
        summary.openings[f"c2c4@d5{face.value}", "white"] = 3
    assert Summary.from_json(summary.to_json()).openings == summary.openings


def test_the_report_of_summaries_is_that_of_the_games(
    games: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["lab", "summarise", str(games), "--to", str(tmp_path)]) == 0
    capsys.readouterr()
    assert run(["lab", "report", str(games)]) == 0
    of_games = capsys.readouterr().out
    assert run(["lab", "report", str(tmp_path)]) == 0
    assert capsys.readouterr().out == of_games
    assert "| closed, 40 nodes | 40 | 4 |" in of_games


def test_a_sample_makes_the_same_tables(games: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["lab", "sample", str(games), str(tmp_path), "--games", "16"]) == 0
    assert capsys.readouterr().out == "16 games\n"
    whole, sample = load([games]), load([tmp_path])
    assert [summary.name for summary in sample] == [summary.name for summary in whole]
    assert [summary.games for summary in sample] == [8, 8]
    assert make_report(sample).tables.keys() == make_report(whole).tables.keys()


# -- estimates ------------------------------------------------------------------------------------------------


def test_a_regression_finds_the_weights_that_made_the_games() -> None:
    dice = random.Random(5)
    cells = []
    for twos in range(-2, 3):
        for threes in range(-2, 3):
            chance = 1 / (1 + 2.718281828 ** -(0.9 * twos + 0.4 * threes + 0.2))
            points = sum(dice.random() < chance for _ in range(2_000))
            cells.append(Cell((float(twos), float(threes), 1.0), 2_000, points))
    weights = fit(cells)
    for weight, truth in zip(weights, (0.9, 0.4, 0.2), strict=True):
        assert weight.low < truth < weight.high
        assert weight.error < 0.05


def test_the_interval_holds_the_truth_in_95_of_100_cases() -> None:
    dice = random.Random(7)
    held = sum(
        estimate.low < 0.3 < estimate.high
        for estimate in (wilson(sum(dice.random() < 0.3 for _ in range(200)), 200) for _ in range(1_000))
    )
    assert 930 <= held <= 970


def test_white_scores_count_only_games_that_began_well(games: Path) -> None:
    summary = load([games])[0]
    rows = [row for row in rows_of(games) if row["variant"] == "closed"]
    free = [int(str(row["result"])) for row in rows if not row["explored"]]
    (found,) = white_scores([summary])
    assert found.games == len(free) == 30
    assert found.estimate.value == pytest.approx(sum(free) / 60)


# -- files for others -----------------------------------------------------------------------------------------


def test_the_explorer_has_every_line_that_came_up_often_enough(games: Path) -> None:
    summaries = load([games])
    text = explorer_table(summaries, 2)
    table = json.loads(text)
    assert list(table["variants"]) == ["closed"]  # express games open otherwise
    rows = [row for row in rows_of(games) if row["variant"] == "closed"]
    counts = Counter((facts_of(row).opening[0], 2 - int(str(row["result"]))) for row in rows)
    tree = table["variants"]["closed"]["turns"]
    often = {turn for turn, n in Counter(facts_of(row).opening[0] for row in rows).items() if n >= 2}
    assert {turn: node[:3] for turn, node in tree.items()} == {t: [counts[t, i] for i in range(3)] for t in often}
    assert {row.name: row.games for row in opening_table(summaries[0], 1, 2)} == {
        t: sum(n[:3]) for t, n in tree.items()
    }


def test_the_lines_of_the_explorer_are_legal_from_its_start(games: Path) -> None:
    (variant,) = json.loads(explorer_table(load([games]), 1))["variants"].values()
    lines = [(Game(Position.from_fen(variant["start"])), variant["turns"])]
    seen = 0
    while lines:
        game, followers = lines.pop()
        for turn, node in followers.items():
            after = Game(game.position)
            after.push_turn(turn)
            seen += 1
            assert sum(node[:3]) >= sum(sum(next_node[:3]) for next_node in (node[3].values() if node[3:] else ()))
            lines.append((after, node[3] if node[3:] else {}))
    assert seen > 40


def test_the_explorer_must_be_small(games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("barragoon.lab.explorer.MOST_BYTES", 50)
    file = tmp_path / "openings.json"
    assert run(["lab", "openings", str(games), "--explorer", str(file), "--fewest", "1"]) == 2
    assert not file.exists()


def test_questions_in_sql_and_frames_see_all_games(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    question = "select variant, count(*) as n from games group by variant order by variant"
    assert run(["lab", "query", str(games), question, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == [{"variant": "closed", "n": 40}, {"variant": "open", "n": 10}]
    assert frame_of_games(games).collect().height == 50
    assert run(["lab", "query", str(games), "select nothing from nowhere"]) == 2
    assert "nowhere" in capsys.readouterr().err


def test_puzzles_of_stored_games_are_proven_and_a_run_goes_on(games: Path, tmp_path: Path) -> None:
    file = tmp_path / "mined.tsv"
    assert run(["lab", "puzzles", str(games), str(file)]) == 0
    whole = file.read_text("utf-8")
    lines = whole.splitlines()
    assert sum(line.startswith("%shard") for line in lines) == 5
    puzzles = [line.split("\t") for line in lines if not line.startswith("%")]
    assert puzzles
    assert all(fields[2].startswith("win ") for fields in puzzles)
    command = [sys.executable, str(ROOT / "tools" / "check_puzzles.py"), str(file)]
    assert subprocess.run(command, capture_output=True, check=False).returncode == 0
    file.write_text(whole[: whole.rindex("%shard") + 4], "utf-8")
    assert run(["lab", "puzzles", str(games), str(file)]) == 0
    assert file.read_text("utf-8") == whole


# -- what goes wrong ------------------------------------------------------------------------------------------


def test_a_broken_shard_is_said_in_a_sentence(games: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (source,) = games.glob("variant=open/stages=10/nodes=40")
    for path in source.iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes()[: 500 if path.suffix == ".parquet" else None])
    for command in (["report", str(tmp_path)], ["sample", str(tmp_path), str(tmp_path / "x")]):
        assert run(["lab", *command]) == 2
        assert "shard-000001.parquet: this is not a whole Parquet file" in capsys.readouterr().err


def test_an_action_that_can_not_be_is_said_in_a_sentence(games: Path) -> None:
    row = rows_of(games)[0]
    for number in (9_999, 2_000):
        with pytest.raises(BrokenGameError, match=f"the action {number} is not legal"):
            facts_of(row | {"actions": [number]})
    assert to_parquet([row])  # what was read can be written


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"format": 2}', '{"format": 1, "shards": [], "data_set": {}}'])
def test_what_is_no_summary_is_said_in_a_sentence(
    tmp_path: Path, text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "a.summary.json"
    file.write_text(text)
    assert run(["lab", "report", str(file)]) == 2
    error = capsys.readouterr().err
    assert "this is not a summary" in error or "this summary has format 2" in error


def test_a_data_set_whose_first_shard_is_under_way_is_left_out(games: Path, tmp_path: Path) -> None:
    (source,) = games.glob("variant=open/stages=10/nodes=40")
    for name, files in (("full", list(source.iterdir())), ("begun", [source / "manifest.json"])):
        (tmp_path / name).mkdir()
        for path in files:
            (tmp_path / name / path.name).write_bytes(path.read_bytes())
    assert [summary.games for summary in load([tmp_path])] == [10]
    assert run(["lab", "report", str(tmp_path)]) == 0
    assert run(["lab", "sample", str(tmp_path), str(tmp_path / "sample"), "--games", "4"]) == 0
    assert [summary.games for summary in load([tmp_path / "sample"])] == [4]


def test_places_without_games_are_said_in_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for command, sentence in (
        (["report", str(tmp_path)], "there are no games and no summaries in these places"),
        (["report", str(tmp_path / "nowhere")], "there is no such file or folder"),
        (["sample", str(tmp_path), str(tmp_path / "x")], "there are no games here"),
        (["query", str(tmp_path), "select 1"], "there are no games here"),
        (["puzzles", str(tmp_path / "nowhere"), str(tmp_path / "f")], "there is no such folder"),
    ):
        assert run(["lab", *command]) == 2
        assert sentence in capsys.readouterr().err


WITHOUT_EXTRA = """
import sys
for name in ("duckdb", "numpy", "polars", "pyarrow", "ray"):
    sys.modules[name] = None
from barragoon.cli import run
sys.exit(max(run(["lab", *words.split()]) != 2 for words in sys.argv[1:]))
"""


def test_without_the_extra_every_command_says_what_to_install(tmp_path: Path) -> None:
    here = str(tmp_path)
    commands = [f"{name} {here}" for name in ("play", "report", "openings", "values")]
    commands += [
        f"summarise {here} --to {here}",
        f"puzzles {here} {here}/f",
        f"query {here} s",
        f"sample {here} {here}",
    ]
    script = [sys.executable, "-c", WITHOUT_EXTRA, *commands]
    done = subprocess.run(script, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stderr.count("pip install 'barragoon[lab]'") == len(commands)


def test_a_table_that_does_not_exist_is_said_in_a_sentence(
    games: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "page.md"
    page.write_text("<!-- lab: nonsense -->\n<!-- /lab -->\n")
    assert run(["lab", "report", str(games), "--into", str(page)]) == 2
    assert "there is no table 'nonsense'" in capsys.readouterr().err
