"""Words on the page: all of them there, set well, and in the reader's language."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import prepared
import pytest
from layout import CUT, PHONE
from playwright.sync_api import BrowserContext, expect
from tablepage import PATIENCE, Table, new_game
from tableserver import Server

People = Callable[..., BrowserContext]

ROOT = Path(__file__).parents[2]
CATALOGUES = ROOT / "src" / "sanssouci" / "voice" / "catalogue"


def words_of(text: str) -> set[str]:
    """Words of at least three letters, small."""
    return set(re.findall(r"[^\W\d_]{3,}", re.sub(r"\{[^}|:]*\}", " ", text).lower()))


def vocabulary(language: str) -> set[str]:
    """All words of the catalogues of a language."""
    found: set[str] = set()
    for file in (CATALOGUES / language).glob("*.json"):
        if file.name not in ("language.json", "terminal.json"):  # what the page never says
            for text in flat(json.loads(file.read_text())):
                found |= words_of(text)
    return found


def flat(value: Any) -> list[str]:
    """All strings of a catalogue."""
    if isinstance(value, str):
        return [value]
    values = value.values() if isinstance(value, dict) else value
    return [text for one in values for text in flat(one)]


SAID = """() => {
  const said = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) if (!walk.currentNode.parentElement.closest('.map svg, .hero, script, style')) said.push(walk.currentNode.data);
  for (const e of document.querySelectorAll('[title], [aria-label], [placeholder], [alt]'))
    for (const a of ['title', 'aria-label', 'placeholder', 'alt']) if (e.hasAttribute(a)) said.push(e.getAttribute(a));
  said.push(document.title);
  return said;
}"""  # noqa: E501


def test_an_italian_page_holds_no_english_word_of_ours(people: People, server: Server) -> None:
    """Start page, table, every panel, a refusal: no word that only our English catalogues know."""
    english = vocabulary("en") - vocabulary("it")
    assert len(english) > 300, "the catalogues are not what this test thinks they are"
    context = people(locale="it-IT")
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(server.base)
    expect(page.locator('[data-act="create"]')).to_be_visible()
    if page.locator("html").get_attribute("lang") != "it":
        page.locator("nav button").click()
        page.locator("dialog select").nth(1).select_option("it")
        page.locator("dialog header button").click()
    expect(page.locator("html")).to_have_attribute("lang", "it")
    found: dict[str, list[str]] = {}

    def look(name: str) -> None:
        said = page.evaluate(SAID)
        wrong = sorted({text.strip() for text in said if words_of(text) & english})
        if wrong:
            found[name] = [f"{text[:80]!r}: {sorted(words_of(text) & english)}" for text in wrong[:12]]

    page.locator("details summary").first.click()
    look("start")
    game = new_game(context, server.base, "maria-theresa", prepared.CROWDED)
    table = Table(page, server.base, game["game"]).open().asked("MOVE_MENU")
    look("moves")
    page.locator("#order-line").fill("move daun breslau")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_be_visible()
    look("refusal")
    table.press("recruit")
    look("recruitment")
    for number, tab in enumerate(("nations", "fate", "log", "lists", "people"), 1):
        page.get_by_role("tab").nth(number).click()
        look(tab)
    game = new_game(context, server.base, "maria-theresa", prepared.MOVES)
    table = Table(page, server.base, game["game"]).open().asked("MOVE_MENU")
    page.locator("#order-line").fill("move daun melnik")
    page.keyboard.press("Enter")
    table.done(2, "move daun melnik", 0)
    page.get_by_role("tab").nth(3).click()
    expect(page.get_by_role("tabpanel")).to_contain_text("Daun")
    look("log of a move")
    for path in ("learn", "learn/1", "sandbox"):
        page.goto(f"{server.base}{path}")
        expect(page.locator("main").first).to_be_visible()
        page.wait_for_load_state("networkidle")
        look(path)
    for role, made, state in (
        ("friedrich", prepared.BATTLE, "CARD"),
        ("friedrich", prepared.GIFT, "GIFT"),
        ("maria-theresa", prepared.LAUDON, "LAUDON"),
        ("friedrich", prepared.RETREAT, "RETREAT_PICK"),
    ):
        game = new_game(context, server.base, role, made)
        Table(page, server.base, game["game"]).open().asked(state)
        look(state)
    assert found == {}


#: lines with a blank too few or too many, or a stop too many
BADLY_SET = r"""() => [...document.querySelectorAll('.panel, main:not(.field), aside, .prompt')]
  .filter((e) => !e.querySelector('.map')).flatMap((e) => e.innerText.split('\n'))
  .filter((line) => /\S·|·\S|[\p{L}\d]\(|\p{L} [,.;:!?](\s|$)|[?!.][.]( |$)/u.test(line.trim()))"""


@pytest.mark.parametrize("locale", ["en-GB", "it-IT"])
@pytest.mark.parametrize("width", [1440, 1366, 390])
def test_nothing_is_cut_off(people: People, server: Server, locale: str, width: int) -> None:
    """Tabs, buttons, menus and fields show all their words, in both languages, on a laptop and on a phone."""
    phone = PHONE if width < 500 else {"viewport": {"width": width, "height": 768}}
    context = people(locale=locale, **phone)
    game = new_game(context, server.base, "maria-theresa", prepared.CROWDED)
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    found: dict[str, list[str]] = {}

    def look(name: str) -> None:
        wide = page.evaluate("() => [document.documentElement.scrollWidth, innerWidth]")
        cut = page.evaluate(CUT)
        if wide[0] > wide[1]:
            cut.append(f"the page is {wide[0]} wide")
        cut += [f"set badly: {text}" for text in page.evaluate(BADLY_SET)]
        if cut:
            found[name] = cut

    page.goto(server.base)
    expect(page.locator('[data-act="create"]')).to_be_visible()
    page.evaluate("() => document.querySelectorAll('details').forEach((d) => { d.open = true; })")
    look("start")
    for path, mark in (("learn", "main ol"), ("sandbox", "[data-hand]"), ("map", ".map"), ("nonsense", "main.nowhere")):
        page.goto(f"{server.base}{path}")
        expect(page.locator(mark).first).to_be_attached()
        look(path)
    table = Table(page, server.base, game["game"]).open().asked("MOVE_MENU")
    look("moves")
    for number in range(1, 6):
        page.get_by_role("tab").nth(number).click()
        look(f"tab {number}")
    page.get_by_role("tab").first.click()
    table.press("recruit")
    look("recruitment")
    game = new_game(context, server.base, "friedrich", prepared.BATTLE)
    Table(page, server.base, game["game"]).open().asked("CARD")
    look("battle")
    assert found == {}
