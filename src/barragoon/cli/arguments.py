"""Arguments that several commands take: a position, express stages, a file of text."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from barragoon.errors import BarragoonError
from barragoon.position import Position
from barragoon.terminal.failure import FailureError
from barragoon.terminal.files import STANDARD

LONGEST_INPUT = 64 * 1024 * 1024
"""Bytes of a text file; a larger one is a mistake rather than a game file."""


def read_position(fen: str | None, *, open_start: bool = False) -> Position:
    """The position that a FEN shows; without one the start of the game."""
    if fen is None:
        return Position.start(open=open_start)
    if open_start:
        raise FailureError("--open names the start of the open variant: give it or a FEN, not both")
    try:
        return Position.from_fen(fen.strip())
    except BarragoonError as error:
        raise FailureError(f"FEN: {error}") from None


def read_stages(text: str | None) -> tuple[int, int] | None:
    """White's and Brown's express stage, if any are given."""
    if text is None:
        return None
    if not re.fullmatch("[012]{2}", text):
        raise FailureError(f"--express: {text!r} is not two digits from 0 to 2, White's and Brown's stage, such as 01")
    return int(text[0]), int(text[1])


def joined(words: list[str] | None) -> str | None:
    """A FEN that was typed with or without quotes; ``-`` reads the first line of stdin."""
    if not words:
        return None
    if words == [STANDARD]:
        return sys.stdin.buffer.readline(LONGEST_INPUT).decode(errors="replace").strip()
    return " ".join(words)


def read_text(path: Path) -> str:
    """The text of a file, or of stdin for ``-``; an error about what isn't text names the line."""
    data = _read_bytes(path)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise FailureError(f"{path}:{line}: this is not text in UTF-8") from None


def _read_bytes(path: Path) -> bytes:
    if str(path) == STANDARD:
        return sys.stdin.buffer.read(LONGEST_INPUT)
    if path.is_dir():
        raise FailureError(f"{path}: a file was expected, and this is a directory")
    if path.stat().st_size > LONGEST_INPUT:
        raise FailureError(f"{path}: more than {LONGEST_INPUT // 1024 // 1024} MB can't be a file of games")
    return path.read_bytes()
