"""The pages in a real browser, in every language: tabs, dice, forces, links, phone width, no script errors."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from deskpage import (
    RUNS,
    TABLES,
    TURN,
    WORDS,
    every_language,
    needs_chromium,
    second_visit,
    settled,
    sync_api,
    until,
    visit,
)  # fmt: skip

from sanssouci import voice
from sanssouci.italian_wars.words import say

pytestmark = needs_chromium
pytest_plugins = ["deskpage"]


def test_an_address_carries_a_language_as_those_of_the_table_do(page: Any) -> None:
    for lang in ("it", "fr"):
        page.goto(f"/charts?lang={lang}")
        sync_api.expect(page.locator("h1")).to_have_text(WORDS[lang]["title"])
        assert page.locator("html").get_attribute("lang") == lang


@every_language
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


@every_language
def test_w22_on_the_page(page: Any, lang: str) -> None:
    loser, effect = say("ui.defender").render(lang), say("effect.one_demoralised", who=say("who.defender")).render(lang)
    visit(page, "assault", lang, attacker_sp=20, defender_sp=9, attacker_quality=2, defender_quality=2)
    page.locator("#in-attacker_star").check()
    page.locator(".dice [data-die='4']").click()
    sync_api.expect(page.locator(".verdict .cell")).to_have_text("-- / 1D")
    sync_api.expect(page.locator(".verdict")).to_contain_text(loser)
    sync_api.expect(page.locator(".effects")).to_contain_text(effect)
    page.locator(".outcomes > summary").click()
    assert page.locator("tr.on .id").all_inner_texts() == ["ASS-RATIO", "ASS-STARA"]
    # odds are drawn: bars whose shares add up
    sync_api.expect(page.locator("table.odds svg.bar rect").nth(2)).to_be_attached()
    widths = [float(bar.get_attribute("width")) for bar in page.locator("table.odds svg.bar rect").all()]
    assert len(widths) >= 3 and max(widths) == 100
    page.get_by_text(WORDS[lang]["whole"]).click()
    sync_api.expect(page.locator(".grids td.reconstructed")).to_have_count(8)


@pytest.mark.parametrize(("lang", "reason"), [("en", "There is no Major Battle in woods"), ("it", "In Bosco non c'è")])
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


@every_language
def test_every_phase_segment_and_siege_can_be_chosen_and_asks_for_what_it_needs(page: Any, lang: str) -> None:
    expect = sync_api.expect
    page.set_viewport_size({"width": 390, "height": 844})
    visit(page, "discipline", lang)
    page.locator("#in-phase label:has(input[value=command])").click()
    page.locator("#in-reliability").select_option("S")
    page.locator(".dice [data-die='4']").click()
    expect(page.locator(".verdict .cell")).to_have_text("F")
    visit(page, "attrition", lang, sp=30)
    page.locator("#in-segment label:has(input[value=attrition_segment])").click()
    expect(page.locator(".refusal")).to_have_attribute("data-key", "refuse.no_gate")
    page.locator("#in-enemy_zoc").check()
    page.locator(".dice [data-die='6']").click()
    expect(page.locator(".verdict .cell")).to_have_text("2")
    visit(page, "assault", lang, attacker_sp=24, defender_sp=8, attacker_quality=3, defender_quality=2)
    page.locator("#in-kind label:has(input[value=siege_assault])").click()
    expect(page.locator(".refusal")).to_have_attribute("data-key", "refuse.siege_needs_fortress")
    page.locator("#in-fortress label:has(input[value=fort_city])").click()
    page.locator(".dice [data-die='3']").click()
    expect(page.locator(".verdict .cell")).to_have_text("1 / --")
    expect(page.locator(".verdict .cell")).to_be_in_viewport()


def test_what_does_not_count_is_not_asked(page: Any) -> None:
    expect = sync_api.expect
    visit(page, "assault", "en", attacker_sp=20, defender_sp=9, attacker_quality=2, defender_quality=2)
    for name in ("attacker_heavy_sp", "attacker_artillery_sp", "inside", "river_chit"):
        expect(page.locator(f"#in-{name}")).to_have_count(0)
    page.locator("#in-terrain").select_option("hill")
    expect(page.locator("#in-attacker_heavy_sp")).to_have_count(1)
    page.locator("[data-tab=rulings]").click()
    page.locator("[data-ruling='assault.ratio_artillery'] select").select_option("true")
    page.locator("[data-tab=assault]").click()
    expect(page.locator("#in-attacker_artillery_sp")).to_have_count(1)
    visit(page, "pursuit", "en")
    for name in ("pay_artillery", "pay_demoralised", "pay_good"):
        expect(page.locator(f"#in-{name}")).to_have_count(0)
    visit(page, "optional", "en")
    for name in ("attacker_firearm_sp", "attacker_loss_base"):
        expect(page.locator(f"#in-{name}")).to_have_count(0)
    expect(page.locator("#in-attacker_firearm_units")).to_have_count(1)
    page.locator("#in-modifier").fill("3")
    for name in ("attacker_firearm_units", "attacker_initiative", "weather", "terrain"):
        expect(page.locator(f"#in-{name}")).to_have_count(0)
    expect(page.locator("#in-attacker_sp")).to_have_count(1)


def test_a_refusal_reached_by_link_teaches(page: Any) -> None:
    visit(page, "charge", "it", sp=5, cavalry="light", terrain="marsh")
    sync_api.expect(page.locator(".refusal")).to_contain_text("non si può giocare in Acquitrino")


@every_language
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
    sync_api.expect(page.locator(".effects")).to_contain_text("Perdite di inseguimento: 2.")
    link = page.evaluate("location.href")
    stranger = browser.new_context()
    other = stranger.new_page()
    other.goto(link)
    sync_api.expect(other.locator(".effects")).to_contain_text("Perdite di inseguimento: 2.")
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


@every_language
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


@every_language
def test_numbers_and_shares_are_written_as_the_language_does(page: Any, lang: str) -> None:
    """Half a movement point along a road, and chances: the sign of the decimals, the space before per cent."""
    expect = sync_api.expect
    rules = voice.language(lang)
    visit(page, "terrain", lang, road="road1")
    expect(page.locator(".verdict .cell")).to_have_text(f"0{rules.decimal}5")
    expect(page.locator("table.modifiers tfoot .value")).to_have_text(f"+0{rules.decimal}5")
    visit(page, "pursuit", lang, cavalry_sp=5, infantry_sp=0, good_sp=10)
    shares = page.locator(".marginal .percent")
    expect(shares.first).to_be_visible()
    figures = f"[0-9]+{re.escape(rules.decimal)}?[0-9]*"
    written = re.compile("^" + figures.join(re.escape(part) for part in rules.percent.split("{}")) + "$")
    wrong = [text for text in shares.all_text_contents() if not written.match(text)]
    titles = [item.get_attribute("title").partition(": ")[2] for item in page.locator(".marginal li").all()]
    assert wrong + [text for text in titles if not written.match(text)] == [] and titles


def test_switching_the_language_keeps_the_inputs(page: Any) -> None:
    visit(page, "attrition", "en", sp=30, mp=3, weather="rain", die=3)
    sync_api.expect(page.locator(".verdict .cell")).to_have_text("3")
    page.locator("#language").select_option("it")
    sync_api.expect(page.locator("h1")).to_have_text(WORDS["it"]["title"])
    sync_api.expect(page.locator(".effects")).to_have_text("La Forza perde 3 PF.")


@every_language
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
        if page.locator(".need").count():
            page.locator(".need > summary").click()
            page.wait_for_selector(".need-answers li, .need .done, .need p + p")
        if tab == "rulings":
            page.locator(".marks > summary").click()
            cut = "all => all.some(one => one.scrollWidth > one.clientWidth)"
            assert not page.locator(".marks .scroll").evaluate_all(cut)
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


# --- the sheet beside the board ---------------------------------------------------------------------------------------


def test_the_printed_grid_follows_every_key(page: Any) -> None:
    expect = sync_api.expect
    visit(page, "assault", "en", attacker_sp=20, defender_sp=10, attacker_quality=2, defender_quality=2)
    expect(page.locator(".printed td.lit")).to_have_count(6)
    expect(page.locator(".printed th.here")).to_have_text(["0"])
    page.locator("#in-attacker_quality input[value='3']").check(force=True)
    expect(page.locator(".printed th.here")).to_have_text(["+1"])
    page.locator("#in-attacker_sp").fill("40")
    expect(page.locator("tr.on td.value").first).to_have_text("+2")
    # unfavourable ground: the other line of differentials, one column to the left
    page.locator("#in-terrain").select_option("woods")
    expect(page.locator(".printed thead tr:not(.off) th[scope=row]")).to_have_text("unfavourable")
    expect(page.locator(".verdict")).to_contain_text("c6 shifted -1: c5")
    page.locator(".dice [data-die='1']").click()
    expect(page.locator(".printed td.found")).to_have_count(1)
    found = page.locator(".printed td.found")
    expect(found).to_have_text(page.locator(".verdict .cell").inner_text())
    expect(found).to_have_class(re.compile("lost-attacker"))
    # the city's walls: strengths that the ground has changed are told
    visit(page, "assault", "en", kind="siege_assault", fortress="fort_city", attacker_sp=20, defender_sp=12,
          attacker_quality=2, defender_quality=2)  # fmt: skip
    expect(page.locator(".counted")).to_have_text("Defender: 12 SP count as 22 (Fortified City)")


@pytest.mark.parametrize("tab", ["assault", "artillery", "charge", "discipline", "loc", "attrition", "pursuit"])
def test_the_strip_says_what_every_die_will_give(page: Any, tab: str) -> None:
    visit(page, tab, "en")
    for face in page.locator(".dice .face").all():
        told = face.locator("small").inner_text()
        face.click()
        sync_api.expect(page.locator(".verdict .cell")).to_have_text(told)
        sync_api.expect(face).to_have_attribute("aria-pressed", "true")


def test_rerolls_of_the_optional_battle_go_on_by_the_strip(page: Any) -> None:
    visit(page, "optional", "en", modifier=-1)
    page.locator(".dice [data-die='1']").click()
    sync_api.expect(page.locator(".verdict .cell")).to_have_text("reroll +1")
    # the die has been thrown, the next has not: no face is the one that fell
    sync_api.expect(page.locator(".thrown")).to_have_text("1")
    sync_api.expect(page.locator(".dice [aria-pressed=true]")).to_have_count(0)
    page.locator(".dice [data-die='2']").click()
    sync_api.expect(page.locator(".verdict .cell")).to_have_text("15 / 15")
    sync_api.expect(page.locator(".thrown")).to_have_text("1 · 2")
    sync_api.expect(page.locator(".dice [aria-pressed=true] b")).to_have_text("2")
    # the number in the cell is the only modifier of the second throw
    sync_api.expect(page.locator(".verdict dd").first).to_have_text("2 +1 = 3")


@every_language
def test_actions_to_an_answer(page: Any, lang: str) -> None:
    """Skirmish and attrition in 4, artillery in 5, an engagement of two saved Forces in 6."""
    page.set_viewport_size({"width": 390, "height": 844})
    expect = sync_api.expect
    hand = second_visit(page, lang, weather="rain", terrain="hill", siege_level="1")
    hand.tap("[data-tile=assault]")
    hand.type("#in-attacker_sp", 24)
    hand.type("#in-defender_sp", 9)
    hand.tap(".dice [data-die='5']")
    expect(page.locator("[data-field=weather] .from.turn")).to_have_count(1)
    expect(page.locator("tr.on .id")).to_have_text(["ASS-RATIO", "ASS-WEATHER"])
    expect(page.locator(".verdict .cell:not(.waiting)")).to_be_in_viewport()
    assert hand.actions == 4

    hand = second_visit(page, lang, weather="rain")
    hand.tap("[data-tile=attrition]")
    hand.type("#in-sp", 28)
    hand.type("#in-mp", 4)
    hand.tap(".dice [data-die='3']")
    expect(page.locator("tr.on .id")).to_have_text(["ATT-WEATHER", "ATT-SECOND"])
    assert hand.actions == 4

    hand = second_visit(page, lang, weather="fine", siege_level="1")
    hand.tap("[data-tile=artillery]")
    hand.type("#in-sp", 7)
    hand.tap("#in-fortress label:has(input[value=fort_city])")
    hand.tap(".dice [data-die='4']")
    expect(page.locator("tr.on .id")).to_have_text(["ART-CITY"])
    expect(page.locator(".verdict")).to_contain_text("6-7")
    assert hand.actions <= 5

    hand = second_visit(page, lang, weather="fine", terrain="clear", attacker="french", defender="league")
    hand.tap("[data-tile=assault]")
    expect(page.locator("#in-attacker_sp")).to_have_value("27")
    expect(page.locator("[data-field=attacker_sp] .from.turn")).to_have_count(1)
    hand.tap("#in-kind label:has(input[value=mb_engagement])")
    hand.tap(".dice [data-die='6']")
    expect(page.locator(".verdict .cell:not(.waiting)")).to_be_in_viewport()
    assert hand.actions <= 6


@every_language
@pytest.mark.parametrize("turn", [{}, TURN], ids=["bare", "turn"])
def test_form_dice_and_result_on_one_screen_of_a_phone(page: Any, lang: str, turn: dict[str, str]) -> None:
    """Of every table; what turn bar and Forces add to the result has its place there too."""
    page.set_viewport_size({"width": 390, "height": 844})
    if turn:
        second_visit(page, lang, **turn)
    else:
        visit(page, "home", lang)
    for tab in TABLES:
        page.locator(".all-tables").click()
        page.locator(f"[data-tile={tab}]").click()
        page.wait_for_selector(f"article[data-table={tab}]")
        rolled = page.locator(".dice .face").count() > 0  # nobody rolls for terrain
        if rolled:
            page.locator(".dice .face").nth(3).click()
        settled(page)
        assert page.evaluate("scrollY") == 0
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, tab
        for part in (".main-fields", *([".dice"] if rolled else []), ".verdict", ".printed tbody"):
            box = page.locator(part).bounding_box()
            assert box["y"] >= 0 and box["y"] + box["height"] <= 844, (tab, part, box)
            assert box["x"] >= 0 and box["x"] + box["width"] <= 390, (tab, part, box)
        # what a face would give is read whole
        for told in page.locator(".dice .face small").all():
            cut = "one => one.scrollWidth > one.clientWidth || getComputedStyle(one).textOverflow === 'ellipsis'"
            assert not told.evaluate(cut), (tab, told.inner_text())


@every_language
def test_the_turn_bar_is_used_by_every_table_and_shown_in_its_result(page: Any, lang: str) -> None:
    expect = sync_api.expect
    second_visit(page, lang, **TURN)
    rain, hill = (say(f"value.{name}").render(lang) for name in ("rain", "hill"))
    shown = {
        "terrain": [rain, hill], "artillery": [rain, "2", "French"], "charge": [rain, hill], "assault": [rain, hill],
        "optional": [rain, hill, "French", "League"], "loc": [rain], "attrition": [rain], "chits": [rain, hill],
        "assault-run": [rain, hill, "French", "League"], "siege-run": [rain, "2", "French", "League"],
        "battle-run": [rain, hill], "pursuit-run": ["French", "League"], "march-run": [rain, "French"],
        "turn-run": [rain],
    }  # fmt: skip
    for tab, words in shown.items():
        page.locator(f"[data-tab={tab}]").click()
        page.wait_for_selector(f"article[data-table={tab}]")
        for one in words:
            expect(page.locator(".turned")).to_contain_text(one)
    # the bombardment begins with the weather of this turn
    page.locator("[data-tab=siege-run]").click()
    expect(page.locator("[data-field=weather] select").first).to_have_value("rain")


def test_no_heading_looks_like_a_rule(page: Any) -> None:
    visit(page, "assault", "en")
    for tab in TABLES:
        page.locator(f"[data-tab={tab}]").click()
        page.wait_for_selector(f"article[data-table={tab}]")
        assert not re.search(r"[0-9]", page.locator("article h2").inner_text())


def test_examples_are_marked_until_one_gives_a_figure(page: Any) -> None:
    visit(page, "assault", "en")
    mark = page.locator("[data-field=attacker_sp] .from.example")
    sync_api.expect(mark).to_have_text("example")
    page.locator("#in-attacker_sp").fill("21")
    sync_api.expect(mark).to_have_count(0)


def test_what_follows_is_a_button_that_carries_everything_over(page: Any) -> None:
    expect = sync_api.expect
    visit(page, "assault", "en", attacker_sp=20, defender_sp=9, attacker_quality=3, defender_quality=1)
    page.locator("#in-defender_star").check()
    page.locator(".dice [data-die='6']").click()
    page.locator("[data-next=discipline]").click()
    expect(page.locator("article")).to_have_attribute("data-table", "discipline")
    expect(page.locator("#in-quality input:checked")).to_have_value("1")
    expect(page.locator("#in-star")).to_be_checked()
    page.locator("#in-sp").fill("2")
    page.locator(".dice [data-die='6']").click()
    page.locator("[data-next=recovery]").click()
    expect(page.locator("article")).to_have_attribute("data-table", "recovery")
    expect(page.locator("#in-star")).to_be_checked()
    page.go_back()
    expect(page.locator("article")).to_have_attribute("data-table", "discipline")
    expect(page.locator("#in-sp")).to_have_value("2")
    page.go_back()
    expect(page.locator("article")).to_have_attribute("data-table", "assault")
    expect(page.locator(".dice .face.chosen b")).to_have_text("6")
    page.go_forward()
    expect(page.locator("article")).to_have_attribute("data-table", "discipline")
    expect(page.locator("#in-quality input:checked")).to_have_value("1")


def test_of_forces_every_unit_has_a_check_of_its_own_to_open(page: Any) -> None:
    expect = sync_api.expect
    second_visit(page, "en", weather="fine", attacker="french", defender="league")
    page.locator("[data-tile=assault]").click()
    page.locator(".dice [data-die='1']").click()
    expect(page.locator(".verdict")).to_contain_text("Attacker")
    # guns have no Quality, and make no check
    expect(page.locator("[data-unit]")).to_have_text(["gendarmes (8 SP)", "swiss (10 SP)", "gascons (9 SP)"])
    page.locator("[data-unit='2']").click()
    expect(page.locator("article")).to_have_attribute("data-table", "discipline")
    expect(page.locator("#in-sp")).to_have_value("9")
    expect(page.locator("#in-quality input:checked")).to_have_value("1")
    expect(page.locator("#in-star")).to_be_checked()
    page.go_back()
    expect(page.locator("[data-unit]")).to_have_count(3)


def test_a_battle_is_walked_to_its_end_by_what_follows(page: Any) -> None:
    """Battle, the retreat, the pursuit, its Captain: until nothing follows; then back to the battle, and forward."""
    expect = sync_api.expect
    article = page.locator("article")
    visit(page, "optional", "en", modifier=5, attacker_sp=30, attacker_cavalry_sp=8, defender_sp=20)
    page.locator(".dice [data-die='3']").click()
    expect(page.locator(".verdict .cell")).to_have_text("20 / 30")
    page.locator("[data-next=terrain]").click()
    expect(article).to_have_attribute("data-table", "terrain")
    page.go_back()
    page.locator("[data-next=pursuit]").click()
    expect(page.locator("#in-cavalry_sp")).to_have_value("8")
    expect(page.locator("#in-infantry_sp")).to_have_value("16")  # 20 % of 30 are lost
    expect(page.locator("#in-demoralised_sp")).to_have_value("0")  # and no example slips in
    expect(page.locator("[data-field] .from.example, [data-field] .from.turn")).to_have_count(0)
    expect(page.locator("#in-good_sp")).to_have_value("14")  # 30 % of 20 are lost
    page.locator(".dice [data-die='1']").click()
    page.locator("[data-next=captain]").click()
    page.locator("#in-rule").select_option("1-")
    page.locator(".dice [data-die='1']").click()
    expect(page.locator(".effects")).to_have_text("The Captain is eliminated.")
    expect(page.locator("[data-next]")).to_have_count(0)
    for step in (page.go_back, page.go_back, page.go_forward):
        step()
    expect(article).to_have_attribute("data-table", "pursuit")
    expect(page.locator("#in-good_sp")).to_have_value("14")
    expect(page.locator(".dice .face.chosen b")).to_have_text("1")


def test_the_pursuit_of_forces_is_that_of_the_winner_with_what_is_left(page: Any, tmp_path: Path) -> None:
    """As the procedure would open it: the attacker is beaten, losses are off, demoralised units count once."""
    from sanssouci.italian_wars.desk import ask
    from sanssouci.italian_wars.roster import example

    forces = example()["forces"]
    forces["french"]["units"][2]["demoralised"] = forces["league"]["units"][1]["demoralised"] = True
    file = tmp_path / "forces.json"
    file.write_text(json.dumps({**example(), "forces": forces}))
    visit(page, "forces", "en")
    page.locator("#import").set_input_files(file)
    page.wait_for_selector("[data-force=league]")
    page.locator("[data-turn-forces]").click()
    page.locator("[data-tab=optional]").click()
    generals = {"attacker": 1, "defender": 6}
    for side, die in generals.items():
        page.locator(f"#in-{side}_die input[value='{die}']").check(force=True)
    page.locator(".dice [data-die='1']").click()
    sync_api.expect(page.locator(".verdict .cell")).to_have_class(re.compile("lost-attacker"))
    page.locator("[data-next=pursuit]").click()
    battle = {"attacker": forces["french"], "defender": forces["league"], "dice": [1, 6, 1, 1], "auto": True}
    (pursued,) = [step for step in ask("battle-run", battle).steps if step.table == "pursuit"]
    for name in ("cavalry_sp", "infantry_sp", "artillery_sp", "demoralised_sp", "good_sp"):
        sync_api.expect(page.locator(f"#in-{name}")).to_have_value(str(pursued.inputs[name]))
    for name in ("star", "stradioti"):
        sync_api.expect(page.locator(f"#in-{name}")).to_be_checked(checked=pursued.inputs[name])
    assert pursued.inputs["stradioti"] and pursued.inputs["demoralised_sp"] > 0
    # a strength that somebody has changed is no longer that of the Forces
    page.go_back()
    page.locator("#in-defender_cavalry_sp").fill("6")
    page.locator("[data-next=pursuit]").click()
    sync_api.expect(page.locator("#in-cavalry_sp")).to_have_value("6")
    sync_api.expect(page.locator("#in-demoralised_sp")).to_have_value("0")


# --- odds as pictures -------------------------------------------------------------------------------------------------


def test_losses_are_drawn_as_columns(page: Any) -> None:
    visit(page, "assault", "en", attacker_sp=20, defender_sp=10, attacker_quality=2, defender_quality=2)
    columns = page.locator("[data-count=attacker_sp] li")
    sync_api.expect(columns).to_have_count(2)
    shares = [int(text.rstrip("%")) for text in columns.locator(".percent").all_inner_texts()]
    assert columns.locator("b").all_inner_texts() == ["0", "1"] and shares == [33, 67]
    # rows 2, 3, 4 and 7 of six cost the attacker an SP: the tall column fills its place, the other half of it
    heights = [
        (bar.bounding_box()["height"], bar.locator("xpath=..").bounding_box()["height"])
        for bar in columns.locator(".column span").all()
    ]
    assert [round(bar / place, 1) for bar, place in heights] == [0.5, 1.0]
    chance = page.locator("[data-event=defender_loses]")
    sync_api.expect(chance).to_contain_text("1/2")
    sync_api.expect(page.locator("[data-count=attacker_sp] figcaption")).to_contain_text("⌀ 0.667")


def test_the_end_of_a_siege_and_of_a_battle_is_drawn(page: Any) -> None:
    visit(page, "forces", "en")
    page.get_by_text(WORDS["en"]["example"]).click()
    page.wait_for_selector("[data-force=league]")
    for run in ("siege-run", "battle-run", "assault-run"):
        page.locator(f"[data-tab={run}]").click()
        page.wait_for_selector(f"article[data-table={run}] .odds-box")
        sync_api.expect(page.locator(".chances li").first).to_be_visible()
        assert page.locator("table.odds tr").count() >= 4
        # whatever can happen is never written as nothing
        assert "0%" not in page.locator(".marginal .percent").all_inner_texts()
        # of both sides: what they lose, how often, and the mean
        for count in ("own_artillery", "defender_sp") if run == "siege-run" else ("attacker_sp", "defender_sp"):
            figure = page.locator(f"[data-count={count}]")
            sync_api.expect(figure.locator("figcaption")).to_contain_text("⌀")
            assert figure.locator("li").count() >= 2
        sync_api.expect(page.locator("table.odds svg.bar").first).to_be_visible()


@pytest.mark.parametrize(("lang", "words"), [("en", "gives 66.7%"), ("it", "66,7%")])
def test_what_do_i_need(page: Any, lang: str, words: str) -> None:
    visit(page, "assault", lang, attacker_sp=10, defender_sp=10, attacker_quality=2, defender_quality=2)
    page.locator(".need > summary").click()
    page.locator("#need-event").select_option("defender_loses")
    answers = page.locator(".need-answers li")
    sync_api.expect(answers.first).to_be_visible()
    # twice the enemy's strength is one pip, four times are two
    strength = page.locator(".need-answers li[data-input=attacker_sp]")
    sync_api.expect(strength).to_contain_text("40")
    sync_api.expect(strength).to_contain_text(words)
    page.locator("#need-chance").select_option("1/3")
    sync_api.expect(page.locator(".need .done")).to_be_visible()


# --- what the scan has lost -------------------------------------------------------------------------------------------


def test_owners_enter_what_the_scan_lost_and_share_it(page: Any, browser: Any, address: str, tmp_path: Path) -> None:
    expect = sync_api.expect
    visit(page, "rulings", "en")
    page.locator(".marks > summary").click()
    cell = page.locator("[data-shade='0-0']")
    expect(cell).to_have_attribute("title", "Attacker")
    cell.click()
    expect(cell).to_have_attribute("title", "Defender")
    page.locator("[data-pillage='9-3']").click()
    line = page.locator("[data-underline='4']")
    expect(line).to_have_attribute("title", "Defender")
    line.click()
    expect(line).to_have_attribute("title", "nobody")
    with page.expect_download() as download:
        page.locator("[data-marks=save]").click()
    file = tmp_path / "marks.json"
    download.value.save_as(file)
    assert json.loads(file.read_text())["format"] == "italian-wars-marks/1" and file.stat().st_size < 400
    stranger = browser.new_context(base_url=address)
    other = stranger.new_page()
    other.goto("/charts/#rulings?lang=en")
    other.locator(".marks > summary").click()
    other.locator("#marks").set_input_files(file)
    expect(other.locator("[data-pillage='9-3']")).to_have_attribute("aria-pressed", "true")
    expect(other.locator("[data-underline='4']")).to_have_attribute("title", "nobody")
    expect(other.locator("[data-underline='5']")).to_have_attribute("title", "Defender")
    # they count at once, and on the next visit
    other.goto("/charts/#charge")
    other.reload()
    other.locator("#in-sp").fill("9")
    other.locator("#in-flank").check()
    other.locator("#in-quality input[value='3']").check(force=True)
    other.locator(".dice [data-die='6']").click()
    expect(other.locator(".verdict .cell")).to_have_text("D1")
    expect(other.locator(".effects")).to_contain_text("pillage")
    other.goto("/charts/#optional?i={%22modifier%22:0}")  # a link in no language keeps the rulings
    other.locator(".dice [data-die='4']").click()
    expect(other.locator(".verdict .cell")).to_have_text("15 / 15")
    expect(other.locator(".effects")).to_contain_text(say("effect.no_loser_battle").render("en"))
    file.write_text('{"format": "something else"}')
    other.goto("/charts/#rulings")
    other.locator(".marks > summary").click()
    other.locator("#marks").set_input_files(file)
    expect(other.locator(".marks .refusal")).to_have_text("This file holds no marks of the sheet.")
    stranger.close()


# --- without a network ------------------------------------------------------------------------------------------------


@every_language
def test_every_table_works_without_a_network(page: Any, lang: str) -> None:
    expect = sync_api.expect
    visit(page, "home", lang)
    page.wait_for_selector("[data-offline=ready]")
    page.context.set_offline(True)
    page.goto(f"/charts/#assault?lang={lang}")
    for tab in [*TABLES, "units", "weather"]:
        page.locator(f"[data-tab={tab}]").click()
        page.wait_for_selector(f"article[data-table={tab}]")
        expect(page.locator(".verdict")).to_be_visible()
        if page.locator(".dice .face").count():
            page.locator(".dice .face").nth(2).click()
            expect(page.locator(".verdict .cell:not(.waiting)")).to_be_visible()
            expect(page.locator(".odds-box")).to_be_visible()
    assert page.locator("html").get_attribute("lang") == lang
    # procedures and comparisons say that they need the server
    page.locator("[data-tab=assault]").click()
    page.locator(".compare-box .keep").click()
    expect(page.locator(".compare-box .refusal")).to_have_text(say("ui.needs_server").render(lang))
    page.locator("[data-tab=assault-run]").click()
    expect(page.locator(".refusal")).to_contain_text(say("ui.needs_server").render(lang))
    page.context.set_offline(False)


def test_an_upgrade_replaces_what_was_kept_on_the_first_load(
    page: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from sanssouci.italian_wars import pages

    visit(page, "home", "en")
    page.wait_for_selector("[data-offline=ready]")
    (before,) = page.evaluate("caches.keys()")
    shutil.copytree(pages.STATIC, tmp_path / "static")
    html = (tmp_path / "static" / "charts.html").read_text()
    (tmp_path / "static" / "charts.html").write_text(html.replace("<head>", '<head><meta name="upgraded">'))
    monkeypatch.setattr(pages, "STATIC", tmp_path / "static")
    pages.worker_script.cache_clear()
    page.reload()
    sync_api.expect(page.locator("meta[name=upgraded]")).to_have_count(1)
    until(page, lambda: before not in page.evaluate("caches.keys()"), "what was kept before is still there")
    assert len(page.evaluate("caches.keys()")) == 1
    pages.worker_script.cache_clear()


def test_the_worker_stays_below_charts(page: Any) -> None:
    visit(page, "home", "en")
    page.wait_for_selector("[data-offline=ready]")
    scopes = page.evaluate("navigator.serviceWorker.getRegistrations().then(all => all.map(one => one.scope))")
    assert [scope.removeprefix(page.evaluate("location.origin")) for scope in scopes] == ["/charts/"]


@every_language
def test_where_the_address_is_not_secure_the_page_says_why(page: Any, address: str, lang: str) -> None:
    page.goto(f"http://far.test:{address.rsplit(':', 1)[1]}/charts/#home?lang={lang}")
    sync_api.expect(page.locator("[data-offline=insecure]")).to_have_text(say("ui.offline_insecure").render(lang))


# --- for everybody ----------------------------------------------------------------------------------------------------


def faults(page: Any, *rules: str) -> list[str]:
    """What axe finds serious or worse, by all its rules or by these."""
    import axe_playwright_python  # type: ignore[import-untyped]

    page.evaluate((Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text())
    asked = {"resultTypes": ["violations"]} | ({"runOnly": list(rules)} if rules else {})
    found = page.evaluate("asked => axe.run(document, asked)", asked)
    return [
        f"{fault['id']}: {node['target']} {node['html'][:150]}"
        for fault in found["violations"]
        if fault["impact"] in ("serious", "critical")
        for node in fault["nodes"][:3]
    ]


@every_language
def test_axe_finds_nothing_serious(page: Any, lang: str) -> None:
    """On every kind of page, by day and by night: table, comparison, need, procedure with its odds, Forces, marks."""
    found: dict[str, list[str]] = {}

    def look(name: str) -> None:
        page.emulate_media(color_scheme="light")
        found[name] = faults(page)
        if lang == "en":  # night changes nothing but colours, and they are the same in every language
            page.emulate_media(color_scheme="dark")
            found[f"{name}, dark"] = faults(page, "color-contrast")

    visit(page, "forces", lang)
    page.get_by_text(WORDS[lang]["example"]).click()
    page.wait_for_selector("[data-force=league]")
    page.locator(".turn-bar summary").click()
    page.locator("#turn-weather").select_option("rain")
    look("forces")
    for tab in ("assault", "optional", "chits", "assault-run", "siege-run", "rulings"):
        page.locator(f"[data-tab={tab}]").click()
        settled(page)
        if page.locator(".dice .face").count():
            page.locator(".dice .face").first.click()
            page.locator(".outcomes > summary").click()
        if tab == "assault":
            page.locator(".compare-box .keep").click()
            page.locator("#in-weather").select_option("fine")
            page.wait_for_selector("table.compare")
            page.locator(".need > summary").click()
            page.locator("#need-event").select_option("defender_loses")
            page.wait_for_selector(".need-answers li, .need .done")
        if tab.endswith("-run"):
            page.wait_for_selector(".odds-box")
        if tab == "rulings":
            page.locator(".marks > summary").click()
        look(tab)
    page.goto("/charts")
    page.wait_for_selector(".home-tab")
    look("home")
    assert {tab: some for tab, some in found.items() if some} == {}


def tab_to(page: Any, what: str) -> None:
    """Press Tab until this has the focus."""
    for _ in range(120):
        page.keyboard.press("Tab")
        if page.evaluate("what => document.activeElement.matches(what)", what):
            return
    pytest.fail(f"Tab never comes to {what}")


@every_language
def test_an_assault_by_keyboard_alone(page: Any, lang: str) -> None:
    """By the keys themselves: the tile, a strength, a Quality, the die, what follows."""
    expect = sync_api.expect
    visit(page, "home", lang)
    tab_to(page, "[data-tile=assault]")
    page.keyboard.press("Enter")
    page.wait_for_selector("article[data-table=assault]")
    tab_to(page, "#in-attacker_sp")
    page.keyboard.type("24")
    page.keyboard.press("Tab")
    expect(page.locator("#in-attacker_quality input:checked")).to_be_focused()
    page.keyboard.press("ArrowRight")
    tab_to(page, ".dice [data-die='2']")
    page.keyboard.press("Space")
    expect(page.locator(".dice .face.chosen b")).to_have_text("2")
    expect(page.locator(".verdict .cell:not(.waiting)")).to_be_visible()
    tab_to(page, "[data-next=discipline]")
    page.keyboard.press("Enter")
    expect(page.locator("article")).to_have_attribute("data-table", "discipline")


# --- how the server is asked ------------------------------------------------------------------------------------------


def test_the_server_is_asked_once_a_pause_and_outdated_answers_are_dropped(page: Any) -> None:
    visit(page, "forces", "en")
    page.get_by_text(WORDS["en"]["example"]).click()
    page.wait_for_selector("[data-force=league]")
    page.locator("[data-tab=siege-run]").click()
    page.wait_for_selector(".odds-box")
    asked: list[int] = []
    held: list[Any] = []

    def answer(route: Any) -> None:
        asked.append(json.loads(route.request.post_data)["inputs"]["turns"])
        # the first question waits until the second is answered
        if len(asked) == 1:
            held.append(route)
        else:
            route.continue_()

    page.route("**/api/odds/siege-run", answer)
    # typed faster than any pause, however busy the machine is
    page.evaluate(
        "() => { const box = document.querySelector('#in-turns'); for (const turns of ['1', '12', '2', '20']) {"
        " box.value = turns; box.dispatchEvent(new Event('input', { bubbles: true })); } }"
    )
    sync_api.expect(page.locator("#in-turns")).to_have_value("20")
    with page.expect_response("**/api/odds/siege-run"):
        while not asked:
            page.wait_for_timeout(20)
        page.locator("#in-turns").fill("7")
    assert asked == [20, 7]
    held[0].fulfill(json={"ok": False, "error": "outdated", "key": "x"})
    sync_api.expect(page.locator("table.odds tr").last).to_contain_text("7")
    assert page.get_by_text("outdated").count() == 0


def test_what_came_too_fast_is_asked_again(page: Any) -> None:
    visit(page, "forces", "en")
    page.get_by_text(WORDS["en"]["example"]).click()
    page.wait_for_selector("[data-force=league]")
    tries: list[int] = []

    def answer(route: Any) -> None:
        tries.append(1)
        if len(tries) == 1:
            route.fulfill(status=429, headers={"Retry-After": "0"}, json={"ok": False, "error": "fast", "key": "x"})
        else:
            route.continue_()

    page.route("**/api/odds/battle-run", answer)
    page.locator("[data-tab=battle-run]").click()
    page.wait_for_selector("article[data-table=battle-run] .odds-box")
    assert len(tries) == 2 and page.locator(".refusal").count() == 0
