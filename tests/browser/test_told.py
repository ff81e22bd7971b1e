"""What the map and the page tell besides the game: battles where they were fought, strengths, marches, talk."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import prepared
from playwright.sync_api import BrowserContext, Page, expect
from tablepage import Table, new_game, until
from tableserver import Server

People = Callable[..., BrowserContext]

#: two combats of Prussia far from each other, neither of which can be won
TWO_COMBATS = prepared.position(
    "prussia",
    {"richelieu": ("leipzig", 8), "seydlitz": ("merseburg", 1), "keith": ("cottbus", 1), "daun": ("spremberg", 8)},
    phase="combat",
    hands={"prussia": ["5C", "7H"], "france": ["4C", "6D"]},
)
WEST = prepared.position(
    "hanover", {"ferdinand": ("stade", 6), "richelieu": ("iserlohn", 8)}, scenario="west", turn=2, hands={}
)
#: France holds nine of its ten towns; nobody protects the last
LAST_TOWN = prepared.position(
    "france",
    {"soubise": ("hersfeld", 6), "ferdinand": ("stade", 6), "france-train-1": "fulda"},
    scenario="west",
    turn=9,
    conquered=dict.fromkeys(
        [
            "minden",
            "diepholz",
            "hannover",
            "hameln",
            "goettingen",
            "braunschweig",
            "halberstadt",
            "magdeburg",
            "wittingen",
        ],
        "france",
    ),
)
#: is what is found in the middle half of the map?
IN_SIGHT = """(e) => {
  const field = document.querySelector('main.field').getBoundingClientRect(), box = e.getBoundingClientRect();
  const [x, y] = [box.x + box.width / 2 - field.x, box.y + box.height / 2 - field.y];
  return x > field.width / 4 && x < 3 * field.width / 4 && y > field.height / 4 && y < 3 * field.height / 4;
}"""


def sit(people: People, server: Server, role: str, made: Any, quick: bool = False, **options: Any) -> Table:
    """A seat at a prepared table."""
    context = people(**options)
    game = new_game(context, server.base, role, made)
    return Table(context.new_page(), server.base, game["game"]).open(quick)


def friend(people: People, server: Server, link: str, **options: Any) -> Page:
    """Somebody who comes by a link."""
    page = people(**options).new_page()
    page.goto(f"{server.base}{link}")
    page.locator('[data-act="join"]').click()
    expect(page.locator(".prompt")).to_be_visible()
    return page


def test_the_map_shows_how_a_battle_ended_before_it_goes_to_the_next(people: People, server: Server) -> None:
    """Who lost how many stands where it was fought, in sight, until it has been read (finding 6)."""
    table = sit(people, server, "friedrich", TWO_COMBATS).asked("COMBAT_PICK")
    page = table.page
    table.act("attack").filter(has_text="Seydlitz").click()
    table.asked("CARD")
    table.press("pass")
    outcome = page.locator('[data-outcome="merseburg"]')
    expect(outcome).to_contain_text("−1")
    expect(outcome).to_contain_text("Seydlitz")
    table.settled()
    assert outcome.evaluate(IN_SIGHT), "the map has gone on to the next combat"
    expect(page.locator("path.clash")).to_have_count(0)
    expect(page.locator(".prompt")).to_contain_text("The battle is over")
    table.press("read")
    expect(page.locator("[data-outcome]")).to_have_count(0)
    expect(page.locator("path.clash")).to_be_attached()


def test_who_wants_it_sees_what_can_be_deduced(people: People, server: Server) -> None:
    """Strengths that were told or can be deduced stand on others' pieces; nothing where nothing is known."""
    table = sit(people, server, "friedrich", prepared.BATTLE, quick=True).asked("CARD")
    page = table.page
    expect(page.locator("[data-strength]")).to_have_count(0)
    table.press("settings")
    page.get_by_label("Known and deduced strengths").check()
    page.get_by_role("dialog").get_by_role("button", name="Close").click()
    expect(page.locator('[data-strength="eilenburg"]')).to_have_text("13")
    known = {stack["city"]: stack for stack in table.view(0)["stacks"]}
    for city, shown in page.locator("[data-strength]").evaluate_all(
        "all => all.map((e) => [e.dataset.strength, e.textContent.trim()])"
    ):
        low, high = known[city]["strength"]
        assert shown == (str(low) if low == high else f"{low}–{high}")
        heads = len(known[city]["generals"])
        assert (low, high) != (heads, 8 * heads), "what says nothing is shown"


