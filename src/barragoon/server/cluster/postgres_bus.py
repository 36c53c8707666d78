"""The bus by PostgreSQL's LISTEN and NOTIFY, on connections of its own."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

from psycopg import AsyncConnection, sql

from barragoon.server.cluster.bus import ConnectedBus
from barragoon.server.messages import Id

CHANNEL = "barragoon"
CONNECT_SECONDS = 3
LOOK_SECONDS = 5
"""How long nothing may be heard before the connection is tried."""


class PostgresBus(ConnectedBus):
    """Hints as notifications; a notification alone writes nothing, so it waits for no disk and no standby."""

    def __init__(self, me: Id, address: str) -> None:
        super().__init__(me)
        self._address = address
        self._sender: AsyncConnection | None = None

    async def _listen(self, take: Callable[[str], None], ready: Callable[[], None]) -> None:
        connection = await self._connect()
        try:
            await connection.execute(sql.SQL("LISTEN {}").format(sql.Identifier(CHANNEL)))
            ready()
            while True:
                async for notification in connection.notifies(timeout=LOOK_SECONDS):
                    take(notification.payload)
                await asyncio.wait_for(connection.execute("SELECT 1"), CONNECT_SECONDS)
        finally:
            await _close(connection)

    async def _send(self, payload: str) -> None:
        if self._sender is None:
            self._sender = await self._connect()
        await self._sender.execute("SELECT pg_notify(%s, %s)", (CHANNEL, payload))

    async def _drop_sender(self) -> None:
        sender, self._sender = self._sender, None
        if sender is not None:
            await _close(sender)

    async def _connect(self) -> AsyncConnection:
        return await asyncio.wait_for(
            AsyncConnection.connect(
                self._address,
                autocommit=True,
                connect_timeout=CONNECT_SECONDS,
                target_session_attrs="read-write",
            ),
            CONNECT_SECONDS,
        )


async def _close(connection: AsyncConnection) -> None:
    with suppress(Exception):
        await asyncio.wait_for(connection.close(), 1)
