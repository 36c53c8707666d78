"""Fits the evaluation's weights to games of the engine against itself and writes engine/src/weights.hpp.

    python tools/self_play.py --positions 200000 build/tuning/positions.tsv
    python tools/tune_evaluation.py build/tuning/positions.tsv

The method is Texel's: the weights for which the evaluation, made a chance of winning, lies nearest to what came of the
positions; here a quarter the game's result, three quarters the score of the search. Neighbouring mobilities are held
together, and a tenth of the games is kept apart to see that what was learnt holds elsewhere. Whether it plays better a
match says.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Sequence
from pathlib import Path
from typing import TypeAlias

import numpy as np

from barragoon.engine import _native

ROOT = Path(__file__).resolve().parent.parent
WEIGHTS = ROOT / "engine" / "src" / "weights.hpp"

MOBILITIES = 17
MATERIAL = slice(0, 6)
MOBILITY = slice(6, 6 + 6 * MOBILITIES)
SQUARE = slice(MOBILITY.stop, MOBILITY.stop + 6 * 36)
THREAT = slice(SQUARE.stop, SQUARE.stop + 12)
MOVABLE = slice(THREAT.stop, THREAT.stop + 3)
CAPTURE, TEMPO = MOVABLE.stop, MOVABLE.stop + 1

EPOCHS = 10
BATCH = 4_096
RATE = 0.02
"""Of learning, at first; it falls to nothing along half a cosine."""

SMOOTH = 3e-3
"""How strongly the steps between neighbouring mobilities are held alike."""

SQUARES = 1e-4
"""How strongly the worth of single squares is held down."""

GAMES_APART = 20_000
"""Of so many positions in a row, a tenth in a row is kept apart: of whole games, since their positions are alike."""

TILE = 480
"""What tiles are worth on average; the search's margins are made for it."""

Array: TypeAlias = np.ndarray[tuple[int, ...], np.dtype[np.floating]]
Nested: TypeAlias = "int | Sequence[Nested]"


