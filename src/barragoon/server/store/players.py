"""Players and their tokens."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from sqlalchemy import Connection, delete, exists, insert, select, tuple_, update

from barragoon.server.messages import Id, Milliseconds, Player
from barragoon.server.store.schema import games, players, seats, tokens

SESSION = "session"
LINK = "link"
DAY = 24 * 60 * 60 * 1000
MOST_SESSIONS = 30
"""How many sessions a player has at most; a new one ends the one that was not used the longest."""


class Bearer(NamedTuple):
    """The player whose token a client sent, and when it expires."""

    player: Player
    token_hash: bytes
    expires_at: Milliseconds


def add_player(connection: Connection, player: Player, now: Milliseconds) -> None:
    """Store a new player."""
    row = {"id": player.id, "name": player.name, "bot": player.bot, "created_at": now, "seen_at": day_of(now)}
    connection.execute(insert(players).values(row))


def rename_player(connection: Connection, player: Id, name: str) -> None:
    """Give a player another name."""
    connection.execute(update(players).where(players.c.id == player).values(name=name))


class NewToken(NamedTuple):
    """A token to be stored; the label is the device that it was made for."""

    token_hash: bytes
    player: Id
    kind: str
    expires_at: Milliseconds
    now: Milliseconds
    label: str = ""


def add_token(connection: Connection, token: NewToken) -> None:
    """Store a player's token."""
    row = {
        "hash": token.token_hash,
        "player_id": token.player,
        "kind": token.kind,
        "expires_at": token.expires_at,
        "created_at": token.now,
        "used_at": day_of(token.now),
        "label": token.label,
    }
    connection.execute(insert(tokens).values(row))


def day_of(time: Milliseconds) -> Milliseconds:
    """The beginning of a day: when exactly somebody was here is nobody's business."""
    return time - time % DAY


def find_bearer(connection: Connection, token_hash: bytes, kind: str, now: Milliseconds) -> Bearer | None:
    """The player of a token that has not expired; nobody, if an operator closed the identity."""
    query = (
        select(players.c.id, players.c.name, players.c.bot, tokens.c.expires_at)
        .join_from(tokens, players)
        .where(tokens.c.hash == token_hash, tokens.c.kind == kind, tokens.c.expires_at > now)
        .where(players.c.closed_at.is_(None))
    )
    row = connection.execute(query).first()
    return row and Bearer(Player(row.id, row.name, bool(row.bot)), token_hash, row.expires_at)


def valid_tokens(connection: Connection, hashes: Collection[bytes], now: Milliseconds) -> set[bytes]:
    """Which of these tokens are there and have not expired."""
    found: set[bytes] = set()
    wanted = sorted(hashes)
    for start in range(0, len(wanted), 500):
        query = select(tokens.c.hash).where(tokens.c.hash.in_(wanted[start : start + 500]), tokens.c.expires_at > now)
        found |= {bytes(each) for each in connection.execute(query).scalars()}
    return found


def prolong_token(connection: Connection, token_hash: bytes, expires_at: Milliseconds, used_at: Milliseconds) -> None:
    """Let a token expire later, and note the day on which it was used."""
    values = {"expires_at": expires_at, "used_at": day_of(used_at)}
    connection.execute(update(tokens).where(tokens.c.hash == token_hash).values(values))


class StoredSession(NamedTuple):
    """A session as it is stored."""

    token_hash: bytes
    label: str
    created_at: Milliseconds
    used_at: Milliseconds


def list_sessions(connection: Connection, player: Id, now: Milliseconds) -> list[StoredSession]:
    """A player's sessions that have not expired, the last used first."""
    query = (
        select(tokens.c.hash, tokens.c.label, tokens.c.created_at, tokens.c.used_at)
        .where(tokens.c.player_id == player, tokens.c.kind == SESSION, tokens.c.expires_at > now)
        .order_by(tokens.c.used_at.desc(), tokens.c.created_at.desc())
    )
    return [StoredSession(*row) for row in connection.execute(query)]


def drop_tokens(connection: Connection, hashes: Sequence[bytes]) -> None:
    """Delete several tokens."""
    connection.execute(delete(tokens).where(tokens.c.hash.in_(hashes)))


def note_seen(connection: Connection, player: Id, now: Milliseconds) -> None:
    """Write down that a player was there today; the hour is nobody's business."""
    connection.execute(update(players).where(players.c.id == player).values(seen_at=day_of(now)))


def drop_token(connection: Connection, token_hash: bytes) -> None:
    """Delete a token."""
    connection.execute(delete(tokens).where(tokens.c.hash == token_hash))


def drop_links(connection: Connection, player: Id) -> None:
    """Delete all personal links of a player."""
    connection.execute(delete(tokens).where(tokens.c.player_id == player, tokens.c.kind == LINK))


# -- expiry --------------------------------------------------------------------------------------------------


class PlayerCursor(NamedTuple):
    """Where a sweep over players, those not seen for the longest first, goes on."""

    seen_at: Milliseconds
    player: Id


NOBODY = PlayerCursor(-1, "")
"""Where a sweep begins."""


def drop_expired_tokens(connection: Connection, now: Milliseconds, limit: int) -> int:
    """Delete tokens that have expired; how many there were, up to a limit."""
    expired = select(tokens.c.hash).where(tokens.c.expires_at <= now).order_by(tokens.c.expires_at).limit(limit)
    hashes = [*connection.execute(expired).scalars()]
    connection.execute(delete(tokens).where(tokens.c.hash.in_(hashes)))
    return len(hashes)


def drop_idle_players(connection: Connection, before: Milliseconds, after: PlayerCursor, limit: int) -> PlayerCursor:
    """Delete players who were not seen since a time and have no token, no game and no entry of an operator.

    Looks at so many players after the cursor, so that those who stay are not looked at again and again. Returns where
    to go on: :data:`NOBODY` after the last.
    """
    place = tuple_(players.c.seen_at, players.c.id)
    query = select(players.c.seen_at, players.c.id).where(players.c.seen_at < before, place > tuple_(*after))
    rows = connection.execute(query.order_by(players.c.seen_at, players.c.id).limit(limit)).all()
    idle = (
        players.c.id.in_([row.id for row in rows])
        & (players.c.created_at < before)
        & players.c.muted_at.is_(None)
        & players.c.closed_at.is_(None)
        & ~exists().where(tokens.c.player_id == players.c.id)
        & ~exists().where(seats.c.player_id == players.c.id)
        & ~exists().where(games.c.opener_id == players.c.id)
    )
    connection.execute(delete(players).where(idle))
    return PlayerCursor(*rows[-1]) if len(rows) == limit else NOBODY
