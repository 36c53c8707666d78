"""Timing on a noisy machine: rivals take turns, processor time is taken, and each one's best round counts."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import TypeAlias

ROUNDS = 15

Prepare: TypeAlias = Callable[[], Callable[[], object]]
"""Makes ready what is not to be timed, and returns what is."""


def best_seconds(rivals: Mapping[str, Prepare], rounds: int = ROUNDS) -> dict[str, float]:
    """Run every rival once a round, in turn, and keep the shortest time of each."""
    best = dict.fromkeys(rivals, float("inf"))
    for _ in range(rounds):
        for name, prepare in rivals.items():
            run = prepare()
            began = time.process_time()
            run()
            best[name] = min(best[name], time.process_time() - began)
    return best
