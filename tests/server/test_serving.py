"""``barragoon serve``: settings, clear errors, a graceful stop, the page."""

import re
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from starlette.requests import Request

from barragoon.server import Settings, SettingsError, load_settings
from barragoon.server.http.static_page import StaticPage
from cli.command_line import program

from .server_process import Client, about_the_file, match, running

STOPPED_AT_ONCE = """
import os, signal, sys
from barragoon.server import Settings
from barragoon.server.run import run
run(Settings(data=sys.argv[1], port=0), browser=False, announce=lambda _: os.kill(os.getpid(), signal.SIGTERM))
"""


def error_of(*arguments: str | Path) -> str:
    done = program("serve", "--no-browser", *arguments)
    assert done.returncode == 2, done
    assert not done.stdout
    (sentence,) = done.stderr.splitlines()
    return sentence.removeprefix("barragoon: ")


def test_a_port_in_use(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        sentence = error_of("--port", str(port), "--data", tmp_path)
    assert sentence.startswith(f"port {port} is in use")


def test_a_host_that_is_not_ours(tmp_path: Path) -> None:
    assert "203.0.113.1" in error_of("--host", "203.0.113.1", "--port", "0", "--data", tmp_path)


@about_the_file
def test_a_data_folder_that_can_not_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    folder = tmp_path / "file" / "data"
    assert error_of("--data", folder).startswith(f"the data folder {folder} can't be used: not a directory")


@about_the_file
def test_a_second_server_on_the_same_data(tmp_path: Path) -> None:
    with running(tmp_path / "data") as server:
        server.client()  # it has started
        assert "another server uses" in error_of("--port", "0", "--data", server.data)


def test_settings_come_from_a_file_the_environment_and_the_command_line(tmp_path: Path) -> None:
    (tmp_path / "server.toml").write_text('port = 1\nhost = "::1"\nlog = "json"\n')
    environment = {"BARRAGOON_DATA": str(tmp_path), "BARRAGOON_PORT": "2", "BARRAGOON_HOST": "0.0.0.0"}
    settings = load_settings({"port": 3}, environment)
    assert (settings.port, settings.host, settings.log) == (3, "0.0.0.0", "json")
    assert settings.folder == tmp_path


@pytest.mark.parametrize(
    ("environment", "sentence"),
    [
        ({"BARRAGOON_PORT": "99999"}, "BARRAGOON_PORT: expected `int` <= 65535"),
        ({"BARRAGOON_PROT": "1"}, "BARRAGOON_PROT is not a setting; there are BARRAGOON_HOST, "),
        ({"BARRAGOON_LOG": "xml"}, "BARRAGOON_LOG: invalid enum value 'xml'"),
        ({"BARRAGOON_PUBLIC_URL": "play.example.org"}, "public_url: 'play.example.org' is not an address such as"),
        ({"BARRAGOON_PUBLIC_URL": "https://[::1"}, "public_url: 'https://[::1' is not an address such as"),
        ({"BARRAGOON_PUBLIC_URL": "https://a b"}, "public_url: 'https://a b' is not an address such as"),
        ({"BARRAGOON_PUBLIC_URL": "https://x:y"}, "public_url: 'https://x:y' is not an address such as"),
        ({"BARRAGOON_LOG_LEVEL": "INFO"}, "BARRAGOON_LOG_LEVEL: invalid enum value 'INFO'; there are debug, info"),
        ({"BARRAGOON_PROXIES": "127.0.0.1, proxy"}, "proxies: 'proxy' does not appear to be an IPv4 or IPv6 network"),
        ({"BARRAGOON_SETTINGS": "/nowhere/at.all"}, "/nowhere/at.all: there is no such file of settings"),
    ],
)
def test_settings_that_make_no_sense(environment: dict[str, str], sentence: str) -> None:
    with pytest.raises(SettingsError) as error:
        load_settings({}, environment)
    assert str(error.value).startswith(sentence)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [("port = 'x'", "port: expected `int`"), ("nothing = 1", "object contains unknown field"), ("[", "can't be read")],
)
def test_a_file_of_settings_that_makes_no_sense(tmp_path: Path, text: str, sentence: str) -> None:
    file = tmp_path / "my.toml"
    file.write_text(text)
    with pytest.raises(SettingsError, match=sentence) as error:
        load_settings({}, {"BARRAGOON_SETTINGS": str(file)})
    assert str(error.value).startswith(str(file))


def test_a_graceful_stop_tells_the_sockets_and_ends_well(tmp_path: Path) -> None:
    with running(tmp_path / "data") as server, match(server) as game:
        game.play("d2d5")
        assert server.stop() == 0
        assert game.white.closed() == 1012
        assert game.brown.closed() == 1012
        server.restart()
        assert game.white_client.state(game.game)["actions"] == ["d2d5"]


