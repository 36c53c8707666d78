"""Hostile clients over plain HTTP: heads, pipelines, bodies and responses without end, and what is logged of them."""

import asyncio
import json
import re
import socket
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest
import uvloop

from barragoon.server.http.middleware import _Reply
from barragoon.server.http.static_page import FOLDER as PAGE

from .server_process import SECONDS, Client, Server, comes_true, running
from .test_security import memory_of, upgrade

IMPATIENT = {"BARRAGOON_HEADER_SECONDS": "1"}
BOUND = 20
"""Seconds after which a connection that should end after one or two counts as held for ever."""


@pytest.fixture(scope="module")
def impatient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that waits a second where others wait ten."""
    with running(tmp_path_factory.mktemp("impatient") / "data", IMPATIENT) as server:
        yield server


def answer_of(server: Server, request: bytes, seconds: float = BOUND) -> bytes:
    """All that the server answers until it closes the connection, which it must do in time."""
    with server.connect(seconds) as connection:
        with suppress(OSError):  # it need not read all of it
            connection.sendall(request)
        received = b""
        with suppress(ConnectionError):
            while piece := connection.recv(65536):
                received += piece
        return received


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="memory is read from /proc")
def test_connections_that_were_reset_leave_nothing_in_memory(tmp_path: Path) -> None:
    """Whoever closes before reading the answer resets the connection; the body that came with it must go too."""
    body = b"x" * 8_000
    request = b"POST /api/v1/players HTTP/1.1\r\nHost: localhost\r\nContent-Length: 8000\r\n\r\n" + body
    with running(tmp_path / "data", {"BARRAGOON_REQUESTS_PER_SECOND": "1", "BARRAGOON_REQUEST_BURST": "1"}) as server:

        def reset(times: int) -> None:
            for _ in range(times):
                with server.connect() as connection:
                    connection.sendall(request)
                    assert connection.recv(1)

        reset(300)
        before = memory_of(server)
        reset(3_000)
        assert memory_of(server) - before < 8_000, "kB"


# -- A3: heads -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "head",
    [
        b"GET /health HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * 2_000_000,
        b"GET /" + b"u" * 2_000_000,
        b"GET /health HTTP/1.1\r\nHost: localhost\r\n" + b"X: y\r\n" * 300_000,
        b"GET /health HTTP/1.1\r\nHost: localhost\r\n" + b"X: y\r\n" * 101 + b"\r\n",
        b"GET /health HTTP/1.1\r\nHost: localhost\r\nCookie: " + b"a=b; " * 4_000 + b"\r\n\r\n",
    ],
    ids=["value", "address", "many", "one too many", "cookies"],
)
def test_a_large_head_is_refused(server: Server, head: bytes) -> None:
    assert answer_of(server, head).startswith(b"HTTP/1.1 431 ")


def test_a_head_below_the_limit_is_read(server: Server) -> None:
    head = b"GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n" + b"X: y\r\n" * 97
    assert answer_of(server, head + b"\r\n").startswith(b"HTTP/1.1 200 ")
    large = b"GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nX: " + b"x" * 14_000
    assert answer_of(server, large + b"\r\n\r\n").startswith(b"HTTP/1.1 200 ")


def test_headers_after_a_body_count_too(server: Server) -> None:
    head = b"POST /api/v1/players HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
    assert b"HTTP/1.1 431 " in answer_of(server, head + b"1\r\n{\r\n0\r\n" + b"X: y\r\n" * 300)


# -- A4: pipelines and responses that nobody reads -----------------------------------------------------------


def large_file() -> str:
    """The address of the engine, the largest file of the page."""
    names = [path.name for path in PAGE.glob("assets/*.wasm")]
    if not names:
        pytest.skip("the page has not been built")
    return f"/assets/{names[0]}"


def test_requests_that_wait_on_one_connection_are_few(server: Server) -> None:
    request = b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"
    assert b"HTTP/1.1 429 " in answer_of(server, request * 20)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="memory and connections are read from /proc")
def test_requests_by_the_thousand_take_no_memory_and_hold_no_connection(impatient: Server) -> None:
    request = f"GET {large_file()} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
    before = memory_of(impatient)
    with ExitStack() as held:
        for _ in range(12):
            connection = held.enter_context(impatient.connect(1))
            with suppress(OSError):  # refused, or no longer read
                connection.sendall(request * 20_000)
        assert memory_of(impatient) - before < 60_000, "kB"
        assert comes_true(lambda: impatient.connections() == 0, BOUND)
    assert Client(impatient).ask("GET", "/health").status == 200


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="connections are read from /proc")
def test_a_response_that_nobody_reads_is_given_up(impatient: Server) -> None:
    name, _, port = impatient.host.partition(":")
    with ExitStack() as held:
        for _ in range(5):
            deaf = held.enter_context(socket.socket())
            deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            deaf.connect((name, int(port)))
            deaf.settimeout(0.2)
            for _ in range(10):  # more than the buffers of the system hold
                with suppress(OSError):
                    deaf.sendall(f"GET {large_file()} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode() * 4)
                time.sleep(0.05)
        assert comes_true(lambda: impatient.connections() == 0, BOUND)


def test_what_is_sent_to_a_connection_that_is_closed_already_is_dropped() -> None:
    """uvicorn tells only the last of the requests that wait on a connection that the connection is gone."""
    uvloop.run(_answer_a_closed_connection())


async def _answer_a_closed_connection() -> None:
    loop = asyncio.get_running_loop()
    async with await loop.create_server(asyncio.Protocol, "127.0.0.1", 0) as listening:
        transport, _ = await loop.create_connection(asyncio.Protocol, *listening.sockets[0].getsockname())
        transport.abort()
        await asyncio.sleep(0.2)

        async def send(_: object) -> None:
            transport.write(b"x")

        with pytest.raises(RuntimeError):
            await send({})
        await _Reply(send, []).send_problem(503, "unavailable", "later")


# -- A5: connections -----------------------------------------------------------------------------------------

UPGRADE = b"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
KEY = b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
MALFORMED = {
    "body": b"GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n" + UPGRADE + KEY + b"\r\nabc",
    "post": b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n" + UPGRADE + KEY + b"\r\nabc",
    "long header": b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * 10_000 + b"\r\n" + UPGRADE + KEY + b"\r\n",
    "no key": b"GET / HTTP/1.1\r\nHost: localhost\r\n" + UPGRADE + b"\r\n",
    "not text": b"GET / HTTP/1.1\r\nHost: localhost\r\nX: \xff\xfe\r\n" + UPGRADE + KEY + b"\r\n",
}


@pytest.mark.parametrize("kind", MALFORMED)
def test_a_malformed_upgrade_is_answered_and_closed(server: Server, kind: str) -> None:
    assert re.match(rb"HTTP/1\.1 4\d\d ", answer_of(server, MALFORMED[kind]))


def test_an_upgrade_to_something_else_is_answered_and_closed(server: Server) -> None:
    request = b"GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n"
    assert answer_of(server, request + b"PRI * HTTP/2.0").startswith(b"HTTP/1.1 200 ")


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="connections are read from /proc")
def test_a_handshake_without_end_is_closed(impatient: Server) -> None:
    with ExitStack() as held:
        for _ in range(30):
            held.enter_context(impatient.connect()).sendall(MALFORMED["body"])
        assert comes_true(lambda: impatient.connections() == 0, BOUND)


def test_a_socket_counts_until_its_connection_ends(tmp_path: Path) -> None:
    """A client that does not answer the closing frame holds the connection for a while; it must count meanwhile."""
    settings = {"BARRAGOON_CONNECTIONS_PER_ADDRESS": "3", "BARRAGOON_SOCKETS_PER_ADDRESS": "3"}
    with running(tmp_path / "data", settings) as server, ExitStack() as held:
        answers = []
        for _ in range(9):
            connection = held.enter_context(server.connect(BOUND))
            with suppress(ConnectionError):
                connection.sendall(upgrade(server, "A" * 22, "").replace(b"Authorization: Bearer \r\n", b""))
                answers.append(connection.recv(12))
        assert answers[:3] == [b"HTTP/1.1 101"] * 3
        assert b"HTTP/1.1 429" in answers


def test_all_addresses_together_hold_so_many_connections(tmp_path: Path) -> None:
    with running(tmp_path / "data", {"BARRAGOON_CONNECTIONS": "6"}) as server, ExitStack() as held:
        for _ in range(6):
            held.enter_context(server.connect())
        with server.connect() as late:
            assert late.recv(13) == b"HTTP/1.1 429 "


def trickle(server: Server, first: bytes, again: bytes) -> float:
    """Send a little again and again; after how many seconds the server has had enough."""
    began = time.monotonic()
    with server.connect() as connection, suppress(OSError):
        connection.sendall(first)
        connection.settimeout(0.2)
        while time.monotonic() - began < BOUND:
            with suppress(TimeoutError):
                if connection.recv(65536) == b"":
                    break
            connection.sendall(again)
    return time.monotonic() - began


CHUNKED = b"Transfer-Encoding: chunked\r\nContent-Type: application/json\r\n\r\n"


@pytest.mark.parametrize(
    ("first", "again"),
    [
        (b"POST /api/v1/players HTTP/1.1\r\nHost: localhost\r\nContent-Length: 8000\r\n\r\n", b"{"),
        (b"POST /api/v1/players HTTP/1.1\r\nHost: localhost\r\n" + CHUNKED, b"1\r\n \r\n"),
        (b"GET /health HTTP/1.1\r\nHost: localhost\r\n" + CHUNKED, b"1\r\n \r\n"),
        (b"GET /health HTTP/1.1\r\nHost: localhost\r\n" + CHUNKED, b"1;" + b"e" * 10 + b"\r\n \r\n"),
        (b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n", b"\r\n"),
        (b"\r\n", b"\r\n"),
    ],
    ids=["body", "chunks", "chunks that nobody asked for", "extensions", "empty lines after", "empty lines"],
)
def test_what_trickles_in_is_not_waited_for(impatient: Server, first: bytes, again: bytes) -> None:
    assert trickle(impatient, first, again) < BOUND


# -- A10: what has no cost for one, and for many -------------------------------------------------------------


def test_bodies_that_never_change_are_made_once(server: Server) -> None:
    for path in ("/openapi.json", "/docs"):
        first = Client(server).ask("GET", path)
        again = Client(server).ask("GET", path, headers={"If-None-Match": first.headers["etag"]})
        assert (first.status, again.status, again.body) == (200, 304, b"")


# -- A13: text that is none ----------------------------------------------------------------------------------


def test_invalid_utf_8_is_malformed_on_every_route(server: Server) -> None:
    player = server.client()
    game = player.open_game()["game"]
    for method, path in (
        ("POST", "/api/v1/players"),
        ("PATCH", "/api/v1/me"),
        ("POST", "/api/v1/games"),
        ("POST", f"/api/v1/games/{game}/join"),
        ("POST", f"/api/v1/games/{game}/commands"),
    ):
        for text in (b'{"name": "\xff\xfe"}', b'{"t": "\xff"}', b'{"\xc0\x80": 1}', b"\xff", b'{"id": "\xed\xa0\x80"}'):
            assert player.ask(method, path, text).status == 400, (path, text)


@pytest.mark.parametrize("digit", ["\U00011f50", "\u0663", "\uff11", "\u00b2"])
def test_exotic_digits_are_no_cursor(server: Server, digit: str) -> None:
    quoted = "".join(f"%{byte:02x}" for byte in digit.encode())
    for path in ("/api/v1/games", "/api/v1/me/games"):
        assert server.client().ask("GET", f"{path}?before={quoted}.abc").status == 400


# -- A2: what is logged --------------------------------------------------------------------------------------

FAULTY = """
from barragoon.server.http import identity
from barragoon.server.websocket import endpoint
async def fail(*arguments, **named):
    secret = "s3cret" * 100
    raise ValueError(f"s3cret {arguments} {named}")
