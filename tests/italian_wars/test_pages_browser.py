"""The pages in a real browser, in both languages: tabs, dice, forces, links, phone width, no script errors."""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

sync_api = pytest.importorskip("playwright.sync_api")
CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine")

TABLES = [
    "terrain",
    "artillery",
    "charge",
    "discipline",
    "recovery",
    "pursuit",
    "zoc",
    "assault",
    "optional",
    "loc",
    "orders",
    "attrition",
    "chits",
]
RUNS = ["assault-run", "siege-run", "battle-run", "pursuit-run", "march-run", "turn-run"]
WORDS = {
    "en": {"title": "Italian Wars charts desk", "example": "Load two example Forces", "undo": "Undo the last change",
           "auto": "Take all defaults, roll the rest", "apply": "Take over into the Forces",
           "keep": "Keep this as plan A", "whole": "The whole table", "print": "Print"},
    "it": {"title": "Banco delle tabelle, Guerre d'Italia", "example": "Carica due Forze d'esempio",
           "undo": "Annulla l'ultima modifica", "auto": "Decisioni predefinite, tira il resto",
           "apply": "Riporta nelle Forze", "keep": "Tieni come piano A", "whole": "La tabella intera",
           "print": "Stampa"},
}  # fmt: skip


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """The routes alone behind a real server."""
    import uvicorn
    from starlette.applications import Starlette

    from sanssouci.italian_wars.pages import routes

    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = uvicorn.Server(uvicorn.Config(Starlette(routes=routes()), host="127.0.0.1", port=port, log_level="error"))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    limit = time.monotonic() + 30
    while not server.started:
        assert thread.is_alive() and time.monotonic() < limit
        time.sleep(0.02)
    yield f"http://127.0.0.1:{port}"
    server.should_exit = True
    thread.join(10)


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with sync_api.sync_playwright() as playwright:
        found = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu", "--disable-quic"]
        )
        yield found
        found.close()


@pytest.fixture
def page(browser: Any, address: str) -> Iterator[Any]:
    """A fresh visitor; anything the browser complains about fails the test."""
    context = browser.new_context(base_url=address, viewport={"width": 1280, "height": 900}, accept_downloads=True)
    found = context.new_page()
    complaints: list[str] = []
    found.on("pageerror", lambda error: complaints.append(str(error)))
    found.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    yield found
    # a refusal answers with 4xx, which Chromium notes; scripts and the content policy must stay silent
    assert [text for text in complaints if "status of 4" not in text] == []
    context.close()


def visit(page: Any, tab: str, lang: str, **inputs: Any) -> None:
    query = f"i={json.dumps(inputs)}&" if inputs else ""
    page.goto(f"/charts/#{tab}?{query}lang={lang}")
    page.wait_for_selector("article")
    sync_api.expect(page.locator("h1")).to_have_text(WORDS[lang]["title"])


def settled(page: Any) -> None:
    """The tab shown has its answer and its odds."""
    page.wait_for_selector("article[aria-busy=false], article.forces, article.rulings-tab")


@pytest.mark.parametrize("lang", ["en", "it"])
def test_every_tab_opens_and_answers(page: Any, lang: str) -> None:
    visit(page, "forces", lang)
    page.get_by_text(WORDS[lang]["example"]).click()
    page.wait_for_selector("[data-force=league]")
    for tab in TABLES + RUNS + ["captain", "units", "weather", "rulings"]:
        page.locator(f"[data-tab={tab}]").click()
        page.wait_for_selector(f"article[data-table={tab}]" if tab != "rulings" else "article.rulings-tab")
        settled(page)
        if tab not in ("rulings", "captain"):
            assert page.locator(".refusal").count() == 0, (tab, page.locator(".refusal").all_inner_texts())
            assert page.locator(".verdict, .pending").count() == 1
    assert page.locator("html").get_attribute("lang") == lang


