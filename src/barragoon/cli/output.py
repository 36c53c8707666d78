"""Where output goes: text and JSON to stdout, files written whole or not at all."""

from __future__ import annotations

import errno
import json
import os
import sys
from pathlib import Path
from typing import IO

import typer

STANDARD = "-"
"""The name by which stdin and stdout are given on the command line."""


def say(text: str = "") -> None:
    """Write a line to stdout."""
    typer.echo(text)


def say_json(value: object) -> None:
    """Write a value to stdout for a program to read."""
    say(json.dumps(value, indent=2, ensure_ascii=False))


def write_whole(data: bytes, target: str) -> None:
    """Write to a file, or to stdout for ``-``; a file that was there stays as it was until all is written."""
    if target == STANDARD:
        _write_to_stdout(data)
    else:
        replace_file(data, Path(target))


def replace_file(data: bytes, path: Path) -> None:
    """Write a file by way of another beside it, so that nobody ever sees half of it."""
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, "a file was expected, and this is a directory", str(path))
    if "\0" in str(path):
        raise OSError(errno.EINVAL, "this can't be the name of a file", str(path))
    # Through a link to the file itself, so that the link stays one; a pipe or a device can't be replaced.
    path = path.resolve()
    if path.exists() and not path.is_file():
        path.write_bytes(data)
        return
    draft = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        draft.write_bytes(data)
        draft.replace(path)
    except OSError as error:
        draft.unlink(missing_ok=True)
        raise OSError(error.errno, error.strerror, str(path)) from None


def _write_to_stdout(data: bytes) -> None:
    buffer: IO[bytes] = sys.stdout.buffer
    buffer.write(data)
    buffer.flush()
