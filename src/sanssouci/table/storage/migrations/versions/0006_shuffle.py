"""The parts of a game's seed, and going back by consent."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Of older games nothing was promised; they go on as they are."""
    for column in ("shuffle", "back"):
        op.add_column("games", sa.Column(column, sa.Text(), nullable=True))
    op.add_column("games", sa.Column("again", sa.LargeBinary(), nullable=True))
    op.create_table(
        "backs",
        sa.Column("game", sa.String(length=16), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("orders", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("taken", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_backs_game"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game", "number", name=op.f("pk_backs")),
    )


def downgrade() -> None:
    """Forget it."""
    op.drop_table("backs")
    for column in ("again", "back", "shuffle"):
        op.drop_column("games", column)
