"""The server's log: one line an event on stderr, as text or as JSON."""

from __future__ import annotations

import logging
import sqlite3
import sys
import traceback
from types import TracebackType

import structlog
from structlog.typing import EventDict, Processor

from barragoon.server.settings import Settings

MOST_FRAMES = 20
MOST_CAUSES = 4
LONGEST_EXCEPTION = 6_000
"""In characters: rendering an exception must cost nothing that a client could use."""
_TELLING = (OSError, sqlite3.Error, AssertionError)
"""Exceptions whose text is the system's or our own; what others say may hold a token, or what a stranger sent."""

_NOISE = (
    "Invalid UTF-8",
    "Invalid HTTP request",
    "Unsupported upgrade",
    "ASGI callable returned without completing handshake",  # the client left before
)


class _NoiseFilter(logging.Filter):
    """Leaves out messages that any client can cause at will."""

    def filter(self, record: logging.LogRecord) -> bool:
        return not record.getMessage().startswith(_NOISE)


def set_up_logs(settings: Settings) -> None:
    """Log one line an event, never with a token or the id of a game in it: an id is the right to watch."""
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        _render_exception,
    ]
    as_json = settings.log == "json"
    plain = structlog.dev.ConsoleRenderer(colors=False, exception_formatter=structlog.dev.plain_traceback)
    last: Processor = structlog.processors.JSONRenderer() if as_json else plain
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        wrapper_class=structlog.stdlib.BoundLogger,
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler()
    handler.addFilter(_NoiseFilter())
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[*shared, _keep_first_line],
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, last],
        )
    )
    logging.basicConfig(handlers=[handler], level=settings.log_level.upper(), force=True)
    for quiet in ("alembic", "asyncio", "uvicorn", "websockets"):
        logging.getLogger(quiet).setLevel(logging.WARNING)


def _keep_first_line(_: object, __: str, event: EventDict) -> EventDict:
    """Asyncio and uvicorn begin with a sentence; what asyncio adds in further lines shows values."""
    event["event"] = str(event["event"]).partition("\n")[0]
    return event


def _render_exception(_: object, __: str, event: EventDict) -> EventDict:
    """Replace an exception by where it happened and of which kind it was, without any value."""
    given = event.pop("exc_info", None)
    error = given[1] if isinstance(given, tuple) else given
    if given is True:
        error = sys.exc_info()[1]
    if isinstance(error, BaseException):
        event["exception"] = render_exception(error)
    return event


def render_exception(error: BaseException) -> str:
    """An exception with its causes as plain text of a bounded length: places in the code and kinds, no values."""
    parts: list[str] = []
    each: BaseException | None = error
    while each is not None and len(parts) < MOST_CAUSES:
        parts.append("".join(_frames(each.__traceback__)) + _summary(each))
        each = each.__cause__ or (None if each.__suppress_context__ else each.__context__)
    text = "\nand before that:\n".join(parts)
    return text if len(text) <= LONGEST_EXCEPTION else text[:LONGEST_EXCEPTION] + " …"


def _frames(place: TracebackType | None) -> list[str]:
    """The innermost places; the lines of code are read from our own files, and say nothing about values."""
    return traceback.StackSummary.extract(traceback.walk_tb(place), limit=-MOST_FRAMES).format()


def _summary(error: BaseException) -> str:
    kind = f"{type(error).__module__}.{type(error).__qualname__}".removeprefix("builtins.")
    return f"{kind}: {error}" if isinstance(error, _TELLING) else kind
