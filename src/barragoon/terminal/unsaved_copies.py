"""Copies of games that are not saved yet, kept in the user's state folder against accidents."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path

from barragoon.terminal.files import SUFFIX


def state_folder() -> Path:
    """The folder in which this user's unsaved games are kept."""
    base = os.environ.get("XDG_STATE_HOME") or os.environ.get("LOCALAPPDATA")  # the latter on Windows
    return (Path(base) if base else Path.home() / ".local" / "state") / "barragoon"


def kept_copies() -> list[Path]:
    """The copies of games that were left unsaved, the newest last."""
    return sorted(state_folder().glob(f"*{SUFFIX}"))


def new_copy() -> Path:
    """A file name for the copy of a game; two processes never choose the same one."""
    now = datetime.now(UTC).astimezone()
    return state_folder() / f"{now.strftime('%Y-%m-%d-%H%M%S')}-{os.getpid()}{SUFFIX}"


def is_copy(path: Path) -> bool:
    """Whether a file is one of those copies."""
    return path.resolve().parent == state_folder().resolve()
