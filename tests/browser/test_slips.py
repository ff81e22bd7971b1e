"""Slips that cost games: a second click, a piece laid down again, cards that move under the pointer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import prepared
import pytest
from playwright.sync_api import BrowserContext, expect
from tablepage import Table, new_game, until
from tableserver import Server

People = Callable[..., BrowserContext]

#: Keith (♥ at Prag) is seven behind: none of his low cards ends the exchange, so he plays one after the other
BEHIND = prepared.position(
    "austria",
    {"daun": ("melnik", 8), "keith": ("prag", 1), "prussia-train-1": "glatz"},
    phase="combat",
    turn=4,
    hands={"prussia": ["2H", "4H", "3H", "9C"], "austria": ["6S"]},
)

#: presses the button at once and in every frame of the first 300 ms after the page shows another decision: nobody
#: meant it yet
PRESS_AT_ONCE = """() => {
  const table = document.querySelector('.table');
  const before = document.querySelector('.battle .score').textContent;
  new MutationObserver((_, observer) => {
    if (document.querySelector('.battle .score')?.textContent === before) return;
    observer.disconnect();
    const until = performance.now() + 300;
    window.presses = 0;
    const press = () => {
      window.presses += 1;
      document.querySelector('[data-act="pass"]')?.click();
    };
    const frame = () => {
      if (performance.now() > until) return;
      press();
      requestAnimationFrame(frame);
    };
    for (let k = 0; k < 3; k += 1) press();
    frame();
  }).observe(table, { subtree: true, childList: true, attributes: true, characterData: true });
}"""


def sit(people: People, server: Server, role: str, made: Any, state: str, **options: Any) -> Table:
    """A seat at a prepared table."""
    context = people(**options)
    game = new_game(context, server.base, role, made)
    return Table(context.new_page(), server.base, game["game"]).open().asked(state)


@pytest.mark.parametrize("city", ["leipa", "jungbunzlau", "melnik"])
def test_the_last_city_again_sends_the_piece(people: People, server: Server, city: str) -> None:
    """Three cities, two and one: the second click on the destination goes there, and does not zoom."""
    table = sit(people, server, "maria-theresa", prepared.MOVES, "MOVE_MENU")
    table.tap("prag")
    expect(table.page.locator(f'circle.lit[data-city="{city}"]')).to_be_attached()
    table.tap(city)
    expect(table.act("confirm")).to_be_enabled()
    table.tap(city)
    until(table.page, lambda: table.orders() == 1, "the second click on the last city does nothing")
    assert table.view(2)["pieces"]["daun"]["city"] == city


def test_a_double_click_on_a_piece_does_not_zoom(people: People, server: Server) -> None:
    """It takes the piece up and lays it down again, and the map stays where it was."""
    table = sit(people, server, "maria-theresa", prepared.MOVES, "MOVE_MENU")
    table.settled()
    before = table.point("prag"), table.point("kolin")
    table.page.mouse.dblclick(*before[0])
    expect(table.page.locator(".companions")).to_have_count(0)
    assert (table.point("prag"), table.point("kolin")) == before


def test_a_piece_touched_again_is_laid_down(people: People, server: Server) -> None:
    """No walk to a neighbour and back: the second click puts it down, its card and all, nothing has been ordered."""
    table = sit(people, server, "maria-theresa", prepared.MOVES, "MOVE_MENU")
    page = table.page
    table.tap("prag")
    expect(page.locator('circle.lit[data-city="leipa"]')).to_be_attached()
    assert "prag" not in table.lit(), "the piece's own city is offered as a goal"
    table.tap("prag")
    expect(page.locator(".companions")).to_have_count(0)
    expect(page.locator("circle.lit, path.way, .inspect, circle.focus")).to_have_count(0)
    # and once more: up and down
    table.tap("prag")
    expect(page.locator(".companions")).to_be_visible()
    table.tap("prag")
    expect(page.locator(".companions")).to_have_count(0)
    # a way there and back can still be walked city by city
    table.tap("prag")
    expect(page.locator('circle.lit[data-city="melnik"]')).to_be_attached()
    table.tap("melnik")
    table.tap("prag")
    expect(page.locator("p.way")).to_contain_text("Prag–Melnik–Prag")
    assert table.orders() == 0


def test_a_drop_out_of_reach_is_explained(people: People, server: Server) -> None:
    """Dragging says why not, as a click does."""
    table = sit(people, server, "maria-theresa", prepared.MOVES, "MOVE_MENU")
    table.point("breslau")
    table.drag("prag", "koeniggraetz")
    expect(table.page.get_by_role("alert")).to_contain_text("R4")


def test_combat_cards_keep_their_places(people: People, server: Server) -> None:
    """Sorted from the start; a played card leaves a gap, and a click on the gap plays nothing."""
    table = sit(people, server, "friedrich", BEHIND, "CARD")
    page = table.page
    cards = page.locator(".plays button.card")
    expect(cards).to_have_count(3)
    expect(cards.first).to_be_enabled()
    assert [text.split()[0][0] for text in cards.all_inner_texts()] == ["4", "3", "2"]
    places = [card.bounding_box() for card in cards.all()]
    first = places[0]
    assert first is not None
    middle = first["x"] + first["width"] / 2, first["y"] + first["height"] / 2
    page.mouse.click(*middle)
    expect(cards).to_have_count(2)
    expect(cards.first).to_be_enabled()
    assert [card.bounding_box() for card in cards.all()] == places[1:]
    page.mouse.click(*middle)
    cards.last.click()
    expect(cards).to_have_count(1)
    assert table.orders() == 2, "a click on the place of a played card has played another one"
    assert cards.first.bounding_box() == places[1]


def test_nobody_gives_up_by_accident(people: People, server: Server) -> None:
    """A panel that has just changed takes neither card nor surrender; a moment later it does."""
    table = sit(people, server, "friedrich", BEHIND, "CARD")
    table.page.evaluate(PRESS_AT_ONCE)
    table.page.locator(".plays button.card").first.click()
    expect(table.page.locator(".plays button.card")).to_have_count(2)
    expect(table.act("pass")).to_be_enabled()
    assert table.page.evaluate("window.presses") > 2
    assert table.orders() == 1, "an accidental press has given the combat up"
    table.press("pass")
    until(table.page, lambda: table.orders() == 2, "a deliberate press is not taken")


def test_who_wants_to_be_asked_is_asked(people: People, server: Server) -> None:
    """The setting: a card and a surrender take a second word."""
    table = sit(people, server, "friedrich", BEHIND, "CARD")
    page = table.page
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Ask again before a card").check()
    page.get_by_role("dialog").get_by_role("button", name="Close").click()
    table.press("pass")
    expect(table.act("sure")).to_contain_text("Give up")
    table.press("unsure")
    page.locator(".plays button.card").first.click()
    expect(table.act("sure")).to_contain_text("4♥")
    assert table.orders() == 0
    table.press("sure")
    table.done(0, "play 4H/1", 0)
