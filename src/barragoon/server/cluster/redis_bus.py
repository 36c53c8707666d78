"""The bus by Redis or Valkey: for many processes, so that the database has less to do."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from redis.asyncio import Redis

from barragoon.server.cluster.bus import ConnectedBus
from barragoon.server.messages import Id

CHANNEL = "barragoon"
"""Hints of another server do no harm: nobody here has its games."""
CONNECT_SECONDS = 3
LOOK_SECONDS = 5
"""How long nothing may be heard before the connection is tried."""


class RedisBus(ConnectedBus):
    """Hints as published messages. One connection listens and one sends: redis-py's pool would open ever more."""

    def __init__(self, me: Id, address: str) -> None:
        super().__init__(me)
        self._address = address
        self._sender: Redis | None = None

    async def _listen(self, take: Callable[[str], None], ready: Callable[[], None]) -> None:
        client = self._client()
        try:
            subscription: Any = client.pubsub()
            await subscription.subscribe(CHANNEL)
            is_subscribed, is_asked = False, False
            while True:
                message = await subscription.get_message(timeout=LOOK_SECONDS)
                if message is None:
                    if is_asked:
                        raise ConnectionError("the bus does not answer")
                    await asyncio.wait_for(subscription.ping(), CONNECT_SECONDS)
                    is_asked = True
                    continue
                is_asked = False
                if message["type"] == "subscribe" and not is_subscribed:
                    is_subscribed = True
                    ready()
                elif message["type"] == "message":
                    take(message["data"].decode("ascii", "replace"))
        finally:
            with suppress(Exception):
                await asyncio.wait_for(client.aclose(), 1)

    async def _send(self, payload: str) -> None:
        if self._sender is None:
            self._sender = self._client()
        await self._sender.publish(CHANNEL, payload)

    async def _drop_sender(self) -> None:
        sender, self._sender = self._sender, None
        if sender is not None:
            await sender.aclose()

    def _client(self) -> Redis:
        return Redis.from_url(
            self._address,
            max_connections=2,
            socket_connect_timeout=CONNECT_SECONDS,
            socket_timeout=None,
        )