@pytest.mark.parametrize(("lang", "loser", "effect"), [
    ("en", "Defender", "One unit is demoralised at once"), ("it", "Difensore", "Un'unità è subito demoralizzata"),
])  # fmt: skip
def test_w22_on_the_page(page: Any, lang: str, loser: str, effect: str) -> None:
    visit(page, "assault", lang, attacker_sp=20, defender_sp=9, attacker_quality=2, defender_quality=2)
    page.locator("#in-attacker_star").check()
    page.locator(".dice [data-die='4']").click()
    sync_api.expect(page.locator(".verdict .cell")).to_have_text("-- / 1D")
    sync_api.expect(page.locator(".verdict")).to_contain_text(loser)
    sync_api.expect(page.locator(".effects")).to_contain_text(effect)
    page.locator(".outcomes > summary").click()
    assert page.locator("tr.on .id").all_inner_texts() == ["ASS-RATIO", "ASS-STARA"]
    # odds are drawn: bars whose shares add up
    widths = [float(bar.get_attribute("width")) for bar in page.locator("table.odds svg.bar rect").all()]
    assert len(widths) >= 3 and max(widths) == 100
    page.get_by_text(WORDS[lang]["whole"]).click()
    sync_api.expect(page.locator(".grids td.reconstructed")).to_have_count(8)


@pytest.mark.parametrize(("lang", "reason"), [("en", "There is no Major Battle in woods"), ("it", "In bosco non c'è")])
def test_only_what_is_legal_is_offered(page: Any, lang: str, reason: str) -> None:
    visit(page, "assault", lang, attacker_sp=20, defender_sp=9, attacker_quality=2, defender_quality=2)
    page.locator("#in-kind input[value=mb_engagement]").check(force=True)
    woods = page.locator("#in-terrain option[value=woods]")
    sync_api.expect(woods).to_be_disabled()
    assert reason in (woods.get_attribute("title") or "")
    sync_api.expect(page.locator("#in-terrain option[value=hill]")).to_be_enabled()
    visit(page, "charge", lang, sp=5, cavalry="light", weather="rain")
    sync_api.expect(page.locator("#in-terrain option[value=marsh]")).to_be_disabled()
    sync_api.expect(page.locator("#in-firearms")).to_be_disabled()


def test_a_refusal_reached_by_link_teaches(page: Any) -> None:
    visit(page, "charge", "it", sp=5, cavalry="light", terrain="marsh")
    sync_api.expect(page.locator(".refusal")).to_contain_text("non si può giocare in acquitrino")


@pytest.mark.parametrize("lang", ["en", "it"])
def test_choose_two_and_go_apply_and_undo(page: Any, lang: str) -> None:
    words = WORDS[lang]
    visit(page, "forces", lang)
    page.get_by_text(words["example"]).click()
    page.locator("[data-go=assault-run]").click()
    page.locator(".pending [data-die='5']").click()
    page.locator("[data-choice=lances]").click()
    page.get_by_text(words["auto"]).click()
    page.wait_for_selector("[data-done]")
    page.get_by_text(words["apply"]).click()
    page.locator("[data-tab=forces]").click()
    page.wait_for_selector("[data-force=league]")
    strength = page.locator("[data-force=league] .roster").first.locator("li").nth(1).locator("input[type=number]")
    assert int(strength.input_value()) < 4
    page.get_by_text(words["undo"]).first.click()
    sync_api.expect(strength).to_have_value("4")
    # the Forces stay in this browser
    page.reload()
    page.wait_for_selector("[data-force=league]")


def test_forces_are_exported_and_imported(page: Any, tmp_path: Path) -> None:
    visit(page, "forces", "en")
    page.get_by_text(WORDS["en"]["example"]).click()
    page.wait_for_selector("[data-force=league]")
    with page.expect_download() as download:
        page.get_by_role("button", name="Export").click()
    file = tmp_path / "forces.json"
    download.value.save_as(file)
    content = json.loads(file.read_text())
    content["forces"]["league"]["units"][0]["sp"] = 77
    file.write_text(json.dumps(content))
    page.locator("#import").set_input_files(file)
    strength = page.locator("[data-force=league] input[type=number]").first
    sync_api.expect(strength).to_have_value("77")
    file.write_text('{"format": "something else"}')
    page.locator("#import").set_input_files(file)
    sync_api.expect(page.locator(".refusal")).to_contain_text("not a force file")
    sync_api.expect(strength).to_have_value("77")


