"""Addresses for notices in a table of their own, a row for each channel."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Every address goes along, with whether it was confirmed."""
    op.create_table(
        "addresses",
        sa.Column("game", sa.String(length=16), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("way", sa.String(length=8), nullable=False),
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("until", sa.Float(), nullable=True),
        sa.Column("token", sa.String(length=64), nullable=True),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_addresses_game"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game", "seat", "way", name=op.f("pk_addresses")),
    )
    op.create_index("ix_addresses_token", "addresses", ["token"])
    for way, until, token in (("webhook", "NULL", "NULL"), ("mail", "mail_until", "mail_token")):
        op.execute(
            sa.text(
                "INSERT INTO addresses (game, seat, way, address, until, token) "
                f"SELECT game, seat, '{way}', {way}, {until}, {token} FROM seats WHERE {way} IS NOT NULL"
            )
        )
    op.drop_index("ix_seats_mail_token", "seats")
    for column in ("webhook", "mail", "mail_until", "mail_token"):
        op.drop_column("seats", column)


def downgrade() -> None:
    """Back into the rows of the seats."""
    op.add_column("seats", sa.Column("webhook", sa.Text()))
    op.add_column("seats", sa.Column("mail", sa.Text()))
    op.add_column("seats", sa.Column("mail_until", sa.Float()))
    op.add_column("seats", sa.Column("mail_token", sa.String(64)))
    op.create_index("ix_seats_mail_token", "seats", ["mail_token"])
    for column, way, kept in (
        ("webhook", "webhook", "address"),
        ("mail", "mail", "address"),
        ("mail_until", "mail", "until"),
        ("mail_token", "mail", "token"),
    ):
        op.execute(
            sa.text(
                f"UPDATE seats SET {column} = (SELECT {kept} FROM addresses "
                f"WHERE addresses.game = seats.game AND addresses.seat = seats.seat AND addresses.way = '{way}')"
            )
        )
    op.drop_table("addresses")
