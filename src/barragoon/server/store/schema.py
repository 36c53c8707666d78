"""The tables. They change by migrations only; ``tests/server`` checks that both agree."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    UniqueConstraint,
    text,
)

METADATA = MetaData()
IN_LOBBY = "status = 'open' AND access = 'lobby'"
"""The games of the lobby; queries must say it in these words, or the index of them is not used."""
TO_WATCH = "status = 'playing' AND access IN ('lobby', 'public')"
"""The games that everybody may watch."""


def partial_index(name: str, *columns: str, where: str) -> Index:
    """An index of the rows for which a condition holds."""
    return Index(name, *columns, sqlite_where=text(where), postgresql_where=text(where))


players = Table(
    "players",
    METADATA,
    Column("id", String, primary_key=True),
    Column("name", String, nullable=False),
    Column("bot", Integer, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("seen_at", BigInteger, nullable=False, server_default="0"),  # to the day; 0 in rows of earlier versions
    Column("muted_at", BigInteger),  # when an operator took their games out of all public lists
    Column("closed_at", BigInteger),  # when an operator closed the identity
    Index("players_by_seen", "seen_at"),
    partial_index("players_muted", "id", where="muted_at IS NOT NULL"),  # nearly empty: lists look here
)

tokens = Table(  # only hashes are stored, so that a stolen database opens no seat
    "tokens",
    METADATA,
    Column("hash", LargeBinary, primary_key=True),
    Column("player_id", ForeignKey("players.id"), nullable=False),
    Column("kind", String, nullable=False),  # "session" or "link"
    Column("expires_at", BigInteger, nullable=False),
    Column("created_at", BigInteger, nullable=False, server_default="0"),
    Column("used_at", BigInteger, nullable=False, server_default="0"),  # to the day
    Column("label", String, nullable=False, server_default=""),  # the device, such as "Firefox on Linux"
    Index("tokens_by_player", "player_id"),
    Index("tokens_by_expiry", "expires_at"),
)

games = Table(
    "games",
    METADATA,
    Column("id", String, primary_key=True),
    Column("seq", BigInteger, nullable=False),
    Column("status", String, nullable=False),
    Column("access", String, nullable=False),
    Column("changed_at", BigInteger, nullable=False),
    Column("deadline_at", BigInteger),  # when the flag falls; None while no clock runs
    Column("turns", Integer, nullable=False),
    Column("opening", LargeBinary, nullable=False, key="settings"),  # named so since the first version
    Column("seats", LargeBinary, nullable=False),
    Column("standing", LargeBinary, nullable=False),
    Column("version", Integer, nullable=False, server_default="1"),  # of the settings: see encoding
    Column("opener_id", String, nullable=False, server_default=""),
    Column("request_id", String),  # the opener's id for the request that opened it, so that a second one opens nothing
    Column("expires_at", BigInteger),  # when it ends if nothing happens, or is deleted; None if never
    Column("has_clock", Integer, nullable=False, server_default="0"),
    Index("games_by_deadline", "deadline_at"),
    Index("games_by_expiry", "expires_at"),
    Index("games_by_change", "changed_at"),
    Index("games_by_opener", "opener_id", "status"),
    Index("games_by_request", "opener_id", "request_id", unique=True),
    # Lists read these backwards, a page at a time.
    partial_index("games_in_lobby", "changed_at", "id", where=IN_LOBBY),
    partial_index("games_in_lobby_by_opener", "opener_id", "changed_at", "id", where=IN_LOBBY),
    partial_index("games_to_watch", "changed_at", "id", where=TO_WATCH),
)

events = Table(
    "events",
    METADATA,
    Column("game_id", ForeignKey("games.id"), primary_key=True),
    Column("seq", BigInteger, primary_key=True),
    Column("command_id", String),
    Column("player_id", String),
    Column("payload", LargeBinary, nullable=False),  # as it was sent
    Column("command_digest", LargeBinary),  # None in rows of versions that stored none
    Column("version", Integer, nullable=False, server_default="1"),  # of the payload: see encoding
    UniqueConstraint("game_id", "command_id", name="events_by_command"),
)

seats = Table(
    "seats",
    METADATA,
    Column("player_id", ForeignKey("players.id"), primary_key=True),
    Column("game_id", ForeignKey("games.id"), primary_key=True),
    Column("status", String, nullable=False, server_default="over"),  # the game's
    Column("changed_at", BigInteger, nullable=False, server_default="0"),  # when that status began
    Index("seats_by_player", "player_id", "status", "changed_at", "game_id"),
    Index("seats_by_game", "game_id"),
)

facts = Table(  # about the server itself: see server_facts
    "facts",
    METADATA,
    Column("name", String, primary_key=True),
    Column("fact", LargeBinary, nullable=False),
)

# -- many processes ------------------------------------------------------------------------------------------

nodes = Table(  # the processes that serve or work; each writes its own row every second
    "nodes",
    METADATA,
    Column("id", String, primary_key=True),
    Column("kind", String, nullable=False),  # "serve" or "work"
    Column("address", String, nullable=False),
    Column("version", String, nullable=False),
    Column("state", String, nullable=False),  # "running", "draining" or "stopped"
    Column("started_at", BigInteger, nullable=False),
    Column("alive_at", BigInteger, nullable=False),
)

leases = Table(  # who does what only one process may do
    "leases",
    METADATA,
    Column("name", String, primary_key=True),
    Column("holder", String, nullable=False),
    Column("epoch", BigInteger, nullable=False),  # grows with every new holder
    Column("until", BigInteger, nullable=False),
)

presence = Table(  # who is connected to which game, on which node; unlogged on PostgreSQL
    "presence",
    METADATA,
    Column("game_id", String, primary_key=True),
    Column("player_id", String, primary_key=True),
    Column("node_id", String, primary_key=True),
    Column("until", BigInteger, nullable=False),
    Index("presence_by_until", "until"),
)

counters = Table(  # limits that hold for all nodes together; unlogged on PostgreSQL
    "counters",
    METADATA,
    Column("name", String, primary_key=True),
    Column("window", BigInteger, primary_key=True),  # when it began
    Column("count", BigInteger, nullable=False),
)

lobby_openings = Table(  # the games that wait in the lobby, by the address they come from; unlogged on PostgreSQL
    "lobby_openings",
    METADATA,
    Column("address", String, primary_key=True),  # hidden by the server's secret
    Column("game_id", String, primary_key=True),
)

audit = Table(  # what operators did; nothing here is ever changed
    "audit",
    METADATA,
    Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=True),
    Column("at", BigInteger, nullable=False),
    Column("operator", String, nullable=False),
    Column("action", String, nullable=False),
    Column("subject", String, nullable=False),
    Column("reason", String, nullable=False, server_default=""),
)
