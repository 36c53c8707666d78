"""Routes of identities: creating one, its name, its personal link, signing out."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from barragoon.server.http.client_address import client_address
from barragoon.server.http.dependencies import CloseSocketsDep, IdentitiesDep, NewPlayerLimitDep, SettingsDep
from barragoon.server.http.errors import ProblemError, not_found
from barragoon.server.http.identity import COOKIE, bearer_token
from barragoon.server.http.openapi import describe
from barragoon.server.http.request_body import read_body
from barragoon.server.http.responses import json_response
from barragoon.server.messages import Me, NewPlayer, PersonalLink, Rename, Resume

router = APIRouter(prefix="/api/v1", tags=["players"])


@router.post("/players", **describe(body=NewPlayer, response=Me, problems=(403,)))
async def create_player(request: Request, identities: IdentitiesDep, limit: NewPlayerLimitDep) -> Response:
    """Ask for an identity. A page gets a cookie, and the identity that it has already; a bot gets a token."""
    asked = await read_body(request, NewPlayer)
    if not asked.bot:
        identities.require_own_page(request)
        known = None if bearer_token(request) else await identities.find(request)
        if known:
            return await identities.respond(request, known)
    if not limit.take(client_address(request.scope)):
        sentence = "too many new players from this address: wait a little"
        raise ProblemError(429, "too_fast", sentence, {"Retry-After": "60"})
    bearer, token = await identities.create(asked.name, bot=asked.bot)
    response = json_response(identities.me(bearer, token if asked.bot else None))
    if not asked.bot:
        identities.set_cookie(response, token)
    return response


@router.get("/me", **describe(response=Me, problems=(401,)))
async def read_me(request: Request, identities: IdentitiesDep) -> Response:
    """The client's own player."""
    return await identities.respond(request, await identities.require(request))


@router.patch("/me", **describe(body=Rename, response=Me, problems=(401, 403)))
async def rename(request: Request, identities: IdentitiesDep) -> Response:
    """Take another name, from the next game on."""
    bearer = await identities.require(request)
    asked = await read_body(request, Rename)
    return json_response(identities.me(await identities.rename(bearer, asked.name)))


@router.delete("/me/session", **describe(status=204, problems=(401, 403)))
async def sign_out(
    request: Request, identities: IdentitiesDep, close_sockets: CloseSocketsDep, settings: SettingsDep
) -> Response:
    """Forget this device: its token becomes invalid, its sockets close."""
    bearer = await identities.require(request)
    await identities.sign_out(bearer)
    close_sockets(bearer.token_hash)
    response = Response(status_code=204)
    response.delete_cookie(COOKIE, httponly=True, samesite="lax", secure=settings.is_secure)
    return response


@router.post("/me/link", **describe(response=PersonalLink, problems=(401, 403)))
async def create_link(request: Request, identities: IdentitiesDep) -> Response:
    """Make a link that makes another device this player; the one before becomes invalid."""
    bearer = await identities.require(request)
    return json_response(PersonalLink(await identities.link(bearer)))


@router.post("/me/resume", **describe(body=Resume, response=Me, problems=(403, 404)))
async def resume(request: Request, identities: IdentitiesDep) -> Response:
    """Become the player of a personal link, on this device."""
    identities.require_own_page(request)
    asked = await read_body(request, Resume)
    resumed = await identities.resume(asked.key)
    if resumed is None:
        raise not_found()
    bearer, token = resumed
    response = json_response(identities.me(bearer))
    identities.set_cookie(response, token)
    return response
