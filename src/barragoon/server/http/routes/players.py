"""Identities: asking for one, its name, its personal link, forgetting it."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from barragoon.server.http.dependencies import Services
from barragoon.server.http.errors import ProblemError, answer, not_found
from barragoon.server.http.identity import COOKIE, bearer_token
from barragoon.server.http.middleware import address_of
from barragoon.server.http.openapi import described
from barragoon.server.http.request_body import read_body
from barragoon.server.messages import Me, NewPlayer, PersonalLink, Rename, Resume

router = APIRouter(prefix="/api/v1", tags=["players"])


@router.post("/players", **described(body=NewPlayer, answer=Me, problems=(403,)))
async def create_player(request: Request) -> Response:
    """Ask for an identity. A page gets a cookie, and the identity that it has already; a bot gets a token."""
    services = Services.of(request)
    wish = await read_body(request, NewPlayer)
    if not wish.bot:
        services.identities.require_own_page(request)
        known = None if bearer_token(request) else await services.identities.find(request)
        if known:
            return await services.identities.tell(request, known)
    if not services.newcomers.take(address_of(request.scope)):
        sentence = "too many new players from this address: wait a little"
        raise ProblemError(429, "too_fast", sentence, {"Retry-After": "60"})
    bearer, token = await services.identities.create(wish.name, bot=wish.bot)
    response = answer(services.identities.me(bearer, token if wish.bot else None))
    if not wish.bot:
        services.identities.set_cookie(response, token)
    return response


@router.get("/me", **described(answer=Me, problems=(401,)))
async def read_me(request: Request) -> Response:
    """Who the server takes the client for."""
    services = Services.of(request)
    return await services.identities.tell(request, await services.identities.require(request))


@router.patch("/me", **described(body=Rename, answer=Me, problems=(401, 403)))
async def rename(request: Request) -> Response:
    """Take another name, from the next game on."""
    services = Services.of(request)
    bearer = await services.identities.require(request)
    wish = await read_body(request, Rename)
    return answer(services.identities.me(await services.identities.rename(bearer, wish.name)))


@router.delete("/me/session", **described(status=204, problems=(401, 403)))
async def sign_out(request: Request) -> Response:
    """Forget this device: its token is void, its sockets close."""
    services = Services.of(request)
    bearer = await services.identities.require(request)
    await services.identities.sign_out(bearer)
    services.sockets.close_those_of(bearer.token_hash)
    response = Response(status_code=204)
    response.delete_cookie(COOKIE, httponly=True, samesite="lax", secure=services.settings.is_secure)
    return response


@router.post("/me/link", **described(answer=PersonalLink, problems=(401, 403)))
async def create_link(request: Request) -> Response:
    """Make a link that makes another device this player; the one before is void."""
    services = Services.of(request)
    bearer = await services.identities.require(request)
    return answer(PersonalLink(await services.identities.link(bearer)))


@router.post("/me/resume", **described(body=Resume, answer=Me, problems=(403, 404)))
async def resume(request: Request) -> Response:
    """Become the player of a personal link, on this device."""
    services = Services.of(request)
    services.identities.require_own_page(request)
    wish = await read_body(request, Resume)
    resumed = await services.identities.resume(wish.key)
    if resumed is None:
        raise not_found()
    bearer, token = resumed
    response = answer(services.identities.me(bearer))
    services.identities.set_cookie(response, token)
    return response
