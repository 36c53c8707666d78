"""Limits that uvicorn's HTTP protocol lacks, as a subclass of it.

How many connections an address may hold, counted from the first byte to the last; how long and how large a request's
head may be, how long its body may take, how many requests may wait on one connection, and how fast responses are read.
"""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from barragoon.server.http.rate_limits import ConnectionLimit, Slot
from barragoon.server.settings import Settings
from barragoon.server.shared.network_address import network_of

LARGEST_HEAD, MOST_HEADERS = 16 * 1024, 100
LARGEST_REQUEST = 64 * 1024
"""In bytes, of what follows the head; a body has 8 KiB at most, and tiny chunks make it eight times as long."""
MOST_WAITING = 8
"""How many requests may wait on one connection for the response to an earlier one."""
BODY_FACTOR = 1.5
"""How long a body may take, in terms of ``header_seconds``: longer than ``request_body`` waits before its 408."""
WRITE_FACTOR, LEAST_WRITTEN = 2, 8 * 1024
"""So many bytes of a response a client must read in twice ``header_seconds``: 0.4 kB/s, slower than any telephone."""
CLOSE_SECONDS = 2
_SLICE = 2 * 1024
"""In bytes; the parser gets no more at once, so that no head is much longer than allowed before that is noticed."""


def _rejection(status: str, sentence: str, *headers: str) -> bytes:
    lines = [f"HTTP/1.1 {status}", "Connection: close", "Content-Type: text/plain", *headers]
    return "\r\n".join([*lines, f"Content-Length: {len(sentence)}", "", sentence]).encode()


_FULL = _rejection("429 Too Many Requests", "too many connections from here", "Retry-After: 5")
_LARGE_HEAD = _rejection(
    "431 Request Header Fields Too Large",
    f"the head of a request has {LARGEST_HEAD} bytes and {MOST_HEADERS} headers at most",
)
_NOT_YET = _rejection("400 Bad Request", "a socket may be asked for once earlier requests are answered")
_TOO_MANY = _rejection("429 Too Many Requests", f"{MOST_WAITING} requests may wait on a connection", "Retry-After: 1")


class RejectedHeadError(Exception):
    """A request that is rejected while it is parsed; httptools stops at any exception."""


