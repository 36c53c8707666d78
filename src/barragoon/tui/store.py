"""Where games of the terminal are kept: the file that a player names, and a copy against accidents."""

from __future__ import annotations

import os
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

from barragoon.cli.games import pick, records, replayed
from barragoon.cli.output import replace_file
from barragoon.game import Game
from barragoon.record import Record

SUFFIX = ".bgn"


def state_folder() -> Path:
    """The folder in which this user's unsaved games are kept."""
    base = os.environ.get("XDG_STATE_HOME") or os.environ.get("LOCALAPPDATA")  # the latter on Windows
    return (Path(base) if base else Path.home() / ".local" / "state") / "barragoon"


def kept_copies() -> list[Path]:
    """The copies of games that were left unsaved, the newest last."""
    return sorted(state_folder().glob(f"*{SUFFIX}"))


def fresh_copy() -> Path:
    """A name for the copy of a game; two games at once have two."""
    return state_folder() / f"{_now().strftime('%Y-%m-%d-%H%M%S')}-{os.getpid()}{SUFFIX}"


def is_copy(path: Path) -> bool:
    """Whether a file is one of those copies."""
    return path.resolve().parent == state_folder().resolve()


def today() -> str:
    """The date as game files write it."""
    return _now().strftime("%Y.%m.%d")


def write(game: Game, tags: Mapping[str, str], path: Path) -> None:
    """Write a game file of one game."""
    replace_file(str(Record.from_game(game, tags)).encode(), path)


def read(path: Path, number: int) -> tuple[Game, dict[str, str], bool]:
    """A game of a file, its tags, and whether writing it back would lose nothing of the file."""
    record = pick(path, number)
    game = replayed(record, path)
    alone = sum(1 for _ in records(path)) == 1
    return game, record.tags.free, alone and Record.from_game(game, record.tags) == record


def _now() -> datetime:
    return datetime.now(UTC).astimezone()
