"""The lobby as it is shown."""

from __future__ import annotations

from barragoon.server.game.registry import Registry
from barragoon.server.messages import Id
from barragoon.server.shared.cache import Cache
from barragoon.server.shared.server_clock import ServerClock
from barragoon.server.store.game_lists import Cursor, GamePage, list_lobby, list_own_lobby
from barragoon.server.store.store import Store

MOST_ATTENDED = 10_000
"""How many games whose opener is connected here are named to the store; SQLite takes 32,766 parameters."""


class Lobby:
    """Games that anybody may join. The first page is the same for all, so it is cached; one's own games come before."""

    def __init__(self, store: Store, clock: ServerClock, registry: Registry) -> None:
        self._store = store
        self._clock = clock
        self._registry = registry
        self._first_page: Cache[GamePage] = Cache(lambda: self._read(None))

    async def page(self, player: Id | None, after: Cursor | None) -> GamePage:
        """A page as a player sees it: with all of their own games on the first page, and none on the others."""
        page = await (self._first_page.get() if after is None else self._read(after))
        if player is None:
            return page
        own = await self._store.read(lambda connection: list_own_lobby(connection, player)) if after is None else []
        return page._replace(games=own + [game for game in page.games if game.opener.id != player])

    async def _read(self, after: Cursor | None) -> GamePage:
        now, attended = self._clock.now(), self._registry.attended_lobby_games()[:MOST_ATTENDED]
        return await self._store.read(lambda connection: list_lobby(connection, now, attended, after))
