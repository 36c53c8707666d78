"""Tune the constants of the search by playing: simultaneous perturbation (SPSA).

Each step shifts all constants at once, at random up or down, and plays a pair of games of "up" against "down" from one
random opening, each player White once. The constants move a little towards the winner. What was found so far is
written after every step, so that the program can be stopped at any time and goes on where it was:

    python tools/tune_search.py tuning.json --steps 20000
    python tools/tune_search.py tuning.json --show

The result is a proposal. Write it into engine/src/search_constants.hpp, and let `barragoon match` decide.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import time
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import asdict, dataclass, field
from pathlib import Path

from barragoon import Position, all_actions
from barragoon.engine import _native

START = Position.start().to_fen()
TEXTS = [str(action) for action in all_actions()]
"""Actions by their ids."""
IDS = {text: number for number, text in enumerate(TEXTS)}
OPENING_ACTIONS = 6
MOST_ACTIONS = 800
MOST_OCCURRENCES = 3

# How far a constant is shifted at first: about as far as makes a difference that can be felt.
SHIFTS = {
    "first_window": 20,
    "reverse_futility": 30,
    "reverse_futility_improving": 40,
    "futility_base": 60,
    "futility_slope": 40,
    "late_moves_base": 1.5,
    "late_moves_slope": 1.5,
    "late_moves_worsening": 20,
    "reduction_base": 20,
    "reduction_divisor": 30,
    "reduction_history": 1500,
    "null_move_base": 60,
    "null_move_slope": 12,
    "placements_reduced": 0.8,
    "placements_reduced_twice": 1.5,
    "placing": 25,
}


@dataclass
class Tuning:
    """What has been found: the constants as fractions of whole numbers, and how many pairs were played."""

    nodes: int
    values: dict[str, float]
    fixed: dict[str, int] = field(default_factory=dict)
    steps: int = 0
    up: float = 0
    """Points of "up", to see that the games are real: about half of all."""
    seconds: float = 0

    def shift(self, name: str) -> float:
        """How far a constant is shifted now."""
        return SHIFTS[name] / math.pow(1 + self.steps / 50, 0.101)

    def gain(self, name: str) -> float:
        """How far a won pair moves a constant, in its shifts."""
        return 0.02 * SHIFTS[name] / math.pow(1 + self.steps / 5_000, 0.602)


def play_pair(constants: tuple[dict[str, int], dict[str, int]], nodes: int, seed: int) -> float:
    """The points of the first player in two games from one opening, each player White once: 0 to 2."""
    cores = [_native.Core(), _native.Core()]
    for core, chosen in zip(cores, constants, strict=True):
        core.set_hash(16)
        for name, value in chosen.items():
            core.set_search_constant(name, value)
    opening = random_opening(random.Random(seed))
    return play_game(cores, opening, nodes) + 1 - play_game(cores[::-1], opening, nodes)


def random_opening(source: random.Random) -> list[int]:
    """The ids of a few random actions, up to the end of a turn."""
    while True:
        game = _native.PlayedGame(START)
        played: list[int] = []
        while len(played) < OPENING_ACTIONS or not game.occurrences():
            ids = game.legal_ids()
            if not ids:
                break
            played.append(source.choice(ids))
            game.push(played[-1])
        else:
            return played


def play_game(players: list[_native.Core], opening: list[int], nodes: int) -> float:
    """The points of White, who is the first of the players: 1, 0.5 or 0."""
    game = _native.PlayedGame(START)
    for number in opening:
        game.push(number)
    for player in players:
        player.new_game()
        player.set_position(START, [TEXTS[number] for number in opening])
    while len(game) < MOST_ACTIONS and game.occurrences() < MOST_OCCURRENCES:
        if (outcome := game.outcome()) is not None:
            return 0.5 if outcome[0] is None else 1.0 - outcome[0]
        best = players[game.actor].search(nodes=nodes).actions[0]
        game.push(IDS[best])
        for player in players:
            player.advance([best])
    return 0.5


def shifted(tuning: Tuning, signs: dict[str, int], sign: int) -> dict[str, int]:
    """The constants of one player: all shifted, as whole numbers within their bounds."""
    bounds = _native.Core().search_constants()
    made = dict(tuning.fixed)
    for name, value in tuning.values.items():
        _, least, most = bounds[name]
        made[name] = min(most, max(least, round(value + sign * signs[name] * tuning.shift(name))))
    return made


def learn(tuning: Tuning, signs: dict[str, int], points: float) -> None:
    """Move the constants towards the winner of a pair."""
    bounds = _native.Core().search_constants()
    for name, sign in signs.items():
        _, least, most = bounds[name]
        moved = tuning.values[name] + tuning.gain(name) * sign * (points - 1)
        tuning.values[name] = min(float(most), max(float(least), moved))
    tuning.steps += 1
    tuning.up += points


def begin(nodes: int, fixed: dict[str, int]) -> Tuning:
    """From today's constants, but for those that are given."""
    today = _native.Core().search_constants()
    return Tuning(nodes, {name: float(fixed.get(name, today[name][0])) for name in SHIFTS}, fixed)


def save(tuning: Tuning, path: Path) -> None:
    """Write what was found, so that a stop at any time leaves the old or the new file."""
    new = path.with_suffix(".new")
    new.write_text(json.dumps(asdict(tuning), indent=1))
    new.replace(path)


def run(tuning: Tuning, path: Path, steps: int, workers: int) -> None:
    """Play until so many steps are done."""
    began, before = time.monotonic(), tuning.seconds
    playing: dict[Future[float], dict[str, int]] = {}
    with ProcessPoolExecutor(workers) as pool:
        while tuning.steps < steps:
            while len(playing) < workers:
                source = random.Random()
                signs = {name: source.choice((-1, 1)) for name in tuning.values}
                both = shifted(tuning, signs, 1), shifted(tuning, signs, -1)
                playing[pool.submit(play_pair, both, tuning.nodes, source.getrandbits(63))] = signs
            for future in wait(playing, return_when=FIRST_COMPLETED).done:
                learn(tuning, playing.pop(future), future.result())
            tuning.seconds = before + time.monotonic() - began
            save(tuning, path)


def show(tuning: Tuning) -> None:
    """Print what was found beside today's constants."""
    today = _native.Core().search_constants()
    share = tuning.up / (2 * tuning.steps) if tuning.steps else 0.5
    print(f"{tuning.steps} pairs of {tuning.nodes} nodes an action, {tuning.seconds / 3600:.2f} hours; up {share:.1%}")
    for name, value in tuning.values.items():
        print(f"{name:28} {today[name][0]:6} -> {value:9.2f}")


def main() -> None:
    """Read the command line and play."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("file", type=Path, help="what was found so far; made if it is not there")
    parser.add_argument("--steps", type=int, default=20_000, help="pairs of games, those of earlier runs included")
    parser.add_argument("--nodes", type=int, default=3_000, help="an action")
    parser.add_argument("--workers", type=int, default=2, help="processes")
    parser.add_argument(
        "--fix",
        nargs="*",
        default=[],
        metavar="NAME=VALUE",
        help="constants to begin with; those that are not in SHIFTS stay as they are",
    )
    parser.add_argument("--show", action="store_true", help="print what was found, and play nothing")
    asked = parser.parse_args()
    fixed = {name: int(value) for name, _, value in (text.partition("=") for text in asked.fix)}
    tuning = Tuning(**json.loads(asked.file.read_text())) if asked.file.exists() else begin(asked.nodes, fixed)
    if not asked.show:
        run(tuning, asked.file, asked.steps, asked.workers)
    show(tuning)


if __name__ == "__main__":
    main()
