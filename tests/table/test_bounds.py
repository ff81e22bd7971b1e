"""What the server keeps is bounded, and one page says how (docs/limits.md)."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import sanssouci.table
from sanssouci.friedrich import Game
from sanssouci.table import limits, robot
from sanssouci.table.client import Refused
from sanssouci.table.errors import Refusal
from sanssouci.table.http.pages import Pages
from sanssouci.table.live.house import House
from sanssouci.table.live.model import Address, Seat
from sanssouci.table.notices.notifier import Notifier
from sanssouci.table.settings import Settings
from sanssouci.table.storage.database import open_database
from sanssouci.table.storage.schema import metadata

if TYPE_CHECKING:
    from conftest import Serve

PAGE = Path(__file__).parents[2] / "docs" / "limits.md"
#: something that grows: a container made empty for an object, or a cache
GROWS = re.compile(
    r"^\s+self\.(\w+)(?:: [^=]+)? = (?:\{\}|set\(\)|\[\]|OrderedDict|asyncio\.Queue|Counter|deque)"
    r"|@(?:lru_)?cache\b.*\n(?:async )?def (\w+)",
    re.M,
)
HANOVER = "allot hanover ferdinand=8 cumberland=4"


def stores() -> Iterator[str]:
    """`module.name` of everything in the server's code that grows."""
    folder = Path(str(sanssouci.table.__file__)).parent
    for path in sorted(folder.rglob("*.py")):
        if path.name != "client.py":  # a browser of the tests, no part of the server
            for found in GROWS.finditer(path.read_text("utf-8")):
                yield f"{path.stem}.{found[1] or found[2]}"


def test_one_page_lists_every_store_with_its_bound() -> None:
    page = PAGE.read_text("utf-8")
    listed = set(re.findall(r"`([a-z_]+\.\w+)`", page))
    found = set(stores())
    assert len(found) > 20 and found <= listed, f"not on the page: {sorted(found - listed)}"
    assert set(metadata.tables) == set(re.findall(r"^\| `(\w+)` \|", page, re.M))
    named = re.findall(r"`([A-Z_]+)` = (\d+)", page)
    assert len(named) > 15
    assert {name: getattr(limits, name) for name, _ in named} == {name: int(value) for name, value in named}


def test_a_file_is_kept_once_however_its_path_is_spelled(tmp_path: Path) -> None:
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets" / "page.js").write_text("x" * 1000)
    (tmp_path / "index.html").write_text('<base href="/">')
    pages = Pages("/club", tmp_path)
    names = [f"assets/{'./' * n}{'/' * (n % 3)}page.js" for n in range(50)] + ["assets/../assets/page.js"]
    assert {pages._name(name) for name in names} == {"assets/page.js"}
    for name in (*names, "assets/../index.html"):
        kept = pages._name(name)
        assert kept is not None and pages._asset(kept) is not None
    assert sorted(pages._kept) == ["assets/page.js", "index.html"]
    assert pages._kept["index.html"].body == b'<base href="/club/">'
    assert pages._name("../secret") is None and pages._name("assets") is None and pages._name("\0") is None


def test_unknown_games_leave_nothing_behind(tmp_path: Path) -> None:
    async def ask() -> tuple[int, int]:
        house = House(await open_database(str(tmp_path / "table.sqlite3")), Settings())
        for n in range(200):
            for _ in range(2):
                with pytest.raises(Refusal):
                    async with house.room(f"unknown{n:09}"):
                        pass
        await house.database.close()
        return len(house._opening), len(house._pins)

    assert asyncio.run(ask()) == (0, 0)


def test_two_who_open_a_game_at_once_get_the_same(serve: Serve, tmp_path: Path) -> None:
    game = serve().match().game

    async def both() -> bool:
        house = House(await open_database(str(tmp_path / "table.sqlite3")), Settings())

        async def one() -> Any:
            async with house.room(game) as room:
                await asyncio.sleep(0)
                return room

        first, second, third = await asyncio.gather(one(), one(), one())
        await house.database.close()
        return first is second is third and not house._opening

    assert asyncio.run(both())


def count(path: Path, table: str, where: str = "1") -> int:
    """Rows of a table."""
    with sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True) as connection:
        found = connection.execute(f"SELECT count(*) FROM {table} WHERE {where}").fetchone()
    connection.close()
    return int(found[0])


def test_old_lines_of_chat_go(serve: Serve, tmp_path: Path) -> None:
    match = serve(CHAT_LINES=20).match()
    with match.host.open(match.game) as anna:
        for n in range(50):
            assert anna.ask("chat", text=f"line {n}")["n"] == n
    assert count(tmp_path / "table.sqlite3", "chat") == 20
    with match.guest.open(match.game) as bruno:
        assert [line["n"] for line in bruno.state["chat"]] == list(range(30, 50))


def test_old_keys_go_and_a_fresh_one_is_still_answered(serve: Serve, tmp_path: Path) -> None:
    match = serve(KEYS_PER_GAME=200).match()
    with match.host.open(match.game) as anna:
        for _ in range(160):
            anna.order(HANOVER)
            anna.undo()
        assert 100 <= count(tmp_path / "table.sqlite3", "keys") <= 200
        version = anna.state["version"]
        message = {"text": HANOVER, "version": version, "key": "a-key-of-mine"}
        first, again = (anna.ask("order", **message) for _ in range(2))
        assert (first["n"], first["version"]) == (again["n"], again["version"]), "sent again, answered again, done once"


