"""What a player at the board met: inputs that did nothing, arithmetic that did not add up, keys instead of words."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from sanssouci.italian_wars import describe
from sanssouci.italian_wars.book import TABLES, everything
from sanssouci.italian_wars.command import app
from sanssouci.italian_wars.desk import ask, odds
from sanssouci.italian_wars.need import need
from sanssouci.italian_wars.words import LANGUAGES, Refusal, Text

RUNNER = CliRunner()

BATTLE: dict[str, Any] = {
    "attacker_sp": 30, "attacker_initiative": 3, "attacker_die": 4, "attacker_quality": 2,
    "defender_sp": 18, "defender_initiative": 3, "defender_die": 4, "defender_quality": 2,
}  # fmt: skip
PURSUIT = {"cause": "battle", "cavalry_sp": 10, "infantry_sp": 10, "good_sp": 8, "artillery_sp": 4, "die": 6}
ASSAULT = {"kind": "skirmish", "attacker_sp": 20, "attacker_quality": 2, "defender_sp": 10, "defender_quality": 2}


# Inputs that do not count -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("table", "inputs", "name", "ruling"),
    [
        ("optional", BATTLE | {"attacker_firearm_sp": 5, "die": [6]}, "attacker_firearm_sp", "optional.firearms_count"),
        ("optional", BATTLE | {"attacker_loss_base": 5, "die": [6]}, "attacker_loss_base", "optional.loss_base"),
        ("pursuit", PURSUIT | {"pay_good": 1}, "pay_good", "pursuit.payment"),
    ],
)
def test_an_input_that_does_not_count_is_named_in_the_assumptions(
    table: str, inputs: dict[str, Any], name: str, ruling: str
) -> None:
    answer = ask(table, inputs).as_json()
    assert ruling in answer["assumptions"]
    assert [(one["input"], one["ruling"]) for one in answer["ignored"]] == [(name, ruling)]
    assert answer["ignored"][0]["text"] in answer["text"]
    without = ask(table, {key: value for key, value in inputs.items() if key != name}).as_json()
    assert answer["effects"] == without["effects"] and without["ignored"] == []


@pytest.mark.parametrize("ruling", ["sp", "units"])
def test_firearms_are_counted_by_one_measure(ruling: str) -> None:
    """Five of the measure that counts are a superiority; five of the other are nothing."""
    for given in ("sp", "units"):
        answer = ask("optional", BATTLE | {f"attacker_firearm_{given}": 5}, {"optional.firearms_count": ruling})
        part = next(one for one in answer.modifiers if one.id == "O-f")
        assert part.applied is (given == ruling)


def test_a_loss_base_of_ones_own_counts_under_manual_and_under_a_number() -> None:
    for ruling in ("manual", "17"):
        assert not ask(
            "optional", BATTLE | {"attacker_loss_base": 5, "die": [6]}, {"optional.loss_base": ruling}
        ).ignored


def test_the_description_of_an_input_says_under_which_ruling_it_matters() -> None:
    described = {one.name: one.describe("optional").get("rulings") for one in TABLES["optional"].fields}
    assert described["attacker_firearm_sp"] == {"optional.firearms_count": ["sp"]}
    assert described["defender_loss_base"] == {"optional.loss_base": ["manual", "*"]}
    assert described["attacker_sp"] is None


# What is shown ------------------------------------------------------------------------------------


def test_the_arithmetic_of_a_reroll_is_that_of_the_last_die() -> None:
    """3 + 8 = 11 is rolled again with -3 alone: 5 - 3 = 2, where it said "5 + 8 = 2"."""
    answer = ask("optional", BATTLE | {"modifier": 8, "die": [3, 5]})
    assert (answer.natural, answer.modified, answer.cell) == (5, 2, "20 / 20")
    assert "5 -3 = 2" in answer.explain() and "5 +8" not in answer.explain()


def test_loc_speaks_of_hexes_and_columns_not_of_sp() -> None:
    texts = [one.text.render("en") for one in ask("loc", {"hexes": 30, "nominal": 5, "die": 7}).nearest]
    assert texts and all("column" in text and "SP" not in text and "die" not in text for text in texts)


def test_refusals_show_labels_to_people_and_names_to_programs() -> None:
    with pytest.raises(Refusal) as found:
        ask("assault", ASSAULT | {"attacker_sp": 0})
    assert found.value.field == "attacker_sp"
    for lang in LANGUAGES:
        assert "attacker_sp" not in found.value.render(lang)
    with pytest.raises(Refusal) as missing:
        ask("optional", {key: value for key, value in BATTLE.items() if key != "defender_die"} | {"die": [4]})
    assert missing.value.field == "defender_die" and "defender_die" not in str(missing.value)
    told = RUNNER.invoke(app, ["resolve", "assault", "--json"], input=json.dumps(ASSAULT | {"attacker_sp": "x"}))
    answer = json.loads(told.stdout)
    assert (answer["field"], answer["key"], answer["arguments"]["value"]) == ("attacker_sp", "bad.whole", "x")


def test_no_refusal_shows_the_key_of_an_input() -> None:
    """Wrong values for every input of every table and procedure: people read its label, in every language."""
    refused = 0
    for name in everything():
        described = describe(name)
        examples = {one["name"]: one["example"] for one in described if "example" in one}
        keys = [one["name"] for one in described if "_" in one["name"]]
        for one in described:
            for wrong in (-7, 10**6, "x", [{"x": 1}]):
                try:
                    ask(name, examples | {one["name"]: wrong})
                except Refusal as refusal:
                    refused += 1
                    for lang in LANGUAGES:
                        told = refusal.render(lang)
                        assert [key for key in keys if re.search(rf"\b{key}\b", told)] == [], (name, one["name"], told)
    assert refused > 500


def test_the_nearest_change_speaks_the_language_and_names_a_new_loser() -> None:
    even = ask("optional", BATTLE | {"modifier": 1, "die": [5]}).nearest
    assert even[0].text.render("de") == "+1 auf dem Würfel ergäbe: neuer Wurf -1"
    change = ask("assault", ASSAULT | {"die": 3}).nearest[0]
    assert change.text.render("en") == "+1 on the die would give: -- / 1; loser: the defender"
    flips = ask("optional", BATTLE | {"die": [5]}).would_change
    assert flips and not any(".," in one.text.render("en") for one in flips)


def test_an_open_column_is_told_as_it_is_printed() -> None:
    attrition = {"sp": 43, "segment": "attrition_segment", "besieged": True, "weather": "heat", "die": 6}
    assert ask("attrition", attrition).as_json("en")["column_text"] == "9 or more"
    assert ask("loc", {"hexes": 80, "nominal": 5, "die": 6}).as_json("it")["column_text"] == "73 o più"


def test_a_section_of_the_charts_does_not_look_like_a_rule() -> None:
    with pytest.raises(Refusal) as found:
        ask("assault", ASSAULT | {"river_chit": True})
    assert found.value.rule == "3.8" and str(found.value).endswith("(charts, section 3.8)")


def test_the_log_of_a_battle_has_a_line_per_unit_with_before_and_after() -> None:
    from sanssouci.italian_wars.roster import example

    forces = list(example()["forces"].values())
    inputs = {"attacker": forces[0], "defender": forces[1], "seed": "log", "auto": True}
    answer = ask("battle-run", inputs)
    lines = [one for one in answer.log if one.key.startswith("log.unit_loses")]
    # how a unit was decided on is told with its loss, not SP by SP
    assert [one for one in answer.log if getattr(one.args.get("what"), "key", "") == "what.loses"] == []
    assert all(one.render("en").endswith(("(by default)", str(one.args["left"]))) for one in lines)
    # the losses of the battle and those of the pursuit are told apart, a unit once in each
    assert lines and max(sum(one.args["unit"] == unit for one in lines) for unit in _units(lines)) <= 2
    assert any(one.args["lost"] != 1 for one in lines)
    for one in lines:
        assert one.args["before"] == one.args["lost"] + one.args["left"]  # type: ignore[operator]
    for side in ("attacker", "defender"):
        before = sum(unit["sp"] for unit in inputs[side]["units"])
        left = sum(unit["sp"] for unit in answer.after[side]["units"])
        shown = [one for one in answer.log if one.key == "log.force" and str(one.args["who"]) == str(_who(side))]
        assert [(one.args["before"], one.args["left"]) for one in shown] == ([(before, left)] if left != before else [])


def _units(lines: list[Text]) -> set[object]:
    return {one.args["unit"] for one in lines}


def _who(side: str) -> object:
    from sanssouci.italian_wars.answer import who

    return who(side)


# The command line ------------------------------------------------------------------------------------


@pytest.mark.parametrize("die", ["0", "7"])
def test_odds_refuse_a_die_that_cannot_fall(die: str) -> None:
    flags = ["attrition", "--sp", "12", "--odds"]
    told = RUNNER.invoke(app, [*flags, "--die", die])
    assert told.exit_code == 1 and die in told.stderr
    assert RUNNER.invoke(app, [*flags, "--die", "3"]).exit_code == 0


def test_odds_leave_a_good_die_out() -> None:
    assert odds("assault", ASSAULT | {"die": 4}).outcomes == odds("assault", ASSAULT).outcomes


def test_a_die_that_is_no_number_gets_one_sentence() -> None:
    told = RUNNER.invoke(app, ["attrition", "--sp", "12", "--die", "x"])
    assert told.exit_code == 1
    assert told.stderr.strip().count("\n") == 0 and "╭" not in told.stderr and "whole number" in told.stderr


def with_closed_input(*words: object) -> subprocess.CompletedProcess[str]:
    script = "import sys; from sanssouci.cli import main; sys.argv = ['sanssouci', *sys.argv[1:]]; main()"
    command = [sys.executable, "-c", script, "charts", *map(str, words)]
    return subprocess.run(["sh", "-c", 'exec "$@" 0<&-', "sh", *command], capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    "words", [["resolve", "assault"], ["compare", "assault"], ["need", "assault", "--event", "x", "--chance", "1/2"]]
)
def test_closed_standard_input_gets_one_sentence(words: list[str]) -> None:
    done = with_closed_input(*words)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr and done.stderr.strip().count("\n") == 0


def test_a_procedure_asks_nobody_where_standard_input_is_closed(tmp_path: Path) -> None:
    """It says which die it waits for, and ends."""
    file = tmp_path / "forces.json"
    assert RUNNER.invoke(app, ["forces", "new", str(file)]).exit_code == 0
    done = with_closed_input("battle-run", "--forces", file, "--attacker", "french", "--defender", "league")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Throw a die" in done.stdout


@pytest.mark.parametrize(("plans", "missing"), [({}, "first"), ({"first": ASSAULT}, "second")])
def test_a_plan_that_is_missing_is_named(plans: dict[str, Any], missing: str) -> None:
    told = RUNNER.invoke(app, ["compare", "assault"], input=json.dumps(plans))
    assert told.exit_code == 1 and f"“{missing}” is missing" in told.stderr


# What follows ----------------------------------------------------------------------------------------


def test_a_follow_up_carries_what_is_known() -> None:
    answer = ask("assault", ASSAULT | {"attacker_star": True, "die": 1})
    check = next(one for one in answer.follow_ups if one.table == "discipline")
    assert check.facts["inputs"]["quality"] == 2 and check.facts["inputs"]["phase"] == "combat"
    asked = ask("discipline", {"sp": 4, **check.facts["inputs"], "die": 6})
    assert asked.column is not None


def test_a_pursuit_is_carried_over_whole() -> None:
    """Every strength and flag, unknown ones as well: what is left out, a page would fill with its examples."""
    strengths = {"cavalry_sp", "infantry_sp", "star", "stradioti", "artillery_sp", "demoralised_sp", "good_sp"}
    for inputs in (BATTLE, {}):
        for die in (1, 6):
            answer = ask("optional", {**inputs, "modifier": 0, "die": [die], "attacker_stars": 1})
            for follow in answer.follow_ups:
                if follow.table == "pursuit":
                    known = follow.facts["inputs"]
                    assert set(known) >= strengths and known["star"] is (answer.loser == "defender")
                    assert (known["demoralised_sp"], known["stradioti"]) == (0, False)
                    assert (known["good_sp"] is None) is (not inputs)
    assert ask("optional", BATTLE | {"modifier": 5, "die": [3], "attacker_cavalry_sp": 8}).follow_ups[0].facts[
        "inputs"
    ] == {"cause": "battle", "cavalry_sp": 8, "infantry_sp": 17, "star": False, "stradioti": False,
          "artillery_sp": 0, "demoralised_sp": 0, "good_sp": 13}  # fmt: skip


def test_every_follow_up_of_every_table_opens_with_what_it_carries() -> None:
    """Whatever inputs a follow-up names are inputs of the table it opens, of the right kind."""
    seen = set()
    questions: list[tuple[str, dict[str, Any]]] = [("assault", ASSAULT | {"die": die}) for die in range(1, 7)]
    questions += [("optional", BATTLE | {"modifier": m, "die": [die]}) for m in range(-4, 10) for die in range(1, 7)]
    questions += [("discipline", {"sp": 4, "quality": q, "die": die}) for q in range(4) for die in range(1, 7)]
    questions += [("orders", {"force": "major", "new": "attack", "forced_order": True, "continuous_attack": True})]
    for name, inputs in questions:
        try:
            answer = ask(name, inputs)
        except Refusal:
            continue
        for follow in answer.follow_ups:
            known = follow.facts.get("inputs")
            if known is None or follow.table not in TABLES:
                continue
            seen.add((name, follow.table))
            fields = {one.name for one in TABLES[follow.table].fields}
            assert set(known) <= fields, (name, follow.table)
    assert {("assault", "discipline"), ("optional", "pursuit"), ("discipline", "recovery")} <= seen


# What do I need ---------------------------------------------------------------------------------------


def test_what_is_needed_is_enough_and_one_less_is_not() -> None:
    found = need("assault", ASSAULT, "defender_loses", "2/3")
    ways = [one for one in found.ways if one.kind == "strength" and one.input == "attacker_sp"]
    assert ways and found.now < Fraction(2, 3)
    for way in ways:
        enough = odds("assault", ASSAULT | {"attacker_sp": way.value}).chances["defender_loses"]
        less = odds("assault", ASSAULT | {"attacker_sp": way.value - 1}).chances["defender_loses"]
        assert enough == way.chance >= Fraction(2, 3) > less
    pips = next(one for one in found.ways if one.kind == "pips")
    extra = [{"label": "x", "value": pips.change}]
    assert odds("assault", ASSAULT | {"extra": extra}).chances["defender_loses"] >= Fraction(2, 3)


def test_what_is_needed_on_the_command_line() -> None:
    flags = ["need", "assault", "--event", "defender_loses", "--chance", "2/3"]
    told = RUNNER.invoke(app, [*flags, "--json"], input=json.dumps(ASSAULT))
    answer = json.loads(told.stdout)
    assert answer["ok"] and answer["answers"] and answer["answers"][0]["text"] in answer["text"]
    for wrong in ("0", "2", "x", "1/0"):
        refused = RUNNER.invoke(app, [*flags[:-1], wrong], input=json.dumps(ASSAULT))
        assert refused.exit_code == 1 and refused.stderr.count("\n") == 1
    refused = RUNNER.invoke(app, ["need", "assault", "--event", "sun", "--chance", "1/2"], input=json.dumps(ASSAULT))
    assert refused.exit_code == 1 and "sun" in refused.stderr
