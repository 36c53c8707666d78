"""Shards: the same from any number of processes, and whole whatever happens."""

from __future__ import annotations

import errno
import hashlib
import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from barragoon import Game, Position, Variant, all_actions
from barragoon.cli import run
from barragoon.lab.data_set import DataSet, DataSetError
from barragoon.lab.play import play_missing
from barragoon.lab.player import Candidate, Player
from barragoon.lab.recipe import Recipe
from barragoon.lab.self_play import start_of
from barragoon.lab.shard import ShardError, play_shard, read_shard, shard_name

SMALL = Recipe(nodes=30, games=4)
HERE = Path(__file__).parent
RESULTS = {2: "1-0", 1: "1/2-1/2", 0: "0-1"}


def small_run(root: Path, *more: str) -> list[str]:
    return ["lab", "play", str(root), "--nodes", "30", "--games", "4", "--shards", "6", *more]


def files_of(root: Path) -> dict[str, bytes]:
    """All files by their names, the manifest without the commit, which is information."""
    files = {path.name: path.read_bytes() for path in sorted(root.rglob("*")) if path.is_file() and path.name != "lock"}
    if manifest := files.get("manifest.json"):
        facts = json.loads(manifest)
        del facts["commit"]
        files["manifest.json"] = json.dumps(facts).encode()
    return files


