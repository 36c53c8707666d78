"""Middleware around every request: rate limits, security headers, a log line, a plain 500 for unhandled errors."""

from __future__ import annotations

import time

import msgspec
import structlog
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from barragoon.server.http.client_address import client_address
from barragoon.server.http.rate_limits import AddressRateLimit
from barragoon.server.messages import Problem
from barragoon.server.metrics import Metrics
from barragoon.server.settings import Settings

CONTENT_SECURITY = "; ".join(  # noqa: FLY002 - one rule a line
    (
        "default-src 'none'",
        "script-src 'self' 'wasm-unsafe-eval'",  # the engine is WebAssembly
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "media-src 'self'",
        "font-src 'self'",
        "connect-src 'self'",
        "worker-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",  # a game's address is the right to watch it
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    # Cross-origin isolation, which browsers demand before the engine may share memory with its Worker.
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Embedder-Policy": "require-corp",
    "Cross-Origin-Resource-Policy": "same-origin",
}
STRICT_TRANSPORT = "max-age=31536000"
log = structlog.get_logger("barragoon.requests")


class HttpMiddleware:
    """Middleware around the whole application."""

    def __init__(self, app: ASGIApp, settings: Settings, metrics: Metrics, rate_limit: AddressRateLimit) -> None:
        self._app = app
        self._metrics = metrics
        self._rate_limit = rate_limit
        headers = HEADERS | ({"Strict-Transport-Security": STRICT_TRANSPORT} if settings.is_secure else {})
        self._headers = [(name.lower().encode(), text.encode()) for name, text in headers.items()]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or reject it. WebSockets never come here."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        if scope["method"] == "HEAD":
            scope = {**scope, "method": "GET"}  # uvicorn omits the body
        reply = _Reply(send, self._headers)
        started = time.perf_counter()
        try:
            if _is_api(scope) and not self._rate_limit.take(client_address(scope)):
                await reply.send_problem(
                    429, "too_fast", "too many requests from this address: wait a little", retry_after=1
                )
            else:
                await self._app(scope, receive, reply.send)
        except Exception:
            log.exception("request failed", route=_route(scope))
            if reply.is_started:
                raise
            await reply.send_problem(500, "failed", "something went wrong here; it was written down")
        self._metrics.requests.labels(str(reply.status)).inc()
        seconds = round(time.perf_counter() - started, 4)
        log.debug("request", method=scope["method"], route=_route(scope), status=reply.status, seconds=seconds)


class _Reply:
    """The response, with the headers that every response has."""

    def __init__(self, send: Send, headers: list[tuple[bytes, bytes]]) -> None:
        self._send = send
        self._headers = headers
        self.is_started = False
        self.status = 0

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.is_started = True
            self.status = message["status"]
            message = {**message, "headers": [*message.get("headers", ()), *self._headers]}
        await self._send(message)

    async def send_problem(self, status: int, code: str, sentence: str, retry_after: int | None = None) -> None:
        body = msgspec.json.encode(Problem(code, sentence))
        headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
        if retry_after is not None:
            headers.append((b"retry-after", str(retry_after).encode()))
        await self.send({"type": "http.response.start", "status": status, "headers": headers})
        await self.send({"type": "http.response.body", "body": body})


def _is_api(scope: Scope) -> bool:
    return str(scope["path"]).startswith("/api/")


def _route(scope: Scope) -> str:
    """The route's pattern, without the ids in it: an id is the right to watch a game, so logs must not have it."""
    route = scope.get("route")
    return getattr(route, "path", "") or ("page" if not _is_api(scope) else "none")
