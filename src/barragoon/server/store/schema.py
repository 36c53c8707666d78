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
)

METADATA = MetaData()

players = Table(
    "players",
    METADATA,
    Column("id", String, primary_key=True),
    Column("name", String, nullable=False),
    Column("bot", Integer, nullable=False),
    Column("created_at", BigInteger, nullable=False),
)

tokens = Table(  # only hashes are stored, so that a stolen database opens no seat
    "tokens",
    METADATA,
    Column("hash", LargeBinary, primary_key=True),
    Column("player_id", ForeignKey("players.id"), nullable=False),
    Column("kind", String, nullable=False),  # "session" or "link"
    Column("expires_at", BigInteger, nullable=False),
    Index("tokens_by_player", "player_id"),
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
    Index("games_by_status", "status", "access", "changed_at"),
    Index("games_by_deadline", "deadline_at"),
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
    UniqueConstraint("game_id", "command_id", name="events_by_command"),
)

seats = Table(
    "seats",
    METADATA,
    Column("player_id", ForeignKey("players.id"), primary_key=True),
    Column("game_id", ForeignKey("games.id"), primary_key=True),
)

facts = Table(  # about the server itself: see server_facts
    "facts",
    METADATA,
    Column("name", String, primary_key=True),
    Column("fact", LargeBinary, nullable=False),
)
