"""Who sits at a seat and how he came there: evicted browsers, the host's hands, devices (S3, S4, M10)."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from sanssouci.table.client import Browser, Refused
from sanssouci.table.contract.requests import Hello, Instruct, Note, Order, Say, TakeBack
from sanssouci.table.errors import Refusal
from sanssouci.table.http.api_seats import new_link
from sanssouci.table.live import talk
from sanssouci.table.live.connection import Connection
from sanssouci.table.live.house import House
from sanssouci.table.live.instructions import instruct
from sanssouci.table.live.model import Seat
from sanssouci.table.settings import Settings
from sanssouci.table.storage import store_people
from sanssouci.table.storage.database import open_database

if TYPE_CHECKING:
    from conftest import Match, Serve, ServerProcess

HANOVER = "allot hanover ferdinand=8 cumberland=4"


def refusal(call: Any, *arguments: Any, **more: Any) -> str:
    """The key with which a call is refused."""
    with pytest.raises(Refused) as caught:
        call(*arguments, **more)
    return caught.value.key


def seat_of(browser: Browser, game: str, seat: int) -> dict[str, Any]:
    """A seat's card as a browser sees it."""
    found: dict[str, Any] = browser.get(f"api/games/{game}")["game"]["seats"][seat]
    return found


def acts(browser: Browser, game: str) -> list[str]:
    """What was done at the table, as a browser that opens the game reads it."""
    with browser.open(game) as seat:
        return [act["key"].removeprefix("act.") for act in seat.state["table"]["acts"]]


# S3 ----------------------------------------------------------------------------------------------


async def at_a_game(path: Path) -> tuple[House, str, int]:
    """A house with a game of two seats, both of one browser that came to seat 0 by its link."""
    house = House(await open_database(str(path)), Settings())
    async with house.database.writing() as connection:
        host = await store_people.new_person(connection, "0" * 64)
        guest = await store_people.new_person(connection, "1" * 64)
    at_table = [Seat(0, ["friedrich"], "friend", "Anna", joined=True), Seat(1, ["pompadour"], "here", "Bruno")]
    row, _links = await house.create(host, "west", {}, at_table)
    async with house.database.writing() as connection:
        await store_people.grant(connection, guest, row.id, 0, "link")
    return house, row.id, guest


def test_who_was_let_go_does_nothing_more(tmp_path: Path) -> None:
    """Its socket is full and unread, so that it still stands open; what comes by it counts for nothing."""

    async def run() -> None:
        house, game, guest = await at_a_game(tmp_path / "table.sqlite3")
        async with house.room(game) as room:
            evicted = Connection(room, guest, [0])
            await talk.greet(house, evicted, Hello(), None)
            waiting: list[Callable[[], Coroutine[Any, Any, Any]]] = [
                lambda: talk.order(house, evicted, Order(HANOVER, room.row.version, "12345678")),
                lambda: talk.undo(house, evicted, TakeBack("order", room.row.version, "12345679")),
                lambda: talk.chat(house, evicted, Say("still here")),
                lambda: talk.notes(house, evicted, Note("still here")),
                lambda: instruct(house, evicted, Instruct(None)),
            ]
            async with room.lock:
                # they wait for the lock while the link is replaced, as messages of a busy moment do
                early = [asyncio.ensure_future(one()) for one in waiting]
                await asyncio.sleep(0)
                await new_link(house, room, 0)
            late = [asyncio.ensure_future(one()) for one in waiting]
            for outcome in await asyncio.gather(*early, *late, return_exceptions=True):
                assert isinstance(outcome, Refusal) and outcome.key == "table.not_yours", outcome
            assert room.row.orders == 0 and room.row.seats[0].notes == ""
            async with house.database.reading() as connection:
                assert await store_people.chat_tail(connection, game, 5) == []
        await house.database.close()

    asyncio.run(run())


