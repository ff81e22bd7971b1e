"""The worked examples W01-W35 of the specification, by number, through the Python API (chapter 8)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from sanssouci.italian_wars import (
    Answer,
    artillery,
    assault,
    attrition,
    charge,
    chits,
    discipline,
    loc,
    odds,
    optional,
    orders,
    pursuit,
    recovery,
    terrain,
    zoc,
)


def applied(answer: Answer) -> dict[str, int | Fraction]:
    """The modifiers that applied, by id."""
    return {one.id: one.value for one in answer.modifiers if one.applied}


def kinds(answer: Answer) -> list[str]:
    return [one.kind for one in answer.effects]


def checks(answer: Answer) -> list[str]:
    return [one.table for one in answer.follow_ups]


def test_w01_attrition_modifier_and_loss() -> None:
    answer = attrition(sp=30, segment="activation", activation=2, weather="rain", mp=3, die=3)
    assert applied(answer) == {"ATT-WEATHER": 1, "ATT-SECOND": 3}
    assert (answer.total, answer.modified, answer.row, answer.values["sp_lost"]) == (4, 7, "27-34", 3)


def test_w02_loc() -> None:
    answer = loc(hexes=35, nominal=5, die=6)
    assert (answer.column, answer.cell, answer.values["received"]) == ("26-48", "-1", 4)


def test_w03_siege_of_a_city_with_breach() -> None:
    answer = artillery(mode="siege", sp=5, siege_level=1, fortress="fort_city", siege_captain=True, die=5)
    assert applied(answer) == {"ART-SIEGECAPT": 1, "ART-CITY": -1}
    assert (answer.modified, answer.column_before, answer.column, answer.cell) == (5, "4-5", "6-7", "1 b")
    assert answer.values == {"target_sp": 1, "siege_level": 2}
    assert [one.facts["who"] for one in answer.follow_ups] == ["besieged"]


def test_w04_fire_in_rain_on_landsknechts() -> None:
    answer = artillery(mode="mb", sp=8, weather="rain", sl_units_hit=1, die=6)
    assert (answer.modified, answer.column, answer.cell) == (4, "8-9", "1 b §")
    assert answer.values == {"target_sp": 2}
    assert checks(answer) == ["discipline", "captain"]


@pytest.mark.parametrize(("guns", "level"), [(0, 1), (2, 0)])
def test_w05_breach_in_brackets(guns: int, level: int) -> None:
    answer = artillery(mode="siege", sp=3, fortress="fort_town", besieged_artillery_sp=guns, die=5)
    assert answer.cell == "DC (b)"
    assert checks(answer) == ["discipline"]
    assert answer.values.get("siege_level", 0) == level


def test_w06_shift_stops_at_the_last_column() -> None:
    answer = artillery(mode="siege", sp=9, siege_level=2, fortress="fort_town", die=5)
    assert (answer.column_before, answer.column_shift, answer.column, answer.cell) == (
        "8-9",
        2,
        "10+",
        "1 * §",
    )
    assert kinds(answer) == ["own_artillery", "lose_sp"]
    assert checks(answer) == ["discipline"]
    assert "breach" not in answer.events


def test_w07_no_effect_in_rain() -> None:
    answer = artillery(mode="siege", sp=4, fortress="fort_city", weather="rain", die=1)
    assert (answer.modified, answer.row, answer.cell, kinds(answer)) == (-2, 0, "-", ["nothing"])


def test_w08_gendarmes_on_the_flank_of_the_swiss() -> None:
    answer = charge(sp=8, cavalry="heavy", quality=3, flank=True, target_sl=True, die=6)
    assert (answer.modified, answer.column, answer.cell) == (9, "8+", "D1")
    assert kinds(answer) == ["lose_sp", "demoralised"]
    assert [one.facts["who"] for one in answer.follow_ups] == [
        "charging corps",
        "all captains in the charged corps",
    ]
    assert "note.pillage" in [one.key for one in answer.notes]


def test_w09_light_cavalry_into_firearms() -> None:
    answer = charge(sp=4, cavalry="light", weather="mud", firearms=True, die=2)
    assert applied(answer) == {"CHG-MUD": -1}
    assert (answer.modified, answer.cell, answer.effects[0].facts["sp"]) == (1, "A1", 2)
    assert [one.facts["who"] for one in answer.follow_ups] == ["charging units", "captain leading the charge"]


def test_w10_charge_uphill() -> None:
    answer = charge(sp=5, cavalry="heavy", quality=2, terrain="hill", die=5)
    assert (answer.modified, answer.column, answer.cell) == (6, "5-7", "-")


def test_w11_check_with_a_star() -> None:
    answer = discipline(phase="combat", quality=2, sp=5, star=True, die=6)
    assert (answer.modified, answer.cell, answer.values["sp_left"]) == (5, "F", 4)


def test_w12_ff_on_a_small_unit() -> None:
    answer = discipline(phase="combat", quality=3, sp=3, die=6)
    assert (answer.cell, kinds(answer)) == ("FF", ["demoralised"])


def test_w13_d_on_a_demoralised_unit() -> None:
    answer = discipline(phase="command", reliability="V", sp=4, demoralised=True, forced_order=True, die=4)
    assert (answer.modified, answer.cell, kinds(answer)) == (5, "D", ["eliminated"])
    answer = discipline(phase="combat", quality=0, sp=4, demoralised=True, die=5)
    assert (answer.cell, kinds(answer)) == ("D", ["nothing"])


def test_w14_recovery_with_pay() -> None:
    answer = recovery(reliability="N", extra_pay=True, mp_spent=1, die=3)
    assert applied(answer) == {"REC-PAY": -1, "REC-MP": 1}
    assert (answer.modified, answer.cell, kinds(answer)) == (3, "P", ["recovers"])


def test_w15_pursuit_with_captains() -> None:
    answer = pursuit(cavalry_sp=12, infantry_sp=25, star=True, artillery_sp=2, demoralised_sp=6, good_sp=30, die=5)
    assert (answer.modified, answer.values["losses"], answer.values["sp_lost"]) == (6, 20, 14)
    assert (
        answer.values["artillery_lost"],
        answer.values["demoralised_lost"],
        answer.values["good_lost"],
    ) == (2, 6, 6)
    assert [one.facts["who"] for one in answer.follow_ups] == ["all pursued captains"]


def test_w16_natural_one_leaving_a_zoc() -> None:
    answer = pursuit(cause="zoc", mp_spent=2, cavalry_sp=10, infantry_sp=10, die=1)
    assert (answer.modified, answer.row, answer.values["losses"]) == (-1, 0, 0)
    assert [one.facts["who"] for one in answer.follow_ups] == ["one pursuing captain"]
    assert "pursuit.natural_one" in answer.assumptions


def test_w17_left_over_loss_is_dropped() -> None:
    answer = pursuit(cavalry_sp=8, infantry_sp=15, star=True, artillery_sp=2, demoralised_sp=3, good_sp=12, die=3)
    assert (answer.modified, answer.values["losses"]) == (4, 8)
    assert (answer.values["good_lost"], answer.values["left_over"], answer.values["sp_lost"]) == (1, 1, 6)


def test_w18_zoc() -> None:
    assert zoc(initiative=4).values["modifier"] == -5
    assert zoc(initiative=1).values["modifier"] == -2


def test_w19_movement() -> None:
    assert terrain(terrain="hill", hexside="river2", weather="rain").values["mp"] == 5
    assert terrain(terrain="clear", hexside="bridge2", road="road1").values["mp"] == Fraction(3, 2)
    assert terrain(terrain="clear", hexside="bridge2", road="road1", weather="rain").values["mp"] == Fraction(5, 2)


def test_w20_orders() -> None:
    assert orders(force="major", current="stand", new="attack").values["cost"] == 3
    assert orders(force="major", current="attack", new="manoeuvre").values["cost"] == 0
    for order in ("garrison", "stand", "manoeuvre", "attack", "retreat"):
        for turn in (True, False):
            answer = orders(force="minor", exempt="light_cavalry", new=order, current="stand", ap_turn=turn)
            assert answer.values["cost"] == 0


def test_w21_cover_chits() -> None:
    assert chits(earthworks_level=1, river=True).values["cover"] == 4
    assert chits(earthworks_level=2, river=True).values["cover"] == 6


def fight(**inputs: Any) -> Answer:
    return assault(**inputs)


def test_w22_skirmish() -> None:
    answer = fight(attacker_sp=20, defender_sp=9, attacker_quality=2, defender_quality=2, attacker_star=True, die=4)
    assert applied(answer) == {"ASS-RATIO": 1, "ASS-STARA": 1}
    assert (answer.modified, answer.column, answer.cell, answer.loser) == (6, "c5", "-- / 1D", "defender")
    assert kinds(answer) == ["lose_sp", "demoralised", "loser"]
    assert [one.facts["who"] for one in answer.follow_ups] == ["defender"]


def test_w23_assault_on_a_city_in_rain() -> None:
    answer = fight(
        kind="siege_assault", fortress="fort_city", weather="rain", attacker_sp=24, attacker_quality=3,
        defender_sp=8, defender_quality=2, die=3,
    )  # fmt: skip
    assert (answer.values["defender_effective"], answer.values["ratio"]) == (16, Fraction(3, 2))
    assert (answer.modified, answer.column, answer.cell, answer.loser) == (2, "c5", "1 / 1", "attacker")
    assert answer.reconstructed == "L1"


def test_w24_swiss_against_firearms() -> None:
    answer = fight(
        attacker_sp=15, attacker_quality=3, attacker_sl=True, defender_sp=15, defender_quality=2,
        defender_firearm_sp=8, die=5,
    )  # fmt: skip
    assert (answer.values["attacker_quality"], answer.values["differential"]) == (2, 0)
    assert (answer.modified, answer.column, answer.cell, answer.loser) == (6, "c5", "-- / 1D", "defender")


def test_w25_landsknechts_against_earthworks_in_mud() -> None:
    answer = fight(
        earthworks=True, weather="mud", attacker_sp=30, attacker_quality=2, attacker_sl=True,
        defender_sp=10, defender_quality=1, die=6,
    )  # fmt: skip
    assert answer.values["defender_effective"] == 14
    assert applied(answer) == {"ASS-RATIO": 1, "ASS-WEATHER": -1, "ASS-SLA": -1}
    assert (answer.modified, answer.column, answer.cell, answer.loser) == (5, "c5", "-- / 1", "defender")


def test_w26_heavy_cavalry_on_heath() -> None:
    answer = fight(
        terrain="heath", attacker_sp=18, attacker_heavy_sp=12, attacker_quality=3,
        defender_sp=4, defender_quality=1, defender_star=True, die=6,
    )  # fmt: skip
    assert (answer.values["attacker_effective"], answer.values["ratio"]) == (12, 3)
    assert (answer.modified, answer.column, answer.cell, answer.loser) == (6, "c7", "-- / 1D", "defender")


def test_w27_extremes() -> None:
    answer = fight(
        terrain="hill", weather="mud", attacker_sp=5, attacker_quality=0, attacker_disorganised=True,
        defender_sp=10, defender_quality=3, defender_firearm_sp=5, die=1,
    )  # fmt: skip
    assert (answer.values["differential"], answer.modified) == (-5, -1)
    assert (answer.column, answer.row, answer.cell, answer.loser) == ("c1", 0, "4D / --", "attacker")


def test_w28_exact_odds_of_an_even_assault() -> None:
    even = {"attacker_sp": 10, "defender_sp": 10, "attacker_quality": 2, "defender_quality": 2}
    assert [fight(**even, die=die).cell for die in range(1, 7)] == [
        "1D / --", "1 / 1", "1 / --", "1 / --", "-- / 1", "-- / 1D",
    ]  # fmt: skip
    found = odds("assault", even)
    assert found.chances["attacker_loses"] == Fraction(4, 6)
    assert (found.means["attacker_sp"], found.means["defender_sp"]) == (Fraction(4, 6), Fraction(3, 6))


W29 = {
    "attacker_initiative": 3, "attacker_die": 4, "attacker_stars": 2, "attacker_sp": 30, "attacker_cavalry_sp": 9,
    "attacker_artillery_sp": 4, "attacker_firearm_units": 6, "attacker_elite_types": 1, "attacker_quality": 2,
    "defender_initiative": 2, "defender_die": 5, "defender_stars": 1, "defender_sp": 18, "defender_cavalry_sp": 3,
    "defender_artillery_sp": 3, "defender_firearm_units": 4, "defender_elite_types": 1, "defender_quality": 2,
}  # fmt: skip


def test_w29_optional_battle() -> None:
    answer = optional(**W29, die=4)
    assert {one.id: one.value for one in answer.modifiers if one.applied} == {
        "O-b": 1,
        "O-c": 1,
        "O-d": 1,
        "O-f": 1,
    }
    assert [one.id for one in answer.modifiers] == [f"O-{part}" for part in "abcdefghi"]
    assert (answer.total, answer.row, answer.cell, answer.loser) == (4, 8, "20 / 30", "defender")
    assert (answer.values["defender_lost"], answer.values["attacker_lost"]) == (5, 5)
    assert checks(answer) == ["pursuit", "retreat"]


def test_w30_two_rerolls() -> None:
    answer = optional(modifier=1, die=[6, 1, 3])
    assert answer.values["trail"] == ["+7", "0", "+4"]
    assert (answer.row, answer.cell, answer.loser) == (4, "15 / 15", "defender")


def test_w31_exact_odds_with_rerolls() -> None:
    assert odds("optional", {"modifier": 0}).chances["attacker_loses"] == Fraction(1, 2)
    assert odds("optional", {"modifier": 1}).chances["attacker_loses"] == Fraction(3, 7)
    found = odds("optional", {"modifier": 2})
    assert found.chances["attacker_loses"] == Fraction(11, 42)
    assert {one.result: one.probability for one in found.outcomes} == {
        "+1": Fraction(1, 35), "+2": Fraction(1, 30), "+3": Fraction(1, 5), "+4": Fraction(1, 5),
        "+5": Fraction(1, 5), "+6": Fraction(6, 35), "+8": Fraction(1, 6),
    }  # fmt: skip


def test_w32_attrition_segment() -> None:
    answer = attrition(
        sp=38, segment="attrition_segment", besieged=True, quarters=["fort_city"], weather="snow", star=True,
        interphase=True, die=5,
    )  # fmt: skip
    assert applied(answer) == {
        "ATT-STAR": -1, "ATT-WEATHER": 1, "ATT-SIEGE": 2, "ATT-QUARTERS": -2, "ATT-INTERPHASE": 1,
    }  # fmt: skip
    assert (answer.total, answer.modified, answer.values["sp_lost"]) == (1, 6, 3)


def test_w33_second_activation() -> None:
    assert attrition(sp=30, march="administrative", mp=5.5).total == 2
    assert attrition(sp=30, march="regular", mp=6).total == 4


def test_w34_loc_in_mud_and_snow() -> None:
    answer = loc(hexes=20, weather="mud", nominal=3, die=11)
    assert (answer.column_before, answer.column, answer.cell, answer.values["received"]) == (
        "13-25",
        "26-48",
        "-4",
        0,
    )
    answer = loc(hexes=80, weather="snow", nominal=3, die=4)
    assert (answer.column, answer.cell, answer.values["received"]) == ("73+", "-1", 2)


def test_w35_exact_mean_of_the_loc_modifier() -> None:
    means = [odds("loc", {"hexes": hexes}).means["loc_modifier"] for hexes in (1, 13, 26, 49, 73)]
    assert means == [Fraction(sum36, 36) for sum36 in (-35, -55, -68, -81, -105)]
