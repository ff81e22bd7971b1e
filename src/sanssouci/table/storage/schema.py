"""The tables of the database, as SQLAlchemy Core sees them.

The first version and every change since are written down as Alembic migrations in `migrations/`;
a test compares the two. JSON is kept as text that we write ourselves, positions as compressed JSON.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Row,
    String,
    Table,
    Text,
    false,
)

#: columns and what goes into them
Values = dict[str, object]
#: what the database gives back
Found = Row[Any]

#: revision of the migrations that this code speaks
HEAD = "0008"
#: SQLite's application_id of our files: "SSTF"
APPLICATION_ID = 0x53535446

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
    }
)

#: a browser, known by the hash of its cookie
people = Table(
    "people",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("cookie", String(64), nullable=False, unique=True),
    Column("created", Float, nullable=False),  # or when it last began or joined a game
    Column("language", String(8), nullable=False, server_default="en"),  # of the notices it gets
)

games = Table(
    "games",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("host", ForeignKey("people.id"), nullable=False, index=True),
    Column("scenario", String(20), nullable=False),
    Column("players", Integer, nullable=False),
    Column("options", Text, nullable=False),
    Column("created", Float, nullable=False),
    Column("changed", Float, nullable=False),
    Column("version", Integer, nullable=False),  # one more with every commit that concerns play
    Column("versions", Text, nullable=False),  # JSON: what each seat saw last, by seat
    Column("orders", Integer, nullable=False),  # how many stand in the log
    Column("start", LargeBinary, nullable=False),  # the complete position before the first order
    Column("summary", Text, nullable=False),  # JSON: turn, nation, state, waiting seats
    Column("proposal", Text),  # JSON: an end proposed, once it is over a rematch, and who agreed
    Column("result", Text),  # JSON once it is over
    Column("rematch", String(16)),
    Column("sandbox", Boolean, nullable=False),
    Column("watch", String(64), unique=True),  # hash of the spectators' link
    Column("pace", Text),  # JSON
    Column("clock", Text),  # JSON: when the waiting seats are overdue, their banks, and who has come
    Column("hints", Text),  # JSON: whether bots advise, and who would have it otherwise; null: they do
    Column("stored", BigInteger, nullable=False, server_default="0", index=True),  # bytes of an uploaded record
    Column("laid_out", Boolean, nullable=False, server_default=false()),  # the host set the position it began from
    Column("acts", Text),  # JSON: what was done at the table that is no order, the last of it
    Column("shuffle", Text),  # JSON: the parts of the seed; null: nothing was promised
    Column("back", Text),  # JSON: to go back to an earlier moment is proposed, and who agreed
    Column("again", LargeBinary),  # the start dealt anew, once everybody went back to it
)

seats = Table(
    "seats",
    metadata,
    Column("game", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("roles", Text, nullable=False),  # JSON
    Column("kind", String(8), nullable=False),  # here, friend, bot
    Column("name", Text, nullable=False),
    Column("bot", String(40)),  # who plays it now, if not a person
    Column("link", String(64), unique=True),  # hash of the link's token
    Column("joined", Boolean, nullable=False),
    Column("conceded", Boolean, nullable=False),
    Column("notes", Text, nullable=False),
    Column("instruction", Text),  # JSON
    Column("handed", String(8)),  # who handed it to its bot: seat, host, clock
)

#: where notices of a seat go, by channel
addresses = Table(
    "addresses",
    metadata,
    Column("game", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("way", String(8), primary_key=True),  # the channel
    Column("address", Text, nullable=False),
    Column("until", Float),  # null: confirmed, or need not be; else notices go there until then; -1: not asked yet
    Column("token", String(64), index=True),  # hash of the token that confirms it
)

#: which browser may sit where; seat -1 is a spectator
access = Table(
    "access",
    metadata,
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("game", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True, index=True),
    Column("seat", Integer, primary_key=True),
    Column("way", String(8), nullable=False, server_default="link"),  # made: with the game; link; device: by the seat
    Column("since", Float, nullable=False, server_default="0"),
    Column("added_by", Integer),  # the browser that added a device
)

#: links by which a seat goes to another device of its own: used once, and not for long
passes = Table(
    "passes",
    metadata,
    Column("token", String(64), primary_key=True),  # its hash
    Column("game", ForeignKey("games.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("seat", Integer, nullable=False),
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("moves", Boolean, nullable=False),  # the browser that made it gives its place up
    Column("until", Float, nullable=False),
)

orders = Table(
    "orders",
    metadata,
    Column("game", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("role", String(20), nullable=False),
    Column("nation", String(20)),
    Column("turn", Integer, nullable=False),
    Column("stage", String(40), nullable=False),  # undo of a stage goes back to where this changes
    Column("state", String(20), nullable=False),
    Column("text", Text, nullable=False),
    Column("events", Text, nullable=False),  # JSON: what everybody may know
    Column("secret", Text, nullable=False),  # JSON: by role what it alone was told
    Column("revealed", BigInteger, nullable=False),  # the engine's counter before the order
    Column("position", LargeBinary, nullable=False),  # complete, after the order
    Column("at", Float, nullable=False),
)

#: orders that everybody agreed to take back
backs = Table(
    "backs",
    metadata,
    Column("game", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),  # from 1
    Column("orders", Integer, nullable=False),  # how many were left standing
    Column("seat", Integer, nullable=False),  # who asked
    Column("at", Float, nullable=False),
    Column("taken", LargeBinary, nullable=False),  # compressed JSON: the entries of the log
)

#: idempotency: what was answered to a key
keys = Table(
    "keys",
    metadata,
    Column("game", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("key", String(64), primary_key=True),
    Column("asked", String(64), nullable=False),  # hash of the request
    Column("reply", Text, nullable=False),
    Column("version", Integer, nullable=False, server_default="0"),  # of the game, after it
)

chat = Table(
    "chat",
    metadata,
    Column("game", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("name", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("at", Float, nullable=False),
)

#: the last notice of each seat and channel; one that went out or was given up is never due
notices = Table(
    "notices",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("game", ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("version", Integer, nullable=False),
    Column("way", String(8), nullable=False),  # the channel
    Column("tries", Integer, nullable=False),
    Column("due", Float, nullable=False),
    Index("ix_notices_due", "due"),
    Index("uq_notices_once", "game", "seat", "version", "way", unique=True),
)

#: the server processes on this database; one that does not beat is gone
processes = Table(
    "processes",
    metadata,
    Column("name", String(16), primary_key=True),
    Column("way", String(8), nullable=False),  # how it tells the others
    Column("beat", Float, nullable=False),  # by the database's clock
)
