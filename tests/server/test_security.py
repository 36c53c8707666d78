"""What a hostile page, a hostile client or a careless proxy could try."""

import json
import re
import socket
import sys
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection

from .server_process import Client, Json, Response, Server, comes_true, connected, match, running


class Browser:
    """A page of some origin with the server's cookie."""

    def __init__(self, server: Server, origin: str | None = None) -> None:
        self.client = Client(server)
        self.origin = origin or f"http://{server.host}"
        self.cookie = ""
        self.csrf = ""

    def ask(self, method: str, path: str, body: object = None, **headers: str) -> Response:
        sent = {"Origin": self.origin, "Cookie": self.cookie, "X-CSRF-Token": self.csrf} | headers
        answer = self.client.ask(method, path, body, {name: text for name, text in sent.items() if text})
        if cookie := answer.headers.get("set-cookie"):
            self.cookie = cookie.partition(";")[0]
        if answer.status == 200 and b'"csrf"' in answer.body:
            self.csrf = answer.json["csrf"]
        return answer

    def enter(self, server: Server, game: str, **headers: str) -> ClientConnection:
        url = f"ws://{server.host}/api/v1/games/{game}/socket"
        return connected(url, {"Origin": self.origin, "Cookie": self.cookie} | headers)


@pytest.fixture
def page(server: Server) -> Browser:
    browser = Browser(server)
    assert browser.ask("POST", "/api/v1/players", {"name": "Ann"}).status == 200
    return browser


def test_a_cookie_that_no_script_reads_and_no_other_site_sends(server: Server) -> None:
    answer = Browser(server).ask("POST", "/api/v1/players", {})
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert answer.json["token"] is None
    assert re.search(r"Max-Age=34560000\b", cookie)  # 400 days


def test_a_page_keeps_its_player(page: Browser) -> None:
    first = page.ask("GET", "/api/v1/me").json["player"]
    assert page.ask("POST", "/api/v1/players", {}).json["player"] == first


def test_changes_need_the_own_origin_and_the_csrf_token(page: Browser) -> None:
    rejections = {
        "foreign_origin": [{"Origin": "http://evil.example"}, {"Origin": "null"}, {"Origin": ""}],
        "csrf": [{"X-CSRF-Token": ""}, {"X-CSRF-Token": "0" * 32}],
    }
    for code, cases in rejections.items():
        for headers in cases:
            answer = page.ask("POST", "/api/v1/games", {}, **headers)
            assert (answer.status, answer.json["code"]) == (403, code)
    assert page.ask("POST", "/api/v1/games", {}).status == 201
    assert page.ask("POST", "/api/v1/players", {}, Origin="http://evil.example").status == 403
    assert page.ask("POST", "/api/v1/me/resume", {"key": "x" * 43}, Origin="http://evil.example").status == 403
    assert page.ask("POST", "/api/v1/games", {}, **{"Content-Type": "text/plain"}).status == 415


def test_sockets_need_the_own_origin(server: Server, page: Browser) -> None:
    game = page.ask("POST", "/api/v1/games", {}).json["game"]
    for origin in ("http://evil.example", "null"):
        with pytest.raises(InvalidStatus) as rejected, page.enter(server, game, Origin=origin):
            pass
        assert rejected.value.response.status_code == 403
    without = {"Cookie": page.cookie}
    url = f"ws://{server.host}/api/v1/games/{game}/socket"
    with pytest.raises(InvalidStatus), connected(url, without):
        pass
    with page.enter(server, game) as own:
        assert json.loads(own.recv())["t"] == "hello"
        assert json.loads(own.recv())["invitation"]


def test_a_personal_link_brings_the_seats_to_another_device(server: Server, page: Browser) -> None:
    game = page.ask("POST", "/api/v1/games", {"colour": "white"}).json
    server.client().join(game)
    link = page.ask("POST", "/api/v1/me/link").json["link"]
    phone = Browser(server)
    resumed = phone.ask("POST", "/api/v1/me/resume", {"key": link.partition("#resume=")[2]})
    assert resumed.json["player"] == page.ask("GET", "/api/v1/me").json["player"]
    command = {"t": "act", "id": "phone", "seq": 1, "action": "d2d5"}
    assert phone.ask("POST", f"/api/v1/games/{game['game']}/commands", command).status == 200
    page.ask("POST", "/api/v1/me/link")
    late = Browser(server)
    assert late.ask("POST", "/api/v1/me/resume", {"key": link.partition("#resume=")[2]}).status == 404


