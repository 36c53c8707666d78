"""The endpoint of game sockets: who connects, to which game, and whether there may be another socket."""

from __future__ import annotations

import re
from contextlib import suppress
from functools import partial

import structlog
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from barragoon.server.game.listeners import COME_BACK
from barragoon.server.game.registry import Registry
from barragoon.server.http.client_address import client_address
from barragoon.server.http.errors import ProblemError
from barragoon.server.http.host_check import HostCheck
from barragoon.server.http.identity import Identities, bearer_token
from barragoon.server.http.rate_limits import AddressRateLimit, TokenBucket
from barragoon.server.metrics import Metrics
from barragoon.server.settings import Settings
from barragoon.server.shared.server_clock import ServerClock
from barragoon.server.shared.worker_pool import ASKER
from barragoon.server.store.lenient_decoder import UnreadableError
from barragoon.server.store.players import Bearer
from barragoon.server.store.store import StoreError
from barragoon.server.websocket.open_sockets import OpenSockets
from barragoon.server.websocket.session import GONE, TOO_FAST, SocketSession
from barragoon.server.websocket.uvicorn_limits import slot_of

BAD_ADDRESS = 4400
UNKNOWN_GAME = 4404
FAILED = 1011
_MOST_DIGITS = 15
_PATH = re.compile(r"/api/v1/games/([^/]+)/socket")
log = structlog.get_logger("barragoon.sockets")


class WebSocketMiddleware:
    """Takes sockets out of the way of requests, straight to the :class:`GameEndpoint` of the running server.

    The middleware and the router that a request goes through would stay in memory while a socket is open: 10 kB each.
    """

    def __init__(self, app: ASGIApp, settings: Settings, rate_limit: AddressRateLimit, metrics: Metrics) -> None:
        self._app = app
        self._host_check = HostCheck(settings)
        self._rate_limit = rate_limit
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a socket; pass everything else on to the application."""
        if scope["type"] != "websocket":
            await self._app(scope, receive, send)
            return
        websocket = WebSocket(scope, receive, send)
        ASKER.set(client_address(scope))
        try:
            await self._serve(websocket)
        except WebSocketDisconnect:
            pass  # the client left in the middle, which is no fault
        except Exception:
            log.exception("socket failed")
            self._metrics.unhandled.labels("socket").inc()
            await close(websocket, FAILED)

    async def _serve(self, websocket: WebSocket) -> None:
        if not self._host_check.allows(websocket.scope):
            await close(websocket)
            return
        if not self._rate_limit.take(client_address(websocket.scope)):  # opening a socket costs as much as a request
            self._metrics.throttled.labels("socket_openings").inc()
            await accept_and_close(websocket, TOO_FAST)
            return
        endpoint = websocket.scope["app"].state.game_endpoint
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
        commands: AddressRateLimit,
        clock: ServerClock,
        metrics: Metrics,
    ) -> None:
        self._settings = settings
        self._identities = identities
        self._registry = registry
        self._open_sockets = open_sockets
        self._clock = clock
        self._metrics = metrics
        self._commands = commands

    async def serve(self, websocket: WebSocket) -> None:
        """Let a client play or watch until it goes."""
        if self._open_sockets.is_draining:
            await send_elsewhere(websocket)
            return
        path = _PATH.fullmatch(websocket.scope["path"])
        try:
            bearer = await self._find_bearer(websocket)
        except ProblemError:
            await close(websocket)  # before it was accepted: the client sees 403
            return
        except StoreError:
            await send_elsewhere(websocket)
            return
        if path is None:
            await close(websocket)
            return
        address = client_address(websocket.scope)
        if not self._open_sockets.reserve(address):
            self._metrics.throttled.labels("sockets").inc()
            await accept_and_close(websocket, TOO_FAST)
            return
        # Counted among the sockets until the connection ends, however long the client takes over that.
        slot_of(websocket.scope).move(partial(self._open_sockets.release, address))
        await self._serve_game(websocket, bearer, game=path[1])

    async def _find_bearer(self, websocket: WebSocket) -> Bearer | None:
        """The client's player; a browser must have the server's own page, which its ``Origin`` tells."""
        is_browser = self._identities.cookie_token(websocket) is not None or "Origin" in websocket.headers
        if bearer_token(websocket) is None and is_browser:
            self._identities.require_own_page(websocket)
        return await self._identities.find(websocket)

    async def _serve_game(self, websocket: WebSocket, bearer: Bearer | None, game: str) -> None:
        since = websocket.query_params.get("since")
        if since is not None and not (since.isascii() and since.isdigit() and len(since) <= _MOST_DIGITS):
            await accept_and_close(websocket, BAD_ADDRESS)
            return
        try:
            mailbox = await self._registry.find(game)
        except StoreError:
            await send_elsewhere(websocket)
            return
        except UnreadableError:
            await accept_and_close(websocket, FAILED)
            return
        if mailbox is None:
            await accept_and_close(websocket, UNKNOWN_GAME)
            return
        if self._open_sockets.is_draining:  # since a moment ago
            await send_elsewhere(websocket)
            return
        if not await accept(websocket):
            return
        bucket = TokenBucket(self._settings.messages_per_second, self._settings.message_burst)
        address = client_address(websocket.scope)
        session = SocketSession(websocket, bearer, address, bucket, self._commands, self._clock, self._metrics)
        self._open_sockets.add(session)
        try:
            await mailbox.listen(session, None if since is None else int(since))
            await session.receive(mailbox)
        except StoreError:
            await close(websocket, COME_BACK)
        finally:
            mailbox.leave(session)
            self._open_sockets.remove(session)


async def send_elsewhere(websocket: WebSocket) -> None:
    """Answer 503 instead of accepting a socket: a proxy asks the next process then, and the client notices nothing.

    A socket that was accepted and closed would come back to the same process, because proxies send a game to one.
    """
    with suppress(*GONE):
        await websocket.send_denial_response(Response(status_code=503, headers={"Retry-After": "1"}))


async def accept_and_close(websocket: WebSocket, code: int) -> None:
    """Close a socket with a code that the client can read, which it can't before the socket is accepted."""
    if await accept(websocket):
        await close(websocket, code)


async def accept(websocket: WebSocket) -> bool:
    """Accept a socket; False if the client has gone already."""
    try:
        await websocket.accept()
    except GONE:
        return False
    return True


async def close(websocket: WebSocket, code: int = 1000) -> None:
    """Close a socket; that the client has gone meanwhile is no error."""
    with suppress(*GONE):
        await websocket.close(code)
