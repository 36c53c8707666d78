"""Make the database of this folder with the server of an older version, through its HTTP and WebSocket addresses.

Usage: python tests/data/old_server/make.py OLD   OLD is a checkout of that version with its environment in OLD/.venv

The checkout's own program is started on a free port. Two files are written beside this one: ``games.sqlite3.gz`` as
that server left it, and ``expected.json`` with what it answered about each game, the tokens of the players, and the
last command of each game that it acknowledged.
"""

from __future__ import annotations

import gzip
import json
import os
import re
import sqlite3
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, TypeAlias

from websockets.sync.client import connect

HERE = Path(__file__).parent
Json: TypeAlias = Any
PROGRAM = "from barragoon.cli import main; main()"
SETTINGS = {"BARRAGOON_REQUEST_BURST": "100000", "BARRAGOON_MESSAGE_BURST": "100000", "BARRAGOON_LOG": "json"}
REPETITION = ["d2d4", "d8d6", "d4d2", "d6d8"] * 3
BY_THE_EXPRESS_RULE = (HERE / "express_rule.txt").read_text(encoding="utf-8").split()
BLOCKED = (HERE / "blocked.txt").read_text(encoding="utf-8").split()
NO_TILES = (HERE / "no_tiles.txt").read_text(encoding="utf-8").split()


class OldServer:
    """A process of the older version."""

    def __init__(self, checkout: Path, data: Path) -> None:
        python = checkout / ".venv" / "bin" / "python"
        command = [str(python), "-c", PROGRAM, "serve", "--no-browser", "--port", "0", "--data", str(data)]
        self._log = data.parent / "log"
        with self._log.open("w") as log:
            self._process = subprocess.Popen(command, stdout=log, stderr=log, env=os.environ | SETTINGS)
        self.host = self._wait_for_address()

    def _wait_for_address(self) -> str:
        while self._process.poll() is None:
            if found := re.search(r'"listening": "http://([^"]+)"', self._log.read_text()):
                return found[1]
            time.sleep(0.05)
        raise AssertionError(self._log.read_text())

    def stop(self) -> None:
        self._process.terminate()
        self._process.wait()


class Client:
    """A bot with a token, or a page with a cookie."""

    def __init__(self, host: str, name: str, *, bot: bool) -> None:
        self.host = host
        self.headers: dict[str, str] = {} if bot else {"Origin": f"http://{host}"}
        me, cookie = self.ask("POST", "/api/v1/players", {"name": name, "bot": bot})
        self.player = me["player"]
        self.token = me["token"] if bot else re.split("[=;]", cookie)[1]
        if bot:
            self.headers["Authorization"] = f"Bearer {self.token}"
        else:
            self.headers |= {"Cookie": f"barragoon={self.token}", "X-CSRF-Token": me["csrf"]}

    def ask(self, method: str, path: str, body: object = None) -> tuple[Json, str]:
        """The answer of a request that must succeed, and the cookie that came with it."""
        with closing(HTTPConnection(self.host)) as connection:
            text = None if body is None else json.dumps(body)
            connection.request(method, path, text, {"Content-Type": "application/json", **self.headers})
            response = connection.getresponse()
            answer = response.read()
            assert response.status < 300, answer
            is_json = response.getheader("Content-Type") == "application/json"
            return json.loads(answer) if is_json else answer.decode(), response.getheader("Set-Cookie") or ""

    def get(self, path: str) -> Json:
        return self.ask("GET", f"/api/v1/{path}")[0]


