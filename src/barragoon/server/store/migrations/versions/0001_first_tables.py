"""The first tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "players",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("bot", sa.Integer, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "tokens",
        sa.Column("hash", sa.LargeBinary, primary_key=True),
        sa.Column("player_id", sa.String, sa.ForeignKey("players.id"), nullable=False),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("expires_at", sa.BigInteger, nullable=False),
    )
    op.create_index("tokens_by_player", "tokens", ["player_id"])
    op.create_table(
        "games",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("seq", sa.BigInteger, nullable=False),
        sa.Column("status", sa.String, nullable=False),
        sa.Column("access", sa.String, nullable=False),
        sa.Column("changed_at", sa.BigInteger, nullable=False),
        sa.Column("deadline_at", sa.BigInteger),
        sa.Column("turns", sa.Integer, nullable=False),
        sa.Column("opening", sa.LargeBinary, nullable=False),
        sa.Column("seats", sa.LargeBinary, nullable=False),
        sa.Column("standing", sa.LargeBinary, nullable=False),
    )
    op.create_index("games_by_status", "games", ["status", "access", "changed_at"])
    op.create_index("games_by_deadline", "games", ["deadline_at"])
    op.create_table(
        "events",
        sa.Column("game_id", sa.String, sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("seq", sa.BigInteger, primary_key=True),
        sa.Column("command_id", sa.String),
        sa.Column("player_id", sa.String),
        sa.Column("payload", sa.LargeBinary, nullable=False),
        sa.UniqueConstraint("game_id", "command_id", name="events_by_command"),
    )
    op.create_table(
        "seats",
        sa.Column("player_id", sa.String, sa.ForeignKey("players.id"), primary_key=True),
        sa.Column("game_id", sa.String, sa.ForeignKey("games.id"), primary_key=True),
    )
    op.create_table(
        "facts",
        sa.Column("name", sa.String, primary_key=True),
        sa.Column("fact", sa.LargeBinary, nullable=False),
    )
