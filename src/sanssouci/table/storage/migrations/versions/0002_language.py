"""The language in which a seat wants its notices."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Notices of older games stay English."""
    op.add_column("seats", sa.Column("language", sa.String(length=8), nullable=False, server_default="en"))
