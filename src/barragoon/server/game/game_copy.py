"""One game as this process has it: brought up to what the store has before anybody uses it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from barragoon.errors import BarragoonError
from barragoon.server.game.following import DivergedError, catch_up
from barragoon.server.game.journal import Journal
from barragoon.server.game.listeners import Listeners
from barragoon.server.game.live_game import LiveGame
from barragoon.server.messages import AnyEvent
from barragoon.server.shared.worker_pool import ASKER
from barragoon.server.store.games import ConflictError, Source
from barragoon.server.store.store import StoreError
from barragoon.server.store.stored_events import REPLAY


class GameCopy:
    """The game in memory, what of it the listeners were sent, and how far the store may be ahead of both.

    ``live`` is what the store is known to have. It never changes; a later game takes its place. So whoever reads it
    needs no lock and waits for nobody: what is still being stored, or judged, happens to a draft.
    """

    def __init__(self, live: LiveGame, journal: Journal, listeners: Listeners) -> None:
        self.live = live
        self.sent_seq = live.seq
        """The last event that the listeners were sent."""
        self._journal = journal
        self._listeners = listeners
        self._hinted_seq = 0
        self._doubts = self._doubts_settled = 0
        self._possible_writes = self._possible_settled = 0
        self._replacing = asyncio.Lock()
        self._reloading: asyncio.Task[None] | None = None

    @property
    def is_behind(self) -> bool:
        """Whether the store has, or may have, events that are not here."""
        return self._hinted_seq > self.live.seq or self._has_possible_writes

    @property
    def _has_possible_writes(self) -> bool:
        """Whether nobody knows yet if something was stored that is not here."""
        return self._possible_writes > self._possible_settled

    @property
    def may_differ(self) -> bool:
        """Whether the game must be loaded again."""
        return self._doubts > self._doubts_settled

    @property
    def is_being_stored(self) -> bool:
        """Whether an event is being stored, so that memory and store may differ for a moment."""
        return self._replacing.locked()

    def hint(self, seq: int) -> None:
        """The store has, or may have, this event."""
        self._hinted_seq = max(self._hinted_seq, seq)

    def expect_event(self) -> None:
        """An event may have been stored, nobody knows: look before the game is used."""
        self._possible_writes += 1

    def distrust(self) -> None:
        """What is here may be something else than what the store has."""
        self._doubts += 1

    # -- bringing it up to date ------------------------------------------------------------------------------

    async def be_current(self, known: int = 0, *, is_doubtful: bool = False) -> None:
        """Bring the game up to what the store has; ``known`` is an event that somebody has seen.

        A game with listeners follows what others write by hints and by looking each second, so it is trusted between.
        """
        is_followed = bool(len(self._listeners))
        if self.may_differ or is_doubtful or not is_followed or self.is_behind or known > self.live.seq:
            await self.catch_up()

    async def catch_up(self) -> None:
        """Read what others wrote, and send it; nothing else waits while the store is read."""
        if self.may_differ:
            await self._reload()
        elif self._journal.is_shared or self._has_possible_writes:
            await self._read_new()

    async def _read_new(self) -> None:
        while True:
            hinted, possible, before = self._hinted_seq, self._possible_writes, self.live
            try:
                later, missed = await catch_up(self._journal, before)
            except (DivergedError, BarragoonError):
                self.distrust()
                await self._reload()
                return
            if later.seq > self.live.seq:  # else nothing is waited for, not even an event that is being stored
                await self._take_over(before, later, missed)
            if later.seq <= self.live.seq:
                self._possible_settled = possible
                if self._hinted_seq == hinted:  # what was announced is here now, or was never stored
                    self._hinted_seq = min(hinted, later.seq)
                return

    async def _take_over(self, before: LiveGame, later: LiveGame, missed: list[bytes]) -> None:
        """Let a later game take the place of one, unless another has."""
        async with self._replacing:
            if self.live is before:
                self.live = later
                self._send_missed(missed)

    async def _reload(self) -> None:
        """Load the game again, once for all who need it; if this fails, whoever uses the game next does it."""
        if self._reloading is None or self._reloading.done():
            self._reloading = asyncio.ensure_future(self._load())
            self._reloading.add_done_callback(_retrieve)
        await asyncio.shield(self._reloading)

    async def _load(self) -> None:
        ASKER.set("")  # nobody who plays may wait in the queue of a stranger who happened to ask first
        while self.may_differ:
            doubts, possible, before = self._doubts, self._possible_writes, self.live
            live = await self._journal.load(before.settings.game)
            if live is None:
                raise StoreError("the game is no longer there")
            missed = await self._read_missed(live)
            async with self._replacing:
                if self.live is not before:
                    continue
                self.live, self._hinted_seq = live, live.seq
                self._doubts_settled, self._possible_settled = doubts, possible
                if missed is None or (len(self._listeners) and self.sent_seq + len(missed) != live.seq):
                    # Too much was missed; or a standby took over that lacked events, or somebody came meanwhile.
                    self._listeners.close_all()
                    missed = []
                self._send_missed(missed)

    async def _read_missed(self, live: LiveGame) -> list[bytes] | None:
        """What is in the store and was never sent; None if it is too much, so that clients begin anew."""
        count = live.seq - self.sent_seq
        if count <= 0 or not len(self._listeners):
            return []
        if count > REPLAY:
            return None
        return (await self._journal.events_after(live.settings.game, self.sent_seq))[:count]

    def _send_missed(self, missed: list[bytes]) -> None:
        for payload in missed:
            self._listeners.send(payload)
        self.sent_seq = self.live.seq

    # -- what happens here -----------------------------------------------------------------------------------

    async def store(
        self,
        before: LiveGame,
        draft: LiveGame,
        event: AnyEvent,
        source: Source | None,
        stored: Callable[[], None],
    ) -> None:
        """Store what happened to a draft, which is the game then; raises a ConflictError if another event was first.

        ``stored`` is called before anybody is sent the event.
        """
        async with self._replacing:
            if self.live is not before:
                raise ConflictError("another event was first")
            try:
                encoded = await self._journal.append(draft, event, source)
            except ConflictError:
                self.hint(event.seq if self._journal.is_shared else 0)
                raise
            except BaseException:  # it may have been stored all the same
                self.expect_event()
                raise
            self.live = draft
            stored()
            self._listeners.send(encoded.payload)
            self.sent_seq = event.seq

    # -- for those who come ----------------------------------------------------------------------------------

    def may_replay(self, since: int) -> bool:
        """Whether somebody who knows this event is sent what followed, and not the whole game."""
        return self.live.seq - REPLAY <= since <= self.live.seq

    async def events_after(self, since: int) -> list[bytes]:
        """The events that somebody missed who knows this one."""
        if since == self.live.seq:
            return []
        return await self._journal.events_after(self.live.settings.game, since)


def _retrieve(task: asyncio.Task[None]) -> None:
    """Look at how a task ended, though everybody who waited for it may have left."""
    if not task.cancelled():
        task.exception()
