"""One switch for the language: the browser's is the first guess, the address can carry it, no other one is loaded."""

from __future__ import annotations

import re
from collections.abc import Callable

import prepared
import pytest
from layout import CUT, LYING_ON_EACH_OTHER, PHONE
from playwright.sync_api import BrowserContext, Page, Request, expect
from tablepage import PATIENCE, Table, new_game
from tableserver import Server

from sanssouci import voice

People = Callable[..., BrowserContext]


def opened(context: BrowserContext, address: str) -> Page:
    """A page that has found its language."""
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(address)
    expect(page.locator("h1")).to_be_visible()
    return page


@pytest.mark.parametrize("language", voice.languages())
def test_the_browsers_language_is_the_first_guess_and_the_only_one_loaded(
    people: People, server: Server, language: str
) -> None:
    context = people(locale=f"{language}-{language.upper()}")
    loaded: list[str] = []
    context.on("response", lambda one: loaded.append(one.text() if one.url.endswith(".js") else ""))
    page = opened(context, server.base)
    expect(page.locator("html")).to_have_attribute("lang", language)
    line = {code: voice.catalogue(code)["start.line"] for code in voice.languages()}
    expect(page.locator("header p")).to_have_text(line[language])
    scripts = "".join(loaded)
    assert [code for code in line if line[code] in scripts] == [language]


def test_the_address_carries_the_language_and_follows_the_switch(people: People, server: Server) -> None:
    context = people()
    page = opened(context, f"{server.base}?lang=it")
    expect(page.locator("html")).to_have_attribute("lang", "it")
    page.goto(f"{server.base}rules")
    expect(page.locator("html")).to_have_attribute("lang", "it")
    page.goto(f"{server.base}rules?lang=en#R5.4")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Language").select_option("it")
    expect(page).to_have_url(re.compile(r"rules\?lang=it#R5\.4$"))
    page.goto(f"{server.base}?lang=eo")
    expect(page.locator("html")).to_have_attribute("lang", "it")


def test_the_switch_tells_the_table_in_which_language_to_write(people: People, server: Server) -> None:
    """Mails follow the page, wherever it is switched and whether or not their addresses are in sight."""
    context = people()
    game = new_game(context, server.base, "friedrich")
    kept = f"{server.base}api/games/{game['game']}/seats/{game['seat']}/notices"
    page = opened(context, server.base)
    page.get_by_role("button", name="Settings").click()
    with page.expect_response("**/api/language") as told:
        page.get_by_label("Language").select_option("pl")
    assert told.value.ok and context.request.get(kept).json()["language"] == "pl"
    with page.expect_response("**/api/language") as told:
        page.goto(f"{server.base}rules?lang=de")
    assert told.value.ok and context.request.get(kept).json()["language"] == "de"


# What it weighs -----------------------------------------------------------------------------------

#: all responses up to the first usable map, with fonts, as they travel
MOST_BYTES = 250_000


@pytest.mark.parametrize("language", voice.languages())
def test_the_first_playable_screen_is_light(people: People, server: Server, language: str) -> None:
    context = people(locale=language, viewport={"width": 1440, "height": 900})
    game = new_game(context, server.base, "maria-theresa", prepared.CROWDED)
    finished: list[Request] = []
    context.on("requestfinished", lambda one: finished.append(one))
    Table(context.new_page(), server.base, game["game"]).open().asked("MOVE_MENU").settled()
    page = context.pages[0]
    page.evaluate("() => document.fonts.ready")
    page.wait_for_load_state("networkidle")
    expect(page.locator("html")).to_have_attribute("lang", language)
    bodies = {one.url.rsplit("/", 1)[-1]: one.sizes()["responseBodySize"] for one in finished}
    assert any(name.endswith(".woff2") for name in bodies) and sum(bodies.values()) < MOST_BYTES, bodies
    # letters that the first files lack come in files of their own, and only where they are needed
    wanted = bool(re.search("[ąćęłńśźż]", page.locator("body").inner_text()))
    assert any("-ext-" in name for name in bodies) == wanted


# What it looks like -------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [390, 1024, 1440])
def test_nothing_is_cut_off_in_any_language(people: People, server: Server, width: int) -> None:
    """Start, moves, recruitment, battle, two tabs, rules: the language is switched in the open page, light and dark."""
    more = PHONE if width < 500 else {"viewport": {"width": width, "height": 800}}
    context = people(**more)
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    found: dict[str, list[str]] = {}

    def look(name: str) -> None:
        bar = page.locator('[data-act="settings"]').first
        if not bar.is_visible():  # a phone has them in the game's menu
            page.locator('[data-act="game"]').click()
            bar = page.locator('[data-act="settings-here"]')
        bar.click()
        for language in voice.languages():
            page.locator("dialog select[data-language]").select_option(language)
            expect(page.locator("html")).to_have_attribute("lang", language)
            for scheme in ("light", "dark"):
                page.emulate_media(color_scheme=scheme)
                wide = page.evaluate("() => [document.documentElement.scrollWidth, innerWidth]")
                wrong = [f"the page is {wide[0]} wide"] if wide[0] > wide[1] else []
                wrong += page.evaluate(CUT) + page.evaluate(LYING_ON_EACH_OTHER)
                if wrong:
                    found[f"{name} {language} {scheme}"] = wrong
        page.locator("dialog header button").click()

    page.goto(server.base)
    expect(page.locator('[data-act="create"]')).to_be_visible()
    look("start")
    game = new_game(context, server.base, "maria-theresa", prepared.RECRUITING)
    table = Table(page, server.base, game["game"]).open().asked("MOVE_MENU")
    look("moves")
    table.press("recruit")
    look("recruitment")
    game = new_game(context, server.base, "friedrich", prepared.BATTLE)
    Table(page, server.base, game["game"]).open().asked("CARD")
    look("battle")
    for number, tab in ((2, "fate"), (5, "people")):
        page.get_by_role("tab").nth(number).click()
        look(tab)
    page.goto(f"{server.base}rules")
    page.locator(".search input").fill("R13")  # some of them: all would be measured in pairs
    expect(page.locator("main h2").first).to_be_visible()
    look("rules")
    assert found == {}
