"""Files that are written whole or not at all."""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import SpooledTemporaryFile
from typing import IO

_IN_MEMORY = 8 * 1024 * 1024


def replace_file(pieces: Iterable[bytes], path: Path) -> None:
    """Write a file by way of another beside it; if making a piece fails, the old file stays as it was."""
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, "a file was expected, and this is a directory", str(path))
    if "\0" in str(path):
        raise OSError(errno.EINVAL, "this can't be the name of a file", str(path))
    # A link is followed, so that it stays a link; a pipe or a device can't be replaced and is written to.
    path = path.resolve()
    if path.exists() and not path.is_file():
        with collected(pieces) as file, path.open("wb") as device:
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


def collected(pieces: Iterable[bytes]) -> IO[bytes]:
    """All pieces in a temporary file, in memory while it is small; the caller closes it."""
    file = SpooledTemporaryFile(_IN_MEMORY)  # noqa: SIM115 - the caller closes it
    try:
        file.writelines(pieces)
    except BaseException:
        file.close()
        raise
    file.seek(0)
    return file


def _write(pieces: Iterable[bytes], draft: Path, path: Path) -> None:
    with _naming(path):
        file = draft.open("wb")
    try:
        for piece in pieces:  # an error in making a piece is not about the file, so it does not name it
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
