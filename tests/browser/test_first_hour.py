"""The first hour: the start page with its doors, the page an invitation leads to, and the commented first war."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, expect
from tablepage import PATIENCE, Table
from tableserver import Server

from sanssouci import voice


def test_one_can_begin_without_scrolling(people: Callable[..., BrowserContext], server: Server) -> None:
    """On a small laptop: what it is, three doors, and the button that begins a game, all above the fold."""
    page = people(viewport={"width": 1366, "height": 768}).new_page()
    for language in voice.languages():
        page.goto(f"{server.base}?lang={language}")
        learn = page.locator(".doors a.button").first
        for wanted in (
            page.locator('[data-act="begin"]'),
            page.locator('[data-act="friends"]'),
            page.locator("h1"),
            learn,
        ):
            expect(wanted).to_be_visible()
            box = wanted.bounding_box()
            assert box is not None and box["y"] >= 0 and box["y"] + box["height"] <= 768, language


def test_play_now_begins_against_a_fitting_level_and_remembers_the_name(
    people: Callable[..., BrowserContext], server: Server
) -> None:
    """One press; a newcomer meets the weakest bot, and is called by his name the next time, too."""
    page = people().new_page()
    page.goto(server.base)
    page.locator('[data-field="name"]').fill("Ada")
    page.locator('[data-act="begin"]').click()
    page.wait_for_url("**/game/*")
    card = page.request.get(f"{server.base}api/games").json()["games"][0]
    assert card["scenario"] == "west"
    assert [(seat["kind"], seat.get("bot") or "") for seat in card["seats"]] == [("here", ""), ("bot", "cadet")]
    assert card["seats"][0]["name"] == "Ada"
    page.goto(server.base)
    expect(page.locator('[data-field="name"]')).to_have_value("Ada")
    expect(page.locator("form[aria-labelledby=new-game] li input").first).to_have_value("Ada")


def test_the_door_says_what_each_level_is_like_to_play_against(
    people: Callable[..., BrowserContext], server: Server
) -> None:
    """One sentence under the choice, another for every level."""
    page = people().new_page()
    page.goto(server.base)
    level, about = page.locator('[data-field="bot"]'), page.locator('[data-field="about"]')
    for bot, words in (("cadet", "beginner"), ("captain", "does not think ahead"), ("general", "hardest to beat")):
        level.select_option(bot)
        expect(about).to_contain_text(words)


def test_the_invitation_says_what_one_is_invited_to(people: Callable[..., BrowserContext], server: Server) -> None:
    """Game, role, host and pace stand on the page before one sits down."""
    host = people().new_page()
    host.goto(server.base)
    host.locator('[data-act="friends"]').click()
    expect(host.locator("select[data-seat='1']")).to_have_value("friend")
    seats = [
        {"kind": "here", "name": "Bruno", "roles": ["friedrich"]},
        {"kind": "friend", "name": "", "roles": ["pompadour"]},
    ]
    made = host.request.post(
        f"{server.base}api/games",
        data={
            "scenario": "west",
            "players": 2,
            "roles": "chosen",
            "seats": seats,
            "pace": {"kind": "bank", "seconds": 300, "bank": 3600},
        },
        headers={"Origin": server.base.rstrip("/")},
    ).json()
    guest = people().new_page()
    guest.goto(server.base + made["links"]["1"])
    told = guest.locator("[data-invitation]")
    for words in ("Bruno invites you", "the War in the West", "Pompadour", "5 minutes", "60 minutes"):
        expect(told).to_contain_text(words)
    guest.locator("form input").fill("Carla")
    guest.locator('[data-act="join"]').click()
    guest.wait_for_url("**/game/*")
    guest.goto(server.base)
    expect(guest.locator('[data-field="name"]')).to_have_value("Carla")


@pytest.mark.parametrize("width", [1366, 390])
def test_the_first_war_is_commented_until_one_has_heard_enough(
    people: Callable[..., BrowserContext], server: Server, width: int
) -> None:
    """A beginner sits opposite, and a companion speaks at the allotment and at the first turn."""
    page = people(viewport={"width": width, "height": 800}).new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(f"{server.base}learn")
    page.locator('[data-act="guided"]').click()
    page.wait_for_url("**/game/*")
    table = Table(page, server.base, "")
    expect(page.locator('[data-comment="allot"]')).to_contain_text("twenty troops")
    table.asked("ALLOT")
    page.locator("#order-line").fill("allot france richelieu=8 soubise=8 chevert=4")
    page.keyboard.press("Enter")
    expect(page.locator('[data-comment="wait"], [data-comment="turn1"]')).to_be_visible()
    page.reload()
    expect(page.locator("[data-comment]")).to_be_visible()
    page.locator('[data-act="alone"]').click()
    expect(page.locator("[data-comment]")).to_have_count(0)
    page.reload()
    expect(page.locator("[data-version]")).to_be_visible()
    expect(page.locator("[data-comment]")).to_have_count(0)
