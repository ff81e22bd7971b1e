"""Seats, links and ends, worked with the pointer: what the host may do, what a newcomer sees, how a game is ended."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import prepared
from playwright.sync_api import BrowserContext, Page, WebSocketRoute, expect
from tablepage import PATIENCE, Table, answer, new_game, until
from tableserver import Server

People = Callable[..., BrowserContext]

MARCH = prepared.position(
    "hanover",
    {"ferdinand": ("stade", 6), "cumberland": ("alfeld", 6), "richelieu": ("iserlohn", 8), "soubise": ("fulda", 5)},
    scenario="west",
    turn=2,
    hands={"hanover": ["13H"], "france": ["11D"]},
)


def join(context: BrowserContext, server: Server, link: str) -> Page:
    """Follow a link and sit down."""
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(f"{server.base}{link}")
    page.locator('[data-act="join"]').click()
    expect(page.locator(".prompt")).to_be_visible()
    return page


def people_tab(page: Page) -> None:
    """Open the panel of people."""
    page.get_by_role("tab", name="People").click()


def test_a_reissued_link_ends_the_old_one(people: People, server: Server, watch: Any) -> None:
    """The friend's page closes with a sentence; the old link leads nowhere; the new one does."""
    watch.allowed.append("404 (Not Found)")
    host, friend, late = people(), people(), people()
    game = new_game(host, server.base, "friedrich", MARCH)
    table = Table(host.new_page(), server.base, game["game"]).open().asked("MOVE_MENU")
    his = join(friend, server, game["links"]["1"])
    people_tab(table.page)
    expect(table.page.locator(".panel li").nth(1)).to_contain_text("at the table")
    table.page.get_by_role("button", name="A new link").click()
    link = table.page.get_by_label("Link of David")
    expect(link).to_be_visible()
    expect(his.get_by_role("heading", name="This table is closed")).to_be_visible()
    again = late.new_page()
    again.goto(f"{server.base}{game['links']['1']}")
    again.locator('[data-act="join"]').click()
    expect(again.get_by_role("alert")).to_be_visible()
    again.goto("about:blank")
    again.goto(link.input_value())
    again.locator('[data-act="join"]').click()
    expect(again.locator(".prompt")).to_be_visible(timeout=PATIENCE)


def test_title_and_icon_tell_whose_turn_it_is(people: People, server: Server) -> None:
    """The tab of whoever is to act is marked, the other is not; after the stage it is the other way round."""
    host, friend = people(), people()
    game = new_game(host, server.base, "friedrich", MARCH)
    table = Table(host.new_page(), server.base, game["game"]).open().asked("MOVE_MENU")
    his = join(friend, server, game["links"]["1"])
    expect(table.page).to_have_title(re.compile("^● Turn 2 · The War in the West · Sanssouci$"))
    expect(his).to_have_title(re.compile("^Turn 2 · The War in the West · Sanssouci$"))
    hers_icon = table.page.locator('link[rel="icon"]').get_attribute("href")
    assert hers_icon != his.locator('link[rel="icon"]').get_attribute("href")
    table.end()
    expect(table.page).to_have_title(re.compile("^Turn 2 · The War in the West · Sanssouci$"), timeout=PATIENCE)
    expect(his).to_have_title(re.compile("^● Turn 2 · The War in the West · Sanssouci$"), timeout=PATIENCE)


def test_a_seat_goes_to_a_bot_and_back(people: People, server: Server) -> None:
    """The host hands the absent friend's seat to a bot, who plays; then takes it back and gets a link."""
    host = people()
    game = new_game(host, server.base, "friedrich", MARCH)
    table = Table(host.new_page(), server.base, game["game"]).open().asked("MOVE_MENU")
    page = table.page
    people_tab(page)
    page.get_by_label("Hand David to a bot").select_option("random")
    assert "play for David" in answer(page, "no")
    expect(page.locator(".panel li").nth(1)).not_to_contain_text("played by the bot")
    page.get_by_label("Hand David to a bot").select_option("random")
    answer(page, "yes")
    expect(page.locator(".panel li").nth(1)).to_contain_text("played by the bot")
    page.get_by_role("tab", name="Play").click()
    table.end()
    # the bot plays France; the next turn begins with Prussia's draw
    expect(page.locator(".prompt")).to_contain_text("Turn 3", timeout=3 * PATIENCE)
    people_tab(page)
    page.get_by_role("button", name="Give the seat back to David").click()
    assert "the game waits for David" in answer(page, "yes")
    expect(page.locator(".panel li").nth(1)).not_to_contain_text("played by the bot")
    # her own seat is hers to take back
    page.get_by_label("Hand Anna to a bot").select_option("random")
    answer(page, "yes")
    page.get_by_role("button", name="Take the seat back from the bot").click()
    answer(page, "yes")
    expect(page.locator(".panel li").nth(0)).not_to_contain_text("played by the bot")


