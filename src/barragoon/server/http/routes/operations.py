"""For whoever runs the server: is it well, what does it count, what does it answer."""

from __future__ import annotations

from html import escape
from typing import Any

from fastapi import APIRouter, FastAPI, Request, Response
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from barragoon import __version__
from barragoon.server.http.dependencies import Services
from barragoon.server.http.errors import ProblemError, answer, not_found
from barragoon.server.http.openapi import described
from barragoon.server.messages import Health
from barragoon.server.shared.network_address import parse_address
from barragoon.server.store.games import read_fact

router = APIRouter()

_STYLE = """\
body { font: 16px/1.5 system-ui, sans-serif; max-width: 50rem; margin: 2rem auto; padding: 0 1rem; }
code { background: #8882; border-radius: 4px; padding: 0 0.3em; }
h2 { margin-top: 2rem; font-size: 1rem; }
"""


@router.get("/health", tags=["operations"], **described(answer=Health))
async def read_health(request: Request) -> Response:
    """Whether the server answers, its store works and its clocks can be trusted."""
    office = Services.of(request).office
    await office.store.run(lambda connection: read_fact(connection, "secret"))
    if office.store.is_failing:
        raise ProblemError(503, "unavailable", "the store can't write now")
    if office.fuse.burnt:
        raise ProblemError(503, "unavailable", "too many clocks ran out at once: start the server again")
    return answer(Health("ok", __version__))


@router.get("/metrics", tags=["operations"], **described(answer=str, media_type="text/plain", problems=(404,)))
async def read_metrics(request: Request) -> Response:
    """What the server counts, for Prometheus; by default only from this machine."""
    services = Services.of(request)
    wanted = services.settings.metrics
    if wanted == "off" or (wanted == "local" and not _is_local(request)):
        raise not_found()
    return Response(generate_latest(services.office.metrics.registry), media_type=CONTENT_TYPE_LATEST)


@router.get("/docs", include_in_schema=False)
async def read_docs(request: Request) -> Response:
    """The REST routes as a plain page: no script, so that the strict content policy holds here too."""
    app = request.app
    assert isinstance(app, FastAPI)
    return Response(_docs_page(app.openapi()), media_type="text/html; charset=utf-8")


@router.get("/docs.css", include_in_schema=False)
async def read_docs_style() -> Response:
    """How that page looks."""
    return Response(_STYLE, media_type="text/css")


def _is_local(request: Request) -> bool:
    try:
        return request.client is not None and parse_address(request.client.host).is_loopback
    except ValueError:
        return False


def _docs_page(told: dict[str, Any]) -> str:
    parts = [
        '<!doctype html><html lang="en"><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<title>Barragoon server</title><link rel="stylesheet" href="/docs.css">',
        f"<h1>Barragoon server {escape(told['info']['version'])}</h1>",
        f"<p>{escape(told['info']['description'])}</p>",
        '<p>For programs: <a href="/openapi.json">openapi.json</a>.</p>',
        "<p>Games are played on sockets, <code>/api/v1/games/{game}/socket?since=SEQ</code>: see docs/protocol.md.</p>",
    ]
    for path, methods in told["paths"].items():
        for method, route in methods.items():
            parts.append(f"<h2><code>{method.upper()} {escape(path)}</code></h2>")
            parts.append(f"<p>{escape(route.get('description', ''))}</p><ul>")
            if "requestBody" in route:
                parts.append(f"<li>takes {_kind(route['requestBody'])}</li>")
            parts += [f"<li>{status}: {_kind(said)}</li>" for status, said in sorted(route["responses"].items())]
            parts.append("</ul>")
    parts.append("<h2>Messages</h2><dl>")
    for name, schema in told["components"]["schemas"].items():
        fields = ", ".join(f"<code>{escape(field)}</code>" for field in schema.get("properties", {}))
        parts.append(f"<dt id='{escape(name)}'><b>{escape(name)}</b></dt>")
        parts.append(f"<dd>{escape(schema.get('description', ''))} {fields}</dd>")
    parts.append("</dl></html>")
    return "\n".join(parts)


def _kind(said: dict[str, Any]) -> str:
    """The message that a body or an answer is, as a link."""
    for content in said.get("content", {}).values():
        schema = content["schema"]
        if reference := schema.get("$ref"):
            name = reference.rpartition("/")[2]
            return f"<a href='#{escape(name)}'>{escape(name)}</a>"
        return "a command" if "anyOf" in schema or "oneOf" in schema else escape(str(schema.get("type", "text")))
    return escape(said.get("description", ""))
