"""The shipped nginx.conf with real nginx in front of three real nodes on one PostgreSQL database."""

import re
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus

from .postgres_process import shared_postgres
from .server_process import SECONDS, Client, Response, Server, comes_true, fresh, match, running

CONFIGURATION = Path(__file__).parents[2] / "deploy" / "nginx.conf"
PROXY = "127.0.0.2"
"""The address from which nginx talks to the nodes: the one that they trust."""
GAMES = 300
pytestmark = pytest.mark.skipif(shutil.which("nginx") is None, reason="nginx is not installed")


class Front(Server):
    """nginx in the place of a server."""

    def __init__(self, host: str) -> None:
        self.host = host


@dataclass
class Site:
    """Three nodes behind nginx: once with limits that tests keep within, once with limits that they exceed."""

    nodes: list[Server]
    front: Front
    limited: Front


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def configured(nodes: list[Server], port: int, folder: Path, *, generous: bool) -> str:
    """The shipped file with the addresses of this test, without TLS, and with a header that names the node."""
    text = CONFIGURATION.read_text("utf-8")
    for number, node in enumerate(nodes, 1):
        text = changed(text, f"server 127.0.0.1:800{number} ", f"server {node.host} ")
    text = changed(text, "listen 443 ssl;", f"listen 127.0.0.1:{port};\n add_header X-Upstream $upstream_addr always;")
    text = changed(text, "listen 80;", f"listen 127.0.0.1:{free_port()};")
    text = changed(text, "pid /run/nginx.pid;", f"pid {folder}/pid;")
    text = changed(text, "proxy_http_version 1.1;", f"proxy_http_version 1.1;\n proxy_bind {PROXY};")
    text = changed(text, "rate=50r/s", "rate=100000r/s" if generous else "rate=1r/s")  # a busy machine exceeds that too
    if generous:
        text = changed(text, "burst=200", "burst=100000")
    return re.sub(r"^ *ssl_.*\n", "", text, flags=re.MULTILINE)


def changed(text: str, before: str, after: str) -> str:
    assert text.count(before) == 1, before
    return text.replace(before, after)


@contextmanager
def nginx(nodes: list[Server], folder: Path, *, generous: bool) -> Iterator[Front]:
    """A running nginx."""
    folder.mkdir()
    port = free_port()
    file = folder / "nginx.conf"
    file.write_text(configured(nodes, port, folder, generous=generous), "utf-8")
    command = ["nginx", "-p", str(folder), "-e", str(folder / "log"), "-c", str(file), "-g", "daemon off;"]
    with (folder / "output").open("w") as output:
        process = subprocess.Popen(command, stdout=output, stderr=output)
    try:
        wait_for(port, process, folder)
        yield Front(f"127.0.0.1:{port}")
    finally:
        process.terminate()
        process.wait(SECONDS)


def wait_for(port: int, process: subprocess.Popen[bytes], folder: Path) -> None:
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        assert process.poll() is None, (folder / "output").read_text()
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            time.sleep(0.05)
        else:
            return
    raise AssertionError("nginx does not listen")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder = tmp_path_factory.mktemp("nginx")
    settings = {
        "BARRAGOON_DATABASE": shared_postgres().new_database(),
        "BARRAGOON_PROXIES": PROXY,
        "BARRAGOON_ACCESS_LOG": "on",
    }
    with ExitStack() as stack:
        nodes = [stack.enter_context(running(folder / f"node{number}", settings)) for number in range(3)]
        front = stack.enter_context(nginx(nodes, folder / "front", generous=True))
        limited = stack.enter_context(nginx(nodes, folder / "limited", generous=False))
        yield Site(nodes, front, limited)


def ask_from(host: str, path: str, source: str, forwarded: str) -> int:
    """Ask from an address, and claim to be somebody else."""
    name, _, port = host.partition(":")
    connection = HTTPConnection(name, int(port), timeout=SECONDS, source_address=(source, 0))
    try:
        connection.request("GET", path, headers={"X-Forwarded-For": forwarded})
        return connection.getresponse().status
    finally:
        connection.close()


def homes(site: Site, games: list[str], end: str) -> dict[str, str]:
    """Which node answers for each game; the games are unknown, which costs the nodes little."""
    found = {}
    for game in games:
        answer = Client(site.front).ask("GET", f"/api/v1/games/{game}{end}")
        assert answer.status in {404, 405}, answer
        found[game] = answer.headers["X-Upstream"].rpartition(", ")[2]
    return found


# -- as long as all nodes are there ------------------------------------------------------------------------------


def test_games_are_played_through_it(site: Site) -> None:
    with match(site.front) as game:
        game.play("d2d5", "d8d6")
        assert game.white.hello["node"] == game.brown.hello["node"], "both players get the same node"
        assert site.front.client().state(game.game)["seq"] == 3


