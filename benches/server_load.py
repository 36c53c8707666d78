"""How many games the server carries, and how soon it acknowledges: a real process, real sockets, a real disk.

Every action that is counted was checked by the rules, synced to the disk, then acknowledged. The load generator runs on
the same machine and takes its share of it.

Usage: python benches/server_load.py --games 2000 --seconds 600 --rate 500 [--engine 2]
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import gc
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

from barragoon import Game, Move

GENEROUS = {
    "BARRAGOON_SOCKETS_PER_ADDRESS": "100000",
    "BARRAGOON_CONNECTIONS_PER_ADDRESS": "100000",
    "BARRAGOON_REQUESTS_PER_SECOND": "100000",
    "BARRAGOON_REQUEST_BURST": "100000",
    "BARRAGOON_OPEN_GAMES_PER_PLAYER": "100000",
    "BARRAGOON_MESSAGES_PER_SECOND": "1000",
    "BARRAGOON_LOG": "json",
}
PROGRAM = "from barragoon.cli import main; main()"
SEARCH = """\
from barragoon import Position
from barragoon.engine import Engine, Limit
while True:
    with Engine() as engine:
        engine.analyse(Position.start(), Limit(seconds=5))
"""
SCRIPTS, LENGTH, MOST_CAPTURES = 20, 240, 4


# -- what is played ------------------------------------------------------------------------------------------


def scripts() -> list[list[str]]:
    """Long games: random quiet moves with a few captures, so that nobody wins soon."""
    chance = random.Random(1)
    return [_script(chance) for _ in range(SCRIPTS)]


def _script(chance: random.Random) -> list[str]:
    game = Game()
    captures = 0
    while len(game.actions) < LENGTH and not game.outcome():
        legal = [*game.legal_actions()]
        quiet = [a for a in legal if not (isinstance(a, Move) and game.position[a.target])]
        pool = legal if captures < MOST_CAPTURES or not quiet else quiet
        action = chance.choice(pool)
        captures += action not in quiet
        game.push(action)
    return [str(action) for action in game.actions]


# -- a client that costs little ------------------------------------------------------------------------------


class Socket(asyncio.Protocol):
    """A WebSocket client that does just what is needed here."""

    def __init__(self, host: str, game: str, token: str, live: Live) -> None:
        key = base64.b64encode(os.urandom(16)).decode()
        self._request = (
            f"GET /api/v1/games/{game}/socket HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\nAuthorization: Bearer {token}\r\n\r\n"
        ).encode()
        self._live = live
        self._buffer = b""
        self._open = False
        self.greeted = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the upgrade."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.write(self._request)

    def connection_lost(self, _: Exception | None) -> None:
        """Count a drop."""
        self._live.dropped()
        if not self.greeted.done():
            self.greeted.set_exception(ConnectionError("no greeting"))

    def data_received(self, data: bytes) -> None:
        """Take frames apart."""
        self._buffer += data
        if not self._open:
            head, end, rest = self._buffer.partition(b"\r\n\r\n")
            if not end:
                return
            assert head.startswith(b"HTTP/1.1 101"), head
            self._open, self._buffer = True, rest
        while (frame := self._frame()) is not None:
            self._take(*frame)

    def _frame(self) -> tuple[int, bytes] | None:
        if len(self._buffer) < 2:
            return None
        kind, length, start = self._buffer[0] & 15, self._buffer[1] & 127, 2
        if length == 126:
            length, start = int.from_bytes(self._buffer[2:4], "big"), 4
        elif length == 127:
            length, start = int.from_bytes(self._buffer[2:10], "big"), 10
        if len(self._buffer) < start + length:
            return None
        payload, self._buffer = self._buffer[start : start + length], self._buffer[start + length :]
        return kind, payload

    def _take(self, kind: int, payload: bytes) -> None:
        if kind == 9:
            self._send(10, payload)
        elif payload.startswith(b'{"t":"state"'):
            if not self.greeted.done():
                self.greeted.set_result(None)
        elif payload.startswith(b'{"t":"ack"'):
            self._live.acknowledged()
        elif payload.startswith(b'{"t":"reject"'):
            self._live.rejected(payload)

    def send(self, message: dict[str, Any]) -> None:
        """Send a message."""
        self._send(1, json.dumps(message).encode())

    def _send(self, kind: int, payload: bytes) -> None:
        head = bytes([128 | kind, 128 | len(payload)]) if len(payload) < 126 else None
        head = head or bytes([128 | kind, 254]) + len(payload).to_bytes(2, "big")
        self._transport.write(head + b"\0\0\0\0" + payload)  # masked with zeroes: allowed, and cheap


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
    script: list[str]
    turns: list[int]
    tally: Tally
    sockets: list[Socket] = field(default_factory=list)
    played: int = 0
    sent_at: float = 0

    def act(self) -> bool:
        """Send the next action, unless one is on its way."""
        if self.sent_at or self.played >= len(self.script):
            return False
        self.sent_at = time.perf_counter()
        message = {"t": "act", "id": f"a{self.played}", "seq": self.played + 1, "action": self.script[self.played]}
        self.sockets[self.turns[self.played]].send(message)
        return True

    def acknowledged(self) -> None:
        """Note how long it took."""
        self.tally.milliseconds.append((time.perf_counter() - self.sent_at) * 1000)
        self.sent_at = 0
        self.played += 1

    def rejected(self, payload: bytes) -> None:
        """Note a rejection; there should be none."""
        self.tally.rejections.append(payload[:200])

    def dropped(self) -> None:
        """Note a lost connection."""
        self.tally.drops += 1


# -- the server ----------------------------------------------------------------------------------------------


def start_server(folder: Path) -> tuple[subprocess.Popen[bytes], str]:
    """A server of its own, and its address."""
    log = folder / "log"
    command = [sys.executable, "-c", PROGRAM, "serve", "--no-browser", "--port", "0", "--data", str(folder / "data")]
    with log.open("w") as errors:
        process = subprocess.Popen(command, stdout=errors, stderr=errors, env=os.environ | GENEROUS)  # noqa: S603 - our own program
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


def actors(script: list[str]) -> list[int]:
    """Who does each action: 0 White, 1 Brown."""
    from barragoon import Colour, parse_action

    game, seats = Game(), []
    for action in script:
        seats.append(0 if game.position.actor is Colour.WHITE else 1)
        game.push(parse_action(action))
    return seats


def memory_of(process: int, name: str) -> float:
    """A figure of /proc in megabytes."""
    lines = Path(f"/proc/{process}/status").read_text(encoding="utf-8").splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith(name))


def processor_seconds(process: int) -> float:
    """How long a process has kept processors busy."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def machine_time() -> list[int]:
    """What the machine's processors did so far, in ticks: the eighth figure is what the host kept for others."""
    return [int(ticks) for ticks in Path("/proc/stat").read_text(encoding="utf-8").split("\n", 1)[0].split()[1:9]]


