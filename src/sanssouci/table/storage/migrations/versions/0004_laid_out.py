"""Whether the host laid out the position a game began from, and which version an answered key belongs to."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Of older games nothing is said; their keys count as old."""
    op.add_column("games", sa.Column("laid_out", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("keys", sa.Column("version", sa.Integer(), nullable=False, server_default="0"))


def downgrade() -> None:
    """Forget it."""
    op.drop_column("keys", "version")
    op.drop_column("games", "laid_out")
