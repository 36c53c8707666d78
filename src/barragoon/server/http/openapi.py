"""The OpenAPI description of the routes, made from the messages, which FastAPI can't see by itself."""

from __future__ import annotations

from typing import Any, get_args

import msgspec
from fastapi import FastAPI, Response
from fastapi.openapi.utils import get_openapi

from barragoon.server import messages
from barragoon.server.http.responses import JSON

_REFERENCE = "#/components/schemas/{name}"
_PROBLEMS = {
    400: "The request can't be used.",
    401: "No identity, or a void token.",
    403: "Not allowed from here, or without the invitation.",
    404: "Nothing here, or nothing that this link opens.",
    408: "The body did not come in time.",
    409: "The game does not allow it.",
    413: "The body is too large.",
    415: "The body is not JSON.",
    429: "Too many requests.",
    503: "The store can't write now.",
}


def describe(  # noqa: PLR0913 - one parameter a fact
    *,
    response: Any = None,  # noqa: ANN401 - a message or a union of them
    body: Any = None,  # noqa: ANN401 - the same
    status: int = 200,
    problems: tuple[int, ...] = (),
    media_type: str = JSON,
    other: dict[int, Any] | None = None,
) -> dict[str, Any]:
    """The arguments of a route's decorator: the body it takes, its response, the errors it may give."""
    both = (400, 408, 413, 415) if body else ()
    responses: dict[str, Any] = {str(status): _content("The answer.", response, media_type)}
    for problem in sorted({*problems, *both, 400, 429, 503}):
        responses[str(problem)] = _content(_PROBLEMS[problem], messages.Problem)
    for code, kind in (other or {}).items():
        responses[str(code)] = _content("Rejected." if kind else "Nothing has changed since the ETag given.", kind)
    extra: dict[str, Any] = {"responses": responses}
    if body:
        extra["requestBody"] = {"required": True, **_content("", body)}
        del extra["requestBody"]["description"]
    return {"openapi_extra": extra, "response_model": None, "response_class": Response, "status_code": status}


def _content(description: str, kind: Any, media_type: str = JSON) -> dict[str, Any]:  # noqa: ANN401
    content: dict[str, Any] = {"description": description}
    if kind is str:
        content["content"] = {media_type: {"schema": {"type": "string"}}}
    elif kind is not None:
        content["content"] = {media_type: {"schema": _schema(kind)}}
    return content


def _schema(kind: Any) -> dict[str, Any]:  # noqa: ANN401
    (schema,), _ = msgspec.json.schema_components([kind], ref_template=_REFERENCE)
    return schema


def openapi(app: FastAPI) -> dict[str, Any]:
    """The whole description, with every message in it."""
    if not app.openapi_schema:
        schema = get_openapi(title=app.title, version=app.version, description=app.description, routes=app.routes)
        kinds = [
            kind for kind in vars(messages).values() if isinstance(kind, type) and issubclass(kind, msgspec.Struct)
        ]
        kinds = [kind for kind in kinds if kind not in {msgspec.Struct, messages.Command, messages.Event}]
        _, schemas = msgspec.json.schema_components([*kinds, *get_args(messages.AnyEvent)], ref_template=_REFERENCE)
        schema["components"] = {
            "schemas": schemas,
            "securitySchemes": {"bearer": {"type": "http", "scheme": "bearer"}},
        }
        for path in schema["paths"].values():
            for route in path.values():
                route["responses"].pop("422", None)  # our problems are 400
                route["security"] = [{"bearer": []}, {}]
        app.openapi_schema = schema
    return app.openapi_schema
