"""The endpoint of game sockets: who connects, to which game, and whether there may be another socket."""

from __future__ import annotations

import re

from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

from barragoon.server.game.registry import Registry
from barragoon.server.http.client_address import client_address
from barragoon.server.http.errors import ProblemError
from barragoon.server.http.identity import COOKIE, Identities, bearer_token
from barragoon.server.http.rate_limits import AddressRateLimit, TokenBucket
from barragoon.server.metrics import Metrics
from barragoon.server.settings import Settings
from barragoon.server.shared.server_clock import ServerClock
from barragoon.server.store.database import StoreError
from barragoon.server.store.players import Bearer
from barragoon.server.websocket.open_sockets import OpenSockets
from barragoon.server.websocket.session import TOO_FAST, SocketSession

BAD_ADDRESS = 4400
UNKNOWN_GAME = 4404
RESTART = 1012
_MOST_DIGITS = 15
_PATH = re.compile(r"/api/v1/games/([^/]+)/socket")


class WebSocketMiddleware:
    """Takes sockets out of the way of requests, straight to the :class:`GameEndpoint` of the running server.

    The middleware and the router that a request goes through would stay in memory while a socket is open: 10 kB each.
    """

    def __init__(self, app: ASGIApp, rate_limit: AddressRateLimit) -> None:
        self._app = app
        self._rate_limit = rate_limit

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a socket; pass everything else on to the application."""
        if scope["type"] != "websocket":
            await self._app(scope, receive, send)
            return
        websocket = WebSocket(scope, receive, send)
        if not self._rate_limit.take(client_address(scope)):  # opening a socket costs as much as a request
            await websocket.accept()
            await websocket.close(TOO_FAST)
            return
        endpoint = scope["app"].state.game_endpoint
        assert isinstance(endpoint, GameEndpoint)
        await endpoint.serve(websocket)


class GameEndpoint:
    """Accepts sockets to games."""

    def __init__(  # noqa: PLR0913 - each collaborator is one job
        self,
        *,
        settings: Settings,
        identities: Identities,
        registry: Registry,
        open_sockets: OpenSockets,
        clock: ServerClock,
        metrics: Metrics,
    ) -> None:
        self._settings = settings
        self._identities = identities
        self._registry = registry
        self._open_sockets = open_sockets
        self._clock = clock
        self._metrics = metrics

    async def serve(self, websocket: WebSocket) -> None:
        """Let a client play or watch until it goes."""
        path = _PATH.fullmatch(websocket.scope["path"])
        try:
            bearer = await self._find_bearer(websocket)
        except (ProblemError, StoreError):
            await websocket.close()  # before it was accepted: the client sees 403
            return
        if path is None:
            await websocket.close()
            return
        await websocket.accept()
        address = client_address(websocket.scope)
        if not self._open_sockets.reserve(address):
            await websocket.close(TOO_FAST)
            return
        try:
            await self._serve_game(websocket, bearer, game=path[1])
        finally:
            self._open_sockets.release(address)

    async def _find_bearer(self, websocket: WebSocket) -> Bearer | None:
        """The client's player; a browser must have the server's own page, which its ``Origin`` tells."""
        is_browser = COOKIE in websocket.cookies or "Origin" in websocket.headers
        if bearer_token(websocket) is None and is_browser:
            self._identities.require_own_page(websocket)
        return await self._identities.find(websocket)

    async def _serve_game(self, websocket: WebSocket, bearer: Bearer | None, game: str) -> None:
        since = websocket.query_params.get("since")
        if since is not None and not (since.isascii() and since.isdigit() and len(since) <= _MOST_DIGITS):
            await websocket.close(BAD_ADDRESS)
            return
        mailbox = await self._registry.find(game)
        if mailbox is None:
            await websocket.close(UNKNOWN_GAME)
            return
        bucket = TokenBucket(self._settings.messages_per_second, self._settings.message_burst)
        session = SocketSession(websocket, bearer, bucket, self._clock, self._metrics)
        self._open_sockets.add(session)
        try:
            await mailbox.listen(session, None if since is None else int(since))
            await session.receive(mailbox)
        except StoreError:
            await websocket.close(RESTART)
        finally:
            mailbox.leave(session)
            self._open_sockets.remove(session)