class Maker:
    """The games of the database, by a name that says in which state each is."""

    def __init__(self, host: str) -> None:
        self.host = host
        self.players = {
            "Ann": Client(host, "Ann", bot=False),
            "Ben": Client(host, "Ben", bot=True),
            "Cleo": Client(host, "Cleo", bot=False),
            "Dan": Client(host, "Dan", bot=True),
        }
        self.link = self.players["Cleo"].ask("POST", "/api/v1/me/link")[0]["link"]
        self.games: dict[str, str] = {}
        self.openers: dict[str, str] = {}
        self.commands: dict[str, Json] = {}
        self._seats: dict[tuple[str, str], str] = {}
        self._count = 0

    def open(self, name: str, white: str = "Ann", access: str = "link", **terms: Json) -> Json:
        """Let White open a game and wait."""
        wish = {"colour": "white", "access": access, "terms": terms}
        state: Json = self.players[white].ask("POST", "/api/v1/games", wish)[0]
        self.games[name] = state["game"]
        self.openers[name] = white
        return state

    def begin(self, name: str, *actions: str, white: str = "Ann", brown: str = "Ben", **terms: Json) -> str:
        """Open a game, join it and play."""
        state = self.open(name, white, **terms)
        self._seats |= {(name, "white"): white, (name, "brown"): brown}
        key = state["invitation"].partition("#join=")[2]
        self.players[brown].ask("POST", f"/api/v1/games/{state['game']}/join", {"id": "joining", "key": key})
        self.play(name, *actions)
        return name

    def play(self, name: str, *actions: str) -> None:
        """Let the actors act, all on one socket each."""
        for action in actions:
            actor = self.players["Ann"].get(f"games/{self.games[name]}")["standing"]["actor"]
            self.say(name, actor, "act", action=action)

    def say(self, name: str, colour: str, verb: str, **facts: object) -> Json:
        """Send a command that must be carried out; every third one on a socket."""
        game, player = self.games[name], self._seats[name, colour]
        client = self.players[player]
        self._count += 1
        seq = client.get(f"games/{game}")["seq"]
        command = {"t": verb, "id": f"command-{self._count}", "seq": seq, **facts}
        send = self._on_socket if self._count % 3 == 0 else self._by_request
        ack = send(client, game, command)
        assert ack["t"] == "ack", ack
        self.commands[name] = {"player": player, "command": command, "seq": ack["seq"]}
        return ack

    def _by_request(self, client: Client, game: str, command: Json) -> Json:
        return client.ask("POST", f"/api/v1/games/{game}/commands", command)[0]

    def _on_socket(self, client: Client, game: str, command: Json) -> Json:
        with connect(f"ws://{self.host}/api/v1/games/{game}/socket", additional_headers=client.headers) as socket:
            socket.send(json.dumps(command))
            messages = map(json.loads, socket)
            return next(message for message in messages if message["t"] in {"ack", "reject"})

    def expected(self) -> Json:
        """What the server says about everything."""
        return {
            "players": {
                name: {"player": client.player, "token": client.token} for name, client in self.players.items()
            },
            "personal_link": {"player": "Cleo", "link": self.link},
            "games": {name: self._expected(name, game) for name, game in self.games.items()},
        }

    def _expected(self, name: str, game: str) -> Json:
        path = f"games/{game}"
        opener = self.players[self.openers[name]]
        state = opener.get(path)
        del state["now"]
        standing = state["standing"]
        is_bound = standing["touched"] or standing["duty"] or standing["offer"]
        return {
            "opener": self.openers[name],
            "state": state,
            "legal": sorted(opener.get(f"{path}/legal")["actions"]) if is_bound else None,
            "file": opener.get(f"{path}/bgn"),
            "last_command": self.commands.get(name),
        }


def make_games(make: Maker) -> None:
    """Games in as many states as can be reached soon."""
    _make_waiting(make)
    _make_playing(make)
    _make_draws(make)
    _make_taken_back(make)
    _make_reopened_offers(make)
    _make_over(make)


def _make_waiting(make: Maker) -> None:
    make.open("open by link")
    make.open("open in the lobby", "Dan", access="lobby", variant="open", stages=[1, 2])
    make.open("open in public with a clock", "Cleo", access="public", clock={"initial": 300, "increment": 3})
    game = make.open("withdrawn")["game"]
    make.players["Ann"].ask("POST", f"/api/v1/games/{game}/commands", {"t": "withdraw", "id": "out", "seq": 0})


def _make_playing(make: Maker) -> None:
    make.begin("joined")
    make.begin("playing", "d2d5", "d8d6", "d5d3", white="Cleo", brown="Dan", access="public")
    make.begin("placement owed", "d2d5", "d8d5", "@d8x", variant="open")
    make.begin("playing with a clock", "d2d5", "d8d6", clock={"initial": 600, "increment": 5})
    make.begin("playing for long with a clock", *REPETITION, "e2e3", clock={"initial": 10_800})
    make.begin("touched", "d2d5", touch_move=True)
    make.say("touched", "brown", "touch", square="d8")
    make.begin("touched twice", touch_move=True, take_backs=False)
    make.say("touched twice", "white", "touch", square="a5")
    make.say("touched twice", "white", "touch", square="d2")
    make.begin("touched and moved", touch_move=True)
    make.say("touched and moved", "white", "touch", square="d2")
    make.play("touched and moved", "d2d5")


def _make_draws(make: Maker) -> None:
    make.begin("draw offered", "d2d5")
    make.say("draw offered", "brown", "offer_draw")
    make.begin("draw offered before moving")
    make.say("draw offered before moving", "white", "offer_draw")
    make.play("draw offered before moving", "d2d5")
    make.begin("draw declined", "d2d5")
    make.say("draw declined", "white", "offer_draw")
    make.say("draw declined", "brown", "decline_draw")
    make.begin("draw declined by moving", "d2d5")
    make.say("draw declined by moving", "white", "offer_draw")
    make.play("draw declined by moving", "d8d6")
    make.begin("repetition", *REPETITION)
    for name in ("repetition claimed", "repetition declined", "repetition declined by moving", "duty done"):
        make.begin(name, *REPETITION)
        make.say(name, "brown", "offer_draw", kind="repetition")
    make.say("repetition declined", "white", "decline_draw")
    make.play("repetition declined by moving", "e2e3")
    make.say("duty done", "white", "decline_draw")
    make.play("duty done", "e2e3", "e8e7")