def test_who_comes_while_the_link_is_replaced_is_not_greeted(tmp_path: Path) -> None:
    async def run() -> None:
        house, game, guest = await at_a_game(tmp_path / "table.sqlite3")
        async with house.room(game) as room:
            late = Connection(room, guest, await house.seats_of(guest, room))
            async with room.lock:
                await new_link(house, room, 0)
            with pytest.raises(Refusal) as caught:
                await talk.greet(house, late, Hello(), None)
            assert caught.value.key == "table.not_yours"
            assert late.queue.empty() and not room.connections
        await house.database.close()

    asyncio.run(run())


def test_a_link_that_is_replaced_while_somebody_joins_leads_nowhere(tmp_path: Path, serve: Serve) -> None:
    """M10: the token was good when it was looked up, and is not when the seat is given."""
    found, replaced = tmp_path / "found", tmp_path / "replaced"
    held = (
        "from sanssouci.table.storage import store_people as s\n"
        "import asyncio, pathlib\n"
        "find = s.find_link\n"
        "async def held(connection, link, *a, **k):\n"
        "    one = await find(connection, link, *a, **k)\n"
        f"    if not a and not k: pathlib.Path({str(found)!r}).touch()\n"
        f"    while not a and not k and not pathlib.Path({str(replaced)!r}).exists(): await asyncio.sleep(0.01)\n"
        "    return one\n"
        "s.find_link = held"
    )
    server = serve(first=held)
    replaced.touch()
    match = server.match()
    replaced.unlink()
    found.unlink()
    guest = server.browser()

    async def race() -> Any:
        joining = asyncio.create_task(asyncio.to_thread(guest.join, match.link))
        while not found.exists():
            await asyncio.sleep(0.01)
        await asyncio.to_thread(match.host.post, f"api/games/{match.game}/seats/1/link")
        replaced.touch()
        return await asyncio.gather(joining, return_exceptions=True)

    (outcome,) = asyncio.run(race())
    assert isinstance(outcome, Refused) and outcome.key == "table.no_such_link"


# S4 ----------------------------------------------------------------------------------------------


def test_a_second_browser_at_a_seat_is_seen_by_everybody(server: ServerProcess, match: Match) -> None:
    anna, bruno = match.sit()
    assert seat_of(match.host, match.game, 1)["browsers"] == 1
    second = server.browser()
    second.join(match.link)
    for seat in (anna, bruno):
        seat.until(lambda one: one.state["table"]["card"]["seats"][1]["browsers"] == 2)
        act = seat.state["table"]["acts"][-1]
        assert act["key"] == "act.came.link" and act["args"]["name"] == "Bruno" and act["args"]["count"] == 2
    devices = match.guest.get(f"api/games/{match.game}/seats/1/devices")["devices"]
    assert [one["way"] for one in devices] == ["link", "link"]
    # its owner puts the other one out
    other = next(one["device"] for one in devices if not one["this"])
    with second.open(match.game) as looking:
        match.guest.post(f"api/games/{match.game}/seats/1/devices/end", {"device": other})
        looking.until(lambda one: one.told[-1]["type"] == "gone")
    assert refusal(second.get, f"api/games/{match.game}") == "table.no_such_game"
    assert seat_of(match.host, match.game, 1)["browsers"] == 1


def test_what_the_host_does_stands_beside_the_log(server: ServerProcess, match: Match) -> None:
    path = f"api/games/{match.game}/seats/1"
    assert acts(match.guest, match.game) == ["joined"]
    fresh = match.host.post(f"{path}/link")["link"]
    match.host.join(fresh)
    match.host.post(f"{path}/bot", {"bot": "random"})
    match.host.post(f"{path}/bot", {"bot": None})
    match.guest.join(fresh)
    assert acts(match.guest, match.game) == ["joined", "link.host", "joined", "bot.seat", "back.seat", "came.link"]
    assert seat_of(match.guest, match.game, 1)["browsers"] == 2
    with match.guest.open(match.game) as seat:
        told = seat.state["table"]["acts"][1]
        assert told["args"] == {"name": "Bruno", "roles": ["pompadour"]} and told["orders"] == 0


