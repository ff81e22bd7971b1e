"""Inputs that do not count: left out means that they change nothing, asked for means that they can."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest
from questions import rulings_for, some

from sanssouci.italian_wars import ask
from sanssouci.italian_wars.book import TABLES
from sanssouci.italian_wars.desk import left_out, menu, question
from sanssouci.italian_wars.fields import Field
from sanssouci.italian_wars.question import Question, Table
from sanssouci.italian_wars.words import LANGUAGES, Refusal

CASES = 3000
#: situations seen less often say nothing
SEEN = 100
#: other values tried of each input
TRIES = 2

#: where an input is asked although it can only be refused, or says again what another said
KNOWN = {
    ("charge", "earthworks_chit", "river_chit=true"): "two chits of one sort: either is enough",
    ("charge", "river_chit", "earthworks_chit=true"): "two chits of one sort: either is enough",
    ("charge", "firearms", "weather=rain"): "refused",
    ("attrition", "unhealthy", "terrain=marsh"): "the hex says so already",
    ("attrition", "unhealthy", "terrain=swamp"): "the hex says so already",
    ("orders", "ap_turn", "current=none"): "no order is held either way",
    ("orders", "ap_turn", "new_force=true"): "no order is held either way",
    ("orders", "new_force", "current=none"): "no order is held either way",
    ("orders", "new_force", "ap_turn=true"): "no order is held either way",
    ("orders", "exempt", "new=garrison"): "free for everybody",
    ("orders", "exempt", "new=retreat"): "free for everybody",
    ("orders", "force", "exempt=light_cavalry"): "a Major Force is refused",
    ("orders", "force", "exempt=one_sp"): "a Major Force is refused",
    ("optional", "earthworks", "terrain=hill"): "unfavourable already",
    ("optional", "earthworks", "hexside=river2"): "unfavourable already",
    ("optional", "earthworks", "hexside=bridge2"): "unfavourable already",
    ("optional", "earthworks", "hexside=pontoon"): "unfavourable already",
    ("optional", "hexside", "terrain=hill"): "unfavourable already",
    ("optional", "hexside", "earthworks=true"): "unfavourable already",
}
#: inputs that ask for what the charts refuse; a legal one changes nothing
GUARDS = {
    ("attrition", "activation"), ("orders", "activation"), ("orders", "in_town"), ("artillery", "mode"),
    ("assault", "kind"), ("recovery", "phase"), ("discipline", "phase"),
}  # fmt: skip
#: what does not count here and is carried over to the check that follows
CARRIED = {("discipline", "quality"), ("discipline", "reliability")}
BATTLE = ("sp", "initiative", "die", "quality")


def answered(table: Table, asked: Question) -> Any:
    """What a player sees of the answer; None where the charts refuse."""
    try:
        answer = table.resolve(asked)
    except Refusal:
        return None
    return answer.fingerprint(), answer.total


def asked_at_random(name: str, dice: random.Random) -> Iterator[tuple[Table, Question, Any]]:
    """Questions that are answered."""
    found = 0
    while found < CASES:
        given = {
            one.name: some(one, dice)
            for one in TABLES[name].fields
            if one.required or one.name == "die" or dice.random() < 0.45
        }
        given.pop("extra", None)
        if name == "optional":
            given |= {f"{side}_{what}": some(TABLES[name].field(f"{side}_{what}"), dice)
                      for side in ("attacker", "defender") for what in BATTLE}  # fmt: skip
            given |= {"die": [dice.randint(1, 6)]}
            if dice.random() < 0.8:
                given.pop("modifier", None)
        if name == "assault":  # most strengths at random are refused: a part larger than the whole
            for part in ("attacker_heavy_sp", "defender_heavy_sp", "defender_firearm_sp"):
                if part in given:
                    given[part] = dice.randint(0, given[part.split("_")[0] + "_sp"] // 2)
        try:
            table, asked = question(name, given, rulings_for(dice))
        except Refusal:
            continue
        before = answered(table, asked)
        if before is not None:
            found += 1
            yield table, asked, before


def other(one: Field, dice: random.Random) -> Any:
    """Another value of an input, as a resolver takes it."""
    value = some(one, dice)
    if one.kind == "half":
        return Fraction(value)
    return tuple(value) if isinstance(value, list) else value


def situations(table: Table, asked: Question, one: Field) -> Iterator[str]:
    """The choices beside which this input was asked."""
    for beside in table.fields:
        if beside is not one and beside.kind in ("choice", "bool"):
            yield f"{beside.name}={str(asked[beside.name]).lower()}"


@pytest.mark.parametrize("name", list(TABLES))
def test_what_is_left_out_changes_nothing_and_what_is_asked_can(name: str) -> None:
    dice = random.Random(f"counting {name}")
    seen: Counter[tuple[str, str]] = Counter()
    mattered: Counter[tuple[str, str]] = Counter()
    for table, asked, before in asked_at_random(name, dice):
        for one in table.fields:
            if one.name in ("die", "extra"):
                continue
            values = [other(one, dice) for _ in range(TRIES)]
            changed = any(
                answered(table, asked.but(**{one.name: value})) not in (None, before)
                for value in values
                if one.name not in asked.given or asked.given[one.name] != value
            )
            if left_out(one, asked) is not None:
                assert not changed or (name, one.name) in CARRIED, (one.name, asked.given)
                continue
            for situation in situations(table, asked, one):
                seen[one.name, situation] += 1
                mattered[one.name, situation] += changed
    idle = {
        (name, field, situation)
        for (field, situation), times in seen.items()
        if times >= SEEN and not mattered[field, situation] and (name, field) not in GUARDS
    }
    assert idle <= set(KNOWN), idle - set(KNOWN)


GUNS = {"kind": "skirmish", "attacker_sp": 20, "attacker_quality": 2, "defender_sp": 10, "defender_quality": 2}


@pytest.mark.parametrize(
    ("table", "inputs", "name", "by"),
    [
        ("assault", GUNS | {"attacker_artillery_sp": 9}, "attacker_artillery_sp", "assault.ratio_artillery"),
        ("assault", GUNS | {"defender_heavy_sp": 5}, "defender_heavy_sp", "terrain"),
        ("assault", GUNS | {"weather": "rain", "defender_firearm_sp": 9}, "defender_firearm_sp", "weather"),
        ("assault", GUNS | {"kind": "sortie", "fortress": "fort_city"}, "fortress", "kind"),
        ("artillery", {"sp": 5, "firer": "besieged", "siege_level": 2}, "siege_level", "artillery.besieged_fire"),
        ("artillery", {"sp": 5, "mode": "mb", "hexside": "river2"}, "hexside", "mode"),
        ("charge", {"sp": 5, "cavalry": "light", "hexside": "river2"}, "hexside", "river_chit"),
        ("optional", {"modifier": 2, "attacker_initiative": 4}, "attacker_initiative", "modifier"),
        ("attrition", {"sp": 30, "mp": 3, "besieged": True}, "besieged", "segment"),
        ("discipline", {"sp": 4, "quality": 2, "reliability": "N"}, "reliability", "phase"),
        ("terrain", {"use": "attack", "weather": "rain"}, "weather", "use"),
    ],
)
def test_what_leaves_an_input_out_is_named(table: str, inputs: dict[str, Any], name: str, by: str) -> None:
    answer = ask(table, inputs)
    found = answer.as_json()
    assert [(one["input"], one["beside"] or one["ruling"]) for one in found["ignored"]] == [(name, by)]
    assert name in found["assumptions"] and (by in found["assumptions"]) is ("." in by)
    for lang in LANGUAGES:
        (told,) = answer.as_json(lang)["ignored"]
        label = TABLES[table].field(name).meaning(table).render(lang)
        assert label in told["text"] and told["text"] in answer.explain(lang)


def test_a_fortress_outside_which_the_defender_stands_is_told_to_count_for_nothing() -> None:
    outside = ask("assault", GUNS | {"fortress": "fort_city"})
    assert outside.column_shift == 0
    assert [one.key for one in outside.notes] == ["note.outside", "note.favourable"]
    inside = ask("assault", GUNS | {"fortress": "fort_city", "inside": True})
    assert inside.column_shift == -1 and "note.outside" not in [one.key for one in inside.notes]


def test_a_siege_is_offered_before_its_fortress_is_named() -> None:
    assert "kind" not in menu("assault", GUNS)
    with pytest.raises(Refusal) as found:
        ask("assault", GUNS | {"kind": "siege_assault"})
    assert (found.value.key, found.value.field) == ("refuse.siege_needs_fortress", "fortress")
    assert "none" in menu("assault", GUNS | {"kind": "siege_assault", "fortress": "fort_city"})["fortress"]


@pytest.mark.parametrize("name", list(TABLES))
def test_no_choice_is_forbidden_for_want_of_an_input_that_is_not_asked_yet(name: str) -> None:
    """As the page begins: its examples, and of them what counts; choosing comes first, then what that asks for."""
    table = TABLES[name]
    begun = {one.name: one.example for one in table.fields if one.example is not None}
    if name == "captain":
        begun["rule"] = "1-"
    _, asked = question(name, begun)
    counting = {one: value for one, value in begun.items() if left_out(table.field(one), asked) is None}
    forbidden = {(field, why.key) for field, values in menu(name, counting).items() for why in values.values()}
    lake = {"refuse.lake", "refuse.lake_move"}
    water = {"refuse.river1", "refuse.river1_move", "refuse.ferry_mb"}
    here = {
        "terrain": lake | {"refuse.no_mb", "refuse.charge_marsh"}, "hexside": water,
        "fortress": {"refuse.siege_needs_fortress"},
    }  # fmt: skip
    asked_later = {one.name for one in table.fields if left_out(one, asked) is not None}
    assert {
        (field, key) for field, key in forbidden if key not in here.get(field, ()) and field not in asked_later
    } == set()


@pytest.mark.parametrize("written", ["1e999999999", "9" * 5000, "1/0", "1.5e9", "", "--1", "1/2/3"])
def test_a_number_that_would_be_worked_out_for_hours_is_refused_at_once(written: str) -> None:
    from sanssouci.italian_wars.need import wished

    with pytest.raises(Refusal, match="whole or half"):
        ask("attrition", {"sp": 12, "mp": written})
    with pytest.raises(Refusal):
        wished(written)
    assert wished("66%") == Fraction(33, 50) and wished("0,25") == Fraction(1, 4) and wished(1) == 1
    assert ask("attrition", {"sp": 12, "mp": "2,5"}).inputs["mp"] == Fraction(5, 2)
