"""The server's log: one line an event on stderr, as text or as JSON."""

from __future__ import annotations

import logging

import structlog
from structlog.typing import Processor

from barragoon.server.settings import Settings


class _NoiseFilter(logging.Filter):
    """Leaves out messages that any client can cause at will."""

    def filter(self, record: logging.LogRecord) -> bool:
        return not record.getMessage().startswith(("Invalid UTF-8", "Invalid HTTP request", "Unsupported upgrade"))


def set_up_logs(settings: Settings) -> None:
    """Log one line an event, never with a token or the id of a game in it: an id is the right to watch."""
    shared: list[Processor] = [
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    as_json = settings.log == "json"
    last: Processor = structlog.processors.JSONRenderer() if as_json else structlog.dev.ConsoleRenderer(colors=False)
    structlog.configure(
        processors=[
            *shared,
            structlog.processors.format_exc_info,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        wrapper_class=structlog.stdlib.BoundLogger,
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler()
    handler.addFilter(_NoiseFilter())
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, last],
        )
    )
    logging.basicConfig(handlers=[handler], level=settings.log_level.upper(), force=True)
    for quiet in ("alembic", "asyncio", "uvicorn", "websockets"):
        logging.getLogger(quiet).setLevel(logging.WARNING)
