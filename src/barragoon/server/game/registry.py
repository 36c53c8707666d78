"""The mailboxes that are in memory; other games are loaded from the store when somebody asks for them."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable

from barragoon.server.game.journal import Journal
from barragoon.server.game.live_game import LiveGame
from barragoon.server.game.mailbox import Mailbox
from barragoon.server.messages import Id
from barragoon.server.metrics import Metrics

MOST_IDLE = 200
"""How many games that nobody listens to are kept in memory."""


class Registry:
    """One mailbox a game, never two: requests that come while a game is loaded wait for the same mailbox."""

    def __init__(self, journal: Journal, make_mailbox: Callable[[LiveGame], Mailbox], metrics: Metrics) -> None:
        self._journal = journal
        self._make_mailbox = make_mailbox
        self._metrics = metrics
        self._loaded: OrderedDict[Id, Mailbox] = OrderedDict()
        self._loading: dict[Id, asyncio.Task[Mailbox | None]] = {}

    async def find(self, game: Id) -> Mailbox | None:
        """The mailbox of a game, or None if there is no such game."""
        if mailbox := self._loaded.get(game):
            self._loaded.move_to_end(game)
            return mailbox
        if game not in self._loading:
            self._loading[game] = asyncio.ensure_future(self._load(game))
        return await asyncio.shield(self._loading[game])

    def has_listener(self, game: Id, player: Id) -> bool:
        """Whether a player listens to a game."""
        mailbox = self._loaded.get(game)
        return bool(mailbox and mailbox.listeners.includes(player))

    async def _load(self, game: Id) -> Mailbox | None:
        try:
            live = await self._journal.load(game)
            if live is None:
                return None
            mailbox = self._loaded[game] = self._make_mailbox(live)
            self._drop_idle()
            self._metrics.mailboxes.set(len(self._loaded))
            return mailbox
        finally:
            del self._loading[game]

    def _drop_idle(self) -> None:
        """Drop the games that nobody has asked for the longest, if there are too many."""
        idle = [game for game, mailbox in self._loaded.items() if not mailbox.is_busy]
        for game in idle[:-MOST_IDLE]:
            del self._loaded[game]