identity.Identities.find = fail
endpoint.GameEndpoint.serve = fail
from barragoon.cli import main; main()
"""


@pytest.mark.parametrize("form", ["text", "json"])
def test_an_exception_is_logged_briefly_without_values(tmp_path: Path, form: str) -> None:
    with running(tmp_path / "data", {"BARRAGOON_LOG": form}, FAULTY) as server:
        stranger = Client(server)
        assert stranger.ask("GET", "/api/v1/me?t0ken", headers={"X-Secret": "t0ken"}).status == 500
        with server.connect() as connection:
            connection.sendall(upgrade(server, "A" * 22, "x" * 43))
            connection.recv(100)
        assert comes_true(lambda: server.log.count("in fail") >= 2, 10)
        counted = stranger.ask("GET", "/metrics").body.decode()
        log = server.log
    assert "s3cret" not in log.replace('raise ValueError(f"s3cret', "").replace('secret = "s3cret"', "")
    assert "t0ken" not in log
    assert len(log) < 20_000
    assert "ValueError" in log
    if form == "json":
        assert all(json.loads(line) for line in log.splitlines() if line.startswith("{"))
    assert 'barragoon_unhandled_exceptions_total{where="request"} 1.0' in counted
    assert 'barragoon_unhandled_exceptions_total{where="socket"} 1.0' in counted


def test_strangers_that_hang_up_are_no_exceptions(tmp_path: Path) -> None:
    with running(tmp_path / "data", {"BARRAGOON_LOG": "text"}) as server:
        probe = Client(server)
        worst = 0.0

        def hang_up() -> None:
            for _ in range(20):
                with server.connect() as connection:
                    connection.sendall(upgrade(server, "nosuch", "").replace(b"Authorization: Bearer \r\n", b""))
                    connection.recv(12)

        attack = threading.Thread(target=hang_up)
        attack.start()
        while attack.is_alive():
            began = time.monotonic()
            assert probe.ask("GET", "/health").status == 200
            worst = max(worst, time.monotonic() - began)
        attack.join(SECONDS)
        assert "Exception" not in server.log
        assert "Traceback" not in server.log
        assert len(server.log) < 5_000
        assert worst < BOUND
        assert "where=" not in probe.ask("GET", "/metrics").body.decode()
