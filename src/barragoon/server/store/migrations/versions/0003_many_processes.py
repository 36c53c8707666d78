"""Many processes, lists that read a page only, versions, expiry, and what operators need."""

import json
import time
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

LOBBY = "status = 'open' AND access = 'lobby'"
SILENCE = 30 * 24 * 60 * 60 * 1000
"""Games that are there get the whole time in which nothing may happen, from now on."""
WATCH = "status = 'playing' AND access IN ('lobby', 'public')"


def upgrade() -> None:
    """Add columns, indexes and tables, and fill the columns of the games that there are."""
    for table, columns in _COLUMNS.items():
        for column in columns:
            op.add_column(table, column)
    _fill_games()
    op.execute(
        "UPDATE seats SET status = (SELECT status FROM games WHERE id = seats.game_id),"
        " changed_at = (SELECT changed_at FROM games WHERE id = seats.game_id)"
    )
    later = int(time.time() * 1000) + SILENCE
    op.execute(f"UPDATE games SET expires_at = {later} WHERE status IN ('open', 'playing')")  # noqa: S608 - a number
    _make_tables()
    op.drop_index("games_by_status", "games")
    for name, table, indexed in _INDEXES:
        op.create_index(name, table, indexed)
    op.create_index("games_by_request", "games", ["opener_id", "request_id"], unique=True)
    _partial_index("games_in_lobby", "games", ["changed_at", "id"], LOBBY)
    _partial_index("games_in_lobby_by_opener", "games", ["opener_id", "changed_at", "id"], LOBBY)
    _partial_index("games_to_watch", "games", ["changed_at", "id"], WATCH)
    _partial_index("players_muted", "players", ["id"], "muted_at IS NOT NULL")


_COLUMNS: dict[str, tuple[sa.Column[Any], ...]] = {
    "players": (
        sa.Column("seen_at", sa.BigInteger, nullable=False, server_default="0"),
        sa.Column("muted_at", sa.BigInteger),
        sa.Column("closed_at", sa.BigInteger),
    ),
    "tokens": (
        sa.Column("created_at", sa.BigInteger, nullable=False, server_default="0"),
        sa.Column("used_at", sa.BigInteger, nullable=False, server_default="0"),
        sa.Column("label", sa.String, nullable=False, server_default=""),
    ),
    "games": (
        sa.Column("version", sa.Integer, nullable=False, server_default="1"),
        sa.Column("opener_id", sa.String, nullable=False, server_default=""),
        sa.Column("request_id", sa.String),
        sa.Column("expires_at", sa.BigInteger),
        sa.Column("has_clock", sa.Integer, nullable=False, server_default="0"),
    ),
    "events": (sa.Column("version", sa.Integer, nullable=False, server_default="1"),),
    "seats": (
        sa.Column("status", sa.String, nullable=False, server_default="over"),
        sa.Column("changed_at", sa.BigInteger, nullable=False, server_default="0"),
    ),
}
_INDEXES = (
    ("players_by_seen", "players", ["seen_at"]),
    ("tokens_by_expiry", "tokens", ["expires_at"]),
    ("games_by_expiry", "games", ["expires_at"]),
    ("games_by_change", "games", ["changed_at"]),
    ("games_by_opener", "games", ["opener_id", "status"]),
    ("seats_by_player", "seats", ["player_id", "status", "changed_at", "game_id"]),
    ("seats_by_game", "seats", ["game_id"]),
)


def _partial_index(name: str, table: str, columns: list[str], where: str) -> None:
    condition = sa.text(where)
    op.create_index(name, table, columns, sqlite_where=condition, postgresql_where=condition)


def _fill_games() -> None:
    """Copy the opener's id and whether there is a clock out of the stored settings, a thousand games at a time.

    Games whose settings can't be read keep the default values.
    """
    connection = op.get_bind()
    games = sa.table("games", *map(sa.column, ("id", "opening", "opener_id", "has_clock")))
    last = ""
    while True:
        query = sa.select(games.c.id, games.c.opening).where(games.c.id > last).order_by(games.c.id).limit(1000)
        rows = connection.execute(query).all()
        if not rows:
            return
        for game, opening in rows:
            try:
                settings = json.loads(opening)
                opener, has_clock = str(settings["opener"]["id"]), int(settings["terms"].get("clock") is not None)
            except (ValueError, LookupError, TypeError, AttributeError):
                continue
            filled = games.update().where(games.c.id == game).values(opener_id=opener, has_clock=has_clock)
            connection.execute(filled)
        last = rows[-1].id


def _make_tables() -> None:
    unlogged = ["UNLOGGED"] if op.get_bind().dialect.name == "postgresql" else []
    op.create_table(
        "nodes",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("address", sa.String, nullable=False),
        sa.Column("version", sa.String, nullable=False),
        sa.Column("state", sa.String, nullable=False),
        sa.Column("started_at", sa.BigInteger, nullable=False),
        sa.Column("alive_at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "leases",
        sa.Column("name", sa.String, primary_key=True),
        sa.Column("holder", sa.String, nullable=False),
        sa.Column("epoch", sa.BigInteger, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "presence",
        sa.Column("game_id", sa.String, primary_key=True),
        sa.Column("player_id", sa.String, primary_key=True),
        sa.Column("node_id", sa.String, primary_key=True),
        sa.Column("until", sa.BigInteger, nullable=False),
        prefixes=unlogged,
    )
    op.create_index("presence_by_until", "presence", ["until"])
    op.create_table(
        "counters",
        sa.Column("name", sa.String, primary_key=True),
        sa.Column("window", sa.BigInteger, primary_key=True),
        sa.Column("count", sa.BigInteger, nullable=False),
        prefixes=unlogged,
    )
    op.create_table(
        "lobby_openings",
        sa.Column("address", sa.String, primary_key=True),
        sa.Column("game_id", sa.String, primary_key=True),
        prefixes=unlogged,
    )
    op.create_table(
        "audit",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), primary_key=True, autoincrement=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("operator", sa.String, nullable=False),
        sa.Column("action", sa.String, nullable=False),
        sa.Column("subject", sa.String, nullable=False),
        sa.Column("reason", sa.String, nullable=False, server_default=""),
    )