def _make_taken_back(make: Maker) -> None:
    make.begin("take-back asked", "d2d5", "d8d6", clock={"initial": 900})
    make.say("take-back asked", "white", "ask_take_back")
    make.begin("take-back declined", "d2d5")
    make.say("take-back declined", "white", "ask_take_back")
    make.say("take-back declined", "brown", "decline_take_back")
    make.begin("taken back", "d2d5", "d8d6", "d5d3")
    _take_back(make, "taken back", "brown")
    make.play("taken back", "e8e7")
    make.begin("touched and taken back", "d2d5", touch_move=True)
    make.say("touched and taken back", "brown", "touch", square="d8")
    _take_back(make, "touched and taken back", "white")
    make.begin("duty taken back", *REPETITION)
    make.say("duty taken back", "brown", "offer_draw", kind="repetition")
    make.say("duty taken back", "white", "decline_draw")
    make.play("duty taken back", "e2e3")
    _take_back(make, "duty taken back", "white")


def _make_reopened_offers(make: Maker) -> None:
    """That version offered a declined draw again when the move before the answer was taken back."""

    def reopened(name: str) -> None:
        make.begin(name)
        make.say(name, "white", "offer_draw")
        make.play(name, "d2d5")
        make.say(name, "brown", "decline_draw")
        _take_back(make, name, "white")

    def reopened_claim(name: str) -> None:
        make.begin(name, *REPETITION)
        make.say(name, "brown", "offer_draw", kind="repetition")
        make.play(name, "e2e3")
        _take_back(make, name, "white")

    reopened("offer reopened")
    reopened("offer reopened and accepted")
    make.say("offer reopened and accepted", "brown", "accept_draw")
    reopened("offer reopened and declined")
    make.say("offer reopened and declined", "brown", "decline_draw")
    reopened("offer reopened and played on")
    make.play("offer reopened and played on", "d2d4", "d8d6", "d4d2")
    reopened_claim("claim reopened")
    reopened_claim("claim reopened and accepted")
    make.say("claim reopened and accepted", "white", "accept_draw")
    reopened_claim("claim reopened and declined")
    make.say("claim reopened and declined", "white", "decline_draw")
    reopened_claim("claim reopened and played on")
    make.play("claim reopened and played on", "e2e3", "d8d6")


def _make_over(make: Maker) -> None:
    make.begin("over by time", clock={"initial": 10})
    make.begin("over by resignation", "d2d5", clock={"initial": 60, "increment": 1})
    make.say("over by resignation", "brown", "resign")
    make.begin("over by agreement", "d2d5")
    make.say("over by agreement", "brown", "offer_draw")
    make.say("over by agreement", "white", "offer_draw")
    make.begin("over by repetition", *REPETITION)
    make.say("over by repetition", "brown", "offer_draw", kind="repetition")
    make.say("over by repetition", "white", "accept_draw")
    make.begin("over by the express rule", *BY_THE_EXPRESS_RULE, white="Dan", brown="Cleo", stages=[2, 2])
    make.begin("over: blocked", *BLOCKED)
    make.begin("over: no tiles", *NO_TILES)
    for name in ("rematch offered", "rematch declined", "rematch agreed"):
        make.begin(name, "d2d5", stages=[0, 1])
        make.say(name, "white", "resign")
        make.say(name, "brown", "offer_rematch")
    make.say("rematch declined", "white", "decline_rematch")
    make.say("rematch agreed", "white", "accept_rematch")
    rematch = make.players["Ann"].get(f"games/{make.games['rematch agreed']}")["standing"]["next_game"]
    make.games["rematch"] = rematch
    make.openers["rematch"] = "Ben"
    while make.players["Ann"].get(f"games/{make.games['over by time']}")["standing"]["status"] == "playing":
        time.sleep(0.2)


def _take_back(make: Maker, name: str, colour: str) -> None:
    make.say(name, colour, "ask_take_back")
    make.say(name, {"white": "brown", "brown": "white"}[colour], "accept_take_back")


def run(checkout: Path) -> None:
    """Start the old server, make everything, and keep what it leaves."""
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        server = OldServer(checkout, data)
        try:
            make = Maker(server.host)
            make_games(make)
            expected = make.expected()
        finally:
            server.stop()
        with closing(sqlite3.connect(data / "games.sqlite3", isolation_level=None)) as database:
            database.execute("pragma wal_checkpoint(truncate)")
            database.execute("pragma journal_mode=delete")
            database.execute("vacuum")
        content = (data / "games.sqlite3").read_bytes()
    (HERE / "games.sqlite3.gz").write_bytes(gzip.compress(content, mtime=0))
    (HERE / "expected.json").write_text(json.dumps(expected, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    run(Path(sys.argv[1]).resolve())
