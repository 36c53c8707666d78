"""A real server as a process of its own, and clients that talk to it over real sockets."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cache
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, Self, TypeAlias

import pytest
from sqlalchemy import create_engine, text
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from . import preloaded
from .postgres_process import shared_postgres
from .preloaded import ForkedProcess

PROGRAM = "from barragoon.cli import main; main()"
GENEROUS = {
    "BARRAGOON_SOCKETS_PER_ADDRESS": "100000",
    "BARRAGOON_CONNECTIONS_PER_ADDRESS": "100000",
    "BARRAGOON_REQUESTS_PER_SECOND": "100000",
    "BARRAGOON_REQUEST_BURST": "100000",
    "BARRAGOON_PLAYERS_PER_HOUR": "1000000",
    "BARRAGOON_SIGN_INS_PER_HOUR": "1000000",
    "BARRAGOON_OPEN_GAMES_PER_PLAYER": "100000",
    "BARRAGOON_LOBBY_GAMES_PER_ADDRESS": "100000",
    "BARRAGOON_PAGE_REQUESTS_PER_SECOND": "100000",
    "BARRAGOON_PAGE_REQUEST_BURST": "100000",
    "BARRAGOON_RUNNING_GAMES_PER_PLAYER": "100000",
    "BARRAGOON_MESSAGES_PER_SECOND": "100000",
    "BARRAGOON_MESSAGE_BURST": "100000",
    "BARRAGOON_BEGIN_SECONDS": "3600",
}
"""Settings for tests that ask for much from one address, and on a busy machine take long before they play."""
TEST_STORE = os.environ.get("TEST_STORE", "sqlite")
"""The store of every server that a test starts without naming one: ``sqlite`` or ``postgresql``."""
about_the_file = pytest.mark.skipif(TEST_STORE != "sqlite", reason="it is about the SQLite file")
"""Marks tests that look at the file of the games, or at what happens to it."""
Json: TypeAlias = Any
SECONDS = 60
"""How long a test waits for something that must come; machines are busy."""
SEND_AGAIN = 0.1
"""Seconds until a command is sent again that the server could not store."""
LISTENS = "0A"
"""The state of a listening socket in /proc/net/tcp."""


def start_process(
    program: str, arguments: Sequence[str], settings: Mapping[str, str], log_file: Path
) -> ForkedProcess | subprocess.Popen[bytes]:
    """Run ``barragoon``, which appends to a log; what a test changes before the imports needs a start from nothing."""
    log_file.touch()
    if preloaded.IS_POSSIBLE and program == PROGRAM and "LD_PRELOAD" not in settings:
        return preloaded.forker().fork(program, arguments, os.environ | dict(settings), log_file)
    with log_file.open("a") as log:
        command = [sys.executable, "-c", program, *arguments]
        return subprocess.Popen(command, stderr=log, stdout=log, env=os.environ | dict(settings))


class Server:
    """A running server."""

    def __init__(self, data: Path, settings: Mapping[str, str] | None = None, program: str = PROGRAM) -> None:
        self.data = data
        self._settings = GENEROUS | {"BARRAGOON_LOG": "json"} | dict(settings or {})
        if TEST_STORE == "postgresql" and "BARRAGOON_DATABASE" not in self._settings:
            self._settings["BARRAGOON_DATABASE"] = database_of(data)
        self._program = program
        self._start()

    def _start(self) -> None:
        self.data.parent.mkdir(parents=True, exist_ok=True)
        self.log_file = self.data.parent / f"{self.data.name}.log"
        arguments = ["serve", "--no-browser", "--port", "0", "--data", str(self.data)]
        self.process = start_process(self._program, arguments, self._settings, self.log_file)
        self.host = self._wait_for_address()

    def connect(self, seconds: float = SECONDS) -> socket.socket:
        """A bare connection, for what no well-behaved client sends."""
        name, _, port = self.host.partition(":")
        return socket.create_connection((name, int(port)), timeout=seconds)

    def connections(self) -> int:
        """How many connections of clients it holds; what it opens itself, such as those to a database, does not count.

        Linux only. One that the server has closed, or not yet accepted, belongs to no process: its inode is 0.
        """
        port = int(self.host.partition(":")[2])
        rows = [line.split() for line in Path(f"/proc/{self.process.pid}/net/tcp").read_text().splitlines()[1:]]
        return sum(
            1 for row in rows if int(row[1].partition(":")[2], 16) == port and row[3] != LISTENS and row[9] != "0"
        )

    def _wait_for_address(self) -> str:
        """The address is logged before the server answers; the port takes connections from then on."""
        while self.process.poll() is None:
            found = re.findall(r'listening"?[=:] ?"?http://([^\s"]+).*\bpid"?[=:] ?(\d+)', self.log_file.read_text())
            if found and found[-1][1] == str(self.process.pid):
                return str(found[-1][0])
            try:
                self.process.wait(0.05)
            except subprocess.TimeoutExpired:
                continue
        raise AssertionError(f"the server did not start: {self.log_file.read_text()}")

    def kill(self) -> None:
        """End it as a crash does."""
        self.process.kill()
        self.process.wait()

    def stop(self) -> int:
        """End it as its owner does."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(SECONDS)

    def set_program(self, program: str) -> None:
        """Run another program from the next start on."""
        self._program = program

    def restart(self) -> None:
        """Start it again on the same data."""
        if self.process.poll() is None:
            self.stop()
        self._start()

    def client(self, name: str = "Robo") -> "Client":
        """A new bot."""
        created = Client(self).call("POST", "/api/v1/players", {"name": name, "bot": True})
        return Client(self, created["token"], created["player"]["id"])

    def change_rows(self, statement: str, **values: object) -> None:
        """Change what is stored, as no client could; the server must be stopped, because it keeps others out."""
        database = self._settings.get("BARRAGOON_DATABASE")
        url = f"postgresql+psycopg{database.removeprefix('postgresql')}" if database else self._file_url
        engine = create_engine(url)
        with engine.begin() as connection:
            connection.execute(text(statement), values)
        engine.dispose()

    @property
    def is_on_postgres(self) -> bool:
        return bool(self._settings.get("BARRAGOON_DATABASE"))

    @property
    def _file_url(self) -> str:
        return f"sqlite:///{self.data / 'games.sqlite3'}"

    @property
    def log(self) -> str:
        return self.log_file.read_text()


