"""One client's WebSocket to one game: its messages go to the mailbox, the game's events go out."""

from __future__ import annotations

import asyncio
import time

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from barragoon.server.game.mailbox import Mailbox
from barragoon.server.http.rate_limits import TokenBucket
from barragoon.server.messages import Ack, FromClient, Id, Ping, Pong, Reject
from barragoon.server.metrics import Metrics
from barragoon.server.shared.server_clock import ServerClock
from barragoon.server.store.players import Bearer
from barragoon.server.websocket.uvicorn_limits import measured_lag

MOST_UNSENT = 500
"""How many messages may wait for a client that does not read."""
MOST_EXCESS = 200
"""How many messages above its rate limit a client may send before its socket is closed."""

INVALID_TOKEN = 4401
TOO_SLOW = 4408
TOO_FAST = 4429

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(FromClient).decode


class SocketSession:
    """An accepted socket; a :class:`~barragoon.server.game.listeners.Listener`."""

    def __init__(
        self, websocket: WebSocket, bearer: Bearer | None, bucket: TokenBucket, clock: ServerClock, metrics: Metrics
    ) -> None:
        self._websocket = websocket
        self.bearer = bearer
        self._bucket = bucket
        self._clock = clock
        self._metrics = metrics
        self._excess = 0
        self._unsent: list[bytes] = []  # nearly always empty, and an empty deque takes 700 bytes
        self._sender: asyncio.Task[None] | None = None
        self._close_code: int | None = None

    @property
    def player_id(self) -> Id | None:
        """The client's player."""
        return self.bearer and self.bearer.player.id

    # -- out -------------------------------------------------------------------------------------------------

    def send(self, payload: bytes) -> None:
        """Send a message when the client is ready for it; one that reads too slowly is disconnected."""
        if self._close_code is not None:
            return
        if len(self._unsent) >= MOST_UNSENT:
            self.close(TOO_SLOW)
            return
        self._unsent.append(payload)
        self._start_sender()

    def close(self, code: int) -> None:
        """Close the socket after what was sent before; for a client that reads too slowly, at once."""
        if self._close_code is None:
            self._close_code = code
            if code == TOO_SLOW:
                self._unsent.clear()
                if self._sender:
                    self._sender.cancel()
                    self._sender = None
            self._start_sender()

    def _start_sender(self) -> None:
        if self._sender is None:
            self._sender = asyncio.ensure_future(self._send_all())

    async def _send_all(self) -> None:
        try:
            while self._unsent:
                await self._websocket.send({"type": "websocket.send", "text": self._unsent.pop(0).decode()})
            if self._close_code is not None:
                await self._websocket.close(self._close_code)
        except (WebSocketDisconnect, RuntimeError):  # the client has gone; the receiving side notices
            self._unsent.clear()
        finally:
            self._sender = None

    # -- in --------------------------------------------------------------------------------------------------

    async def receive(self, mailbox: Mailbox) -> None:
        """Take messages until the client goes."""
        while True:
            message = await self._websocket.receive()
            if message["type"] != "websocket.receive":
                return
            if self._close_code is None:
                await self._process(message.get("text"), mailbox)

    async def _process(self, text: str | None, mailbox: Mailbox) -> None:
        started = time.perf_counter()
        is_allowed = self._bucket.take()
        try:
            message = _decode(text or "")
        except (msgspec.DecodeError, RecursionError) as error:
            if is_allowed:
                self._reject(Reject(None, "malformed", f"this is not a command: {error}"))
            else:
                self._reject_as_too_fast(None)
            return
        if not is_allowed:
            self._reject_as_too_fast(None if isinstance(message, Ping) else message.id)
            return
        if isinstance(message, Ping):
            self.send(_encode(Pong(message.n)))
            return
        if self.bearer and self.bearer.expires_at <= self._clock.now():
            self.close(INVALID_TOKEN)
            return

        def acknowledge(ack: Ack) -> None:
            self.send(_encode(ack))
            self._metrics.acknowledging.observe(time.perf_counter() - started)

        player = self.bearer and self.bearer.player
        result = await mailbox.submit(message, player, measured_lag(self._websocket.scope), acknowledge)
        if isinstance(result, Reject):
            self._reject(result)

    def _reject_as_too_fast(self, command: Id | None) -> None:
        self._excess += 1
        if self._excess > MOST_EXCESS:
            self.close(TOO_FAST)
        else:
            self._reject(Reject(command, "too_fast", "too many messages: wait a little"))

    def _reject(self, reject: Reject) -> None:
        self._metrics.rejections.labels(reject.code).inc()
        self.send(_encode(reject))
