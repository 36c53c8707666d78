"""Hostile names, hosts and sessions: whom one may be taken for, under which name, and how to be rid of a device."""

import unicodedata
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection

from barragoon.server.http.device_label import device_label
from barragoon.server.messages import Player
from barragoon.server.shared.player_name import UnusableNameError, clean_name

from .server_process import Client, Server, connected, running
from .test_security import Browser

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:139.0) Gecko/20100101 Firefox/139.0"
IPHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 "
    "Mobile/15E148 Safari/604.1"
)

# -- A1, A13: names ------------------------------------------------------------------------------------------

HOSTILE_NAMES = {
    "grows": "\u0958" * 24,
    "invisible": "\u3164",
    "half invisible": "Ann\uffa0",
    "joiner": "An\u034fn",
    "variation": "Ann\ufe0f",
    "vowel that shows nothing": "\u17b4\u17b5",
    "mark alone": "\u0301",
    "mark first": "\u0301Ann",
    "mark after a space": "Ann \u0301x",
    "stacked": "a\u0301\u0302\u0303" * 7,
    "the same mark again": "\u0e01\u0e49\u0e49",
    "Cyrillic A": "\u0410nn",
    "Greek o": "B\u03bfb",
    "Cherokee": "\u13aann",
    "dots": "...",
    "grows to nothing allowed": "\u2028",
}


@pytest.mark.parametrize("kind", HOSTILE_NAMES)
def test_names_that_hide_or_imitate_are_refused(server: Server, kind: str) -> None:
    answer = Client(server).ask("POST", "/api/v1/players", {"name": HOSTILE_NAMES[kind], "bot": True})
    assert (answer.status, answer.json["code"]) == (400, "malformed")
    assert answer.json["sentence"]


def test_letters_that_only_look_different_are_folded(server: Server) -> None:
    for name in ("\U0001d400nn", "\uff21\uff4e\uff4e", "\u24b6nn", "A\u200bnn"[:1] + "nn"):
        assert server.client(name).call("GET", "/api/v1/me")["player"]["name"] == "Ann"


def test_a_name_near_the_limit_poisons_nothing(server: Server) -> None:
    player = server.client("\u0958" * 12)
    game = player.open_game(access="lobby")
    assert Client(server).ask("GET", "/api/v1/lobby").status == 200
    server.client().call("POST", f"/api/v1/games/{game['game']}/join", {"id": "j"})
    assert Client(server).ask("GET", "/api/v1/games").status == 200
    assert len(player.call("GET", "/api/v1/me")["player"]["name"]) == 24


ODD = st.sampled_from(
    ["\u0958", "\u3164", "\u0301", "\ufdfa", "\u1e9b", "\u0323", "\u0410", "A", " ", "\u00a0", "\u0345", "\u01c5"]
)
NAMES = st.text(st.one_of(st.characters(), ODD), min_size=1, max_size=24)


@given(NAMES)
def test_a_name_that_is_accepted_stays_as_it_is_and_fits(name: str) -> None:
    try:
        cleaned = clean_name(name)
    except UnusableNameError:
        return
    assert clean_name(cleaned) == cleaned
    assert unicodedata.normalize("NFKC", cleaned) == cleaned
    stored = msgspec.json.encode(Player("id", cleaned))
    assert msgspec.json.decode(stored, type=Player).name == cleaned


@pytest.mark.parametrize(
    "name",
    ["Zoë O'Neill-Brandt", "Nguyễn Thị Ngọc Ánh", "やまだ 太郎 K", "김철수", "हिन्दी", "မြို့", "Анна", "שָׁלוֹם", "محمد"],
)
def test_names_of_all_the_world_are_fine(name: str) -> None:
    assert clean_name(name) == unicodedata.normalize("NFKC", name)


# -- A11: sessions -------------------------------------------------------------------------------------------


def two_devices(server: Server) -> tuple[Browser, Browser]:
    """A computer and a telephone of one player."""
    desk, phone = Browser(server), Browser(server)
    desk.ask("POST", "/api/v1/players", {"name": "Ann"}, **{"User-Agent": FIREFOX})
    link = desk.ask("POST", "/api/v1/me/link").json["link"]
    phone.ask("POST", "/api/v1/me/resume", {"key": link.partition("#resume=")[2]}, **{"User-Agent": IPHONE})
    return desk, phone


def test_sessions_are_listed_and_one_is_ended_from_another_device(server: Server) -> None:
    desk, phone = two_devices(server)
    listed = desk.ask("GET", "/api/v1/me/sessions").json["sessions"]
    assert {(each["label"], each["is_this"]) for each in listed} == {
        ("Firefox on Linux", True),
        ("Safari on iPhone", False),
    }
    assert all(each["created_at"] and each["used_at"] % 86_400_000 == 0 for each in listed)
    other = next(each["id"] for each in listed if not each["is_this"])
    game = phone.ask("POST", "/api/v1/games", {}).json["game"]
    with phone.enter(server, game) as socket:
        socket.recv()
        assert desk.ask("DELETE", f"/api/v1/me/sessions/{other}").status == 204
        assert closed_with(socket) == 4401
    assert phone.ask("GET", "/api/v1/me").status == 401
    assert desk.ask("GET", "/api/v1/me").status == 200
    assert desk.ask("DELETE", f"/api/v1/me/sessions/{other}").status == 404


