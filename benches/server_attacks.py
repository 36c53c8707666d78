"""What hostile clients do to others: a server at default limits, an attacker, and two people who play meanwhile.

For each attack a new server is started. Two innocent players act in turn; how long the worst acknowledgement took and
by how much the server's memory grew is printed, with the ratio to no attack. The attacker is a process of its own, at
127.0.0.2, for some seconds. Everything runs on one machine, and the attacker takes its share of it.

Usage: python benches/server_attacks.py [--seconds 5] [--only ping-flood]
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import uuid
from contextlib import ExitStack
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, NamedTuple

from msgspec.structs import replace
from sqlalchemy import Connection
from websockets.sync.client import ClientConnection, connect

from barragoon.server.game.clock import Moment
from barragoon.server.game.commands import MOST_ACTIONS, carry_out
from barragoon.server.game.fair_play import FairPlay
from barragoon.server.game.journal import Journal, snapshot_of
from barragoon.server.messages import Act
from barragoon.server.metrics import Metrics
from barragoon.server.settings import Settings
from barragoon.server.shared.worker_pool import WorkerPool
from barragoon.server.store.encoding import decode_event, encode
from barragoon.server.store.games import EncodedEvent, add_game, append_event
from barragoon.server.store.open_store import open_store
from barragoon.server.store.stored_events import events_after
from hostile_clients import ATTACKS, Attacker, LongGames

PROGRAM = "from barragoon.cli import main; main()"
SHUFFLE = ("d2d4", "d8d6", "d4d2", "d6d8")
PAUSE = 0.12
"""Seconds between two actions, so that each player stays below the limit of messages."""
MOST_MILLISECONDS, MOST_MEGABYTES = 500, 100
LONG_GAMES = 25
BY_OPPONENT = {"opponent-floods"}
"""Attacks of one of the two players; only the other one's acknowledgements count then."""


class Result(NamedTuple):
    """What the innocent saw, in milliseconds, and the growth of the server's memory in MB."""

    worst: float
    median: float
    growth: float
    actions: int


class Server:
    """A server with nothing configured but where it is."""

    def __init__(self, folder: Path) -> None:
        self._log = folder / "log"
        command = [
            sys.executable,
            "-c",
            PROGRAM,
            "serve",
            "--no-browser",
            "--port",
            "0",
            "--data",
            str(folder / "data"),
        ]
        settings = os.environ | {"BARRAGOON_LOG": "json"}
        with self._log.open("w") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=log, env=settings)  # noqa: S603 - our own server
        self.host = self._wait()

    def _wait(self) -> str:
        while self.process.poll() is None:
            if found := re.search(r'"listening": "http://([^"]+)"', self._log.read_text()):
                return found[1]
            time.sleep(0.05)
        raise SystemExit(self._log.read_text())

    def memory(self) -> float:
        """In MB."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.findall(r"VmRSS:\s+(\d+)", status)[0]) / 1024

    def stop(self) -> None:
        """End it as its owner does."""
        self.process.terminate()
        self.process.wait(30)


class Pair:
    """Two innocent players in one game."""

    def __init__(self, host: str) -> None:
        self.white, self.brown = (_ask(host, "/api/v1/players", {"bot": True})["token"] for _ in range(2))
        state = _ask(host, "/api/v1/games", {"colour": "white", "terms": {"take_backs": True}}, self.white)
        self.game = str(state["game"])
        key = state["invitation"].partition("#join=")[2]
        _ask(host, f"/api/v1/games/{self.game}/join", {"id": "j", "key": key}, self.brown)
        url = f"ws://{host}/api/v1/games/{self.game}/socket"
        self._open = ExitStack()
        self.sockets = [self._enter(url, token) for token in (self.white, self.brown)]
        self.seq = 1
        self.attacked_by: ClientConnection | None = None
        self.milliseconds: list[float] = []

    def _enter(self, url: str, token: str) -> ClientConnection:
        headers = {"Authorization": f"Bearer {token}"}
        return self._open.enter_context(connect(url, additional_headers=headers, compression=None))

    def close(self) -> None:
        """Leave the game."""
        self._open.close()

    def act(self, number: int) -> None:
        """Act, and wait for the acknowledgement; what the opponent has said meanwhile makes an action stale."""
        actor = self.sockets[number % 2]
        while True:
            command = {"t": "act", "id": uuid.uuid4().hex, "seq": self.seq, "action": SHUFFLE[number % 4]}
            began = time.perf_counter()
            actor.send(json.dumps(command))
            answer = _answer(actor, command["id"])
            if actor is not self.attacked_by:
                self.milliseconds.append((time.perf_counter() - began) * 1000)
            self.seq = answer.get("seq") or self.seq
            if answer["t"] == "ack":
                return
            if not self.attacked_by or answer["code"] not in {"stale", "too_fast"}:
                raise SystemExit(f"the innocent were rejected: {answer['code']} {answer['sentence']}")
            time.sleep(PAUSE)


def _answer(actor: ClientConnection, command: object) -> dict[str, Any]:
    while True:
        message: dict[str, Any] = json.loads(actor.recv(60))
        if message["t"] in {"ack", "reject"} and message["id"] == command:
            return message


def _ask(host: str, path: str, body: object, token: str = "") -> Any:  # noqa: ANN401 - JSON
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    connection = HTTPConnection(host, timeout=60)
    connection.request("POST", path, json.dumps(body), headers)
    return json.loads(connection.getresponse().read())


def store_long_games(folder: Path) -> LongGames:
    """Put games into a server's store that are nearly as long as games can be; all have the same two players."""
    server = Server(folder)
    white, brown = (_ask(server.host, "/api/v1/players", {"bot": True})["token"] for _ in range(2))
    state = _ask(server.host, "/api/v1/games", {"colour": "white", "terms": {"take_backs": True}}, white)
    key = state["invitation"].partition("#join=")[2]
    _ask(server.host, f"/api/v1/games/{state['game']}/join", {"id": "j", "key": key}, brown)
    server.stop()
    return LongGames(asyncio.run(_store_long_games(folder / "data", str(state["game"]))), white, brown)


