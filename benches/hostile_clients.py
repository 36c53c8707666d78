"""The attacks that ``server_attacks.py`` runs: each misuses a server from one address for a while."""

from __future__ import annotations

import json
import random
import socket
import struct
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, NamedTuple

ADDRESS = "127.0.0.2"
"""Where attacks come from: limits count them apart from the innocent players, who come from 127.0.0.1."""
Attack = Callable[["Attacker"], None]
ATTACKS: dict[str, Attack] = {}
UPGRADE = (
    "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
)


class LongGames(NamedTuple):
    """Games of the attacker's own that are nearly as long as games can be, and the tokens of their players."""

    games: list[str]
    white: str
    brown: str


class Attacker:
    """One hostile address; everything it does ends after so many seconds."""

    def __init__(self, host: str, game: str, seconds: float, opponent: str, long_games: LongGames) -> None:
        self.host = host
        self.game = game  # the one that the innocent play; its id is known to whoever may watch
        self.opponent = opponent  # the token of one of the two who play it, for attacks on the other
        self.long_games = long_games
        self._end = time.monotonic() + seconds
        self._held: list[socket.socket] = []

    def rounds(self) -> Iterator[int]:
        """Count until the time is over."""
        number = 0
        while time.monotonic() < self._end:
            yield number
            number += 1

    def connect(self, first: bytes = b"", timeout: float = 1) -> socket.socket:
        """A connection that stays open."""
        name, _, port = self.host.partition(":")
        try:
            connection = socket.create_connection((name, int(port)), timeout, (ADDRESS, 0))
        except OSError:  # the server takes no more for the moment
            connection = socket.socket()
            time.sleep(0.05)
        self._held = [*self._held[-300:], connection]  # those before were refused, or were worth nothing
        with suppress(OSError):
            connection.sendall(first)
        return connection

    def head(self, method: str, path: str, headers: str = "") -> bytes:
        """The head of a request."""
        return f"{method} {path} HTTP/1.1\r\nHost: {self.host}\r\n{headers}\r\n".encode()

    def ask(self, method: str, path: str, body: object = None, token: str = "", headers: str = "") -> tuple[int, Any]:
        """A request on a connection of its own; status and answer."""
        text = b"" if body is None else json.dumps(body).encode()
        sent = headers + ("Content-Type: application/json\r\n" if body is not None else "")
        sent += f"Authorization: Bearer {token}\r\n" if token else ""
        head = self.head(method, path, f"{sent}Connection: close\r\nContent-Length: {len(text)}\r\n")
        received = b""
        connection = self.connect(head + text, 5)
        with suppress(OSError):
            while piece := connection.recv(65536):
                received += piece
        connection.close()
        with suppress(ValueError, IndexError):
            answered, _, content = received.partition(b"\r\n\r\n")
            return int(answered.split()[1]), json.loads(content or b"null")
        return 0, None

    def player(self) -> str:
        """The token of a new player; empty if the server has had enough of them."""
        _, me = self.ask("POST", "/api/v1/players", {"bot": True})
        return str(me["token"]) if me and "token" in me else ""

    def socket(self, token: str = "", query: str = "", game: str = "") -> socket.socket:
        """A WebSocket to a game, by default the innocent's, as a bare connection."""
        path = f"/api/v1/games/{game or self.game}/socket{query}"
        sent = UPGRADE + (f"Authorization: Bearer {token}\r\n" if token else "")
        return self.connect(self.head("GET", path, sent))


def frame(opcode: int, body: bytes = b"", *, is_last: bool = True) -> bytes:
    """A masked frame; the mask is zero."""
    length = bytes([0x80 | len(body)]) if len(body) < 126 else b"\xfe" + struct.pack("!H", len(body))
    return bytes([(0x80 if is_last else 0) | opcode]) + length + b"\0\0\0\0" + body


def text(message: object) -> bytes:
    """A frame with a message."""
    return frame(1, json.dumps(message).encode())


def attack(function: Attack) -> Attack:
    """Add a function to the list."""
    ATTACKS[function.__name__.replace("_", "-")] = function
    return function


def pour(connection: socket.socket, data: bytes) -> bool:
    """Send without reading; whether the server still takes it."""
    try:
        connection.sendall(data)
    except OSError:
        return False
    return True


# -- those of the review -------------------------------------------------------------------------------------


@attack
def names_that_grow(attacker: Attacker) -> None:
    """Names that grow when they are normalised."""
    for _ in attacker.rounds():
        attacker.ask("POST", "/api/v1/players", {"name": "\u0958" * 24, "bot": True})


