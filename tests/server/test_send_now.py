"""Messages that are sent without waiting: in order, together, and before the socket is closed."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import Any

import uvicorn
from starlette.types import Receive, Scope, Send
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from barragoon.server.websocket.uvicorn_limits import LimitedWebSocketProtocol, SendNow, send_now_of

Talk = Callable[[SendNow, Send], Awaitable[None]]
Listen = Callable[[int], Awaitable[None]]
HANDSHAKE = (
    b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


async def serve(talk: Talk, listen: Listen) -> None:
    """Let a client listen to a real server that talks; it is given the port."""

    async def application(scope: Scope, receive: Receive, send: Send) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        await talk(send_now_of(scope), send)

    ws: Any = LimitedWebSocketProtocol
    server = uvicorn.Server(uvicorn.Config(application, port=0, lifespan="off", ws=ws, log_level="critical"))
    running = asyncio.ensure_future(server.serve())
    while not server.started:  # noqa: ASYNC110 - uvicorn has no event for it
        await asyncio.sleep(0.01)
    await listen(server.servers[0].sockets[0].getsockname()[1])
    server.should_exit = True
    await running


def test_messages_come_in_order_and_before_the_close() -> None:
    received: list[str | bytes | int | None] = []

    async def talk(send_now: SendNow, send: Send) -> None:
        assert send_now(b"one")
        assert send_now("zwö".encode())
        await send({"type": "websocket.send", "text": "three"})
        assert send_now(b"four")
        await send({"type": "websocket.close", "code": 4408})
        assert not send_now(b"five")

    async def listen(port: int) -> None:
        async with connect(f"ws://127.0.0.1:{port}/") as client:
            with contextlib.suppress(ConnectionClosed):
                while True:
                    received.append(await client.recv())
        received.append(client.close_code)

    asyncio.run(serve(talk, listen))
    assert received == ["one", "zwö", "three", "four", 4408]


def test_a_client_that_does_not_read_is_not_sent_more() -> None:
    """Who sends has to keep what is refused, within limits of their own."""
    refused = asyncio.Event()
    sent = 0

    async def talk(send_now: SendNow, _: Send) -> None:
        nonlocal sent
        while send_now(b" " * 10_000):
            sent += 10_000
            await asyncio.sleep(0)
        refused.set()

    async def listen(port: int) -> None:
        _, writer = await asyncio.open_connection("127.0.0.1", port, limit=1_000)
        writer.write(HANDSHAKE)
        await asyncio.wait_for(refused.wait(), 60)
        writer.transport.abort()

    asyncio.run(serve(talk, listen))
    assert 0 < sent < 100_000_000
