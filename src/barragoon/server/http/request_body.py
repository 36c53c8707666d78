"""Reading a request's body: JSON of the expected type, within a size and a time limit."""

from __future__ import annotations

import asyncio
from typing import TypeVar

import msgspec
from starlette.requests import ClientDisconnect, Request

from barragoon.server.http.errors import ProblemError
from barragoon.server.http.responses import JSON
from barragoon.server.messages import LARGEST_MESSAGE

Body = TypeVar("Body")
SECONDS = 10


async def read_body(request: Request, kind: type[Body]) -> Body:
    """The body as a message; an empty body counts as an empty object."""
    if request.headers.get("Content-Type", "").partition(";")[0].strip().lower() != JSON:
        raise ProblemError(415, "not_json", f"a body of the type {JSON} was expected")
    try:
        text = await asyncio.wait_for(_read(request), SECONDS)
    except (TimeoutError, ClientDisconnect):
        raise ProblemError(408, "too_slow", "the body did not come in time") from None
    return _decode(text or b"{}", kind)


async def _read(request: Request) -> bytes:
    text = b""
    async for chunk in request.stream():
        text += chunk
        if len(text) > LARGEST_MESSAGE:
            raise ProblemError(413, "too_large", f"a body has {LARGEST_MESSAGE} bytes at most")
    return text


def _decode(text: bytes, kind: type[Body]) -> Body:
    try:
        return msgspec.json.decode(text, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ProblemError(400, "malformed", f"the body can't be used: {error}") from error