@attack
def aborted_sockets(attacker: Attacker) -> None:
    """Sockets to an unknown game that are dropped at once."""
    for _ in attacker.rounds():
        with attacker.socket(game="nosuch") as connection, suppress(OSError):
            connection.recv(12)


@attack
def endless_header(attacker: Attacker) -> None:
    """One header without end."""
    connection = None
    for _ in attacker.rounds():
        if connection is None or not pour(connection, b"x" * 65536):
            connection = attacker.connect(b"GET /health HTTP/1.1\r\nHost: x\r\nX: ")


@attack
def many_headers(attacker: Attacker) -> None:
    """Headers without end."""
    connection = None
    for _ in attacker.rounds():
        if connection is None or not pour(connection, b"X: y\r\n" * 10_000):
            connection = attacker.connect(b"GET /health HTTP/1.1\r\nHost: x\r\n")


@attack
def endless_address(attacker: Attacker) -> None:
    """An address without end."""
    connection = None
    for _ in attacker.rounds():
        if connection is None or not pour(connection, b"u" * 65536):
            connection = attacker.connect(b"GET /")


@attack
def pipelines_unread(attacker: Attacker) -> None:
    """Many requests on each connection, and no answer read."""
    request = attacker.head("GET", "/openapi.json")
    for number in attacker.rounds():
        if number < 100:
            pour(attacker.connect(timeout=0.1), request * 2_000)
        else:
            time.sleep(0.1)


@attack
def malformed_upgrades(attacker: Attacker) -> None:
    """Handshakes that no WebSocket library can read, all held open."""
    for _ in attacker.rounds():
        attacker.connect(attacker.head("GET", "/", f"{UPGRADE}Content-Length: 3\r\n") + b"abc")


@attack
def polled_lists(attacker: Attacker) -> None:
    """Lists, each time another page of them."""
    for number in attacker.rounds():
        attacker.ask("GET", "/api/v1/lobby")
        attacker.ask("GET", f"/api/v1/games?before={number + 10**12}.abc")


@attack
def lobby_spam(attacker: Attacker) -> None:
    """New players who fill the lobby."""
    for _ in attacker.rounds():
        token = attacker.player()
        for _ in range(3):
            attacker.ask("POST", "/api/v1/games", {"access": "lobby"}, token)


@attack
def endless_talk(attacker: Attacker) -> None:
    """Draw offers on forty sockets of two players."""
    white, brown = attacker.player(), attacker.player()
    _, state = attacker.ask("POST", "/api/v1/games", {"colour": "white"}, white)
    key = state["invitation"].partition("#join=")[2]
    attacker.ask("POST", f"/api/v1/games/{state['game']}/join", {"id": "j", "key": key}, brown)
    sockets = [attacker.socket(token, game=state["game"]) for token in (white, brown) * 20]
    seq = 1
    for number in attacker.rounds():
        verb = ("offer_draw", "decline_draw")[number % 2]
        for connection in sockets:
            pour(connection, text({"t": verb, "id": uuid.uuid4().hex, "seq": seq}))
        seq += 1


@attack
def page_floods(attacker: Attacker) -> None:
    """The page, its descriptions and its health, as fast as possible."""
    for number in attacker.rounds():
        attacker.ask("GET", ("/", "/docs", "/openapi.json", "/health")[number % 4])


@attack
def trickled_bodies(attacker: Attacker) -> None:
    """A hundred bodies that come byte by byte."""
    kinds = (b"Content-Length: 8000\r\n\r\n", b"Transfer-Encoding: chunked\r\n\r\n")
    head = b"POST /api/v1/players HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    connections = [attacker.connect(head + kinds[number % 2]) for number in range(100)]
    for _ in attacker.rounds():
        for connection in connections:
            pour(connection, b"1\r\n \r\n")
        time.sleep(0.2)


# -- not in the review ---------------------------------------------------------------------------------


@attack
def slow_frames(attacker: Attacker) -> None:
    """Ninety large frames that come byte by byte."""
    sockets = [attacker.socket() for _ in range(90)]
    for connection in sockets:
        pour(connection, b"\x81\xfe" + struct.pack("!H", 8000) + b"\0\0\0\0")
    for _ in attacker.rounds():
        for connection in sockets:
            pour(connection, b"x")


@attack
def ping_flood(attacker: Attacker) -> None:
    """Pings without end."""
    connection = None
    for _ in attacker.rounds():
        if connection is None or not pour(connection, frame(9) * 10_000):
            connection = attacker.socket()


