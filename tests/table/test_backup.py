"""`sanssouci backup` and `restore` while games run."""

from __future__ import annotations

import asyncio
import os
import random
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import sanssouci as sanssouci_package
from sanssouci.table.storage.backup import LEFT_BEHIND, OF_A_GAME
from sanssouci.table.storage.database import open_database
from sanssouci.table.storage.schema import games, metadata, people

if TYPE_CHECKING:
    from conftest import Serve

SRC = Path(sanssouci_package.__file__).parents[1]


def sanssouci(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """Run a command of ours."""
    command = [sys.executable, "-c", "from sanssouci.cli import main; main()", *map(str, arguments)]
    environment = os.environ | {"PYTHONPATH": str(SRC)}
    return subprocess.run(command, capture_output=True, text=True, env=environment, timeout=120)


def test_a_backup_while_games_run_is_restored_elsewhere(serve: Serve, tmp_path: Path) -> None:
    server = serve()
    match = server.match()
    anna, bruno = match.sit()
    match.play([anna, bruno], random.Random(1), 30)
    bots = [{"kind": "bot", "bot": "random"}] * 4
    watcher = server.browser()
    watcher.post("api/games", {"scenario": "standard", "players": 4, "seats": bots})
    done = sanssouci("backup", tmp_path / "b.sqlite3", "--database", server.database)
    assert done.returncode == 0 and done.stdout.startswith("2 games written"), done
    version, log = anna.version, anna.state["log"]
    acting = match.host if anna.state.get("menu") else match.guest
    match.play([anna, bruno], random.Random(2), 10)

    other = tmp_path / "elsewhere.sqlite3"
    done = sanssouci("restore", tmp_path / "b.sqlite3", "--database", other)
    assert done.returncode == 0 and done.stdout.startswith("2 games restored, 0 left"), done
    second = serve(database=other)
    match.host.base = match.guest.base = second.base
    with match.host.open(match.game) as restored:
        assert restored.state["log"] == log and restored.version == version, "cookies go on working"
    with acting.open(match.game) as restored:
        restored.my_turn()


def test_a_backup_keeps_the_language_of_each_person(serve: Serve, tmp_path: Path) -> None:
    """Two at one table, each written to in a language of their own, there and where the backup is put back."""
    server = serve()
    match = server.match()
    seats = [(match.host, f"api/games/{match.game}/seats/0/notices", "pl")]
    seats += [(match.guest, f"api/games/{match.game}/seats/1/notices", "fr")]
    for person, path, language in seats:
        person.put(path, {"language": language})
    assert sanssouci("backup", tmp_path / "b.sqlite3", "--database", server.database).returncode == 0
    other = tmp_path / "elsewhere.sqlite3"
    assert sanssouci("restore", tmp_path / "b.sqlite3", "--database", other).returncode == 0
    match.host.base = match.guest.base = serve(database=other).base
    assert [person.get(path)["language"] for person, path, _ in seats] == ["pl", "fr"]


def test_a_restore_into_a_running_server_leaves_what_is_there(serve: Serve, tmp_path: Path) -> None:
    server = serve()
    match = server.match()
    anna, bruno = match.sit()
    match.play([anna, bruno], random.Random(1), 10)
    lost = server.match()
    assert sanssouci("backup", tmp_path / "b.sqlite3", "--database", server.database).returncode == 0
    lost.host.delete(f"api/games/{lost.game}")
    match.play([anna, bruno], random.Random(2), 5)
    done = sanssouci("restore", tmp_path / "b.sqlite3", "--database", server.database)
    assert done.stdout.startswith("1 game restored, 1 left"), done
    assert lost.host.get(f"api/games/{lost.game}")["game"]["orders"] == 0
    match.play([anna, bruno], random.Random(3), 5)
    assert anna.state["orders"] == 20


def test_replacing_is_noticed_by_a_running_server(serve: Serve, tmp_path: Path) -> None:
    server = serve()
    match = server.match()
    anna, bruno = match.sit()
    match.play([anna, bruno], random.Random(1), 10)
    assert sanssouci("backup", tmp_path / "b.sqlite3", "--database", server.database).returncode == 0
    match.play([anna, bruno], random.Random(2), 10)
    done = sanssouci("restore", tmp_path / "b.sqlite3", "--database", server.database, "--replace")
    assert done.stdout.startswith("1 game restored, 0 left"), done
    anna.close()
    bruno.close()
    server.stop()
    server.start()
    with match.host.open(match.game) as again:
        assert again.state["orders"] == 10


def test_a_backup_says_what_is_in_it(serve: Serve, tmp_path: Path) -> None:
    server = serve("--private-webhooks")
    match = server.match()
    anna, bruno = match.sit()
    match.play([anna, bruno], random.Random(1), 7)
    anna.ask("chat", text="good evening")
    anna.ask("notes", text="he bluffs")
    match.guest.put(f"api/games/{match.game}/seats/1/notices", {"webhook": "http://127.0.0.1:9/told-in-clear"})
    made = match.host.post(f"api/games/{match.game}/seats/0/devices", {"moves": False})
    kept = tmp_path / "b.sqlite3"
    done = sanssouci("backup", kept, "--database", server.database)
    assert done.returncode == 0, done
    first, *said = done.stdout.splitlines()
    assert first == f"1 game written to {kept}"
    assert "7 orders, 1 line of talk, the notes of 1 seat, 1 address for notices" in said[0]
    assert "the cookies of 2 browsers" in said[1] and "brings all of this back" in said[2]
    before = kept.read_bytes()
    looked = sanssouci("restore", kept, "--look", "--database", tmp_path / "none.sqlite3")
    assert looked.stdout.splitlines() == [f"1 game in {kept}", *said]
    assert kept.read_bytes() == before and not (tmp_path / "none.sqlite3").exists()
    # what is said to be in clear is, and what is said to be hashed is nowhere else
    assert b"told-in-clear" in before and b"he bluffs" in before and b"good evening" in before
    tokens = [re.split("[^A-Za-z0-9_-]", link)[-1] for link in (match.link, made["link"])]
    for secret in (match.host.cookie, match.guest.cookie, *tokens):
        assert secret and len(secret) > 15 and secret.encode() not in before


def test_every_table_is_restored_or_said_to_be_left_behind() -> None:
    assert {games, people, *OF_A_GAME, *LEFT_BEHIND} == set(metadata.tables.values())
    assert not set(OF_A_GAME) & set(LEFT_BEHIND)


def test_problems_are_sentences(serve: Serve, tmp_path: Path) -> None:
    (tmp_path / "there").write_text("x")
    for arguments, said in (
        (("backup", tmp_path / "b", "--database", tmp_path / "none.sqlite3"), "There is no database"),
        (("backup", tmp_path / "there", "--database", tmp_path / "none.sqlite3"), "exists already"),
        (("backup", tmp_path / "b", "--database", tmp_path / "there"), "is no database"),
        (("restore", tmp_path / "none", "--database", tmp_path / "x.sqlite3"), "There is no file"),
        (("restore", tmp_path / "there", "--database", tmp_path / "x.sqlite3"), "is no database"),
        (("restore", tmp_path / "none", "--look"), "There is no file"),
        (("restore", tmp_path / "there", "--look"), "is no database"),
        (("serve", "--database", tmp_path / "there"), "is no database"),
        (("serve", "--database", "mysql://x/y"), "no database this table knows"),
    ):
        done = sanssouci(*arguments)
        assert done.returncode == 2 and said in done.stderr and "Traceback" not in done.stderr, done
    assert (tmp_path / "there").read_text() == "x" and not (tmp_path / "x.sqlite3").exists()


def mode(path: Path) -> int:
    """Who may read and write a file."""
    return path.stat().st_mode & 0o777


def test_nobody_else_may_read_databases_and_backups(serve: Serve, tmp_path: Path) -> None:
    path, target = tmp_path / "table.sqlite3", tmp_path / "copy.sqlite3"
    server = serve(database=path)
    match = server.match()
    with match.host.open(match.game) as anna:
        anna.order("allot hanover ferdinand=8 cumberland=4")
    assert sanssouci("backup", target, "--database", path).returncode == 0
    kept = [path, target, *tmp_path.glob("table.sqlite3-*")]
    assert len(kept) == 4 and {mode(file) for file in kept} == {0o600}
    server.stop()
    path.chmod(0o644)
    old = tmp_path / "table.sqlite3.0001.bak"
    old.write_bytes(b"a copy of an earlier version")
    old.chmod(0o644)
    server.start()
    assert mode(path) == mode(old) == 0o600
    told = [line for line in server.lines if "others could read" in line]
    assert len(told) == 1 and "table.sqlite3," in told[0] and "0001.bak" in told[0]


def test_a_file_that_is_not_ours_is_a_warning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The table begins all the same, and tightens what is its own."""
    path, foreign = tmp_path / "table.sqlite3", tmp_path / "table.sqlite3.0001.bak"
    asyncio.run(opened(path))
    for file in (path, foreign):
        file.touch()
        file.chmod(0o644)
    tighten = Path.chmod

    def chmod(self: Path, mode: int) -> None:
        if self == foreign:
            raise PermissionError
        tighten(self, mode)

    monkeypatch.setattr(Path, "chmod", chmod)
    with caplog.at_level("INFO"):
        asyncio.run(opened(path))
    assert (mode(path), mode(foreign)) == (0o600, 0o644)
    told = [(record.levelname, record.getMessage()) for record in caplog.records if "others" in record.getMessage()]
    assert told == [
        ("WARNING", f"{foreign} can be read by others, and it is not ours to change that"),
        ("INFO", "others could read table.sqlite3; now they cannot"),
    ]


async def opened(path: Path) -> None:
    """Open a database as the table does, and close it."""
    await (await open_database(str(path))).close()


def test_a_backup_into_no_folder_is_one_sentence(serve: Serve, tmp_path: Path) -> None:
    path = tmp_path / "table.sqlite3"
    serve(database=path)
    done = sanssouci("backup", tmp_path / "nowhere" / "copy.sqlite3", "--database", path)
    assert done.returncode == 2 and done.stderr == f"There is no folder {tmp_path / 'nowhere'}.\n"
