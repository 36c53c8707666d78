"""Running the server: ``barragoon serve``."""

from __future__ import annotations

import errno
import gc
import logging
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
from structlog.typing import Processor

from barragoon.server.app import create_app
from barragoon.server.http.static_page import NOT_BUILT
from barragoon.server.messages import LARGEST_MESSAGE
from barragoon.server.settings import Settings, SettingsError
from barragoon.server.store import StoreError
from barragoon.server.websocket.measured_ping import MeasuredPingProtocol
from barragoon.server.websocket.uvicorn_limits import limited_protocol

PING_SECONDS = 20
PONG_SECONDS = 20
GRACE_SECONDS = 10
GC_THRESHOLDS = (3_000, 3_000, 100)
"""With Python's own, collecting garbage stops a server with 10,000 sockets for half a second at a time.

With these, 3,000 young objects are looked at, in some 10 ms. What is old is looked at seldom: sockets that were closed
leave nothing to be collected.
"""


def serve(settings: Settings, *, browser: bool, announce: Callable[[str], None]) -> None:
    """Run the server until it is told to stop; raises a :class:`SettingsError` if it can't."""
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
    if not app.state.site.is_built:
        announce(NOT_BUILT)
    log = structlog.get_logger("barragoon")
    log.info("served", address=address, listening=listening, data=str(settings.folder), pid=os.getpid())
    signal.signal(signal.SIGTERM, lambda *_: None)  # uvicorn sends it again after a graceful stop; all is well then
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
        http=limited_protocol(settings),
        ws=MeasuredPingProtocol,
        ws_max_size=LARGEST_MESSAGE,
        ws_per_message_deflate=False,  # a small frame must not grow into a large one
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PONG_SECONDS,
        timeout_graceful_shutdown=GRACE_SECONDS,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=settings.proxies or None,
        access_log=False,
        server_header=False,
        log_config=None,
        lifespan="on",
    )


# -- before it starts ----------------------------------------------------------------------------------------


def _require_folder(folder: Path) -> None:
    """Make the data folder, and make sure that it can be written to."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=folder):
            pass
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise SettingsError(f"the data folder {folder} can't be used: {reason}; name another with --data") from error


def _allow_files() -> None:
    """Take all the open files that the system grants: a socket is one, and often only 1,024 are given at first."""
    if os.name == "nt":  # sockets are no files there
        return
    import resource

    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):  # some systems grant less than they say
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _listen(host: str, port: int) -> socket.socket:
    """Take the port, or say who might have it."""
    try:
        family, kind, protocol, _, place = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listener = socket.socket(family, kind, protocol)
    except (OSError, UnicodeError) as error:
        raise SettingsError(f"there is no address {host!r} to listen on") from error
    if os.name != "nt":  # on Windows this would let two servers have one port
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind(place)
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


# -- logs ----------------------------------------------------------------------------------------------------


class _Noise(logging.Filter):
    """Leaves out what clients can bring about at will, and what is told in a better way."""

    def filter(self, record: logging.LogRecord) -> bool:
        return not record.getMessage().startswith(("Invalid UTF-8", "Invalid HTTP request", "Unsupported upgrade"))


def set_up_logs(settings: Settings) -> None:
    """One line an event on stderr, as text or as JSON; neither tokens nor ids of games are ever in it."""
    shared: list[Processor] = [
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    as_json = settings.log == "json"
    last: Processor = structlog.processors.JSONRenderer() if as_json else structlog.dev.ConsoleRenderer(colors=False)
    structlog.configure(
        processors=[
            *shared,
            structlog.processors.format_exc_info,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        wrapper_class=structlog.stdlib.BoundLogger,
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler()
    handler.addFilter(_Noise())
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, last],
        )
    )
    logging.basicConfig(handlers=[handler], level=settings.log_level.upper(), force=True)
    for quiet in ("alembic", "asyncio", "uvicorn", "websockets"):
        logging.getLogger(quiet).setLevel(logging.WARNING)
