"""Puts a backup in the place of a database. From then on it is another history: clients that are ahead start over."""

from __future__ import annotations

import os
import sqlite3
import time
from contextlib import closing
from pathlib import Path

from barragoon.server.admin.backup import new_file, sync
from barragoon.server.admin.copy import copy_database
from barragoon.server.admin.database import reading, require_tables, writing
from barragoon.server.admin.parts import AdminError, Result
from barragoon.server.store.history import begin_history, read_history


def restore_file(backup: Path, target: Path) -> Result:
    """Make a backup the database of a data folder; the database that was there is kept under another name.

    The new file is complete before the old one is touched: a backup that can't be used leaves everything as it was.
    """
    require_tables(str(backup))
    _require_unused(target)
    with new_file(target) as file:
        _copy(backup, file)
        with writing(str(file)) as connection:
            begin_history(connection)
            history = read_history(connection)
        _give_to_owner_of(target.parent, file)
        sync(file)
        kept = _put_aside(target)
    return {"database": str(target), "history": history, "kept": kept}


def restore_into_postgres(backup: Path, address: str) -> Result:
    """Copy a backup into an empty PostgreSQL database."""
    with reading(str(backup)) as source, writing(address) as target:
        copied = copy_database(source, target)
        begin_history(target)
        history = read_history(target)
    return {"history": history, **copied._asdict()}


def _copy(backup: Path, file: Path) -> None:
    """Copy a database as SQLite sees it: what is still in a WAL beside it belongs to it."""
    address = f"{backup.resolve().as_uri()}?mode=ro"
    try:
        with closing(sqlite3.connect(address, uri=True)) as source, closing(sqlite3.connect(file)) as target:
            source.backup(target)
    except sqlite3.Error as error:
        raise AdminError(f"{backup} can't be copied: {error}") from error


def _require_unused(target: Path) -> None:
    """Refuse while a server has the file open; a file that is damaged is no reason, it is why one restores."""
    if not target.exists():
        return
    try:
        with closing(sqlite3.connect(target, timeout=2)) as database:
            database.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as error:
        if "locked" in str(error):
            raise AdminError(f"{target} can't be replaced: a server uses it; stop the server first") from error
        raise AdminError(f"{target} can't be replaced: {error}") from error
    except sqlite3.DatabaseError:
        return


def _give_to_owner_of(folder: Path, file: Path) -> None:
    """Let the user to whom the folder belongs use the file, also if root restores it."""
    if os.name == "posix" and os.geteuid() == 0:
        owner = folder.stat()
        os.chown(file, owner.st_uid, owner.st_gid)


def _put_aside(target: Path) -> list[str]:
    """Rename the database that is there, with the WAL that belongs to it."""
    stamp = time.strftime("%Y%m%dT%H%M%S", time.gmtime())
    while (name := f"{target.name}.before-{stamp}") and target.with_name(name).exists():
        stamp += "-again"
    kept = []
    for suffix in ("", "-wal", "-shm"):
        file = target.with_name(target.name + suffix)
        if file.exists():
            aside = target.with_name(name + suffix)
            file.rename(aside)
            kept.append(str(aside))
    return kept
