"""A WebSocket client that does just what load tests need, so that the server gets the machine."""

import asyncio
import base64
import json
import os
from abc import abstractmethod
from typing import Any

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10


class SmallWebSocket(asyncio.Protocol):
    """A socket to a game. Frames of the server are never fragmented; its own are masked with zeroes: allowed, cheap."""

    def __init__(self, host: str, game: str, token: str, since: int | None = None) -> None:
        key = base64.b64encode(os.urandom(16)).decode()
        query = "" if since is None else f"?since={since}"
        self._request = (
            f"GET /api/v1/games/{game}/socket{query} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
            f"Authorization: Bearer {token}\r\n\r\n"
        ).encode()
        self._buffer = b""
        self._transport: asyncio.Transport | None = None
        self.is_open = False

    @abstractmethod
    def take(self, payload: bytes) -> None:
        """Take a message."""

    @property
    def is_wanted(self) -> bool:
        """Whether anybody still wants messages of this socket."""
        return True

    def send(self, message: dict[str, Any]) -> None:
        """Send a message."""
        self._write(TEXT, json.dumps(message).encode())

    def drop(self) -> None:
        """Cut the connection."""
        if self._transport:
            self._transport.abort()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the upgrade."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        """Take frames apart."""
        self._buffer += data
        if not self.is_open:
            head, end, rest = self._buffer.partition(b"\r\n\r\n")
            if not end:
                return
            if not head.startswith(b"HTTP/1.1 101"):
                self.drop()
                return
            self.is_open, self._buffer = True, rest
        while self.is_wanted and (frame := self._frame()) is not None:
            self._take_frame(*frame)

    def _frame(self) -> tuple[int, bytes] | None:
        if len(self._buffer) < 2:
            return None
        kind, length, start = self._buffer[0] & 15, self._buffer[1] & 127, 2
        if length == 126:
            length, start = int.from_bytes(self._buffer[2:4], "big"), 4
        elif length == 127:
            length, start = int.from_bytes(self._buffer[2:10], "big"), 10
        if len(self._buffer) < start + length:
            return None
        payload, self._buffer = self._buffer[start : start + length], self._buffer[start + length :]
        return kind, payload

    def _take_frame(self, kind: int, payload: bytes) -> None:
        if kind == PING:
            self._write(PONG, payload)
        elif kind == CLOSE:
            self._write(CLOSE, payload[:2])
            if self._transport:
                self._transport.close()
        elif kind == TEXT:
            self.take(payload)

    def _write(self, kind: int, payload: bytes) -> None:
        if self._transport is None or self._transport.is_closing() or not self.is_open:
            return
        is_short = len(payload) < 126
        head = bytes([128 | kind, 128 | len(payload)]) if is_short else bytes([128 | kind, 254])
        length = b"" if is_short else len(payload).to_bytes(2, "big")
        self._transport.write(head + length + b"\0\0\0\0" + payload)