class LimitedHttpProtocol(HttpToolsProtocol):
    """uvicorn's HTTP protocol with limits; a connection that becomes a WebSocket takes its place in the count along."""

    settings: Settings
    limit: ConnectionLimit
    _slot: Slot | None = None
    _running: RequestResponseCycle | None = None
    _timeout: asyncio.TimerHandle | None = None
    _write_watch: asyncio.TimerHandle | None = None
    _unwritten = 0
    _rejection: bytes | None = None
    _head_bytes = 0
    _request_bytes = 0
    _in_head = True
    _is_deaf = False

    # -- the connection --------------------------------------------------------------------------------------

    def connection_made(self, transport: Any) -> None:  # noqa: ANN401 - as uvicorn has it
        """Count a connection; a proxy holds the connections of all its clients, so only the total limits it."""
        super().connection_made(transport)
        host = self.client[0] if self.client else ""
        address = None if self.settings.is_proxy(host) else network_of(host)
        if not self.limit.acquire(address):
            transport.write(_FULL)
            self._close()
            return
        self._slot = Slot(partial(self.limit.release, address))
        self._start_timeout(self.settings.header_seconds)

    def connection_lost(self, exc: Exception | None) -> None:
        """Count the connection no longer."""
        self._stop_timeout()
        self._stop_write_watch()
        if self._slot is not None:
            self._slot.end()
        super().connection_lost(exc)
        self._unset_keepalive_if_required()  # uvicorn forgets it after a reset, and the timer holds the connection
        self._drop_requests()

    def _drop_requests(self) -> None:
        """Break the reference cycle between connection and request: a garbage collection is rare (run.GC_THRESHOLDS).

        What was read of a body would stay in memory with them. A request under way has its own reference to itself, and
        must know that the client has gone; uvicorn says so only to the last one.
        """
        for cycle in (self._running, self.cycle, *(waiting for waiting, _ in self.pipeline)):
            if cycle is not None:
                cycle.disconnected = True
                cycle.message_event.set()
                cycle.body = bytearray()
        self.pipeline.clear()
        self._running = None
        self.cycle = None  # type: ignore[assignment]  # as before the first request

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:  # noqa: ANN401 - as uvicorn has it
        """Keep the request that is processed now; :attr:`cycle` is the last that came."""
        self._running = cycle
        super()._start_asgi_task(cycle, app)

    def handle_websocket_upgrade(self) -> None:
        """Let a connection become a WebSocket, which takes the place in the count along.

        Not while a response is due: it would be written between the frames.
        """
        if not self._is_answered:
            self._rejection = _NOT_YET
            self.send_400_response("")
            return
        self._stop_timeout()
        self._is_deaf = True
        slot, self._slot = self._slot, None
        make: Any = self.ws_protocol_class
        self.ws_protocol_class = partial(make, slot=slot, handshake_seconds=self.settings.header_seconds)  # type: ignore[assignment]
        super().handle_websocket_upgrade()
        # Break the reference cycle here: a full garbage collection is rare (run.GC_THRESHOLDS).
        self.parser = None  # type: ignore[assignment]  # as uvicorn does when a connection is lost

    def _unsupported_upgrade_warning(self) -> None:
        """Answer as if no upgrade was asked for, then close: httptools reads nothing more after such a request."""
        self._is_deaf = True
        self.cycle.keep_alive = False

    # -- reading ---------------------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """Give the parser a little at a time, and count it before it is copied anywhere."""
        for start in range(0, len(data), _SLICE):
            if self._is_deaf or self.transport.is_closing():
                return
            piece = data[start : start + _SLICE]
            if self._count(len(piece)):
                super().data_received(piece)

    def _count(self, size: int) -> bool:
        """Count bytes of a head, or of what follows it; False if they are too many."""
        if self._in_head:
            self._head_bytes += size
            if self._head_bytes > LARGEST_HEAD:
                self._rejection = _LARGE_HEAD
                self.send_400_response("")
                return False
            return True
        self._request_bytes += size
        if self._request_bytes > LARGEST_REQUEST:
            self._is_deaf = True
            if self._is_answered:
                self._close()
            else:
                self.cycle.keep_alive = False
        return not self._is_deaf

    def on_message_begin(self) -> None:
        """Begin to count a request, and wait for its head."""
        super().on_message_begin()
        self._in_head, self._head_bytes = True, 0
        self._start_timeout(self.settings.header_seconds)

    def on_header(self, name: bytes, value: bytes) -> None:
        """Take a header, of which there may be so many; those that follow a chunked body count too."""
        if len(self.headers) >= MOST_HEADERS:
            self._rejection = _LARGE_HEAD
            raise RejectedHeadError
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """Wait for the body; let only so many requests wait for their turn."""
        if len(self.pipeline) >= MOST_WAITING:
            self._rejection = _TOO_MANY
            raise RejectedHeadError
        self._in_head, self._request_bytes = False, 0
        self._start_timeout(self.settings.header_seconds * BODY_FACTOR)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """Wait for nothing while the request is processed; if it was already, for the next one."""
        self._in_head, self._head_bytes = True, 0
        self._stop_timeout()
        super().on_message_complete()
        if self._is_answered:
            self._start_timeout(self.settings.header_seconds)

    @property
    def _is_answered(self) -> bool:
        cycle: Any = self.cycle  # None before the first request, whatever uvicorn's types say
        return cycle is None or bool(cycle.response_complete)

    def send_400_response(self, msg: str) -> None:
        """Say why a request is rejected, and close the connection."""
        if self._rejection is None:
            super().send_400_response(msg)
        else:
            self.transport.write(self._rejection)
        self._is_deaf = True
        self._close()

    # -- writing ---------------------------------------------------------------------------------------------

    def on_response_complete(self) -> None:
        """Wait for the next request; empty lines before it don't count as one."""
        super().on_response_complete()
        if self.transport.is_closing():  # a timer would keep the connection in memory
            return
        self._start_write_watch()
        if self._in_head and not self.pipeline:
            self._start_timeout(self.settings.header_seconds)

    def pause_writing(self) -> None:
        """Watch a client that does not read."""
        super().pause_writing()
        self._start_write_watch()

    def _start_write_watch(self) -> None:
        if self._write_watch is None and self.transport.get_write_buffer_size():
            self._unwritten = self.transport.get_write_buffer_size()
            self._write_watch = self.loop.call_later(self.settings.header_seconds * WRITE_FACTOR, self._check_written)

    def _check_written(self) -> None:
        """Let go of a client that has read hardly anything since the last look."""
        self._write_watch = None
        unwritten = self.transport.get_write_buffer_size()
        if unwritten and unwritten > self._unwritten - LEAST_WRITTEN:
            self.transport.abort()
        else:
            self._start_write_watch()

    def _stop_write_watch(self) -> None:
        if self._write_watch is not None:
            self._write_watch.cancel()
            self._write_watch = None

    # -- time ------------------------------------------------------------------------------------------------

    def _start_timeout(self, seconds: float) -> None:
        self._stop_timeout()
        self._timeout = self.loop.call_later(seconds, self._close)

    def _stop_timeout(self) -> None:
        if self._timeout is not None:
            self._timeout.cancel()
            self._timeout = None

    def _close(self) -> None:
        """Close the connection, and soon abort it: closing alone waits until the client has read everything."""
        self._stop_timeout()
        if not self.transport.is_closing():
            self.transport.close()
        self._timeout = self.loop.call_later(CLOSE_SECONDS, self.transport.abort)


def limited_http_protocol(server_settings: Settings, most_connections: int) -> type[LimitedHttpProtocol]:
    """The protocol with a server's settings; uvicorn makes an instance for each connection."""

    class Protocol(LimitedHttpProtocol):
        settings = server_settings
        limit = ConnectionLimit(server_settings.connections_per_address, most_connections)

    return Protocol