@cache
def database_of(data: Path) -> str:  # noqa: ARG001 - the cache looks at it
    """The address of the database that belongs to a data folder: a second server there finds the games of the first."""
    return shared_postgres().new_database()


@contextmanager
def running(data: Path, settings: Mapping[str, str] | None = None, program: str = PROGRAM) -> Iterator[Server]:
    """A server for the duration of a test."""
    server = Server(data, settings, program)
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.kill()


@dataclass
class Response:
    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Json:
        return json.loads(self.body)


class Client:
    """A bot, or a stranger without a token."""

    def __init__(self, server: Server, token: str | None = None, player: str | None = None) -> None:
        self.server = server
        self.token = token
        self.player = player

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"} if self.token else {}

    def ask(self, method: str, path: str, body: object = None, headers: Mapping[str, str] | None = None) -> Response:
        """Make a request."""
        connection = HTTPConnection(self.server.host, timeout=SECONDS)
        sent = {} if body is None else {"Content-Type": "application/json"}
        text = body if isinstance(body, bytes) else None if body is None else json.dumps(body).encode()
        try:
            connection.request(method, path, text, {**sent, **self.headers, **(headers or {})})
            response = connection.getresponse()
            return Response(response.status, dict(response.getheaders()), response.read())
        finally:
            connection.close()

    def call(self, method: str, path: str, body: object = None) -> Json:
        """Make a request that must succeed; its answer."""
        answer = self.ask(method, path, body)
        assert answer.status < 300, answer
        return answer.json if answer.body else None

    def open_game(self, **asked: object) -> Json:
        """Open a game; its state."""
        return self.call("POST", "/api/v1/games", asked)

    def join(self, state: Json) -> Json:
        """Take the free seat with the invitation of the opener's state."""
        key = state["invitation"].partition("#join=")[2]
        return self.call("POST", f"/api/v1/games/{state['game']}/join", {"id": fresh(), "key": key})

    def state(self, game: str) -> Json:
        return self.call("GET", f"/api/v1/games/{game}")

    def command(self, game: str, verb: str, seq: int, **facts: object) -> Response:
        """Send a command without a socket."""
        body = {"t": verb, "id": fresh(), "seq": seq} | facts
        return self.ask("POST", f"/api/v1/games/{game}/commands", body)

    def enter(self, game: str, since: int | None = None) -> "GameSocket":
        """Connect to a game."""
        return GameSocket(self.socket_url(game, since), self.headers)

    def socket_url(self, game: str, since: int | None = None) -> str:
        query = "" if since is None else f"?since={since}"
        return f"ws://{self.server.host}/api/v1/games/{game}/socket{query}"


def connected(url: str, headers: Mapping[str, str] | None = None) -> ClientConnection:
    """A bare WebSocket, to be entered."""
    return connect(url, additional_headers=headers, compression=None, open_timeout=SECONDS)


