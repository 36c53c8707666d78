"""Who a client is: a secret token in a cookie or a header; the store has only its hash."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from typing import NamedTuple

from sqlalchemy import Connection
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from barragoon.server.http.errors import ProblemError
from barragoon.server.http.origin import is_own_origin
from barragoon.server.http.responses import json_response
from barragoon.server.messages import Me, Player
from barragoon.server.settings import Settings
from barragoon.server.shared.player_name import UnusableNameError, clean_name
from barragoon.server.shared.random_source import random_id
from barragoon.server.shared.server_clock import ServerClock
from barragoon.server.shared.signer import Signer
from barragoon.server.store.players import (
    DAY,
    LINK,
    MOST_SESSIONS,
    SESSION,
    Bearer,
    NewToken,
    add_player,
    add_token,
    drop_links,
    drop_token,
    drop_tokens,
    find_bearer,
    list_sessions,
    note_seen,
    prolong_token,
    rename_player,
)
from barragoon.server.store.store import Store

COOKIE = "barragoon"
SECURE_COOKIE = "__Host-barragoon"
CSRF_HEADER = "X-CSRF-Token"
_TOKEN = re.compile(r"[A-Za-z0-9_-]{16,128}")


class SignedIn(NamedTuple):
    """A new session; ``ended`` are the tokens of sessions that were one too many."""

    bearer: Bearer
    token: str
    ended: list[bytes]


class Identities:
    """Recognises players by their tokens, and creates new ones."""

    def __init__(self, store: Store, clock: ServerClock, signer: Signer, settings: Settings) -> None:
        self._store = store
        self._clock = clock
        self._signer = signer
        self._settings = settings

    # -- recognising -----------------------------------------------------------------------------------------

    async def find(self, client: HTTPConnection) -> Bearer | None:
        """The client's player, or None without one; an invalid bearer token is an error, an invalid cookie is not."""
        if (token := bearer_token(client)) is not None:
            bearer = await self._bearer(token, SESSION)
            if bearer is None:
                raise ProblemError(401, "unknown_player", "this token is void")
            return bearer
        return await self._bearer(self.cookie_token(client), SESSION)

    def cookie_token(self, client: HTTPConnection) -> str | None:
        """The token of the cookie; under the name that it had before the server was reached by https, too."""
        return client.cookies.get(self.cookie_name) or client.cookies.get(COOKIE)

    @property
    def cookie_name(self) -> str:
        """With https, browsers take this name from this very host alone, not from another port or a subdomain."""
        return SECURE_COOKIE if self._settings.is_secure else COOKIE

    async def require(self, request: Request) -> Bearer:
        """The client's player, or a 401; a 403 if another site's page could have sent the request."""
        bearer = await self.find(request)
        if bearer is None:
            raise ProblemError(401, "unknown_player", "ask for an identity first: POST /api/v1/players")
        if request.method not in {"GET", "HEAD"} and bearer_token(request) is None:
            self.require_own_page(request)
            sent = request.headers.get(CSRF_HEADER, "")
            if not hmac.compare_digest(sent.encode(), self._signer.csrf(bearer.token_hash).encode()):
                raise ProblemError(403, "csrf", f"the header {CSRF_HEADER} is missing or wrong: see GET /api/v1/me")
        return bearer

    def require_own_page(self, client: HTTPConnection) -> None:
        """Reject requests of other sites' pages."""
        if not is_own_origin(client.headers, self._settings):
            raise ProblemError(403, "foreign_origin", "this request does not come from the server's own page")

    async def _bearer(self, token: str | None, kind: str) -> Bearer | None:
        if token is None or not _TOKEN.fullmatch(token):
            return None
        now, hashed = self._clock.now(), hash_of(token)
        return await self._store.read(lambda connection: find_bearer(connection, hashed, kind, now))

    # -- identities ------------------------------------------------------------------------------------------

    async def create(self, name: str | None, *, bot: bool, label: str = "") -> SignedIn:
        """A new player with a token; the label is the device."""
        player = Player(random_id(), usable_name(name) if name else "Bot" if bot else "Guest", bot)
        now = self._clock.now()
        await self._store.run(lambda connection: add_player(connection, player, now))
        return await self._sign_in(player, label)

    async def resume(self, key: str, label: str = "") -> SignedIn | None:
        """A new token for the player of a personal link; None if the link is invalid."""
        bearer = await self._bearer(key, LINK)
        return None if bearer is None else await self._sign_in(bearer.player, label)

    async def _sign_in(self, player: Player, label: str) -> SignedIn:
        token, now = secrets.token_urlsafe(32), self._clock.now()
        bearer = Bearer(player, hash_of(token), self._expiry())

        def sign_in(connection: Connection) -> list[bytes]:
            oldest = [each.token_hash for each in list_sessions(connection, player.id, now)[MOST_SESSIONS - 1 :]]
            drop_tokens(connection, oldest)
            add_token(connection, NewToken(bearer.token_hash, player.id, SESSION, bearer.expires_at, now, label))
            return oldest

        return SignedIn(bearer, token, await self._store.run(sign_in))

    async def sign_out(self, bearer: Bearer) -> None:
        """Delete the token."""
        await self._store.run(lambda connection: drop_token(connection, bearer.token_hash))

    async def rename(self, bearer: Bearer, name: str) -> Bearer:
        """Take another name, from the next game on."""
        player = Player(bearer.player.id, usable_name(name), bearer.player.bot)
        await self._store.run(lambda connection: rename_player(connection, player.id, player.name))
        return bearer._replace(player=player)

    async def link(self, bearer: Bearer) -> str:
        """A new personal link; the one before becomes invalid."""
        key, player, expires_at = secrets.token_urlsafe(32), bearer.player.id, self._expiry()
        now = self._clock.now()

        def replace_link(connection: Connection) -> None:
            drop_links(connection, player)
            add_token(connection, NewToken(hash_of(key), player, LINK, expires_at, now))

        await self._store.run(replace_link)
        return f"/me#resume={key}"

    # -- responses -------------------------------------------------------------------------------------------

    async def respond(self, client: Request, bearer: Bearer) -> Response:
        """Say who the client is; this renews the token, and the cookie with it."""
        if self._expiry() - bearer.expires_at >= DAY:
            bearer = bearer._replace(expires_at=self._expiry())
            player, hashed, expires_at = bearer
            now = self._clock.now()

            def prolong(connection: Connection) -> None:
                prolong_token(connection, hashed, expires_at, now)
                note_seen(connection, player.id, now)

            await self._store.run(prolong)
        response = json_response(self.me(bearer))
        token = self.cookie_token(client)
        if token and bearer_token(client) is None:
            self.set_cookie(response, token)
        return response

    def me(self, bearer: Bearer, token: str | None = None) -> Me:
        """What a client gets about itself."""
        return Me(bearer.player, self._signer.csrf(bearer.token_hash), token)

    def set_cookie(self, response: Response, token: str) -> None:
        """Store the token in the browser, where no script can read it; the name before https is replaced."""
        if self.cookie_name != COOKIE:
            self._delete_cookie(response, COOKIE)
        response.set_cookie(
            self.cookie_name,
            token,
            max_age=self._settings.token_days * DAY // 1000,
            httponly=True,
            samesite="lax",
            secure=self._settings.is_secure,
        )

    def delete_cookies(self, response: Response) -> None:
        """Forget the token in the browser."""
        for name in {self.cookie_name, COOKIE}:
            self._delete_cookie(response, name)

    def _delete_cookie(self, response: Response, name: str) -> None:
        response.delete_cookie(name, httponly=True, samesite="lax", secure=self._settings.is_secure)

    def _expiry(self) -> int:
        return self._clock.now() + self._settings.token_days * DAY


def bearer_token(client: HTTPConnection) -> str | None:
    """The token of the header Authorization."""
    scheme, _, token = client.headers.get("Authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else None


def hash_of(token: str) -> bytes:
    """What the store keeps of a token; tokens are long and random, so no salt is needed."""
    return hashlib.sha256(token.encode()).digest()


def usable_name(name: str) -> str:
    """The name cleaned, or a 400 that says what is wrong with it."""
    try:
        return clean_name(name)
    except UnusableNameError as error:
        raise ProblemError(400, "malformed", str(error)) from error
