"""A seat comes along to another device, and everybody sees it."""

from __future__ import annotations

from collections.abc import Callable

import prepared
from playwright.sync_api import BrowserContext, expect
from tablepage import PATIENCE, Table, answer, new_game
from tableserver import Server

People = Callable[..., BrowserContext]


def test_a_seat_comes_along_to_a_phone(people: People, server: Server) -> None:
    context, phone = people(), people(viewport={"width": 390, "height": 844})
    game = new_game(context, server.base, "maria-theresa", prepared.MOVES)
    page = Table(context.new_page(), server.base, game["game"]).open().asked("MOVE_MENU").page
    page.get_by_role("tab", name="People").click()
    page.locator("[data-devices] summary").click()
    page.locator('[data-act="add-device"]').click()
    link = page.get_by_label("The link to the other device").input_value()
    assert "device#" in link
    expect(page.get_by_role("img", name="The link as a QR code")).to_be_in_viewport(ratio=0.99)
    other = phone.new_page()
    other.goto(link)
    other.locator('[data-act="take-along"]').click()
    expect(other.locator(".prompt")).to_be_visible(timeout=PATIENCE)
    assert "device" not in other.url, "the pass does not stay in the address"
    expect(page.locator("ul").first).to_contain_text("plays on 2 devices, added by the seat itself", timeout=PATIENCE)
    page.locator('[data-act="end-device"]').click()
    answer(page, "yes")
    expect(other.locator("main")).to_contain_text("Another device of this seat has signed this one off.")
    page.get_by_role("tab", name="Log").click()
    expect(page.locator('[data-act-of="act.added"]')).to_have_count(1)
    expect(page.locator('[data-act-of="act.deviceEnded"]')).to_have_count(1)