def test_letters_colours_and_loudness_are_remembered(people: People, server: Server) -> None:
    """Larger letters everywhere, colours for colour-blind eyes, and how loud: in the next tab as well."""
    table = sit(people, server, "maria-theresa", prepared.MOVES, quick=True).asked("MOVE_MENU")
    page = table.page
    small = page.evaluate("() => parseFloat(getComputedStyle(document.querySelector('.prompt strong')).fontSize)")
    red = page.evaluate("() => getComputedStyle(document.documentElement).getPropertyValue('--suit-red')")
    table.press("settings")
    page.get_by_label("Letters larger").check()
    page.get_by_label("colour-blind").check()
    expect(table.act("volume")).to_be_disabled()
    page.get_by_label("Sounds for cards").check()
    table.act("volume").fill("40")
    page.reload()
    table.asked("MOVE_MENU")
    assert (
        page.evaluate("() => parseFloat(getComputedStyle(document.querySelector('.prompt strong')).fontSize)")
        > small * 1.15
    )
    assert page.evaluate("() => getComputedStyle(document.documentElement).getPropertyValue('--suit-red')") != red
    table.press("settings")
    expect(table.act("volume")).to_have_value("40")


def test_talk_stands_beside_the_map_on_every_tab(people: People, server: Server) -> None:
    """The last word is seen whatever tab is open, and can be answered there (findings 8, 63)."""
    anna = people()
    game = new_game(anna, server.base, "friedrich", WEST)
    hers = Table(anna.new_page(), server.base, game["game"]).open().asked("MOVE_MENU").page
    his = friend(people, server, game["links"]["1"])
    his.get_by_role("tab", name="Log").click()
    talk = his.locator("[data-talk]")
    talk.locator("summary").click()
    talk.get_by_label("Say something").fill("Good evening")
    talk.get_by_label("Say something").press("Enter")
    last = hers.locator("[data-talk]")
    expect(last.locator("summary")).to_contain_text("Good evening")
    expect(hers.locator("[data-talk].news")).to_be_visible()
    last.locator("summary").click()
    expect(last.locator(".lines")).to_contain_text("Good evening")
    expect(hers.locator("[data-talk].news")).to_have_count(0)


def test_nobody_to_talk_to_takes_no_room(people: People, server: Server) -> None:
    """Alone with bots there is no talk beside the map."""
    context = people()
    game = new_game(context, server.base, "friedrich", WEST, others="bot")
    table = Table(context.new_page(), server.base, game["game"]).open().asked("MOVE_MENU")
    expect(table.page.locator("[data-talk]")).to_have_count(0)


def test_a_stack_of_others_goes_along_its_road(people: People, server: Server) -> None:
    """The counter walks and stands there once, not twice; where motion is unwanted, there is the arrow alone."""
    anna = people()
    game = new_game(anna, server.base, "friedrich", WEST)
    hers = Table(anna.new_page(), server.base, game["game"]).open().asked("MOVE_MENU").page
    still = friend(people, server, game["links"]["1"])
    link = hers.context.request.post(f"{server.base}api/games/{game['game']}/watch").json()["link"]
    moving = people(reduced_motion="no-preference").new_page()
    moving.goto(f"{server.base}{link}")
    expect(moving.locator(".prompt")).to_be_visible()
    moving.evaluate(
        """() => {
          window.walked = [];
          new MutationObserver(() => window.walked.push([document.querySelectorAll('.walker .token').length,
            document.querySelectorAll('.stack .token.n-hanover').length]))
            .observe(document.querySelector('.sheet'), { subtree: true, childList: true });
        }"""
    )
    still.evaluate(
        """() => {
          window.walkers = 0;
          new MutationObserver(() => (window.walkers += document.querySelectorAll('.walker').length))
            .observe(document.querySelector('.sheet'), { subtree: true, childList: true });
        }"""
    )
    hers.locator("#order-line").fill("move ferdinand otterndorf")
    hers.keyboard.press("Enter")
    moving.wait_for_function("() => window.walked.some(([walking, standing]) => walking === 1 && standing === 0)")
    moving.wait_for_function("() => document.querySelectorAll('.stack .token.n-hanover').length === 1")
    expect(moving.locator(".walker")).to_have_count(0)
    expect(still.locator("[data-march]")).to_be_attached()
    assert still.evaluate("window.walkers") == 0