def main() -> None:
    """Read, fit, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--blend", type=float, default=0.75, help="share of the search's score in the target")
    parser.add_argument("--out", type=Path, default=WEIGHTS)
    arguments = parser.parse_args()
    features, scores, results = read(arguments.file)
    print(f"{len(results)} positions")
    unit = fit_unit(scores, results)
    print(f"a score of {unit:.0f} is a chance of winning of 73 %")
    targets = arguments.blend * sigmoid(scores / unit) + (1 - arguments.blend) * results
    weights = pinned(fit(features, targets))
    written = as_integers(weights)
    arguments.out.write_text(header(written))
    print(f"wrote {arguments.out}: format it with 'make format'")


def read(file: Path) -> tuple[Array, Array, Array]:
    """The features, scores and results of all positions."""
    core = _native.Core()
    features: list[Array] = []
    scores: list[float] = []
    results: list[float] = []
    with file.open() as lines:
        for line in lines:
            fen, score, result = line.rstrip("\n").split("\t")
            core.set_position(fen)
            features.append(np.array(core.evaluation_features(), dtype=np.float32))
            scores.append(float(score))
            results.append(float(result))
    return np.stack(features), np.array(scores), np.array(results)


def sigmoid(value: Array) -> Array:
    """A chance of winning."""
    return 1 / (1 + np.exp(-np.clip(value, -30, 30)))


def fit_unit(scores: Array, results: Array) -> float:
    """The score that stands for one unit of log odds."""
    units = np.arange(100.0, 1500.0, 10.0)
    return float(min(units, key=lambda unit: loss(scores / unit, results)))


def loss(odds: Array, targets: Array) -> float:
    """Cross entropy, the mean over the positions."""
    chance = np.clip(sigmoid(odds), 1e-9, 1 - 1e-9)
    return float(-np.mean(targets * np.log(chance) + (1 - targets) * np.log(1 - chance)))


def fit(features: Array, targets: Array) -> Array:
    """The weights in units of log odds, by Adam on a few thousand positions at a time."""
    apart = np.arange(len(targets)) % GAMES_APART < GAMES_APART // 10
    kept, kept_targets = features[~apart], targets[~apart]
    weights = np.zeros(features.shape[1], dtype=features.dtype)
    first, second = np.zeros_like(weights), np.zeros_like(weights)
    dice = np.random.default_rng(1)
    steps = EPOCHS * math.ceil(len(kept_targets) / BATCH)
    step = 0
    for epoch in range(1, EPOCHS + 1):
        order = dice.permutation(len(kept_targets))
        for start in range(0, len(order), BATCH):
            batch = order[start : start + BATCH]
            rows = kept[batch]
            slope = rows.T @ (sigmoid(rows @ weights) - kept_targets[batch]) / len(batch) + roughness(weights)
            step += 1
            rate = RATE * (1 + math.cos(math.pi * step / steps)) / 2
            first = 0.9 * first + 0.1 * slope
            second = 0.999 * second + 0.001 * slope**2
            weights -= rate * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.999**step)) + 1e-9)
        print(
            f"epoch {epoch}: loss {loss(kept @ weights, kept_targets):.5f}, "
            f"on games kept apart {loss(features[apart] @ weights, targets[apart]):.5f}"
        )
    return weights


def roughness(weights: Array) -> Array:
    """The slope of the penalty on uneven steps from mobility to mobility, and on large weights."""
    slope = 1e-5 * weights
    table = weights[MOBILITY].reshape(6, MOBILITIES)
    bend = table[:, 2:] - 2 * table[:, 1:-1] + table[:, :-2]
    table_slope = np.zeros_like(table)
    table_slope[:, 2:] += bend
    table_slope[:, 1:-1] -= 2 * bend
    table_slope[:, :-2] += bend
    slope[MOBILITY] += SMOOTH * table_slope.reshape(-1)
    slope[SQUARE] += SQUARES * weights[SQUARE]
    return slope


def pinned(weights: Array) -> Array:
    """The same evaluation with its free choice fixed: the mobility of a tile that can't move is 0."""
    result = weights.copy()
    table = weights[MOBILITY].reshape(6, MOBILITIES)
    result[MATERIAL] += table[:, 0]
    result[MOBILITY] = (table - table[:, :1]).reshape(-1)
    result[MOVABLE] -= result[MOVABLE][-1]
    return result


def as_integers(weights: Array) -> list[int]:
    """Scaled so that a tile with a middling mobility keeps its worth."""
    middling = weights[MOBILITY].reshape(6, MOBILITIES)[:, 4]
    worth = float(np.mean(weights[MATERIAL] + middling))
    return [round(value) for value in weights * (TILE + 144) / worth]


def header(weights: list[int]) -> str:
    """The old header with new numbers."""
    before, _, _ = WEIGHTS.read_text().partition("inline constexpr Weights kWeights{")
    mobility = in_rows(weights[MOBILITY], MOBILITIES)
    square = in_rows(weights[SQUARE], 36)
    threat = in_rows(weights[THREAT], 2)
    fields: dict[str, Nested] = {
        "material": [weights[0:3], weights[3:6]],
        "mobility": [mobility[:3], mobility[3:]],
        "square": [square[:3], square[3:]],
        "threat": [threat[:3], threat[3:]],
        "movable": weights[MOVABLE],
        "capture": weights[CAPTURE],
        "tempo": weights[TEMPO],
    }
    lines = [f"    .{name} = {braced(value)}," for name, value in fields.items()]
    return "\n".join(
        [f"{before}inline constexpr Weights kWeights{{", *lines, "};", "", "}  // namespace barragoon", ""]
    )


def in_rows(numbers: list[int], length: int) -> list[list[int]]:
    """The numbers of a table, row by row."""
    return [numbers[start : start + length] for start in range(0, len(numbers), length)]


def braced(value: Nested) -> str:
    """Numbers as C++ writes them: an array of arrays has its braces twice."""
    if isinstance(value, int):
        return str(value)
    inner = "{" + ", ".join(map(braced, value)) + "}"
    return inner if isinstance(value[0], int) else "{" + inner + "}"


if __name__ == "__main__":
    main()