def test_forwarded_addresses_are_believed_from_the_proxy_only(site: Site) -> None:
    assert ask_from(site.front.host, f"/api/v1/games/{fresh()}", "127.5.5.5", "203.0.113.9") == 404
    assert ask_from(site.nodes[0].host, f"/api/v1/games/{fresh()}", "127.6.6.6", "203.0.113.9") == 404

    def logs() -> str:
        return "".join(node.log for node in site.nodes)

    assert comes_true(lambda: "127.5.5.0/24" in logs()), "the client's address, as nginx says it"
    assert comes_true(lambda: "127.6.6.0/24" in logs()), "the client's own address, whatever it says"
    assert "203.0.113" not in logs()


def test_what_is_for_operators_is_not_for_the_world(site: Site) -> None:
    for path in ("/metrics", "/live", "/ready", "/health"):
        assert Client(site.front).ask("GET", path).status == 404
        assert Client(site.nodes[0]).ask("GET", path).status == 200


def test_its_limits_hold(site: Site) -> None:
    client = Client(site.limited)
    large = client.ask("POST", "/api/v1/players", b"x" * 100_000)
    assert large.status == 413
    answers: list[Response] = [client.ask("GET", f"/api/v1/games/{fresh()}") for _ in range(400)]
    assert {answer.status for answer in answers} == {404, 429}


# -- when one is about to stop -----------------------------------------------------------------------------------


def test_players_of_a_draining_node_come_to_another_one_at_the_first_try(tmp_path: Path) -> None:
    """The hash of their game leads to the node that is about to stop: it must leave them to the next."""
    settings = {
        "BARRAGOON_DATABASE": shared_postgres().new_database(),
        "BARRAGOON_PROXIES": PROXY,
        "BARRAGOON_DRAIN_SECONDS": "300",  # it stays until the test has ended
    }
    with ExitStack() as stack:
        nodes = [stack.enter_context(running(tmp_path / f"node{number}", settings)) for number in range(3)]
        front = stack.enter_context(nginx(nodes, tmp_path / "front", generous=True))
        white, brown = front.client("Ann"), front.client("Ben")
        games = [white.open_game(colour="white")["game"] for _ in range(12)]
        names = [node_of(Client(node), games[0]) for node in nodes]
        before = {game: node_of(white, game) for game in games}
        draining = max(nodes, key=lambda node: list(before.values()).count(names[nodes.index(node)]))
        stack.enter_context(Client(draining).enter(games[0]))  # without any socket it would stop at once
        draining.process.send_signal(signal.SIGTERM)
        assert comes_true(lambda: Client(draining).ask("GET", "/ready").status == 503)
        with pytest.raises(InvalidStatus) as refused:
            Client(draining).enter(games[0])
        assert refused.value.response.status_code == 503
        after = {game: (node_of(white, game), node_of(brown, game)) for game in games}
        assert draining.process.poll() is None, "it was there all the time"
        gone = names[nodes.index(draining)]
        for game in games:
            assert after[game][0] == after[game][1], "both players come to the same node"
            assert (after[game][0] == before[game]) == (before[game] != gone), (
                "only the games of the one that stops move"
            )
        assert gone in before.values()


def node_of(client: Client, game: str) -> str:
    """The node that takes a socket at the first try."""
    with client.enter(game) as socket:
        return str(socket.hello["node"])


# -- and when one is gone ----------------------------------------------------------------------------------------


def test_a_game_has_one_home_and_only_those_of_a_dead_node_move(site: Site) -> None:
    games = [fresh() for _ in range(GAMES)]
    before = homes(site, games, "/legal")
    assert homes(site, games, "/socket?since=7") == before
    shares = [list(before.values()).count(node.host) for node in site.nodes]
    assert sum(shares) == GAMES
    assert min(shares) > GAMES / 10
    with match(site.front) as game:
        game.play("d2d5")
        site.nodes[1].kill()
        after = homes(site, games, "/legal")
        moved = {name for name in games if before[name] != after[name]}
        assert moved == {name for name in games if before[name] == site.nodes[1].host}
        again = game.white_client.enter(game.game, since=game.white.seq)
        assert again.hello["seq"] == 2
        again.close()


def test_the_file_as_it_is_shipped_can_be_read(tmp_path: Path) -> None:
    if shutil.which("openssl") is None:
        pytest.skip("openssl is not installed")
    names = [str(tmp_path / name) for name in ("privkey.pem", "fullchain.pem")]
    make = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=play.example.org", "-days", "1"]
    subprocess.run([*make, "-keyout", names[0], "-out", names[1]], check=True, capture_output=True)
    text = CONFIGURATION.read_text("utf-8").replace("/etc/nginx/certificates", str(tmp_path))
    file = tmp_path / "nginx.conf"
    file.write_text(changed(text, "pid /run/nginx.pid;", f"pid {tmp_path}/pid;"), "utf-8")
    done = subprocess.run(["nginx", "-t", "-c", str(file)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
