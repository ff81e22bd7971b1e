"""Whether the host laid out the start of a game, what an uploaded record takes up, and how old answered keys are."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Of older games nothing is said: they count as ordinary, and their keys as old."""
    op.add_column("games", sa.Column("laid_out", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("games", sa.Column("stored", sa.BigInteger(), nullable=False, server_default="0"))
    op.create_index("ix_games_stored", "games", ["stored"])
    op.add_column("keys", sa.Column("version", sa.Integer(), nullable=False, server_default="0"))


def downgrade() -> None:
    """Forget it."""
    op.drop_column("keys", "version")
    op.drop_index("ix_games_stored", "games")
    op.drop_column("games", "stored")
    op.drop_column("games", "laid_out")