@about_the_file
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="limits of another process are set there only")
def test_a_disk_that_fails_is_logged_once(tmp_path: Path) -> None:
    """No file may be longer than the log, as on a disk that is full."""
    import resource

    with running(tmp_path / "data") as server:
        player, process, free = server.client(), server.process.pid, resource.RLIM_INFINITY
        game = player.open_game()["game"]
        resource.prlimit(process, resource.RLIMIT_FSIZE, (20_000, free))
        assert player.ask("POST", "/api/v1/games", {}).status == 503
        assert player.ask("GET", "/health").status == 503
        assert player.state(game)["standing"]["status"] == "open", "what can be read is read"
        resource.prlimit(process, resource.RLIMIT_FSIZE, (free, free))
        assert player.open_game()["standing"]["status"] == "open"
        assert player.ask("GET", "/health").status == 200
        assert server.log.count("the store fails") == server.log.count("the store is well again") == 1
        assert "parameters: {" not in server.log


def test_health_and_metrics(tmp_path: Path) -> None:
    with running(tmp_path / "data") as server, match(server) as game:
        game.play("d2d5")
        client = Client(server)
        assert client.call("GET", "/health")["status"] == "ok"
        head = client.ask("HEAD", "/health")
        assert (head.status, head.body) == (200, b"")
        metrics = client.ask("GET", "/metrics").body.decode()
        assert 'barragoon_events_total{event="acted"} 1.0' in metrics
        assert 'barragoon_sockets{kind="player"} 2.0' in metrics
        assert "barragoon_acknowledgement_seconds_count 1.0" in metrics
        assert "process_resident_memory_bytes" in metrics
        assert "barragoon_store_appends_total 2.0" in metrics
        assert re.search(r"barragoon_store_batch_seconds_count [1-9]", metrics)
        assert len(head.headers["x-request-id"]) == 16
    with running(tmp_path / "data", {"BARRAGOON_METRICS": "off"}) as server:
        assert Client(server).ask("GET", "/metrics").status == 404


# -- the page ----------------------------------------------------------------------------------------------------


def request(path: str, **headers: str) -> Request:
    sent = [(name.lower().replace("_", "-").encode(), text.encode()) for name, text in headers.items()]
    return Request({"type": "http", "method": "GET", "path": path, "headers": sent})


@pytest.fixture
def static_page(tmp_path: Path) -> StaticPage:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html><title>Barragoon</title>")
    (tmp_path / "assets" / "app-1a2b.js").write_text("let x;" * 100)
    (tmp_path / "assets" / "engine-3c4d.wasm").write_bytes(b"\0asm")
    (tmp_path / "sw.js").write_text("self.x = 1;")
    return StaticPage(tmp_path)


def test_files_have_the_right_types_and_caches(static_page: StaticPage) -> None:
    expected = {
        "/index.html": ("text/html; charset=utf-8", "no-cache"),
        "/sw.js": ("text/javascript; charset=utf-8", "no-cache"),
        "/assets/app-1a2b.js": ("text/javascript; charset=utf-8", "public, max-age=31536000, immutable"),
        "/assets/engine-3c4d.wasm": ("application/wasm", "public, max-age=31536000, immutable"),
    }
    for path, (media_type, cache) in expected.items():
        response = static_page.response(request(path), path)
        assert response is not None
        assert (response.headers["content-type"], response.headers["cache-control"]) == (media_type, cache)


def test_addresses_that_the_page_makes_up_are_the_page(static_page: StaticPage) -> None:
    for path in ("/", "/game/abc-DEF", "/me", "/learn/5.3", "/learn/4.5a"):
        response = static_page.response(request(path), path)
        assert response is not None
        assert b"Barragoon" in response.body
    assert static_page.response(request("/missing.js"), "/missing.js") is None


def test_files_are_compressed_once_and_not_sent_twice(static_page: StaticPage) -> None:
    path = "/assets/app-1a2b.js"
    plain, small = (
        static_page.response(request(path), path),
        static_page.response(request(path, accept_encoding="gzip, br"), path),
    )
    assert plain is not None
    assert small is not None
    assert small.headers["content-encoding"] == "gzip"
    assert len(small.body) < len(plain.body)
    again = static_page.response(request(path, if_none_match=plain.headers["etag"]), path)
    assert again is not None
    assert again.status_code == 304


def test_a_page_that_is_not_built_gives_a_sentence(tmp_path: Path) -> None:
    response = StaticPage(tmp_path / "nothing").response(request("/"), "/")
    assert response is not None
    assert response.status_code == 503
    assert b"make page" in response.body


def test_the_operator_learns_that_there_is_no_page(tmp_path: Path) -> None:
    with running(tmp_path / "data") as server:
        missing = Client(server).ask("GET", "/").status == 503
        assert ("make page" in server.log) == missing


def test_defaults_need_no_thought() -> None:
    settings = load_settings({}, {"BARRAGOON_SETTINGS": "/dev/null"})
    assert settings == Settings()


def test_a_server_that_is_stopped_at_once_ends(tmp_path: Path) -> None:
    command = [sys.executable, "-c", STOPPED_AT_ONCE, str(tmp_path)]
    assert subprocess.run(command, check=False, timeout=300, capture_output=True).returncode == 0
