"""The example that learns: it runs, and a run that was ended goes on as if it had not been."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from barragoon import Move, Position
from barragoon.engine import _native

pytest.importorskip("gymnasium", reason="gymnasium is missing (extra env)")
PROGRAM = Path(__file__).parents[2] / "examples" / "train_value.py"


@pytest.fixture(scope="module")
def example() -> ModuleType:
    spec = importlib.util.spec_from_file_location("train_value", PROGRAM)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules["train_value"] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(autouse=True)
def _short_games(example: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """Untrained players play long games."""
    monkeypatch.setattr(example, "LONGEST", 40)


def test_it_trains_measures_and_goes_on(
    example: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def run(generations: str) -> list[str]:
        options = ["--games", "2", "--pairs", "1", "--generations", generations]
        monkeypatch.setattr(sys, "argv", ["train_value.py", str(tmp_path), *options])
        example.main()
        return capsys.readouterr().out.splitlines()

    header, after, last = run("1")
    assert [line.split(",")[0] for line in (header, after)] == ["generation", "1"]
    assert last.startswith("against greedy: ")
    assert run("1") == [header, after, last], "nothing is left to do, and the same network plays the same"
    assert (tmp_path / "curve.csv").read_text(encoding="utf-8").splitlines() == [header, after]


def test_a_run_that_was_ended_goes_on_as_if_it_had_not_been(example: ModuleType, tmp_path: Path) -> None:
    whole = example.Training(tmp_path / "whole", seed=3)
    for _ in range(2):
        whole.run_generation(games=1)
        example.Training(tmp_path / "parts", seed=3).run_generation(games=1)
    parts = example.Training(tmp_path / "parts", seed=99)
    assert (
        {**parts.numbers, "minutes": 0}
        == {**whole.numbers, "minutes": 0}
        == {"seed": 3, "generation": 2, "games": 2, "minutes": 0}
    )
    for name, array in whole.network.arrays().items():
        assert np.array_equal(array, parts.network.arrays()[name]), name


def test_the_network_sees_the_same_in_the_mirror(example: ModuleType) -> None:
    """But whether a position came up before is not known of one that was read from text."""
    game, network = _native.PlayedGame(example.START), example.Network(np.random.default_rng(0))
    game.seed(5)
    repeated = example.INPUTS - 3
    for _ in range(100):
        action = game.random_id()
        twin = _native.PlayedGame(Position.from_fen(game.fen()).mirrored().to_fen())
        twin_action = int(example.actions_v0.MIRRORED[action])
        cases = ((game, action), (twin, twin_action))
        seen, mirrored = (example.Afterstates(network, [each], [[chosen]]).inputs[0] for each, chosen in cases)
        assert set(np.flatnonzero(seen != mirrored)) <= {repeated}
        game.push(action)


def test_the_network_sees_tiles_moves_and_captures(example: ModuleType) -> None:
    """White's 3-tile moves from d2 to d4; Brown's 2-tile on d6 can take it there, and a short move takes nothing."""
    game = _native.PlayedGame("7/7/7/3z3/7/7/7/3D3/7 w")
    [seen] = example.Afterstates(example.Network(np.random.default_rng(0)), [game], [[Move.parse("d2d4").id]]).inputs
    tiles, _, free, taken, any_taken = np.split(seen[:26], [6, 8, 18, 24])
    assert tiles.tolist() == [1, 0, 0, 0, 1, 0], "Brown acts: an own 2-tile, and a 3-tile of the other"
    assert free.reshape(5, 2).sum(axis=0).tolist() == [1, 1], "each tile is counted once"
    assert (taken.tolist(), any_taken.tolist()) == ([0, 1, 0, 0, 0, 0], [1, 0])


def test_it_learns_what_it_is_shown(example: ModuleType) -> None:
    source = np.random.default_rng(0)
    network = example.Network(source)
    inputs = source.integers(2, size=(32, example.INPUTS)).astype(np.float32)
    targets = np.where(source.integers(2, size=32), 0.9, -0.9).astype(np.float32)
    for _ in range(300):
        network.learn(inputs, targets)
    assert np.abs(network.forward(inputs)[1] - targets).max() < 0.2
