"""Learn Barragoon from nothing but its rules: a value network, trained by TD(λ) on games against itself.

``python examples/train_value.py FOLDER`` trains for some minutes, plays matches against the random and the greedy
player on the way, and ends with a longer one against the greedy player. FOLDER keeps ``network.npz`` and ``curve.csv``;
a run that was ended goes on from there. It needs numpy (extra ``env``).

The player tries each legal action and takes the one whose position is worth most. The network sees a position as
whoever acts next does, through some forty numbers that planes and masks give: how many tiles each player has, how free
they are, and which of them can be taken. It has to find out what these are worth. docs/env.md has the curve.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from barragoon import Move, Position
from barragoon.action import all_actions
from barragoon.engine import _native
from barragoon.env import actions_v0, observation_v0
from barragoon.env.agents import make_agent
from barragoon.env.match import MatchScore, play_match

Floats = NDArray[np.float32]
START = Position.start().to_fen()
MOVES = [action for action in all_actions() if isinstance(action, Move)]
STARTS, TARGETS = np.array([(move.start, move.target) for move in MOVES], np.int64).T
SQUARES = 63
SCALARS = slice(22, 34)  # planes with one number all over: who places, whose turn it is, the reserve, stages
FREEDOM = (0, 1, 2, 4, 8, 99)  # tiles are counted by their moves: none, 1, 2 or 3, 4 to 7, 8 and more
INPUTS, HIDDEN = 2 * (3 + 1 + 5 + 3 + 1) + 12, 32
LONGEST = 500  # actions of a game; random ones have 417 on average
PLACEMENTS = 12  # at most so many of the 600 or so that are legal are looked at while learning
LAMBDA, DISCOUNT = 0.9, 0.995  # the discount makes a win soon worth more than one later
TEMPERATURE = 0.01  # of the choice while learning; values are from -1 to 1
PASSES, BATCH, RATE = 3, 128, 3e-3
EVERY = 5  # generations from one point of the curve to the next
CURVE = "generation,games,minutes,random,random_interval,greedy,greedy_interval"


class Network:
    """One hidden layer and a direct connection; its output is the log-odds that whoever acts next wins.

    It is an agent (``barragoon.env.agents``): it looks at all legal actions and plays the best.
    """

    def __init__(self, source: np.random.Generator) -> None:
        shapes = {"hidden": (INPUTS, HIDDEN), "bias": (HIDDEN,), "output": (HIDDEN,), "direct": (INPUTS,)}
        self.weights = {name: (source.standard_normal(shape) / 20).astype(np.float32) for name, shape in shapes.items()}
        self.weights["direct"] *= 0
        self.means = {name: np.zeros(shape, np.float32) for name, shape in shapes.items()}  # of slopes, for Adam
        self.squares = {name: np.zeros(shape, np.float32) for name, shape in shapes.items()}
        self.steps = np.zeros(1)

    def act(self, game: _native.PlayedGame) -> int:
        """The id of the best action."""
        legal = game.legal_ids()
        return legal[int(Afterstates(self, [game], [legal]).values.argmax())]

    def reset(self, seed: int) -> None:
        """Nothing is remembered from game to game."""

    def forward(self, inputs: Floats) -> tuple[Floats, Floats]:
        """The hidden layer, and what each position is worth to whoever acts, from -1 to 1."""
        hidden = np.maximum(inputs @ self.weights["hidden"] + self.weights["bias"], 0)
        return hidden, np.tanh((hidden @ self.weights["output"] + inputs @ self.weights["direct"]) / 2)

    def learn(self, inputs: Floats, targets: Floats) -> None:
        """One step of Adam on the cross-entropy."""
        hidden, values = self.forward(inputs)
        error = (values - targets) / np.float32(2 * len(targets))
        back = np.outer(error, self.weights["output"]) * (hidden > 0)
        slopes = {"hidden": inputs.T @ back, "bias": back.sum(0), "output": error @ hidden, "direct": error @ inputs}
        self.steps += 1
        rate = RATE * math.sqrt(1 - 0.999 ** self.steps[0]) / (1 - 0.9 ** self.steps[0])
        for name, slope in slopes.items():
            self.means[name] += 0.1 * (slope - self.means[name])
            self.squares[name] += 0.001 * (slope * slope - self.squares[name])
            self.weights[name] -= rate * self.means[name] / (np.sqrt(self.squares[name]) + 1e-8)

    def arrays(self) -> dict[str, NDArray[Any]]:
        """All that is kept in a checkpoint, to be written or filled."""
        groups = (("weight", self.weights), ("mean", self.means), ("square", self.squares))
        return {"steps": self.steps} | {f"{kind}_{name}": group[name] for kind, group in groups for name in group}


def network_inputs(planes: NDArray[np.uint8], masks: NDArray[np.int8]) -> Floats:
    """What the network sees of each position: for the actor and for the other tiles, moves and captures, in numbers."""
    count = len(planes)
    tiles = planes[:, :6].reshape(count, 2, 3, SQUARES)  # whose, value, where
    legal = np.flatnonzero(np.ascontiguousarray(masks[..., : len(MOVES)]).view(np.bool_))
    rows, moves = np.divmod(legal, len(MOVES))  # even rows are the actor's, odd ones the other's, who sees it turned
    starts, targets = (np.where(rows % 2, SQUARES - 1 - at[moves], at[moves]) for at in (STARTS, TARGETS))
    mobility = np.bincount(rows * SQUARES + starts, minlength=2 * count * SQUARES).reshape(count, 2, SQUARES)
    reached = np.zeros((count, 2, 1, SQUARES), np.uint8)
    reached.reshape(-1)[rows * SQUARES + targets] = 1
    taken, standing = tiles[:, ::-1] * reached, tiles.any(axis=2)
    free = [((low <= mobility) & (mobility < high) & standing).sum(axis=2) for low, high in pairwise(FREEDOM)]
    scalars = observation_v0.as_float(planes[..., :1, :1])[:, SCALARS]
    parts = [tiles.sum(axis=3), mobility.sum(axis=2) / 10, *free, taken.sum(axis=3), taken.any(axis=(2, 3)), scalars]
    return np.concatenate([part.reshape(count, -1) for part in parts], axis=1, dtype=np.float32)


class Afterstates:
    """What each of some actions leads to in some games, as whoever acts next sees it, and its worth to the chooser."""

    def __init__(self, network: Network, games: Sequence[_native.PlayedGame], choices: Sequence[list[int]]) -> None:
        count = sum(map(len, choices))
        self.planes = np.empty((count, *observation_v0.SHAPE), np.uint8)
        self.masks = np.empty((count, 2, actions_v0.ACTIONS), np.int8)
        pairs = ((game, action) for game, actions in zip(games, choices, strict=True) for action in actions)
        tried = [self._try(game, action, at) for at, (game, action) in enumerate(pairs)]
        signs, results = np.array(tried, np.float32).T
        self.inputs = network_inputs(self.planes, self.masks)
        self.values = np.where(np.isnan(results), network.forward(self.inputs)[1] * signs, results)

    def _try(self, game: _native.PlayedGame, action: int, at: int) -> tuple[int, float]:
        """1 if the chooser acts again, otherwise -1; and the result, which is no number while the game goes on."""
        chooser = game.actor
        game.push(action)
        outcome, actor = game.outcome(), game.actor
        game.write_planes(actor == 0, self.planes[at])
        game.write_mask(actor == 0, self.masks[at, 0])
        board, _, hands, rest = game.fen().split(" ", 3)
        game.pop()
        for whose, mask in zip((actor, 1 - actor), self.masks[at], strict=True):
            if whose != actor or hands != "-":  # what a player could do if it were their turn and nothing in hand
                _native.PlayedGame(f"{board} {'wb'[whose]} - {rest}").write_mask(whose == 0, mask)
        result = math.nan if outcome is None else 0 if outcome[0] is None else 1 if outcome[0] == chooser else -1
        return 1 if actor == chooser else -1, result


class Track:
    """A game against itself: what whoever acted next saw after each action, and what White could hope for."""

    def __init__(self) -> None:
        self.game = _native.PlayedGame(START)
        self.inputs: list[Floats] = []
        self.values: list[float] = []  # White's
        self.signs: list[int] = []  # 1 where White acts next

    def choices(self, most: int, source: np.random.Generator) -> list[int]:
        """The actions to look at, chosen at random if there are too many."""
        legal = self.game.legal_ids()
        most = most if legal[0] < len(MOVES) else min(most, PLACEMENTS)
        return legal if len(legal) <= most else [legal[at] for at in source.choice(len(legal), most, replace=False)]

    def play(self, action: int, after: Afterstates, at: int) -> None:
        """Play an action, and note what it led to."""
        self.values.append(float(after.values[at]) * (1 - 2 * self.game.actor))
        self.game.push(action)
        self.inputs.append(after.inputs[at].copy())
        self.signs.append(1 - 2 * self.game.actor)

    def targets(self) -> Floats:
        """λ-returns: each is a mix of the next value and the next return; the last value is the result."""
        returns = self.values[-1:]
        for value in self.values[:0:-1]:
            returns.append(DISCOUNT * ((1 - LAMBDA) * value + LAMBDA * returns[-1]))
        return np.array(returns[::-1], np.float32) * np.array(self.signs, np.float32)


def self_play(network: Network, games: int, most: int, source: np.random.Generator) -> list[Track]:
    """Play games side by side, so that the network is asked about all of them at once; look at so many actions."""
    tracks = [Track() for _ in range(games)]
    while running := [track for track in tracks if track.game.outcome() is None and len(track.game) < LONGEST]:
        choices = [track.choices(most, source) for track in running]
        after = Afterstates(network, [track.game for track in running], choices)
        noisy = after.values + source.gumbel(scale=TEMPERATURE, size=len(after.values))
        first = 0
        for track, actions in zip(running, choices, strict=True):
            best = int(noisy[first : first + len(actions)].argmax())
            track.play(actions[best], after, first + best)
            first += len(actions)
    return tracks


def train(network: Network, tracks: list[Track], source: np.random.Generator) -> None:
    """Learn from some games."""
    inputs = np.array([each for track in tracks for each in track.inputs])
    targets = np.concatenate([track.targets() for track in tracks])
    for _ in range(PASSES):
        order = source.permutation(len(targets))
        for batch in np.array_split(order, math.ceil(len(order) / BATCH)):
            network.learn(inputs[batch], targets[batch])


class Training:
    """A network, how long it was trained, and the folder where both are kept."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.network = Network(np.random.default_rng(seed))
        self.numbers = {"seed": seed, "generation": 0, "games": 0, "minutes": 0.0}
        self.checkpoint, self.curve = folder / "network.npz", folder / "curve.csv"
        folder.mkdir(parents=True, exist_ok=True)
        if self.checkpoint.exists():
            with np.load(self.checkpoint) as saved:
                self.numbers = {name: saved[name].item() for name in self.numbers}
                for name, array in self.network.arrays().items():
                    array[...] = saved[name]

    def run_generation(self, games: int) -> None:
        """Play some games, learn from them, and keep the result; chance depends on seed and generation alone.

        The first games are random, because the network knows nothing yet; each generation looks at one action more.
        """
        began = time.process_time()
        source = np.random.default_rng([int(self.numbers["seed"]), int(self.numbers["generation"])])
        self.numbers["generation"] += 1
        train(self.network, self_play(self.network, games, int(self.numbers["generation"]), source), source)
        self.numbers["games"] += games
        self.numbers["minutes"] += (time.process_time() - began) / 60
        unfinished = self.checkpoint.with_suffix(".part")
        with unfinished.open("wb") as file:
            np.savez(file, allow_pickle=False, **self.network.arrays(), **self.numbers)
        unfinished.replace(self.checkpoint)

    def play(self, opponent: str, pairs: int, seed: int) -> MatchScore:
        """Play a match against a reference agent."""
        return play_match(self.network, make_agent(opponent), pairs, seed=seed, max_actions=LONGEST)

    def measure(self, pairs: int) -> None:
        """Play against the reference agents, and add a line to the curve, once for a generation."""
        lines = self.curve.read_text(encoding="utf-8").splitlines() if self.curve.exists() else [CURVE]
        begin = f"{self.numbers['generation']},{self.numbers['games']},{self.numbers['minutes']:.1f}"
        if not lines[-1].startswith(f"{begin},"):
            scores = [self.play("random", pairs, seed=1_000), self.play("greedy", pairs, seed=1_000)]
            lines.append(",".join([begin, *(f"{score.score:.3f},{score.interval:.3f}" for score in scores)]))
            self.curve.write_text("\n".join(lines) + "\n", encoding="utf-8")
        print(lines[-1], flush=True)


def main() -> None:
    """Train, and measure what came of it."""
    parser = argparse.ArgumentParser(description="Train a value network on games against itself.")
    parser.add_argument("folder", type=Path, help="where the network and its curve are kept")
    parser.add_argument("--generations", type=int, default=15, help="of games and learning (15)")
    parser.add_argument("--seed", type=int, default=1, help="of a new network (1)")
    parser.add_argument("--games", type=int, default=64, help="of a generation (64)")
    parser.add_argument("--pairs", type=int, default=100, help="of games of the last match; a tenth of it before (100)")
    wanted = parser.parse_args()
    training = Training(wanted.folder, wanted.seed)
    print(CURVE)
    while training.numbers["generation"] < wanted.generations:
        if training.numbers["generation"] and training.numbers["generation"] % EVERY == 0:
            training.measure(math.ceil(wanted.pairs / 10))
        training.run_generation(wanted.games)
    training.measure(math.ceil(wanted.pairs / 10))
    print("against greedy:", training.play("greedy", wanted.pairs, seed=2_000))


if __name__ == "__main__":
    main()