def test_the_link_holds_everything(page: Any, browser: Any, address: str) -> None:
    visit(page, "pursuit", "it", cavalry_sp=5, infantry_sp=0, good_sp=10)
    page.locator("[data-tab=rulings]").click()
    page.locator("[data-ruling='rounding.half'] select").select_option("down")
    page.locator("[data-tab=pursuit]").click()
    page.locator("[data-die='3']").click()
    sync_api.expect(page.locator(".effects")).to_contain_text("Perdite da inseguimento: 2.")
    link = page.evaluate("location.href")
    stranger = browser.new_context()
    other = stranger.new_page()
    other.goto(link)
    sync_api.expect(other.locator(".effects")).to_contain_text("Perdite da inseguimento: 2.")
    sync_api.expect(other.locator(".in-force")).to_contain_text("rounding.half = down")
    stranger.close()


def test_a_ruling_of_ones_own(page: Any) -> None:
    visit(page, "rulings", "en")
    page.locator("[data-ruling='captain.rule'] select").select_option("*")
    page.locator("[data-ruling='captain.rule'] input").fill("5+")
    page.locator("[data-ruling='captain.rule'] input").press("Enter")
    page.locator("[data-tab=captain]").click()
    page.locator("[data-die='5']").click()
    sync_api.expect(page.locator(".effects")).to_have_text("The Captain is eliminated.")


@pytest.mark.parametrize("lang", ["en", "it"])
def test_two_plans_side_by_side(page: Any, lang: str) -> None:
    visit(
        page,
        "assault",
        lang,
        attacker_sp=20,
        defender_sp=12,
        attacker_quality=2,
        defender_quality=2,
        weather="rain",
    )
    page.get_by_text(WORDS[lang]["keep"]).click()
    page.locator("#in-weather").select_option("fine")
    # the colour follows the side a change helps, not the sign: less rain, fewer losses of the attacker
    page.wait_for_selector("table.compare")
    worse_for_defender = page.locator("tr[data-name=defender_loses] td").last
    sync_api.expect(worse_for_defender).to_contain_text("+")
    sync_api.expect(worse_for_defender).to_have_class(re.compile("for-attacker"))
    sync_api.expect(page.locator("tr[data-name=attacker_loses] td").last).to_contain_text("-")
    sync_api.expect(page.locator("tr[data-name=attacker_loses] td").last).to_have_class(re.compile("for-attacker"))


def test_switching_the_language_keeps_the_inputs(page: Any) -> None:
    visit(page, "attrition", "en", sp=30, mp=3, weather="rain", die=3)
    sync_api.expect(page.locator(".verdict .cell")).to_have_text("3")
    page.locator("[data-lang=it]").click()
    sync_api.expect(page.locator("h1")).to_have_text(WORDS["it"]["title"])
    sync_api.expect(page.locator(".effects")).to_have_text("La Forza perde 3 PF.")


@pytest.mark.parametrize("lang", ["en", "it"])
def test_phone_width_never_scrolls_sideways(page: Any, lang: str) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    visit(page, "forces", lang)
    page.get_by_text(WORDS[lang]["example"]).click()
    page.wait_for_selector("[data-force=league]")
    for tab in ["forces", "rulings", *TABLES, *RUNS]:
        page.locator(".all-tables").click()
        page.locator(f"[data-tile={tab}]").click()
        settled(page)
        if tab in TABLES:
            page.locator(".whole > summary").click()
            page.wait_for_selector(".grids")
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, tab
    page.locator(".all-tables").click()
    page.locator("[data-tile=assault]").click()
    page.locator(".dice [data-die='6']").click()
    sync_api.expect(page.locator(".verdict .cell")).to_be_in_viewport()


def test_print_shows_the_inputs_and_no_controls(page: Any) -> None:
    visit(page, "assault", "it", attacker_sp=20, defender_sp=9, attacker_quality=2, defender_quality=2, die=4)
    sync_api.expect(page.locator(".verdict .cell")).to_have_text("-- / 1")
    page.emulate_media(media="print")
    sync_api.expect(page.locator(".given")).to_be_visible()
    sync_api.expect(page.locator(".given")).to_contain_text("Attaccante: PF senza artiglieria: 20")
    for hidden in (".tabs", ".dice", "form.inputs", ".top-tools"):
        sync_api.expect(page.locator(hidden)).to_be_hidden()
    sync_api.expect(page.locator("table.modifiers")).to_be_visible()
