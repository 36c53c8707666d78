"""How long a search goes on after it was asked to stop, in this process and over UBI: at most 10 ms is wanted.

Other programs that want the processor make the answer late; the processor time of this process leaves them out.
"""

from __future__ import annotations

import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

from barragoon import Position
from barragoon.engine import Engine, Limit
from barragoon.engine.bench import POSITIONS

STOPS = 150
WANTED = 0.010
UBI = (sys.executable, "-c", "from barragoon.cli import main; main()", "ubi")
FENS = [fen for fen in POSITIONS if len(Position.from_fen(fen).legal_actions()) > 1]

Stop = Callable[[str, float], float]
"""Searches a position for some seconds, stops, and says how long the answer took from then on."""


@contextmanager
def in_process(threads: int, clock: Callable[[], float] = time.perf_counter) -> Iterator[Stop]:
    """The engine as a Python program has it."""
    with Engine(threads=threads) as engine:

        def stop(fen: str, seconds: float) -> float:
            with engine.analysis(Position.from_fen(fen), Limit(infinite=True)) as analysis:
                time.sleep(seconds)
                began = clock()
                analysis.stop()
                analysis.wait()
                return clock() - began

        yield stop


@contextmanager
def over_ubi(threads: int) -> Iterator[Stop]:
    """The engine as a program of its own."""
    with subprocess.Popen(UBI, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:  # noqa: S603 - our own program
        stdin, stdout = process.stdin, process.stdout
        assert stdin, "a pipe was asked for"
        assert stdout, "a pipe was asked for"

        def say(text: str) -> None:
            stdin.write(text.encode())
            stdin.flush()

        def stop(fen: str, seconds: float) -> float:
            say(f"position fen {fen}\ngo infinite\n")
            time.sleep(seconds)
            began = time.perf_counter()
            say("stop\n")
            while not stdout.readline().startswith(b"bestmove"):
                pass
            return time.perf_counter() - began

        say(f"setoption name Threads value {threads}\nisready\n")
        stdout.readline()
        yield stop
        say("quit\n")


def measure(stop: Stop) -> list[float]:
    """The times of many stops, at moments left to chance, in rising order."""
    dice = random.Random(1)
    return sorted(stop(dice.choice(FENS), dice.uniform(0.001, 0.08)) for _ in range(STOPS))


def main() -> None:
    """Print how the times are spread."""
    processor = partial(in_process, clock=time.process_time)
    for name, kind in (("in process", in_process), ("processor time", processor), ("over UBI", over_ubi)):
        for threads in (1, 2):
            with kind(threads) as stop:
                times = measure(stop)
            late = sum(seconds > WANTED for seconds in times)
            spread = ", ".join(
                f"{share} % within {times[STOPS * share // 100 - 1] * 1e3:.1f} ms" for share in (50, 90, 99, 100)
            )
            print(f"{name}, {threads} thread{'s' * (threads > 1)}: {spread}; {late} of {STOPS} after 10 ms")


if __name__ == "__main__":
    main()