def test_a_seat_that_was_never_mine_is_not_taken_back(people: People, server: Server) -> None:
    """A bot from the beginning: the host may invite a person in its place, and is asked before."""
    host = people()
    game = new_game(host, server.base, "friedrich", MARCH, others="bot")
    table = Table(host.new_page(), server.base, game["game"]).open().asked("MOVE_MENU")
    page = table.page
    people_tab(page)
    expect(page.get_by_role("button", name="Take the seat back")).to_have_count(0)
    invite = page.get_by_role("button", name="Invite a person in the bot’s place")
    invite.click()
    assert "link to send" in answer(page, "no")
    expect(invite).to_be_visible()
    invite.click()
    answer(page, "yes")
    expect(page.get_by_label("Link of David")).to_be_visible()
    expect(page.locator(".panel li").nth(1)).to_contain_text("has not come yet")


def come_back(people: People, server: Server, hear: Callable[[WebSocketRoute], None] | None = None) -> Page:
    """A move a day: the friend allots and goes, the host plays on, the friend comes back and gets a list of orders."""
    host, friend = people(), people()
    game = new_game(host, server.base, "friedrich", None, scenario="west")
    his = join(friend, server, game["links"]["1"])
    his.locator('[data-act="allot-france"]').click()
    expect(his.locator('.action[data-state="ALLOT"]')).to_have_count(0)
    his.close()
    table = Table(host.new_page(), server.base, game["game"]).open().asked("ALLOT")
    table.press("allot-hanover")
    table.asked("FORCED_DISCARD")
    table.page.locator(".hand button.card.lit").first.click()
    table.press("confirm")
    table.asked("MOVE_MENU")
    before = table.orders()
    table.page.locator("#order-line").fill("move seydlitz genthin")
    table.page.keyboard.press("Enter")
    table.done(0, "move seydlitz genthin", before)
    his = friend.new_page()
    if hear is not None:
        his.route_web_socket("**/*", hear)
    his.goto(f"{server.base}game/{game['game']}")
    expect(his.locator(".since")).to_be_visible(timeout=PATIENCE)
    expect(his.locator(".since li")).to_have_count(3)
    return his


def test_whoever_comes_back_sees_what_happened(people: People, server: Server) -> None:
    """The list names what happened and goes through it step by step on the map."""
    his = come_back(people, server)
    report = his.locator(".since")
    expect(report).to_contain_text("Seydlitz")
    report.get_by_role("button", name="Show step by step").click()
    expect(report.locator("li.at")).to_be_visible(timeout=PATIENCE)
    report.get_by_role("button", name="To the present").click()
    expect(report).to_have_count(0)
    his.get_by_role("button", name="Since your last move").click()
    report.get_by_role("button", name="Show step by step").click()
    expect(report.locator("li.at")).to_be_visible(timeout=PATIENCE)
    his.keyboard.press("Escape")
    expect(report).to_have_count(0)
    expect(his.locator(".playback")).to_have_count(0)


def test_the_list_of_what_happened_goes_with_ones_own_order(people: People, server: Server) -> None:
    """Whoever plays on has read it: it does not stay open with nothing in it."""
    host, friend = people(), people()
    game = new_game(host, server.base, "friedrich", MARCH)
    his = Table(friend.new_page(), server.base, game["game"])
    his.page.add_init_script("localStorage.setItem('sanssouci-speed', 'instant')")
    his.page.goto(f"{server.base}{game['links']['1']}")
    his.page.locator('[data-act="join"]').click()
    table = Table(host.new_page(), server.base, game["game"]).open().asked("MOVE_MENU")
    table.end()
    expect(his.page.locator('.action[data-state="FORCED_DISCARD"]')).to_be_attached()
    his.press("since")
    expect(his.page.locator(".since li")).not_to_have_count(0)
    before = his.orders()
    his.page.locator(".hand button.card.lit").first.click()
    his.press("confirm")
    his.taken(before)
    expect(his.page.locator(".since")).to_have_count(0)


