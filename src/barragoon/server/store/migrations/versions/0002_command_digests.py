"""A digest of each command, so that an id that is used for another command is noticed."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add the column; rows of earlier versions have no digest."""
    op.add_column("events", sa.Column("command_digest", sa.LargeBinary))
