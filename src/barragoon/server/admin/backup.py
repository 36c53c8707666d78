"""Backups: a copy of the whole store in one SQLite file, made while games go on."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from barragoon.server.admin.audit import note
from barragoon.server.admin.copy import copy_database
from barragoon.server.admin.database import reading, writing
from barragoon.server.admin.parts import AdminError, Parts, Result
from barragoon.server.admin.requests import Backup, NoteBackup
from barragoon.server.store.server_facts import BACKUP, write_fact
from barragoon.server.store.sqlite import SqliteStore


async def back_up(parts: Parts, request: Backup) -> Result:
    """Copy the server's SQLite file step by step between its transactions, so that nobody waits for it."""
    if not isinstance(parts.store, SqliteStore):
        raise AdminError("this store is not a file: give --database to 'barragoon admin backup'")
    if parts.store.owns(Path(request.file)):
        raise AdminError(f"{request.file} is the server's own file, which a backup would replace: name another one")
    await note(parts, request, request.file)
    with new_file(Path(request.file)) as file:
        await parts.store.back_up(file)
        size = await asyncio.to_thread(_finish, file)
    if request.is_kept:
        await _remember(parts)
    return {"file": request.file, "bytes": size}


async def note_backup(parts: Parts, request: NoteBackup) -> Result:
    """Write down that a backup was made."""
    await note(parts, request, request.file)
    await _remember(parts)
    return {"file": request.file}


async def _remember(parts: Parts) -> None:
    now = str(parts.now()).encode()
    await parts.store.run(lambda connection: write_fact(connection, BACKUP, now))


def back_up_postgres(address: str, target: Path) -> Result:
    """Copy a PostgreSQL database as it is at this moment into a SQLite file."""
    with new_file(target) as file:
        with reading(address) as source, writing(str(file)) as copy:
            copied = copy_database(source, copy)
        size = _finish(file)
    return {"file": str(target), "bytes": size} | copied._asdict()


@contextmanager
def new_file(target: Path) -> Iterator[Path]:
    """A file under another name beside the target, which gets the target's name at the end; the caller syncs it."""
    if not target.parent.is_dir():
        raise AdminError(f"there is no folder {target.parent}")
    if target.exists() and not target.is_file():  # root could replace /dev/null
        raise AdminError(f"{target} is no file that could be replaced: name another one")
    try:
        descriptor, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)  # 0600
    except OSError as error:
        raise AdminError(f"{target.parent} can't be written to: {(error.strerror or str(error)).lower()}") from error
    os.close(descriptor)
    file = Path(name)
    try:
        yield file
        file.replace(target)
        sync(target.parent)
    except OSError as error:
        raise AdminError(f"{target} can't be written: {(error.strerror or str(error)).lower()}") from error
    finally:
        with suppress(FileNotFoundError):
            file.unlink()


def sync(path: Path) -> None:
    """Wait until a file, or what a folder says of its files, is on the disk."""
    if os.name == "nt" and path.is_dir():  # folders can't be opened there, and need not be
        return
    descriptor = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _finish(file: Path) -> int:
    """Leave WAL mode, so that the backup is one file that can be copied anywhere, and sync it; returns its size."""
    with closing(sqlite3.connect(file)) as database:
        database.execute("PRAGMA journal_mode=DELETE")
    sync(file)
    return file.stat().st_size