def test_looking_back_leaves_the_controls_of_the_map_in_reach(people: People, server: Server) -> None:
    his = come_back(people, server)
    his.keyboard.press("Escape")
    his.get_by_role("tab", name="Log").click()
    his.get_by_role("button", name="Show the position after this").first.click()
    expect(his.locator(".playback")).to_be_visible()
    threats = his.get_by_role("button", name="Threats")
    threats.click()  # refused by the browser while anything lies over it
    expect(threats).to_have_attribute("aria-pressed", "true")
    his.get_by_role("button", name="To the present").click()
    expect(his.locator(".playback")).to_have_count(0)


class Slow:
    """A line on which messages with a certain text are held back until they are let go."""

    def __init__(self, text: str) -> None:
        self.text, self.held = text, list[str | bytes]()

    def __call__(self, line: WebSocketRoute) -> None:
        """What `route_web_socket` wants."""
        self.line = line
        line.connect_to_server().on_message(self._hear)

    def _hear(self, message: str | bytes) -> None:
        if self.text in str(message):
            self.held.append(message)
        else:
            self.line.send(message)

    def let_go(self, page: Page) -> None:
        """Send what was held, and wait until the page has heard it: answers come in order."""
        for message in self.held:
            self.line.send(message)
        threats = page.get_by_role("button", name="Threats")
        threats.click()
        expect(threats).to_have_attribute("aria-pressed", "true")


def test_a_position_that_comes_too_late_is_not_shown(people: People, server: Server) -> None:
    """Whoever leaves the past before its position has come over the line stays in the present."""
    slow = Slow('"frame":')
    his = come_back(people, server, slow)
    his.locator(".since").get_by_role("button", name="Show step by step").click()
    until(his, lambda: len(slow.held) == 1, "the position was not asked for")
    his.keyboard.press("Escape")
    expect(his.locator(".since")).to_have_count(0)
    slow.let_go(his)
    expect(his.locator(".playback")).to_have_count(0)


def test_advice_that_comes_too_late_is_not_shown(people: People, server: Server) -> None:
    """A hint for the decision before the last order says nothing any more; the next one may be asked for."""
    slow = Slow('"reasons":')
    host = people()
    game = new_game(host, server.base, "friedrich", MARCH)
    page = host.new_page()
    page.route_web_socket("**/*", slow)
    table = Table(page, server.base, game["game"]).open().asked("MOVE_MENU")
    ask = page.get_by_role("button", name="What would a bot do?")
    ask.click()
    until(page, lambda: len(slow.held) == 1, "no advice was asked for")
    before = table.orders()
    page.locator("#order-line").fill("move ferdinand zeven")
    page.keyboard.press("Enter")
    table.done(0, "move ferdinand zeven", before)
    slow.let_go(page)
    expect(page.locator(".advice")).to_have_count(0)
    expect(ask).to_be_enabled()


def test_conceding_and_playing_again(people: People, server: Server) -> None:
    """Giving up ends the game for two; a rematch begins when the other agrees, too. Who watches is not asked."""
    host, friend, stranger = people(), people(), people()
    game = new_game(host, server.base, "friedrich", MARCH)
    table = Table(host.new_page(), server.base, game["game"]).open().asked("MOVE_MENU")
    his = join(friend, server, game["links"]["1"])
    link = host.request.post(f"{server.base}api/games/{game['game']}/watch", data={}).json()["link"]
    watching = stranger.new_page()
    watching.goto(f"{server.base}{link}")
    page = table.page
    table.press("game")
    table.press("concede")
    answer(page, "yes")
    expect(page.locator(".prompt")).to_contain_text("The game is over", timeout=PATIENCE)
    expect(watching.locator(".end")).to_be_visible()
    expect(watching.locator('[data-act="rematch"]')).to_have_count(0)
    page.get_by_role("button", name="Again with the same people").click()
    expect(page.locator("[data-rematch]")).to_contain_text("Still to agree: David")
    assert game["game"] in page.url, "nothing has begun"
    expect(his.locator('[data-act="news"]')).to_have_text(re.compile("Anna would like to play again"))
    expect(watching.locator("[data-rematch]")).to_have_count(0)
    his.locator('[data-act="rematch-refuse"]').click()
    page.get_by_role("button", name="Again with the same people").click()
    his.locator('[data-act="rematch-agree"]').click()
    his.wait_for_url(lambda url: "game/" in url and game["game"] not in url)
    expect(his.locator(".prompt, .curtain").first).to_be_visible(timeout=PATIENCE)
    page.get_by_role("link", name="To the next game").click()
    expect(page).to_have_url(his.url)


