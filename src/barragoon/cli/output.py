"""What a command writes: text and JSON to stdout, complaints to stderr, files whole or not at all."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Iterable
from pathlib import Path

import typer

from barragoon.cli.progress import without_bar
from barragoon.terminal.atomic_file import collected, replace_file
from barragoon.terminal.files import STANDARD


def say(text: str = "") -> None:
    """Write a line to stdout."""
    with without_bar():
        typer.echo(text)


def say_json(value: object) -> None:
    """Write a value to stdout for a program to read."""
    say(json.dumps(value, indent=2, ensure_ascii=False))


def complain(sentence: str) -> None:
    """Say on stderr what is wrong; an empty sentence, as after a page of help, says nothing."""
    if sentence:
        with without_bar():
            typer.echo(f"barragoon: {sentence}", err=True)


def write_whole(data: bytes, target: str) -> None:
    """Write to a file, or to stdout for ``-``; a file that was there stays as it was until all is written."""
    write_pieces([data], target)


def write_pieces(pieces: Iterable[bytes], target: str) -> None:
    """Write piece by piece as :func:`write_whole` does; if making a piece fails, nothing is written."""
    if target == STANDARD:
        with collected(pieces) as file:
            shutil.copyfileobj(file, sys.stdout.buffer)
        sys.stdout.buffer.flush()
    else:
        replace_file(pieces, Path(target))
