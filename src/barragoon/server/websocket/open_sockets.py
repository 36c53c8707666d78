"""All open sockets: how many each address holds, and closing those of a token that became invalid."""

from __future__ import annotations

import asyncio
import random
from collections import deque

from barragoon.server.game.listeners import COME_BACK
from barragoon.server.http.rate_limits import ConnectionLimit
from barragoon.server.metrics import Metrics
from barragoon.server.websocket.session import INVALID_TOKEN, SocketSession

MOST_VOID = 1_000
"""How many invalid tokens are remembered: for longer than it takes to open a socket."""


class OpenSockets:
    """The open sockets of the server."""

    def __init__(self, most: int, most_per_address: int, metrics: Metrics) -> None:
        self._limit = ConnectionLimit(most_per_address, most)
        self._sessions: set[SocketSession] = set()
        self._void: deque[bytes] = deque(maxlen=MOST_VOID)
        self._metrics = metrics
        self.is_draining = False

    def reserve(self, address: str) -> bool:
        """Count a socket for this address, if there may be another."""
        return self._limit.acquire(address)

    def release(self, address: str) -> None:
        """Count a socket no longer."""
        self._limit.release(address)

    def add(self, session: SocketSession) -> None:
        """Add an open socket."""
        self._sessions.add(session)
        self._metrics.sockets.labels(_kind(session)).inc()
        if session.bearer and session.bearer.token_hash in self._void:  # it became invalid while the socket was opened
            session.close(INVALID_TOKEN)
        elif self.is_draining:  # since the socket was accepted
            session.close(COME_BACK)

    def remove(self, session: SocketSession) -> None:
        """Remove a closed socket."""
        if session in self._sessions:
            self._sessions.remove(session)
            self._metrics.sockets.labels(_kind(session)).dec()
            self._metrics.closes.labels(str(session.close_code)).inc()

    def token_hashes(self) -> set[bytes]:
        """The tokens with which sockets were opened."""
        return {session.bearer.token_hash for session in self._sessions if session.bearer}

    def close_all(self, seconds: float) -> None:
        """Let all clients connect again, spread at random over some seconds."""
        loop = asyncio.get_running_loop()
        for session in tuple(self._sessions):
            loop.call_later(random.uniform(0, seconds), session.close, COME_BACK)  # noqa: S311 - nothing secret

    def __len__(self) -> int:
        """How many there are."""
        return len(self._sessions)

    def close_those_of(self, token_hash: bytes) -> None:
        """Close the sockets that were opened with a token, also those that are just being opened."""
        self._void.append(token_hash)
        for session in tuple(self._sessions):
            if session.bearer and session.bearer.token_hash == token_hash:
                session.close(INVALID_TOKEN)


def _kind(session: SocketSession) -> str:
    return "player" if session.bearer else "stranger"
