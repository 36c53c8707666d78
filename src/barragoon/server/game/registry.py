"""The mailboxes that are in memory; other games are loaded from the store when somebody asks for them."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from barragoon.server.game.journal import Journal
from barragoon.server.game.live_game import LiveGame
from barragoon.server.game.mailbox import Mailbox
from barragoon.server.messages import Id
from barragoon.server.metrics import Metrics
from barragoon.server.shared.worker_pool import SharedTurn
from barragoon.server.store.presence import Connected

MOST_IDLE, MOST_IDLE_EVENTS = 200, 50_000
"""How many games that nobody listens to are kept in memory, and how many events they have together."""

LOADS_PER_SWEEP = 50
"""How many games are loaded between two looks for idle ones: a look costs more the more games are in memory."""


class _Loading(NamedTuple):
    """A game that is being loaded; whoever else asks for it waits in their own queue too, not only in the first's."""

    turn: SharedTurn
    mailbox: asyncio.Task[Mailbox | None]


class Registry:
    """One mailbox a game, never two: requests that come while a game is loaded wait for the same mailbox."""

    def __init__(self, journal: Journal, make_mailbox: Callable[[LiveGame], Mailbox], metrics: Metrics) -> None:
        self._journal = journal
        self._make_mailbox = make_mailbox
        self._metrics = metrics
        self._loaded: OrderedDict[Id, Mailbox] = OrderedDict()
        self._loads = 0
        self._loading: dict[Id, _Loading] = {}

    async def find(self, game: Id) -> Mailbox | None:
        """The mailbox of a game, or None if there is no such game."""
        if mailbox := self._loaded.get(game):
            self._loaded.move_to_end(game)
            return mailbox
        if game not in self._loading:
            turn = SharedTurn()
            self._loading[game] = _Loading(turn, asyncio.ensure_future(self._load(game, turn)))
        loading = self._loading[game]
        loading.turn.share()
        return await asyncio.shield(loading.mailbox)

    def attended_lobby_games(self) -> list[Id]:
        """Games that wait in the lobby and whose opener is connected here."""
        return [game for game, mailbox in self.followed() if mailbox.is_attended_in_lobby]

    # -- for what other processes write ----------------------------------------------------------------------

    def hint(self, game: Id, seq: int) -> None:
        """A game has a new event; those that are not in memory are read when somebody asks for them."""
        if mailbox := self._loaded.get(game):
            mailbox.hint(seq)

    def distrust(self, game: Id) -> None:
        """A game's rows were changed: what is in memory does not count."""
        if mailbox := self._loaded.get(game):
            mailbox.distrust()

    def expect_events(self) -> None:
        """Clocks have got time back: look at every game for what was stored."""
        for mailbox in tuple(self._loaded.values()):
            mailbox.expect_event()

    def distrust_all(self) -> None:
        """Any game may differ from what is in memory."""
        for mailbox in tuple(self._loaded.values()):
            mailbox.distrust()

    def followed(self) -> Iterator[tuple[Id, Mailbox]]:
        """The games that somebody listens to."""
        for game, mailbox in tuple(self._loaded.items()):
            if len(mailbox.listeners):
                yield game, mailbox

    def attended(self) -> set[Connected]:
        """Which players are connected to which games here."""
        return {
            Connected(game, player)
            for game, mailbox in self.followed()
            for player in mailbox.listeners.players() & mailbox.participants
        }

    def loaded(self, game: Id) -> Mailbox | None:
        """The mailbox of a game, if it is in memory."""
        return self._loaded.get(game)

    def drop(self, games: Iterable[Id]) -> None:
        """Forget games that are no longer in the store; who listens to one keeps what they see."""
        for game in games:
            if (mailbox := self._loaded.get(game)) and not mailbox.is_busy:
                del self._loaded[game]

    async def finish(self) -> None:
        """Wait for the commands that are under way."""
        await asyncio.gather(*(mailbox.finish() for mailbox in tuple(self._loaded.values())))

    async def _load(self, game: Id, turn: SharedTurn) -> Mailbox | None:
        try:
            live = await self._journal.load(game, turn)
            if live is None:
                return None
            mailbox = self._loaded[game] = self._make_mailbox(live)
            self._loads += 1
            if self._loads % LOADS_PER_SWEEP == 0:
                self._drop_idle()
            self._metrics.mailboxes.set(len(self._loaded))
            return mailbox
        finally:
            del self._loading[game]

    def _drop_idle(self) -> None:
        """Drop the games that nobody has asked for the longest, if there are too many or they are too long."""
        idle = [game for game, mailbox in self._loaded.items() if not mailbox.is_busy]
        events = 0
        for number, game in enumerate(reversed(idle)):
            events += self._loaded[game].seq
            if number >= MOST_IDLE or (number and events > MOST_IDLE_EVENTS):
                del self._loaded[game]
