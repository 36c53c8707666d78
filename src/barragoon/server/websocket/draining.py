"""Draining: before a process stops, its players go elsewhere, a few at a time."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import structlog

from barragoon.server.cluster.node import Node
from barragoon.server.cluster.pulse import Pulse
from barragoon.server.store.store import StoreError
from barragoon.server.websocket.open_sockets import OpenSockets

NOTICE_SECONDS = 0.2
"""The last sockets get this long to read why they are closed."""
LONGEST_WRITE = 2
"""Seconds after which players go even if the store did not take that the process drains."""
log = structlog.get_logger("barragoon")


class Draining:
    """Takes no new sockets, and closes the open ones over some time, so that not all come to others at once."""

    def __init__(self, node: Node, pulse: Pulse, open_sockets: OpenSockets, seconds: float) -> None:
        self._node = node
        self._pulse = pulse
        self._open_sockets = open_sockets
        self._seconds = seconds

    async def run(self) -> None:
        """Drain; when this ends, the process may stop."""
        if self._node.state != "running":
            return
        self._node.state = "draining"
        self._open_sockets.is_draining = True
        log.info("draining", sockets=len(self._open_sockets), seconds=self._seconds)
        with suppress(StoreError, TimeoutError):
            await asyncio.wait_for(self._pulse.beat(), LONGEST_WRITE)
        if len(self._open_sockets):
            self._open_sockets.close_all(self._seconds)
            await asyncio.sleep(self._seconds + NOTICE_SECONDS)
