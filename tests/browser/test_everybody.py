"""The table for everybody: phones, keyboards, large type, dark and light, quiet motion, axe."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

import axe_playwright_python  # type: ignore[import-untyped]
import prepared
import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect
from tablepage import PATIENCE, Table, new_game
from tableserver import Server

People = Callable[..., BrowserContext]
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text()

#: one turn with everything: a recruitment, a move, a combat with a card, and a retreat
TURN = prepared.position(
    "prussia",
    {"keith": ("forst", 3), "dohna": ("berlin", 2), "lacy": ("spremberg", 5)},
    turn=8,
    hands={"prussia": ["5D", "13C", "6S"], "austria": []},
)


#: and 8♠ at its end; which card comes at a table nobody can lay out
FATE = prepared.fate("8S", {"keith": ("cottbus", 3), "dohna": ("berlin", 2)})


class Hands(Protocol):
    """A way of working a page."""

    page: Page

    def do(self, what: Locator) -> None: ...


class Finger:
    """Touch only."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def do(self, what: Locator) -> None:
        """Touch it; it must be large enough for a finger."""
        expect(what).to_be_enabled(timeout=PATIENCE)
        what.scroll_into_view_if_needed()
        box = what.bounding_box()
        assert box is not None and box["width"] >= 24 and box["height"] >= 24, (what, box)
        what.tap()


