"""What it costs to ask the engine for next to nothing, from Python: at the start, and after 300 actions."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial

from barragoon import Game
from barragoon.engine import Engine, Limit
from clock import best_seconds

ASKED = 50
ACTIONS = 300
ONE = Limit(nodes=1)


def late_game() -> Game:
    """A random game of 300 actions that is not over."""
    for seed in range(100):
        source, game = random.Random(seed), Game()
        while len(game.actions) < ACTIONS and not game.outcome():
            game.push(source.choice([*game.legal_actions()]))
        if len(game.actions) == ACTIONS:
            return game
    raise AssertionError("no game is so long")


def main() -> None:
    """Print microseconds for each way to ask."""
    with Engine() as engine:
        ways: dict[str, Callable[[], object]] = {}
        for when, game in (("at the start", Game()), (f"after {ACTIONS} actions", late_game())):
            ways[f"play() {when}"] = partial(engine.play, game, ONE)
            ways[f"think() {when}"] = partial(engine.think, game, ONE)

        def prepare(ask: Callable[[], object]) -> Callable[[], None]:
            def run() -> None:
                for _ in range(ASKED):
                    ask()

            return run

        best = best_seconds({name: partial(prepare, ask) for name, ask in ways.items()})
        for name, seconds in best.items():
            print(f"{name:28} {seconds / ASKED * 1e6:6.0f} µs of processor time")


if __name__ == "__main__":
    main()
