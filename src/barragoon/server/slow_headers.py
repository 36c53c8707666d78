"""A time limit for requests that never come to their end: uvicorn has none of its own."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol


def impatient_protocol(seconds: float) -> type[HttpToolsProtocol]:
    """The HTTP protocol, closing a connection whose request's head is not complete after so many seconds."""

    class ImpatientProtocol(HttpToolsProtocol):
        _patience: asyncio.TimerHandle | None = None

        def connection_made(self, transport: Any) -> None:  # noqa: ANN401 - as uvicorn has it
            super().connection_made(transport)
            self._wait()

        def on_message_begin(self) -> None:
            super().on_message_begin()
            self._wait()

        def on_headers_complete(self) -> None:
            self._stop_waiting()
            super().on_headers_complete()

        def connection_lost(self, exc: Exception | None) -> None:
            self._stop_waiting()
            super().connection_lost(exc)

        def _wait(self) -> None:
            self._stop_waiting()
            self._patience = self.loop.call_later(seconds, self._give_up)

        def _stop_waiting(self) -> None:
            if self._patience is not None:
                self._patience.cancel()
                self._patience = None

        def _give_up(self) -> None:
            if not self.transport.is_closing():
                self.transport.close()

    return ImpatientProtocol
