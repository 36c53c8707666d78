"""A player's sessions: the devices that are signed in, and signing them out from another one."""

from __future__ import annotations

import hashlib

from sqlalchemy import Connection

from barragoon.server.messages import Id, Session, SessionList
from barragoon.server.shared.server_clock import ServerClock
from barragoon.server.store.players import Bearer, StoredSession, drop_links, drop_tokens, list_sessions
from barragoon.server.store.store import Store


class Sessions:
    """Lists and ends sessions; whoever ends some must close their sockets, so the hashes of the tokens are returned."""

    def __init__(self, store: Store, clock: ServerClock) -> None:
        self._store = store
        self._clock = clock

    async def read(self, bearer: Bearer) -> SessionList:
        """All sessions of the client's player."""
        now, player = self._clock.now(), bearer.player.id
        stored = await self._store.read(lambda connection: list_sessions(connection, player, now))
        return SessionList(tuple(_described(each, bearer) for each in stored))

    async def end(self, bearer: Bearer, session: Id) -> list[bytes]:
        """End one session of the client's player; empty if there is none with this id."""
        now, player = self._clock.now(), bearer.player.id

        def end_one(connection: Connection) -> list[bytes]:
            known = (each.token_hash for each in list_sessions(connection, player, now))
            found = [token_hash for token_hash in known if session_id(token_hash) == session]
            drop_tokens(connection, found)
            return found

        return await self._store.run(end_one)

    async def end_others(self, bearer: Bearer) -> list[bytes]:
        """End all sessions but the client's own; the personal link goes too, with which they could come back."""
        now, player = self._clock.now(), bearer.player.id

        def end_others(connection: Connection) -> list[bytes]:
            known = (each.token_hash for each in list_sessions(connection, player, now))
            others = [token_hash for token_hash in known if token_hash != bearer.token_hash]
            drop_tokens(connection, others)
            drop_links(connection, player)
            return others

        return await self._store.run(end_others)


def session_id(token_hash: bytes) -> Id:
    """What a session is called outside: it tells nothing about the token."""
    return hashlib.blake2b(token_hash, digest_size=12).hexdigest()


def _described(stored: StoredSession, bearer: Bearer) -> Session:
    is_this = stored.token_hash == bearer.token_hash
    return Session(
        session_id(stored.token_hash), stored.label, stored.created_at or None, stored.used_at or None, is_this
    )
