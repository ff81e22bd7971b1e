"""How a browser came to its seat, what was done at the table, passes to other devices, confirmed mail, processes."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Who came by a link came by one; addresses from before are confirmed at their next notice."""
    op.add_column("access", sa.Column("way", sa.String(8), nullable=False, server_default="link"))
    op.add_column("access", sa.Column("since", sa.Float(), nullable=False, server_default="0"))
    op.add_column("access", sa.Column("added_by", sa.Integer()))
    op.execute(sa.text("UPDATE access SET way = 'made' WHERE NOT by_link"))
    op.drop_column("access", "by_link")
    op.add_column("games", sa.Column("acts", sa.Text()))
    op.add_column("seats", sa.Column("handed", sa.String(8)))
    op.add_column("seats", sa.Column("mail_until", sa.Float()))
    op.add_column("seats", sa.Column("mail_token", sa.String(64)))
    op.create_index("ix_seats_mail_token", "seats", ["mail_token"])
    op.execute(sa.text("UPDATE seats SET mail_until = -1 WHERE mail IS NOT NULL"))
    op.create_table(
        "passes",
        sa.Column("token", sa.String(64), nullable=False),
        sa.Column("game", sa.String(16), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("person", sa.Integer(), nullable=False),
        sa.Column("moves", sa.Boolean(), nullable=False),
        sa.Column("until", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_passes_game", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_passes_person", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("token", name="pk_passes"),
    )
    op.create_index("ix_passes_game", "passes", ["game"])
    op.create_table(
        "processes",
        sa.Column("name", sa.String(16), nullable=False),
        sa.Column("way", sa.String(8), nullable=False),
        sa.Column("beat", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_processes"),
    )


def downgrade() -> None:
    """Forget it."""
    op.drop_table("processes")
    op.drop_table("passes")
    op.drop_index("ix_seats_mail_token", "seats")
    op.drop_column("seats", "mail_token")
    op.drop_column("seats", "mail_until")
    op.drop_column("seats", "handed")
    op.drop_column("games", "acts")
    op.add_column("access", sa.Column("by_link", sa.Boolean(), nullable=False, server_default=sa.true()))
    op.execute(sa.text("UPDATE access SET by_link = (way <> 'made')"))
    op.drop_column("access", "added_by")
    op.drop_column("access", "since")
    op.drop_column("access", "way")
