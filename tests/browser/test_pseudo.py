"""Everything goes through the catalogue: in a made-up language whose every sentence is marked nothing is unmarked.

The page gets ⟦marked⟧ words, 40 % longer, in place of the English ones. Text outside of marks may be a city, a player,
a number, a card or an order; anything else was written into the program.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import prepared
import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect
from tablepage import BOARD, NAMES, PATIENCE, Table, new_game
from tableserver import Server

sys.path.append(str(Path(__file__).parents[2] / "tools"))

from sentences import marked

from sanssouci import voice
from sanssouci.friedrich.decisions.registry import FORMS

People = Callable[..., BrowserContext]
#: what may stand without marks: cities and what tells them apart, players, what languages call themselves, the house
PROPER = {str(name) for row in BOARD["cities"] for name in (*row[:2], *row[8:9])}
PROPER |= {*NAMES.values(), "Sanssouci", "Friedrich"}
#: fate cards as positions name them
PROPER |= {key.removeprefix("fate.title.") for key in voice.catalogue() if key.startswith("fate.title.")}
PROPER |= {voice.language(code).name for code in voice.languages()}

#: all text outside of marks, in the order of the page; labels each for itself
UNMARKED = """() => {
  const found = [];
  let depth = 0;
  const outside = (text) => {
    let out = '';
    for (const sign of text)
      if (sign === '⟦') depth += 1;
      else if (sign === '⟧') depth -= 1;
      else if (depth === 0) out += sign;
    return out;
  };
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode())
    if (!walk.currentNode.parentElement.closest('.map svg, .hero, script, style'))
      found.push(outside(walk.currentNode.data));
  if (depth !== 0) found.push('a mark is lost');
  for (const e of document.querySelectorAll('[title], [aria-label], [placeholder], [alt]'))
    for (const a of ['title', 'aria-label', 'placeholder', 'alt'])
      if (e.hasAttribute(a)) [depth, found[found.length]] = [0, outside(e.getAttribute(a))];
  depth = 0;
  return [...found, outside(document.title)].map((text) => text.trim()).filter((text) => /\\p{L}/u.test(text));
}"""


def disguised(context: BrowserContext) -> BrowserContext:
    """The same browser, whose English is marked."""
    english = voice.catalogue()
    rooms = {}
    for probe, files in (("start.line", ""), ("learn.move.title", "lessons.json")):
        lessons = json.loads((voice.shelf.folder("en") / "lessons.json").read_text("utf-8"))
        words = lessons if files else {key: text for key, text in english.items() if key not in lessons}
        rooms[english[probe]] = {key: marked(text) for key, text in words.items()}

    def answer(route: Route) -> None:
        response = route.fetch()
        body = response.text()
        for probe, words in rooms.items():
            if probe in body and "words" in body:
                source = f"export const words = {json.dumps(words)};\nexport const rules = {json.dumps(dict(RULES))};"
                route.fulfill(body=source, content_type="text/javascript")
                return
        route.fulfill(response=response)

    context.route("**/assets/*.js", answer)
    return context


RULES = voice.facts("en")
VERBS = set(FORMS)


def strange(text: str) -> bool:
    """Whether a text outside of marks is anything but names, numbers, cards and orders."""
    if text.split()[0] in VERBS:
        return False
    for name in sorted(PROPER, key=len, reverse=True):
        text = text.replace(name, " ")
    return re.search(r"[^\W\d_]{2,}", text) is not None


STATES: list[tuple[str | list[str], Any, str]] = [
    ("friedrich", prepared.DISCARD, "FORCED_DISCARD"),
    ("friedrich", prepared.OFFENSIVE, "OFFENSIVE"),
    ("friedrich", prepared.ORDER_OF_COMBATS, "COMBAT_PICK"),
    ("friedrich", prepared.WITHDRAWAL, "EVADE"),
    ("friedrich", prepared.BATTLE, "CARD"),
    ("friedrich", prepared.RETREAT, "RETREAT_PICK"),
    ("maria-theresa", prepared.LAUDON, "LAUDON"),
    ("friedrich", prepared.GIFT, "GIFT"),
]


@pytest.fixture
def look(people: People) -> Callable[[Page, str], None]:
    """Asks for what is unmarked."""

    def at(page: Page, name: str) -> None:
        found = [text for text in page.evaluate(UNMARKED) if strange(text)]
        assert found == [], f"{name}: {found}"

    return at


def test_the_pages_are_all_marked(
    people: People, server: Server, look: Callable[[Page, str], None], watch: Any
) -> None:
    watch.allowed.append("404")  # an invitation without its key
    context = disguised(people())
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(server.base)
    expect(page.locator('[data-act="create"]')).to_be_visible()
    page.evaluate("() => document.querySelectorAll('details').forEach((d) => { d.open = true; })")
    look(page, "start")
    page.locator('[data-act="settings"]').click()
    look(page, "settings")
    page.locator("dialog header button").click()
    for path, mark in (
        ("learn", "main ol"),
        ("learn/1", "main"),
        ("sandbox", "[data-hand]"),
        ("map", ".map"),
        ("nonsense", "main.nowhere"),
        ("join", "main"),
    ):
        page.goto(f"{server.base}{path}")
        expect(page.locator(mark).first).to_be_attached()
        page.wait_for_load_state("networkidle")
        look(page, path)


def test_a_table_is_all_marked(people: People, server: Server, look: Callable[[Page, str], None]) -> None:
    context = disguised(people())
    page = context.new_page()
    game = new_game(context, server.base, "maria-theresa", prepared.CROWDED)
    table = Table(page, server.base, game["game"]).open().asked("MOVE_MENU")
    look(page, "moves")
    page.locator("#order-line").fill("move daun breslau")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_be_visible()
    look(page, "refusal")
    for number in range(1, 6):
        page.get_by_role("tab").nth(number).click()
        look(page, f"tab {number}")
    page.get_by_role("tab").first.click()
    table.press("recruit")
    look(page, "recruitment")


@pytest.mark.parametrize(("role", "made", "state"), STATES, ids=[state for _, _, state in STATES])
def test_every_decision_is_all_marked(
    people: People, server: Server, look: Callable[[Page, str], None], role: str, made: Any, state: str
) -> None:
    context = disguised(people())
    game = new_game(context, server.base, role, made)
    table = Table(context.new_page(), server.base, game["game"]).open().asked(state)
    look(table.page, state)
