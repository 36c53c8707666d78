"""One client's WebSocket to one game: its messages go to the mailbox, the game's events go out."""

from __future__ import annotations

import asyncio
import time

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from barragoon.server.game.mailbox import Mailbox
from barragoon.server.http.rate_limits import AddressRateLimit, TokenBucket
from barragoon.server.messages import Ack, FromClient, Id, Ping, Pong, Reject
from barragoon.server.metrics import Metrics
from barragoon.server.shared.server_clock import ServerClock
from barragoon.server.store.players import Bearer
from barragoon.server.websocket.uvicorn_limits import measured_lag, send_now_of

MOST_UNSENT, MOST_UNSENT_BYTES = 500, 512 * 1024
"""How many messages may wait for a client that does not read, and how many bytes; one message may always wait."""
MOST_EXCESS = 200
"""How many messages above its rate limit a client may send before its socket is closed."""
EXCESS_SECONDS = 0.02
"""How long such a message holds up the socket that it came from."""

LOST = 1006
"""The connection broke without a close."""
KNOWN_CODES = (1000, 1001, 1002, 1003, 1005, LOST, 1007, 1008, 1009, 1011, 1012)
OTHER_CODE = 0
INVALID_TOKEN = 4401
TOO_SLOW = 4408
TOO_FAST = 4429
GONE = (WebSocketDisconnect, RuntimeError, OSError)
"""What sending to a client that has gone may raise."""

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(FromClient).decode


def known_code(code: int | None) -> int:
    """A client's close code, or 0 for an unusual one: clients must not be able to make up labels of a metric."""
    return code if code in KNOWN_CODES else OTHER_CODE


class SocketSession:
    """An accepted socket; a :class:`~barragoon.server.game.listeners.Listener`."""

    def __init__(  # noqa: PLR0913, PLR0917 - each collaborator is one job
        self,
        websocket: WebSocket,
        bearer: Bearer | None,
        address: str,
        bucket: TokenBucket,
        commands: AddressRateLimit,
        clock: ServerClock,
        metrics: Metrics,
    ) -> None:
        self._websocket = websocket
        self._send_now = send_now_of(websocket.scope)
        self.bearer = bearer
        self._address = address
        self._bucket = bucket
        self._commands = commands
        self._clock = clock
        self._metrics = metrics
        self._excess = 0
        self._unsent: list[bytes] = []  # nearly always empty, and an empty deque takes 700 bytes
        self._unsent_bytes = 0
        self._sender: asyncio.Task[None] | None = None
        self._close_code: int | None = None
        self._client_code = LOST

    @property
    def player_id(self) -> Id | None:
        """The client's player."""
        return self.bearer and self.bearer.player.id

    @property
    def close_code(self) -> int:
        """With which code it was closed, or is going to be: the server's, else the client's."""
        return self._close_code or self._client_code

    # -- out -------------------------------------------------------------------------------------------------

    def send(self, payload: bytes) -> None:
        """Send a message when the client is ready for it; one that reads too slowly is disconnected."""
        if self._close_code is not None:
            return
        is_first = not self._unsent and self._sender is None
        if is_first and self._send_now(payload):
            return
        is_too_much = self._unsent_bytes + len(payload) > MOST_UNSENT_BYTES
        if len(self._unsent) >= MOST_UNSENT or (self._unsent and is_too_much):
            self.close(TOO_SLOW)
            return
        self._unsent.append(payload)
        self._unsent_bytes += len(payload)
        self._start_sender()

    def close(self, code: int) -> None:
        """Close the socket after what was sent before; for a client that reads too slowly, at once."""
        if self._close_code is None:
            self._close_code = code
            if code == TOO_SLOW:
                self._drop_unsent()
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
                payload = self._unsent.pop(0)
                self._unsent_bytes -= len(payload)
                await self._websocket.send({"type": "websocket.send", "text": payload.decode()})
            if self._close_code is not None:
                await self._websocket.close(self._close_code)
        except GONE:  # the client has gone; the receiving side notices
            self._drop_unsent()
        finally:
            self._sender = None

    def _drop_unsent(self) -> None:
        self._unsent.clear()
        self._unsent_bytes = 0

    # -- in --------------------------------------------------------------------------------------------------

    async def receive(self, mailbox: Mailbox) -> None:
        """Take messages until the client goes."""
        while True:
            message = await self._websocket.receive()
            if message["type"] != "websocket.receive":
                self._client_code = known_code(message.get("code"))
                return
            if self._close_code is None:
                excess = self._excess
                await self._process(message.get("text"), mailbox)
                if self._excess > excess:  # who floods waits, and nobody else does
                    await asyncio.sleep(EXCESS_SECONDS)

    async def _process(self, text: str | None, mailbox: Mailbox) -> None:
        started = time.perf_counter()
        is_allowed = self._bucket.take()
        try:
            message = _decode(text or "")
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            if is_allowed:
                self._reject(Reject(None, "malformed", f"this is not a command: {error}"))
            else:
                self._reject_as_too_fast(None)
            return
        if is_allowed and not isinstance(message, Ping):  # strangers can only be told apart by their addresses
            is_allowed = self._commands.take(self.player_id or self._address)
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
        self._metrics.throttled.labels("messages").inc()
        if self._excess > MOST_EXCESS:
            self.close(TOO_FAST)
        else:
            self._reject(Reject(command, "too_fast", "too many messages: wait a little"))

    def _reject(self, reject: Reject) -> None:
        self._metrics.rejections.labels(reject.code).inc()
        self.send(_encode(reject))
