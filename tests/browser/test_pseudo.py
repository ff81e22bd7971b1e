"""Everything goes through the catalogue: in a made-up language whose every sentence is marked nothing is unmarked.

The page gets ⟦marked⟧ words, 40 % longer, in place of the English ones. Text outside of marks may be a city, a player,
a number, a card or an order; anything else was written into the program.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import prepared
import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect
from tablepage import BOARD, NAMES, PATIENCE, Table, new_game
from tableserver import Server

sys.path.append(str(Path(__file__).parents[2] / "tools"))

from sentences import marked, pseudo

from sanssouci import voice
from sanssouci.friedrich.decisions.registry import ASKED_IN, FORMS
from sanssouci.friedrich.rules.state import STATE_NAMES
from sanssouci.italian_wars.book import everything

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

    def rules(route: Route) -> None:
        """The rules are a text of the language: marked as a whole, so that what is around them shows."""
        response = route.fetch()
        book = response.json()
        for entry in (*book["rules"], *book["chapters"]):
            entry["title"] = f"⟦{entry['title']}⟧"
        for entry in book["rules"]:
            entry["html"] = f"⟦{entry['html']}⟧"
        route.fulfill(response=response, json={**book, "intro": f"⟦{book['intro']}⟧"})

    context.route("**/assets/*.js", answer)
    context.route("**/api/rules?*", rules)
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
    ("friedrich", None, "ALLOT"),
    ("friedrich", prepared.DISCARD, "FORCED_DISCARD"),
    ("friedrich", prepared.OFFENSIVE, "OFFENSIVE"),
    ("maria-theresa", prepared.MOVES, "MOVE_MENU"),
    ("friedrich", prepared.ORDER_OF_COMBATS, "COMBAT_PICK"),
    ("friedrich", prepared.WITHDRAWAL, "EVADE"),
    ("friedrich", prepared.BATTLE, "CARD"),
    ("friedrich", prepared.RETREAT, "RETREAT_PICK"),
    ("friedrich", prepared.EAST_PRUSSIA, "EAST_PRUSSIA"),
    ("elisabeth", prepared.FREE_TROOP, "FREE_TROOP"),
    ("friedrich", prepared.RETIRE, "RETIRE"),
    ("elisabeth", prepared.TRADE, "TRADE"),
    ("pompadour", prepared.REDRAW, "REDRAW"),
    ("maria-theresa", prepared.LAUDON, "LAUDON"),
    ("maria-theresa", prepared.FLIP, "FLIP"),
    ("friedrich", prepared.GIFT, "GIFT"),
    ("friedrich", prepared.LOSE_TROOP, "LOSE_TROOP"),
    ("friedrich", prepared.WEST, "WEST"),
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
        ("rules", "main h2"),
        ("device", "main"),
        ("confirm", "main"),
        ("nonsense", "main.nowhere"),
        ("join", "main"),
        ("watch", "main"),
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


def test_every_lesson_is_all_marked(people: People, server: Server, look: Callable[[Page, str], None]) -> None:
    context = disguised(people())
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(f"{server.base}learn")
    lessons = page.locator("main ol li a")
    expect(lessons.first).to_be_visible()
    addresses = lessons.evaluate_all("all => all.map((a) => a.href)")
    assert len(addresses) > 10
    for address in addresses:
        page.goto(address)
        expect(page.locator(".map")).to_be_visible()
        look(page, address)


def test_what_surrounds_a_game_is_all_marked(people: People, server: Server, look: Callable[[Page, str], None]) -> None:
    """The curtain between two at one machine, the menus of a table, its end, and looking back at it."""
    context = disguised(people())
    page = context.new_page()
    game = new_game(context, server.base, ["friedrich", "pompadour"], None, scenario="west")["game"]
    table = Table(page, server.base, game).open()
    expect(page.locator('[data-act="take"]')).to_be_visible()
    look(page, "curtain")
    table.press("take")
    table.asked("ALLOT")
    for act in ("game", "reference", "settings"):
        page.locator(f'[data-act="{act}"]').click()
        expect(page.get_by_role("dialog")).to_be_visible()
        page.evaluate("() => document.querySelectorAll('details').forEach((d) => { d.open = true; })")
        look(page, act)
        page.keyboard.press("Escape")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()
    look(page, "keys")
    assert context.request.post(f"{server.base}api/games/{game}/seats/0/concede", data={}).ok
    expect(page.locator("section.end")).to_be_attached()
    look(page, "end")
    page.goto(f"{server.base}game/{game}/replay")
    expect(page.locator(".map")).to_be_visible()
    look(page, "replay")


@pytest.fixture(scope="module")
def speaking(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that has the made-up language itself: the charts desk asks it for every word."""
    place = tmp_path_factory.mktemp("speaking")
    pseudo(place)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SANSSOUCI_LANGUAGES", str(place))
        one = Server(place / "table.sqlite3").start()
    yield one
    one.stop()


#: what the charts desk names besides: cells as the sheet prints them, modifiers and rulings by their ids
IDS = re.compile(r"[A-Z]+-[A-Z0-9]+|[a-z_]+\.[\w.]+|\b(?:DC|FF|L\d)\b")


def test_the_charts_desk_is_all_marked(people: People, speaking: Server, watch: Any) -> None:
    """Every tab with its example answered, the rulings, and the Forces with all their units."""
    watch.allowed.append("status of 4")  # a refusal is read, too
    page = people().new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(f"{speaking.base}charts/#forces?lang=xx")
    page.locator("article.forces").wait_for()
    found: dict[str, list[str]] = {}

    def look(name: str) -> None:
        page.evaluate("() => document.querySelectorAll('details').forEach((d) => { d.open = true; })")
        assert page.locator("body").inner_text().count("⟦") > 20
        texts = [text for text in page.evaluate(UNMARKED) if strange(IDS.sub("0", text))]
        if texts:
            found[name] = texts

    look("no forces")
    page.locator("article.forces button").filter(has_text=voice.catalogue("en", "charts")["ui.load_example"]).click()
    page.locator("[data-force=league]").wait_for()
    look("forces")
    for tab in [*everything(), "rulings"]:
        page.locator(f"[data-tab={tab}]").click()
        page.locator(f"article[data-table={tab}]" if tab != "rulings" else "article.rulings-tab").wait_for()
        page.locator("article[aria-busy=false], article.rulings-tab").wait_for()
        look(tab)
    assert found == {}


def test_every_decision_is_among_the_states() -> None:
    assert {state for _, _, state in STATES} == {STATE_NAMES[state] for state in ASKED_IN}


@pytest.mark.parametrize(("role", "made", "state"), STATES, ids=[state for _, _, state in STATES])
def test_every_decision_is_all_marked(
    people: People, server: Server, look: Callable[[Page, str], None], role: str, made: Any, state: str
) -> None:
    context = disguised(people())
    game = new_game(context, server.base, role, made, **({} if made else {"scenario": "west"}))
    table = Table(context.new_page(), server.base, game["game"]).open().asked(state)
    look(table.page, state)
