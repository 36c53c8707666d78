"""How many games the server carries, and how soon it acknowledges: a real process, real sockets, a real disk.

Every action that is counted was checked by the rules, synced to the disk, then acknowledged. The load generator runs on
the same machine and takes its share of it.

Usage: python benches/server_load.py --games 2000 --seconds 600 --rate 500 [--engine 2] [--postgres]
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import psycopg

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))  # the games and the client are those of the tests

from process_costs import machine_time, memory_now, most_memory, print_stolen, processor_seconds
from server.cluster import SAFE
from server.postgres_process import PostgresServer
from server.scripted_games import Script, scripts
from server.server_process import GENEROUS, PROGRAM
from server.small_websocket import SmallWebSocket

SEARCH = """\
from barragoon import Position
from barragoon.engine import Engine, Limit
while True:
    with Engine() as engine:
        engine.analyse(Position.start(), Limit(seconds=5))
"""
SCRIPTS, LENGTH = 20, 240


class Socket(SmallWebSocket):
    """A player's socket: it counts what comes, and looks no closer."""

    def __init__(self, host: str, live: Live, token: str) -> None:
        super().__init__(host, live.name, token)
        self._live = live
        self.greeted = asyncio.get_running_loop().create_future()

    def connection_lost(self, _: Exception | None) -> None:
        """Count a drop."""
        self._live.dropped()
        if not self.greeted.done():
            self.greeted.set_exception(ConnectionError("no greeting"))

    def take(self, payload: bytes) -> None:
        """Take a message."""
        if payload.startswith(b'{"t":"state"'):
            if not self.greeted.done():
                self.greeted.set_result(None)
        elif payload.startswith(b'{"t":"ack"'):
            self._live.acknowledged(int(payload[payload.rindex(b":") + 1 : -1]))
        elif payload.startswith(b'{"t":"reject"'):
            self._live.rejected(payload)


@dataclass
class Tally:
    """What was seen."""

    milliseconds: list[float] = field(default_factory=list)
    drops: int = 0
    rejections: list[bytes] = field(default_factory=list)
    late: int = 0


@dataclass
class Live:
    """One game: its script, its two sockets, the action that waits for its acknowledgement."""

    name: str
    script: Script
    tally: Tally
    sockets: list[Socket] = field(default_factory=list)
    played: int = 0
    seq: int = 1
    sent_at: float = 0

    def act(self) -> bool:
        """Send the next action, unless one is on its way."""
        if self.sent_at or self.played >= len(self.script.actions):
            return False
        self.sent_at = time.perf_counter()
        message = {
            "t": "act",
            "id": f"a{self.played}",
            "seq": self.seq,
            "action": self.script.actions[self.played],
        }
        self.sockets[self.script.actors[self.played]].send(message)
        return True

    def acknowledged(self, seq: int) -> None:
        """Note how long it took; clocks that got time back may have taken a number as well."""
        self.tally.milliseconds.append((time.perf_counter() - self.sent_at) * 1000)
        self.sent_at, self.seq = 0, seq
        self.played += 1

    def rejected(self, payload: bytes) -> None:
        """Note a rejection; there should be none."""
        self.tally.rejections.append(payload[:200])

    def dropped(self) -> None:
        """Note a lost connection."""
        self.tally.drops += 1


# -- the server ----------------------------------------------------------------------------------------------


def start_server(folder: Path, database: str | None) -> tuple[subprocess.Popen[bytes], str]:
    """A server of its own, and its address; without a database, with an SQLite file."""
    log = folder / "log"
    command = [sys.executable, "-c", PROGRAM, "serve", "--no-browser", "--port", "0", "--data", str(folder / "data")]
    with log.open("w") as errors:
        store = {"BARRAGOON_DATABASE": database} if database else {}
        environment = os.environ | GENEROUS | {"BARRAGOON_LOG": "json"} | store
        process = subprocess.Popen(command, stdout=errors, stderr=errors, env=environment)  # noqa: S603 - our own program
    while '"listening"' not in log.read_text():
        if process.poll() is not None:
            sys.exit(log.read_text())
        time.sleep(0.1)
    line = next(line for line in log.read_text().splitlines() if '"listening"' in line)
    return process, json.loads(line)["listening"].removeprefix("http://")


def open_games(host: str, count: int) -> tuple[list[str], list[str]]:
    """So many games between two bots; the names of the games and the tokens of White and Brown."""

    def ask(path: str, body: object, token: str | None = None) -> Any:  # noqa: ANN401 - whatever JSON says
        connection = HTTPConnection(host)
        headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
        connection.request("POST", path, json.dumps(body), headers)
        return json.loads(connection.getresponse().read())

    def open_game(_: int) -> str:
        game = {"colour": "white", "terms": {"clock": {"initial": 10_800, "increment": 5}}}
        state = ask("/api/v1/games", game, tokens[0])
        key = state["invitation"].partition("#join=")[2]
        ask(f"/api/v1/games/{state['game']}/join", {"id": "join", "key": key}, tokens[1])
        return str(state["game"])

    tokens = [ask("/api/v1/players", {"bot": True})["token"] for _ in range(2)]
    with ThreadPoolExecutor(16) as threads:
        return [*threads.map(open_game, range(count))], tokens


def start_engines(count: int) -> list[subprocess.Popen[bytes]]:
    """Engines that search all the time with idle priority, as an engine beside a server should run."""
    idle = ["chrt", "--idle", "0", sys.executable, "-c", SEARCH]
    return [subprocess.Popen(idle) for _ in range(count)]  # noqa: S603 - our own program


