"""Routes of identities: creating one, its name, its personal link, signing out."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from barragoon.server.http.client_address import client_address
from barragoon.server.http.dependencies import (
    CloseSocketsDep,
    IdentitiesDep,
    MetricsDep,
    NewPlayerLimitDep,
    SessionsDep,
    SignInLimitDep,
)
from barragoon.server.http.device_label import device_label
from barragoon.server.http.errors import ProblemError, not_found
from barragoon.server.http.identity import bearer_token
from barragoon.server.http.openapi import describe
from barragoon.server.http.request_body import read_body
from barragoon.server.http.responses import json_response
from barragoon.server.messages import Me, NewLink, NewPlayer, PersonalLink, Rename, Resume, SessionList

router = APIRouter(prefix="/api/v1", tags=["players"])


@router.post("/players", **describe(body=NewPlayer, response=Me, problems=(403,)))
async def create_player(
    request: Request, identities: IdentitiesDep, limit: NewPlayerLimitDep, metrics: MetricsDep
) -> Response:
    """Ask for an identity. A page gets a cookie, and the identity that it has already; a bot gets a token."""
    asked = await read_body(request, NewPlayer)
    if not asked.bot:
        identities.require_own_page(request)
        known = None if bearer_token(request) else await identities.find(request)
        if known:
            return await identities.respond(request, known)
    if not await limit.take(client_address(request.scope)):
        metrics.throttled.labels("new_players").inc()
        sentence = "too many new players from this address: wait a little"
        raise ProblemError(429, "too_fast", sentence, {"Retry-After": "60"})
    label = "" if asked.bot else device_label(request.headers.get("User-Agent", ""))
    bearer, token, _ = await identities.create(asked.name, bot=asked.bot, label=label)
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
async def sign_out(request: Request, identities: IdentitiesDep, close_sockets: CloseSocketsDep) -> Response:
    """Forget this device: its token becomes invalid, its sockets close."""
    bearer = await identities.require(request)
    await identities.sign_out(bearer)
    close_sockets(bearer.token_hash)
    response = Response(status_code=204)
    identities.delete_cookies(response)
    return response


@router.get("/me/sessions", **describe(response=SessionList, problems=(401,)))
async def list_sessions(request: Request, identities: IdentitiesDep, sessions: SessionsDep) -> Response:
    """The devices on which the player is signed in."""
    return json_response(await sessions.read(await identities.require(request)))


@router.delete("/me/sessions", **describe(status=204, problems=(401, 403)))
async def end_other_sessions(
    request: Request, identities: IdentitiesDep, sessions: SessionsDep, close_sockets: CloseSocketsDep
) -> Response:
    """Sign out all other devices; the personal link becomes invalid too."""
    for ended in await sessions.end_others(await identities.require(request)):
        close_sockets(ended)
    return Response(status_code=204)


@router.delete("/me/sessions/{session}", **describe(status=204, problems=(401, 403, 404)))
async def end_session(
    request: Request, session: str, identities: IdentitiesDep, sessions: SessionsDep, close_sockets: CloseSocketsDep
) -> Response:
    """Sign out one device."""
    ended = await sessions.end(await identities.require(request), session)
    if not ended:
        raise not_found()
    for token_hash in ended:
        close_sockets(token_hash)
    return Response(status_code=204)


@router.post("/me/link", **describe(response=PersonalLink, problems=(401, 403)))
async def create_link(
    request: Request, identities: IdentitiesDep, sessions: SessionsDep, close_sockets: CloseSocketsDep
) -> Response:
    """Make a link that makes another device this player; the one before becomes invalid.

    With a body ``NewLink`` that says so, all other devices are signed out.
    """
    bearer = await identities.require(request)
    asked = await read_body(request, NewLink) if "Content-Type" in request.headers else NewLink()
    if asked.end_sessions:
        for ended in await sessions.end_others(bearer):
            close_sockets(ended)
    return json_response(PersonalLink(await identities.link(bearer)))


@router.post("/me/resume", **describe(body=Resume, response=Me, problems=(403, 404)))
async def resume(
    request: Request,
    identities: IdentitiesDep,
    limit: SignInLimitDep,
    metrics: MetricsDep,
    close_sockets: CloseSocketsDep,
) -> Response:
    """Become the player of a personal link, on this device."""
    identities.require_own_page(request)
    if not await limit.take(client_address(request.scope)):
        metrics.throttled.labels("sign_ins").inc()
        sentence = "too many sign-ins from this address: wait a little"
        raise ProblemError(429, "too_fast", sentence, {"Retry-After": "60"})
    asked = await read_body(request, Resume)
    resumed = await identities.resume(asked.key, device_label(request.headers.get("User-Agent", "")))
    if resumed is None:
        raise not_found()
    for ended in resumed.ended:
        close_sockets(ended)
    response = json_response(identities.me(resumed.bearer))
    identities.set_cookie(response, resumed.token)
    return response
