"""Engines that misbehave, each in its own way: python fake_engine.py WAY."""

import sys
import time

WAY = sys.argv[-1]


def say(text: str) -> None:
    print(text, flush=True)  # noqa: T201 - that is how engines talk


ANSWERS = {
    "illegal": ["bestmove d2d9"],
    "placement": ["bestmove @c4x"],
    "garbage": ["bestmove \x1b[31m???"],
    "wordy": ["bestmove d2d4 I think"],
    "no score": ["info depth 1 score banana"],
    "no number": ["info depth many score cp 3 pv d2d4"],
    "gives up": ["bestmove (none)"],
    "good": [
        "Thinking hard.",
        "info string I like it here",
        "info depth 1 score loss 4 nodes 1 pv d2d4 d2d4 nonsense",
        "info depth 2 score cp -3 nodes 2 time 10 pv d2d4 nonsense",
        "info currmove d2d4",
        "bestmove d2d4 ponder d2d4",
    ],
}


def answer() -> None:
    if WAY == "hangs":
        time.sleep(600)
    while WAY == "floods":
        say("info string and another thing")
    if WAY == "dies":
        sys.exit("out of coffee")
    for line in ANSWERS[WAY]:
        say(line)


def main() -> None:
    if WAY == "mute":
        time.sleep(600)
    for line in sys.stdin:
        match line.split():
            case ["ubi"]:
                say("id name")
                say("option name Cheese type spin default 1 min 0 max 2")
                say("ubiok")
            case ["isready"] if WAY != "unready":
                say("info string one moment")
                say("readyok")
            case ["go", *words]:
                if "infinite" not in words or WAY in {"dies", "hangs"}:
                    answer()
            case ["stop"] if WAY != "deaf":
                answer()
            case ["quit"] if WAY != "stays":
                break
    if WAY == "stays":
        time.sleep(600)


if __name__ == "__main__":
    main()