@attack
def pong_flood(attacker: Attacker) -> None:
    """Pongs that answer nothing."""
    connection = None
    for _ in attacker.rounds():
        if connection is None or not pour(connection, frame(10, b"abcd") * 10_000):
            connection = attacker.socket()


@attack
def tiny_fragments(attacker: Attacker) -> None:
    """A message in countless empty pieces."""
    connection = None
    for _ in attacker.rounds():
        if connection is None or not pour(connection, frame(1, is_last=False) + frame(0, is_last=False) * 10_000):
            connection = attacker.socket()


@attack
def tiny_messages(attacker: Attacker) -> None:
    """Messages of one character without end."""
    connection = None
    for _ in attacker.rounds():
        if connection is None or not pour(connection, frame(1, b"0") * 10_000):
            connection = attacker.socket()


@attack
def garbage(attacker: Attacker) -> None:
    """What a client sends that expects TLS."""
    chance = random.Random(1)
    for _ in attacker.rounds():
        with attacker.connect(b"\x16\x03\x01" + chance.randbytes(20_000)):
            pass


@attack
def half_open(attacker: Attacker) -> None:
    """Requests that are never completed."""
    for _ in attacker.rounds():
        attacker.connect(b"GET / HTTP/1.1\r\n")


@attack
def deep_json(attacker: Attacker) -> None:
    """Deep lists, huge numbers and escaped text as bodies."""
    token = attacker.player()
    for number in attacker.rounds():
        body = (b"[" * 8000, b"1" + b"0" * 8000, b'{"a":' * 1600, b'"' + b"\\u0041" * 1300 + b'"')[number % 4]
        sent = f"Authorization: Bearer {token}\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n"
        with attacker.connect(attacker.head("POST", "/api/v1/games", sent) + body) as connection, suppress(OSError):
            connection.recv(100)


@attack
def compressed_bodies(attacker: Attacker) -> None:
    """Bodies that claim to be compressed."""
    sent = "Content-Type: application/json\r\nContent-Encoding: gzip\r\nContent-Length: 8000\r\n"
    for _ in attacker.rounds():
        request = attacker.head("POST", "/api/v1/players", sent) + b"\x1f\x8b" * 4000
        with attacker.connect(request) as connection, suppress(OSError):
            connection.recv(100)


@attack
def conditional_requests(attacker: Attacker) -> None:
    """A thousand tags and five hundred ranges in one request."""
    tags = ", ".join(f'"{number:08x}"' for number in range(1000))
    for _ in attacker.rounds():
        ranges = "Range: bytes=" + ",".join(f"{n}-{n}" for n in range(500)) + "\r\n"
        attacker.ask("GET", "/", headers=f"If-None-Match: {tags}\r\n{ranges}")


@attack
def duplicate_headers(attacker: Attacker) -> None:
    """The same header again and again, in odd spellings."""
    for _ in attacker.rounds():
        attacker.ask("GET", "/api/v1/me", headers="AUTHORIZATION: Bearer x\r\n" * 40 + "cOOKIE: a=b\r\n" * 40)


@attack
def cookie_bombs(attacker: Attacker) -> None:
    """A head full of cookies."""
    cookies = "Cookie: " + "; ".join(f"c{number}=x" for number in range(1400)) + "\r\n"
    for _ in attacker.rounds():
        attacker.ask("GET", "/api/v1/me", headers=cookies)


@attack
def guessed_keys(attacker: Attacker) -> None:
    """Keys of personal links, guessed."""
    for _ in attacker.rounds():
        attacker.ask(
            "POST", "/api/v1/me/resume", {"key": uuid.uuid4().hex * 2}, headers=f"Origin: http://{attacker.host}\r\n"
        )


@attack
def name_churn(attacker: Attacker) -> None:
    """A new name with every request."""
    token = attacker.player()
    for number in attacker.rounds():
        attacker.ask("PATCH", "/api/v1/me", {"name": f"Name {number}"}, token)


@attack
def opened_and_withdrawn(attacker: Attacker) -> None:
    """Games that are opened and withdrawn at once."""
    token = attacker.player()
    for _ in attacker.rounds():
        _, state = attacker.ask("POST", "/api/v1/games", {"access": "lobby"}, token)
        if state and "game" in state:
            withdraw = {"t": "withdraw", "id": "w", "seq": 0}
            attacker.ask("POST", f"/api/v1/games/{state['game']}/commands", withdraw, token)


