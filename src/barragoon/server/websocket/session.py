"""One client's socket to one game: what comes in goes to the mailbox, what the room tells goes out."""

from __future__ import annotations

import asyncio
import time

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from barragoon.server.game.mailbox import Mailbox
from barragoon.server.http.rate_limits import Allowance
from barragoon.server.messages import Ack, FromClient, Id, Ping, Pong, Reject
from barragoon.server.shared.server_clock import Office
from barragoon.server.store.players import Bearer
from barragoon.server.websocket.measured_ping import measured_lag

FULL = 500
"""How many messages may wait for a client that does not read."""
PATIENCE = 200
"""How many messages above its allowance a client may send before its socket is closed."""

VOID_TOKEN = 4401
TOO_SLOW = 4408
TOO_FAST = 4429

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(FromClient).decode


class Socket:
    """An accepted socket; a :class:`~barragoon.server.game.listeners.Listener`."""

    def __init__(self, websocket: WebSocket, bearer: Bearer | None, allowance: Allowance, office: Office) -> None:
        self._websocket = websocket
        self.bearer = bearer
        self._allowance = allowance
        self._office = office
        self._excess = 0
        self._waiting: list[bytes] = []  # nearly always empty, and a deque takes 700 bytes even then
        self._sending: asyncio.Task[None] | None = None
        self._closing: int | None = None

    @property
    def player_id(self) -> Id | None:
        """Who is at the other end."""
        return self.bearer and self.bearer.player.id

    # -- out -------------------------------------------------------------------------------------------------

    def tell(self, payload: bytes) -> None:
        """Send a message when the client is ready for it; one that never is gets disconnected."""
        if self._closing is not None:
            return
        if len(self._waiting) >= FULL:
            self.close(TOO_SLOW)
            return
        self._waiting.append(payload)
        self._send_on()

    def close(self, code: int) -> None:
        """Close the socket after what was told before; a client that does not read is not waited for."""
        if self._closing is None:
            self._closing = code
            if code == TOO_SLOW:
                self._waiting.clear()
                if self._sending:
                    self._sending.cancel()
                    self._sending = None
            self._send_on()

    def _send_on(self) -> None:
        if self._sending is None:
            self._sending = asyncio.ensure_future(self._send_all())

    async def _send_all(self) -> None:
        try:
            while self._waiting:
                await self._websocket.send({"type": "websocket.send", "text": self._waiting.pop(0).decode()})
            if self._closing is not None:
                await self._websocket.close(self._closing)
        except (WebSocketDisconnect, RuntimeError):  # the client has gone; the receiving side notices
            self._waiting.clear()
        finally:
            self._sending = None

    # -- in --------------------------------------------------------------------------------------------------

    async def listen(self, mailbox: Mailbox) -> None:
        """Take messages until the client goes."""
        while True:
            message = await self._websocket.receive()
            if message["type"] != "websocket.receive":
                return
            if self._closing is None:
                await self._take(message.get("text"), mailbox)

    async def _take(self, text: str | None, mailbox: Mailbox) -> None:
        begun = time.perf_counter()
        is_allowed = self._allowance.take()
        try:
            message = _decode(text or "")
        except (msgspec.DecodeError, RecursionError) as error:
            if is_allowed:
                self._reject(Reject(None, "malformed", f"this is not a command: {error}"))
            else:
                self._slow_down(None)
            return
        if not is_allowed:
            self._slow_down(None if isinstance(message, Ping) else message.id)
            return
        if isinstance(message, Ping):
            self.tell(_encode(Pong(message.n)))
            return
        if self.bearer and self.bearer.expires_at <= self._office.now():
            self.close(VOID_TOKEN)
            return

        def acknowledge(ack: Ack) -> None:
            self.tell(_encode(ack))
            self._office.metrics.acknowledging.observe(time.perf_counter() - begun)

        player = self.bearer and self.bearer.player
        answer = await mailbox.submit(message, player, measured_lag(self._websocket.scope), acknowledge)
        if isinstance(answer, Reject):
            self._reject(answer)

    def _slow_down(self, command: Id | None) -> None:
        self._excess += 1
        if self._excess > PATIENCE:
            self.close(TOO_FAST)
        else:
            self._reject(Reject(command, "too_fast", "too many messages: wait a little"))

    def _reject(self, reject: Reject) -> None:
        self._office.metrics.refusals.labels(reject.code).inc()
        self.tell(_encode(reject))