def closed_with(socket: ClientConnection) -> int:
    try:
        while True:
            socket.recv(30)
    except ConnectionClosed as end:
        return end.rcvd.code if end.rcvd else 1006


@pytest.mark.parametrize("way", ["sessions", "link"])
def test_all_others_are_ended_and_the_link_with_them(server: Server, way: str) -> None:
    desk, phone = two_devices(server)
    link = desk.ask("POST", "/api/v1/me/link").json["link"]
    if way == "sessions":
        assert desk.ask("DELETE", "/api/v1/me/sessions").status == 204
    else:
        assert desk.ask("POST", "/api/v1/me/link", {"end_sessions": True}).status == 200
    assert phone.ask("GET", "/api/v1/me").status == 401
    assert len(desk.ask("GET", "/api/v1/me/sessions").json["sessions"]) == 1
    thief = Browser(server)
    assert thief.ask("POST", "/api/v1/me/resume", {"key": link.partition("#resume=")[2]}).status == 404


def test_nobody_ends_the_session_of_another_player(server: Server) -> None:
    desk, _ = two_devices(server)
    ids = [each["id"] for each in desk.ask("GET", "/api/v1/me/sessions").json["sessions"]]
    stranger = server.client()
    for session in ids:
        assert stranger.ask("DELETE", f"/api/v1/me/sessions/{session}").status == 404
    assert desk.ask("DELETE", "/api/v1/me/sessions", **{"X-CSRF-Token": "0" * 32}).status == 403
    assert Client(server).ask("GET", "/api/v1/me/sessions").status == 401


def test_a_player_has_so_many_sessions(server: Server) -> None:
    desk = Browser(server)
    desk.ask("POST", "/api/v1/players", {})
    key = desk.ask("POST", "/api/v1/me/link").json["link"].partition("#resume=")[2]
    for _ in range(32):
        Browser(server).ask("POST", "/api/v1/me/resume", {"key": key})
    last = Browser(server)
    last.ask("POST", "/api/v1/me/resume", {"key": key})
    assert len(last.ask("GET", "/api/v1/me/sessions").json["sessions"]) == 30


@given(st.text(max_size=200))
def test_a_label_never_repeats_what_the_client_said(agent: str) -> None:
    assert len(device_label(agent)) < 40
    assert device_label(f"<b>{agent}</b>") == device_label(agent)


# -- A13: cookies and hosts ----------------------------------------------------------------------------------


def test_behind_https_the_cookie_belongs_to_this_host_alone(tmp_path: Path) -> None:
    with running(tmp_path / "data") as server:
        page = Browser(server)
        page.ask("POST", "/api/v1/players", {"name": "Ann"})
        before = page.cookie
        assert before.startswith("barragoon=")
        server._settings["BARRAGOON_PUBLIC_URL"] = "https://play.example.org"  # noqa: SLF001 - the operator changes it
        server.restart()
        page.origin = "https://play.example.org"
        answer = page.client.ask("GET", "/api/v1/me", headers={"Cookie": before})
        assert answer.json["player"]["name"] == "Ann", "the old name is read"
        new = Browser(server, page.origin)
        new.cookie = before
        answer = new.ask("POST", "/api/v1/players", {})
        assert answer.json["player"]["name"] == "Ann"
        assert "__Host-barragoon=" in answer.headers["set-cookie"] or new.cookie.startswith("__Host-barragoon=")


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("localhost:8000", 200),
        ("127.0.0.1:8000", 200),
        ("[::1]:8000", 200),
        ("192.168.1.20:8000", 200),
        ("play.localhost", 200),
        ("games.example.net", 200),
        ("evil.example", 421),
        ("127.0.0.1.evil.example", 421),
        ("localhost.evil.example:8000", 421),
        ("evil.example:8000@localhost", 421),
        ("", 421),
    ],
)
def test_the_server_answers_to_its_own_names(named: Server, host: str, status: int) -> None:
    assert Client(named).ask("GET", "/api/v1/lobby", headers={"Host": host}).status == status
    assert Client(named).ask("GET", "/metrics", headers={"Host": host}).status == status
    assert Client(named).ask("GET", "/health", headers={"Host": host}).status == 200, "for probes"


@pytest.fixture(scope="module")
def named(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("named") / "data", {"BARRAGOON_HOSTS": "games.example.net, other"}) as server:
        yield server


def test_sockets_under_a_foreign_name_are_refused(server: Server) -> None:
    game = server.client().open_game()["game"]
    url = f"ws://{server.host}/api/v1/games/{game}/socket"
    with pytest.raises(InvalidStatus) as refused, connected(url, {"Host": "evil.example"}):
        pass
    assert refused.value.response.status_code in {400, 403, 421}


def test_one_id_for_two_commands_is_taken(server: Server) -> None:
    player = server.client()
    state = player.open_game(colour="white")
    server.client().join(state)
    path = f"/api/v1/games/{state['game']}/commands"
    assert player.ask("POST", path, {"t": "act", "id": "one", "seq": 1, "action": "d2d5"}).status == 200
    again = player.ask("POST", path, {"t": "resign", "id": "one", "seq": 2})
    assert (again.status, again.json["code"]) == (409, "id_taken")
