"""Sockets that tell how long a ping frame took there and back, measured by the server alone."""

from __future__ import annotations

from typing import Any

from starlette.types import Scope

from barragoon.server.websocket.frames import LimitedFramesProtocol

_KEY = "barragoon.ping"


class MeasuredPingProtocol(LimitedFramesProtocol):
    """uvicorn's protocol, which measures already but keeps it to itself."""

    def handle_connect(self, event: Any) -> None:  # noqa: ANN401 - as uvicorn has it
        """Let the application ask for the measurement."""
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"][_KEY] = {"last": lambda: self.last_ping_rtt}

    def start_keepalive(self) -> None:
        """Measure at once, then now and again."""
        if self.ping_interval:
            self.send_keepalive_ping()

    def connection_lost(self, exc: Exception | None) -> None:
        """Let go of what refers to itself: the garbage collector comes seldom."""
        super().connection_lost(exc)
        self.conn.parser.close()
        if hasattr(self, "scope"):
            self.scope["extensions"].pop(_KEY, None)


def measured_lag(scope: Scope) -> int:
    """The last measurement in milliseconds; 0 where there is none yet."""
    measured = scope.get("extensions", {}).get(_KEY)
    return round(measured["last"]() * 1000) if measured else 0
