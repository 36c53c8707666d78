"""All open sockets: how many each address holds, and closing those of a token that became invalid."""

from __future__ import annotations

from barragoon.server.http.rate_limits import ConnectionLimit
from barragoon.server.metrics import Metrics
from barragoon.server.websocket.session import INVALID_TOKEN, SocketSession


class OpenSockets:
    """The open sockets of the server."""

    def __init__(self, most: int, most_per_address: int, metrics: Metrics) -> None:
        self._most = most
        self._limit = ConnectionLimit(most_per_address)
        self._sessions: set[SocketSession] = set()
        self._metrics = metrics

    def reserve(self, address: str) -> bool:
        """Count a socket for this address, if there may be another."""
        return len(self._sessions) < self._most and self._limit.acquire(address)

    def release(self, address: str) -> None:
        """Count a socket no longer."""
        self._limit.release(address)

    def add(self, session: SocketSession) -> None:
        """Add an open socket."""
        self._sessions.add(session)
        self._metrics.sockets.set(len(self._sessions))

    def remove(self, session: SocketSession) -> None:
        """Remove a closed socket."""
        self._sessions.discard(session)
        self._metrics.sockets.set(len(self._sessions))

    def close_those_of(self, token_hash: bytes) -> None:
        """Close the sockets that were opened with a token."""
        for session in tuple(self._sessions):
            if session.bearer and session.bearer.token_hash == token_hash:
                session.close(INVALID_TOKEN)