class GameSocket:
    """A client that follows a game as the page does: events in order, no gap, actions and standing kept."""

    def __init__(self, url: str, headers: Mapping[str, str]) -> None:
        self._open = ExitStack()
        self.connection = self._open.enter_context(connected(url, headers))
        self.hello = self._receive()
        assert self.hello["t"] == "hello"
        self.seq = -1
        self.actions: list[str] = []
        self.standing: Json = None
        self.presence: Json = None
        self.events: list[Json] = []
        self.you = self.hello["you"]
        self._sent: dict[str, str] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._open.close()

    def _receive(self) -> Json:
        return json.loads(self.connection.recv(SECONDS))

    def send(self, verb: str, seq: int | None = None, identity: str | None = None, **facts: Json) -> str:
        """Send a command; its id."""
        identity = identity or fresh()
        number = self.seq if seq is None else seq
        self.send_command({"t": verb, "id": identity, "seq": number} | facts)
        return identity

    def send_command(self, command: Json) -> None:
        """Send a command as it is."""
        self._sent[command["id"]] = text = json.dumps(command)
        self.connection.send(text)

    def take(self) -> Json:
        """Take one message and follow it."""
        message = self._receive()
        if "standing" in message and message["t"] != "state":
            self._follow(message)
        elif message["t"] == "state":
            self._adopt(message)
        elif message["t"] == "reject" and message["state"]:
            self._adopt(message["state"])
        elif message["t"] == "presence":
            self.presence = message
        return message

    def _adopt(self, state: Json) -> None:
        assert state["seq"] >= self.seq
        self.seq, self.actions, self.standing = state["seq"], list(state["actions"]), state["standing"]

    def _follow(self, event: Json) -> None:
        if event["seq"] <= self.seq:
            return
        assert self.seq == -1 or event["seq"] == self.seq + 1, f"a gap: {event['seq']} after {self.seq}"
        self.seq, self.standing = event["seq"], event["standing"]
        self.events.append(event)
        if event["t"] == "acted":
            self.actions.append(event["action"])
        elif event["t"] == "took_back":
            del self.actions[event["keeps"] :]

    def until(self, seq: int) -> Self:
        """Follow the game up to an event."""
        while self.seq < seq:
            self.take()
        return self

    def answer(self, identity: str) -> Json:
        """The answer to a command. If the server was too busy to store it and asks for it again, it gets it again."""
        while True:
            message = self.take()
            if message["t"] not in {"ack", "reject"} or message["id"] != identity:
                continue
            if message.get("code") != "unavailable":
                return message
            time.sleep(SEND_AGAIN)
            self.connection.send(self._sent[identity])

    def do(self, verb: str, **facts: Json) -> Json:
        """Send a command that must be acknowledged, and follow the game up to its event."""
        answer = self.answer(self.send(verb, **facts))
        assert answer["t"] == "ack", answer
        self.until(answer["seq"])
        return answer

    def rejected(self, verb: str, **facts: Json) -> str:
        """Send a command that must be rejected; the code."""
        answer = self.answer(self.send(verb, **facts))
        assert answer["t"] == "reject", answer
        return str(answer["code"])

    def closed(self) -> int:
        """Wait until the server closes the socket; its code."""
        try:
            while True:
                self.take()
        except ConnectionClosed as end:
            return end.rcvd.code if end.rcvd else 1006


@dataclass
class Match:
    """A game that has begun, with both players connected."""

    game: str
    white: GameSocket
    brown: GameSocket
    white_client: Client
    brown_client: Client

    def of(self, colour: str) -> GameSocket:
        return self.white if colour == "white" else self.brown

    def play(self, *actions: str) -> None:
        """Let the actors act, each after having seen what came before."""
        for action in actions:
            actor = self.of(self.white.standing["actor"])
            self.in_step()
            actor.do("act", action=action)
            self.in_step()

    def in_step(self) -> None:
        """Let both see everything."""
        last = max(self.white.seq, self.brown.seq)
        self.white.until(last)
        self.brown.until(last)

    def say(self, colour: str, verb: str, **facts: object) -> None:
        """Let one player send a command that is carried out, and both see it."""
        self.in_step()
        self.of(colour).do(verb, **facts)
        self.in_step()

    def close(self) -> None:
        self.white.close()
        self.brown.close()


@contextmanager
def match(server: Server, **terms: object) -> Iterator[Match]:
    """Two new players in a new game."""
    white, brown = server.client("Ann"), server.client("Ben")
    state = white.open_game(colour="white", terms=terms)
    brown.join(state)
    game = state["game"]
    begun = Match(game, white.enter(game), brown.enter(game), white, brown)
    begun.white.take()
    begun.brown.take()
    try:
        yield begun
    finally:
        begun.close()


def comes_true(condition: Callable[[], bool], seconds: float = 60) -> bool:
    """Whether the condition holds in time."""
    end = time.monotonic() + seconds
    while not (true := condition()) and time.monotonic() < end:
        time.sleep(0.2)
    return true


def fresh() -> str:
    return uuid.uuid4().hex
