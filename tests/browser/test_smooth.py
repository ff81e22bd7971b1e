"""Smooth everywhere: keys for the main acts, a phone on which nothing jumps."""

from __future__ import annotations

from collections.abc import Callable

import prepared
import pytest
from pan import pan_seconds
from playwright.sync_api import BrowserContext, expect
from tablepage import Table, new_game, until
from tableserver import Server

People = Callable[..., BrowserContext]
ARMIES = {
    "ferdinand": ("stade", 6),
    "richelieu": ("iserlohn", 8),
    "hanover-train-1": "celle",
    "france-train-1": "soest",
}


def table_of(context: BrowserContext, server: Server) -> Table:
    """A game of West in which Hanover is to move."""
    made = prepared.position("hanover", ARMIES, scenario="west", turn=2, hands={"hanover": ["13H"], "france": ["11D"]})
    game = new_game(context, server.base, "friedrich", made)
    return Table(context.new_page(), server.base, game["game"]).open().asked("MOVE_MENU")


def test_a_key_ends_the_movement_and_the_focus_is_kept(people: People, server: Server) -> None:
    """Warned or not: the focus never falls to the page's body."""
    table = table_of(people(), server)
    page = table.page
    before = table.orders()
    page.locator("#panel").focus()
    page.keyboard.press("e")
    anyway = table.act("end-anyway")
    until(page, lambda: table.orders() > before or anyway.count() > 0, "the movement neither ends nor warns")
    if anyway.count():
        page.wait_for_function("document.activeElement !== document.body")
        anyway.press("Enter")
    table.taken(before)
    page.wait_for_function("document.activeElement !== document.body")


@pytest.mark.parametrize("language", ["en-GB", "it-IT", "pl-PL", "es-ES", "de-DE", "fr-FR"])
def test_on_a_phone_the_prompt_takes_two_lines_and_the_map_stays(people: People, server: Server, language: str) -> None:
    """Undo appears after an order: the map below the bar begins where it began."""
    context = people(viewport={"width": 390, "height": 844}, has_touch=True, locale=language)
    table = table_of(context, server)
    page = table.page
    field = page.locator("main.field")
    page.evaluate("() => document.fonts.ready")
    first = field.bounding_box()
    page.locator("#order-line").fill("move ferdinand otterndorf")
    page.keyboard.press("Enter")
    table.done(0, "move ferdinand otterndorf", 0)
    expect(table.act("undo")).to_be_visible()
    assert field.bounding_box() == first
    lines, cut = page.locator(".prompt strong").evaluate(
        """(e) => [e.getBoundingClientRect().height / parseFloat(getComputedStyle(e).lineHeight),
          e.scrollHeight > e.clientHeight + 8]"""
    )
    assert lines < 2.5 and not cut, "the prompt is longer than two lines, or not all of it is seen"


def test_on_a_phone_one_sees_how_to_fold_the_panel(people: People, server: Server) -> None:
    """A button says it; folded, the map has the room."""
    table = table_of(people(viewport={"width": 390, "height": 844}, has_touch=True), server)
    page = table.page
    table.act("fold").tap()
    expect(page.locator("#panel")).to_be_hidden()
    table.act("fold").tap()
    expect(page.locator("#panel")).to_be_visible()


@pytest.mark.parametrize("wheel", [0, 6, 14], ids=["overview", "middle", "close"])
def test_panning_costs_the_page_next_to_nothing(people: People, server: Server, wheel: int) -> None:
    """Twenty steps cost the main thread less than half a second at any scale (finding 52)."""
    context = people(viewport={"width": 1366, "height": 768})
    game = new_game(context, server.base, "maria-theresa", prepared.CROWDED)
    table = Table(context.new_page(), server.base, game["game"]).open().asked("MOVE_MENU")
    assert pan_seconds(table, wheel, 20) < 0.5
