"""Planning is informed, and advice is worth following: what a plan leads to, what threatens, what is wanted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import prepared
from playwright.sync_api import BrowserContext, expect
from tablepage import Table, new_game
from tableserver import Server

People = Callable[..., BrowserContext]

#: Keith (♥ at Prag) is seven behind
BEHIND = prepared.position(
    "austria",
    {"daun": ("melnik", 8), "keith": ("prag", 1), "prussia-train-1": "glatz"},
    phase="combat",
    turn=4,
    hands={"prussia": ["2H", "4H", "8H", "9C"], "austria": ["6S"]},
)
#: Daun next to Silesia: Schwerin and what he protects are in danger
PRESSED = prepared.position(
    "prussia",
    {"schwerin": ("strehlen", 5), "dohna": ("stettin", 3), "daun": ("glatz", 4), "prussia-train-1": "brieg"},
    turn=4,
    hands={"prussia": ["12S", "7D", "6D", "5C", "3H"]},
)


def sit(people: People, server: Server, role: str, made: Any, state: str, **options: Any) -> Table:
    """A seat at a prepared table."""
    context = people(**options)
    game = new_game(context, server.base, role, made)
    return Table(context.new_page(), server.base, game["game"]).open().asked(state)


def test_the_end_of_a_plan_is_judged_before_it_is_carried_out(people: People, server: Server) -> None:
    """Finding 18: supply, protection and fights are told of the destination, not of the origin."""
    table = sit(people, server, "maria-theresa", prepared.MOVES, "MOVE_MENU")
    table.tap("prag")
    table.tap("melnik")
    outlook = table.page.locator('.outlook[data-plan="melnik"]')
    expect(outlook).to_be_visible()
    expect(outlook.locator('[data-line="supply"]')).to_be_visible()
    assert table.orders() == 0
    table.page.keyboard.press("Escape")
    expect(table.page.locator(".outlook")).to_have_count(0)


def test_threats_say_what_could_fall_and_who_could_be_attacked(people: People, server: Server) -> None:
    """Finding 17: a legend with names, and marks above the stars."""
    table = sit(people, server, "friedrich", PRESSED, "MOVE_MENU")
    table.page.keyboard.press("t")
    legend = table.page.locator("aside.perils")
    expect(legend.locator('[data-attacked="strehlen"]')).to_contain_text("Daun")
    expect(legend.locator("[data-fall]").first).to_contain_text("Daun")
    above = table.page.evaluate(
        """() => {
          const star = document.querySelector('g.objective');
          const mark = document.querySelector('svg g[data-fall]');
          return Boolean(star.compareDocumentPosition(mark) & Node.DOCUMENT_POSITION_FOLLOWING);
        }"""
    )
    assert above, "the marks lie under the stars"


def test_a_hint_speaks_in_words_and_is_filled_in_not_given(people: People, server: Server) -> None:
    """Findings 10, 11: a sentence, its odds those of the table beside it, and "do that" commits nothing."""
    table = sit(people, server, "friedrich", BEHIND, "CARD")
    table.act("hint").click()
    advice = table.page.locator(".advice").first
    expect(advice).to_be_visible(timeout=30_000)
    order = advice.get_attribute("data-hint") or ""
    assert order != "pass", "the last troop is given up where 8♥ saves it"
    expect(advice.locator("strong")).not_to_contain_text("play ")
    table.act("odds").click()
    row = table.page.locator(f'tr[data-odds="{order}"]')
    expect(row).to_be_visible(timeout=30_000)
    lost = row.locator("td").nth(3).inner_text()
    expect(advice.locator(".figures")).to_contain_text(lost)
    expect(row.locator("td").first).not_to_contain_text("play ")
    advice.locator('[data-act="fill"]').click()
    expect(table.page.locator(".plays .card.chosen")).to_have_attribute("data-card", order.split()[1])
    assert table.orders() == 0
    table.press("sure")
    table.done(0, order, 0)


def test_a_hint_for_a_move_becomes_a_plan_on_the_map(people: People, server: Server) -> None:
    """Finding 11: pointing at it draws it, filling it in plans it."""
    table = sit(people, server, "friedrich", PRESSED, "MOVE_MENU")
    table.act("hint").click()
    advice = table.page.locator('.advice[data-hint^="move "]').first
    expect(advice).to_be_visible(timeout=30_000)
    advice.hover()
    expect(table.page.locator("path.track")).to_be_attached()
    advice.locator('[data-act="fill"]').click()
    expect(table.act("confirm")).to_be_enabled()
    assert table.orders() == 0


def test_the_limit_of_hints_says_when_the_next_one_comes(people: People, server: Server) -> None:
    """Finding 21: the button stays."""
    table = sit(people, server, "friedrich", PRESSED, "MOVE_MENU")
    table.page.evaluate(
        """() => {
          const send = WebSocket.prototype.send;
          WebSocket.prototype.send = function (text) {
            const said = JSON.parse(text);
            if (said.what !== 'hint') return send.call(this, text);
            const error = { key: 'table.too_fast', args: { limit: 'think', seconds: 4 }, rule: null };
            const answer = { type: 'reply', id: said.id, ok: false, error };
            setTimeout(() => this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(answer) })));
          };
        }"""
    )
    table.act("hint").click()
    expect(table.page.locator(".panel")).to_contain_text("second")
    expect(table.act("hint")).to_be_visible()
    expect(table.act("hint")).to_be_enabled(timeout=10_000)


def test_objectives_are_listed_and_those_that_do_not_count_are_not_drawn(people: People, server: Server) -> None:
    """Findings 29, 30, 61."""
    table = sit(people, server, "friedrich", PRESSED, "MOVE_MENU")
    expect(table.page.locator("g.objective.n-prussia")).to_have_count(0)
    expect(table.page.locator("g.objective.n-austria")).not_to_have_count(0)
    table.page.locator("#tab-nations").click()
    austria = table.page.locator('[data-goals="austria"]')
    austria.locator("summary").click()
    expect(austria.locator("li", has=table.page.locator('[data-goal="breslau"]'))).to_contain_text("Schwerin")
    austria.locator('[data-goal="breslau"]').click()
    expect(table.page.locator("circle.focus")).to_be_attached()


def test_the_rules_and_a_reference_card_are_one_tap_away(people: People, server: Server) -> None:
    """Findings 20, 62."""
    table = sit(people, server, "friedrich", PRESSED, "MOVE_MENU")
    table.act("reference").click()
    expect(table.page.locator('dialog a[href$="rules"]')).to_be_visible()


def test_recruiting_shows_troops_pays_with_what_is_spare_and_takes_a_tapped_depot(
    people: People, server: Server
) -> None:
    """Finding 35: Schwerin's spades stay in hand; the lit depot brings a general back."""
    table = sit(people, server, "friedrich", PRESSED, "MOVE_MENU")
    table.act("recruit").click()
    lit = sorted(table.lit())
    assert lit
    table.tap(lit[0])
    expect(table.page.locator(f'select[data-general] option:checked[value="{lit[0]}"]')).to_have_count(1)
    expect(table.page.locator('[data-has="schwerin"]')).to_contain_text("5")
    expect(table.page.locator('[data-line="spares"]')).to_be_visible()
