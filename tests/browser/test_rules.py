"""The rules page: both languages, contents, search, links to each rule, narrow and dark, reached from a refusal."""

from __future__ import annotations

import re
from collections.abc import Callable

import prepared
import pytest
from playwright.sync_api import BrowserContext, Page, expect
from tablepage import PATIENCE, Table, new_game, until
from tableserver import Server

People = Callable[..., BrowserContext]
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
#: frequent English words that are no Italian ones
ENGLISH = """
    the and of is are that it with for not may must can cannot this these which who what when where how if then
    than from into out one two three four each every other others only also more most less least same such own
    card cards troop troops train trains general's generals' stack stacks city cities road roads move moves moved
    movement turn turns stage phase combat attack attacks attacked retreat retreats supply supplied objective
    objectives depot depots reserve suit score winner winning wins player players nation nations army play played
    rule rules option options search settings contents found
"""


def open_rules(page: Page, server: Server, mark: str = "") -> Page:
    """The rules page, loaded; at a rule if one is named."""
    page.set_default_timeout(PATIENCE)
    page.goto("about:blank")
    page.goto(f"{server.base}rules{mark}")
    expect(page.locator("article").first).to_be_visible()
    return page


def in_view(page: Page, number: str) -> bool:
    """Whether the beginning of an entry can be seen, below the search."""
    box = page.locator(f'[id="{number}"]').bounding_box()
    bar = page.locator(".search").bounding_box()
    size = page.viewport_size
    assert box and bar and size
    return bar["y"] + bar["height"] - 1 <= box["y"] < size["height"]


def test_an_italian_reader_finds_no_english_word(people: People, server: Server) -> None:
    """Everything there is to read, hints and labels included, and a search in Italian."""
    page = open_rules(people(locale="it-IT").new_page(), server)
    expect(page.locator("html")).to_have_attribute("lang", "it")
    expect(page.locator("h1")).to_have_text("Le regole")
    assert page.locator("article").count() > 300
    labels = "(all) => all.map((e) => `${e.getAttribute('aria-label') ?? ''} ${e.getAttribute('placeholder') ?? ''}`)"
    said = page.locator("body").inner_text()
    said += " ".join(page.locator("[aria-label], [placeholder]").evaluate_all(labels))
    assert "Città Obiettivo" in said and "armate" in said
    wrong = set(re.findall(r"[^\W\d_]+(?:'s|s')?", said.lower())) & set(ENGLISH.split())
    assert wrong == set()
    page.get_by_role("searchbox").fill("strada principale")
    expect(page.get_by_role("status")).to_contain_text("regole trovate")
    expect(page.locator('[id="R4.2"]')).to_be_visible()


def test_the_page_follows_the_switch_of_language(people: People, server: Server) -> None:
    page = open_rules(people().new_page(), server, "#R5.4")
    expect(page.locator('[id="R5.4"] h3')).to_contain_text("Protection")
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Language").select_option("it")
    page.keyboard.press("Escape")
    expect(page.locator('[id="R5.4"] h3')).to_contain_text("La protezione")
    expect(page.locator("h1")).to_have_text("Le regole")


def test_search_contents_and_references(people: People, server: Server) -> None:
    """Words narrow the page down, chapters and references lead on, and a hidden rule comes back when it is wanted."""
    page = open_rules(people().new_page(), server)
    page.get_by_role("navigation").get_by_role("link", name="Supply", exact=True).click()
    until(page, lambda: in_view(page, "chapter-9"), "the chapter does not come into view")
    box = page.get_by_role("searchbox")
    box.fill("golden monkeys")
    expect(page.get_by_role("status")).to_have_text("No rule holds all these words.")
    expect(page.locator("article")).to_have_count(0)
    box.fill("protected question mark")
    expect(page.get_by_role("status")).to_contain_text("found")
    expect(page.locator('[id="R5.6"]')).to_be_visible()
    expect(page.locator('[id="R9.3"]')).to_have_count(0)
    box.fill("reconquest")
    expect(page.locator("article").first).to_have_attribute("id", "R5.7")
    page.locator('[id="R5.7"]').get_by_role("link", name="R5.2", exact=True).click()
    expect(page.locator("article.wanted")).to_have_attribute("id", "R5.2")
    expect(box).to_have_value("")
    until(page, lambda: in_view(page, "R5.2"), "the rule does not come into view")
    assert page.url.endswith("rules#R5.2")
    page.evaluate("() => scrollTo(0, 0)")
    page.locator('article a[href$="#R5.2"]').last.click()
    until(page, lambda: in_view(page, "R5.2"), "the same link again leads nowhere")
    page.go_back()
    until(page, lambda: in_view(page, "chapter-9"), "the way back does not lead where one was")