@attack
def join_storm(attacker: Attacker) -> None:
    """Joining a full game again and again."""
    token = attacker.player()
    for number in attacker.rounds():
        body = {"id": f"j{number}", "key": "k" * 32}
        attacker.ask("POST", f"/api/v1/games/{attacker.game}/join", body, token)


@attack
def rematch_storm(attacker: Attacker) -> None:
    """Two players who resign and agree to another game for ever."""
    white, brown = attacker.player(), attacker.player()
    _, state = attacker.ask("POST", "/api/v1/games", {"colour": "white"}, white)
    game, key = state["game"], state["invitation"].partition("#join=")[2]
    attacker.ask("POST", f"/api/v1/games/{game}/join", {"id": "j", "key": key}, brown)
    for _ in attacker.rounds():
        for token, verb in ((white, "resign"), (white, "offer_rematch"), (brown, "accept_rematch")):
            _, read = attacker.ask("GET", f"/api/v1/games/{game}")
            if not read or "seq" not in read:
                break
            command = {"t": verb, "id": uuid.uuid4().hex, "seq": read["seq"]}
            attacker.ask("POST", f"/api/v1/games/{game}/commands", command, token)
            game = read["standing"]["next_game"] or game


@attack
def polled_events(attacker: Attacker) -> None:
    """All events, legal actions and the file of the game of the innocent."""
    for number in attacker.rounds():
        attacker.ask("GET", f"/api/v1/games/{attacker.game}/{('events?since=0', 'legal', 'bgn')[number % 3]}")


@attack
def crowd_of_watchers(attacker: Attacker) -> None:
    """A hundred watchers of the innocent who read nothing."""
    sockets: list[socket.socket] = []
    for _ in attacker.rounds():
        if len(sockets) < 100:
            sockets.append(attacker.socket())  # never read
        else:
            time.sleep(0.1)


@attack
def reconnect_storm(attacker: Attacker) -> None:
    """Watchers that come for all events and go at once."""
    for _ in attacker.rounds():
        with attacker.socket(query="?since=0") as connection, suppress(OSError):
            connection.recv(12)


@attack
def foreign_commands(attacker: Attacker) -> None:
    """Commands of strangers in the game of the innocent."""
    sockets = [attacker.socket(attacker.player()) for _ in range(20)]
    for _ in attacker.rounds():
        for connection in sockets:
            pour(connection, text({"t": "resign", "id": uuid.uuid4().hex, "seq": 1}))


@attack
def unknown_addresses(attacker: Attacker) -> None:
    """Games that do not exist, and paths that climb."""
    for _ in attacker.rounds():
        attacker.ask("GET", f"/api/v1/games/{uuid.uuid4().hex}")
        attacker.ask("GET", f"/{'../' * 100}etc/passwd")


@attack
def commands_of_strangers(attacker: Attacker) -> None:
    """A hundred watchers without an identity who send commands; each rejection carries the whole game."""
    sockets = [attacker.socket() for _ in range(100)]
    for _ in attacker.rounds():
        for connection in sockets:
            pour(connection, text({"t": "resign", "id": uuid.uuid4().hex, "seq": 1}))
        time.sleep(0.15)


@attack
def states_at_once(attacker: Attacker) -> None:
    """Ninety requests for the whole game in one moment, again and again."""
    _ask_for_states(attacker, attacker.game)


def _ask_for_states(attacker: Attacker, game: str) -> None:
    request = attacker.head("GET", f"/api/v1/games/{game}")
    connections = [attacker.connect() for _ in range(90)]
    for _ in attacker.rounds():
        for connection in connections:
            pour(connection, request)
        time.sleep(1)


@attack
def used_ids(attacker: Attacker) -> None:
    """Two players whose commands all have an id that is in use: the game differs from the store each time."""
    white, brown = attacker.player(), attacker.player()
    _, state = attacker.ask("POST", "/api/v1/games", {"colour": "white"}, white)
    game, key = state["game"], state["invitation"].partition("#join=")[2]
    attacker.ask("POST", f"/api/v1/games/{game}/join", {"id": "j", "key": key}, brown)
    sockets = [attacker.socket(token, game=game) for token in (white, brown)]
    for _ in attacker.rounds():
        for connection in sockets:
            pour(connection, text({"t": "offer_draw", "id": "j", "seq": 1}))
        time.sleep(0.1)


