"""A store whose thread ends or hangs, whose file is damaged, whose disk is full; and who may read its files."""

import asyncio
import gzip
import os
import sqlite3
import stat
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import Connection, text

from barragoon.server.store.server_facts import write_fact
from barragoon.server.store.sqlite import SqliteStore
from barragoon.server.store.store import StoreError

from .server_process import PROGRAM, SECONDS, TEST_STORE, Client, Server, about_the_file, running

FAULTY_SLEEP = """
import os, threading, time
real_sleep = time.sleep
def sleep(seconds):
    if threading.current_thread().name in {"store", "append"} and os.path.exists(os.environ["FAULT"]):
        %s
    real_sleep(seconds)
time.sleep = sleep
"""
"""As under libfaketime, where ``time.sleep`` failed; it begins once a file is there."""


def faulty(data: Path, fault: str) -> tuple[dict[str, str], str]:
    """The settings and the program of a server whose store fails on demand."""
    return {"FAULT": str(data) + ".fault"}, FAULTY_SLEEP % fault + PROGRAM


def begin_fault(server: Server) -> None:
    Path(f"{server.data}.fault").touch()


def play_a_little(server: Server) -> Client:
    """Let something be appended, so that the thread has passed its fault."""
    player, other = server.client(), server.client()
    state = player.open_game(colour="white")
    other.join(state)
    begin_fault(server)
    player.command(state["game"], "act", 1, action="d2d5")
    return player


def test_a_store_whose_thread_ends_fails_its_jobs_and_stops_the_server(tmp_path: Path) -> None:
    settings, program = faulty(tmp_path / "data", "raise OSError(22, 'Invalid argument')")
    with running(tmp_path / "data", settings, program) as server:
        player = play_a_little(server)
        try:
            if TEST_STORE == "sqlite":  # PostgreSQL has other threads for this, until the server stops
                assert player.ask("POST", "/api/v1/games", {}).status == 503
            assert player.ask("GET", "/health").status == 503
        except OSError:
            pass  # it has stopped already
        assert server.process.wait(SECONDS) not in {0, None}
        assert "the server has stopped: the thread that writes has ended: OSError" in server.log


@about_the_file
@pytest.mark.slow
def test_a_server_whose_store_hangs_ends_when_it_is_stopped(tmp_path: Path) -> None:
    settings, program = faulty(tmp_path / "data", "real_sleep(1_000_000)")
    with running(tmp_path / "data", settings, program) as server:
        server.client()
        begin_fault(server)
        time.sleep(2)  # the server notes that it is alive meanwhile, and hangs
        server.process.terminate()
        assert server.process.wait(SECONDS) in {0, 1}


# -- a damaged file ----------------------------------------------------------------------------------------------


def test_damage_of_the_file_sticks(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite3"
    SqliteStore(file).close()
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("CREATE TABLE long (number INTEGER PRIMARY KEY, filler BLOB)")
        database.executemany("INSERT INTO long VALUES (?, zeroblob(3000))", [(number,) for number in range(300)])
    with file.open("r+b") as opened:  # overwrite pages in the middle of that table, not the tables of games
        opened.seek(file.stat().st_size * 3 // 4 // 4096 * 4096)
        opened.write(b"\xff" * 4096 * 20)
    store = SqliteStore(file)
    with pytest.raises(StoreError, match="malformed"):
        asyncio.run(store.run(read_all))
    assert store.is_failing
    asyncio.run(store.run(lambda connection: write_fact(connection, "fact", b"1")))
    assert store.is_failing, "a write elsewhere does not heal the file"
    store.close()


def read_all(connection: Connection) -> None:
    connection.execute(text("SELECT sum(length(filler)) FROM long")).all()


# -- a full disk at the start ------------------------------------------------------------------------------------

FULL_DISK = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0)); "


@about_the_file
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="files can't be limited so elsewhere")
@pytest.mark.parametrize("exists", [False, True])
def test_a_full_disk_at_the_start_is_a_sentence(tmp_path: Path, exists: bool) -> None:
    data = tmp_path / "data"
    if exists:
        data.mkdir()
        SqliteStore(data / "games.sqlite3").close()
    command = [sys.executable, "-c", FULL_DISK + PROGRAM, "serve", "--no-browser", "--port", "0", "--data", str(data)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)
    assert done.returncode == 2, done
    assert "Traceback" not in done.stderr
    assert done.stderr.startswith("barragoon: ")
    assert "can't be" in done.stderr


# -- who may read the files --------------------------------------------------------------------------------------


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.mark.skipif(os.name == "nt", reason="files have other rights there")
def test_nobody_else_may_read_the_data(tmp_path: Path, open_to_all: Callable[[], None]) -> None:
    open_to_all()
    with running(tmp_path / "data") as server:
        server.client()
        if TEST_STORE == "sqlite":
            assert mode(server.data) == 0o700
            files = [*server.data.iterdir()]
            assert {path.name for path in files} >= {"games.sqlite3", "games.sqlite3-wal"}
            assert {mode(path) for path in files if path.is_file()} == {0o600}


@pytest.mark.skipif(os.name == "nt", reason="files have other rights there")
def test_files_of_earlier_versions_are_closed_to_others(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite3"
    SqliteStore(file).close()
    file.chmod(0o644)
    SqliteStore(file).close()
    assert mode(file) == 0o600


@pytest.fixture
def open_to_all(request: pytest.FixtureRequest) -> Callable[[], None]:
    """The usual umask, by which others may read."""

    def set_umask() -> None:
        before = os.umask(0o022)
        request.addfinalizer(lambda: os.umask(before) and None)

    return set_umask


def test_the_file_is_copied_before_its_tables_change(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite3"
    old = Path(__file__).parents[1] / "data" / "old_server" / "games.sqlite3.gz"
    file.write_bytes(gzip.decompress(old.read_bytes()))
    before, after = SqliteStore.migrate(file)
    copy = tmp_path / f"games.sqlite3.before-{after}"
    assert mode(copy) == 0o600
    with closing(sqlite3.connect(copy)) as database:
        assert database.execute("SELECT version_num FROM alembic_version").fetchall() == [(before,)]
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert database.execute("SELECT count(*) FROM games").fetchone()[0] > 10
    first = copy.stat().st_mtime_ns
    SqliteStore(file).close()
    assert copy.stat().st_mtime_ns == first, "once"
