"""Refusals that teach: one sentence with the chart's reason, in both languages, and nothing changes."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from sanssouci.italian_wars import Refusal, ask, menu, odds
from sanssouci.italian_wars.roster import example
from sanssouci.italian_wars.words import LANGUAGES

EVEN = {"attacker_sp": 10, "defender_sp": 10, "attacker_quality": 2, "defender_quality": 2}
CHARGE = {"sp": 5, "cavalry": "heavy", "quality": 2}
FRENCH, LEAGUE = (example()["forces"][name] for name in ("french", "league"))
NO_GUNS = {"name": "Foot", "units": [{"type": "infantry", "sp": 5, "quality": 2}]}

TEACHING: list[tuple[str, dict[str, Any], str, str]] = [
    ("charge", {**CHARGE, "terrain": "marsh"}, "refuse.charge_marsh", "3.3"),
    ("charge", {**CHARGE, "terrain": "woods"}, "refuse.no_mb", "3.1"),
    ("charge", {**CHARGE, "firearms": True, "weather": "rain"}, "refuse.firearms_rain", "3.3"),
    ("charge", {"sp": 5, "cavalry": "heavy"}, "refuse.heavy_quality", "3.3"),
    ("charge", {**CHARGE, "hexside": "ferry"}, "refuse.ferry_mb", "3.1"),
    ("assault", {**EVEN, "kind": "mb_engagement", "terrain": "woods"}, "refuse.no_mb", "3.1"),
    ("assault", {**EVEN, "kind": "mb_engagement", "terrain": "swamp"}, "refuse.no_mb", "3.1"),
    ("assault", {**EVEN, "kind": "mb_engagement", "terrain": "mountain"}, "refuse.no_mb", "3.1"),
    ("assault", {**EVEN, "hexside": "river1"}, "refuse.river1", "3.1"),
    ("assault", {**EVEN, "terrain": "lake"}, "refuse.lake", "3.1"),
    (
        "assault",
        {**EVEN, "kind": "siege_breach", "fortress": "fort_town", "hexside": "ferry"},
        "refuse.ferry",
        "3.1",
    ),
    ("assault", {**EVEN, "kind": "sortie", "hexside": "ferry"}, "refuse.ferry", "3.1"),
    ("assault", {**EVEN, "kind": "siege_assault"}, "refuse.siege_needs_fortress", "3.8"),
    (
        "assault",
        {**EVEN, "kind": "mb_engagement", "firearms_chit": True, "weather": "rain"},
        "refuse.firearms_rain",
        "3.8",
    ),
    ("assault", {**EVEN, "firearms_chit": True}, "refuse.chit_outside_mb", "3.8"),
    ("assault", {**EVEN, "attacker_heavy_sp": 11}, "refuse.heavy_part", "3.8"),
    ("assault", {**EVEN, "defender_firearm_sp": 11}, "refuse.firearm_part", "3.8"),
    ("assault", {**EVEN, "inside": True}, "refuse.inside", "3.1"),
    ("artillery", {"mode": "mb", "sp": 5, "terrain": "woods"}, "refuse.no_mb", "3.1"),
    ("artillery", {"sp": 5, "hexside": "river1"}, "refuse.river1", "3.1"),
    ("artillery", {"sp": 5, "fortress": "none"}, "refuse.siege_needs_fortress", "3.2"),
    ("optional", {"modifier": 0, "terrain": "woods"}, "refuse.no_mb", "3.1"),
    ("optional", {"modifier": 0, "hexside": "river1"}, "refuse.river1", "3.1"),
    ("optional", {"modifier": 0, "die": [3, 4]}, "refuse.spare_dice", "3.9"),
    ("terrain", {"terrain": "lake"}, "refuse.lake_move", "3.1"),
    ("terrain", {"hexside": "river1"}, "refuse.river1_move", "3.1"),
    ("terrain", {"use": "major_battle", "terrain": "mountain"}, "refuse.no_mb", "3.1"),
    ("discipline", {"phase": "combat", "sp": 3}, "refuse.needs_quality", "3.4"),
    ("discipline", {"phase": "command", "sp": 3}, "refuse.needs_class", "3.4"),
    ("pursuit", {}, "refuse.no_pursuers", "3.5"),
    ("pursuit", {"cavalry_sp": 5, "good_sp": 0, "die": 5}, "refuse.nobody_pursued", "3.5"),
    ("captain", {"die": 3}, "refuse.captain_rule", "3.6"),
    ("orders", {"new": "stand", "activation": 2}, "refuse.activations", "3.11"),
    ("orders", {"new": "garrison", "in_town": False}, "refuse.garrison", "3.11"),
    ("orders", {"force": "major", "exempt": "one_sp"}, "refuse.exempt_major", "3.11"),
    ("attrition", {"sp": 10, "segment": "attrition_segment"}, "refuse.no_gate", "3.12"),
    ("attrition", {"sp": 10, "activation": 1}, "refuse.first_activation", "3.12"),
    ("siege-run", {"attacker": NO_GUNS, "defender": LEAGUE}, "refuse.no_artillery", "3.2"),
    ("battle-run", {"attacker": FRENCH, "defender": LEAGUE, "terrain": "woods"}, "refuse.no_mb", "3.1"),
    ("battle-run", {"attacker": NO_GUNS, "defender": LEAGUE}, "refuse.no_general", "3.9"),
    ("assault-run", {"attacker": FRENCH, "defender": LEAGUE, "hexside": "river1"}, "refuse.river1", "3.1"),
]


@pytest.mark.parametrize(("table", "inputs", "key", "rule"), TEACHING)
def test_refused_with_the_reason(table: str, inputs: dict[str, Any], key: str, rule: str) -> None:
    before = copy.deepcopy(inputs)
    with pytest.raises(Refusal) as caught:
        ask(table, inputs)
    assert (caught.value.key, caught.value.rule) == (key, rule)
    for lang in LANGUAGES:
        sentence = caught.value.render(lang)
        assert sentence.endswith(f" {rule})") and "\n" not in sentence and "{" not in sentence
    assert caught.value.render("en") != caught.value.render("it")
    assert inputs == before


IMPOSSIBLE: list[tuple[str, dict[str, Any]]] = [
    ("assault", {**EVEN, "attacker_sp": 0}),
    ("assault", {**EVEN, "attacker_sp": -3}),
    ("assault", {**EVEN, "attacker_sp": 1000}),
    ("assault", {**EVEN, "attacker_sp": "many"}),
    ("assault", {**EVEN, "attacker_sp": 3.5}),
    ("assault", {**EVEN, "attacker_sp": True}),
    ("assault", {**EVEN, "attacker_quality": 4}),
    ("assault", {**EVEN, "die": 7}),
    ("assault", {**EVEN, "die": 0}),
    ("assault", {**EVEN, "weather": "fog"}),
    ("assault", {**EVEN, "terrain": "hil"}),
    ("assault", {**EVEN, "attacker_star": "yes"}),
    ("assault", {**EVEN, "atacker_sp": 3}),
    ("assault", {"attacker_sp": 3}),
    ("assault", {**EVEN, "extra": [{"label": "", "value": 1}]}),
    ("assault", {**EVEN, "extra": [{"label": "x", "value": 99}]}),
    ("loc", {"hexes": 10, "die": 1}),
    ("loc", {"hexes": 10, "die": 13}),
    ("zoc", {"initiative": 0}),
    ("zoc", {"initiative": [3, 6]}),
    ("zoc", {"initiative": []}),
    ("attrition", {"sp": 10, "mp": 2.25}),
    ("attrition", {"sp": 10, "mp": float("nan")}),
    ("optional", {"die": [3]}),
    ("pursuit", {"cavalry_sp": 3, "mp_spent": "x"}),
    ("assault-run", {"attacker": "french", "defender": LEAGUE}),
    ("assault-run", {"attacker": {"units": []}, "defender": LEAGUE}),
    ("march-run", {"sp": 10, "plan": [{"terrain": "sea"}]}),
    ("march-run", {"sp": 10, "plan": ["hill"]}),
    ("march-run", {}),
    ("turn-run", {"hexes": 5, "nominal": 3, "orders": [{"new": "dance"}]}),
    ("nonsense", {}),
]


@pytest.mark.parametrize(("table", "inputs"), IMPOSSIBLE)
def test_impossible_inputs_are_one_sentence(table: str, inputs: dict[str, Any]) -> None:
    for call in (ask, odds) if "die" not in inputs else (ask,):
        with pytest.raises(Refusal) as caught:
            call(table, inputs)
        assert len(caught.value.render("en").splitlines()) == 1
        assert caught.value.render("it") != caught.value.render("en")


def test_a_close_word_is_offered() -> None:
    with pytest.raises(Refusal, match="hill"):
        ask("assault", {**EVEN, "terrain": "hil"})
    with pytest.raises(Refusal, match="attacker_sp"):
        ask("assault", {**EVEN, "atacker_sp": 3})
    with pytest.raises(Refusal, match="artillery"):
        ask("artilery", {})


def test_the_menu_and_the_refusals_agree() -> None:
    """Whatever the menu leaves open is answered, whatever it forbids is refused."""
    inputs = {**EVEN, "kind": "mb_engagement"}
    forbidden = menu("assault", inputs)
    assert set(forbidden["terrain"]) == {"swamp", "woods", "mountain", "lake"}
    assert set(forbidden["hexside"]) == {"river1", "ferry"}
    for terrain in ("clear", "marsh", "heath", "hill"):
        ask("assault", {**inputs, "terrain": terrain})
    for terrain in forbidden["terrain"]:
        with pytest.raises(Refusal):
            ask("assault", {**inputs, "terrain": terrain})
    # the woods forbid a Major Battle, so the menu of a Skirmish there forbids that kind
    assert "mb_engagement" in menu("assault", {**EVEN, "terrain": "woods"})["kind"]


def test_firearm_infantry_in_rain_is_no_error_but_counts_nothing() -> None:
    answer = ask("assault", {**EVEN, "defender_firearm_sp": 10, "weather": "rain", "die": 3})
    shot = next(one for one in answer.modifiers if one.id == "ASQ-FIREARMS")
    assert not shot.applied and "Rain" in str(shot.why)


def test_chits_may_be_counted() -> None:
    assert ask("chits", {"chits": {"firearms": 2, "formation": 1}}).cell == "legal"
    assert ask("chits", {"chits": {"firearms": 3}}).cell == "illegal"
    for bad in ({"firearms": -1}, {"firearms": "two"}, {"cannons": 1}):
        with pytest.raises(Refusal):
            ask("chits", {"chits": bad})


def test_the_chit_validator() -> None:
    good = ask(
        "chits",
        {"chits": ["formation", "firearms", "firearms"], "play": "firearms", "phase": "centre", "round": 2},
    )
    assert good.cell == "legal" and good.values["expires_after_round"] == 3
    for bad, key in (
        ({"chits": ["formation", "formation"]}, "chit.too_many"),
        ({"chits": ["cover"]}, "chit.too_many"),
        ({"chits": ["cavalry_charge"], "terrain": "marsh"}, "chit.marsh"),
        ({"chits": ["firearms"], "weather": "rain"}, "chit.rain"),
        ({"play": "rally", "round": 1, "captain_general": True}, "chit.after_round"),
        ({"play": "rally", "round": 2}, "chit.captain_general"),
        ({"play": "reserve", "phase": "vanguard"}, "chit.phase"),
        ({"chits": ["reserve"], "terrain": "woods"}, "chit.no_mb"),
    ):
        answer = ask("chits", bad)
        assert answer.cell == "illegal"
        assert key in [one.text.key for one in answer.effects]
    rally = ask("chits", {"play": "rally", "round": 2, "captain_general": True})
    assert rally.cell == "legal" and rally.values["expires_after_round"] == 2
