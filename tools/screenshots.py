"""Pictures of the table for the README: `make screenshots`, or `python tools/screenshots.py NAME …` for some of them;
`languages` for start page, battle and recruitment in every language.

A real server on a fresh database, a real browser, positions prepared as for the browser tests.
"""

from __future__ import annotations

import io
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "tests" / "browser"), str(ROOT / "tests"), str(ROOT / "src")]

import prepared  # noqa: E402
from PIL import Image  # noqa: E402
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect, sync_playwright  # noqa: E402
from tablepage import Table, new_game  # noqa: E402
from tableserver import FLAGS, Server  # noqa: E402

from chromium import CHROMIUM  # noqa: E402
from sanssouci import voice  # noqa: E402

OUT = ROOT / "docs" / "images"
#: a README should not weigh megabytes, nor a folder of all languages
LIMIT, SMALL = 400_000, 150_000
DESKTOP: ViewportSize = {"width": 1440, "height": 900}
LAPTOP: ViewportSize = {"width": 1024, "height": 640}
PHONE: ViewportSize = {"width": 390, "height": 844}


class Studio:
    """A browser on a table."""

    def __init__(self, browser: Browser, server: Server) -> None:
        self.browser, self.server = browser, server
        self.language: str | None = None

    def person(self, phone: bool = False, dark: bool = False) -> BrowserContext:
        """Somebody new; who speaks another language has a smaller screen."""
        wide = DESKTOP if self.language is None else LAPTOP
        return self.browser.new_context(
            viewport=PHONE if phone else wide,
            has_touch=phone,
            is_mobile=phone,
            device_scale_factor=2 if phone else 1,
            reduced_motion="reduce",
            color_scheme="dark" if dark else "light",
            locale=self.language or "en-GB",
        )

    def table(self, role: str, made: prepared.Position | None, state: str, **options: bool) -> Table:
        """A seat at a prepared table."""
        context = self.person(**options)
        game = new_game(context, self.server.base, role, made)
        return Table(context.new_page(), self.server.base, game["game"]).open().asked(state)

    def keep(self, page: Page, name: str) -> None:
        """Write the picture with as few colours as look the same."""
        page.evaluate("() => document.fonts.ready")
        page.mouse.move(1, 1)
        if page.locator(".sheet").count():
            Table(page, "", "").settled()
        picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
        limit = LIMIT if self.language is None else SMALL
        for colours in (256, 224, 192, 160, 128, 96, 64, 48, 32):
            # rare colours (a flag, a green pentagon) count as much as common ones
            small = picture.quantize(colours, method=Image.Quantize.MAXCOVERAGE, kmeans=3, dither=Image.Dither.NONE)
            written = io.BytesIO()
            small.save(written, "PNG", optimize=True)
            if written.tell() < limit:
                break
        target = OUT / f"{name}.png"
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(written.getvalue())
        print(f"{target.relative_to(ROOT)}: {picture.width} x {picture.height}, {written.tell() // 1000} KB")
        page.context.close()


def start(studio: Studio, name: str, phone: bool = False) -> None:
    """The start page with two games under way."""
    context = studio.person(phone=phone)
    new_game(context, studio.server.base, "friedrich", prepared.opening())
    new_game(context, studio.server.base, "maria-theresa", prepared.CROWDED)
    page = context.new_page()
    page.goto(studio.server.base)
    expect(page.locator('[data-act="create"]')).to_be_visible()
    expect(page.locator(".games li")).to_have_count(2)
    studio.keep(page, name)


def nearer(table: Table, city: str, times: int) -> None:
    """Turn the wheel over a city."""
    table.page.mouse.move(*table.point(city))
    for _ in range(times):
        table.page.mouse.wheel(0, -120)
    table.point(city)
    table.settled()


def first_turn(studio: Studio, name: str, phone: bool = False) -> None:
    """Turn 1: Friedrich and Winterfeldt taken up, Saxony before them."""
    table = studio.table("friedrich", prepared.opening(), "MOVE_MENU", phone=phone)
    if not phone:
        nearer(table, "oschatz", 3)
        table.tap("oschatz")
        expect(table.page.locator("circle.lit").first).to_be_attached()
        table.tap("dresden")
        expect(table.page.locator("p.way")).to_contain_text("Dresden")
    studio.keep(table.page, name)


def crowded(studio: Studio, name: str, phone: bool = False, dark: bool = False) -> None:
    """The war at its height."""
    table = studio.table("maria-theresa", prepared.CROWDED, "MOVE_MENU", phone=phone, dark=dark)
    studio.keep(table.page, name)


def battle(studio: Studio, name: str, phone: bool = False) -> None:
    """Torgau, from Friedrich's side."""
    table = studio.table("friedrich", prepared.BATTLE, "CARD", phone=phone)
    expect(table.page.locator(".plays button").first).to_be_visible()
    studio.keep(table.page, name)


def recruitment(studio: Studio, name: str, phone: bool = False) -> None:
    """Austria recruits: two troops, a general, a train."""
    table = studio.table("maria-theresa", prepared.RECRUITING, "MOVE_MENU", phone=phone)
    page = table.page
    table.press("recruit")
    more = page.locator(".stepper button").nth(1)
    more.click()
    more.click()
    page.locator('select[data-general="karl"]').select_option("bruenn")
    page.locator('select[data-train="0"]').select_option("tabor")
    expect(table.act("buy")).to_be_enabled()
    studio.keep(page, name)


PICTURES: dict[str, Callable[[Studio, str], None]] = {
    "start": start,
    "table": first_turn,
    "crowded": crowded,
    "crowded-dark": lambda studio, name: crowded(studio, name, dark=True),
    "battle": battle,
    "recruitment": recruitment,
    "start-phone": lambda studio, name: start(studio, name, phone=True),
    "table-phone": lambda studio, name: first_turn(studio, name, phone=True),
    "battle-phone": lambda studio, name: battle(studio, name, phone=True),
    "recruitment-phone": lambda studio, name: recruitment(studio, name, phone=True),
}


def in_language(language: str, draw: Callable[[Studio, str], None]) -> Callable[[Studio, str], None]:
    """The same picture for readers of a language."""

    def drawn(studio: Studio, name: str) -> None:
        studio.language = language
        draw(studio, name)
        studio.language = None

    return drawn


PICTURES |= {
    f"languages/{name}-{language}": in_language(language, PICTURES[name])
    for language in voice.languages()
    for name in ("start", "battle", "recruitment")
}


def main() -> None:
    """Make the pictures named on the command line, or all."""
    asked = sys.argv[1:] or list(PICTURES)
    wanted = [name for one in asked for name in ([p for p in PICTURES if p.startswith(f"{one}/")] or [one])]
    if unknown := [name for name in wanted if name not in PICTURES]:
        sys.exit(f"there is no picture {unknown[0]!r}; the pictures are {', '.join(PICTURES)}")
    if not CHROMIUM:
        sys.exit("no Chromium on this machine: install it or set CHROMIUM")
    OUT.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder) / "table.sqlite3").start()
        try:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
            studio = Studio(browser, server)
            for name in wanted:
                PICTURES[name](studio, name)
            browser.close()
        finally:
            server.stop()


if __name__ == "__main__":
    main()
