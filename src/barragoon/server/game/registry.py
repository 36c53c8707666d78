"""All mailboxes that are in memory; the others are brought back from the store when somebody asks for them."""

from __future__ import annotations

import asyncio
from collections import OrderedDict

from barragoon.server.game import LiveGame
from barragoon.server.game.mailbox import Mailbox
from barragoon.server.messages import Id
from barragoon.server.shared.server_clock import Office
from barragoon.server.store.games import bring_back, read_game

IDLE = 200
"""How many games that nobody listens to are kept in memory."""


class Mailboxes:
    """One mailbox a game, never two: whoever comes while a game is brought back waits for the same one."""

    def __init__(self, office: Office) -> None:
        self._office = office
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

    def in_memory(self, game: Id) -> Mailbox | None:
        """The mailbox of a game if it is in memory."""
        return self._loaded.get(game)

    async def _load(self, game: Id) -> Mailbox | None:
        try:
            stored = await self._office.store.run(lambda connection: read_game(connection, game))
            if stored is None:
                return None
            return self._keep(await self._office.think(bring_back, stored))
        finally:
            del self._loading[game]

    def _keep(self, live: LiveGame) -> Mailbox:
        mailbox = self._loaded[live.opening.game] = Mailbox(self._office, live)
        self._forget_idle()
        self._office.metrics.mailboxes.set(len(self._loaded))
        return mailbox

    def _forget_idle(self) -> None:
        """Forget the games that nobody has asked for the longest, if there are too many."""
        idle = [game for game, mailbox in self._loaded.items() if not mailbox.busy]
        for game in idle[:-IDLE]:
            del self._loaded[game]
