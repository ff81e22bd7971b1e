"""What a newcomer stumbled over: the list of games, records of running games, the clock of fate, recruiting."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import prepared
from playwright.sync_api import BrowserContext, Page, expect
from tablepage import PATIENCE, Table, answer, new_game
from tableserver import Server

People = Callable[..., BrowserContext]


def start(context: BrowserContext, server: Server) -> Page:
    """The start page."""
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(server.base)
    expect(page.locator('[data-act="create"]')).to_be_visible()
    return page


def test_my_games_are_told_apart_and_can_be_removed(people: People, server: Server) -> None:
    """Mine to move, waiting for others, over, a file, a sandbox: each in its group; all of them can go."""
    host, friend = people(), people()
    mine = new_game(host, server.base, "maria-theresa", prepared.MOVES)
    theirs = new_game(host, server.base, "friedrich", prepared.MOVES)
    over = new_game(host, server.base, ["friedrich", "pompadour"], None, scenario="west")
    ended = host.request.post(f"{server.base}api/games/{over['game']}/seats/0/concede", data={})
    assert ended.ok, ended.text()
    made = host.request.post(f"{server.base}api/sandbox", data={"position": prepared.MOVES})
    assert made.status == 201, made.text()
    record = host.request.get(f"{server.base}api/games/{over['game']}/record").text()
    page = start(host, server)
    page.locator(".upload input").set_input_files(
        {"name": "a.friedrich", "mimeType": "text/plain", "buffer": record.encode()}
    )
    page.wait_for_url("**/replay*")
    page.goto(server.base)

    def group(name: str) -> Any:
        return page.locator(f'[data-group="{name}"] li')

    expect(group("turn")).to_have_count(1)
    expect(group("turn").locator("a")).to_have_attribute("href", f"{server.base}game/{mine['game']}")
    expect(group("running").locator("a")).to_have_attribute("href", f"{server.base}game/{theirs['game']}")
    expect(group("over")).to_have_count(1)
    expect(group("record")).to_have_count(1)
    expect(group("sandbox")).to_have_count(1)
    page.locator('[data-group="sandbox"] summary').click()
    page.locator('[data-act="clear-sandboxes"]').click()
    answer(page, "yes")
    expect(group("sandbox")).to_have_count(0)
    group("record").get_by_role("button").click()
    answer(page, "yes")
    expect(group("record")).to_have_count(0)
    page.reload()
    expect(group("over")).to_have_count(1)
    expect(group("record")).to_have_count(0)
    # a friend's own list: taken off, still there behind its address, and back once it was opened
    his = friend.new_page()
    his.set_default_timeout(PATIENCE)
    his.goto(f"{server.base}{theirs['links']['1']}")
    his.locator('[data-act="join"]').click()
    expect(his.locator(".prompt")).to_be_visible()
    his.goto(server.base)
    his.get_by_role("button", name="Take this game off my list").click()
    assert "Nothing in the game changes" in answer(his, "yes")
    expect(his.locator(".games li")).to_have_count(0)
    his.reload()
    expect(his.locator('[data-act="create"]')).to_be_visible()
    expect(his.locator(".games li")).to_have_count(0)
    his.goto(f"{server.base}game/{theirs['game']}")
    expect(his.locator(".prompt")).to_be_visible()
    his.goto(server.base)
    expect(his.locator(".games li")).to_have_count(1)


def test_a_record_of_a_running_game_says_what_it_is_for(people: People, server: Server, watch: Any) -> None:
    """The download says it beforehand, the upload says why not, with the line once."""
    watch.allowed.append("422")
    context = people()
    game = new_game(context, server.base, "friedrich", None, scenario="west", others="bot")
    table = Table(context.new_page(), server.base, game["game"]).open().asked("ALLOT")
    table.press("allot-hanover")
    table.asked("FORCED_DISCARD")
    page = table.page
    table.press("game")
    expect(page.get_by_role("link", name="Download my notes of the game so far")).to_be_visible()
    expect(page.get_by_role("dialog")).to_contain_text("it cannot be replayed")
    record = context.request.get(f"{server.base}api/games/{game['game']}/record").text()
    page.goto(server.base)
    expect(page.locator(".upload")).to_contain_text("cannot be replayed")
    page.locator(".upload input").set_input_files(
        {"name": "a.friedrich", "mimeType": "text/plain", "buffer": record.encode()}
    )
    word = page.get_by_role("alert")
    expect(word).to_contain_text("record of a running game")
    expect(word).to_contain_text("hides what that seat may not know")
    assert word.inner_text().lower().count("line ") == 1, word.inner_text()


def test_the_clock_of_fate_explains_what_is_to_come(people: People, server: Server) -> None:
    """Every card still in the clock with what it would do: one face in the standard game, four in the expert game."""
    context = people()
    for scenario, faces in (("standard", 1), ("expert", 4)):
        made = prepared.position("austria", {"daun": ("prag", 6)}, scenario=scenario, turn=8, fate={"drawn": ["india"]})
        game = new_game(context, server.base, "maria-theresa", made)
        table = Table(context.new_page(), server.base, game["game"]).open().asked("MOVE_MENU")
        page = table.page
        page.get_by_role("tab", name="Fate").click()
        left = page.locator("details.left")
        left.locator("summary").click()
        cards = left.locator("li[data-fate]")
        expect(cards).to_have_count(len(table.view(2)["fate"]["left"]))
        for text in cards.all_inner_texts():
            assert len(text.split()) > 4, text
        expect(left.locator('[data-fate="america"]')).to_contain_text("second of the two")
        expect(left.locator('[data-fate="elisabeth"]')).to_contain_text("Russia leaves the war")
        expect(left.locator('[data-fate="7"] br')).to_have_count(faces)


def test_recruiting_says_what_is_missing(people: People, server: Server) -> None:
    """Before anything can be paid the panel says why not; a general who comes back brings his troop along."""
    context = people()
    game = new_game(context, server.base, "maria-theresa", prepared.RECRUIT)
    table = Table(context.new_page(), server.base, game["game"]).open().asked("MOVE_MENU")
    page = table.page
    table.press("recruit")
    lacks = page.locator("#recruit-lacks")
    expect(table.act("buy")).to_be_disabled()
    expect(lacks).to_have_text("Choose first what to buy: new troops or a train.")
    general = page.locator("select[data-general]").first
    general.select_option(index=1)
    expect(page.locator(".panel")).to_contain_text("comes back in")
    expect(lacks).to_be_empty()
    expect(table.act("buy")).to_be_enabled()
    page.get_by_role("button", name="More: New troops").click()
    page.locator(".cards button.card[aria-pressed='true']").first.click()
    expect(lacks).to_contain_text("the price is")
    expect(table.act("buy")).to_be_disabled()
    page.get_by_role("button", name="Choose the cheapest for me").click()
    table.press("buy")
    expect(table.act("buy")).to_have_count(0)
    page.get_by_role("tab", name="Log").click()
    log = page.get_by_role("tabpanel")
    expect(log).to_contain_text("recruits 2 troops")
    expect(log).not_to_contain_text("0 trains")


def test_table_and_charts_share_language_and_colours(people: People, server: Server) -> None:
    """What is chosen on one side of the house holds on the other; each leads to the other."""
    page = people(color_scheme="light").new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(server.base)
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Colours").select_option("dark")
    page.get_by_label("Language").select_option("it")
    expect(page.locator("html")).to_have_attribute("lang", "it")
    page.locator("dialog header button").click()
    page.get_by_role("link", name="Tabelle delle Guerre d’Italia").click()
    page.wait_for_url("**/charts/**")
    expect(page.locator("h1")).to_have_text("Banco delle tabelle, Guerre d'Italia")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.locator("#language").select_option("en")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    page.locator(".top-tools button.quiet").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    page.get_by_role("link", name="To the table of Friedrich").click()
    expect(page.locator('[data-act="create"]')).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.locator("html")).to_have_attribute("data-theme", "light")


def test_a_wrong_record_is_refused_in_the_readers_language(people: People, server: Server, watch: Any) -> None:
    """The first wrong line once, and what is wrong with it, also where the referee has refused the order."""
    watch.allowed.append("422")
    page = start(people(locale="it-IT"), server)
    head = "format: friedrich-record/1\nscenario: west\nplayers: 2\n\n"
    for text, words in (
        (head + "move daun prag\n", ("La riga 5", "'move' ora non è richiesto")),
        (head + "allot hanover ferdinand=6 cumberland=6\n#! rain\n", ("La riga 6", "il caso conosce")),
        ("hello\n", ("La riga 1", "un verbale comincia con righe")),
    ):
        page.locator(".upload input").set_input_files(
            {"name": "a.friedrich", "mimeType": "text/plain", "buffer": text.encode()}
        )
        word = page.get_by_role("alert")
        for part in words:
            expect(word).to_contain_text(part)
        assert word.inner_text().count("iga ") == 1, word.inner_text()
        page.keyboard.press("Escape")
        expect(word).to_have_count(0)
