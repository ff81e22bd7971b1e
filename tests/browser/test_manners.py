"""Good manners: nothing out of date stays in sight, and a wrong address says so."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import prepared
import pytest
from playwright.sync_api import BrowserContext, expect
from tablepage import PATIENCE, PLACE, Table, new_game
from tableserver import Server

People = Callable[..., BrowserContext]


def at_the_table(people: People, server: Server, **options: Any) -> Table:
    """Maria Theresa with Daun in Prag and Browne in Kolin, to move."""
    context = people(**options)
    game = new_game(context, server.base, "maria-theresa", prepared.MOVES)
    return Table(context.new_page(), server.base, game["game"]).open().asked("MOVE_MENU")


def test_a_refusal_goes_when_it_is_out_of_date(people: People, server: Server) -> None:
    """With Escape, with its cross, with another plan, with other words, and with the next order that succeeds."""
    table = at_the_table(people, server)
    page = table.page
    refusal, line = page.get_by_role("alert"), page.locator("#order-line")

    def refused() -> None:
        line.fill("move daun breslau")
        page.keyboard.press("Enter")
        expect(refusal).to_contain_text("R4")

    refused()
    page.keyboard.press("Escape")
    expect(refusal).to_have_count(0)
    expect(line).to_have_value("move daun breslau")
    refused()
    refusal.get_by_role("button", name="Close").click()
    expect(refusal).to_have_count(0)
    refused()
    line.press("End")
    line.press("Backspace")
    expect(refusal).to_have_count(0)
    refused()
    table.tap("prag")
    expect(page.locator(".companions")).to_be_visible()
    expect(refusal).to_have_count(0)
    refused()
    table.tap("melnik")
    expect(page.locator("p.way")).to_contain_text("Melnik")
    expect(refusal).to_have_count(0)
    refused()
    table.press("confirm")
    table.done(2, "move daun melnik", 0)
    expect(refusal).to_have_count(0)
    expect(line).to_have_value("")


def test_escape_lays_the_refusal_aside_first(people: People, server: Server) -> None:
    """One Escape for the refusal, the next for the plan."""
    table = at_the_table(people, server)
    page = table.page
    table.tap("prag")
    expect(page.locator(".companions")).to_be_visible()
    page.locator("#order-line").fill("move daun breslau")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_be_visible()
    page.locator(".panel").focus()
    page.keyboard.press("Escape")
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(page.locator(".companions")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".companions")).to_have_count(0)


def test_a_refusal_covers_no_card(people: People, server: Server) -> None:
    """The card of a piece and a refusal lie side by side."""
    table = at_the_table(people, server)
    page = table.page
    table.tap("prag")
    expect(page.locator(".inspect")).to_be_visible()
    page.locator("#order-line").fill("move daun breslau")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_be_visible()
    card, word = page.locator(".inspect").bounding_box(), page.get_by_role("alert").bounding_box()
    assert card is not None and word is not None
    beside = card["x"] + card["width"] <= word["x"] or word["x"] + word["width"] <= card["x"]
    above = card["y"] + card["height"] <= word["y"] or word["y"] + word["height"] <= card["y"]
    assert beside or above, (card, word)


def test_a_card_does_not_cover_its_city(people: People, server: Server) -> None:
    """Whoever is tapped can still be seen beside what is said of him, in the west and in the east of the map."""
    table = at_the_table(people, server)
    page = table.page
    for city in ("prag", "breslau", "kolin"):
        table.tap(city)
        card = page.locator(".inspect")
        expect(card).to_be_visible()
        x, y = page.evaluate(
            """([x, y]) => {
              const p = new DOMPoint(x, y).matrixTransform(document.querySelector('.map svg > g').getScreenCTM());
              return [p.x, p.y];
            }""",
            list(PLACE[city][:2]),
        )
        box = card.bounding_box()
        assert box is not None
        within = box["x"] <= x <= box["x"] + box["width"] and box["y"] <= y <= box["y"] + box["height"]
        assert not within, (city, x, y, box)
        page.locator(".panel").focus()
        page.keyboard.press("Escape")
        page.keyboard.press("Escape")
        expect(card).to_have_count(0)


def test_card_and_reach_follow_a_typed_order(people: People, server: Server) -> None:
    """What is said of a piece is asked for again when the game goes on, and goes when the piece has left."""
    table = at_the_table(people, server)
    page = table.page
    reach = page.locator("circle.reach")
    table.tap("breslau")
    expect(page.locator(".inspect")).to_contain_text("Keith")
    expect(reach.first).to_be_attached()
    table.tap("prag")
    expect(page.locator(".inspect")).to_contain_text("Daun")
    page.locator("#order-line").fill("move daun melnik")
    page.keyboard.press("Enter")
    table.done(2, "move daun melnik", 0)
    expect(page.locator(".inspect")).to_have_count(0)
    expect(reach).to_have_count(0)
    expect(page.locator("circle.focus")).to_have_count(0)
    table.tap("melnik")
    expect(page.locator(".inspect")).to_contain_text("Daun")
    expect(page.locator(".inspect")).to_contain_text("Melnik")
    # another piece moves: the card of the one that stays is not closed
    page.locator("#order-line").fill("move browne kuttenberg")
    page.keyboard.press("Enter")
    table.done(2, "move browne kuttenberg", 1)
    expect(page.locator(".inspect")).to_contain_text("Daun")


@pytest.mark.parametrize(("locale", "back"), [("en-GB", "To the start page"), ("it-IT", "Alla pagina iniziale")])
def test_unknown_addresses_say_so(people: People, server: Server, watch: Any, locale: str, back: str) -> None:
    """One sentence and a way back, in both languages; nothing that looks like a page one did not ask for."""
    watch.allowed += ["WebSocket", "Failed to load resource"]
    page = people(locale=locale).new_page()
    page.set_default_timeout(PATIENCE)
    wrong = ("nonsense", "game", "game/nonsense", "game/nonsense/replay", "game/nonsense/odd", "learn/99", "learn/x")
    for path in wrong:
        page.goto(f"{server.base}{path}")
        nowhere = page.locator("main.nowhere")
        expect(nowhere).to_be_visible()
        expect(nowhere.locator("p").first).not_to_be_empty()
        expect(page.locator("main")).to_have_count(1)
        nowhere.get_by_role("link", name=back).click()
        expect(page.locator('[data-act="create"]')).to_be_visible()
        assert page.url == server.base