class Keyboard:
    """Tab and Enter only; where the focus is can be seen."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def do(self, what: Locator) -> None:
        """Walk there with Tab, then press Enter."""
        expect(what).to_be_enabled(timeout=PATIENCE)
        self.walk(what)
        self.page.keyboard.press("Enter")

    def walk(self, what: Locator, most: int = 200) -> None:
        """Tab until the focus is there."""
        for _ in range(most):
            if what.evaluate("(e) => e === document.activeElement"):
                break
            self.page.keyboard.press("Tab")
        else:
            raise AssertionError(f"the keyboard does not get to {what}")
        ring = what.evaluate("(e) => { const s = getComputedStyle(e); return [s.outlineStyle, s.outlineWidth]; }")
        assert ring[0] != "none" and ring[1] != "0px", "the focus cannot be seen"


def whole_turn(table: Table, hands: Any) -> None:
    """Recruit, move, fight, choose a retreat, and end both stages; checked order by order."""
    page = table.page
    hands.do(table.act("recruit"))
    hands.do(page.get_by_role("button", name="More: New troops"))
    hands.do(table.act("buy"))
    table.taken(0)
    assert (table.last_order(0) or "").startswith("recruit troops 1 pay 6S/1")
    hands.do(page.locator('[data-pick="forst"]'))
    hands.do(page.locator("details.ends summary"))
    hands.do(page.locator('[data-end="cottbus"]'))
    hands.do(table.act("confirm"))
    table.done(0, "move keith cottbus", 1)
    table.end(hands.do)
    table.asked("CARD")
    hands.do(page.locator(".plays button.card").first)
    table.asked("RETREAT_PICK")
    hands.do(page.locator("[data-city-choice]").first)
    hands.do(table.act("confirm"))
    table.asked("MOVE_MENU")
    expect(page.locator(".prompt")).to_contain_text("Hanover")
    table.end(hands.do)


def answer_fate(table: Table, hands: Any) -> None:
    """A free troop for Keith; the next turn begins."""
    hands.do(table.page.locator('[data-name="keith"]'))
    hands.do(table.act("confirm"))
    table.done(0, "reinforce keith", 0)
    expect(table.page.locator(".prompt")).to_contain_text("Turn 9", timeout=PATIENCE)


@pytest.mark.parametrize("way", ["touch", "keyboard"])
def test_a_whole_turn_at_phone_width(people: People, server: Server, way: str) -> None:
    """390 px wide: a recruitment, a combat and a fate choice by touch, and by keyboard alone."""
    context = people(**(PHONE if way == "touch" else {"viewport": PHONE["viewport"]}))
    game = new_game(context, server.base, "friedrich", TURN, others="bot")
    table = Table(context.new_page(), server.base, game["game"]).open().asked("MOVE_MENU")
    whole_turn(table, Finger(table.page) if way == "touch" else Keyboard(table.page))
    game = new_game(context, server.base, "friedrich", FATE, others="bot")
    table = Table(context.new_page(), server.base, game["game"]).open().asked("FREE_TROOP")
    answer_fate(table, Finger(table.page) if way == "touch" else Keyboard(table.page))
    wide = table.page.evaluate("() => [document.documentElement.scrollWidth, innerWidth]")
    assert wide[0] <= wide[1], "the page scrolls sideways"


def test_a_move_by_touch_on_the_map(people: People, server: Server) -> None:
    """On a phone: take up a general on the map, touch where he goes, touch again."""
    context = people(**PHONE)
    game = new_game(context, server.base, "maria-theresa", prepared.MOVES)
    table = Table(context.new_page(), server.base, game["game"]).open().asked("MOVE_MENU")
    table.touch("prag")
    expect(table.page.locator('circle.lit[data-city="melnik"]')).to_be_attached()
    table.touch("melnik")
    expect(table.page.locator("p.way")).to_contain_text("Melnik")
    table.touch("melnik")
    table.done(2, "move daun melnik", 0)


def test_shortcuts_and_order_line(people: People, server: Server) -> None:
    """N takes up the next piece, ? shows the keys, O leads to the order line; a refusal says why, with its rule."""
    context = people()
    game = new_game(context, server.base, "maria-theresa", prepared.MOVES)
    table = Table(context.new_page(), server.base, game["game"]).open().asked("MOVE_MENU")
    page = table.page
    page.keyboard.press("n")
    expect(page.locator(".companions")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".companions")).to_have_count(0)
    # wherever one was: what comes next with Tab is the piece that was taken up
    page.locator('[data-act="hint"]').focus()
    page.keyboard.press("n")
    expect(page.locator(".companions")).to_be_visible()
    expect(page.locator("#panel")).to_be_focused()
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.keyboard.press("o")
    expect(page.locator("#order-line")).to_be_focused()
    page.keyboard.type("move daun breslau")
    page.keyboard.press("Enter")
    refusal = page.get_by_role("alert")
    expect(refusal).to_contain_text("R4")
    assert table.orders() == 0
    page.locator("#order-line").fill("move daun melnik")
    page.keyboard.press("Enter")
    table.done(2, "move daun melnik", 0)


def test_live_regions_tell_prompt_and_log(people: People, server: Server) -> None:
    """What a screen reader is told: who decides what, and what has just happened; the map as lists."""
    context = people()
    game = new_game(context, server.base, "maria-theresa", prepared.MOVES)
    table = Table(context.new_page(), server.base, game["game"]).open().asked("MOVE_MENU")
    page = table.page
    live = page.locator("[aria-live=polite]").filter(has_text="Austria moves its pieces")
    expect(live).to_have_count(1)
    page.get_by_role("tab", name="Lists").click()
    expect(page.get_by_role("tabpanel")).to_contain_text("Breslau: Keith")
    page.locator("summary").filter(has_text="may go to").first.click()
    page.locator(".ends button").filter(has_text="Melnik").first.click()
    page.keyboard.press("Escape")
    page.get_by_role("tab", name="Play").click()
    page.locator("#order-line").fill("move daun melnik")
    page.keyboard.press("Enter")
    expect(page.locator("[role=log]")).to_contain_text("Daun")


def faults(page: Page, rules: list[str]) -> list[str]:
    """What axe finds serious or worse. The script comes in through the debugger, not through the page's policy."""
    page.evaluate(AXE)
    found = page.evaluate(
        """(rules) => axe.run(document,
           { resultTypes: ['violations'], ...(rules.length ? { runOnly: rules } : {}) })""",
        rules,
    )
    return [
        f"{fault['id']} ({fault['impact']}): {node['target']} {node['html'][:120]}"
        for fault in found["violations"]
        if fault["impact"] in ("serious", "critical")
        for node in fault["nodes"][:3]
    ]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious(people: People, server: Server, watch: Any, scheme: str) -> None:
    """Every page and every panel; in dark only the contrast can be different."""
    watch.allowed.append("api/invitation")  # the link of `join#nothing` leads nowhere
    rules = [] if scheme == "light" else ["color-contrast"]
    context = people(color_scheme=scheme)
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    found: dict[str, list[str]] = {}
    new_game(context, server.base, "maria-theresa", prepared.MOVES)
    page.goto(server.base)
    expect(page.locator('[data-act="create"]')).to_be_visible()
    expect(page.locator(".games li").first).to_be_visible()
    page.locator("details summary").first.click()
    found["start"] = faults(page, rules)
    page.get_by_role("button", name="Settings").click()
    found["settings"] = faults(page, rules)
    marks = {
        "map": ".map",
        "rules": "main h2",
        "join#nothing": '[data-act="join"]',
        "learn": "main a, main button",
        "learn/1": ".map",
        "sandbox": ".map",
    }
    for path, mark in marks.items():
        page.goto("about:blank")
        page.goto(f"{server.base}{path}")
        expect(page.locator(mark).first).to_be_visible()
        found[path] = faults(page, rules)
    for name, role, made, state in (
        ("moves", "maria-theresa", prepared.CROWDED, "MOVE_MENU"),
        ("battle", "friedrich", prepared.BATTLE, "CARD"),
        ("fate", "friedrich", prepared.GIFT, "GIFT"),
    ):
        game = new_game(context, server.base, role, made)
        table = Table(page, server.base, game["game"]).open().asked(state)
        found[name] = faults(page, rules)
        if name == "moves":
            table.press("recruit")
            found["recruitment"] = faults(page, rules)
            for tab in ("Nations", "Fate", "Log", "Lists", "People"):
                page.get_by_role("tab", name=tab).click()
                found[tab] = faults(page, rules)
            page.goto(f"{server.base}game/{game['game']}/replay")
            expect(page.locator(".map")).to_be_visible()
            found["replay"] = faults(page, rules)
            table.open().asked(state)
            page.keyboard.press("?")
            found["keys"] = faults(page, rules)
            page.keyboard.press("Escape")
    game = new_game(context, server.base, ["friedrich", "pompadour"], None, scenario="west")
    page.goto(f"{server.base}game/{game['game']}")
    expect(page.locator('[data-act="take"]')).to_be_visible()
    found["curtain"] = faults(page, rules)
    page.locator('[data-act="take"]').click()
    Table(page, server.base, game["game"]).asked("ALLOT")
    found["allotment"] = faults(page, rules)
    assert {name: list_ for name, list_ in found.items() if list_} == {}