def test_signing_out_makes_the_token_void_and_closes_its_sockets(server: Server) -> None:
    player = server.client()
    game = player.open_game()["game"]
    with player.enter(game) as socket:
        socket.take()
        player.call("DELETE", "/api/v1/me/session")
        assert socket.closed() == 4401
    assert player.ask("GET", "/api/v1/me").status == 401


def test_names_are_plain(server: Server) -> None:
    player = server.client()
    for name in ("<b>Ann</b>", "", "x" * 25, "a\u202eb", "a\x00b", "  ", "&amp;"):
        assert player.ask("PATCH", "/api/v1/me", {"name": name}).status == 400, name
    for name in ("Ann", "Zoë O'Neill-Brandt", "棋士 9", "हिन्दी"):
        assert player.call("PATCH", "/api/v1/me", {"name": name})["player"]["name"] == name


def test_every_answer_has_the_headers(server: Server) -> None:
    client = Client(server)
    for path in ("/", "/health", "/docs", "/api/v1/me", "/api/v1/nothing", "/nothing.js", "/openapi.json"):
        headers = {name.lower(): text for name, text in client.ask("GET", path).headers.items()}
        policy = headers["content-security-policy"]
        assert "unsafe-inline" not in policy
        assert "default-src 'none'" in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["cross-origin-opener-policy"] == "same-origin"
        assert headers["cross-origin-embedder-policy"] == "require-corp"
        assert "server" not in headers


def test_the_docs_have_no_script_and_no_style_of_their_own(server: Server) -> None:
    page = Client(server).ask("GET", "/docs").body.decode()
    assert "POST /api/v1/games/{game}/commands" in page
    assert not re.search(r"<script|<style|style=| on\w+=", page)


def test_large_frames_and_bodies_are_rejected(server: Server) -> None:
    with match(server) as game:
        game.white.connection.send("x" * 9000)
        assert game.white.closed() == 1009
        with suppress(ConnectionClosed):
            game.brown.connection.send(["x" * 3000] * 4000)  # in pieces, most of them sent after the rejection
        assert game.brown.closed() == 1009
        big = b'{"name": "' + b"x" * 9000 + b'"}'
        assert game.white_client.ask("PATCH", "/api/v1/me", big).status == 413


def test_what_is_no_command_is_rejected_and_the_socket_stays(server: Server) -> None:
    with match(server) as game:
        nonsense = ["", "null", "[]", "{}", '{"t":"act"}', '{"t":"act","id":"a","seq":-1,"action":"d2d5"}', "[" * 5000]
        nonsense.append('{"t":"act","id":"a","seq":1,"action":"d2d5","extra":1}')
        for text in nonsense:
            game.white.connection.send(text)
            answer = game.white.take()
            while answer["t"] != "reject":
                answer = game.white.take()
            assert answer["code"] == "malformed"
        game.white.connection.send(b"\x00\x01")
        game.white.do("act", action="d2d5")


def test_unknown_games_close_the_socket(server: Server) -> None:
    url = f"ws://{server.host}/api/v1/games/{'A' * 22}/socket"
    for query, code in (("", 4404), ("?since=-1", 4400), ("?since=x", 4400)):
        with connected(url + query) as socket, pytest.raises(ConnectionClosed) as closed:
            socket.recv()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == code


def test_limits(tmp_path: Path) -> None:
    settings = {
        "BARRAGOON_REQUESTS_PER_SECOND": "0.01",
        "BARRAGOON_REQUEST_BURST": "9",
        "BARRAGOON_SOCKETS_PER_ADDRESS": "2",
        "BARRAGOON_MESSAGES_PER_SECOND": "0.01",
        "BARRAGOON_MESSAGE_BURST": "3",
        "BARRAGOON_PLAYERS_PER_HOUR": "1",
    }
    with running(tmp_path / "data", settings) as server:
        player = server.client()
        assert Client(server).ask("POST", "/api/v1/players", {"bot": True}).status == 429
        game = player.open_game()["game"]
        with player.enter(game) as first, player.enter(game):
            url = f"ws://{server.host}/api/v1/games/{game}/socket"
            with connected(url) as third, pytest.raises(ConnectionClosed) as closed:
                third.recv()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 4429
            for n in range(260):
                first.connection.send(json.dumps({"t": "ping", "n": n}))
            pongs = rejections = 0
            try:
                while True:
                    answer = first.take()
                    pongs += answer["t"] == "pong"
                    rejections += answer["t"] == "reject"
            except ConnectionClosed as end:
                assert end.rcvd is not None
                assert end.rcvd.code == 4429
            assert (pongs, rejections) == (3, 200)
        with player.enter(game) as hasty:
            while hasty.take()["t"] != "state":
                pass
            for n in range(9):
                hasty.connection.send(json.dumps({"t": "resign", "id": f"r{n}", "seq": 99}))
            received: list[Json] = []
            while len(received) < 9:  # who is connected may be said in between
                if (answer := hasty.take())["t"] == "reject":
                    received.append(answer)
            assert [answer["id"] for answer in received if answer["code"] == "too_fast"] == [
                f"r{n}" for n in range(3, 9)
            ]
        statuses = [player.ask("GET", "/api/v1/me").status for _ in range(9)]
        assert statuses[-1] == 429
        with connected(url) as late, pytest.raises(ConnectionClosed) as closed:
            late.recv()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4429
        assert player.ask("GET", "/health").status == 200


