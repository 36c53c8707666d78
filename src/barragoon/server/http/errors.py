"""Refusing a request: an HTTP status, a word for programs and a sentence for people."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from barragoon.server.messages import Problem

JSON = "application/json"


class ProblemError(Exception):
    """A request that is not carried out."""

    def __init__(self, status: int, code: str, sentence: str, headers: Mapping[str, str] | None = None) -> None:
        """Take what the client is told."""
        self.status = status
        self.problem = Problem(code, sentence)
        self.headers = headers or {}
        super().__init__(sentence)


def answer(body: msgspec.Struct, status: int = 200) -> Response:
    """A message as a response."""
    return Response(msgspec.json.encode(body), status, {"Cache-Control": "no-store"}, media_type=JSON)


def tell_problem(_: Request, error: Exception) -> Response:
    """A refusal as a response."""
    assert isinstance(error, ProblemError)
    response = answer(error.problem, error.status)
    response.headers.update(error.headers)
    return response


def not_allowed(methods: list[str]) -> ProblemError:
    """Another method was expected."""
    known = ", ".join(methods)
    return ProblemError(405, "not_allowed", f"this address takes {known}", {"Allow": known})


def not_found() -> ProblemError:
    """One sentence for all that is not there or not to be seen, so that it tells nothing."""
    return ProblemError(404, "not_found", "there is nothing here, or nothing that this link opens")
