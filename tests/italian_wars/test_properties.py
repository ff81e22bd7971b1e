"""Properties over all inputs: nothing crashes, probabilities add up to one, better never hurts."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sanssouci.italian_wars import Refusal, ask, charge, discipline, menu, odds
from sanssouci.italian_wars.book import TABLES, everything
from sanssouci.italian_wars.fields import Field
from sanssouci.italian_wars.forces import CLASSES, RANKS
from sanssouci.italian_wars.resolvers.digests import TYPES
from sanssouci.italian_wars.sheet import standard
from sanssouci.italian_wars.words import LANGUAGES

JUNK = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=8), st.lists(st.integers(), max_size=3),
    st.dictionaries(st.text(max_size=4), st.integers(), max_size=2),
)  # fmt: skip
UNIT = st.fixed_dictionaries(
    {"type": st.sampled_from(TYPES), "sp": st.integers(0, 30)},
    optional={
        "quality": st.integers(0, 3), "reliability": st.sampled_from(CLASSES), "demoralised": st.booleans(),
    },
)  # fmt: skip
CAPTAIN = st.fixed_dictionaries(
    {"rank": st.sampled_from(RANKS)},
    optional={"initiative": st.integers(0, 6), "stars": st.integers(0, 3), "siege": st.booleans()},
)
GENERAL = st.fixed_dictionaries(
    {"rank": st.just("captain_general"), "initiative": st.integers(0, 6)},
    optional={"stars": st.integers(0, 3)},
)


def army(
    first: dict[str, Any], units: list[Any], general: Any, captains: list[Any], more: dict[str, Any]
) -> dict[str, Any]:
    """A Force that can fight: somebody with strength, a general, and whatever else."""
    named = [{**unit, "id": f"unit {number}"} for number, unit in enumerate([first, *units])]
    return {"units": named, "captains": [general, *captains], "quality": 2, **more}


FORCE = st.builds(
    army,
    st.fixed_dictionaries(
        {
            "type": st.sampled_from(["infantry", "swiss", "gendarmes"]),
            "sp": st.integers(1, 30),
            "quality": st.integers(0, 3),
        }
    ),
    st.lists(UNIT, max_size=3),
    GENERAL,
    st.lists(CAPTAIN, max_size=2),
    st.fixed_dictionaries(
        {},
        optional={"disorganised": st.booleans(), "admin_march": st.booleans(), "quality": st.integers(0, 3)},
    ),
)
STEP = st.fixed_dictionaries(
    {}, optional={"terrain": st.sampled_from(TABLES["terrain"].field("terrain").values),
                  "hexside": st.sampled_from(TABLES["terrain"].field("hexside").values),
                  "road": st.sampled_from(["none", "road1", "road2"])},
)  # fmt: skip
WISH = st.fixed_dictionaries(
    {}, optional={"force": st.sampled_from(["major", "minor"]),
                  "new": st.sampled_from(TABLES["orders"].field("new").values),
                  "exempt": st.sampled_from(["none", "one_sp"])},
)  # fmt: skip


def value_of(field: Field) -> st.SearchStrategy[Any]:
    """Values a field might take; mostly possible ones, small enough to meet each other."""
    if field.kind == "int":
        return st.integers(field.low or 0, min(field.high or 99, 45))
    if field.kind == "half":
        return st.integers(0, 24).map(lambda halves: halves / 2)
    if field.kind == "bool":
        return st.booleans()
    if field.kind == "choice":
        return st.sampled_from(field.values)
    if field.kind == "choices":
        return st.lists(st.sampled_from(field.values), max_size=4)
    if field.kind == "ints":
        return st.lists(st.integers(field.low or 0, field.high or 9), max_size=4)
    if field.kind == "extra":
        return st.lists(st.fixed_dictionaries({"label": st.just("x"), "value": st.integers(-3, 3)}), max_size=2)
    if field.kind == "force":
        return FORCE
    if field.kind == "plan":
        return st.lists(STEP, max_size=4)
    if field.kind == "wishes":
        return st.lists(WISH, max_size=3)
    if field.name == "rule":
        return st.sampled_from(["1-", "6+", "ask", "?"])
    return st.just("seed") if field.kind == "text" else st.just([])


USUAL = frozenset(
    ("die", "quality", "reliability", "cavalry_sp", "attacker_sp", "defender_sp", "attacker_initiative",
     "defender_initiative", "attacker_die", "defender_die", "attacker_quality", "defender_quality", "seed", "auto",
     "sp")
)  # fmt: skip


def inputs_of(name: str, junk: bool) -> st.SearchStrategy[dict[str, Any]]:
    fields = everything()[name].fields
    chosen = {field.name: st.one_of(value_of(field), JUNK) if junk else value_of(field) for field in fields}
    if junk:
        return st.fixed_dictionaries({}, optional=chosen)
    # what most questions need is always given, so that most of them are answered and not refused
    needed = {field.name: chosen.pop(field.name) for field in fields if field.required or field.name in USUAL}
    return st.fixed_dictionaries(needed, optional=chosen)


def options() -> st.SearchStrategy[dict[str, Any]]:
    register = {entry["id"]: st.sampled_from(entry["values"]) for entry in standard()["options"]["options"]}
    register["captain.rule"] = st.sampled_from(["ask", "1-", "6+"])
    return st.fixed_dictionaries({}, optional=register)


QUIET = settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)


@pytest.mark.parametrize("junk", [False, True])
@pytest.mark.parametrize("name", everything())
def test_no_input_crashes(name: str, junk: bool) -> None:
    """An explained answer in both languages, or one sentence of refusal; never anything else."""

    @QUIET
    @given(inputs_of(name, junk), options())
    def attempt(inputs: dict[str, Any], rulings: dict[str, Any]) -> None:
        try:
            answer = ask(name, inputs, rulings)
        except Refusal as refusal:
            assert {len(refusal.render(lang).splitlines()) for lang in LANGUAGES} == {1}
            return
        for lang in LANGUAGES:
            assert answer.explain(lang)
            json.dumps(answer.as_json(lang), allow_nan=False)

    attempt()


@pytest.mark.parametrize("name", everything())
def test_probabilities_add_up_to_exactly_one(name: str) -> None:
    @QUIET
    @given(inputs_of(name, False), options())
    def attempt(inputs: dict[str, Any], rulings: dict[str, Any]) -> None:
        if name == "siege-run":
            inputs["turns"] = min(inputs.get("turns", 1), 3)
        try:
            found = odds(name, inputs, rulings)
        except Refusal:
            return
        assert sum(one.probability for one in found.outcomes) == 1
        assert all(0 < one.probability <= 1 for one in found.outcomes)
        assert all(0 <= chance <= 1 for chance in found.chances.values())
        for lang in LANGUAGES:
            assert found.explain(lang)
            json.dumps(found.as_json(lang), allow_nan=False)

    attempt()


@pytest.mark.parametrize("name", TABLES)
def test_the_menu_never_crashes_and_forbids_only_what_is_refused(name: str) -> None:
    @QUIET
    @given(inputs_of(name, False))
    def attempt(inputs: dict[str, Any]) -> None:
        inputs.pop("die", None)
        try:
            forbidden = menu(name, inputs)
        except Refusal:
            return
        for field, values in forbidden.items():
            kind = everything()[name].field(field).kind
            for value in values:
                with pytest.raises(Refusal):
                    ask(name, {**inputs, field: value == "true" if kind == "bool" else value})

    attempt()


# --- better never hurts ------------------------------------------------------------------------

PIPS = st.integers(-6, 6)
DIE = st.integers(1, 6)


def ordered(one: int, two: int) -> tuple[int, int]:
    return min(one, two), max(one, two)


def with_extra(name: str, inputs: dict[str, Any], pips: int) -> Any:
    return ask(name, {**inputs, "extra": [{"label": "pips", "value": pips}]})


CHARGE_ORDER = ["A3", "A2", "A1", "-", "D", "D1"]
DISCIPLINE_ORDER = ["P", "F", "FF", "D", "D*"]


@QUIET
@given(st.integers(1, 20), DIE, PIPS, PIPS)
def test_charge_is_monotone(sp: int, die: int, one: int, two: int) -> None:
    low, high = ordered(one, two)
    inputs = {"sp": sp, "cavalry": "light", "die": die}
    worse, better = (with_extra("charge", inputs, pips).cell for pips in (low, high))
    assert CHARGE_ORDER.index(worse) <= CHARGE_ORDER.index(better)


@QUIET
@given(st.integers(0, 3), st.integers(1, 9), DIE, PIPS, PIPS)
def test_discipline_is_monotone(quality: int, sp: int, die: int, one: int, two: int) -> None:
    low, high = ordered(one, two)
    inputs = {"phase": "combat", "quality": quality, "sp": sp, "die": die}
    better, worse = (with_extra("discipline", inputs, pips).cell for pips in (low, high))
    assert DISCIPLINE_ORDER.index(better) <= DISCIPLINE_ORDER.index(worse)


@QUIET
@given(st.integers(0, 3), st.integers(1, 9), DIE)
def test_a_better_unit_or_a_star_never_checks_worse(quality: int, sp: int, die: int) -> None:
    def cell(**more: Any) -> int:
        return DISCIPLINE_ORDER.index(str(discipline(phase="combat", sp=sp, die=die, **more).cell))

    assert cell(quality=quality, star=True) <= cell(quality=quality)
    assert cell(quality=min(3, quality + 1)) <= cell(quality=quality)


@QUIET
@given(st.integers(0, 30), st.integers(1, 30), DIE, PIPS, PIPS)
def test_pursuit_is_monotone(cavalry: int, infantry: int, die: int, one: int, two: int) -> None:
    low, high = ordered(one, two)
    inputs = {"cavalry_sp": cavalry, "infantry_sp": infantry, "die": die}
    assert with_extra("pursuit", inputs, low).values["losses"] <= with_extra("pursuit", inputs, high).values["losses"]


@QUIET
@given(st.integers(1, 60), st.integers(1, 60), DIE, PIPS, PIPS)
def test_attrition_is_monotone(small: int, large: int, die: int, one: int, two: int) -> None:
    low, high = ordered(one, two)
    small, large = ordered(small, large)
    kind = {"die": die}
    assert (
        with_extra("attrition", {"sp": small, **kind}, low).values["sp_lost"]
        <= with_extra("attrition", {"sp": small, **kind}, high).values["sp_lost"]
        <= with_extra("attrition", {"sp": large, **kind}, high).values["sp_lost"]
    )


@QUIET
@given(st.integers(1, 40), st.integers(1, 40), st.integers(0, 3), st.integers(0, 3), DIE, PIPS, PIPS)
def test_the_loser_of_an_assault_is_monotone(
    attacker: int, defender: int, ours: int, theirs: int, die: int, one: int, two: int
) -> None:
    low, high = ordered(one, two)
    inputs = {
        "attacker_sp": attacker,
        "defender_sp": defender,
        "attacker_quality": ours,
        "defender_quality": theirs,
    }
    before, after = (with_extra("assault", {**inputs, "die": die}, pips).loser for pips in (low, high))
    assert not (before == "defender" and after == "attacker")
    better = {**inputs, "attacker_quality": min(3, ours + 1), "attacker_star": True}
    assert odds("assault", better).chances.get("defender_loses", 0) >= odds("assault", inputs).chances.get(
        "defender_loses", 0
    )


@pytest.mark.parametrize(
    ("name", "inputs", "why"),
    [
        ("artillery", {"sp": 10}, "10+ column: 2 SP at row 4, 1 SP at row 5; a * on the way up"),
        ("optional", {"modifier": 0}, "reroll cells break the order: +7 may fall back below +6"),
        ("assault", {"attacker_sp": 10, "defender_sp": 10, "attacker_quality": 2, "defender_quality": 2},
         "the winner's own losses go up and down along a column"),
    ],
)  # fmt: skip
def test_tables_that_are_not_monotone_and_why(name: str, inputs: dict[str, Any], why: str) -> None:
    """As printed; do not smooth them. The LOC table is a third: its 2d6 rows are in no order at all."""
    if name == "artillery":
        lost = [ask(name, {**inputs, "mode": "mb", "die": die}).values.get("target_sp", 0) for die in range(1, 7)]
        assert any(one > two for one, two in pairwise(lost)), why
    elif name == "optional":
        sums = [float(odds(name, {"modifier": modifier, "attacker_sp": 100, "defender_sp": 100}).means["defender_sp"])
                for modifier in range(-9, 10)]  # fmt: skip
        assert sums != sorted(sums), why
    else:
        lost = [ask(name, {**inputs, "extra": [("row", row)], "die": 1}).counts["attacker_sp"] for row in range(-1, 8)]
        assert any(one < two for one, two in pairwise(lost)), why
    loc = [ask("loc", {"hexes": 5, "die": die}).values["modifier"] for die in range(2, 13)]
    assert loc != sorted(loc) and loc != sorted(loc, reverse=True)


def test_charge_and_discipline_orders_name_every_code() -> None:
    """The orders used above hold every code of their tables, so that no cell is left out of the property."""
    assert {cell for row in standard()["charge"]["cells"] for cell in row} == set(CHARGE_ORDER)
    assert {cell for row in standard()["discipline"]["cells"] for cell in row} == set(DISCIPLINE_ORDER)
    assert charge(sp=1, cavalry="light", die=1).cell == "A1"
    assert Fraction(1, 2) in odds("optional", {"modifier": 0}).chances.values()
