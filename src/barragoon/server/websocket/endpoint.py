"""The socket of a game."""

from __future__ import annotations

import re

from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

from barragoon.server.http.dependencies import Services
from barragoon.server.http.errors import ProblemError
from barragoon.server.http.identity import COOKIE, bearer_token
from barragoon.server.http.middleware import address_of
from barragoon.server.http.rate_limits import Allowance, Allowances
from barragoon.server.store import StoreError
from barragoon.server.store.players import Bearer
from barragoon.server.websocket.session import TOO_FAST, Socket

NO_SENSE = 4400
UNKNOWN_GAME = 4404
RESTART = 1012
_DIGITS = 15
_ADDRESS = re.compile(r"/api/v1/games/([^/]+)/socket")


class GameSockets:
    """Takes sockets to their games straight away.

    The layers that a request goes through would stay in memory for as long as a socket is open: 10 kB of each.
    """

    def __init__(self, app: ASGIApp, requests: Allowances) -> None:
        self._app = app
        self._requests = requests

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Play or watch a game; requests go on to the application."""
        if scope["type"] == "websocket":
            await _play(WebSocket(scope, receive, send), may_ask=self._requests.take(address_of(scope)))
        else:
            await self._app(scope, receive, send)


async def _play(websocket: WebSocket, *, may_ask: bool) -> None:
    if not may_ask:  # to ask for a socket is a request like others: who is asking, and for what, has to be looked up
        await websocket.accept()
        await websocket.close(TOO_FAST)
        return
    services = Services.of(websocket)
    address = _ADDRESS.fullmatch(websocket.scope["path"])
    try:
        bearer = await _find_bearer(services, websocket)
    except (ProblemError, StoreError):
        await websocket.close()  # before it was accepted: the client sees 403
        return
    if address is None:
        await websocket.close()
        return
    await websocket.accept()
    client = address_of(websocket.scope)
    if not services.sockets.reserve(client):
        await websocket.close(TOO_FAST)
        return
    try:
        await _converse(services, websocket, bearer, game=address[1])
    finally:
        services.sockets.free(client)


async def _find_bearer(services: Services, websocket: WebSocket) -> Bearer | None:
    """Who connects; a browser, which says where its page is from, must have the server's own page."""
    by_browser = COOKIE in websocket.cookies or "Origin" in websocket.headers
    if bearer_token(websocket) is None and by_browser:
        services.identities.require_own_page(websocket)
    return await services.identities.find(websocket)


async def _converse(services: Services, websocket: WebSocket, bearer: Bearer | None, game: str) -> None:
    since = websocket.query_params.get("since")
    if since is not None and not (since.isascii() and since.isdigit() and len(since) <= _DIGITS):
        await websocket.close(NO_SENSE)
        return
    try:
        mailbox = await services.mailbox(game)
    except ProblemError:
        await websocket.close(UNKNOWN_GAME)
        return
    settings = services.settings
    allowance = Allowance(settings.messages_per_second, settings.message_burst)
    socket = Socket(websocket, bearer, allowance, services.office)
    services.sockets.add(socket)
    try:
        await mailbox.enter(socket, None if since is None else int(since))
        await socket.listen(mailbox)
    except StoreError:
        await websocket.close(RESTART)
    finally:
        mailbox.leave(socket)
        services.sockets.remove(socket)
