"""The form for notices: they are asked for, and written in the language of the page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import prepared
from playwright.sync_api import BrowserContext, expect
from tablepage import Table, new_game, until
from tableserver import Server

People = Callable[..., BrowserContext]


def test_notices_speak_the_language_of_the_page(people: People, server: Server, watch: Any) -> None:
    """As the page speaks when they are asked for, and as it is switched to afterwards."""
    watch.allowed.append("status of 400")  # a bad address, on purpose
    context = people(locale="it-IT")
    game = new_game(context, server.base, "maria-theresa", prepared.MOVES)
    table = Table(context.new_page(), server.base, game["game"]).open().asked("MOVE_MENU")
    page = table.page
    seat = page.evaluate("(game) => fetch(`api/games/${game}`).then((r) => r.json())", game["game"])
    number = next(s["seat"] for s in seat["game"]["seats"] if "maria-theresa" in s["roles"])

    def kept() -> Any:
        return context.request.get(f"{server.base}api/games/{game['game']}/seats/{number}/notices").json()

    assert kept() == {"webhook": False, "mail": False, "language": "en"}
    page.get_by_role("tab").last.click()
    page.locator("summary", has_text="Avvisami quando tocca a me").click()
    page.locator("input[type=url]").fill("ftp://club.example/hook")
    page.get_by_role("button", name="Conserva").click()
    expect(page.get_by_role("alert")).to_contain_text("Un webhook è un indirizzo che comincia con http://")
    page.locator("input[type=url]").fill("https://club.example/hook")
    page.get_by_role("button", name="Conserva").click()
    until(page, lambda: kept() == {"webhook": True, "mail": False, "language": "it"}, "the wish is not kept")
    page.get_by_role("button", name="Impostazioni").click()
    page.get_by_label("Lingua").select_option("en")
    until(page, lambda: kept()["language"] == "en", "the switch does not reach the notices")
    assert kept()["webhook"] is True
    # an empty field changes nothing; what is set is removed by its button alone
    page.keyboard.press("Escape")
    expect(page.locator("input[type=url]")).to_have_value("")
    with page.expect_response(lambda answer: answer.url.endswith("/notices") and answer.request.method == "PUT"):
        page.get_by_role("button", name="Keep", exact=True).click()
    assert kept()["webhook"] is True
    page.get_by_role("button", name="Remove the webhook").click()
    until(page, lambda: kept()["webhook"] is False, "the webhook is not removed")
    expect(page.get_by_role("button", name="Remove the webhook")).to_have_count(0)
