"""What the server tells systemd, on a real datagram socket: ready once it answers, alive, stopping."""

import socket
from pathlib import Path

from .server_process import SECONDS, Client, running


def receive(supervisor: socket.socket, wanted: str) -> None:
    while supervisor.recv(100).decode() != wanted:
        pass


def test_systemd_hears_that_the_server_is_ready_alive_and_stopping(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as supervisor:
        supervisor.settimeout(SECONDS)
        supervisor.bind(str(tmp_path / "notify"))
        settings = {"NOTIFY_SOCKET": str(tmp_path / "notify"), "WATCHDOG_USEC": "200000"}
        with running(tmp_path / "data", settings) as server:
            assert supervisor.recv(100) == b"READY=1"
            assert Client(server).ask("GET", "/health").status == 200
            receive(supervisor, "WATCHDOG=1")
            receive(supervisor, "WATCHDOG=1")
            assert server.stop() == 0
            receive(supervisor, "STOPPING=1")


def test_a_supervisor_that_is_gone_stops_nothing(tmp_path: Path) -> None:
    with running(tmp_path / "data", {"NOTIFY_SOCKET": str(tmp_path / "nobody"), "WATCHDOG_USEC": "x"}) as server:
        assert Client(server).ask("GET", "/health").status == 200
