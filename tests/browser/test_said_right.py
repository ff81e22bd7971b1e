"""Small things said at the table, each to the one who reads: mine and theirs, one and many, equal and between."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import prepared
import pytest
from playwright.sync_api import BrowserContext, expect
from tablepage import PATIENCE, Table, new_game
from tableserver import Server

People = Callable[..., BrowserContext]


def sit(people: People, server: Server, role: str, made: Any, state: str, **options: Any) -> Table:
    """A seat at a prepared table."""
    context = people(**options)
    game = new_game(context, server.base, role, made)
    return Table(context.new_page(), server.base, game["game"]).open().asked(state)


def test_where_all_hands_are_open_only_mine_is_mine(people: People, server: Server) -> None:
    """A lesson shows both hands: the learner's, France's, lies on top, and "I hold" is said of it alone."""
    page = people().new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(f"{server.base}learn/7")
    sides = page.locator(".battle .side .held")
    expect(sides).to_have_count(2)
    words = {
        side.locator("xpath=..").locator(".role").inner_text(): side.inner_text().split()[0] for side in sides.all()
    }
    assert sorted(words.values()) == ["I", "holds"], words
    expect(page.locator('.battle .side.n-france .held:has-text("I hold")')).to_have_count(1)
    hands = page.locator(".hand").evaluate_all("all => all.map((hand) => hand.getAttribute('aria-label'))")
    assert len(hands) > 1 and hands[0] == "Hand of France", hands


def test_a_beaten_stack_is_named_whole(people: People, server: Server) -> None:
    """Friedrich and Winterfeldt lost together: both retreat. A strength known exactly is no span."""
    beaten = prepared.played(prepared.BATTLE, "pass")
    table = sit(people, server, "maria-theresa", beaten, "RETREAT_PICK")
    expect(table.page.locator(".action .fate")).to_have_text(
        re.compile("Friedrich and Winterfeldt lost 7 troops and must retreat")
    )
    table.page.locator("#tab-fate").click()
    declared = table.page.locator(".panel li", has_text="declared in turn")
    expect(declared.first).to_be_visible()
    said = declared.all_inner_texts()
    exact = [line for line in said if "now 13" in line]
    assert exact and not any(re.search(r"now (\d+) to \1\b", line) for line in said), said


#: the words under fresh cards that lie under another card or other words, or are cut off
COVERED = """() => {
  const notes = [...document.querySelectorAll('.hand .note')].map((note) => {
    const range = document.createRange();
    range.selectNodeContents(note);
    return [note, range.getBoundingClientRect()];
  });
  const over = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 0.5
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 0.5;
  const cards = [...document.querySelectorAll('.hand .card svg')];
  const bad = notes.filter(([note, box]) =>
    notes.some(([other, its]) => other !== note && over(box, its))
    || cards.some((card) => over(box, card.getBoundingClientRect())));
  return { all: notes.length, bad: bad.map(([note]) => note.parentElement.getAttribute('aria-label')) };
}"""


@pytest.mark.parametrize("width", [1366, 390])
@pytest.mark.parametrize("before", [0, 4, 24])
def test_new_cards_say_so_in_sight(people: People, server: Server, width: int, before: int) -> None:
    """However many one holds: no "new" lies under a card of the next row or runs into its neighbour."""
    held = [f"{value}{suit}" for suit in "SCHD" for value in (2, 4, 6, 8, 10, 12)]
    made = prepared.position("prussia", {"keith": ("cottbus", 3)}, phase="draw", hands={"prussia": held[:before]})
    table = sit(people, server, "friedrich", made, "MOVE_MENU", viewport={"width": width, "height": 844})
    expect(table.page.locator(".hand .note").first).to_be_visible()
    found = table.page.evaluate(COVERED)
    assert found["all"] == 7 and found["bad"] == [], found


def test_draws_are_said_without_a_pointer(people: People, server: Server) -> None:
    """How many cards a nation draws in a turn stands in the table of nations, not in a tooltip alone."""
    table = sit(people, server, "maria-theresa", prepared.MOVES, "MOVE_MENU")
    table.page.locator("#tab-nations").click()
    prussia = table.page.locator(".panel tr:has-text('Prussia') + tr")
    expect(prussia.first).to_contain_text("draws 7 cards a turn")
    expect(table.page.locator(".panel tr:has-text('Sweden') + tr").first).to_contain_text("draws 1 card a turn")
