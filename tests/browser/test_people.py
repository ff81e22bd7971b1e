"""People at the table: a newcomer, two browsers, one screen for two, taking back, a server that dies."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import prepared
from playwright.sync_api import BrowserContext, Page, expect
from robot import Robot
from tablepage import PATIENCE, Table, new_game
from tableserver import Server

People = Callable[..., BrowserContext]


def hear(page: Page) -> list[str]:
    """Everything the server tells this page over sockets."""
    heard: list[str] = []

    def take(frame: str | bytes) -> None:
        heard.append(frame if isinstance(frame, str) else frame.decode())

    page.on("websocket", lambda socket: socket.on("framereceived", take))
    return heard


def test_a_new_user_creates_a_game_and_plays_a_turn(people: People, server: Server) -> None:
    """From the start page, with the pointer, into the second turn; the game is found again afterwards."""
    context = people()
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(server.base)
    page.get_by_role("radio", name="The War in the West").check()
    page.get_by_label("Name of").first.fill("Emilie")
    expect(page.get_by_label("Name of Friedrich")).to_have_value("Emilie")
    page.locator("select[data-seat='1']").select_option("bot")
    page.locator('[data-act="create"]').click()
    expect(page.locator('.action[data-state="ALLOT"]')).to_be_attached(timeout=PATIENCE)
    assert "game/" in page.url
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Others’ orders are shown").select_option("instant")
    page.get_by_role("dialog").get_by_role("button", name="Close").click()
    robot = Robot(page, random.Random(6), 0.5)
    while robot.turn() < 2:
        robot.step()
    assert robot.orders >= 4
    page.goto(server.base)
    expect(page.locator(".games li").first).to_contain_text("Emilie")
    expect(page.locator(".games li").first).to_contain_text("turn 2")
    page.locator(".games li a").first.click()
    expect(page.locator(".prompt")).to_contain_text("Turn 2")


TWO_HANDS = prepared.position(
    "hanover",
    {"ferdinand": ("stade", 6), "cumberland": ("alfeld", 6), "richelieu": ("iserlohn", 8), "soubise": ("fulda", 5)},
    scenario="west",
    turn=2,
    hands={"hanover": ["13H", "12H"], "prussia": ["7C"], "france": ["11D", "10D"]},
)


def test_two_browsers_see_their_own_hands_only(people: People, server: Server) -> None:
    """Friends over the net: neither page ever holds or hears a card of the other."""
    anna, bruno = people(), people()
    game = new_game(anna, server.base, "friedrich", TWO_HANDS)
    hers = anna.new_page()
    hers_heard = hear(hers)
    Table(hers, server.base, game["game"]).open().asked("MOVE_MENU")
    his = bruno.new_page()
    his_heard = hear(his)
    his.add_init_script("localStorage.setItem('sanssouci-speed', 'instant')")
    his.goto(f"{server.base}{game['links']['1']}")
    # before he sits down, and whenever he looks, he is told that she laid the game out
    expect(his.locator("[data-laid-out]")).to_contain_text("host laid this game out")
    his.get_by_label("Your name").fill("Bruno")
    his.locator('[data-act="join"]').click()
    expect(his.locator(".prompt")).to_be_visible(timeout=PATIENCE)
    assert "#" not in his.url, "the token is still in the address"
    expect(his.locator(".hand")).to_have_count(1)
    expect(hers.locator(".hand")).to_have_count(2)
    hers.locator('[data-pick="stade"]').click()
    hers.locator("circle.lit").first.wait_for(state="attached")
    table = Table(hers, server.base, game["game"])
    city = sorted(table.lit())[0]
    table.tap(city)
    table.press("confirm")
    expect(hers.locator('[data-pick="stade"]')).to_have_count(0)
    his.wait_for_function("() => document.querySelector('.table').dataset.version !== '0'")
    expect(hers.locator('[data-act="undo"]')).to_be_visible()
    his.get_by_role("tab", name="Log").click()
    expect(his.locator(".panel")).to_contain_text("Ferdinand")
    his.get_by_role("tab", name="People").click()
    expect(his.locator("[data-laid-out]")).to_be_visible()
    assert any("11D/1" in told for told in his_heard) and any("13H/1" in told for told in hers_heard)
    for card in ("13H/1", "12H/1", "7C/1"):
        assert not any(card in told for told in his_heard)
    for card in ("11D/1", "10D/1"):
        assert not any(card in told for told in hers_heard)
    # troops are secret too: her six and six are in no message of his
    for told in his_heard:
        message = json.loads(told)
        for stack in (message.get("view") or {}).get("stacks", []):
            assert ("troops" in stack) == (stack["nation"] == "france")


def test_undo_stops_at_a_reveal(people: People, server: Server) -> None:
    """A move can be taken back; after cards were paid openly nothing can."""
    context = people()
    game = new_game(context, server.base, "maria-theresa", prepared.RECRUIT)
    table = Table(context.new_page(), server.base, game["game"]).open().asked("MOVE_MENU")
    expect(table.act("undo")).to_have_count(0)
    table.tap("prag")
    table.tap("melnik")
    table.press("confirm")
    expect(table.act("undo")).to_be_visible()
    assert table.view(2)["pieces"]["daun"]["city"] == "melnik"
    table.press("undo")
    expect(table.act("undo")).to_have_count(0)
    assert table.orders() == 0 and table.view(2)["pieces"]["daun"]["city"] == "prag"
    table.tap("prag")
    table.tap("melnik")
    table.press("confirm")
    expect(table.act("undo")).to_be_visible()
    table.press("recruit")
    table.page.get_by_role("button", name="More: New troops").click()
    table.press("buy")
    expect(table.act("buy")).to_have_count(0)
    expect(table.act("undo")).to_have_count(0)
    table.page.keyboard.press("u")
    # what was sent before is answered before
    table.page.locator("#order-line").fill("move daun breslau")
    table.page.keyboard.press("Enter")
    expect(table.page.get_by_role("alert")).to_be_visible()
    assert table.orders() == 2


def test_hot_seat(people: People, server: Server) -> None:
    """Two at one screen: a curtain between them, and behind it nothing of the game."""
    context = people()
    game = new_game(context, server.base, ["friedrich", "pompadour"], None, scenario="west")
    page = context.new_page()
    heard = hear(page)
    table = Table(page, server.base, game["game"])
    table.open()
    curtain = page.locator(".curtain")
    expect(curtain).to_be_visible(timeout=PATIENCE)
    expect(curtain).to_contain_text("Anna")
    assert not any('"view"' in told for told in heard), "something of the game came before the curtain was lifted"
    page.locator('[data-act="take"]').click()
    table.asked("ALLOT")
    page.locator('[data-act="allot-hanover"]').click()
    expect(curtain).to_contain_text("David", timeout=PATIENCE)
    expect(page.locator(".hand, .map, .prompt, .panel")).to_have_count(0)
    heard.clear()
    page.reload()
    expect(curtain).to_be_visible(timeout=PATIENCE)
    assert not any('"view"' in told for told in heard)
    page.locator('[data-act="take"]').click()
    table.asked("ALLOT")
    page.locator('[data-act="allot-france"]').click()
    expect(curtain).to_contain_text("Anna", timeout=PATIENCE)
    page.locator('[data-act="take"]').click()
    table.asked("FORCED_DISCARD")
    expect(page.locator(".hand.n-prussia")).to_be_visible()
    expect(page.locator(".hand.n-france")).to_have_count(0)


def test_reconnect_after_a_kill(people: People, watch: Any, tmp_path: Path) -> None:
    """The server is killed and comes back: the page notices, says so, returns, and play goes on where it was."""
    watch.allowed += ["WebSocket", "ERR_CONNECTION_REFUSED", "Failed to load resource"]
    server = Server(tmp_path / "table.sqlite3").start()
    try:
        context = people()
        game = new_game(context, server.base, "maria-theresa", prepared.MOVES)
        table = Table(context.new_page(), server.base, game["game"]).open().asked("MOVE_MENU")
        table.tap("prag")
        table.tap("melnik")
        table.press("confirm")
        expect(table.act("undo")).to_be_visible()
        server.kill()
        lost = table.page.locator(".lost")
        expect(lost).to_be_visible(timeout=PATIENCE)
        server.start()
        expect(lost).to_have_count(0, timeout=3 * PATIENCE)
        assert table.last_order(2) == "move daun melnik"
        table.tap("kolin")
        lit = table.page.locator("circle.lit")
        expect(lit.first).to_be_attached()
        table.tap("kuttenberg")
        table.press("confirm")
        table.done(2, "move browne kuttenberg", 1)
        assert table.orders() == 2
    finally:
        server.stop()
