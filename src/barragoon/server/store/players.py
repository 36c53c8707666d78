"""Players and their tokens."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import Connection, delete, insert, select, update

from barragoon.server.messages import Id, Milliseconds, Player
from barragoon.server.store.schema import players, tokens

SESSION = "session"
LINK = "link"


class Bearer(NamedTuple):
    """The player whose token a client sent, and when it expires."""

    player: Player
    token_hash: bytes
    expires_at: Milliseconds


def add_player(connection: Connection, player: Player, now: Milliseconds) -> None:
    """Store a new player."""
    row = {"id": player.id, "name": player.name, "bot": player.bot, "created_at": now}
    connection.execute(insert(players).values(row))


def rename_player(connection: Connection, player: Id, name: str) -> None:
    """Give a player another name."""
    connection.execute(update(players).where(players.c.id == player).values(name=name))


def add_token(connection: Connection, token_hash: bytes, player: Id, kind: str, expires_at: Milliseconds) -> None:
    """Store a player's token."""
    row = {"hash": token_hash, "player_id": player, "kind": kind, "expires_at": expires_at}
    connection.execute(insert(tokens).values(row))


def find_bearer(connection: Connection, token_hash: bytes, kind: str, now: Milliseconds) -> Bearer | None:
    """The player of a token that has not expired."""
    query = (
        select(players.c.id, players.c.name, players.c.bot, tokens.c.expires_at)
        .join_from(tokens, players)
        .where(tokens.c.hash == token_hash, tokens.c.kind == kind, tokens.c.expires_at > now)
    )
    row = connection.execute(query).first()
    return row and Bearer(Player(row.id, row.name, bool(row.bot)), token_hash, row.expires_at)


def prolong_token(connection: Connection, token_hash: bytes, expires_at: Milliseconds) -> None:
    """Let a token expire later."""
    connection.execute(update(tokens).where(tokens.c.hash == token_hash).values(expires_at=expires_at))


def drop_token(connection: Connection, token_hash: bytes) -> None:
    """Delete a token."""
    connection.execute(delete(tokens).where(tokens.c.hash == token_hash))


def drop_links(connection: Connection, player: Id) -> None:
    """Delete all personal links of a player."""
    connection.execute(delete(tokens).where(tokens.c.player_id == player, tokens.c.kind == LINK))
