"""Following a game that others write too: reading the events that are new, and letting them happen here."""

from __future__ import annotations

from barragoon.server.game.journal import Journal
from barragoon.server.game.live_game import LiveGame
from barragoon.server.store.encoding import decode_event
from barragoon.server.store.stored_events import REPLAY


class DivergedError(Exception):
    """What is in memory is not what the store has; the game must be loaded again."""


async def catch_up(journal: Journal, live: LiveGame) -> tuple[LiveGame, list[bytes]]:
    """The game with everything that the store has and this one has not; and what that is, as it is sent."""
    missed: list[bytes] = []
    later, is_more = live, True
    while is_more:
        payloads = await journal.events_after(live.settings.game, later.seq)
        is_more = len(payloads) == REPLAY
        later = live.copy() if payloads and later is live else later
        for payload in payloads:
            event = decode_event(payload)
            if event.seq != later.seq + 1:
                raise DivergedError(f"event {event.seq} after {later.seq}")
            later.repeat(event)
        missed += payloads
    return later, missed