def test_clocks_stay_in_sight_and_begin_with_their_people(people: People, server: Server) -> None:
    """The other's clock waits until he has come, and both see whose runs after every order; two clocks have names."""
    host, friend = people(), people()
    pace = {"kind": "bank", "seconds": 300, "bank": 3600, "bot": "random"}
    game = new_game(host, server.base, "friedrich", scenario="west", pace=pace)
    table = Table(host.new_page(), server.base, game["game"]).open().asked("ALLOT")
    mine = table.page.get_by_role("timer")
    expect(mine).to_have_text(re.compile(r"^1:0[45]:\d\d$"))
    his = Table(friend.new_page(), server.base, game["game"])
    his.page.goto(f"{server.base}{game['links']['1']}")
    his.page.locator('[data-act="join"]').click()
    expect(mine).to_have_text([re.compile(r"^Anna 1:"), re.compile(r"^David 1:")])
    table.page.locator("#order-line").fill("allot hanover ferdinand=8 cumberland=4")
    table.page.keyboard.press("Enter")
    table.taken(0)
    for page in (table.page, his.page):
        expect(page.get_by_role("timer")).to_have_count(1)
        expect(page.get_by_role("timer")).to_have_attribute("title", "Time left to David")
    his.page.locator("#order-line").fill("allot france richelieu=8 soubise=7 chevert=5")
    his.page.keyboard.press("Enter")
    his.taken(1)
    for page in (table.page, his.page):
        expect(page.get_by_role("timer")).to_have_count(1)
        expect(page.get_by_role("timer")).to_have_attribute("title", "Time left to Anna")


def test_a_draw_by_agreement(people: People, server: Server) -> None:
    """One proposes, the other agrees."""
    host, friend = people(), people()
    game = new_game(host, server.base, "friedrich", MARCH)
    table = Table(host.new_page(), server.base, game["game"]).open().asked("MOVE_MENU")
    his = join(friend, server, game["links"]["1"])
    table.press("game")
    table.page.get_by_role("button", name="Propose a draw").click()
    expect(table.act("withdraw")).to_have_text("Withdraw")
    expect(table.act("agree")).to_have_count(0)
    expect(his.locator('[data-act="game"].news')).to_be_visible()
    his.locator('[data-act="news"]').click()
    expect(his.locator("dialog [data-proposal]")).to_contain_text("Proposed: a draw")
    expect(his.locator('[data-act="withdraw"]')).to_have_text("Refuse")
    his.locator('[data-act="agree"]').click()
    answer(his, "yes")
    for page in (his, table.page):
        expect(page.locator(".prompt")).to_contain_text("A draw in turn", timeout=PATIENCE)
        expect(page.locator("dialog")).to_have_count(0)  # the menu it was agreed in has nothing left to offer


def test_spectators_see_what_everybody_may_know(people: People, server: Server) -> None:
    """By a link of their own: no hand, no menu, no order."""
    host, stranger = people(), people()
    game = new_game(host, server.base, "friedrich", MARCH)
    link = host.request.post(f"{server.base}api/games/{game['game']}/watch", data={}).json()["link"]
    page = stranger.new_page()
    told: list[str] = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda text: told.append(str(text))))
    page.goto(f"{server.base}{link}")
    expect(page.locator(".prompt")).to_be_visible(timeout=PATIENCE)
    expect(page.locator(".hand")).to_have_count(0)
    expect(page.locator("#order-line")).to_have_count(0)
    assert told and not any("13H/1" in text or "11D/1" in text for text in told)