def test_the_host_names_and_hands_over_in_the_open(server: ServerProcess, match: Match) -> None:
    path = f"api/games/{match.game}/seats/1"
    match.host.post(f"{path}/name", {"name": "Brunhilde"})
    match.host.post(f"{path}/bot", {"bot": "random"})
    match.host.post(f"{path}/bot", {"bot": None})
    assert acts(match.guest, match.game)[1:] == ["renamed.host", "bot.host", "back.host"]
    game = match.host.post(
        "api/games", {"scenario": "west", "players": 2, "seats": [{"kind": "here"}, {"kind": "bot", "bot": "random"}]}
    )["game"]
    match.host.post(f"api/games/{game}/seats/1/bot", {"bot": None})
    assert acts(match.host, game) == ["opened.host"]


def test_the_host_alone_does_not_agree(server: ServerProcess, match: Match) -> None:
    """Handing the others' seats to bots makes the host no majority: not for hints, not for a winner."""
    path = f"api/games/{match.game}/seats"
    for browser, seat in ((match.host, 0), (match.guest, 1)):
        browser.post(f"{path}/{seat}/hints", {"hints": False})
    card = match.host.get(f"api/games/{match.game}")["game"]
    assert card["hints"] is False
    match.host.post(f"{path}/1/bot", {"bot": "random"})
    match.host.post(f"{path}/0/hints", {"hints": True})
    match.host.post(f"{path}/0/agree", {"winners": ["friedrich"]})
    card = match.host.get(f"api/games/{match.game}")["game"]
    assert card["hints"] is False and card["result"] is None
    # whom the host replaced may still say his word
    match.guest.post(f"{path}/1/hints", {"hints": True})
    assert match.host.get(f"api/games/{match.game}")["game"]["hints"] is True
    # who handed his own seat to a bot has left the word to the others
    match.guest.post(f"{path}/1/bot", {"bot": None})
    match.guest.post(f"{path}/1/bot", {"bot": "random"})
    match.host.post(f"{path}/0/agree", {"winners": None})
    match.host.post(f"{path}/0/agree", {"winners": ["friedrich"]})
    assert match.host.get(f"api/games/{match.game}")["game"]["result"]["winners"] == ["friedrich"]


def test_nobody_makes_others_forget_what_he_did(server: ServerProcess, match: Match) -> None:
    """Beside the log stand the last things done; whoever does one thing over and over pushes out nothing else."""
    match.host.join(match.link)
    for n in range(45):
        match.host.post(f"api/games/{match.game}/seats/0/name", {"name": f"Anna {n}"})
    done = acts(match.guest, match.game)
    assert len(done) == 40 and done[:2] == ["joined", "came.host"]


# Devices -----------------------------------------------------------------------------------------


def test_a_seat_is_taken_to_another_device(server: ServerProcess, match: Match) -> None:
    path = f"api/games/{match.game}/seats/0/devices"
    anna, bruno = match.sit()
    phone = server.browser()
    made = match.host.post(path, {})
    assert made["link"].startswith("device#") and made["until"].endswith("Z")
    token = made["link"].partition("#")[2]
    told = phone.post("api/invitation", {"token": token})
    assert told["device"] == "adds" and told["roles"] == ["friedrich"] and told["name"] == "Anna"
    assert phone.join(made["link"]) == {"game": match.game, "seat": 0}
    bruno.until(lambda one: one.state["table"]["card"]["seats"][0]["devices"] == 1)
    assert bruno.state["table"]["acts"][-1]["key"] == "act.added"
    assert bruno.state["table"]["card"]["seats"][0]["browsers"] == 1, "no browser that came by a link"
    with phone.open(match.game) as seat:
        seat.order(HANOVER)
        anna.until(lambda one: one.state["orders"] == 1)
    # used once
    assert refusal(server.browser().join, made["link"]) == "table.no_such_link"
    devices = phone.get(path)["devices"]
    assert [(one["way"], one["this"]) for one in devices] == [("made", False), ("device", True)]
    # the owner ends it
    with phone.open(match.game) as looking:
        match.host.post(f"{path}/end", {"device": devices[1]["device"]})
        looking.until(lambda one: one.told[-1]["type"] == "gone")
        assert looking.told[-1]["why"] == "ended"
    assert refusal(phone.get, f"api/games/{match.game}") == "table.no_such_game"
    assert acts(match.guest, match.game)[-1] == "deviceEnded"


