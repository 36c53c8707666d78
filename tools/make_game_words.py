"""Write the words that the page shares with the library, web/src/engine/game_words.ts, from the library itself.

Usage: python tools/make_game_words.py          writes the file
       python tools/make_game_words.py --check  fails if the file is not current
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import get_args

from barragoon import Colour, MoveKind, Reason, Rule
from barragoon.event import Event

TARGET = Path(__file__).resolve().parent.parent / "web" / "src" / "engine" / "game_words.ts"
HEAD = "// Made from the Python library by tools/make_game_words.py; change that, not this file.\n"
WIDTH = 120


def alias(name: str, comment: str, words: list[str]) -> str:
    """A type with a comment, laid out as prettier would."""
    members = [f"'{word}'" for word in words]
    line = f"export type {name} = {' | '.join(members)};\n"
    many = f"export type {name} =\n  | " + "\n  | ".join(members) + ";\n"
    return f"\n/** {comment} */\n{line if len(line) <= WIDTH else many}"


def player_events() -> list[str]:
    """The verbs of the events that name a player."""
    kinds = [kind for kind in get_args(Event) if "player" in kind.__dataclass_fields__]
    return [str(kind(Colour.WHITE)).removesuffix(" white") for kind in kinds]


def text() -> str:
    """The whole file."""
    # Only a turn that is written as text can capture nothing; the page makes moves of squares.
    rules = [rule.name.lower() for rule in Rule if rule is not Rule.NOTHING_TO_CAPTURE]
    return HEAD + "".join(
        (
            alias("Reason", "Why a game is over.", [reason.value for reason in Reason]),
            alias("Rule", "The rule that an action breaks.", rules),
            alias("MoveKind", "What a move does.", [kind.value for kind in MoveKind]),
            alias("PlayerEvent", "What a player does, or what happens to one, besides acting.", player_events()),
        )
    )


def main() -> None:
    """Write the file, or check that it is current."""
    if "--check" in sys.argv[1:]:
        if not TARGET.exists() or TARGET.read_text(encoding="utf-8") != text():
            sys.exit(f"{TARGET.name} is not current: run python tools/make_game_words.py")
        return
    TARGET.write_text(text(), encoding="utf-8")


if __name__ == "__main__":
    main()
