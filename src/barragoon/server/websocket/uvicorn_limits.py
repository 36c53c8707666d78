"""Limits that uvicorn's WebSocket protocol lacks, as a subclass of it.

How long a handshake may take, how many fragments and pings a client may send, how much of what it sends is parsed at
once, and how long one that does not read is waited for. It also measures how long a ping takes, and sends a
message without a task.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, TypeAlias

from starlette.types import Scope
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState

from barragoon.server.http.rate_limits import Slot, TokenBucket

MOST_FRAGMENTS = 64
PINGS_PER_SECOND, PING_BURST = 2, 20
CLOSE_SECONDS = 2
"""How long a client has to read why its socket is closed."""
MOST_EXCESS = 200
"""How many control frames above that rate a client may send before its socket is closed."""
LONGEST_FAREWELL = 4 * 1024
"""In bytes: so much is read after the server has closed a socket, to find the client's answer to it."""
_SLICE = 1024
_BAD_UPGRADE = (
    b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Type: text/plain\r\n"
    b"Content-Length: 29\r\n\r\nthis can't become a WebSocket"
)
_PING = "barragoon.ping"
_SEND_NOW = "barragoon.send_now"
_SLOT = "barragoon.slot"
SendNow: TypeAlias = Callable[[bytes], bool]
"""Sends a text message if the client is ready for one; whether it was sent."""