def test_slow_headers_are_not_waited_for(tmp_path: Path) -> None:
    with running(tmp_path / "data", {"BARRAGOON_HEADER_SECONDS": "0.3"}) as server:
        for sent in (b"", b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ", b"GET /health HTTP/1.1\r\nHost: x\r\n\r\nGET /"):
            with server.connect() as slow:
                slow.sendall(sent)
                while slow.recv(65536):
                    pass  # ends when the server has closed


@pytest.mark.parametrize(("proxies", "status"), [("", b"HTTP/1.1 429 "), ("10.0.0.0/8, 127.0.0.1", b"HTTP/1.1 200 ")])
def test_an_address_holds_so_many_connections_unless_it_is_a_proxy(tmp_path: Path, proxies: str, status: bytes) -> None:
    settings = {"BARRAGOON_CONNECTIONS_PER_ADDRESS": "3", "BARRAGOON_PROXIES": proxies}
    with running(tmp_path / "data", settings) as server, ExitStack() as held:
        player = server.client()
        held.enter_context(player.enter(player.open_game()["game"]))  # a socket is counted elsewhere
        for _ in range(3):
            first = held.enter_context(server.connect())
        with server.connect() as fourth:
            if proxies:  # a connection too many is answered and closed before it has asked
                fourth.sendall(b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n")
            assert fourth.recv(100).startswith(status)
        first.close()  # which the server hears of a moment later
        assert comes_true(lambda: player.ask("GET", "/health").status == 200)


def test_the_server_holds_so_many_sockets(tmp_path: Path) -> None:
    with running(tmp_path / "data", {"BARRAGOON_SOCKETS": "2"}) as server, match(server) as game:
        with connected(f"ws://{server.host}/api/v1/games/{game.game}/socket") as third:
            with pytest.raises(ConnectionClosed) as closed:
                third.recv()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 4429
        game.play("d2d5")


def test_games_that_wait_for_an_opponent_are_counted(tmp_path: Path) -> None:
    with running(tmp_path / "data", {"BARRAGOON_OPEN_GAMES_PER_PLAYER": "2"}) as server:
        player = server.client()
        player.open_game()
        waiting = player.open_game()
        response = player.ask("POST", "/api/v1/games", {})
        assert (response.status, response.json["code"]) == (409, "too_many_open")
        assert response.json["sentence"].startswith("2 of your games wait")
        assert player.command(waiting["game"], "withdraw", 0).status == 200
        player.open_game()


def test_one_player_does_not_fill_the_lobby(tmp_path: Path) -> None:
    with running(tmp_path / "data") as server:  # where more than a page of players wait, second games are not listed
        other = server.client().open_game(access="lobby")["game"]
        crowd = server.client()
        for _ in range(60):
            crowd.open_game(access="lobby")
        stranger = Client(server)

        def two_of_them_and_another() -> bool:
            path, listed = "/api/v1/lobby", []
            while path:
                page = stranger.call("GET", path)
                listed += page["games"]
                path = page["next"] and f"/api/v1/lobby?before={page['next']}"
            shown = [game["opener"]["id"] for game in listed].count(crowd.player)
            return shown == 2 and other in {game["game"] for game in listed}

        assert comes_true(two_of_them_and_another)  # lists may be a second old


def test_a_newline_is_no_part_of_an_id(server: Server) -> None:
    with match(server) as game:
        body = {"t": "resign", "id": "n\n", "seq": 1}
        assert game.white_client.ask("POST", f"/api/v1/games/{game.game}/commands", body).status == 400


def test_a_message_in_countless_fragments_is_rejected(server: Server) -> None:
    with match(server) as game:
        with suppress(ConnectionClosed):
            game.white.connection.send(["x", *[""] * 10_000])
        assert game.white.closed() == 1009
        game.brown.connection.send(['{"t":', '"ping",', '"n":1}'])
        while game.brown.take() != {"t": "pong", "n": 1}:
            pass


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="memory is read from /proc")
def test_pings_whose_answers_nobody_reads_are_not_hoarded(server: Server) -> None:
    with match(server) as game, server.connect() as deaf:
        deaf.sendall(upgrade(server, game.game, str(game.white_client.token)))
        assert deaf.recv(12) == b"HTTP/1.1 101"
        before = memory_of(server)
        ping = bytes([0x89, 0x80 | 125]) + b"\0\0\0\0" + b"x" * 125
        for _ in range(200):
            deaf.sendall(ping * 1000)  # 26 MB in all
        game.play("d2d5")
        assert memory_of(server) - before < 8_000, "kB"


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="memory is read from /proc")
def test_closed_sockets_leave_nothing_behind(server: Server) -> None:
    with match(server) as game:

        def come_and_go(times: int) -> int:
            for _ in range(times):
                game.white_client.enter(game.game).close()
            return memory_of(server)

        before = come_and_go(100)
        assert come_and_go(500) - before < 2_500, "kB; 11 each would be 5,500"


