"""Limits for frames that are no messages: uvicorn gathers pieces and answers pings without end."""

from __future__ import annotations

from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from barragoon.server.limits import Allowance

MOST_PIECES = 64
PINGS_PER_SECOND, PING_BURST = 2, 20


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
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.transport.close()

    def handle_ping(self) -> None:
        """Answer a ping, unless there are too many, or the client does not read the answers."""
        if self.writable.is_set() and self._pings.take():
            super().handle_ping()
        else:
            self.conn.data_to_send()