#: one stack each, far from each other
FAR_APART = prepared.position(
    "hanover",
    {
        "ferdinand": ("stade", 6),
        "keith": ("berlin", 6),
        "fermor": ("warszawa", 6),
        "daun": ("olmuetz", 6),
        "soubise": ("koblenz", 6),
        "hildburghausen": ("hildburghausen", 4),
    },
    turn=2,
)


def test_what_the_nations_did_stays_until_it_is_read(people: People, server: Server) -> None:
    """Also where all is shown at once: under its own name, to the last line, never over lit cities (22, 23)."""
    context = people()
    game = new_game(context, server.base, "friedrich", FAR_APART, others="bot", bot="cadet")
    table = Table(context.new_page(), server.base, game["game"]).open(quick=False).asked("MOVE_MENU")
    page = table.page
    table.end()
    box = page.locator(".playback")
    expect(page.locator(".prompt")).to_contain_text("Your turn", timeout=60_000)
    until(page, lambda: table.view(0)["turn"] == 3, "everybody has moved")
    skip = table.act("skip")
    if skip.count():
        skip.click()
    table.asked("MOVE_MENU")
    told = box.locator("h3").all_inner_texts()
    assert len(told) >= 3 and len(set(told)) == len(told), told
    assert not [name for name in told if "Prussia" in name or "Hanover" in name], told
    last = box.locator(".summary > :last-child")
    last.scroll_into_view_if_needed()
    expect(last).to_be_in_viewport(ratio=0.9)
    # nothing lies over the cities one may choose from; afterwards it is there again
    table.tap("berlin")
    expect(page.locator("circle.lit").first).to_be_attached()
    expect(box).to_have_count(0)
    page.keyboard.press("Escape")
    expect(box.locator("h3")).to_have_count(len(told))
    table.press("read-summary")
    expect(box).to_have_count(0)


def test_the_end_says_why_in_every_scenario(people: People, server: Server) -> None:
    """West has a rule of its own for its end: the page says what it means, and the graph leads into the game."""
    table = sit(people, server, "pompadour", LAST_TOWN, quick=True).asked("MOVE_MENU")
    page = table.page
    page.locator("#order-line").fill("move soubise bebra kassel fritzlar")
    page.keyboard.press("Enter")
    table.taken(0)
    table.end()
    end = page.locator(".end")
    expect(end).to_contain_text("Won by Pompadour in turn 9")
    expect(end).to_contain_text("Every objective that was needed is held.")
    page.locator("svg.graph").click(position={"x": 5, "y": 20})
    page.wait_for_url("**/replay/*/open")
    # what does not count in this war is not drawn as if it did
    expect(page.locator("g.objective.n-france")).not_to_have_count(0)
    expect(page.locator("g.objective.n-austria, g.objective.n-imperial")).to_have_count(0)


def test_the_log_stands_under_who_acts_and_can_be_cut_to_what_weighs(people: People, server: Server) -> None:
    """What the next nation draws is not told under the former one; battles and losses alone, if wanted (finding 41)."""
    table = sit(people, server, "friedrich", WEST, quick=True).asked("MOVE_MENU")
    page = table.page
    table.end()
    page.get_by_role("tab", name="Log").click()
    log = page.get_by_role("region", name="What happened")
    expect(log.locator("h3").last).to_contain_text("France")
    draws = log.locator("h3", has_text="France").locator("xpath=following-sibling::ul[1]")
    expect(draws).to_contain_text("France draws")
    expect(log.locator("li").first).to_be_visible()
    table.act("brief").check()
    expect(log.locator("li", has_text="draws")).to_have_count(0)


def test_a_link_says_that_it_was_copied(people: People, server: Server) -> None:
    """Finding 44: whoever copies an invitation sees that he did."""
    context = people(permissions=["clipboard-read", "clipboard-write"])
    game = new_game(context, server.base, "friedrich", WEST)
    table = Table(context.new_page(), server.base, game["game"]).open().asked("MOVE_MENU")
    page = table.page
    page.get_by_role("tab", name="People").click()
    page.get_by_role("button", name="A new link").first.click()
    table.press("copy")
    expect(table.act("copy")).to_have_text("Copied")
    assert "/join#" in page.evaluate("() => navigator.clipboard.readText()")