#: contrast of every great name with the ground it is written on, which axe cannot tell from the drawing
LETTERING = """() => {
  const root = getComputedStyle(document.documentElement);
  const numbers = (text) => {
    const probe = document.createElement('span');
    probe.style.color = text;
    document.body.append(probe);
    const found = getComputedStyle(probe).color.match(/[\\d.]+/g).slice(0, 3).map(Number);
    probe.remove();
    return found;
  };
  const colour = (name) => numbers(root.getPropertyValue(name));
  const mix = (over, under, part) => over.map((v, i) => v * part + under[i] * (1 - part));
  const light = (rgb) => rgb.map((v) => v / 255).map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const contrast = (a, b) => (Math.max(light(a), light(b)) + 0.05) / (Math.min(light(a), light(b)) + 0.05);
  const lands = ['prussia', 'hanover', 'austria', 'sweden', 'saxony', 'empire', 'poland'];
  const land = colour('--land');
  const tint = (name) => mix(colour('--c-' + name), land, 0.55);
  return [...document.querySelectorAll('.regions text')].map((text) => {
    const style = getComputedStyle(text);
    let shows = Number(style.fillOpacity);
    for (let e = text; e && e.tagName !== 'svg'; e = e.parentElement) shows *= Number(getComputedStyle(e).opacity);
    const own = lands.find((name) => text.classList.contains(name));
    const sea = text.classList.contains('sea-name');
    const grounds = sea ? [colour('--sea')] : own ? [tint(own)] : [land, ...lands.map(tint)];
    const ratios = grounds.map((ground) => contrast(mix(numbers(style.fill), ground, shows), ground));
    return [text.textContent, Math.min(...ratios)];
  });
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_lettering_of_the_map_can_be_read(people: People, server: Server, scheme: str) -> None:
    """Names of countries, seas, rivers and hills stand out from the ground, in both themes."""
    page = people(color_scheme=scheme).new_page()
    page.goto(f"{server.base}map")
    expect(page.locator(".regions text").first).to_be_attached()
    found = page.evaluate(LETTERING)
    assert len(found) > 40
    assert [(name, round(ratio, 2)) for name, ratio in found if ratio < 4.5] == []


@pytest.mark.parametrize("way", ["zoom", "type"])
def test_twice_as_large(people: People, server: Server, way: str) -> None:
    """200 %: by the browser's zoom of a 1280 px window, and by larger type; nothing is cut off or out of reach."""
    zoomed: dict[str, Any] = {"viewport": {"width": 640, "height": 400}, "device_scale_factor": 2}
    context = people(**(zoomed if way == "zoom" else {}))
    game = new_game(context, server.base, "maria-theresa", prepared.RECRUIT)
    table = Table(context.new_page(), server.base, game["game"]).open().asked("MOVE_MENU")
    page = table.page
    if way == "type":
        page.evaluate("() => { document.documentElement.style.fontSize = '200%'; }")
    wide = page.evaluate("() => [document.documentElement.scrollWidth, innerWidth]")
    assert wide[0] <= wide[1], "the page scrolls sideways"
    cut = page.evaluate(
        """() => [...document.querySelectorAll('button, a, summary, h3, .prompt strong')].filter((e) => e.offsetParent)
           .filter((e) => e.scrollWidth > e.clientWidth + 2 && getComputedStyle(e).display !== 'inline')
           .map((e) => e.textContent.trim().slice(0, 40))"""
    )
    assert cut == []
    table.press("recruit")
    page.get_by_role("button", name="More: New troops").click()
    table.press("buy")
    expect(table.act("buy")).to_have_count(0)
    page.locator('[data-pick="prag"]').click()
    page.locator("details.ends summary").click()
    page.locator('[data-end="melnik"]').click()
    table.press("confirm")
    table.done(2, "move daun melnik", 1)


