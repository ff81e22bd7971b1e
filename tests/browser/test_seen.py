"""What happened is seen: battles, fate, what others say, and what may be clicked."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import prepared
from playwright.sync_api import BrowserContext, expect
from tablepage import BOARD, Table, answer, new_game
from tableserver import Server

People = Callable[..., BrowserContext]
OBJECTIVES = {row[0]: row[6] for row in BOARD["cities"] if row[6]}

#: two combats of Seydlitz, one after the other, none of which he can win
TWO_COMBATS = prepared.position(
    "prussia",
    {"richelieu": ("leipzig", 8), "seydlitz": ("merseburg", 1), "keith": ("cottbus", 1), "daun": ("spremberg", 8)},
    phase="combat",
    hands={"prussia": ["5C", "7H"], "france": ["4C", "6D"]},
)
#: the end of turn 8: whatever card comes, the clock strikes when France has ended
BEFORE_FATE = prepared.position("france", {"soubise": ("fulda", 3)}, turn=8, fate={"next": ["8"]})
SILESIA = prepared.position(
    "austria", {"daun": ("neisse", 5), "austria-train-1": "prag", "keith": ("berlin", 4)}, turn=4
)

#: for each lit city with a star: is the ring drawn after the star, and is it larger?
RINGS = """() => [...document.querySelectorAll('circle.lit.star')].map((ring) => {
  const box = (e) => e.getBoundingClientRect();
  const [x, y] = [box(ring).x + box(ring).width / 2, box(ring).y + box(ring).height / 2];
  const star = [...document.querySelectorAll('.objective path')].find((e) =>
    Math.abs(box(e).x + box(e).width / 2 - x) < 1 && Math.abs(box(e).y + box(e).height / 2 - y) < 1);
  return [ring.dataset.city, !!(star.compareDocumentPosition(ring) & Node.DOCUMENT_POSITION_FOLLOWING),
    box(ring).width > box(star).width];
})"""


def sit(people: People, server: Server, role: str, made: Any, quick: bool = False, **fields: Any) -> Table:
    """A seat at a prepared table."""
    context = people()
    game = new_game(context, server.base, role, made, **fields)
    return Table(context.new_page(), server.base, game["game"]).open(quick)


def test_lit_rings_lie_over_the_stars(people: People, server: Server) -> None:
    """Every objective within reach shows that it is: its ring is drawn above the star, and around it."""
    table = sit(people, server, "maria-theresa", SILESIA).asked("MOVE_MENU")
    table.tap("neisse")
    expect(table.page.locator("circle.lit").first).to_be_attached()
    wanted = {city for city in table.lit() if OBJECTIVES.get(city, "").startswith("a")}
    assert wanted, "no Austrian objective within reach"
    for _ in range(3):
        table.settled()
        rings = table.page.evaluate(RINGS)
        assert {city for city, above, larger in rings if above and larger} == wanted, rings
        table.page.get_by_role("button", name="Closer").click()


def test_no_flag_covers_an_initial(people: People, server: Server) -> None:
    """Names are drawn after flags and question marks."""
    table = sit(people, server, "maria-theresa", prepared.CROWDED).asked("MOVE_MENU")
    assert table.page.evaluate(
        """() => [...document.querySelectorAll('.control, .question')].every((mark) =>
          mark.compareDocumentPosition(document.querySelector('.names')) & Node.DOCUMENT_POSITION_FOLLOWING)"""
    )
    assert table.page.locator(".control").count() > 5


def test_a_battle_ends_with_its_result(people: People, server: Server) -> None:
    """Who lost how many stays until it is read; the next combat does not open before."""
    table = sit(people, server, "friedrich", TWO_COMBATS).asked("COMBAT_PICK")
    page = table.page
    table.act("attack").filter(has_text="Seydlitz").click()
    table.asked("CARD")
    table.press("pass")
    report = page.locator(".report")
    expect(report).to_contain_text("Seydlitz beaten by Richelieu: 1 troop lost")
    # who reads elsewhere finds the mark on its tab
    page.get_by_role("tab", name="Nations").click()
    expect(page.locator("#tab-play.news")).to_be_visible()
    page.get_by_role("tab", name="Play").click()
    expect(page.locator("#tab-play.news")).to_have_count(0)
    expect(report).to_contain_text("Seydlitz off the map")
    expect(page.locator(".battle")).to_have_count(0)
    expect(page.locator(".action")).to_have_count(0)
    table.press("read")
    expect(report).to_have_count(0)
    expect(page.locator(".battle")).to_contain_text("Keith")


def test_fate_is_an_event(people: People, server: Server) -> None:
    """The card and what it says stand on the table until they are read, and a mark is on the tab."""
    table = sit(people, server, "pompadour", BEFORE_FATE).asked("MOVE_MENU")
    page = table.page
    table.press("end")
    anyway = table.act("end-anyway")
    report = page.locator(".report")
    expect(anyway.or_(report)).to_be_visible()
    if anyway.count():
        anyway.click()
    expect(report).to_contain_text("The Clock of Fate strikes")
    expect(report.locator("p.fate")).not_to_be_empty()
    expect(page.locator("#tab-fate.news")).to_be_visible()
    table.press("read")
    expect(report).to_have_count(0)
    page.get_by_role("tab", name="Fate").click()
    expect(page.locator("#tab-fate.news")).to_have_count(0)


def test_what_others_say_is_seen(people: People, server: Server) -> None:
    """Talk and proposals: a word on the map and a mark on the tab, until one has looked."""
    anna, bruno = people(), people()
    made = prepared.position(
        "hanover", {"ferdinand": ("stade", 6), "richelieu": ("iserlohn", 8)}, scenario="west", turn=2
    )
    game = new_game(anna, server.base, "friedrich", made)
    hers = Table(anna.new_page(), server.base, game["game"]).open().asked("MOVE_MENU").page
    his = bruno.new_page()
    his.goto(f"{server.base}{game['links']['1']}")
    his.locator('[data-act="join"]').click()
    expect(his.locator(".prompt")).to_be_visible()
    mark, word = hers.locator("#tab-people.news"), hers.locator('[data-act="news"]')
    expect(mark).to_have_count(0)
    his.get_by_role("tab", name="People").click()
    his.get_by_label("Say something").fill("Good evening")
    his.get_by_role("button", name="Say", exact=True).click()
    expect(word).to_contain_text("Good evening")
    expect(mark).to_be_visible()
    word.click()
    expect(mark).to_have_count(0)
    expect(hers.locator(".lines")).to_contain_text("Good evening")
    his.locator('[data-act="game"]').click()
    his.get_by_role("button", name="Propose a draw").click()
    expect(word).to_contain_text("David proposes a draw")
    expect(hers.locator('[data-act="game"].news')).to_be_visible()
    word.click()
    expect(hers.get_by_role("dialog")).to_contain_text("Proposed: a draw")


def test_taken_back_and_done_again(people: People, server: Server) -> None:
    """An order taken back can be given again; a whole stage is taken back after a question only."""
    table = sit(people, server, "maria-theresa", prepared.MOVES, quick=True).asked("MOVE_MENU")
    page = table.page
    for order, count in (("move daun melnik", 1), ("move browne kuttenberg", 2)):
        page.locator("#order-line").fill(order)
        page.keyboard.press("Enter")
        table.done(2, order, count - 1)
    expect(table.act("redo")).to_have_count(0)
    table.press("undo")
    table.press("redo")
    expect(table.act("redo")).to_have_count(0)
    table.done(2, "move browne kuttenberg", 1)
    table.press("undo-stage")
    table.press("no")
    assert table.orders() == 2
    table.press("undo-stage")
    table.press("yes")
    expect(table.act("undo")).to_have_count(0)
    assert table.orders() == 0
    table.press("redo")
    table.done(2, "move daun melnik", 0)
    table.press("redo")
    table.done(2, "move browne kuttenberg", 1)
    expect(table.act("redo")).to_have_count(0)


def test_the_end_of_a_game_is_a_page(people: People, server: Server) -> None:
    """Who won and why, all hands open, and the replay with everything open shows them too, stepped with the arrows."""
    context = people()
    made = prepared.position(
        "hanover",
        {"ferdinand": ("stade", 6), "richelieu": ("iserlohn", 8)},
        scenario="west",
        turn=2,
        hands={"hanover": ["13H"], "france": ["11D"]},
    )
    game = new_game(context, server.base, "friedrich", made)
    table = Table(context.new_page(), server.base, game["game"]).open().asked("MOVE_MENU")
    page = table.page
    page.locator("#order-line").fill("move ferdinand otterndorf")
    page.keyboard.press("Enter")
    table.done(0, "move ferdinand otterndorf", 0)
    expect(page.locator(".hand.n-france")).to_have_count(0)
    table.press("game")
    table.press("concede")
    answer(page, "yes")
    end = page.locator(".end")
    expect(end).to_contain_text("Won by Pompadour in turn 2")
    expect(end).to_contain_text("Given up by Anna.")
    expect(end).not_to_contain_text("The others")
    expect(page.locator(".hand.n-france")).to_contain_text("11")
    expect(table.act("rematch")).to_be_visible()
    table.press("replay")
    hand = page.locator(".hand.n-france")
    expect(hand).to_contain_text("11")
    expect(page.locator("footer .count")).to_have_text("0/2")
    page.keyboard.press("ArrowRight")
    expect(page.locator("footer .count")).to_have_text("1/2")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("footer .count")).to_have_text("0/2")
    page.goto(f"{server.base}game/{table.game}/replay/1/open")
    expect(page.locator("footer .count")).to_have_text("1/2")
    expect(page.locator("footer input[type=range]")).to_have_value("1")


def test_nobody_ends_a_game_against_bots_by_a_slip(people: People, server: Server) -> None:
    """Bots agree to everything: where nobody else is asked, the page asks whether it is meant."""
    context = people()
    game = new_game(context, server.base, "friedrich", scenario="west", others="bot", bot="cadet")
    page = Table(context.new_page(), server.base, game["game"]).open().asked("ALLOT").page
    page.locator('[data-act="game"]').click()
    expect(page.get_by_role("button", name="Propose")).to_have_count(0)
    page.locator('[data-act="propose-draw"]').click()
    said = answer(page, "no")
    assert "nobody else to ask" in said
    assert context.request.get(f"{server.base}api/games/{game['game']}").json()["game"]["result"] is None
    page.locator('[data-act="propose-draw"]').click()
    answer(page, "yes")
    expect(page.locator("section.end")).to_contain_text("draw")


def test_a_timed_game_has_a_running_clock(people: People, server: Server) -> None:
    """How long whoever is to act still has is seen on the table, and it runs."""
    context = people()
    pace = {"kind": "bank", "seconds": 300, "bank": 3600, "bot": "random"}
    game = new_game(context, server.base, "maria-theresa", prepared.MOVES, pace=pace)
    table = Table(context.new_page(), server.base, game["game"]).open().asked("MOVE_MENU")
    clock = table.page.get_by_role("timer")
    expect(clock).to_have_text(re.compile(r"^(\d+:)?\d+:\d\d$"))
    before = clock.inner_text()
    expect(clock).not_to_have_text(before)
