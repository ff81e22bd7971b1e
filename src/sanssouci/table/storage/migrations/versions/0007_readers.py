"""The language of notices is kept with who reads them, no longer with each seat."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"

_CHOSEN = """
UPDATE people SET language = coalesce((
  SELECT max(seats.language) FROM access JOIN seats ON seats.game = access.game AND seats.seat = access.seat
  WHERE access.person = people.id AND seats.language <> 'en'
), 'en')
"""
_GIVEN_BACK = """
UPDATE seats SET language = coalesce((
  SELECT max(people.language) FROM access JOIN people ON people.id = access.person
  WHERE access.game = seats.game AND access.seat = seats.seat
), 'en')
"""


def upgrade() -> None:
    """Who chose a language for a seat has it for all; everybody else is written to in English, as before."""
    op.add_column("people", sa.Column("language", sa.String(length=8), nullable=False, server_default="en"))
    op.execute(sa.text(_CHOSEN))
    op.drop_column("seats", "language")


def downgrade() -> None:
    """Each seat by itself again."""
    op.add_column("seats", sa.Column("language", sa.String(length=8), nullable=False, server_default="en"))
    op.execute(sa.text(_GIVEN_BACK))
    op.drop_column("people", "language")
