"""Limits that uvicorn lacks: it gathers pieces, answers pings and waits for clients that do not read without end."""

from __future__ import annotations

from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from barragoon.server.http.rate_limits import Allowance

MOST_PIECES = 64
PINGS_PER_SECOND, PING_BURST = 2, 20
SECONDS_TO_READ_THE_REASON = 2


class LimitedFramesProtocol(WebSocketsSansIOProtocol):
    """uvicorn's protocol, for clients that mean no good."""

    def __init__(self, *arguments: Any, **named: Any) -> None:  # noqa: ANN401 - as uvicorn has it
        super().__init__(*arguments, **named)
        self._pings = Allowance(PINGS_PER_SECOND, PING_BURST)

    def handle_cont(self, event: Any) -> None:  # noqa: ANN401 - as uvicorn has it
        """Take a piece of a message; empty ones add nothing to its size, so they are counted."""
        if self.close_sent:
            return
        if len(self.frames) < MOST_PIECES:
            super().handle_cont(event)
            return
        self.conn.fail(1009, "too many pieces")
        self.handle_parser_exception()

    def handle_parser_exception(self) -> None:
        """Tell the client why it is cut off, and drop what it still sends.

        Closing at once, as uvicorn does, would reset a connection with bytes unread, and a reset overtakes the reason.
        """
        if self.disconnected:
            return
        reason = self.conn.close_sent
        self.queue.put_nowait({"type": "websocket.disconnect", "code": reason.code if reason else 1006})
        self.transport.write(b"".join(self.conn.data_to_send()))
        if self.transport.can_write_eof():
            self.transport.write_eof()
        self.close_sent = self.disconnected = True
        self._leave_soon()

    async def send(self, message: Any) -> None:  # noqa: ANN401 - as uvicorn has it
        """Send a message; after the one that closes, the client is not listened to for long."""
        await super().send(message)
        if self.close_timer:
            self._leave_soon()

    def keepalive_timeout(self) -> None:
        """Give up a client that answers no pings, also one that reads nothing, for which closing would wait."""
        super().keepalive_timeout()
        self._leave_soon()

    def _leave_soon(self) -> None:
        if self.close_timer:
            self.close_timer.cancel()
        self.close_timer = self.loop.call_later(SECONDS_TO_READ_THE_REASON, self.transport.abort)

    def handle_ping(self) -> None:
        """Answer a ping, unless there are too many, or the client does not read the answers."""
        if self.writable.is_set() and self._pings.take():
            super().handle_ping()
        else:
            self.conn.data_to_send()
