"""Whether a request comes from the server's own page or from another site's."""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.datastructures import Headers

from barragoon.server.settings import Settings


def is_own_origin(headers: Headers, settings: Settings) -> bool:
    """Whether the requesting page came from this server; browsers send ``Origin`` whenever it matters.

    If the public address is not set, the page's host is compared with the host that the request went to.

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
    try:
        parts = urlsplit(origin)
    except ValueError:  # such as a bracket without its other half
        return False
    return parts.scheme in {"http", "https"} and parts.netloc == headers.get("Host")
