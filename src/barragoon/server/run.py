"""Runs the server: ``barragoon serve``."""

from __future__ import annotations

import asyncio
import errno
import gc
import os
import signal
import socket
import tempfile
import threading
import webbrowser
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import FrameType

import structlog
import uvicorn
from fastapi import FastAPI
from msgspec.structs import replace

from barragoon.server.app import create_app
from barragoon.server.http.static_page import NOT_BUILT
from barragoon.server.http.uvicorn_limits import limited_http_protocol
from barragoon.server.logs import set_up_logs
from barragoon.server.messages import LARGEST_MESSAGE
from barragoon.server.process import ServerFailedError
from barragoon.server.settings import Settings, SettingsError
from barragoon.server.store.store import Store, StoreError
from barragoon.server.websocket.draining import Draining
from barragoon.server.websocket.uvicorn_limits import LimitedWebSocketProtocol

PING_SECONDS = 20
PONG_SECONDS = 20
STOP_SECONDS = 10
"""How long open requests have to finish when the server stops."""
BACKLOG = 256
"""How many connections may wait to be accepted; so many are accepted before anybody else has a turn."""
OTHER_FILES = 100
"""How many open files are not connections, at most."""
LAST_SECONDS = 25
"""After which a server that should stop is ended, whatever it waits for."""
WATCH_SECONDS = 0.2
EXIT_STUCK = 1
GC_THRESHOLDS = (3_000, 3_000, 100)
"""With Python's own thresholds, a garbage collection stops a server with 10,000 sockets for half a second.

With these, a collection of 3,000 young objects takes some 10 ms, and old objects are rarely collected: closed sockets
leave no reference cycles behind.
"""


class DrainingServer(uvicorn.Server):
    """uvicorn, but the first signal lets players go elsewhere before it stops; a second one stops it at once."""

    _stopping: asyncio.Task[None] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and remember the event loop: signals come from outside it."""
        self._loop = asyncio.get_running_loop()
        await super().startup(sockets)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Drain at the first signal."""
        if self.started and self._stopping is None:
            self._loop.call_soon_threadsafe(self._start_stopping, sig, frame)
        else:
            super().handle_exit(sig, frame)

    def _start_stopping(self, sig: int, frame: FrameType | None) -> None:
        if self._stopping is None:
            self._stopping = asyncio.ensure_future(self._drain(sig, frame))

    async def _drain(self, sig: int, frame: FrameType | None) -> None:
        draining = self.config.app.state.draining  # type: ignore[union-attr]  # the application of create_app
        assert isinstance(draining, Draining)
        try:
            await draining.run()
        finally:
            super().handle_exit(sig, frame)


def run(settings: Settings, *, browser: bool, announce: Callable[[str], None]) -> None:
    """Run the server until it is stopped; raises a :class:`SettingsError` if it can't."""
    os.umask(0o077)  # what the server writes is for its user alone
    if not settings.database:
        _require_folder(settings.folder, is_ours=not settings.data)
    _allow_files()
    listener = _listen(settings.host, settings.port)
    settings = replace(settings, port=listener.getsockname()[1])  # 0 takes any
    set_up_logs(settings)
    try:
        app = create_app(settings)
    except StoreError as error:
        raise SettingsError(str(error)) from error
    server = DrainingServer(_config(app, settings))
    listening = _address(listener)
    address = settings.public_url or listening
    if browser:
        _open_browser(server, address)
    _expect_sigterm(server)
    announce(f"Barragoon is at {address} (Ctrl-C stops it; the games stay in {_place(settings)})")
    if not app.state.static_page.is_built:
        announce(NOT_BUILT)
    log = structlog.get_logger("barragoon")
    log.info("served", address=address, listening=listening, data=_place(settings), pid=os.getpid())
    gc.set_threshold(*GC_THRESHOLDS)
    gc.freeze()
    _watch(server, app)
    try:
        server.run(sockets=[listener])
    finally:
        listener.close()
        log.info("stopped")
    if app.state.failure:
        raise ServerFailedError(f"the server has stopped: {app.state.failure}")


