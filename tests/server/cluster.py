"""Several real processes on one PostgreSQL server, and whatever can happen to them."""

import random
import signal
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

from .postgres_process import PostgresServer
from .server_process import GENEROUS, PROGRAM, SECONDS, Client, Server, start_process

NODES = 3
SAFE = {"fsync": "on", "max_connections": "150"}
"""Settings of PostgreSQL under which nothing may be lost."""


class Worker:
    """A running ``barragoon work``."""

    def __init__(self, folder: Path, settings: Mapping[str, str], program: str = PROGRAM) -> None:
        self._settings = GENEROUS | {"BARRAGOON_LOG": "json"} | dict(settings)
        self._program = program
        self.log_file = folder / "worker.log"
        self.start()

    def start(self) -> None:
        """Start it, and wait until it works."""
        self.process = start_process(self._program, ["work"], self._settings, self.log_file)
        while f'"pid": {self.process.pid}' not in self.log_file.read_text():
            assert self.process.poll() is None, self.log_file.read_text()
            time.sleep(0.05)

    def kill(self) -> None:
        """End it as a crash does."""
        self.process.kill()
        self.process.wait()

    def stop(self) -> int:
        """End it as its owner does."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(SECONDS)


class Cluster:
    """Nodes, a worker and their database."""

    def __init__(
        self,
        folder: Path,
        database: str,
        *,
        settings: Mapping[str, str] | None = None,
        programs: Sequence[str] = (PROGRAM,) * NODES,
        has_worker: bool = True,
    ) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self.settings = {"BARRAGOON_DATABASE": database, "BARRAGOON_DRAIN_SECONDS": "1"} | dict(settings or {})
        with ThreadPoolExecutor(len(programs) + 1) as threads:  # they take seconds to start, so all at once
            worker = threads.submit(Worker, folder, self.settings) if has_worker else None
            nodes = [
                threads.submit(Server, folder / f"node{number}", self.settings, program)
                for number, program in enumerate(programs)
            ]
            self.worker = worker.result() if worker else None
            self.nodes = [node.result() for node in nodes]
        self.wait_until_ready()

    def hosts(self) -> list[str]:
        """The addresses of all nodes, dead or alive, as a client knows them."""
        return [node.host for node in self.nodes]

    def wait_until_ready(self) -> None:
        """Wait until every node takes players."""
        for node in self.nodes:
            wait_until_ready(node)

    def metric(self, name: str) -> float:
        """A figure of /metrics, added up over all nodes."""
        total = 0.0
        for node in self.nodes:
            body = Client(node).ask("GET", "/metrics").body.decode()
            total += sum(float(line.split()[-1]) for line in body.splitlines() if line.startswith(name))
        return total

    @property
    def log(self) -> str:
        """What all nodes have logged."""
        return "".join(node.log for node in self.nodes)

    def end(self) -> None:
        """Kill everything that still runs."""
        for node in self.nodes:
            if node.process.poll() is None:
                node.kill()
        if self.worker and self.worker.process.poll() is None:
            self.worker.kill()


def wait_until_ready(node: Server, seconds: float = SECONDS) -> float:
    """Wait until a node takes players; how many seconds that took."""
    began = time.monotonic()
    while time.monotonic() < began + seconds:
        try:
            if Client(node).ask("GET", "/ready").status == 200:
                return time.monotonic() - began
        except OSError:
            pass
        time.sleep(0.05)
    raise AssertionError(f"the node is not ready: {node.log[-3000:]}")


@contextmanager
def cluster(  # noqa: PLR0913 - what differs between tests
    folder: Path,
    postgres: PostgresServer | None = None,
    *,
    database: str | None = None,
    settings: Mapping[str, str] | None = None,
    programs: Sequence[str] = (PROGRAM,) * NODES,
    has_worker: bool = True,
) -> Iterator[Cluster]:
    """A cluster for the duration of a test."""
    assert postgres or database
    url = database or (postgres.new_database() if postgres else "")
    running = Cluster(folder, url, settings=settings, programs=programs, has_worker=has_worker)
    try:
        yield running
    finally:
        running.end()


def pick(nodes: Sequence[Server], seed: int) -> Server:
    """A node at random, the same in every run."""
    return random.Random(seed).choice(nodes)