class LimitedWebSocketProtocol(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket protocol with limits for hostile clients, and with a measured ping."""

    def __init__(
        self,
        *arguments: Any,  # noqa: ANN401 - as uvicorn has it
        slot: Slot | None = None,
        handshake_seconds: float = 10,
        **named: Any,  # noqa: ANN401 - as uvicorn has it
    ) -> None:
        super().__init__(*arguments, **named)
        self._slot = slot
        self._handshake_seconds = handshake_seconds
        self._ping_bucket = TokenBucket(PINGS_PER_SECOND, PING_BURST)
        self._excess = 0
        self._unparsed = b""
        self._unwritten: list[bytes] = []
        self._farewell = 0
        self._handshake_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:  # noqa: ANN401 - as uvicorn has it
        """Wait so long for the handshake."""
        super().connection_made(transport)
        self._handshake_timer = self.loop.call_later(self._handshake_seconds, self._check_handshake)

    def _check_handshake(self) -> None:
        self._handshake_timer = None
        if not self.handshake_complete:
            self.transport.abort()

    def data_received(self, data: bytes) -> None:
        """Parse a little at a time, and nothing more while a message waits for the application."""
        if self.disconnected:
            return
        if self.close_sent:
            self._farewell += len(data)
            if self._farewell > LONGEST_FAREWELL:
                return  # the connection is aborted soon
        self._unparsed += data
        self._parse()

    def _parse(self) -> None:
        while self._unparsed and not self.read_paused and not self.disconnected:
            piece, self._unparsed = self._unparsed[:_SLICE], self._unparsed[_SLICE:]
            super().data_received(piece)
            if self.conn.handshake_exc is not None and not self.handshake_initiated:
                self._reject_upgrade()

    def _reject_upgrade(self) -> None:
        """Answer a request that websockets can't read; uvicorn would leave the connection open for ever."""
        self.transport.write(_BAD_UPGRADE)
        self.close_sent = self.disconnected = self.handshake_complete = True
        self.transport.close()
        self._abort_soon()

    async def receive(self) -> Any:  # noqa: ANN401 - as uvicorn has it
        """Give the application a message, then parse what waited behind it."""
        message = await super().receive()
        self._parse()
        return message

    def handle_connect(self, event: Any) -> None:  # noqa: ANN401 - as uvicorn has it
        """Give the application the last measurement, which uvicorn makes and keeps to itself."""
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"][_PING] = {"last": lambda: self.last_ping_rtt}
            self.scope["extensions"][_SEND_NOW] = {"send": self._send_now}
            if self._slot is not None:  # it is in the server: see LimitedHttpProtocol
                self.scope["extensions"][_SLOT] = {"slot": self._slot}

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

    def _send_now(self, payload: bytes) -> bool:
        """Send a text message without a task, if the client is ready for one, as most are.

        What is sent in one turn of the event loop goes out together: an acknowledgement and its event, for one.
        """
        is_open = self.handshake_complete and not self.close_sent and not self.disconnected
        if not is_open or not self.writable.is_set():
            return False
        try:
            self.conn.send_text(payload)
        except InvalidState:
            return False
        if not self._unwritten:
            self.loop.call_soon(self._write_all)
        self._unwritten += self.conn.data_to_send()
        return True

    def _write_all(self) -> None:
        if self._unwritten and not self.close_sent and not self.disconnected:
            self.transport.write(b"".join(self._unwritten))
        self._unwritten.clear()

    async def send(self, message: Any) -> None:  # noqa: ANN401 - as uvicorn has it
        """Send a message; after the one that closes, the connection is aborted soon."""
        self._write_all()
        await super().send(message)
        if message["type"] == "websocket.http.response.body" and self.close_sent:
            self.handshake_complete = True  # with a response instead of a socket, which uvicorn takes for none
            self._abort_soon()
        elif self.close_timer:
            self._unparsed = self._unparsed[:LONGEST_FAREWELL]
            self._parse()
            self._abort_soon()

    def keepalive_timeout(self) -> None:
        """Give up a client that answers no pings; closing alone would wait for one that reads nothing."""
        super().keepalive_timeout()
        self._abort_soon()

    def handle_ping(self) -> None:
        """Answer a ping, unless there are too many, or the client does not read the answers."""
        if not self._ping_bucket.take():
            self._count_excess()
        elif self.writable.is_set():
            super().handle_ping()
            return
        if not self.disconnected:
            self.conn.data_to_send()

    def handle_pong(self, event: Any) -> None:  # noqa: ANN401 - as uvicorn has it
        """Take a pong; nobody needs many that answer nothing."""
        if bytes(event.data) == self.pending_ping_payload:
            super().handle_pong(event)
        elif not self._ping_bucket.take():
            self._count_excess()

    def _count_excess(self) -> None:
        self._excess += 1
        if self._excess > MOST_EXCESS and not self.close_sent:
            self.conn.data_to_send()
            self.conn.fail(1008, "too many control frames")
            self.handle_parser_exception()

    def connection_lost(self, exc: Exception | None) -> None:
        """Break the reference cycles here: a full garbage collection is rare (run.GC_THRESHOLDS)."""
        super().connection_lost(exc)
        if self._slot is not None:
            self._slot.end()
        if self._handshake_timer is not None:
            self._handshake_timer.cancel()
        self._unparsed = b""
        self.conn.parser.close()
        if hasattr(self, "scope"):
            self.scope["extensions"].pop(_PING, None)
            self.scope["extensions"].pop(_SEND_NOW, None)

    def _abort_soon(self) -> None:
        if self.close_timer:
            self.close_timer.cancel()
        self.close_timer = self.loop.call_later(CLOSE_SECONDS, self.transport.abort)


def measured_lag(scope: Scope) -> int:
    """The last ping's round trip in milliseconds; 0 if there was none yet."""
    measured = scope.get("extensions", {}).get(_PING)
    return round(measured["last"]() * 1000) if measured else 0


def send_now_of(scope: Scope) -> SendNow:
    """How to send to a socket without waiting; where the server offers no way, nothing is sent so."""
    offered = scope.get("extensions", {}).get(_SEND_NOW)
    return offered["send"] if offered else lambda _: False


def slot_of(scope: Scope) -> Slot:
    """The place that the connection of a socket has in the count of connections."""
    slot = scope["extensions"][_SLOT]["slot"]
    assert isinstance(slot, Slot)
    return slot
