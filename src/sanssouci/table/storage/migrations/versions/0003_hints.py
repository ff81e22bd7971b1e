"""Whether a game is played with hints, and who would have it otherwise."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Older games keep their hints."""
    op.add_column("games", sa.Column("hints", sa.Text(), nullable=True))


def downgrade() -> None:
    """Forget it."""
    op.drop_column("games", "hints")