def test_browsers_go_with_their_games(serve: Serve, tmp_path: Path) -> None:
    server = serve(UPKEEP_SECONDS=0.2, STRANGER_SECONDS=1)
    path = tmp_path / "table.sqlite3"
    keeps, leaves = server.match(), server.match()
    assert count(path, "people") == 4
    leaves.host.call("DELETE", f"api/games/{leaves.game}")
    wait_for(lambda: count(path, "people") == 2)
    with keeps.guest.open(keeps.game) as bruno:
        assert bruno.state["seat"] == 1
    assert leaves.host.get("api/games") == {"games": []}
    made = leaves.host.post("api/sandbox", {"position": {"format": "friedrich-position/1", "scenario": "west"}})
    assert leaves.host.get(f"api/games/{made['game']}")["game"]["host"] is True, "a forgotten browser begins anew"


def wait_for(met: Any) -> None:
    """Ask until a condition is met: the server does it in its own time."""

    async def ask() -> None:
        async with asyncio.timeout(30):
            while not met():
                await asyncio.sleep(0.05)

    asyncio.run(ask())


def test_too_many_browsers_at_one_game(serve: Serve) -> None:
    match = serve(BROWSERS_PER_GAME=4).match()
    server = match.server
    for _ in range(2):
        server.browser().join(match.link)
    match.guest.join(match.link)  # who is there already may come again
    with pytest.raises(Refused) as refused:
        server.browser().join(match.link)
    assert refused.value.key == "table.too_many_browsers"
    fresh = match.host.post(f"api/games/{match.game}/seats/1/link", {})["link"]
    server.browser().join(fresh)


def record() -> str:
    """A whole game as text."""
    import random

    game, rng = Game.new(scenario="west", players=2, seed="upload"), random.Random(3)
    while (decision := game.decision) is not None:
        game.play(robot.order(game.menu(decision.roles[0]), rng))
    return game.record()


@pytest.mark.parametrize("path", ["api/records", "api/verify"])
def test_few_records_wait_to_be_read(serve: Serve, path: str) -> None:
    """S8: what waits is held in memory, so the rest is told to come again."""
    text = record()
    server = serve(RECORDS_WAITING=2)

    def upload() -> str:
        try:
            server.browser().post(path, {"text": text})
        except Refused as refused:
            return refused.key
        return "read"

    with ThreadPoolExecutor(8) as many:
        outcomes = Counter(one.result() for one in [many.submit(upload) for _ in range(8)])
    assert set(outcomes) == {"read", "table.too_fast"} and outcomes["read"] >= 2
    assert upload() == "read", "afterwards there is room again"


def test_uploads_count_as_games_and_by_what_they_take_up(serve: Serve, tmp_path: Path) -> None:
    text = record()
    path = tmp_path / "table.sqlite3"
    server = serve(GAMES_PER_BROWSER=2)
    browser = server.browser()
    games = [browser.post("api/records", {"text": text})["game"] for _ in range(2)]
    with pytest.raises(Refused) as refused:
        browser.post("api/records", {"text": text})
    assert refused.value.key == "table.too_many_games" and count(path, "games") == 2
    with sqlite3.connect(path) as connection:
        said = connection.execute("SELECT stored FROM games WHERE id = ?", (games[0],)).fetchone()[0]
        sums = "sum(length(position) + length(events) + length(secret))"
        true = connection.execute(f"SELECT {sums} FROM orders WHERE game = ?", (games[0],)).fetchone()[0]
    connection.close()
    assert said == true > len(text)
    server.stop()
    for bounds, key in (
        ({"RECORD_STORED": said - 1}, "table.too_large"),
        ({"RECORDS_PER_BROWSER": 3 * said - 1}, "table.too_many_records"),
        ({"RECORDS_STORED": 3 * said - 1}, "table.full"),
        ({"GAMES_KEPT": 2}, "table.full"),
    ):
        server = serve(database=path, **bounds)
        again = server.browser()
        again.cookie = browser.cookie
        with pytest.raises(Refused) as refused:
            again.post("api/records", {"text": text})
        assert refused.value.key == key and count(path, "games") == 2
        server.stop()


def test_the_whole_table_can_be_full(serve: Serve) -> None:
    server = serve(GAMES_KEPT=2)
    match = server.match()
    server.match()
    with pytest.raises(Refused) as refused:
        server.match()
    assert refused.value.key == "table.full"
    with match.host.open(match.game) as anna:
        assert anna.order(HANOVER)["n"] == 0, "games that run go on"


def test_the_last_notices_are_known_and_no_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "NOTICES_KNOWN", 5)

    class Told:
        """A game in which a seat with an address waits."""

        def __init__(self, game: str) -> None:
            seat = Seat(0, ["friedrich"], "here", "", addresses={"webhook": Address("https://example.org/")})
            self.row = type("Row", (), {"id": game, "waiting": [0], "seats": [seat], "versions": [1]})()

    async def look() -> int:
        notifier = Notifier(House(await open_database(str(tmp_path / "table.sqlite3")), Settings()))
        notifier._write = nothing  # type: ignore[method-assign, assignment]
        for n in range(50):
            await notifier.look(Told(f"game{n}"))  # type: ignore[arg-type]
        await notifier.close()
        await notifier.house.database.close()
        return len(notifier._known)

    assert asyncio.run(look()) <= 5


async def nothing(*_given: Any) -> None:
    """Writes nothing down."""