def test_a_seat_moves_to_another_device(server: ServerProcess, match: Match) -> None:
    path = f"api/games/{match.game}/seats/1/devices"
    anna, bruno = match.sit()
    phone = server.browser()
    phone.join(match.guest.post(path, {"moves": True})["link"])
    bruno.until(lambda one: one.told[-1]["type"] == "gone")
    assert bruno.told[-1]["why"] == "moved", "nobody replaced a link"
    anna.until(lambda one: one.state["table"]["acts"][-1]["key"] == "act.moved")
    card = anna.state["table"]["card"]["seats"][1]
    assert (card["browsers"], card["devices"]) == (1, 0)
    assert refusal(match.guest.get, f"api/games/{match.game}") == "table.no_such_game"
    with phone.open(match.game) as seat:
        assert seat.state["seat"] == 1
    # it came by a link as the one before it did: a new link lets it go
    match.host.post(f"api/games/{match.game}/seats/1/link")
    assert refusal(phone.get, f"api/games/{match.game}") == "table.no_such_game"


def test_only_the_seat_itself_adds_and_ends_devices(server: ServerProcess, match: Match) -> None:
    path = f"api/games/{match.game}/seats"
    assert refusal(match.host.post, f"{path}/1/devices", {}) == "table.not_yours"
    assert refusal(match.host.get, f"{path}/1/devices") == "table.not_yours"
    # who came to the host's own seat by a link does not put the host out
    guest = server.browser()
    guest.join(match.host.post(f"{path}/0/link")["link"])
    devices = guest.get(f"{path}/0/devices")["devices"]
    first = next(one for one in devices if one["way"] == "made")["device"]
    this = next(one for one in devices if one["this"])["device"]
    assert refusal(guest.post, f"{path}/0/devices/end", {"device": first}) == "table.not_this_device"
    assert refusal(guest.post, f"{path}/0/devices/end", {"device": this}) == "table.not_this_device"
    assert refusal(guest.post, f"{path}/0/devices/end", {"device": "nobody"}) == "table.no_such_device"
    # a device that the host added himself may: the old one is lost
    phone = server.browser()
    phone.join(match.host.post(f"{path}/0/devices", {})["link"])
    phone.post(f"{path}/0/devices/end", {"device": first})
    assert match.host.get(f"api/games/{match.game}")["game"]["mine"] == []


def test_a_pass_is_good_for_ten_minutes(serve: Serve, tmp_path: Path) -> None:
    server = serve(database=tmp_path / "table.sqlite3")
    match = server.match()
    made = [match.host.post(f"api/games/{match.game}/seats/0/devices", {})["link"] for _ in range(7)]
    with sqlite3.connect(tmp_path / "table.sqlite3") as database:
        kept = database.execute("SELECT until FROM passes").fetchall()
        assert len(kept) == 5, "the oldest go"
        database.execute("UPDATE passes SET until = until - 601")
    database.close()
    assert refusal(server.browser().join, made[-1]) == "table.no_such_link"


def test_a_pass_dies_with_the_place_of_who_made_it(server: ServerProcess, match: Match) -> None:
    made = match.guest.post(f"api/games/{match.game}/seats/1/devices", {})["link"]
    match.host.post(f"api/games/{match.game}/seats/1/link")
    assert refusal(server.browser().join, made) == "table.no_such_link"
