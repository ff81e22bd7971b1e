"""The page in words: questions typed where orders are typed are answered there, from what the asker may know."""

from __future__ import annotations

from collections.abc import Callable

import prepared
from playwright.sync_api import BrowserContext, Page, expect
from tablepage import Table, new_game
from tableserver import Server

from sanssouci.friedrich import Game

People = Callable[..., BrowserContext]


def ask(page: Page, question: str) -> None:
    """Type a question."""
    page.locator("#order-line").fill(question)
    page.locator("#order-line").press("Enter")


def test_questions_are_answered_where_orders_are_given(people: People, server: Server) -> None:
    """An answer is read out, changes nothing, and a choice in it is filled in, not carried out."""
    context = people()
    game = new_game(context, server.base, "maria-theresa", prepared.MOVES)
    table = Table(context.new_page(), server.base, game["game"]).open(quick=True).asked("MOVE_MENU")
    page, answer = table.page, table.page.locator('.answer[role="status"]')
    before = table.orders()
    for question, words in (
        ("where is daun", "Daun:"),
        ("way prag breslau", "Prag"),
        ("war", "Austria"),
        ("my pieces", "Browne"),
        ("how move", "move:"),
        ("log", "Nothing"),
        ("help", "who is near breslau"),
        ("where is nobody", "'nobody'"),
    ):
        ask(page, question)
        expect(answer.locator("h3")).to_have_text(question)
        expect(answer).to_contain_text(words)
        expect(page.locator("#order-line")).to_have_value("")
    ask(page, "moves daun")
    choice = answer.locator('[data-order^="move daun "]').first
    order = choice.get_attribute("data-order") or ""
    choice.click()
    expect(page.locator("#order-line")).to_have_value(order)
    assert table.orders() == before
    page.locator("#order-line").press("Enter")
    table.done(2, order, before)
    # it stays for reading, and says of which moment it speaks, until the next question
    expect(answer.locator("h3")).to_have_text("moves daun")
    expect(answer).to_contain_text(f"As things stood after {before} orders.")
    ask(page, "where is daun")
    expect(answer).to_contain_text("Daun:")
    expect(answer).not_to_contain_text("As things stood")


def test_who_waits_may_ask_and_nothing_but_ask(people: People, server: Server) -> None:
    """Not to act is no reason not to ask; what touches files, seats or bots is no question here."""
    context = people(locale="it-IT")
    game = new_game(context, server.base, "friedrich", prepared.MOVES)
    page = Table(context.new_page(), server.base, game["game"]).open(quick=True).page
    answer = page.locator('.answer[role="status"]')
    ask(page, "where is daun")
    expect(answer).to_contain_text("Daun:")
    expect(answer).to_contain_text("da 5 a 8 armate")
    ask(page, "save x")
    expect(page.get_by_role("alert")).to_be_visible()
    expect(answer.locator("h3")).to_have_text("where is daun")


def test_an_answer_stays_while_others_move(people: People, server: Server) -> None:
    """Orders come once a second where bots play: what was answered is there until the next question."""
    anna, clara = people(), people()
    game = new_game(anna, server.base, "friedrich", prepared.MOVES)
    table = Table(anna.new_page(), server.base, game["game"]).open(quick=True)
    ask(table.page, "where is daun")
    answer = table.page.locator('.answer[role="status"]')
    expect(answer).to_contain_text("Daun:")
    hers = clara.new_page()
    hers.goto(f"{server.base}{game['links']['2']}")
    hers.locator('[data-act="join"]').click()
    before = table.orders()
    expect(hers.locator('.action[data-state="MOVE_MENU"]')).to_be_attached()
    group = next(
        g for g in Game.from_position(prepared.MOVES).menu("maria-theresa")["groups"] if g["pieces"] == ["daun"]
    )
    ask(hers, f"move daun {' '.join(next(iter(group['ends'].values())))}")
    table.taken(before)
    expect(table.page.locator(".table")).to_have_attribute(
        "data-version", hers.locator(".table").get_attribute("data-version") or ""
    )
    expect(answer).to_contain_text("Daun:")
