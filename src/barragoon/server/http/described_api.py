"""The description of the API as it is sent: for programs, and as a plain page for people. It is made once."""

from __future__ import annotations

from html import escape
from typing import Any

import msgspec
from fastapi import FastAPI

from barragoon.server.http.static_page import PageFile

_STYLE = """\
body { font: 16px/1.5 system-ui, sans-serif; max-width: 50rem; margin: 2rem auto; padding: 0 1rem; }
code { background: #8882; border-radius: 4px; padding: 0 0.3em; }
h2 { margin-top: 2rem; font-size: 1rem; }
"""


class DescribedApi:
    """What ``/openapi.json``, ``/docs`` and ``/docs.css`` answer."""

    def __init__(self, app: FastAPI) -> None:
        schema = app.openapi()
        self.schema = PageFile.of(msgspec.json.encode(schema), "application/json")
        self.page = PageFile.of(_docs_page(schema).encode(), "text/html; charset=utf-8")
        self.style = PageFile.of(_STYLE.encode(), "text/css; charset=utf-8")


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
