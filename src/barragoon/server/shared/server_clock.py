"""What all mailboxes share: the store, the clock, chance, secrets, and threads to think in."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import random
import secrets
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import structlog

from barragoon.colour import Colour, draw_lots
from barragoon.server.game import Moment
from barragoon.server.game.flag_breaker import Fuse
from barragoon.server.messages import AnyEvent, Id, Milliseconds
from barragoon.server.metrics import Metrics
from barragoon.server.store import Database

Answer = TypeVar("Answer")
ID_BYTES = 16
"""128 random bits: knowing a game's id is the right to watch it."""

STOOD_STILL = 3
"""Seconds without a look at the clock after which the machine must have slept, or the process been stopped."""
log = structlog.get_logger("barragoon.clocks")


def fresh_id() -> Id:
    """An id that nobody can guess."""
    return secrets.token_urlsafe(ID_BYTES)


class Office:
    """The server's side of everything that a game can't know by itself."""

    def __init__(self, store: Database, secret: bytes, metrics: Metrics, fuse: Fuse) -> None:
        """Take the store, the secret that invitations are made with, the counters, and the fuse of the clocks."""
        self.store = store
        self.metrics = metrics
        self.fuse = fuse
        self._secret = secret
        self._chance = random.SystemRandom()
        self._thinkers = ThreadPoolExecutor(max_workers=2, thread_name_prefix="rules")
        # Monotonic time, so that a corrected wall clock moves no deadline while the server runs.
        self._seen = time.monotonic()
        self._epoch = time.time() - self._seen

    def now(self) -> Milliseconds:
        """Milliseconds since 1970, less the time in which the server stood still: that is nobody's to lose.

        The clocks are looked after several times a second, and this is asked each time.
        """
        seen, self._seen = self._seen, time.monotonic()
        away = self._seen - seen
        if away > STOOD_STILL:
            self._epoch -= away
            log.warning("the server stood still, and its clock with it", seconds=round(away, 1))
        return round((self._epoch + self._seen) * 1000)

    def moment(self, lag: int = 0) -> Moment:
        """Now, for something that was on its way for so long."""
        return Moment(self.now(), lag, fresh_id())

    def lots(self) -> bool:
        """Draw lots: whether the opener plays White."""
        return draw_lots(first=True, second=False, source=self._chance)[Colour.WHITE]

    async def think(self, question: Callable[..., Answer], *facts: object) -> Answer:
        """Answer a question that may take long, away from the loop."""
        return await asyncio.get_running_loop().run_in_executor(self._thinkers, question, *facts)

    def count(self, event: AnyEvent) -> None:
        """Count what happened."""
        self.metrics.events.labels(type(event).__struct_config__.tag).inc()

    # -- secrets ---------------------------------------------------------------------------------------------

    def invitation(self, game: Id) -> str:
        """The link with which a game's free seat is taken."""
        return f"/game/{game}#join={self._sign('join', game)}"

    def is_invitation(self, game: Id, key: str) -> bool:
        """Whether a key opens a game; takes as long whatever the key is."""
        return hmac.compare_digest(self._sign("join", game).encode(), key.encode())

    def csrf(self, token_hash: bytes) -> str:
        """What a page must show beside its cookie to change anything."""
        return self._sign("csrf", token_hash.hex())

    def _sign(self, purpose: str, text: str) -> str:
        return hmac.new(self._secret, f"{purpose}:{text}".encode(), hashlib.sha256).hexdigest()[:32]

    def close(self) -> None:
        """Let the threads go."""
        self._thinkers.shutdown(wait=True, cancel_futures=True)
