"""The option register of chapter 5: every id, every value, and an input whose answer it changes."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from sanssouci.italian_wars import Answer, Refusal, ask, odds
from sanssouci.italian_wars.options import Options, read_options
from sanssouci.italian_wars.sheet import standard

EVEN = {"attacker_sp": 10, "defender_sp": 10, "attacker_quality": 2, "defender_quality": 2}
BATTLE = {
    "attacker_initiative": 3, "attacker_die": 4, "attacker_sp": 30, "attacker_quality": 2,
    "defender_initiative": 3, "defender_die": 4, "defender_sp": 30, "defender_quality": 2,
}  # fmt: skip
SIEGE = {"mode": "siege", "fortress": "fort_town"}

#: option id → (table, inputs, what to look at, {value: what is seen})
CASES: dict[str, tuple[str, dict[str, Any], str, dict[str, Any]]] = {
    "assault.loser_rule": (
        "assault", {**EVEN, "die": 2}, "loser",
        {"diagonal": "attacker", "ties_attacker": "attacker", "ties_defender": "defender", "ties_none": None},
    ),
    "assault.firearms_share": (
        "assault", {**EVEN, "defender_firearm_sp": 5, "die": 3}, "column",
        {"at_least_half": "c4", "more_than_half": "c5"},
    ),
    "assault.ratio_artillery": (
        "assault", {**EVEN, "attacker_artillery_sp": 10, "die": 3}, "modified", {"false": 3, "true": 4},
    ),
    "assault.sl_cancel": (
        "assault", {**EVEN, "earthworks": True, "defender_sp": 4, "attacker_sl": True, "die": 3}, "modified",
        {"replace": 2, "net_zero": 3},
    ),
    "assault.sl_breach": (
        "assault", {**EVEN, "kind": "siege_breach", "fortress": "fort_town", "attacker_sl": True, "die": 3}, "modified",
        {"exclusive": 2, "cumulative": 3},
    ),
    "optional.loser_rule": (
        "optional", {"modifier": 0, "die": [2]}, "loser",
        {"symmetric": "attacker", "ties_none": None, "ties_attacker": "attacker", "ties_defender": "defender"},
    ),
    "optional.clamp": ("optional", {"modifier": 20, "die": [1]}, "row", {"clamp": 13, "refuse": Refusal}),
    "optional.loss_base": (
        "optional", {**BATTLE, "attacker_artillery_sp": 10, "defender_artillery_sp": 10, "attacker_loss_base": 10,
                     "defender_loss_base": 10, "die": [1]}, "values.attacker_lost",
        {"non_artillery": 8, "all_sp": 10, "manual": 3},
    ),
    "optional.firearms_count": (
        "optional", {**BATTLE, "attacker_firearm_units": 3, "defender_firearm_units": 2, "attacker_firearm_sp": 6,
                     "defender_firearm_sp": 9, "die": [1]}, "modified",
        {"units": 2, "sp": 0},
    ),
    "artillery.row3": ("artillery", {**SIEGE, "sp": 6, "die": 3}, "cell", {"A": "DC (b)", "B": "DC"}),
    "artillery.besieged_fire": (
        "artillery", {**SIEGE, "sp": 4, "siege_level": 1, "firer": "besieged", "die": 5}, "column",
        {"no_shift_no_breach": "4-5", "same_as_besieger": "6-7"},
    ),
    "artillery.sl_extra": (
        "artillery", {"mode": "mb", "sp": 10, "sl_units_hit": 2, "die": 6}, "values.target_sp",
        {"per_unit_hit": 5, "once_per_result": 4},
    ),
    "charge.captain_row": (
        "charge", {"sp": 4, "cavalry": "heavy", "quality": 2, "die": 1}, "follow_ups",
        {"modified_1": ["discipline"], "natural_1": ["discipline", "captain"]},
    ),
    "charge.pillage_cells": (
        "charge", {"sp": 8, "cavalry": "heavy", "quality": 1, "die": 6}, "effects",
        {"none": ["demoralised"], "all_D": ["demoralised", "pillage"], "row_9": ["demoralised"]},
    ),
    "discipline.scope": (
        "assault", {**EVEN, "die": 1}, "follow_ups.scope", {"per_unit": "per_unit", "per_force": "per_force"},
    ),
    "discipline.activation_d": (
        "discipline", {"phase": "activation", "reliability": "V", "sp": 3, "demoralised": True, "die": 5}, "effects",
        {"eliminated": ["eliminated"], "no_effect": ["nothing"]},
    ),
    "pursuit.natural_one": (
        "pursuit", {"cavalry_sp": 10, "star": True, "die": 1}, "follow_ups",
        {"any_row": ["captain"], "only_modified_row_1": []},
    ),
    "pursuit.payment": (
        "pursuit", {"cavalry_sp": 10, "artillery_sp": 4, "good_sp": 10, "pay_good": 1, "pay_artillery": 2, "die": 2},
        "values.sp_lost", {"cheap_first": 4, "good_first": 2, "manual": 3},
    ),
    "pursuit.leftover": (
        "pursuit", {"cavalry_sp": 10, "good_sp": 10, "die": 3}, "values.sp_lost", {"drop": 2, "costs_one_good_sp": 3},
    ),
    "rounding.half": (
        "pursuit", {"cavalry_sp": 5, "die": 3}, "values.losses", {"up": 3, "down": 2, "even": 2},
    ),
    "terrain.earthworks_double": (
        "assault", {**EVEN, "attacker_sp": 14, "kind": "siege_assault", "fortress": "fort_town", "earthworks": True,
                    "die": 3}, "values.defender_effective", {"adds_4": 18, "up_to_4_total": 14},
    ),
    "terrain.unfavourable_stack": (
        "assault", {**EVEN, "terrain": "hill", "hexside": "river2", "die": 3}, "column", {"false": "c4", "true": "c3"},
    ),
    "terrain.heavy_half_in_mb": (
        "assault", {**EVEN, "kind": "mb_engagement", "terrain": "heath", "defender_heavy_sp": 10, "die": 3}, "modified",
        {"true": 4, "false": 3},
    ),
    "loc.shift_from_zero": (
        "loc", {"hexes": 0, "nominal": 5, "weather": "mud", "die": 2}, "cell", {"true": "-4", "false": "0"},
    ),
    "attrition.quarters": (
        "attrition", {"sp": 40, "segment": "attrition_segment", "enemy_zoc": True,
                      "quarters": ["fort_city", "earthworks"], "die": 6}, "modified", {"best_one": 4, "sum": 3},
    ),
    "chits.cover_base": ("chits", {"river": True}, "values.cover", {"0": 2, "6": 8}),
}  # fmt: skip


def seen(answer: Answer, what: str) -> Any:
    if what == "effects":
        return [one.kind for one in answer.effects]
    if what == "follow_ups":
        return [one.table for one in answer.follow_ups]
    if what == "follow_ups.scope":
        return answer.follow_ups[0].facts["scope"]
    if what.startswith("values."):
        return answer.values[what[7:]]
    return getattr(answer, what)


@pytest.mark.parametrize("id_", CASES)
def test_each_value_of_each_option_changes_the_answer(id_: str) -> None:
    table, inputs, what, expected = CASES[id_]
    for value, wanted in expected.items():
        if wanted is Refusal:
            with pytest.raises(Refusal):
                ask(table, inputs, {id_: value})
            continue
        answer = ask(table, inputs, {id_: value})
        assert seen(answer, what) == wanted, value
        assert answer.assumptions[id_] == value
    assert len({str(value) for value in expected.values()}) > 1


@pytest.mark.parametrize("id_", CASES)
def test_what_would_change_names_the_flip(id_: str) -> None:
    table, inputs, _what, expected = CASES[id_]
    default = next(iter(expected))
    told = {(one.facts["id"], one.facts["value"]) for one in ask(table, inputs).would_change}
    for value, wanted in expected.items():
        if value != default and wanted != expected[default]:
            assert (id_, value) in told


def test_the_register_is_that_of_the_specification(spec: Any) -> None:
    register = {entry["id"]: entry for entry in standard()["options"]["options"]}
    documented = {}
    free = set()
    for id_, values in spec.tables("5")[0][1:]:
        # the last part of a row may explain itself in brackets: only the first word of each value counts
        words = [re.match(r"\W*(\w+)", part) for part in values.split(";")]
        documented[id_] = [word.group(1) for word in words if word]
        if "custom" in values or "manual number" in values:
            free.add(id_)
    assert set(CASES) == set(documented)
    assert {id_ for id_, entry in register.items() if entry.get("register", True)} == set(documented)
    for id_, said in documented.items():
        named = [word for word in said if word != "custom"]
        assert register[id_]["values"] == named, id_
        assert (register[id_].get("free") is not None) == (id_ in free)


def test_a_custom_loser_grid() -> None:
    grid = ["d" * 8] * 9
    assert ask("assault", {**EVEN, "die": 1}, {"assault.loser_rule": grid}).loser == "defender"
    with pytest.raises(Refusal):
        ask("assault", {**EVEN, "die": 1}, {"assault.loser_rule": grid[:8]})


def test_underlines_read_from_the_printed_sheet() -> None:
    """Each of the 21 letters decides its own result, those of the rerolls nothing, in table and odds alike."""
    results = standard()["optional"]["results"]
    for index, (result, cell) in enumerate(sorted(results.items(), key=lambda one: int(one[0]))):
        if cell.startswith("reroll"):
            continue
        inputs = {"modifier": int(result) - 1, "die": [1]}
        for letter, loser in (("a", "attacker"), ("D", "defender"), ("n", None)):
            other = "d" if letter == "a" else "a"
            line = other * index + letter + other * (20 - index)
            assert ask("optional", inputs, {"optional.loser_rule": line}).loser == loser, (result, line)
    everywhere = odds("optional", {"modifier": 0}, {"optional.loser_rule": "d" * 21})
    assert everywhere.chances["defender_loses"] == 1
    for bad in ("d" * 20, "d" * 22, "x" * 21, ["d"] * 21):
        with pytest.raises(Refusal):
            Options(standard(), {"optional.loser_rule": bad})


def test_a_manual_loss_base_as_a_number() -> None:
    inputs = {**BATTLE, "die": [1]}
    assert ask("optional", inputs, {"optional.loss_base": 20}).values["attacker_lost"] == 5
    assert (
        ask("optional", {**inputs, "attacker_loss_base": 8}, {"optional.loss_base": "20"}).values["attacker_lost"] == 2
    )


def test_the_samples_of_own_values_are_accepted() -> None:
    register = Options(standard())
    samples = {id_: register.sample(id_) for id_ in register}
    own = {id_: sample for id_, sample in samples.items() if sample is not None}
    assert set(own) == {
        "assault.loser_rule",
        "optional.loser_rule",
        "charge.pillage_cells",
        "optional.loss_base",
        "captain.rule",
    }
    changed = Options(standard(), own).changed()
    assert set(changed) == set(own)
    assert list(changed["assault.loser_rule"]) == [row.lower() for row in standard()["assault"]["loser"]]


def test_custom_pillage_cells() -> None:
    inputs = {"sp": 8, "cavalry": "heavy", "quality": 1, "die": 6}
    marked = ask("charge", inputs, {"charge.pillage_cells": [[7, "8+"]]})
    assert "pillage" in [one.kind for one in marked.effects]
    elsewhere = ask("charge", inputs, {"charge.pillage_cells": [[8, "8+"]]})
    assert "pillage" not in [one.kind for one in elsewhere.effects]


@pytest.mark.parametrize("options", [{"no.such": "x"}, {"rounding.half": "sideways"}, {"captain.rule": "7+"}])
def test_unknown_rulings_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(Refusal):
        Options(standard(), options)


def test_a_settings_file_in_json_and_toml(tmp_path: Path) -> None:
    (tmp_path / "house.json").write_text(json.dumps({"rounding.half": "down", "chits": {"cover_base": 6}}))
    (tmp_path / "house.toml").write_text('"rounding.half" = "down"\n[chits]\ncover_base = 6\n')
    for name in ("house.json", "house.toml"):
        options = Options(standard(), read_options(tmp_path / name))
        assert (options["rounding.half"], options["chits.cover_base"]) == ("down", "6")


def test_answers_print_the_rulings_in_force() -> None:
    answer = ask("pursuit", {"cavalry_sp": 5, "die": 3}, {"rounding.half": "down"})
    assert "rounding.half = down" in answer.explain()
    assert answer.as_json()["options"] == {"rounding.half": "down"}
