"""Routes for operators: health, metrics, and a description of the API."""

from __future__ import annotations

from html import escape
from typing import Any

from fastapi import APIRouter, FastAPI, Request, Response
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from barragoon import __version__
from barragoon.server.http.dependencies import BreakerDep, MetricsDep, SettingsDep, StoreDep
from barragoon.server.http.errors import ProblemError, not_found
from barragoon.server.http.openapi import describe
from barragoon.server.http.responses import json_response
from barragoon.server.messages import Health
from barragoon.server.shared.network_address import parse_address
from barragoon.server.store.server_facts import SECRET, read_fact

router = APIRouter()

_STYLE = """\
body { font: 16px/1.5 system-ui, sans-serif; max-width: 50rem; margin: 2rem auto; padding: 0 1rem; }
code { background: #8882; border-radius: 4px; padding: 0 0.3em; }
h2 { margin-top: 2rem; font-size: 1rem; }
"""


@router.get("/health", tags=["operations"], **describe(response=Health))
async def read_health(store: StoreDep, breaker: BreakerDep) -> Response:
    """Whether the server answers, its store works and its clocks can be trusted."""
    await store.run(lambda connection: read_fact(connection, SECRET))
    if store.is_failing:
        raise ProblemError(503, "unavailable", "the store can't write now")
    if breaker.is_open:
        raise ProblemError(503, "unavailable", "too many clocks ran out at once: start the server again")
    return json_response(Health("ok", __version__))


@router.get("/metrics", tags=["operations"], **describe(response=str, media_type="text/plain", problems=(404,)))
async def read_metrics(request: Request, settings: SettingsDep, metrics: MetricsDep) -> Response:
    """Counters for Prometheus; by default only for this machine."""
    if settings.metrics == "off" or (settings.metrics == "local" and not _is_local(request)):
        raise not_found()
    return Response(generate_latest(metrics.registry), media_type=CONTENT_TYPE_LATEST)


@router.get("/docs", include_in_schema=False)
async def read_docs(request: Request) -> Response:
    """The REST routes as a plain page, without scripts, because the content security policy allows none."""
    app = request.app
    assert isinstance(app, FastAPI)
    return Response(_docs_page(app.openapi()), media_type="text/html; charset=utf-8")


@router.get("/docs.css", include_in_schema=False)
async def read_docs_style() -> Response:
    """The style sheet of that page."""
    return Response(_STYLE, media_type="text/css")


def _is_local(request: Request) -> bool:
    try:
        return request.client is not None and parse_address(request.client.host).is_loopback
    except ValueError:
        return False


def _docs_page(schema: dict[str, Any]) -> str:
    parts = [
        '<!doctype html><html lang="en"><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<title>Barragoon server</title><link rel="stylesheet" href="/docs.css">',
        f"<h1>Barragoon server {escape(schema['info']['version'])}</h1>",
        f"<p>{escape(schema['info']['description'])}</p>",
        '<p>For programs: <a href="/openapi.json">openapi.json</a>.</p>',
        "<p>Games are played on sockets, <code>/api/v1/games/{game}/socket?since=SEQ</code>: see docs/protocol.md.</p>",
    ]
    for path, methods in schema["paths"].items():
        for method, route in methods.items():
            parts.append(f"<h2><code>{method.upper()} {escape(path)}</code></h2>")
            parts.append(f"<p>{escape(route.get('description', ''))}</p><ul>")
            if "requestBody" in route:
                parts.append(f"<li>takes {_kind(route['requestBody'])}</li>")
            parts += [f"<li>{status}: {_kind(content)}</li>" for status, content in sorted(route["responses"].items())]
            parts.append("</ul>")
    parts.append("<h2>Messages</h2><dl>")
    for name, message in schema["components"]["schemas"].items():
        fields = ", ".join(f"<code>{escape(field)}</code>" for field in message.get("properties", {}))
        parts.append(f"<dt id='{escape(name)}'><b>{escape(name)}</b></dt>")
        parts.append(f"<dd>{escape(message.get('description', ''))} {fields}</dd>")
    parts.append("</dl></html>")
    return "\n".join(parts)


def _kind(content: dict[str, Any]) -> str:
    """The message that a body or a response is, as a link."""
    for media in content.get("content", {}).values():
        schema = media["schema"]
        if reference := schema.get("$ref"):
            name = reference.rpartition("/")[2]
            return f"<a href='#{escape(name)}'>{escape(name)}</a>"
        return "a command" if "anyOf" in schema or "oneOf" in schema else escape(str(schema.get("type", "text")))
    return escape(content.get("description", ""))
