"""All open sockets: how many an address holds, and closing those of a token that became void."""

from __future__ import annotations

from barragoon.server.http.rate_limits import Places
from barragoon.server.metrics import Metrics
from barragoon.server.websocket.session import VOID_TOKEN, Socket


class Sockets:
    """The open sockets of the server."""

    def __init__(self, most: int, most_per_address: int, metrics: Metrics) -> None:
        self._most = most
        self._places = Places(most_per_address)
        self._open: set[Socket] = set()
        self._metrics = metrics

    def reserve(self, address: str) -> bool:
        """Take a place for a socket of this address, if there is one."""
        return len(self._open) < self._most and self._places.enter(address)

    def free(self, address: str) -> None:
        """Give the place back."""
        self._places.leave(address)

    def add(self, socket: Socket) -> None:
        """Remember an open socket."""
        self._open.add(socket)
        self._metrics.sockets.set(len(self._open))

    def remove(self, socket: Socket) -> None:
        """Forget a socket."""
        self._open.discard(socket)
        self._metrics.sockets.set(len(self._open))

    def close_those_of(self, token_hash: bytes) -> None:
        """Close the sockets that were opened with a token."""
        for socket in tuple(self._open):
            if socket.bearer and socket.bearer.token_hash == token_hash:
                socket.close(VOID_TOKEN)