# -- the measurement -----------------------------------------------------------------------------------------


async def connect_all(host: str, lives: list[Live], tokens: list[str]) -> None:
    """Two sockets a game."""
    loop = asyncio.get_running_loop()
    address, port = host.split(":")
    for live in lives:
        for token in tokens:
            _, socket = await loop.create_connection(
                lambda live=live, token=token: Socket(host, live, token),  # type: ignore[misc]  # mypy infers no types for defaults
                address,
                int(port),
            )
            live.sockets.append(socket)
        await asyncio.gather(*(socket.greeted for socket in live.sockets))


async def play(lives: list[Live], rate: float, seconds: float, tally: Tally) -> None:
    """Send actions at an even rate, whether the server keeps up or not."""
    loop = asyncio.get_running_loop()
    begun, sent, turn = loop.time(), 0, 0
    while (passed := loop.time() - begun) < seconds:
        while sent < passed * rate:
            for _ in range(len(lives)):
                turn = (turn + 1) % len(lives)
                if lives[turn].act():
                    break
            else:
                tally.late += 1
            sent += 1
        await asyncio.sleep(0.002)
    await asyncio.sleep(1)


def report(tally: Tally, arguments: argparse.Namespace, process: int, busy: float) -> None:
    """Print the result."""
    times = sorted(tally.milliseconds)
    if not times:
        sys.exit(f"nothing was acknowledged; {tally.rejections[:1]}")
    marks = statistics.quantiles(times, n=1000)
    asked = f"{arguments.rate:g} actions/s asked"
    print(f"{arguments.games} games, {2 * arguments.games} sockets, {arguments.seconds:g} s, {asked}")
    rate = len(times) / arguments.seconds
    print(f"acknowledged {len(times)} ({rate:.0f}/s), rejected {len(tally.rejections)}, dropped {tally.drops}")
    print(f"ms: median {marks[499]:.1f}, p99 {marks[989]:.1f}, p99.9 {marks[998]:.1f}, worst {times[-1]:.1f}")
    print(f"server: {busy / len(times) * 1000:.2f} ms of processor time an action; memory ", end="")
    print(f"now {memory_now(process):.0f} MB, most {most_memory(process):.0f} MB")
    if tally.late:
        print(f"{tally.late} actions were not sent: every game waited for an acknowledgement or was over")
    if tally.rejections:
        print(tally.rejections[0].decode())


@dataclass(frozen=True)
class PostgresUse:
    """What PostgreSQL has used so far."""

    seconds: float
    """Of its processes that live."""
    log_bytes: int
    event_bytes: int

    @classmethod
    def of(cls, postgres: PostgresServer, address: str) -> PostgresUse:
        """Ask for it."""
        log = "pg_current_wal_lsn() - '0/0'::pg_lsn"
        with psycopg.connect(address) as connection:
            row = connection.execute(f"SELECT {log}, pg_total_relation_size('events')").fetchone()
        assert row
        busy = processor_seconds([postgres.process.pid, *postgres.children()])
        return cls(busy, int(row[0]), int(row[1]))

    def report(self, before: PostgresUse, actions: int) -> None:
        """Print what each action took."""
        seconds = self.seconds - before.seconds
        log = (self.log_bytes - before.log_bytes) / actions
        events = (self.event_bytes - before.event_bytes) / actions
        print(f"PostgreSQL: {seconds / actions * 1000:.2f} ms of processor time an action; ", end="")
        print(f"{log:.0f} bytes of log, {events:.0f} bytes kept")


PostgresNow = Callable[[], PostgresUse]


async def measure(
    host: str, arguments: argparse.Namespace, process: int, use: Callable[[], PostgresUse] | None
) -> None:
    """Connect, play, print."""
    tally = Tally()
    played = scripts(SCRIPTS, LENGTH)
    games, tokens = open_games(host, arguments.games)
    lives = [Live(name, played[n % SCRIPTS], tally) for n, name in enumerate(games)]
    await connect_all(host, lives, tokens)
    print(f"connected; server memory {memory_now(process):.0f} MB", flush=True)
    gc.disable()  # the generator's own pauses are not the server's
    before, used, machine = processor_seconds([process]), use and use(), machine_time()
    await play(lives, arguments.rate, arguments.seconds, tally)
    report(tally, arguments, process, processor_seconds([process]) - before)
    if use and used:
        use().report(used, len(tally.milliseconds))
    print_stolen(machine)


def main() -> None:
    """Measure as asked."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--rate", type=float, default=500, help="actions a second, over all games")
    parser.add_argument("--engine", type=int, default=0, help="so many engines search beside it")
    parser.add_argument("--postgres", action="store_true", help="on a PostgreSQL server of its own, with fsync")
    arguments = parser.parse_args()
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        postgres = PostgresServer(SAFE) if arguments.postgres else None
        if postgres:
            stack.callback(postgres.remove)
        database = postgres.new_database() if postgres else None
        process, host = start_server(Path(folder), database)
        use = partial(PostgresUse.of, postgres, database) if postgres and database else None
        engines = start_engines(arguments.engine)
        try:
            asyncio.run(measure(host, arguments, process.pid, use))
        finally:
            for each in (*engines, process):
                each.terminate()
                each.wait()


if __name__ == "__main__":
    main()