def upgrade(server: Server, game: str, token: str) -> bytes:
    """The request for a socket, as bytes."""
    return (
        f"GET /api/v1/games/{game}/socket HTTP/1.1\r\nHost: {server.host}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
        f"Authorization: Bearer {token}\r\n\r\n"
    ).encode()


def memory_of(server: Server) -> int:
    """What the server takes, in kB."""
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    return int(re.findall(r"VmRSS:\s+(\d+)", status)[0])


@pytest.mark.slow
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="connections are read from /proc")
@pytest.mark.parametrize("messages", [40, 100_000])
def test_a_client_that_never_reads_is_let_go(tmp_path: Path, messages: int) -> None:
    """It asks for answer after answer and reads none of them: the server neither waits for it nor hoards for it."""
    limits = {"BARRAGOON_MESSAGES_PER_SECOND": str(messages), "BARRAGOON_MESSAGE_BURST": str(messages)}
    with running(tmp_path / "data", limits) as server, match(server) as game:
        with server.connect(seconds=2) as deaf:
            deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            deaf.sendall(upgrade(server, game.game, str(game.white_client.token)))
            assert deaf.recv(12) == b"HTTP/1.1 101"
            stale = b'{"t":"resign","id":"x","seq":0}'
            frame = bytes([0x81, 0x80 | len(stale)]) + b"\0\0\0\0" + stale
            with suppress(OSError):  # the server stopped reading, or has gone already
                for _ in range(100_000):
                    deaf.sendall(frame * 100)
            assert comes_true(lambda: server.connections() == 2), "only the players' own"
        game.play("d2d5")


def test_logs_tell_no_secrets(tmp_path: Path) -> None:
    with running(tmp_path / "data", {"BARRAGOON_LOG_LEVEL": "debug"}) as server:
        page = Browser(server)
        page.ask("POST", "/api/v1/players", {})
        link = page.ask("POST", "/api/v1/me/link").json["link"]
        bot = server.client()
        game = bot.open_game()
        bot.ask("GET", f"/api/v1/games/{game['game']}?key={bot.token}")
        with bot.enter(game["game"]) as socket:
            socket.take()
            socket.connection.send(json.dumps({"t": "act", "token": bot.token}))
            socket.take()
        assert server.stop() == 0
        log = server.log
        assert "/api/v1/games/{game}" in log, "requests are logged at this level"
        secrets = [page.cookie.partition("=")[2], page.csrf, link.partition("=")[2], bot.token, game["game"]]
        secrets.append(game["invitation"].partition("#join=")[2])
        assert not [secret for secret in secrets if secret and secret in log]


def test_behind_https_everything_is_stricter(tmp_path: Path) -> None:
    with running(tmp_path / "data", {"BARRAGOON_PUBLIC_URL": "https://play.example.org"}) as server:
        page = Browser(server, "https://play.example.org")
        answer = page.ask("POST", "/api/v1/players", {})
        assert "Secure" in answer.headers["set-cookie"]
        assert "strict-transport-security" in {name.lower() for name in answer.headers}
        assert Browser(server).ask("POST", "/api/v1/players", {}).status == 403


def test_an_address_behind_a_proxy_counts_only_where_the_proxy_is_trusted(tmp_path: Path) -> None:
    settings = {"BARRAGOON_REQUESTS_PER_SECOND": "0.01", "BARRAGOON_REQUEST_BURST": "2"}
    for proxies, last in (("", 429), ("127.0.0.1", 401)):
        trusted = {"BARRAGOON_PROXIES": proxies} if proxies else {}
        with running(tmp_path / f"data{last}", settings | trusted) as server:
            client = Client(server)
            received = [client.ask("GET", "/api/v1/me", headers={"X-Forwarded-For": f"192.0.2.{n}"}) for n in range(4)]
            assert received[-1].status == last
