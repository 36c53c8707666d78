"""Where output goes: text and JSON to stdout, files written whole or not at all."""

from __future__ import annotations

import errno
import json
import os
import shutil
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import SpooledTemporaryFile
from typing import IO

import typer

from barragoon.cli.progress import without_bar

STANDARD = "-"
"""The name by which stdin and stdout are given on the command line."""

_IN_MEMORY = 8 * 1024 * 1024


def say(text: str = "") -> None:
    """Write a line to stdout."""
    with without_bar():
        typer.echo(text)


def say_json(value: object) -> None:
    """Write a value to stdout for a program to read."""
    say(json.dumps(value, indent=2, ensure_ascii=False))


def write_whole(data: bytes, target: str) -> None:
    """Write to a file, or to stdout for ``-``; a file that was there stays as it was until all is written."""
    write_pieces([data], target)


def write_pieces(pieces: Iterable[bytes], target: str) -> None:
    """Write as :func:`write_whole` does what is made piece by piece; if making it fails, nothing is written."""
    if target == STANDARD:
        with _collected(pieces) as file:
            shutil.copyfileobj(file, sys.stdout.buffer)
        sys.stdout.buffer.flush()
    else:
        _replace(pieces, Path(target))


def replace_file(data: bytes, path: Path) -> None:
    """Write a file by way of another beside it, so that nobody ever sees half of it."""
    _replace([data], path)


def _replace(pieces: Iterable[bytes], path: Path) -> None:
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, "a file was expected, and this is a directory", str(path))
    if "\0" in str(path):
        raise OSError(errno.EINVAL, "this can't be the name of a file", str(path))
    # Through a link to the file itself, so that the link stays one; a pipe or a device can't be replaced.
    path = path.resolve()
    if path.exists() and not path.is_file():
        with _collected(pieces) as file, path.open("wb") as device:
            shutil.copyfileobj(file, device)
        return
    draft = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        _write(pieces, draft, path)
        with _naming(path):
            draft.replace(path)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise


def _write(pieces: Iterable[bytes], draft: Path, path: Path) -> None:
    with _naming(path):
        file = draft.open("wb")
    try:
        for piece in pieces:  # what goes wrong in making them is not the file's fault
            with _naming(path):
                file.write(piece)
    finally:
        with _naming(path):
            file.close()


@contextmanager
def _naming(path: Path) -> Iterator[None]:
    """Let errors name the file that was asked for, not the one beside it."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None


def _collected(pieces: Iterable[bytes]) -> IO[bytes]:
    """All pieces in a file that nobody else sees, in memory while it is small."""
    file = SpooledTemporaryFile(_IN_MEMORY)  # noqa: SIM115 - whoever asked closes it
    try:
        file.writelines(pieces)
    except BaseException:
        file.close()
        raise
    file.seek(0)
    return file
