"""Messages as HTTP responses."""

from __future__ import annotations

import msgspec
from starlette.responses import Response

JSON = "application/json"


def json_response(body: msgspec.Struct, status: int = 200) -> Response:
    """A message as a response that no cache keeps."""
    return Response(msgspec.json.encode(body), status, {"Cache-Control": "no-store"}, media_type=JSON)