@attack
def malformed_origins(attacker: Attacker) -> None:
    """Origins that are no addresses, of requests and of sockets."""
    for _ in attacker.rounds():
        attacker.ask("POST", "/api/v1/players", {}, headers="Origin: http://[\r\n")
        path = f"/api/v1/games/{attacker.game}/socket"
        handshake = attacker.head("GET", path, f"{UPGRADE}Origin: http://[\r\n")
        with attacker.connect(handshake) as connection, suppress(OSError):
            connection.recv(12)


@attack
def sockets_behind_requests(attacker: Attacker) -> None:
    """Requests that wait on a connection, and then a handshake on the same one."""
    request = attacker.head("GET", "/openapi.json") * 6
    handshake = attacker.head("GET", f"/api/v1/games/{attacker.game}/socket", UPGRADE)
    for _ in attacker.rounds():
        with attacker.connect(request + handshake) as connection, suppress(OSError):
            connection.recv(12)


@attack
def crowd_of_players(attacker: Attacker) -> None:
    """Ten pairs who act as fast as they may."""
    games: list[list[socket.socket]] = []
    for _ in range(10):
        white, brown = attacker.player(), attacker.player()
        _, state = attacker.ask("POST", "/api/v1/games", {"colour": "white"}, white)
        game, key = state["game"], state["invitation"].partition("#join=")[2]
        attacker.ask("POST", f"/api/v1/games/{game}/join", {"id": "j", "key": key}, brown)
        games.append([attacker.socket(token, game=game) for token in (white, brown)])
    for number in attacker.rounds():
        action = ("d2d4", "d8d6", "d4d2", "d6d8")[number % 4]
        for players in games:
            act = {"t": "act", "id": f"a{number}", "seq": number + 1, "action": action}
            pour(players[number % 2], text(act))
        time.sleep(0.1)


# -- who makes others wait: for a queue, a lock, a long game -------------------------------------------------------


@attack
def files_behind_a_queue(attacker: Attacker) -> None:
    """A queue full of long games that must be loaded, and behind it the file of the game of the innocent."""
    for _ in attacker.rounds():
        for game in (*attacker.long_games.games, attacker.game):
            attacker.connect(attacker.head("GET", f"/api/v1/games/{game}/bgn"))
        time.sleep(1)


@attack
def states_of_a_long_game(attacker: Attacker) -> None:
    """Ninety requests for the whole of a long game in one moment, again and again."""
    _ask_for_states(attacker, attacker.long_games.games[0])


@attack
def watchers_of_a_long_game(attacker: Attacker) -> None:
    """A hundred watchers of a long game who read nothing, and come again when they are closed."""
    for number in attacker.rounds():
        if number < 100:
            attacker.socket(game=attacker.long_games.games[0])
        else:
            time.sleep(0.1)
            with attacker.socket(game=attacker.long_games.games[0]):
                pass


@attack
def take_backs_in_a_long_game(attacker: Attacker) -> None:
    """Two players of a long game who ask to take back, agree, and act again."""
    (game, *_), white, brown = attacker.long_games
    _, state = attacker.ask("GET", f"/api/v1/games/{game}")
    seq, action = state["seq"], state["actions"][-1]
    for _ in attacker.rounds():
        for token, verb in ((brown, "ask_take_back"), (white, "accept_take_back"), (brown, "act")):
            command = {"t": verb, "id": uuid.uuid4().hex, "seq": seq} | ({"action": action} if verb == "act" else {})
            status, answer = attacker.ask("POST", f"/api/v1/games/{game}/commands", command, token)
            seq = answer["seq"] if status in {200, 409} else seq
            time.sleep(0.05)


@attack
def opponent_floods(attacker: Attacker) -> None:
    """The opponent, who sends commands on thirty sockets and by requests, and asks for everything there is to read."""
    sockets = [attacker.socket(attacker.opponent) for _ in range(30)]
    for number in attacker.rounds():
        for connection in sockets:
            pour(connection, text({"t": "decline_draw", "id": uuid.uuid4().hex, "seq": 10**6}))
        _, state = attacker.ask("GET", f"/api/v1/games/{attacker.game}", token=attacker.opponent)
        if state and "seq" in state:
            verb = ("offer_draw", "ask_take_back")[number % 2]
            command = {"t": verb, "id": uuid.uuid4().hex, "seq": state["seq"]}
            attacker.ask("POST", f"/api/v1/games/{attacker.game}/commands", command, attacker.opponent)
        attacker.ask("GET", f"/api/v1/games/{attacker.game}/{('bgn', 'legal', 'events')[number % 3]}")
