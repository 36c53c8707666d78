"""The bus: carries hints from each process to all others. Play goes on without it, a little later."""

from __future__ import annotations

import asyncio
import time
from abc import abstractmethod
from collections import deque
from collections.abc import Callable
from contextlib import suppress

import structlog

from barragoon.server.cluster.hints import Hints, read_hints
from barragoon.server.messages import Id

GATHER_SECONDS = 0.005
"""How long hints wait for others, so that one message carries many."""
PAUSES = (0.1, 0.3, 1.0, 2.0)
"""Seconds before a connection is tried again; the last one is kept."""
SLOW = 5
"""Seconds after which sending is given up, and the connection with it."""
MOST_UNHEARD = 100
"""Of how many messages it is remembered when they were sent."""
log = structlog.get_logger("barragoon.bus")
Heard = Callable[[Hints], None]


class Bus:
    """No bus: for a database that no other process has open, and for tests."""

    is_up = True
    heard_own: Callable[[float], None] = staticmethod(lambda _: None)
    """Called with the seconds after which this process heard its own words."""

    def start(self, heard: Heard) -> None:
        """Call this function with everything that other processes say."""

    def game_changed(self, game: Id, seq: int) -> None:
        """Say that a game has a new event, which is in the database."""

    def presence_changed(self, game: Id) -> None:
        """Say that somebody came to a game or left it."""

    def token_is_void(self, token_hash: bytes) -> None:
        """Say that a token is no longer valid."""

    def game_rewritten(self, game: Id) -> None:
        """Say that a game's rows were changed, and what others have in memory does not count."""

    def all_changed(self) -> None:
        """Say that any game may have changed."""

    async def close(self) -> None:
        """Send what waits, and stop."""


class ConnectedBus(Bus):
    """A bus over connections that may break at any time; each is thrown away at the first error."""

    def __init__(self, me: Id) -> None:
        self._me = me
        self._waiting = Hints()
        self._wake = asyncio.Event()
        self._sent_at: deque[float] = deque(maxlen=MOST_UNHEARD)
        self._heard: Heard = lambda _: None
        self._tasks: list[asyncio.Task[None]] = []
        self.is_up = False

    # -- what each kind of bus does its own way --------------------------------------------------------------

    @abstractmethod
    async def _listen(self, take: Callable[[str], None], ready: Callable[[], None]) -> None:
        """Connect, say that it is ready, and take payloads until something breaks."""

    @abstractmethod
    async def _send(self, payload: str) -> None:
        """Send a payload, on a connection that is kept until something breaks."""

    @abstractmethod
    async def _drop_sender(self) -> None:
        """Throw the connection away that sends."""

    # -- the same for all ------------------------------------------------------------------------------------

    def start(self, heard: Heard) -> None:
        """Begin to listen and to send."""
        self._heard = heard
        self._tasks = [asyncio.ensure_future(self._listen_always()), asyncio.ensure_future(self._send_always())]

    def game_changed(self, game: Id, seq: int) -> None:
        """Say that a game has a new event, which is in the database."""
        self._waiting.add_game(game, seq)
        self._wake.set()

    def presence_changed(self, game: Id) -> None:
        """Say that somebody came to a game or left it."""
        self._waiting.add_presence(game)
        self._wake.set()

    def token_is_void(self, token_hash: bytes) -> None:
        """Say that a token is no longer valid."""
        self._waiting.add_void(token_hash)
        self._wake.set()

    def game_rewritten(self, game: Id) -> None:
        """Say that a game's rows were changed, and what others have in memory does not count."""
        self._waiting.add_rewritten(game)
        self._wake.set()

    def all_changed(self) -> None:
        """Say that any game may have changed."""
        self._waiting.all_games = True
        self._wake.set()

    async def close(self) -> None:
        """Send what waits, and stop."""
        with suppress(Exception):
            await asyncio.wait_for(self._send_waiting(), 1)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with suppress(Exception):
            await self._drop_sender()

    async def _listen_always(self) -> None:
        failures = 0

        def ready() -> None:
            nonlocal failures
            failures = 0
            if not self.is_up:
                log.info("the bus is up")
            self.is_up = True
            self._sent_at.clear()
            self._heard(Hints(all_games=True))  # whatever was said while nobody listened here

        while True:
            try:
                await self._listen(self._take, ready)
            except Exception as error:  # noqa: BLE001 - whatever it is, the answer is a new connection
                if self.is_up or failures == 0:
                    log.warning("the bus is down: other processes are looked after each second", problem=str(error))
            self.is_up = False
            await asyncio.sleep(PAUSES[min(failures, len(PAUSES) - 1)])
            failures += 1

    def _take(self, payload: str) -> None:
        if payload.partition(" ")[0] != self._me:
            self._heard(read_hints(payload, self._me))
        elif self._sent_at:
            self.heard_own(time.monotonic() - self._sent_at.popleft())

    async def _send_always(self) -> None:
        failures = 0
        while True:
            await self._wake.wait()
            await asyncio.sleep(GATHER_SECONDS)
            try:
                await asyncio.wait_for(self._send_waiting(), SLOW)
                failures = 0
            except Exception:  # noqa: BLE001 - the listening side logs that the bus is down
                with suppress(Exception):
                    await asyncio.wait_for(self._drop_sender(), 1)
                await asyncio.sleep(PAUSES[min(failures, len(PAUSES) - 1)])
                failures += 1

    async def _send_waiting(self) -> None:
        self._wake.clear()
        waiting, self._waiting = self._waiting, Hints()
        for payload in waiting.payloads(self._me):
            self._sent_at.append(time.monotonic())
            await self._send(payload)
