"""An engine that speaks UBI in thirty lines, without anything from barragoon.engine: it plays at random.

``barragoon match "python examples/ubi_by_hand.py" random --games 4 --nodes 1`` lets it play.
"""

from __future__ import annotations

import random
import sys

from barragoon import Position


def position_of(words: list[str]) -> Position:
    """The position that "position startpos moves …" or "position fen … moves …" describes."""
    split = words.index("moves") if "moves" in words else len(words)
    fen = " ".join(words[2:split])
    starts = {"startpos": Position.start, "openpos": lambda: Position.start(open=True)}
    position = starts[words[1]]() if words[1] in starts else Position.from_fen(fen)
    for action in words[split + 1 :]:
        position = position.play(action)
    return position


def main() -> None:
    """Answer each line until "quit"."""
    position = Position.start()
    for line in sys.stdin:
        match line.split():
            case ["ubi"]:
                print("id name By hand\nid author an example\nubiok", flush=True)
            case ["isready"]:
                print("readyok", flush=True)
            case ["position", *_] as words:
                position = position_of(words)
            case ["go", *_]:
                print("bestmove", random.choice(sorted(position.legal_actions())), flush=True)
            case ["quit"]:
                return


if __name__ == "__main__":
    main()