def test_hints_are_switched_off_by_agreement(people: People, server: Server) -> None:
    """Both must agree; then nobody can ask, not in a sandbox of the game either; both must agree to have them again."""
    host, friend = people(), people()
    game = new_game(host, server.base, "friedrich", MARCH)
    table = Table(host.new_page(), server.base, game["game"]).open().asked("MOVE_MENU")
    page = table.page
    his = join(friend, server, game["links"]["1"])
    ask = page.get_by_role("button", name="What would a bot do?")
    expect(ask).to_be_visible()
    people_tab(page)
    table.press("hints-propose")
    expect(page.locator("[data-hints=on]")).to_contain_text("1 player agrees")
    people_tab(his)
    expect(his.locator("[data-hints=on]")).to_contain_text("Proposed: to play without hints")
    his.locator('[data-act="hints-agree"]').click()
    for one in (page, his):
        expect(one.locator("[data-hints=off]")).to_be_visible()
    page.get_by_role("tab", name="Play").click()
    expect(page.locator(".panel")).to_contain_text("no hints and no odds")
    expect(ask).to_have_count(0)
    page.goto(f"{server.base}game/{game['game']}/replay")
    page.get_by_role("button", name="Try out from here").click()
    page.wait_for_url(lambda url: "game/" in url and game["game"] not in url)
    expect(page.locator(".panel")).to_contain_text("A sandbox")
    expect(page.locator(".panel")).to_contain_text("nor in a sandbox of it")
    expect(ask).to_have_count(0)
    refused = page.evaluate(
        """() => new Promise((done) => {
          const address = location.href.replace('http', 'ws').replace('/game/', '/api/games/');
          const socket = new WebSocket(address + '/socket');
          socket.onopen = () => socket.send(JSON.stringify({ type: 'hello', id: 1 }));
          socket.onmessage = (e) => {
            const told = JSON.parse(e.data);
            if (told.id === 1) socket.send(JSON.stringify({ type: 'ask', what: 'hint', id: 2 }));
            if (told.id === 2) { socket.close(); done(told); }
          };
        })"""
    )
    assert refused["ok"] is False and refused["error"]["key"] == "table.no_hints"


def test_a_game_begun_without_hints(people: People, server: Server) -> None:
    """The box on the start page: whoever sits down has agreed."""
    page = people().new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(server.base)
    page.get_by_role("radio", name="The War in the West").check()
    page.locator('[data-field="hints"]').uncheck()
    page.locator("select[data-seat='1']").select_option("bot")
    page.locator('[data-act="create"]').click()
    expect(page.locator('.action[data-state="ALLOT"]')).to_be_attached()
    expect(page.locator(".panel")).to_contain_text("no hints and no odds")
    expect(page.get_by_role("button", name="What would a bot do?")).to_have_count(0)


def test_a_line_says_who_is_looking(people: People, server: Server) -> None:
    """Who has the table open, and how many watch; it follows their coming and going."""
    host, friend, stranger = people(), people(), people()
    game = new_game(host, server.base, "friedrich", MARCH)
    table = Table(host.new_page(), server.base, game["game"]).open().asked("MOVE_MENU")
    line = table.page.locator(".looking").first
    expect(line).to_have_text("Looking now: you")
    his = join(friend, server, game["links"]["1"])
    expect(line).to_have_text("Looking now: you, David")
    link = host.request.post(f"{server.base}api/games/{game['game']}/watch", data={}).json()["link"]
    theirs = stranger.new_page()
    theirs.goto(f"{server.base}{link}")
    expect(line).to_have_text("Looking now: you, David · 1 spectator watching")
    expect(theirs.locator(".looking").first).to_have_text("Looking now: Anna, David · 1 spectator watching")
    his.close()
    expect(line).to_have_text("Looking now: you · 1 spectator watching")
    theirs.close()
    expect(line).to_have_text("Looking now: you")


def test_an_order_for_a_foreign_nation_names_it(people: People, server: Server) -> None:
    """Not just "not your turn": whose the nation is."""
    host = people()
    game = new_game(host, server.base, "friedrich", None)
    table = Table(host.new_page(), server.base, game["game"]).open().asked("ALLOT")
    table.page.locator("#order-line").fill("allot austria daun=8 browne=8 karl=6 laudon=4 lacy=4")
    table.page.keyboard.press("Enter")
    expect(table.page.get_by_role("alert")).to_contain_text("Austria is led by Maria Theresa")
    assert table.orders() == 0
