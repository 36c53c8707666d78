"""Limits that uvicorn lacks, as subclasses of its two protocols.

For HTTP: how many connections an address may hold, and how long a request's headers may take to come. For WebSockets:
how many fragments and pings a client may send, and how long one that does not read is waited for; and it measures how
long a ping takes.
"""

from __future__ import annotations

import asyncio
from typing import Any

from starlette.types import Scope
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from barragoon.server.http.rate_limits import ConnectionLimit, TokenBucket
from barragoon.server.settings import Settings
from barragoon.server.shared.network_address import network_of

MOST_FRAGMENTS = 64
PINGS_PER_SECOND, PING_BURST = 2, 20
CLOSE_SECONDS = 2
"""How long a client has to read why its socket is closed."""
_FULL = b"HTTP/1.1 429 Too Many Requests\r\nRetry-After: 5\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
_PING = "barragoon.ping"

# -- HTTP ----------------------------------------------------------------------------------------------------


class LimitedHttpProtocol(HttpToolsProtocol):
    """uvicorn's HTTP protocol with limits. Connections that become WebSockets are counted elsewhere from then on."""

    settings: Settings
    limit: ConnectionLimit
    _counted_for: str | None = None
    _timeout: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:  # noqa: ANN401 - as uvicorn has it
        """Count a connection; a proxy holds the connections of all its clients, so it has no limit."""
        super().connection_made(transport)
        host = self.client[0] if self.client else ""
        if not self.settings.is_proxy(host):
            if not self.limit.acquire(network_of(host)):
                transport.write(_FULL)
                transport.close()
                return
            self._counted_for = network_of(host)
        self._start_timeout()

    def on_message_begin(self) -> None:
        """Wait for the headers of a request."""
        super().on_message_begin()
        self._start_timeout()

    def on_headers_complete(self) -> None:
        """Wait no longer."""
        self._stop_timeout()
        super().on_headers_complete()

    def handle_websocket_upgrade(self) -> None:
        """Let a connection become a WebSocket."""
        self._release()
        super().handle_websocket_upgrade()
        # Break the reference cycle here: a full garbage collection is rare (run.GC_THRESHOLDS).
        self.parser = None  # type: ignore[assignment]  # as uvicorn does when a connection is lost

    def connection_lost(self, exc: Exception | None) -> None:
        """Count the connection no longer."""
        self._stop_timeout()
        self._release()
        super().connection_lost(exc)

    def _release(self) -> None:
        if self._counted_for is not None:
            self.limit.release(self._counted_for)
            self._counted_for = None

    def _start_timeout(self) -> None:
        self._stop_timeout()
        self._timeout = self.loop.call_later(self.settings.header_seconds, self._time_out)

    def _stop_timeout(self) -> None:
        if self._timeout is not None:
            self._timeout.cancel()
            self._timeout = None

    def _time_out(self) -> None:
        if not self.transport.is_closing():
            self.transport.close()


def limited_http_protocol(server_settings: Settings) -> type[LimitedHttpProtocol]:
    """The protocol with a server's settings; uvicorn makes an instance for each connection."""

    class Protocol(LimitedHttpProtocol):
        settings = server_settings
        limit = ConnectionLimit(server_settings.connections_per_address)

    return Protocol


# -- WebSockets ----------------------------------------------------------------------------------------------


class LimitedWebSocketProtocol(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket protocol with limits for hostile clients, and with a measured ping."""

    def __init__(self, *arguments: Any, **named: Any) -> None:  # noqa: ANN401 - as uvicorn has it
        super().__init__(*arguments, **named)
        self._ping_bucket = TokenBucket(PINGS_PER_SECOND, PING_BURST)

    def handle_connect(self, event: Any) -> None:  # noqa: ANN401 - as uvicorn has it
        """Give the application the last measurement, which uvicorn makes and keeps to itself."""
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"][_PING] = {"last": lambda: self.last_ping_rtt}

    def start_keepalive(self) -> None:
        """Send the first ping at once, so that there is a measurement early."""
        if self.ping_interval:
            self.send_keepalive_ping()

    def handle_cont(self, event: Any) -> None:  # noqa: ANN401 - as uvicorn has it
        """Take a fragment of a message; empty ones add nothing to its size, so they are counted."""
        if self.close_sent:
            return
        if len(self.frames) < MOST_FRAGMENTS:
            super().handle_cont(event)
            return
        self.conn.fail(1009, "too many pieces")
        self.handle_parser_exception()

    def handle_parser_exception(self) -> None:
        """Send the client the reason for closing, and drop what it still sends.

        uvicorn closes at once. With bytes unread, that resets the connection, and the client may never get the reason.
        """
        if self.disconnected:
            return
        reason = self.conn.close_sent
        self.queue.put_nowait({"type": "websocket.disconnect", "code": reason.code if reason else 1006})
        self.transport.write(b"".join(self.conn.data_to_send()))
        if self.transport.can_write_eof():
            self.transport.write_eof()
        self.close_sent = self.disconnected = True
        self._abort_soon()

    async def send(self, message: Any) -> None:  # noqa: ANN401 - as uvicorn has it
        """Send a message; after the one that closes, the connection is aborted soon."""
        await super().send(message)
        if self.close_timer:
            self._abort_soon()

    def keepalive_timeout(self) -> None:
        """Give up a client that answers no pings; closing alone would wait for one that reads nothing."""
        super().keepalive_timeout()
        self._abort_soon()

    def handle_ping(self) -> None:
        """Answer a ping, unless there are too many, or the client does not read the answers."""
        if self.writable.is_set() and self._ping_bucket.take():
            super().handle_ping()
        else:
            self.conn.data_to_send()

    def connection_lost(self, exc: Exception | None) -> None:
        """Break the reference cycles here: a full garbage collection is rare (run.GC_THRESHOLDS)."""
        super().connection_lost(exc)
        self.conn.parser.close()
        if hasattr(self, "scope"):
            self.scope["extensions"].pop(_PING, None)

    def _abort_soon(self) -> None:
        if self.close_timer:
            self.close_timer.cancel()
        self.close_timer = self.loop.call_later(CLOSE_SECONDS, self.transport.abort)


def measured_lag(scope: Scope) -> int:
    """The last ping's round trip in milliseconds; 0 if there was none yet."""
    measured = scope.get("extensions", {}).get(_PING)
    return round(measured["last"]() * 1000) if measured else 0
