"""The deal and going back, as the people at the table see them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import prepared
from playwright.sync_api import BrowserContext, Page, expect
from tablepage import PATIENCE, Table, new_game, until
from tableserver import Server

People = Callable[..., BrowserContext]


def sit(page: Page, server: Server, link: str) -> None:
    """Sit down by a link."""
    page.add_init_script("localStorage.setItem('sanssouci-speed', 'instant')")
    page.goto(f"{server.base}{link}")
    page.get_by_label("Your name").fill("Bruno")
    page.locator('[data-act="join"]').click()
    expect(page.locator("#tab-people")).to_be_visible(timeout=PATIENCE)


def added(table: Table, seat: int) -> None:
    """Wait until a seat has added to the shuffle: an order would deal the cards."""
    card = f"{table.base}api/games/{table.game}"

    def parts() -> dict[str, Any]:
        found: dict[str, Any] = table.page.context.request.get(card).json()["game"]["shuffle"]["parts"]
        return found

    until(table.page, lambda: str(seat) in parts(), "everybody has added")


def give(table: Table, order: str) -> None:
    """Type an order and wait until it is taken."""
    before = table.orders()
    table.page.locator("#tab-play").click()
    table.page.locator("#order-line").fill(order)
    table.page.locator("#order-line").press("Enter")
    table.taken(before)


def people_tab(page: Page) -> Any:
    """The people at the table."""
    page.locator("#tab-people").click()
    return page.locator(".shuffle")


def test_everybody_adds_and_the_promise_is_checked(people: People, server: Server) -> None:
    """The browser adds by itself, words may take its place, and at the end the table's word is held to it."""
    anna, bruno = people(), people()
    game = new_game(anna, server.base, "friedrich", scenario="west")
    hers = anna.new_page()
    Table(hers, server.base, game["game"]).open().asked("ALLOT")
    shuffle = people_tab(hers)
    expect(shuffle).to_have_attribute("data-shuffle", "open")
    promised = shuffle.locator("[data-commitment]").inner_text()
    assert len(promised) == 64
    digits = shuffle.locator('[data-part="0"] code')
    expect(digits).to_have_count(1)
    assert len(digits.inner_text()) == 32
    shuffle.get_by_label("Words of your own").fill("seven  geese")
    shuffle.locator('[data-act="add-part"]').click()
    expect(digits).to_have_text("seven geese")
    his = bruno.new_page()
    sit(his, server, game["links"]["1"])
    expect(people_tab(his).locator('[data-part="1"] code')).to_have_count(1)
    expect(hers.locator('[data-part="1"] code')).to_have_count(1)
    base = f"{server.base}api/games/{game['game']}"
    assert bruno.request.post(f"{base}/seats/1/concede", data={}).ok
    hers.locator("#tab-people").click()
    shuffle.locator('[data-act="verify"]').click()
    expect(shuffle.locator("[data-verdict]")).to_have_attribute("data-verdict", "proved")
    expect(shuffle.locator("[data-verdict]")).to_contain_text(promised)
    expect(shuffle.locator("[data-same]")).to_have_attribute("data-same", "true")
    # what this browser remembers is no longer what it is told: then it says so
    hers.evaluate(
        """() => { for (const key of Object.keys(localStorage)) if (key.startsWith('sanssouci-shuffle-'))
             localStorage.setItem(key, JSON.stringify({commitment: 'another', part: 'seven geese'})); }"""
    )
    hers.reload()
    people_tab(hers).locator('[data-act="verify"]').click()
    expect(shuffle.locator("[data-same]")).to_have_attribute("data-same", "false")


def test_who_comes_after_the_deal_is_told(people: People, server: Server) -> None:
    anna, bruno = people(), people()
    game = new_game(anna, server.base, "friedrich", scenario="west")
    hers = anna.new_page()
    give(Table(hers, server.base, game["game"]).open().asked("ALLOT"), "allot hanover ferdinand=8 cumberland=4")
    expect(people_tab(hers)).to_have_attribute("data-shuffle", "dealt")
    expect(people_tab(hers)).to_contain_text("The cards are dealt.")
    his = bruno.new_page()
    sit(his, server, game["links"]["1"])
    expect(people_tab(his)).to_contain_text("you have added nothing")


SCENE = prepared.position(
    "hanover",
    {"ferdinand": ("stade", 6), "cumberland": ("alfeld", 6), "richelieu": ("iserlohn", 8), "soubise": ("fulda", 5)},
    scenario="west",
    turn=2,
    hands={"hanover": ["13H", "12H"], "prussia": ["7C"], "france": ["11D", "10D"]},
)


def test_back_to_a_line_that_is_mine_and_by_vote(people: People, server: Server) -> None:
    anna, bruno = people(), people()
    game = new_game(anna, server.base, "friedrich", SCENE)
    hers, his = anna.new_page(), bruno.new_page()
    table = Table(hers, server.base, game["game"]).open().asked("MOVE_MENU")
    sit(his, server, game["links"]["1"])
    added(table, 1)
    for order in ("move cumberland northeim", "move ferdinand zeven"):
        give(table, order)
    hers.locator("#tab-log").click()
    # after the first of her two moves: her own to take back, once she is sure
    line = hers.locator('[data-back-to="1"]')
    expect(line).to_have_attribute("aria-label", "Back to here")
    line.click()
    expect(hers.get_by_role("dialog")).to_contain_text("1 order")
    hers.locator('dialog [data-act="yes"]').click()
    expect(hers.locator('[data-back-to="1"]')).to_have_count(0)
    until(hers, lambda: table.orders() == 1, "one order stands")
    hers.locator("#tab-play").click()
    give(table, "move ferdinand zeven")
    give(table, "end")
    until(hers, lambda: table.orders() == 3, "her stage is over")
    # what was revealed since cannot be taken back alone: she asks, and says before what stays known
    hers.locator("#tab-log").click()
    line = hers.locator('[data-back-to="1"]')
    expect(line).to_have_attribute("aria-label", "Ask the others to go back to here")
    line.click()
    expect(hers.get_by_role("dialog")).to_contain_text("stays known to those who saw it")
    hers.locator('dialog [data-act="yes"]').click()
    asked = his.locator(".back[data-back='1']")
    expect(asked).to_contain_text("asks to go back")
    expect(asked).to_contain_text("stay known")
    assert table.orders() == 3
    asked.locator('[data-act="back-agree"]').click()
    until(hers, lambda: table.orders() == 1, "all agreed")
    expect(asked).to_have_count(0)
    # what was taken back can still be read
    taken = hers.locator('[data-act-of="act.goneBack"]')
    expect(taken).to_contain_text("2 orders were taken back")
    taken.locator('[data-act="show-taken"]').click()
    expect(taken.locator("s").first).to_contain_text("Ferdinand")


def test_one_may_refuse(people: People, server: Server) -> None:
    anna, bruno = people(), people()
    game = new_game(anna, server.base, "friedrich", SCENE)
    hers, his = anna.new_page(), bruno.new_page()
    table = Table(hers, server.base, game["game"]).open().asked("MOVE_MENU")
    sit(his, server, game["links"]["1"])
    added(table, 1)
    give(table, "move cumberland northeim")
    give(table, "end")
    hers.locator("#tab-log").click()
    hers.locator('[data-back-to="1"]').click()
    hers.locator('dialog [data-act="yes"]').click()
    his.locator('[data-act="back-refuse"]').click()
    hers.locator("#tab-play").click()
    expect(hers.locator(".back[data-back]")).to_have_count(0, timeout=PATIENCE)
    assert table.orders() == 2
