"""Telling the server's own page from those of other sites."""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.datastructures import Headers

from barragoon.server.settings import Settings


def is_own_origin(headers: Headers, settings: Settings) -> bool:
    """Whether the page that asks came from this server; browsers always say so when it matters.

    Where the public address is not known, the host that the browser asked is compared with the one that its page has.

    >>> is_own_origin(Headers({"Host": "localhost:8000", "Origin": "http://localhost:8000"}), Settings())
    True
    >>> is_own_origin(Headers({"Host": "localhost:8000", "Origin": "http://example.org"}), Settings())
    False
    """
    origin = headers.get("Origin")
    if origin is None:
        return False
    if settings.origin is not None:
        return origin == settings.origin
    parts = urlsplit(origin)
    return parts.scheme in {"http", "https"} and parts.netloc == headers.get("Host")
