"""``barragoon admin`` with what nobody should give it: each time a sentence and JSON, and never a password."""

import io
import os
import signal
import stat
import subprocess
import sys
from contextlib import redirect_stderr
from pathlib import Path

import psycopg
import pytest
import structlog

from barragoon.cli import run

from .admin_command import admin
from .postgres_process import shared_postgres
from .server_process import PROGRAM, match, running

SECRET = "s3cr3t"
ADDRESSES = (
    f"postgresql://u:{SECRET}@127.0.0.1:1/x",
    f"postgresql://u:{SECRET}%zz@127.0.0.1:1/x",
    f"postgresql://u:a/{SECRET}@127.0.0.1:1/x",
    f"postgresql://u:a?{SECRET}@127.0.0.1:1/x",
    f"postgresql://u:a {SECRET}@127.0.0.1:1/x",
    f"postgresql://u:{SECRET}@127.0.0.1:port/x",
    f"postgresql://u:{SECRET}@[::1/x",
    f"postgresql://u:{SECRET}@127.0.0.1:1,127.0.0.1:2/x",
    f"postgresql://127.0.0.1:1/x?password=a%26{SECRET}&sslpassword={SECRET}",
    f"postgresql://127.0.0.1:1/x?passw={SECRET}",
    f"postgresql:u:{SECRET}@127.0.0.1",
    f"POSTGRESQL://u:{SECRET}@127.0.0.1:1/x",
    f"mysql://u:{SECRET}@127.0.0.1/x",
    f"host=127.0.0.1 port=1 password={SECRET}",
)


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty database."""
    file = tmp_path_factory.mktemp("database") / "games.sqlite3"
    admin("migrate", file)
    return file


@pytest.mark.parametrize("address", ADDRESSES)
def test_no_password_is_ever_shown(address: str, file: Path, tmp_path: Path) -> None:
    commands: tuple[tuple[str | Path, ...], ...] = (
        ("nodes", "--database", address),
        ("migrate", "--database", address),
        ("migrate", address),
        ("check", address),
        ("copy", file, address),
        ("copy", address, tmp_path / "copy"),
        ("backup", tmp_path / "backup", "--database", address),
        ("restore", file, "--database", address),
    )
    for command in commands:
        assert SECRET not in admin(*command, code=2), command
    assert [*tmp_path.iterdir()] == []


def test_a_database_that_is_not_there_is_a_clear_sentence_and_an_exit_code(tmp_path: Path) -> None:
    command = [sys.executable, "-c", PROGRAM, "serve", "--no-browser", "--port", "0", "--data", str(tmp_path)]
    for words in (command, [sys.executable, "-c", PROGRAM, "work"]):
        done = subprocess.run(
            [*words, "--database", ADDRESSES[0]], capture_output=True, text=True, check=False, timeout=60
        )
        assert done.returncode == 2
        [line] = (done.stdout + done.stderr).splitlines()
        assert line.startswith("barragoon: the database x on 127.0.0.1:1 can't be used: ")
        assert line.endswith("Connection refused")


def test_an_address_with_several_servers_works_for_every_command(file: Path, tmp_path: Path) -> None:
    """As the runbook has it: the one that can be written to is used."""
    url = shared_postgres().new_database()
    several = f"{url},{tmp_path}".replace("?host=", "?host=127.0.0.1,") + "&port=1,5432,5432"
    assert admin("nodes", "--database", several)["nodes"] == []
    assert admin("migrate", "--database", several)["after"]
    assert admin("backup", tmp_path / "backup", "--database", several)["bytes"]
    assert admin("check", several)["bad"] == []
    other = shared_postgres().empty_database()
    admin("copy", file, f"{other},{tmp_path}".replace("?host=", "?host=127.0.0.1,") + "&port=1,5432,5432")


@pytest.mark.parametrize("given", ["\udcff", "a\0b", "x" * 100_000])
def test_what_is_no_text_is_a_sentence(given: str, file: Path) -> None:
    for command in (("games", "show", given), ("players", "find", given), ("players", "mute", "x", "--reason", given)):
        for where in (("--data", str(file.parent)), ("--database", shared_postgres().new_database())):
            assert "can't be used" in admin(*command, *where, code=2)


def test_a_backup_replaces_files_and_nothing_else(file: Path, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "fifo")
    for target in (tmp_path, tmp_path / "fifo"):
        assert "no file" in admin("backup", target, data=file.parent, code=2)
    assert stat.S_ISFIFO((tmp_path / "fifo").stat().st_mode)


def test_only_its_owner_may_read_a_copy(file: Path, tmp_path: Path) -> None:
    umask = os.umask(0o022)
    try:
        admin("copy", file, tmp_path / "copy.sqlite3")
    finally:
        os.umask(umask)
    assert stat.S_IMODE((tmp_path / "copy.sqlite3").stat().st_mode) == 0o600


def test_who_runs_a_command_can_log_after_it(file: Path) -> None:
    with io.StringIO() as closed_later, redirect_stderr(closed_later):
        run(["admin", "nodes", "--data", str(file.parent)])
    with io.StringIO() as later, redirect_stderr(later):
        structlog.get_logger("barragoon").info("goes on")
        assert "goes on" in later.getvalue()


# -- a copy that is interrupted ------------------------------------------------------------------------------------

HANGS = """
from barragoon.server.admin import copy
def hang(*_):
    print("copied", flush=True)
    __import__("time").sleep(1_000)
copy._compare = hang
"""


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_copy_that_is_killed_leaves_nothing_and_can_be_run_again(tmp_path: Path, kind: str) -> None:
    with running(tmp_path / "data", {"BARRAGOON_DATABASE": ""}) as server, match(server) as game:
        game.play("d2d5")
        server.stop()
    source = tmp_path / "data" / "games.sqlite3"
    target = shared_postgres().new_database() if kind == "postgresql" else str(tmp_path / "copy.sqlite3")
    copying = subprocess.Popen(
        [sys.executable, "-c", HANGS + PROGRAM, "admin", "copy", str(source), target], stdout=subprocess.PIPE
    )
    assert copying.stdout
    with copying.stdout:
        assert copying.stdout.readline() == b"copied\n", "all rows are written, and nothing is committed"
        if kind == "postgresql":
            require_that_no_node_can_start(target)
        copying.send_signal(signal.SIGKILL)
        copying.wait()
    assert admin("copy", source, target)["games"] == 1
    assert admin("check", target)["bad"] == []


def require_that_no_node_can_start(target: str) -> None:
    """A node that began on the empty target would be alive when the games come, and let all flags fall."""
    with psycopg.connect(target, autocommit=True) as connection:
        connection.execute("SET lock_timeout = '100ms'")
        with pytest.raises(psycopg.errors.LockNotAvailable):
            connection.execute("UPDATE nodes SET alive_at = 0")