def brightness(page: Page) -> float:
    """How bright the paper of the page is, 0 to 1."""
    colour = page.evaluate("() => getComputedStyle(document.body).backgroundColor")
    red, green, blue = (int(part) for part in colour[colour.index("(") + 1 : -1].split(",")[:3])
    return (red * 299 + green * 587 + blue * 114) / 255_000


def test_dark_and_light(people: People, server: Server) -> None:
    """As the system says; the switch overrules it and is remembered."""
    for scheme, dark in (("light", False), ("dark", True)):
        page = people(color_scheme=scheme).new_page()
        page.goto(server.base)
        expect(page.locator('[data-act="create"]')).to_be_visible()
        assert (brightness(page) < 0.4) == dark
        page.get_by_role("button", name="Settings").click()
        page.get_by_label("Colours").select_option("light" if dark else "dark")
        assert (brightness(page) < 0.4) != dark
        page.reload()
        expect(page.locator('[data-act="create"]')).to_be_visible()
        assert (brightness(page) < 0.4) != dark


def test_no_motion_where_the_system_says_so(people: People, server: Server) -> None:
    """The map jumps instead of gliding and nothing is animated; without the wish it does glide."""
    for wish in ("reduce", "no-preference"):
        context = people(reduced_motion=wish)
        game = new_game(context, server.base, "maria-theresa", prepared.MOVES)
        table = Table(context.new_page(), server.base, game["game"]).open().asked("MOVE_MENU")
        page = table.page
        table.point("prag")
        page.locator(".find input").fill("Königsberg")
        expect(page.locator(".find [role=option]").first).to_be_visible()
        glide = """async () => {
              const sheet = document.querySelector('.map svg > g');
              const at = () => Math.round(sheet.getScreenCTM().e);
              const seen = new Set([at()]);
              const box = document.querySelector('.find input');
              box.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
              const begin = performance.now();
              while (performance.now() - begin < 600) {
                await new Promise((go) => requestAnimationFrame(go));
                seen.add(at());
              }
              return [seen.size, document.getAnimations().filter((a) => a.playState === 'running').length];
            }"""
        moves = page.evaluate(glide)
        if wish == "reduce":
            assert moves[0] <= 2 and moves[1] == 0, moves
        # a machine that draws a frame in half a second shows of a glide its two ends: then another one is looked at
        tries = 0
        while wish != "reduce" and moves[0] <= 2:
            tries += 1
            assert tries < 10, moves
            page.locator(".find input").fill("Prag" if tries % 2 else "Königsberg")
            expect(page.locator(".find [role=option]").first).to_be_visible()
            moves = page.evaluate(glide)