def _expect_sigterm(server: uvicorn.Server) -> None:
    """End at once if a signal comes before the server has started; while it serves, it has a handler of its own."""

    def end(*_: object) -> None:
        if not server.started:
            raise SystemExit(0)
        # Else uvicorn sends the signal again after a graceful stop, which is a success.

    signal.signal(signal.SIGTERM, end)


def _watch(server: uvicorn.Server, app: FastAPI) -> None:
    """Stop a server whose store can do nothing more; and end the process if stopping takes too long."""
    store: Store = app.state.store
    app.state.failure = None
    pause = threading.Event()

    def watch() -> None:
        while not server.should_exit:
            pause.wait(WATCH_SECONDS)
            if store.problem and not server.should_exit:
                app.state.failure = store.problem
                server.should_exit = True
        pause.wait(LAST_SECONDS)
        os._exit(EXIT_STUCK)

    threading.Thread(target=watch, name="watch", daemon=True).start()


def _place(settings: Settings) -> str:
    """Where the games are; the address of a database may hold a password."""
    return "the database" if settings.database else str(settings.folder)


def _config(app: FastAPI, settings: Settings) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        backlog=BACKLOG,
        http=limited_http_protocol(settings, _most_connections(settings)),
        ws=LimitedWebSocketProtocol,
        ws_max_size=LARGEST_MESSAGE,
        ws_per_message_deflate=False,  # a small frame must not grow into a large one
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PONG_SECONDS,
        timeout_graceful_shutdown=STOP_SECONDS,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=settings.proxies or None,
        access_log=False,
        server_header=False,
        log_config=None,
        lifespan="on",
    )


# -- before it starts ----------------------------------------------------------------------------------------


def _require_folder(folder: Path, *, is_ours: bool) -> None:
    """Create the data folder, and check that it can be written to."""
    try:
        folder.mkdir(parents=True, exist_ok=True)  # the umask makes it private
        if is_ours:  # earlier versions let others read it; a folder that the operator named is not changed
            folder.chmod(0o700)
        with tempfile.NamedTemporaryFile(dir=folder):
            pass
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise SettingsError(f"the data folder {folder} can't be used: {reason}; name another with --data") from error


def _most_connections(settings: Settings) -> int:
    """How many connections there may be: each takes a file, and the store and the log need some as well."""
    if os.name == "nt":
        return settings.connections
    import resource

    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return settings.connections if files == resource.RLIM_INFINITY else min(settings.connections, files - OTHER_FILES)


def _allow_files() -> None:
    """Raise the limit of open files to what the system grants: a socket is one, and 1,024 is a common default."""
    if os.name == "nt":  # sockets are not files there
        return
    import resource

    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):  # some systems grant less than they say
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _listen(host: str, port: int) -> socket.socket:
    """Listen on the port, or say why that is not possible."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listener = socket.socket(family, kind, protocol)
    except (OSError, UnicodeError) as error:
        raise SettingsError(f"there is no address {host!r} to listen on") from error
    if os.name != "nt":  # on Windows this would let two servers have one port
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind(address)
        listener.listen(BACKLOG)
    except OSError as error:
        listener.close()
        if error.errno == errno.EADDRINUSE:
            sentence = (
                f"port {port} is in use, perhaps by another Barragoon: choose one with --port, such as {port + 1}"
            )
        elif error.errno == errno.EACCES:
            sentence = f"port {port} is not for everybody: choose one above 1023 with --port"
        else:
            sentence = f"can't listen on {host}, port {port}: {(error.strerror or str(error)).lower()}"
        raise SettingsError(sentence) from error
    return listener


def _address(listener: socket.socket) -> str:
    host, port = listener.getsockname()[:2]
    host = "127.0.0.1" if host == "0.0.0.0" else "[::1]" if host == "::" else f"[{host}]" if ":" in host else host  # noqa: S104
    return f"http://{host}:{port}"


def _open_browser(server: uvicorn.Server, address: str) -> None:
    """Open the page once the server answers; where there is no browser, nothing happens."""

    def open_when_ready() -> None:
        pause = threading.Event()
        while not server.started and not server.should_exit:
            pause.wait(0.05)
        if server.started:
            webbrowser.open(address)

    threading.Thread(target=open_when_ready, name="browser", daemon=True).start()
