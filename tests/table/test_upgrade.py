"""A database of an older revision: refused as it is, upgraded on demand, with everything in it."""

from __future__ import annotations

import random
import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from sanssouci.friedrich.files.replay import replay
from sanssouci.table.storage.database import inspect_sqlite
from sanssouci.table.storage.schema import HEAD

if TYPE_CHECKING:
    from conftest import Serve


#: what each revision brought, undone
UNDONE = {
    "0008": [
        *(f"ALTER TABLE seats ADD COLUMN {column}" for column in ("webhook TEXT", "mail TEXT")),
        *(f"ALTER TABLE seats ADD COLUMN {column}" for column in ("mail_until FLOAT", "mail_token VARCHAR(64)")),
        "CREATE INDEX ix_seats_mail_token ON seats (mail_token)",
        *(
            f"UPDATE seats SET {column} = (SELECT {kept} FROM addresses a "
            f"WHERE a.game = seats.game AND a.seat = seats.seat AND a.way = '{way}')"
            for column, way, kept in (
                ("webhook", "webhook", "address"),
                ("mail", "mail", "address"),
                ("mail_until", "mail", "until"),
                ("mail_token", "mail", "token"),
            )
        ),
        "DROP TABLE addresses",
    ],
    "0007": [
        "ALTER TABLE seats ADD COLUMN language VARCHAR(8) NOT NULL DEFAULT 'en'",
        "ALTER TABLE people DROP COLUMN language",
    ],
    "0006": [
        "DROP TABLE backs",
        *(f"ALTER TABLE games DROP COLUMN {column}" for column in ("shuffle", "back", "again")),
    ],
    "0005": [
        "ALTER TABLE access ADD COLUMN by_link BOOLEAN NOT NULL DEFAULT 1",
        "UPDATE access SET by_link = way <> 'made'",
        "DROP INDEX ix_seats_mail_token",
        *(f"ALTER TABLE access DROP COLUMN {column}" for column in ("way", "since", "added_by")),
        "ALTER TABLE games DROP COLUMN acts",
        *(f"ALTER TABLE seats DROP COLUMN {column}" for column in ("handed", "mail_until", "mail_token")),
        "DROP TABLE passes",
        "DROP TABLE processes",
    ],
    "0004": [
        "ALTER TABLE games DROP COLUMN laid_out",
        "DROP INDEX ix_games_stored",
        "ALTER TABLE games DROP COLUMN stored",
        "ALTER TABLE keys DROP COLUMN version",
    ],
    "0003": ["ALTER TABLE games DROP COLUMN hints"],
    "0002": ["ALTER TABLE seats DROP COLUMN language"],
}


def set_back(path: Path, revision: str) -> None:
    """Make a database look as an older version would have written it."""
    with sqlite3.connect(path) as connection:
        for later in sorted(UNDONE, reverse=True):
            if later > revision:
                for statement in UNDONE[later]:
                    connection.execute(statement)
        connection.execute("UPDATE alembic_version SET version_num = ?", (revision,))
    connection.close()


def test_a_language_chosen_for_a_seat_is_its_readers_now(serve: Serve, tmp_path: Path) -> None:
    """Revision 0006 kept it with the seat; who had chosen none is written to in English."""
    path = tmp_path / "table.sqlite3"
    server = serve(database=path)
    match = server.match()
    server.stop()
    set_back(path, "0006")
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE seats SET language = 'it' WHERE seat = 1")
    connection.close()
    server.arguments = (*server.arguments, "--upgrade")
    server.start()
    spoken = [
        browser.get(f"api/games/{match.game}/seats/{number}/notices")["language"]
        for number, browser in enumerate((match.host, match.guest))
    ]
    assert spoken == ["en", "it"]


def test_games_of_the_first_revision_are_kept(serve: Serve, tmp_path: Path) -> None:
    """Revision 0001 knew no language of a seat's notices, no game without hints, none that was laid out."""
    path = tmp_path / "table.sqlite3"
    server = serve(database=path)
    match = server.match()
    server.stop()
    set_back(path, "0001")
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


def test_a_running_game_of_an_older_version_goes_on(serve: Serve, tmp_path: Path) -> None:
    """Nothing was promised of it, and nothing is said of it."""
    path = tmp_path / "table.sqlite3"
    server = serve(database=path)
    match = server.match()
    with match.host.open(match.game) as anna, match.guest.open(match.game) as bruno:
        match.play([anna, bruno], random.Random(4), 10)
    server.stop()
    set_back(path, "0004")
    server.arguments = (*server.arguments, "--upgrade")
    server.start()
    match.host.base = match.guest.base = server.base
    assert match.host.get(f"api/games/{match.game}")["game"]["shuffle"] is None
    with match.host.open(match.game) as anna, match.guest.open(match.game) as bruno:
        assert match.play([anna, bruno], random.Random(5), 10) == 10
        orders = anna.state["orders"]
    match.host.post(f"api/games/{match.game}/seats/0/back", {"orders": orders - 4})
    match.guest.post(f"api/games/{match.game}/seats/1/back", {"orders": orders - 4})
    match.host.post(f"api/games/{match.game}/seats/0/concede")
    assert match.host.get(f"api/games/{match.game}/verify")["verdict"] == "not_committed"
    replay(match.host.call("GET", f"api/games/{match.game}/record")[2])


def test_addresses_for_notices_go_along(serve: Serve, tmp_path: Path) -> None:
    """Before they had a table of their own they stood in the rows of the seats."""
    path = tmp_path / "table.sqlite3"
    server = serve("--smtp", "smtp://127.0.0.1:1", database=path)
    match = server.match()
    notices = f"api/games/{match.game}/seats/1/notices"
    kept = match.guest.put(notices, {"webhook": "https://club.example/hook", "mail": "bruno@example.org"})
    assert kept["webhook"] is kept["mail"] is kept["unconfirmed"] is True
    server.stop()
    with sqlite3.connect(path) as database:
        before = database.execute("SELECT * FROM addresses ORDER BY way").fetchall()
    database.close()
    set_back(path, "0007")
    server.arguments = (*server.arguments, "--upgrade")
    server.start()
    assert match.guest.get(notices) == kept
    assert match.guest.put(notices, {"mail": None}) == {"webhook": True, "mail": False, "language": "en"}
    with sqlite3.connect(path) as database:
        after = database.execute("SELECT * FROM addresses ORDER BY way").fetchall()
    database.close()
    assert [row[2] for row in before] == ["mail", "webhook"] and after == before[1:]