def print_stolen(before: list[int], after: list[int]) -> None:
    """Print how much of the processors the machine's host kept for others meanwhile."""
    passed = [late - early for early, late in zip(before, after, strict=True)]
    print(f"the machine's host kept {100 * passed[7] / sum(passed):.1f} % of its processors")


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
                lambda live=live, token=token: Socket(host, live.name, token, live),  # type: ignore[misc]  # mypy infers no types for defaults
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


def report(tally: Tally, arguments: argparse.Namespace, process: int, processor_seconds: float) -> None:
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
    print(f"server: {processor_seconds / len(times) * 1000:.2f} ms of processor time an action; memory ", end="")
    print(f"now {memory_of(process, 'VmRSS'):.0f} MB, most {memory_of(process, 'VmHWM'):.0f} MB")
    if tally.late:
        print(f"{tally.late} actions were not sent: every game waited for an acknowledgement or was over")
    if tally.rejections:
        print(tally.rejections[0].decode())


async def measure(host: str, arguments: argparse.Namespace, process: int) -> None:
    """Connect, play, print."""
    tally = Tally()
    played = scripts()
    turns = [actors(script) for script in played]
    games, tokens = open_games(host, arguments.games)
    lives = [Live(name, played[n % SCRIPTS], turns[n % SCRIPTS], tally) for n, name in enumerate(games)]
    await connect_all(host, lives, tokens)
    print(f"connected; server memory {memory_of(process, 'VmRSS'):.0f} MB", flush=True)
    gc.disable()  # the generator's own pauses are not the server's
    before, machine = processor_seconds(process), machine_time()
    await play(lives, arguments.rate, arguments.seconds, tally)
    report(tally, arguments, process, processor_seconds(process) - before)
    print_stolen(machine, machine_time())


def main() -> None:
    """Measure as asked."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--rate", type=float, default=500, help="actions a second, over all games")
    parser.add_argument("--engine", type=int, default=0, help="so many engines search beside it")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        process, host = start_server(Path(folder))
        engines = start_engines(arguments.engine)
        try:
            asyncio.run(measure(host, arguments, process.pid))
        finally:
            for each in (*engines, process):
                each.terminate()
                each.wait()


if __name__ == "__main__":
    main()
