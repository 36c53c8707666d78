"""``barragoon admin roll``: real nodes and a worker under a supervisor are restarted one after the other."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from .admin_command import admin
from .cluster import wait_until_ready
from .postgres_process import shared_postgres
from .server_process import GENEROUS, PROGRAM, SECONDS, Client, Json, Server, about_the_file, comes_true, running

WHY = ("--reason", "a new version")
SUPERVISOR = 'while :; do "$@"; sleep 0.1; done'
"""What systemd does with Restart=always."""


class Supervised(Server):
    """A node that is started again whenever it ends."""

    def __init__(self, port: int) -> None:
        self.host = f"127.0.0.1:{port}"

    @property
    def log(self) -> str:
        return ""


@contextmanager
def supervised(folder: Path, settings: dict[str, str], *words: str, again: bool = True) -> Iterator[None]:
    """A supervisor with a program, both ended at the end of a test."""
    command = [sys.executable, "-c", PROGRAM, *words]
    shell = ["sh", "-c", SUPERVISOR if again else '"$@"; sleep 600', "sh"]
    with (folder / "log").open("a") as log:
        process = subprocess.Popen(
            [*shell, *command], stdout=log, stderr=log, env=os.environ | GENEROUS | settings, start_new_session=True
        )
    try:
        yield
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait(SECONDS)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def two_nodes(folder: Path, *, again: bool = True) -> Iterator[tuple[str, list[Supervised]]]:
    """A database with two nodes and a worker."""
    url = shared_postgres().new_database()
    settings = {"BARRAGOON_DATABASE": url, "BARRAGOON_DRAIN_SECONDS": "1", "BARRAGOON_LOG": "json"}
    ports = [free_port(), free_port()]
    with ExitStack() as stack:
        for port in ports:
            words = ("serve", "--no-browser", "--port", str(port), "--data", str(folder / str(port)))
            stack.enter_context(supervised(folder, settings, *words, again=again))
        stack.enter_context(supervised(folder, settings, "work", again=again))
        nodes = [Supervised(port) for port in ports]
        for node in nodes:
            wait_until_ready(node)
        assert comes_true(lambda: len(rows(url)) == 3)
        yield url, nodes


def rows(url: str) -> list[Json]:
    """The processes that there are, or were in the last hour."""
    found: list[Json] = admin("nodes", "--database", url)["nodes"]
    return found


def test_one_process_after_the_other_is_replaced_and_games_go_on(tmp_path: Path) -> None:
    with two_nodes(tmp_path) as (url, nodes):
        white, brown = nodes[0].client("Ann"), nodes[1].client("Ben")
        state = white.open_game(colour="white", terms={"clock": {"initial": 600}})
        brown.join(state)
        before = {row["id"]: row for row in rows(url)}
        rolled = admin("roll", *WHY, "--database", url)["rolled"]
        assert [node["kind"] for node in rolled] == ["serve", "serve", "work"]
        after = {row["id"]: row for row in rows(url)}
        old = [next(row for row in after.values() if row["id"] in before and is_at(row, node)) for node in rolled]
        new = [next(row for row in after.values() if row["id"] not in before and is_at(row, node)) for node in rolled]
        assert {row["state"] for row in old} == {"stopped"}
        assert {row["state"] for row in new} == {"running"}
        for replaced, following in zip(new[:-1], old[1:], strict=True):
            assert replaced["started_at"] < following["alive_at"], "the next one goes on until the first is back"
        assert len({row["address"] for row in new[:2]}) == 2, "nodes can be told apart"
        for number, (client, action) in enumerate([(white, "d2d5"), (brown, "d8d6")], 1):
            assert client.command(state["game"], "act", number, action=action).status == 200
        events = Client(nodes[0]).call("GET", f"/api/v1/games/{state['game']}/events")["events"]
        assert "clock_credited" not in [event["t"] for event in events], "players could play all the time"
        assert admin("audit", "--database", url)["audit"][0]["action"] == "roll"
        assert "roll" not in [lease["name"] for lease in admin("leases", "--database", url)["leases"]]


def is_at(row: Json, node: Json) -> bool:
    return bool((row["kind"], row["address"]) == (node["kind"], node["node"]))


def test_if_one_does_not_come_back_the_others_are_left_alone(tmp_path: Path) -> None:
    with two_nodes(tmp_path, again=False) as (url, nodes):
        sentence = admin("roll", "--seconds", "5", *WHY, "--database", url, code=2)
        assert "nothing has run in its place" in sentence
        states = [row["state"] for row in rows(url) if row["kind"] == "serve"]
        assert sorted(states) == ["running", "stopped"]
        living = next(node for node in nodes if node.host.partition(":")[2] not in sentence)
        wait_until_ready(living)


@about_the_file
def test_one_server_alone_is_not_rolled(tmp_path: Path) -> None:
    with running(tmp_path / "data") as server:
        Client(server).call("GET", "/live")  # from then on operators can ask it; a busy machine may not be ready yet
        assert "systemctl restart" in admin("roll", *WHY, data=server.data, code=2)


def test_a_node_that_was_killed_is_shown_as_dead(tmp_path: Path) -> None:
    url = shared_postgres().new_database()
    with running(tmp_path / "node", {"BARRAGOON_DATABASE": url}) as node:
        assert comes_true(lambda: [row["state"] for row in rows(url)] == ["running"])
        node.kill()
        assert comes_true(lambda: [row["state"] for row in rows(url)] == ["dead"])


def test_an_empty_database_has_nothing_to_restart() -> None:
    pytest.importorskip("psycopg")
    assert "no process runs" in admin("roll", *WHY, "--database", shared_postgres().new_database(), code=2)
