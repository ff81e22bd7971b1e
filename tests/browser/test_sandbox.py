"""The sandbox: a position laid out with the pointer, kept as a file, read again, and played."""

from __future__ import annotations

import itertools
import json
import random
import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import BrowserContext, Page, expect
from prepared import COMBAT, position
from tablepage import Table, new_game
from tableserver import Server

from sanssouci.friedrich import Game

People = Callable[..., BrowserContext]


def opened(page: Page, base: str, path: str = "sandbox") -> Table:
    """The editor, with a position laid out."""
    page.goto(f"{base}{path}")
    table = Table(page, base, "")
    expect(page.locator("[data-field=scenario]")).to_be_visible()
    return table


def saved(page: Page, folder: Path) -> Path:
    """The file that a download gives."""
    with page.expect_download() as download:
        page.locator("[data-act=download]").click()
    path = folder / "position.json"
    download.value.save_as(path)
    return path


def test_a_position_is_laid_out_kept_and_played(people: People, server: Server, tmp_path: Path) -> None:
    """Pieces, troops, marks, hands, turn and nation by pointer and keyboard."""
    page = people().new_page()
    table = opened(page, server.base)
    expect(page.locator("[data-field=scenario]")).to_have_value("west")
    page.locator("[data-piece=soubise]").click()
    table.tap("bebra")
    expect(page.locator("[data-piece=soubise]")).to_contain_text("Bebra")
    page.locator("[data-troops=soubise]").fill("5")
    page.locator("[data-act=mark]").click()
    table.tap("kassel")
    table.tap("goettingen")
    table.tap("goettingen")
    page.locator("[data-field=turn]").fill("7")
    page.locator("[data-field=nation]").select_option("france")
    page.locator("[data-hand=france]").fill("13S 5H R")
    path = saved(page, tmp_path)

    kept = json.loads(path.read_text(encoding="utf-8"))
    assert kept["pieces"]["soubise"] == {"city": "bebra", "troops": 5}
    assert kept["conquered"] == {"kassel": "france"}
    assert kept["pending"] == {"goettingen": "france"}
    assert (kept["turn"], kept["nation"], kept["hands"]) == (7, "france", {"france": ["13S", "5H", "R"]})
    game = Game.from_position(kept)
    assert game.decision is not None
    assert (game.decision.state, game.decision.nation) == ("MOVE_MENU", "france")

    page.locator("[data-act=play]").click()
    table.asked("MOVE_MENU")
    expect(page.locator(".prompt")).to_contain_text("France")
    page.get_by_role("link", name="Edit this position").click()
    expect(page.locator("[data-piece=soubise]")).to_contain_text("Bebra")
    expect(page.locator("[data-field=turn]")).to_have_value("7")


def test_a_file_is_read_and_a_bad_one_refused(people: People, server: Server, tmp_path: Path, watch: object) -> None:
    """What cannot be is refused with one sentence, and the layout stays."""
    watch.allowed.append("422")  # type: ignore[attr-defined]
    page = people().new_page()
    opened(page, server.base)
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    made = position("austria", {"daun": ("prag", 8), "keith": ("breslau", 4)}, scenario="expert", turn=4)
    good.write_text(json.dumps(made), encoding="utf-8")
    bad.write_text("no position", encoding="utf-8")
    page.locator("input[type=file]").set_input_files(good)
    expect(page.locator("[data-field=scenario]")).to_have_value("expert")
    expect(page.locator("[data-field=nation]")).to_have_value("austria")
    page.locator("input[type=file]").set_input_files(bad)
    expect(page.locator(".refusal")).to_contain_text("not a position")
    expect(page.locator("[data-field=scenario]")).to_have_value("expert")
    page.locator(".refusal button").last.click()
    page.locator("summary").filter(has_text="Austria").click()
    page.locator("[data-hand=austria]").fill("99S")
    page.locator("[data-act=play]").click()
    expect(page.locator(".refusal")).to_contain_text("99S")
    assert "sandbox" in page.url


def test_a_running_game_is_forked_with_guesses_and_says_so(people: People, server: Server) -> None:
    """From my own view only, and nothing of the game is touched."""
    context = people()
    made = new_game(context, server.base, "friedrich", COMBAT)
    page = context.new_page()
    page.goto(f"{server.base}game/{made['game']}/replay")
    page.get_by_role("button", name="Try out from here").click()
    table = Table(page, server.base, made["game"])
    table.asked("CARD")
    expect(page.locator(".panel .sandbox")).to_contain_text("guesses, filled in by chance")
    assert made["game"] not in page.url
    assert table.orders() == 0


def test_after_a_game_the_chances_are_drawn_and_lead_to_the_turning_points(people: People, server: Server) -> None:
    """A record from elsewhere, its graph, and a jump to where it turned."""
    game = Game.new(scenario="west", players=2, seed="a war of chances")
    rng = random.Random(5)
    while game.result is None:
        game.choose(rng.choice(game.choices()))
    context = people()
    answer = context.request.post(f"{server.base}api/records", data={"text": game.record()})
    assert answer.status == 201, answer.text()
    made = answer.json()["game"]
    page = context.new_page()
    page.goto(f"{server.base}game/{made}/replay")
    page.locator("summary").filter(has_text="Chances turn by turn").click()
    expect(page.locator(".chances svg path.line").first).to_be_visible(timeout=20_000)
    points = context.request.get(f"{server.base}api/games/{made}/chances").json()["chances"]
    page.locator(".chances summary").filter(has_text="As numbers").click()
    expect(page.locator(".chances tbody tr")).to_have_count(len(points))
    # the three largest falls of anybody's chances, one a turn, in the order of the game
    deepest = sorted(
        (max(was["chances"][role] - now["chances"][role] for role in was["chances"]), was["n"])
        for was, now in itertools.pairwise(points)
    )[-3:]
    places = [int(b.get_attribute("data-place") or -1) for b in page.locator(".chances [data-place]").all()]
    assert places == sorted(n for fall, n in deepest if fall >= 0.01)
    jump = page.locator(".chances [data-place]").last
    place = jump.get_attribute("data-place")
    jump.click()
    expect(page).to_have_url(re.compile(rf"/replay/{place}(/|$)"))