@pytest.mark.parametrize(("locale", "sentence"), [("en", "There is no rule {}."), ("it", "Non c'è nessuna regola {}.")])
def test_an_unknown_rule_is_one_sentence(people: People, server: Server, locale: str, sentence: str) -> None:
    page = people(locale=locale).new_page()
    for wanted, shown in (
        ("R99.9", "R99.9"),
        ("%3Cb%3E", "<b>"),
        ("chapter-77", "chapter-77"),
        ("%E0%A4%A", "%E0%A4%A"),
    ):
        open_rules(page, server, f"#{wanted}")
        expect(page.get_by_role("alert")).to_have_text(sentence.format(shown))
        assert page.locator("article").count() > 300, "and the rules are there all the same"
    page.locator("article a.number").first.click()
    expect(page.get_by_role("alert")).to_have_count(0)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_on_a_phone(people: People, server: Server, scheme: str) -> None:
    """390 px: nothing scrolls sideways but tables, the contents are folded, links are large enough for a finger."""
    page = open_rules(people(**PHONE, color_scheme=scheme, locale="it-IT").new_page(), server)
    wide = page.evaluate("() => [document.documentElement.scrollWidth, innerWidth]")
    assert wide[0] <= wide[1], "the page scrolls sideways"
    chapter = page.get_by_role("navigation").get_by_role("link", name="Combattimento", exact=True)
    expect(chapter).not_to_be_visible()
    page.locator("nav summary").tap()
    box = chapter.bounding_box()
    assert box and box["height"] >= 24
    chapter.tap()
    until(page, lambda: in_view(page, "chapter-7"), "the chapter does not come into view")
    number = page.locator('[id="R7.1"] a.number').bounding_box()
    assert number and number["height"] >= 24 and number["width"] >= 24


def test_with_type_twice_as_large(people: People, server: Server) -> None:
    """200 % on a 1280 px window: nothing scrolls sideways, no table is cut off."""
    page = open_rules(people(viewport={"width": 1280, "height": 800}, locale="it-IT").new_page(), server, "#R1.9")
    page.evaluate("() => { document.documentElement.style.fontSize = '200%'; }")
    wide = page.evaluate("() => [document.documentElement.scrollWidth, innerWidth]")
    assert wide[0] <= wide[1], "the page scrolls sideways"
    cut = "(all) => all.filter((e) => e.scrollWidth > e.clientWidth + 2).map((e) => e.textContent.slice(0, 40))"
    assert page.locator("article, article table, article td").evaluate_all(cut) == []


def test_a_refusal_leads_to_its_rule_in_the_same_language(people: People, server: Server) -> None:
    context = people(locale="it-IT")
    game = new_game(context, server.base, "maria-theresa", prepared.MOVES)
    table = Table(context.new_page(), server.base, game["game"]).open().asked("MOVE_MENU")
    table.page.locator("#order-line").fill("move daun breslau")
    table.page.keyboard.press("Enter")
    link = table.page.get_by_role("alert").get_by_role("link")
    number = link.inner_text()
    with context.expect_page() as opened:
        link.click()
    page = opened.value
    page.set_default_timeout(PATIENCE)
    expect(page.locator("article.wanted")).to_have_attribute("id", number)
    until(page, lambda: in_view(page, number), "the rule does not come into view")
    expect(page.locator("h1")).to_have_text("Le regole")
