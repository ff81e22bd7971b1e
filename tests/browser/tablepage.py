"""A person at the table: what one sees of the page and does to it, and nothing else."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Locator, Page, expect
from prepared import SEATS, Position

BOARD = json.loads((Path(__file__).parents[2] / "web/src/map/data/board.json").read_text())
PLACE = {row[0]: (row[2], row[3], row[1]) for row in BOARD["cities"]}
NAMES = {"friedrich": "Anna", "elisabeth": "Bruno", "maria-theresa": "Clara", "pompadour": "David"}
#: a stranger's machine may be slow; nothing here is timed
PATIENCE = 20_000
expect.set_options(timeout=PATIENCE)

#: where a point of the board is on the screen, once the map has come to rest; null while it is out of sight or covered
ON_SCREEN = """async ([x, y]) => {
  const frame = () => new Promise((go) => requestAnimationFrame(go));
  while (!document.querySelector('.map svg > g')) await frame();
  const sheet = document.querySelector('.map svg > g');
  const at = () => { const p = new DOMPoint(x, y).matrixTransform(sheet.getScreenCTM()); return [p.x, p.y]; };
  let [a, b] = at();
  for (let still = 0; still < 3; ) {
    await frame();
    const [c, d] = at();
    still = Math.hypot(c - a, d - b) < 0.01 ? still + 1 : 0;
    [a, b] = [c, d];
  }
  return document.elementFromPoint(a, b)?.closest('.map') ? [a, b] : null;
}"""


def new_game(
    context: BrowserContext, base: str, me: str | list[str], made: Position | None = None, **fields: Any
) -> dict[str, Any]:
    """Create a game through the HTTP surface: `me` plays here, the others are friends who have not come yet."""
    scenario = fields.pop("scenario", (made or {}).get("scenario", "standard"))
    mine = [me] if isinstance(me, str) else me
    others = fields.pop("others", "friend")
    seats = []
    for role in SEATS[scenario]:
        seat: dict[str, Any] = {"name": NAMES[role], "roles": [role], "kind": "here" if role in mine else others}
        if seat["kind"] == "bot":
            seat["bot"] = fields.get("bot", "random")
        seats.append(seat)
    fields.pop("bot", None)
    body = {"scenario": scenario, "players": len(seats), "roles": "chosen", "seats": seats, "position": made, **fields}
    answer = context.request.post(f"{base}api/games", data=body)
    assert answer.status == 201, answer.text()
    return dict(answer.json())


def until(page: Page, met: Callable[[], bool], what: str) -> None:
    """Ask until a condition is met. (`wait_for_function` does not wait for a promise: any promise counts as true.)"""
    end = time.monotonic() + PATIENCE / 1000
    while not met():
        assert time.monotonic() < end, what
        page.wait_for_timeout(50)


class Table:
    """One open table in one tab."""

    def __init__(self, page: Page, base: str, game: str) -> None:
        self.page, self.base, self.game = page, base, game
        page.set_default_timeout(PATIENCE)

    def open(self, quick: bool = True) -> Table:
        """Go there; `quick` shows others' orders at once."""
        if quick:
            self.page.add_init_script("localStorage.setItem('sanssouci-speed', 'instant')")
        self.page.goto(f"{self.base}game/{self.game}")
        return self

    # Seeing --------------------------------------------------------------------------------------

    def asked(self, state: str) -> Table:
        """Wait until the page asks for this decision; a report of what happened meanwhile is laid aside."""
        expect(self.page.locator(f'.action[data-state="{state}"]')).to_be_attached(timeout=PATIENCE)
        close = self.page.locator(".since button.quiet, .since [data-act=close]")
        if close.count():
            close.first.click()
        return self

    def lit(self) -> set[str]:
        """Cities that are lit on the map, once any are."""
        rings = self.page.locator("circle.lit")
        expect(rings.first).to_be_attached()
        return set(rings.evaluate_all("all => all.map((c) => c.dataset.city)"))

    def act(self, name: str) -> Locator:
        """A button by what it does."""
        return self.page.locator(f'[data-act="{name}"]')

    def card(self, label: str, within: str = ".panel") -> Locator:
        """A card by its name: "13 of spades", "Reserve"."""
        return (
            self.page.locator(f"{within} button.card")
            .filter(visible=True)
            .and_(self.page.get_by_role("button", name=label))
        )

    def orders(self) -> int:
        """How many orders the server has taken in this game."""
        return int(self._get(f"api/games/{self.game}")["game"]["orders"])

    def last_order(self, seat: int) -> str | None:
        """The text of the last order, as the server keeps it for this seat."""
        total = self.orders()
        frames = self._get(f"api/games/{self.game}/replay?seat={seat}&from={total}&count=1")["frames"]
        entry = frames[0]["entry"]
        return None if entry is None else entry["order"]

    def view(self, seat: int) -> dict[str, Any]:
        """The present view of this seat."""
        total = self.orders()
        frames = self._get(f"api/games/{self.game}/replay?seat={seat}&from={total}&count=1")["frames"]
        return dict(frames[0]["view"])

    def _get(self, path: str) -> Any:
        answer = self.page.context.request.get(f"{self.base}{path}")
        assert answer.ok, answer.text()
        return answer.json()

    # Doing ---------------------------------------------------------------------------------------

    def point(self, city: str) -> tuple[float, float]:
        """Where the city is on the screen; it is looked for by name if it cannot be seen."""
        x, y, name = PLACE[city]
        found = self.page.evaluate(ON_SCREEN, [x, y])
        if found is None:
            box = self.page.locator(".find input")
            box.fill(name)
            options = self.page.locator(".find [role=option]")
            expect(options.first).to_be_visible()
            options.filter(has_text=name).first.click()
            found = self.page.evaluate(ON_SCREEN, [x, y])
        assert found is not None, f"{city} cannot be pointed at"
        return found[0], found[1]

    def settled(self) -> None:
        """Wait until the map has been drawn anew for its scale."""
        self.page.wait_for_function(
            "() => new DOMMatrix(getComputedStyle(document.querySelector('.sheet')).transform).a === 1"
        )

    def tap(self, city: str) -> None:
        """Click a city on the map."""
        self.page.mouse.click(*self.point(city))

    def touch(self, city: str) -> None:
        """Touch a city on the map."""
        self.page.touchscreen.tap(*self.point(city))

    def drag(self, start: str, end: str) -> None:
        """Drag from city to city."""
        self.page.mouse.move(*self.point(start))
        self.page.mouse.down()
        self.page.mouse.move(*self.point(end), steps=6)
        self.page.mouse.up()

    def press(self, name: str) -> None:
        """Click a button by what it does."""
        self.act(name).click()

    def taken(self, before: int) -> None:
        """Wait until the server has taken another order than those `before`; a refusal is a failure.

        What the page shows is no sign of it: a panel may have closed because the order is on its way. Nor may the
        next order be given as soon as the server has this one: the page must have been told.
        """
        refusals = self.page.locator(".refusal")
        until(self.page, lambda: self.orders() > before or refusals.count() > 0, "neither taken nor refused")
        refused = refusals.all_inner_texts()
        assert refused == [], f"refused: {refused}"
        expect(self.page.locator(".table[data-busy=true]")).to_have_count(0)

    def done(self, seat: int, order: str, before: int | None = None) -> None:
        """The order was taken, and the server keeps exactly this text."""
        self.taken(-1 if before is None else before)
        assert self.last_order(seat) == order

    def end(self, do: Callable[[Locator], None] | None = None) -> None:
        """End the movement, warnings or not; `do` is how a button is pressed."""
        press = do or (lambda button: button.click())
        before = self.orders()
        press(self.act("end"))
        asked = self.act("end-anyway")
        until(self.page, lambda: self.orders() > before or asked.count() > 0, "the movement neither ends nor warns")
        if self.orders() == before:
            press(asked)
        self.taken(before)


def answer(page: Page, act: str) -> str:
    """Answer the question the page asks, `yes` or `no`; what it said."""
    asked = page.get_by_role("dialog").filter(has=page.locator('[data-act="yes"]')).last
    said = asked.inner_text()
    asked.locator(f'[data-act="{act}"]').click()
    expect(page.locator('dialog [data-act="yes"]')).to_have_count(0)
    return said
