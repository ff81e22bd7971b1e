"""The map in the real page: names do not overlap, one can move about, find, hide and see what is near."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import prepared
import pytest
from playwright.sync_api import BrowserContext, Page, expect
from tablepage import PATIENCE, Table, new_game, until
from tableserver import Server

People = Callable[..., BrowserContext]

#: the ink of every city name on the screen, measured with the font the browser uses
INK = """async () => {
  await document.fonts.ready;
  const pen = document.createElement('canvas').getContext('2d');
  const scale = document.querySelector('.map svg > g').getScreenCTM().a;
  return [...document.querySelectorAll('.names text')].map((t) => {
    const style = getComputedStyle(t);
    pen.font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    pen.textAlign = { start: 'left', middle: 'center', end: 'right' }[style.textAnchor];
    const m = pen.measureText(t.textContent);
    const [x, y] = [Number(t.getAttribute('x')), Number(t.getAttribute('y'))];
    const box = [x - m.actualBoundingBoxLeft, y - m.actualBoundingBoxAscent, x + m.actualBoundingBoxRight, y + m.actualBoundingBoxDescent];
    return { name: t.textContent, box: box.map((v) => v * scale), size: parseFloat(style.fontSize) * scale };
  });
}"""  # noqa: E501


def overlaps(labels: list[dict[str, Any]]) -> list[tuple[str, str, float, float]]:
    """Pairs whose ink overlaps by more than half a pixel each way."""
    found = []
    ordered = sorted(labels, key=lambda label: label["box"][0])
    for i, one in enumerate(ordered):
        for other in ordered[i + 1 :]:
            if other["box"][0] >= one["box"][2]:
                break
            wide = min(one["box"][2], other["box"][2]) - other["box"][0]
            high = min(one["box"][3], other["box"][3]) - max(one["box"][1], other["box"][1])
            if wide > 0.5 and high > 0.5:
                found.append((one["name"], other["name"], round(wide, 1), round(high, 1)))
    return found


def level(page: Page) -> str:
    """Which set of names the map shows now."""
    found = re.search(r"\bl\d\b", page.locator("g.names").get_attribute("class") or "")
    assert found
    return found[0]


def opened(people: People, server: Server, where: str) -> Page:
    """The map by itself, or under the pieces of a crowded game."""
    context = people()
    page = context.new_page()
    if where == "map":
        page.goto(f"{server.base}map")
        expect(page.locator(".names text").first).to_be_attached(timeout=PATIENCE)
    else:
        game = new_game(context, server.base, "maria-theresa", prepared.CROWDED)
        Table(page, server.base, game["game"]).open().asked("MOVE_MENU")
    return page


@pytest.mark.parametrize("where", ["map", "table"])
def test_no_names_overlap_at_three_zooms(people: People, server: Server, where: str) -> None:
    """From the whole board to the finest: no two names touch, each can be read, and nearer shows more."""
    page = opened(people, server, where)
    table = Table(page, server.base, "")
    seen: dict[str, int] = {}
    faults: dict[str, list[tuple[str, str, float, float]]] = {}
    page.locator(".map").focus()
    page.keyboard.press("0")
    for _ in range(12):
        table.point("prag")
        table.settled()
        now = level(page)
        if now not in seen:
            labels = page.evaluate(INK)
            faults[now] = overlaps(labels)
            assert min(label["size"] for label in labels) > 9, "too small to read"
            seen[now] = len(labels)
        page.keyboard.press("+")
    assert not any(faults.values()), faults
    assert len(seen) >= 3, seen
    counts = [seen[name] for name in sorted(seen)]
    assert counts == sorted(counts) and counts[-1] == 672, seen


#: how much of each city name on the screen lies under a piece or a general's banner, as a part of its ink
COVERED = """() => {
  const drawn = [...document.querySelectorAll('.stack .token .body, .stack .banner text')];
  const things = drawn.map((e) => e.getBoundingClientRect());
  return [...document.querySelectorAll('.names text')].map((text) => {
    const box = text.getBoundingClientRect();
    const [top, bottom] = [box.top + box.height * 0.22, box.bottom - box.height * 0.2];
    const shares = things.map((o) => Math.max(0, Math.min(box.right, o.right) - Math.max(box.left, o.left))
      * Math.max(0, Math.min(bottom, o.bottom) - Math.max(top, o.top)) / (box.width * (bottom - top)));
    return [text.textContent, Math.max(0, ...shares)];
  });
}"""


@pytest.mark.parametrize("where", ["map", "table"])
def test_pieces_and_banners_cover_no_names(people: People, server: Server, where: str) -> None:
    """At every zoom: names and banners make room for each other."""
    page = opened(people, server, where)
    table = Table(page, server.base, "")
    page.locator(".map").focus()
    page.keyboard.press("0")
    faults: dict[str, list[tuple[str, float]]] = {}
    banners = 0
    for _ in range(9):
        table.point("prag")
        table.settled()
        hidden = [(name, round(share, 2)) for name, share in page.evaluate(COVERED) if share > 0.1]
        if hidden:
            faults[level(page)] = hidden
        banners = max(banners, page.locator(".banner text").count())
        page.keyboard.press("+")
    assert faults == {}
    assert banners > 10, "no general is named at any zoom"


def test_pan_zoom_find_and_hide(people: People, server: Server) -> None:
    """Wheel, drag, keys; a city found by typing; the switch that hides all pieces."""
    context = people()
    game = new_game(context, server.base, "maria-theresa", prepared.CROWDED)
    table = Table(context.new_page(), server.base, game["game"]).open().asked("MOVE_MENU")
    page = table.page
    x, y = table.point("berlin")
    scale = "() => document.querySelector('.map svg > g').getScreenCTM().a"
    before = page.evaluate(scale)
    page.mouse.move(x, y)
    page.mouse.wheel(0, -400)
    until(page, lambda: page.evaluate(scale) > before * 1.05, "the wheel does not zoom")
    table.settled()
    assert abs(table.point("berlin")[0] - x) < 2 and abs(table.point("berlin")[1] - y) < 2, "zoomed elsewhere"
    page.mouse.move(x + 40, y + 40)
    page.mouse.down()
    page.mouse.move(x + 140, y + 90, steps=5)
    page.mouse.up()
    table.settled()
    moved = table.point("berlin")
    assert abs(moved[0] - x - 100) < 2 and abs(moved[1] - y - 50) < 2
    page.keyboard.press("/")
    page.keyboard.type("koenigsb")
    expect(page.locator(".find [role=option]").first).to_contain_text("Königsberg")
    page.keyboard.press("Enter")
    table.settled()
    box = page.locator(".map").bounding_box()
    at = table.point("koenigsberg")
    assert box is not None and box["x"] < at[0] < box["x"] + box["width"]
    expect(page.locator(".stack").first).to_be_attached()
    page.locator(".map").focus()
    page.keyboard.press("h")
    expect(page.locator(".stack")).to_have_count(0)
    page.keyboard.press("h")
    expect(page.locator(".stack").first).to_be_attached()


def test_a_piece_and_an_objective_explain_themselves(people: People, server: Server) -> None:
    """Tapping an enemy shows his reach and supply; an objective says who protects it; threats can be shown."""
    context = people()
    game = new_game(context, server.base, "maria-theresa", prepared.CROWDED)
    table = Table(context.new_page(), server.base, game["game"]).open().asked("MOVE_MENU")
    page = table.page
    table.tap("torgau")
    box = page.locator(".inspect")
    expect(box).to_contain_text("Friedrich")
    expect(box).to_contain_text("Supplied by")
    expect(box).to_contain_text("First-order objective of the Imperial Army")
    table.tap("magdeburg")
    expect(box).to_contain_text("Magdeburg")
    page.get_by_role("button", name="Threats").click()
    expect(page.get_by_role("button", name="Threats")).to_have_attribute("aria-pressed", "true")
