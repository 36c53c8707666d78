"""How results are shown: as JSON for programs, as lines and tables for people."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime

from barragoon.cli.output import say, say_json

TIMES = (
    *("at", "alive_at", "changed_at", "closed_at", "created_at", "deadline_at"),
    *("expires_at", "muted_at", "opened_at", "seen_at", "started_at", "until", "used_at"),
)
"""Names of numbers that are times."""


def show(result: Mapping[str, object], *, as_json: bool) -> None:
    """A result as lines ``name: value``; where it is one list, as its rows."""
    if as_json:
        say_json(dict(result))
        return
    for name, value in result.items():
        if isinstance(value, list) and value and isinstance(value[0], Mapping):
            if len(result) > 1:
                say(f"{name}:")
            _say_rows(value)
        elif value == [] and len(result) == 1:
            say(f"no {name}")
        else:
            say(f"{name}: {_text(name, value)}")


def _say_rows(rows: Iterable[Mapping[str, object]]) -> None:
    for row in rows:
        say("  ".join(f"{name}={_text(name, value)}" for name, value in row.items()))


def _text(name: str, value: object) -> str:
    if value is None or value == []:
        return "-"
    if isinstance(value, Mapping):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, list):
        return ", ".join(_text(name, each) for each in value)
    if name in TIMES and isinstance(value, int):
        return "-" if value == 0 else datetime.fromtimestamp(value / 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    if isinstance(value, str):
        return value.encode("unicode_escape").decode() if not value.isprintable() else value
    return str(value)
