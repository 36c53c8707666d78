"""The socket of a game."""

from __future__ import annotations

from fastapi import APIRouter, WebSocket

from barragoon.server.guard import address_of
from barragoon.server.identity import COOKIE, bearer_token
from barragoon.server.limits import Allowance
from barragoon.server.problem import ProblemError
from barragoon.server.services import Services
from barragoon.server.socket import TOO_FAST, Socket
from barragoon.server.store import StoreError
from barragoon.server.store.players import Bearer

router = APIRouter()

NO_SENSE = 4400
UNKNOWN_GAME = 4404
RESTART = 1012
_DIGITS = 15


@router.websocket("/api/v1/games/{game}/socket")
async def play(websocket: WebSocket, game: str) -> None:
    """Play or watch a game."""
    services = Services.of(websocket)
    try:
        bearer = await _find_bearer(services, websocket)
    except (ProblemError, StoreError):
        await websocket.close()  # before it was accepted: the client sees 403
        return
    address = address_of(websocket.scope)
    await websocket.accept()
    if not services.sockets.reserve(address):
        await websocket.close(TOO_FAST)
        return
    try:
        await _converse(services, websocket, bearer, game)
    finally:
        services.sockets.free(address)


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
