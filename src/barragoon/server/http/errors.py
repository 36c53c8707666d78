"""Requests that fail: an HTTP status, a code for programs and a sentence for people."""

from __future__ import annotations

from collections.abc import Mapping

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from barragoon.server.http.allowed_methods import allowed_methods
from barragoon.server.http.responses import json_response
from barragoon.server.messages import Problem
from barragoon.server.store.lenient_decoder import UnreadableError
from barragoon.server.store.store import StoreError


class ProblemError(Exception):
    """A request that is not carried out."""

    def __init__(self, status: int, code: str, sentence: str, headers: Mapping[str, str] | None = None) -> None:
        """Take what the client receives."""
        self.status = status
        self.problem = Problem(code, sentence)
        self.headers = headers or {}
        super().__init__(sentence)

    def response(self) -> Response:
        """The error as a response."""
        response = json_response(self.problem, self.status)
        response.headers.update(self.headers)
        return response


def not_allowed(methods: list[str]) -> ProblemError:
    """Another method was expected."""
    known = ", ".join(methods)
    return ProblemError(405, "not_allowed", f"this address takes {known}", {"Allow": known})


def not_found() -> ProblemError:
    """The same error for what does not exist and for what may not be seen, so that it reveals nothing."""
    return ProblemError(404, "not_found", "there is nothing here, or nothing that this link opens")


# -- what the application does with exceptions ---------------------------------------------------------------


def add_error_handlers(app: FastAPI) -> None:
    """Let every expected exception become a problem; the middleware takes care of the others."""
    app.add_exception_handler(ProblemError, _handle_problem)
    app.add_exception_handler(RequestValidationError, _handle_invalid)
    app.add_exception_handler(HTTPException, _handle_http)
    app.add_exception_handler(StoreError, _handle_store)
    app.add_exception_handler(UnreadableError, _handle_unreadable)


def _handle_problem(_: Request, error: Exception) -> Response:
    assert isinstance(error, ProblemError)
    return error.response()


def _handle_invalid(_: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    fields = ", ".join(sorted({str(fault["loc"][-1]) for fault in error.errors()}))
    return json_response(Problem("malformed", f"these can't be used: {fields}"), 400)


def _handle_http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == 405:
        return not_allowed(allowed_methods(request) or ["GET", "HEAD"]).response()
    return json_response(Problem("refused", str(error.detail)), error.status_code)


def _handle_store(_: Request, __: Exception) -> Response:
    return json_response(Problem("unavailable", "the server can't write now: try again"), 503)


def _handle_unreadable(_: Request, __: Exception) -> Response:
    return json_response(Problem("unreadable", "this game can't be read by this version of the server"), 500)