async def _store_long_games(data: Path, game: str) -> list[str]:
    """Go on with a game for long, and store copies of it."""
    store, fair_play = open_store(Settings(data=str(data))), FairPlay()
    live = await Journal(store, WorkerPool(), Metrics(), fair_play).load(game)
    assert live, "it was opened just now"
    now, joined, stored = round(time.time() * 1000), snapshot_of(live, fair_play), []
    for number in range(MOST_ACTIONS - 100):
        act = Act(id=f"a{number}", seq=live.seq, action=SHUFFLE[number % 4])
        event = carry_out(live, act, live.actor, Moment(now))
        stored.append((snapshot_of(live, fair_play), EncodedEvent(event, encode(event))))
    others = [f"{game}{number}" for number in range(1, LONG_GAMES)]

    def store_all(connection: Connection) -> None:
        (first,) = events_after(connection, game, 0)
        for other in others:
            settings = replace(live.settings, game=other)
            add_game(connection, settings, joined, EncodedEvent(decode_event(first), first))
        for each in (game, *others):
            for snapshot, event in stored:
                append_event(connection, each, snapshot, event)

    await store.run(store_all)
    store.close()
    return [game, *others]


def measure(name: str | None, seconds: float, prepared: Path, long_games: LongGames) -> Result:
    """Let the innocent play while one attack runs, or none."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(prepared, folder, dirs_exist_ok=True)
        server = Server(Path(folder))
        pair = Pair(server.host)
        try:
            for number in range(8):  # whatever is loaded late is loaded now
                pair.act(number)
                time.sleep(PAUSE)
            pair.milliseconds.clear()
            return _play(server, pair, name, seconds, long_games)
        finally:
            pair.close()
            server.stop()


def _play(server: Server, pair: Pair, name: str | None, seconds: float, long_games: LongGames) -> Result:
    before = peak = server.memory()
    attack = None
    if name:
        given = [name, server.host, pair.game, seconds, pair.brown, long_games]
        command = [sys.executable, __file__, "--attack", json.dumps(given)]
        pair.attacked_by = pair.sockets[1] if name in BY_OPPONENT else None
        attack = subprocess.Popen(command)  # noqa: S603 - this very program
    end, number = time.monotonic() + seconds + 2, 8
    while time.monotonic() < end:
        pair.act(number)
        number += 1
        peak = max(peak, server.memory())
        time.sleep(PAUSE)
    if attack:
        if attack.poll():
            raise SystemExit(f"the attack {name} broke off: what it measured means nothing")
        attack.kill()
        attack.wait()
    worst, median = max(pair.milliseconds), statistics.median(pair.milliseconds)
    return Result(worst, median, peak - before, len(pair.milliseconds))


def main() -> None:
    """Run all attacks, or one."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=5, help="how long each attack lasts")
    parser.add_argument("--only", choices=ATTACKS, help="run this attack alone")
    parser.add_argument("--attack", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.attack:
        name, host, game, seconds, opponent, long_games = json.loads(given.attack)
        ATTACKS[name](Attacker(host, game, float(seconds), opponent, LongGames(*long_games)))
        return
    print(f"load average at the start: {os.getloadavg()[0]:.1f}, {os.cpu_count()} cores, {given.seconds:g} s each")
    print("| attack | worst ack, ms | ratio | median ack, ms | memory, MB | |\n|---|---|---|---|---|---|", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        prepared = Path(folder)
        long_games = store_long_games(prepared)
        quiet = measure(None, given.seconds, prepared, long_games)
        _print("none", quiet, quiet)
        for name in [given.only] if given.only else ATTACKS:
            _print(name, measure(name, given.seconds, prepared, long_games), quiet)
    print(f"load average at the end: {os.getloadavg()[0]:.1f}")


def _print(name: str, result: Result, quiet: Result) -> None:
    fine = result.worst < MOST_MILLISECONDS and result.growth < MOST_MEGABYTES
    ratio = result.worst / quiet.worst
    figures = f"{result.worst:.0f} | {ratio:.1f} | {result.median:.1f} | {result.growth:+.1f}"
    print(f"| {name} | {figures} | {'' if fine else 'too much'} |", flush=True)


if __name__ == "__main__":
    main()
