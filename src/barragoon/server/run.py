"""Runs the server: ``barragoon serve``."""

from __future__ import annotations

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

import structlog
import uvicorn
from fastapi import FastAPI

from barragoon.server.app import create_app
from barragoon.server.http.static_page import NOT_BUILT
from barragoon.server.logs import set_up_logs
from barragoon.server.messages import LARGEST_MESSAGE
from barragoon.server.settings import Settings, SettingsError
from barragoon.server.store.database import StoreError
from barragoon.server.websocket.uvicorn_limits import LimitedWebSocketProtocol, limited_http_protocol

PING_SECONDS = 20
PONG_SECONDS = 20
STOP_SECONDS = 10
"""How long open requests have to finish when the server stops."""
GC_THRESHOLDS = (3_000, 3_000, 100)
"""With Python's own thresholds, a garbage collection stops a server with 10,000 sockets for half a second.

With these, a collection of 3,000 young objects takes some 10 ms, and old objects are rarely collected: closed sockets
leave no reference cycles behind.
"""


def run(settings: Settings, *, browser: bool, announce: Callable[[str], None]) -> None:
    """Run the server until it is stopped; raises a :class:`SettingsError` if it can't."""
    _require_folder(settings.folder)
    _allow_files()
    listener = _listen(settings.host, settings.port)
    set_up_logs(settings)
    try:
        app = create_app(settings)
    except StoreError as error:
        raise SettingsError(str(error)) from error
    server = uvicorn.Server(_config(app, settings))
    listening = _address(listener)
    address = settings.public_url or listening
    if browser:
        _open_browser(server, address)
    announce(f"Barragoon is at {address} (Ctrl-C stops it; the games stay in {settings.folder})")
    if not app.state.static_page.is_built:
        announce(NOT_BUILT)
    log = structlog.get_logger("barragoon")
    log.info("served", address=address, listening=listening, data=str(settings.folder), pid=os.getpid())
    signal.signal(signal.SIGTERM, lambda *_: None)  # uvicorn sends it again after a graceful stop, which is a success
    gc.set_threshold(*GC_THRESHOLDS)
    gc.freeze()
    try:
        server.run(sockets=[listener])
    finally:
        listener.close()
        log.info("stopped")


def _config(app: FastAPI, settings: Settings) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        http=limited_http_protocol(settings),
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


def _require_folder(folder: Path) -> None:
    """Create the data folder, and check that it can be written to."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=folder):
            pass
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise SettingsError(f"the data folder {folder} can't be used: {reason}; name another with --data") from error


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
        listener.listen(2048)
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