@pytest.fixture(scope="module")
def uninterrupted(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    root = tmp_path_factory.mktemp("one_core")
    assert run(small_run(root, "--cores", "1")) == 0
    return files_of(root)


def test_one_core_and_two_make_the_same_bytes(tmp_path: Path, uninterrupted: dict[str, bytes]) -> None:
    assert run(small_run(tmp_path, "--cores", "2")) == 0
    assert files_of(tmp_path) == uninterrupted
    assert sorted(uninterrupted) == ["manifest.json", *(shard_name(seed) for seed in range(1, 7))]


@pytest.mark.slow
def test_a_ray_cluster_of_two_nodes_makes_the_same_bytes(tmp_path: Path, uninterrupted: dict[str, bytes]) -> None:
    script = [sys.executable, str(HERE / "ray_two_nodes.py"), *small_run(tmp_path)]
    done = subprocess.run(script, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    assert "24 games on 2 nodes" in done.stdout
    assert files_of(tmp_path) == uninterrupted


def test_a_run_that_is_killed_again_and_again_loses_nothing_and_doubles_nothing(
    tmp_path: Path, uninterrupted: dict[str, bytes]
) -> None:
    dice, kills = random.Random(1), 0
    command = [sys.executable, "-m", "barragoon", *small_run(tmp_path, "--cores", "2")]
    while kills < 4:
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        assert process.stderr is not None
        process.stderr.readline()  # a shard has come in, and others are under way
        time.sleep(dice.random() * 0.05)
        process.kill()
        kills += process.wait() == -signal.SIGKILL
        process.stderr.close()
        there = {name: data for name, data in files_of(tmp_path).items() if not name.endswith(".part")}
        assert there.items() <= uninterrupted.items()
        if len(there) == len(uninterrupted):
            break
    assert kills
    assert run(small_run(tmp_path)) == 0
    assert files_of(tmp_path) == uninterrupted


def test_what_is_missing_is_played_and_nothing_else(
    tmp_path: Path, uninterrupted: dict[str, bytes], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(small_run(tmp_path)) == 0
    (path,) = tmp_path.rglob(shard_name(3))
    path.unlink()
    (path.parent / (shard_name(3) + ".part")).write_bytes(b"half of it")
    assert run(small_run(tmp_path)) == 0
    assert "1 of 6 shards are to be played" in capsys.readouterr().out
    assert files_of(tmp_path) == uninterrupted


def test_the_games_are_games_by_the_rules(tmp_path: Path) -> None:
    for variant, stages in ((Variant.CLOSED, (0, 0)), (Variant.OPEN, (1, 0))):
        recipe = Recipe(variant=variant, stages=stages, nodes=60, games=8)
        file = tmp_path / "shard.parquet"
        file.write_bytes(play_shard(Player(), recipe, 1))
        for row in read_shard(file):
            game = Game(start_of(recipe))
            for number in row["actions"]:
                game.push(all_actions()[number])
            assert len(row["scores"]) == len(row["actions"])
            assert row["opening_length"] <= len(row["actions"])
            outcome = game.outcome()
            if row["reason"] in {"repetition", "length"}:
                assert row["result"] == 1
            else:
                assert outcome is not None
                assert (outcome.result, outcome.reason.value) == (RESULTS[row["result"]], row["reason"])
            if (index := row["probe_index"]) is not None:
                position = Position.from_fen(start_of(recipe).to_fen())
                for number in row["actions"][:index]:
                    position = position.play(all_actions()[number])
                for name in ("probe_random_action", "probe_turned_action"):
                    assert all_actions()[row[name]] in position.legal_actions()


def test_all_first_moves_come_up(tmp_path: Path) -> None:
    recipe = Recipe(nodes=1, games=28 * 4, opening_turns=1, most_actions=2)
    file = tmp_path / "shard.parquet"
    file.write_bytes(play_shard(Player(), recipe, 5))
    explored = [row["actions"][0] for row in read_shard(file) if row["explored"]]
    assert sorted(explored) == [action.id for action in sorted(Position.start().legal_actions())]


class ScriptedPlayer(Player):
    """Chooses without a search, so that the games do not depend on the engine."""

    def best(self) -> Candidate | None:
        few = self.best_few(self._core.fen())
        return few[0] if few else None

    def best_few(self, fen: str) -> list[Candidate]:
        self._judge.set_position(fen)
        legal = sorted(self._judge.legal_actions())
        dice = random.Random(fen)
        return [Candidate(action, len(fen)) for action in dice.sample(legal, min(3, len(legal)))]

    def score_of(self, fen: str, action: str) -> int:
        return len(fen + action)


def test_the_procedure_is_the_one_with_this_number(tmp_path: Path) -> None:
    """Whoever changes how games are made of a recipe raises PROCEDURE, or old folders would be mixed with new games."""
    recipe = Recipe(games=6, most_actions=80)
    file = tmp_path / "shard.parquet"
    file.write_bytes(play_shard(ScriptedPlayer(), recipe, 9))
    text = json.dumps(read_shard(file), sort_keys=True)
    assert recipe.to_json()["procedure"] == 1
    assert hashlib.sha256(text.encode()).hexdigest()[:16] == "cc58caa7bf27b2b1"


# -- what goes wrong ------------------------------------------------------------------------------------------


def test_a_manifest_that_differs_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(small_run(tmp_path)) == 0
    (path,) = tmp_path.rglob("manifest.json")
    manifest = json.loads(path.read_text())
    path.write_text(json.dumps(manifest | {"bench": 7}))
    assert run(small_run(tmp_path)) == 2
    assert f"bench is 7 there and {manifest['bench']} here" in capsys.readouterr().err
    path.write_text(json.dumps(manifest | {"commit": "another one"}))  # the same engine: the same games
    assert run(small_run(tmp_path)) == 0
    assert run([*small_run(tmp_path), "--games", "5"]) == 2
    assert "games is 4 there and 5 here" in capsys.readouterr().err


@pytest.mark.parametrize("text", ["", "{", "[]", '{"recipe": 3}', "\xff"])
def test_a_manifest_that_is_none_is_refused(tmp_path: Path, text: str, capsys: pytest.CaptureFixture[str]) -> None:
    folder = DataSet(tmp_path, SMALL).folder
    folder.mkdir(parents=True)
    (folder / "manifest.json").write_text(text, "latin-1")
    assert run(small_run(tmp_path)) == 2
    assert "this is not the manifest of a data set" in capsys.readouterr().err


def test_shards_without_a_manifest_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = DataSet(tmp_path, SMALL).folder
    folder.mkdir(parents=True)
    (folder / shard_name(1)).write_bytes(b"")
    assert run(small_run(tmp_path)) == 2
    assert "there are shards but no manifest.json" in capsys.readouterr().err


def test_two_runs_into_one_folder_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with DataSet(tmp_path, SMALL).opened(1, "a commit"):
        assert run(small_run(tmp_path)) == 2
    assert "another run plays into this folder" in capsys.readouterr().err


def test_a_full_disk_is_said_in_a_sentence_and_leaves_nothing_half_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([*small_run(tmp_path), "--shards", "1", "--cores", "1"]) == 0

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        assert run([*small_run(tmp_path), "--shards", "2", "--cores", "1"]) == 2
    assert capsys.readouterr().err.endswith(f"{shard_name(2)}: no space left on device\n")
    assert sorted(files_of(tmp_path)) == ["manifest.json", shard_name(1)]


@pytest.mark.parametrize("damage", ["cut", "empty", "other"])
def test_a_broken_shard_is_named(tmp_path: Path, damage: str) -> None:
    path = tmp_path / "shard-000001.parquet"
    data = play_shard(Player(), Recipe(nodes=1, games=1, most_actions=4), 1)
    path.write_bytes({"cut": data[:-40], "empty": b"", "other": b"PAR1" * 100}[damage])
    with pytest.raises(ShardError, match=r"shard-000001\.parquet: this is not a whole Parquet file"):
        read_shard(path)


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("127.0.0.1:1", "--ray: there is no cluster at 127.0.0.1:1 (Connection refused)"),
        ("ray://127.0.0.1:99999", "--ray: there is no cluster at ray://127.0.0.1:99999"),
        ("nowhere", "--ray: 'nowhere' is not an address such as 192.0.2.1:6379, or auto"),
    ],
)
def test_a_cluster_that_is_not_there_is_said_in_a_sentence(
    tmp_path: Path, address: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([*small_run(tmp_path), "--ray", address]) == 2
    assert sentence in capsys.readouterr().err


def test_an_error_of_the_folder_is_an_error_of_the_library(tmp_path: Path) -> None:
    data_set = DataSet(tmp_path, SMALL)
    data_set.folder.mkdir(parents=True)
    (data_set.folder / "manifest.json").write_text("{}")
    with pytest.raises(DataSetError):
        play_missing(data_set, range(1, 2))
