"""The printed grid on the page: heads, marks and modifiers as the sheet has them, nothing cut off."""

from __future__ import annotations

from typing import Any

import pytest
from deskpage import TABLES, TURN, every_language, needs_chromium, second_visit, sync_api, visit

pytestmark = needs_chromium
pytest_plugins = ["deskpage"]


@every_language
def test_no_grid_is_cut_off_and_every_modifier_stands_beside_it(page: Any, lang: str) -> None:
    """On a desk's screen: the grid, its heads, and right of it what happens and the modifiers that count."""
    page.set_viewport_size({"width": 1366, "height": 768})
    second_visit(page, lang, **TURN)
    for tab in [*TABLES, "units", "weather"]:
        page.locator(f"[data-tab={tab}]").click()
        page.wait_for_selector(f"article[data-table={tab}]")
        if page.locator(".dice .face").count():
            page.locator(".dice .face").nth(3).click()
        cut = page.locator(".printed .scroll").evaluate("one => one.scrollWidth > one.clientWidth")
        assert not cut, tab
        if page.locator(".modifiers tr.on").count():
            grid, counts = page.locator(".printed").bounding_box(), page.locator(".modifiers tr.on").all()
            for one in counts:
                box = one.bounding_box()
                assert box["x"] >= grid["x"] + grid["width"], tab
                assert box["y"] + box["height"] <= 768, tab
        page.set_viewport_size({"width": 820, "height": 1180})  # a tablet
        assert not page.locator(".printed .scroll").evaluate("one => one.scrollWidth > one.clientWidth"), tab
        assert page.evaluate("document.documentElement.scrollWidth") <= 820, tab
        page.set_viewport_size({"width": 1366, "height": 768})
    # all tabs are in sight, those of the desk too
    for tab in page.locator(".tab").all():
        sync_api.expect(tab).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize(
    ("tab", "across", "down"),
    [
        ("assault", "Differenziale della Qualità delle Forze", "Dado"),
        ("artillery", "Punti Forza di Artiglieria", "Dado"),
        ("charge", "PF di Cavalleria", "Dado"),
        ("attrition", "Tiro di dado modificato", "Dimens. della Forza (PF)"),
        ("loc", "Distanza di LOC in esagoni", "Dadi"),
        ("discipline", "Qualità / Classe di Affidabilità", "Dado"),
    ],
)
def test_the_grid_has_the_heads_of_the_sheet(page: Any, tab: str, across: str, down: str) -> None:
    visit(page, tab, "it")
    sync_api.expect(page.locator(".printed .across")).to_have_text(across)
    sync_api.expect(page.locator(".printed .corner")).to_have_text(down)
    if tab == "assault":
        ends = page.locator(".printed thead .long").all_inner_texts()
        assert ends == ["-3 o meno", "+3 o più"] * 2


def test_the_result_of_the_loser_is_marked_as_on_the_sheet(page: Any) -> None:
    """Shaded in the Assault table, underlined in that of the optional battle, whose rerolls are the shaded cells."""
    visit(page, "assault", "en", attacker_sp=20, defender_sp=10, attacker_quality=2, defender_quality=2, die=5)
    for where in (".printed td.found", ".verdict .cell"):
        sync_api.expect(page.locator(where)).to_have_text("-- / 1D")
        sync_api.expect(page.locator(f"{where} .loses")).to_have_text("1D")
    assert page.locator(".printed td").count() == page.locator(".printed td .half.shade.loses").count() == 72
    visit(page, "optional", "en", modifier=-3, die=[2])
    sync_api.expect(page.locator(".printed td.found .underline.loses")).to_have_text("30")
    assert sorted(page.locator(".printed td.again").all_inner_texts()) == [
        "reroll +1", "reroll +3", "reroll -1", "reroll -3",
    ]  # fmt: skip
    assert page.locator(".printed td .underline.loses").count() == 17


def test_tables_1_to_3_show_what_was_read_and_whose(page: Any) -> None:
    """W29 of the specification: 3 against 3, a ratio of 1.5, six SP more of cavalry."""
    visit(page, "optional", "en", attacker_sp=30, attacker_initiative=3, attacker_die=4, attacker_quality=2,
          attacker_cavalry_sp=9, defender_sp=18, defender_initiative=2, defender_die=5, defender_quality=2,
          defender_cavalry_sp=3)  # fmt: skip
    found = {
        index: [
            (cell.inner_text(), cell.get_attribute("title"))
            for cell in page.locator(f".part[data-grid='{index}'] td.found").all()
        ]
        for index in range(3)
    }
    assert found == {0: [("3", "Attacker"), ("3", "Defender")], 1: [("1", "Attacker")], 2: [("5-10", "Attacker")]}
    # whoever knows the modifier has read none of them
    page.locator("#in-modifier").fill("3")
    sync_api.expect(page.locator(".part")).to_have_count(0)


def test_the_chart_of_terrain_marks_every_line_that_counts(page: Any) -> None:
    expect = sync_api.expect
    rows, hexside = page.locator(".printed tbody th.here"), page.locator(".part tr.here th")
    visit(page, "terrain", "en", terrain="hill", hexside="river2", use="move")
    expect(rows).to_have_text(["Hill"], ignore_case=True)
    expect(hexside).to_have_text(["Secondary river"], ignore_case=True)
    # along a road the same hexside is a bridge
    page.locator("#in-road label:has(input[value=road1])").click()
    expect(rows).to_have_text(["Hill", "Primary road"], ignore_case=True)
    expect(hexside).to_have_text(["Secondary bridge"], ignore_case=True)
    visit(page, "terrain", "en", terrain="hill", features=["fort_city"], inside=True, use="attack")
    expect(rows).to_have_text(["Hill", "Fortified City"], ignore_case=True)
    page.locator("#in-inside").uncheck()
    expect(rows).to_have_text(["Hill"], ignore_case=True)


def test_a_shift_shows_the_column_it_has_left(page: Any) -> None:
    visit(page, "artillery", "en", sp=5, siege_level=1, fortress="fort_town")
    sync_api.expect(page.locator(".printed th.before")).to_have_text(["4-5"])
    sync_api.expect(page.locator(".printed th.here")).to_have_text(["6-7"])
    visit(
        page, "assault", "en", attacker_sp=20, defender_sp=10, attacker_quality=3, defender_quality=2, terrain="woods"
    )
    sync_api.expect(page.locator(".printed th.before")).to_have_text(["+1"])


@every_language
def test_the_whole_turn_is_read_on_a_phone(page: Any, lang: str) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    second_visit(page, lang, **TURN, season="interphase")
    bar = page.locator(".turn-bar summary").bounding_box()
    chips = page.locator(".turn-bar .chip").all()
    assert len(chips) == 6 and bar["height"] <= 44
    for chip in chips:
        box = chip.bounding_box()
        assert box["x"] + box["width"] <= 390 and box["y"] + box["height"] <= bar["y"] + bar["height"] + 1
