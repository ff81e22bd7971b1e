"""One switch for the language: the browser's is the first guess, the address can carry it, no other one is loaded."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from tablepage import PATIENCE
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
