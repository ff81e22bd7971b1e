"""A database of an older revision: refused as it is, upgraded on demand, with everything in it."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from sanssouci.table.storage.database import inspect_sqlite
from sanssouci.table.storage.schema import HEAD

if TYPE_CHECKING:
    from conftest import Serve


def test_games_of_the_first_revision_are_kept(serve: Serve, tmp_path: Path) -> None:
    """Revision 0001 knew no language of a seat's notices, no game without hints, none that was laid out."""
    path = tmp_path / "table.sqlite3"
    server = serve(database=path)
    match = server.match()
    server.stop()
    with sqlite3.connect(path) as connection:
        connection.execute("ALTER TABLE seats DROP COLUMN language")
        connection.execute("ALTER TABLE games DROP COLUMN hints")
        connection.execute("ALTER TABLE games DROP COLUMN laid_out")
        connection.execute("DROP INDEX ix_games_stored")
        connection.execute("ALTER TABLE games DROP COLUMN stored")
        connection.execute("ALTER TABLE keys DROP COLUMN version")
        connection.execute("ALTER TABLE access ADD COLUMN by_link BOOLEAN NOT NULL DEFAULT 1")
        connection.execute("UPDATE access SET by_link = way <> 'made'")
        connection.execute("DROP INDEX ix_seats_mail_token")
        for table, columns in {
            "access": ("way", "since", "added_by"),
            "games": ("acts",),
            "seats": ("handed", "mail_until", "mail_token"),
        }.items():
            for column in columns:
                connection.execute(f"ALTER TABLE {table} DROP COLUMN {column}")
        connection.execute("DROP TABLE passes")
        connection.execute("DROP TABLE processes")
        connection.execute("UPDATE alembic_version SET version_num = '0001'")
    connection.close()
    before = path.read_bytes()
    with pytest.raises(AssertionError, match=r"older version .* --upgrade"):
        server.start()
    assert path.read_bytes() == before, "without being asked nothing is changed"
    server.arguments = (*server.arguments, "--upgrade")
    server.start()
    assert inspect_sqlite(path) == HEAD and inspect_sqlite(tmp_path / "table.sqlite3.0001.bak") == "0001"
    told = match.guest.put(f"api/games/{match.game}/seats/1/notices", {"language": "it"})
    assert told == {"webhook": False, "mail": False, "language": "it"}
    assert match.host.get(f"api/games/{match.game}")["game"]["hints"] is True
    with match.host.open(match.game) as anna:
        anna.order("allot hanover ferdinand=8 cumberland=4")
    seats = match.host.get(f"api/games/{match.game}")["game"]["seats"]
    assert [seat["browsers"] for seat in seats] == [1, 1]
    match.host.post(f"api/games/{match.game}/seats/1/link")
    seats = match.host.get(f"api/games/{match.game}")["game"]["seats"]
    assert [seat["browsers"] for seat in seats] == [1, 0], "who came by a link is known to have come by one"
