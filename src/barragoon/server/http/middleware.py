"""Middleware around every request: rate limits, security headers, a log line, a plain 500 for unhandled errors."""

from __future__ import annotations

import secrets
import time

import msgspec
import structlog
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.http.httptools_impl import RequestResponseCycle

from barragoon.server.http.client_address import client_address
from barragoon.server.http.host_check import SENTENCE, HostCheck
from barragoon.server.http.rate_limits import AddressRateLimit
from barragoon.server.messages import Problem
from barragoon.server.metrics import Metrics
from barragoon.server.settings import Settings
from barragoon.server.shared.network_address import log_network
from barragoon.server.shared.worker_pool import ASKER

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
CLOSED_TRANSPORT = "the handler is closed"
"""How uvloop's RuntimeError ends when something is written to a connection that is closed already."""
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
REQUEST_ID = b"x-request-id"
"""Names a request in the response and in all log lines about it."""
STRICT_TRANSPORT = "max-age=31536000"
log = structlog.get_logger("barragoon.requests")


class HttpMiddleware:
    """Middleware around the whole application."""

    def __init__(self, app: ASGIApp, settings: Settings, metrics: Metrics, rate_limit: AddressRateLimit) -> None:
        self._app = app
        self._access_log = settings.access_log == "on"
        self._metrics = metrics
        self._rate_limit = rate_limit
        self._host_check = HostCheck(settings)
        self._page_limit = AddressRateLimit(settings.page_requests_per_second, settings.page_request_burst)
        headers = HEADERS | ({"Strict-Transport-Security": STRICT_TRANSPORT} if settings.is_secure else {})
        self._headers = [(name.lower().encode(), text.encode()) for name, text in headers.items()]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or reject it. WebSockets never come here."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        if scope["method"] == "HEAD":
            scope = {**scope, "method": "GET"}  # uvicorn omits the body
        ASKER.set(client_address(scope))
        request_id = secrets.token_hex(8)
        reply = _Reply(send, [*self._headers, (REQUEST_ID, request_id.encode())])
        started = time.perf_counter()
        with structlog.contextvars.bound_contextvars(request=request_id):
            await self._pass_on(scope, receive, reply)
            self._log(scope, reply, round(time.perf_counter() - started, 4))

    async def _pass_on(self, scope: Scope, receive: Receive, reply: _Reply) -> None:
        try:
            limit = self._rate_limit if _is_api(scope) else self._page_limit
            if not self._host_check.allows(scope):
                await reply.send_problem(421, "unknown_host", SENTENCE)
            elif not limit.take(client_address(scope)):
                self._metrics.throttled.labels("requests" if _is_api(scope) else "page_requests").inc()
                await reply.send_problem(
                    429, "too_fast", "too many requests from this address: wait a little", retry_after=1
                )
            else:
                await self._app(scope, receive, reply.send)
        except Exception:
            log.exception("request failed", route=_route(scope))
            self._metrics.unhandled.labels("request").inc()
            if reply.is_started:
                raise
            await reply.send_problem(500, "failed", "something went wrong here; it was written down")
        self._metrics.requests.labels(str(reply.status)).inc()

    def _log(self, scope: Scope, reply: _Reply, seconds: float) -> None:
        """Log a request: with access_log always and with the client's network, else only for debugging."""
        facts = {"method": scope["method"], "route": _route(scope), "status": reply.status, "seconds": seconds}
        if self._access_log:
            client = scope.get("client")
            log.info("request", **facts, network=log_network(client[0]) if client else None)
        else:
            log.debug("request", **facts)


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
        try:
            await self._send(message)
        except RuntimeError as error:
            # uvicorn drops what is sent after a client has gone, but it hears of that a moment later than uvloop does.
            if CLOSED_TRANSPORT not in str(error):
                raise
            _note_disconnected(self._send)

    async def send_problem(self, status: int, code: str, sentence: str, retry_after: int | None = None) -> None:
        body = msgspec.json.encode(Problem(code, sentence))
        headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
        if retry_after is not None:
            headers.append((b"retry-after", str(retry_after).encode()))
        await self.send({"type": "http.response.start", "status": status, "headers": headers})
        await self.send({"type": "http.response.body", "body": body})


def _note_disconnected(send: Send) -> None:
    """Let uvicorn know that the client has gone; else it logs that the application did not finish its response."""
    cycle = getattr(send, "__self__", None)
    if isinstance(cycle, RequestResponseCycle):
        cycle.disconnected = True


def _is_api(scope: Scope) -> bool:
    return str(scope["path"]).startswith("/api/")


def _route(scope: Scope) -> str:
    """The route's pattern, without the ids in it: an id is the right to watch a game, so logs must not have it."""
    route = scope.get("route")
    return getattr(route, "path", "") or ("page" if not _is_api(scope) else "none")
