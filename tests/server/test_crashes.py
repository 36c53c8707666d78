"""kill -9 and power failures in the middle of play: nothing that was acknowledged is lost, and no number is missing."""

import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from .load_generator import Load, check_nothing_is_lost
from .server_process import PROGRAM, TEST_STORE, Client, Server, about_the_file, running

SHIM = Path(__file__).parent / "synced_bytes.c"


def crash_and_look(server: Server, seed: int, acknowledgements: int) -> int:
    """Kill the server under load, start it again and compare; how many actions had been acknowledged."""
    load = Load(server, games=4, seed=seed)
    load.start(acknowledgements)
    time.sleep(random.Random(seed).uniform(0, 0.1))
    server.kill()
    load.wait()
    if TEST_STORE == "sqlite":
        check_the_file(server)
    server.restart()
    check_nothing_is_lost(load, server)
    return len(load.acknowledged)


def check_the_file(server: Server) -> None:
    with closing(sqlite3.connect(server.data / "games.sqlite3")) as database:
        assert database.execute("pragma integrity_check").fetchall() == [("ok",)]


def test_a_crash_loses_nothing(tmp_path: Path) -> None:
    with running(tmp_path / "data") as server:
        assert crash_and_look(server, seed=1, acknowledgements=60) >= 60


@pytest.mark.slow
def test_fifty_crashes_lose_nothing(tmp_path: Path) -> None:
    with running(tmp_path / "data") as server:
        total = sum(crash_and_look(server, seed, acknowledgements=100) for seed in range(50))
    assert total >= 5_000


# -- power failures --------------------------------------------------------------------------------------------

CARELESS = (
    "from barragoon.server.store import sqlite as d; "
    "d.PRAGMAS = tuple(p.replace('FULL', 'NORMAL') for p in d.PRAGMAS); "
)


@pytest.fixture(scope="module")
def shim(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library that keeps, beside the data, a copy that holds only what was synced: the disk after a power failure."""
    if not sys.platform.startswith("linux") or not shutil.which("cc"):
        pytest.skip("needs Linux and a C compiler")
    library = tmp_path_factory.mktemp("shim") / "synced_bytes.so"
    subprocess.run(["cc", "-shared", "-fPIC", "-O2", "-o", library, SHIM, "-ldl"], check=True)
    return library


def fail_the_power(folder: Path, shim: Path, program: str, acknowledgements: int, seed: int) -> tuple[Load, Path]:
    """Play, let the power fail, and return what was acknowledged and what the disk still has."""
    data, synced = folder / "data", folder / "synced"
    data.mkdir(parents=True)
    synced.mkdir()
    settings = {"LD_PRELOAD": str(shim), "SYNCED_FROM": str(data), "SYNCED_TO": str(synced)}
    with running(data, settings, program) as server:
        load = Load(server, games=4, seed=seed)
        load.start(acknowledgements)
        # The copy is taken from the outside, at some moment; what is acknowledged later does not count.
        acknowledged = [*load.acknowledged]
        games = [*load.games]
        survived = folder / "survived"
        server.process.send_signal(signal.SIGSTOP)  # the power is gone
        os.waitpid(server.process.pid, os.WUNTRACED)
        shutil.copytree(synced, survived, ignore=shutil.ignore_patterns("*.part"))
        server.kill()
        load.wait()
    load.acknowledged, load.games = acknowledged, [game for game in games if game in {a.game for a in acknowledged}]
    return load, survived


def look_after_power_failure(load: Load, survived: Path) -> None:
    with running(survived) as server:
        load.acknowledged = [each._replace(client=Client(server, each.client.token)) for each in load.acknowledged]
        check_nothing_is_lost(load, server)


@about_the_file
def test_a_power_failure_loses_nothing(tmp_path: Path, shim: Path) -> None:
    look_after_power_failure(*fail_the_power(tmp_path, shim, PROGRAM, acknowledgements=60, seed=1))


@about_the_file
@pytest.mark.slow
def test_ten_power_failures_lose_nothing(tmp_path: Path, shim: Path) -> None:
    for seed in range(10):
        look_after_power_failure(*fail_the_power(tmp_path / str(seed), shim, PROGRAM, acknowledgements=300, seed=seed))


@about_the_file
@pytest.mark.slow
def test_a_careless_store_would_be_caught(tmp_path: Path, shim: Path) -> None:
    load, survived = fail_the_power(tmp_path, shim, CARELESS + PROGRAM, acknowledgements=100, seed=1)
    with pytest.raises(AssertionError):
        look_after_power_failure(load, survived)
