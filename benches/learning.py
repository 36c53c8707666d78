"""Learning environments: ours beside python-chess's, OpenSpiel's and PettingZoo's chess, in one run on one core.

Different games: what is compared is the work that a learner waits for, not the games.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from typing import Any

import chess
import numpy as np

from barragoon import Position
from barragoon.engine import _native

START = Position.start().to_fen()
ROUNDS = 3
BATCHES = (1, 16, 256, 1024)


def rate(run: Callable[[], int], rounds: int = ROUNDS) -> float:
    """Actions (or games) a second of processor time, the best of some rounds."""
    best = 0.0
    for _ in range(rounds):
        began = time.process_time()
        done = run()
        best = max(best, done / (time.process_time() - began))
    return best


# -- random games --------------------------------------------------------------------------------------------------


def native_games(count: int = 3_000) -> tuple[int, int]:
    """Whole random games with exact endings, in C++; games and actions."""
    batch = _native.BatchGames(count, START)
    results, lengths = np.zeros(count, np.int8), np.zeros(count, np.int32)
    batch.playouts(1, results, lengths)
    return count, int(lengths.sum())


def pushed_games(count: int = 100) -> int:
    """Random games by push() from Python, then taken back by pop()."""
    pushed = 0
    for seed in range(count):
        game = _native.PlayedGame(START)
        game.seed(seed)
        push, choose = game.push, game.random_id
        while (chosen := choose()) >= 0:
            push(chosen)
        length = len(game)
        for _ in range(length):
            game.pop()
        pushed += length
    return pushed


def listed_games(count: int = 15) -> int:
    """Random games as OpenSpiel's are driven: all legal ids in a Python list, one of them chosen in Python."""
    played, source = 0, random.Random(1)
    for _ in range(count):
        game = _native.PlayedGame(START)
        while legal := game.legal_ids():
            game.push(source.choice(legal))
            played += 1
    return played


def open_spiel_games(count: int = 40) -> int:
    """Random games of OpenSpiel's chess (C++), driven from Python."""
    import pyspiel

    played, source, game = 0, random.Random(1), pyspiel.load_game("chess")
    for _ in range(count):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(source.choice(state.legal_actions()))
            played += 1
    return played


def python_chess_games(count: int = 3) -> int:
    """Random games of python-chess with its outcome."""
    played, source = 0, random.Random(1)
    for _ in range(count):
        board = chess.Board()
        while board.outcome() is None:
            board.push(source.choice([*board.legal_moves]))
            played += 1
    return played


# -- environments --------------------------------------------------------------------------------------------------


def batch_steps(games: int, steps: int) -> int:
    """Steps of the native batch with masks and planes, actions sampled."""
    batch = _native.BatchGames(games, START, seed=1)
    ids, rewards = np.zeros(games, np.int64), np.zeros(games, np.float32)
    over, cut = np.zeros(games, np.bool_), np.zeros(games, np.bool_)
    masks, planes = np.zeros((games, 2628), np.int8), np.zeros((games, 34, 9, 7), np.uint8)
    for _ in range(steps):
        batch.sample(ids)
        batch.step(ids, rewards, over, cut, masks, planes)
    return games * steps


def vector_steps(games: int, steps: int) -> int:
    """Steps of the Gymnasium environment, arrays shared."""
    from barragoon.env.vector_v0 import VectorBarragoon

    environment = VectorBarragoon(games, copy=False)
    environment.reset(seed=1)
    for _ in range(steps):
        environment.step(environment.sample())
    return games * steps


def aec_steps(environment: Any, steps: int) -> int:  # noqa: ANN401 - any PettingZoo environment
    """Steps of a PettingZoo environment with a random agent that looks at the mask."""
    source, done = np.random.default_rng(1), 0
    while done < steps:
        environment.reset(seed=1)
        for _ in environment.agent_iter():
            observation, _, terminated, truncated, _ = environment.last()
            if terminated or truncated:
                environment.step(None)
                continue
            legal = np.flatnonzero(observation["action_mask"])
            environment.step(int(legal[source.integers(len(legal))]))
            done += 1
            if done >= steps:
                break
    return done


def show_random_games() -> None:
    """Random games, in C++ and from Python."""
    games = rate(lambda: native_games()[0])
    actions = games * native_games()[1] / native_games()[0]
    pushed, listed = rate(pushed_games), rate(listed_games)
    print(f"whole random games in C++, exact endings: {games:,.0f} games/s, {actions:,.0f} actions/s")
    print(f"random games by push() from Python, and pop(): {pushed:,.0f} actions/s")
    print(f"random games by push(), chosen in Python from legal_ids(): {listed:,.0f} actions/s")
    others = {"python-chess": python_chess_games, "OpenSpiel's chess": open_spiel_games}
    if not find_spec("pyspiel"):
        del others["OpenSpiel's chess"]
        print("  left out: OpenSpiel's chess, because open_spiel is missing")
    for name, play in others.items():
        theirs = rate(play)
        ratios = (
            f"in C++ {actions / theirs:.1f} ×, by push() {pushed / theirs:.1f} ×, from a list {listed / theirs:.1f} ×"
        )
        print(f"  {name}: {theirs:,.0f} actions/s; {ratios}")


def show_environments() -> None:
    """Steps of the batch and of the environments."""
    for count in BATCHES:
        speed = rate(partial(batch_steps, count, 200_000 // count))
        print(f"batch of {count:4}, masks and planes: {speed:,.0f} steps/s")
    if not (find_spec("pettingzoo") and find_spec("pygame")):
        print("left out: the environments, because pettingzoo or pygame is missing")
        return
    from pettingzoo.classic import chess_v6

    from barragoon.env import aec_v0

    print(f"VectorBarragoon(256): {rate(lambda: vector_steps(256, 800)):,.0f} steps/s")
    ours, theirs = rate(lambda: aec_steps(aec_v0.env(), 4_000)), rate(lambda: aec_steps(chess_v6.env(), 400))
    print(f"PettingZoo: ours {ours:,.0f} steps/s, its chess {theirs:,.0f}: {ours / theirs:.1f} ×")


def main() -> None:
    """Print rates, with the ratio to the others."""
    show_random_games()
    show_environments()


if __name__ == "__main__":
    main()
