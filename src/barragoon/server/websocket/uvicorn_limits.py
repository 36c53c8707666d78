"""Limits that uvicorn lacks: how many connections an address may hold, how long a request's head may take to come."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from barragoon.server.http.rate_limits import Places
from barragoon.server.settings import Settings
from barragoon.server.shared.network_address import network_of

_FULL = b"HTTP/1.1 429 Too Many Requests\r\nRetry-After: 5\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"


class LimitedProtocol(HttpToolsProtocol):
    """The HTTP protocol with both limits. Connections that become sockets are counted elsewhere from then on."""

    settings: Settings
    places: Places
    _place: str | None = None
    _patience: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:  # noqa: ANN401 - as uvicorn has it
        """Take a place; a proxy holds the connections of all its clients and may have as many as it likes."""
        super().connection_made(transport)
        host = self.client[0] if self.client else ""
        if not self.settings.is_proxy(host):
            if not self.places.enter(network_of(host)):
                transport.write(_FULL)
                transport.close()
                return
            self._place = network_of(host)
        self._wait()

    def on_message_begin(self) -> None:
        """Wait for the head of a request."""
        super().on_message_begin()
        self._wait()

    def on_headers_complete(self) -> None:
        """Wait no longer."""
        self._stop_waiting()
        super().on_headers_complete()

    def handle_websocket_upgrade(self) -> None:
        """Let a connection become a socket; what is left here refers to itself, and the collector comes seldom."""
        self._leave()
        super().handle_websocket_upgrade()
        self.parser = None  # type: ignore[assignment]  # as uvicorn does when a connection is lost

    def connection_lost(self, exc: Exception | None) -> None:
        """Give the place back."""
        self._stop_waiting()
        self._leave()
        super().connection_lost(exc)

    def _leave(self) -> None:
        if self._place is not None:
            self.places.leave(self._place)
            self._place = None

    def _wait(self) -> None:
        self._stop_waiting()
        self._patience = self.loop.call_later(self.settings.header_seconds, self._give_up)

    def _stop_waiting(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None

    def _give_up(self) -> None:
        if not self.transport.is_closing():
            self.transport.close()


def limited_protocol(server_settings: Settings) -> type[LimitedProtocol]:
    """The protocol with a server's settings; uvicorn makes one of it for each connection."""

    class Protocol(LimitedProtocol):
        settings = server_settings
        places = Places(server_settings.connections_per_address)

    return Protocol
