"""Closes sockets whose token became void on another process, even if no hint came."""

from __future__ import annotations

import asyncio

import structlog

from barragoon.server.shared.server_clock import ServerClock
from barragoon.server.store.players import valid_tokens
from barragoon.server.store.store import Store, StoreError
from barragoon.server.websocket.open_sockets import OpenSockets

SECONDS = 10
log = structlog.get_logger("barragoon.cluster")


class TokenCheck:
    """Looks every few seconds which tokens of open sockets are still valid."""

    def __init__(self, store: Store, clock: ServerClock, open_sockets: OpenSockets) -> None:
        self._store = store
        self._clock = clock
        self._open_sockets = open_sockets

    async def run(self) -> None:
        """Look until cancelled."""
        while True:
            await asyncio.sleep(SECONDS)
            try:
                await self.look()
            except StoreError:  # the store logs it
                continue
            except Exception:
                log.exception("tokens can't be checked")

    async def look(self) -> None:
        """Close the sockets whose token is not valid any more."""
        held, now = self._open_sockets.token_hashes(), self._clock.now()
        if held:
            valid = await self._store.read(lambda connection: valid_tokens(connection, held, now))
            for token_hash in held - valid:
                self._open_sockets.close_those_of(token_hash)
