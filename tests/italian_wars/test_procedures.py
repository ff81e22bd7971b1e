"""Whole procedures: choices asked or taken by default, seeds, the force file with undo and log."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from sanssouci.italian_wars import (
    Refusal,
    assault_run,
    battle_run,
    march_run,
    pursuit_run,
    siege_run,
    turn_run,
)
from sanssouci.italian_wars.forces import Force
from sanssouci.italian_wars.muster import inputs_for
from sanssouci.italian_wars.roster import Roster, example
from sanssouci.italian_wars.sheet import standard

FRENCH, LEAGUE = (example()["forces"][name] for name in ("french", "league"))


def by_id(force: dict[str, Any]) -> dict[str, Any]:
    return {unit["id"]: unit for unit in force["units"]}


def test_an_assault_asks_for_dice_and_decisions_in_turn() -> None:
    given: dict[str, Any] = {"attacker": FRENCH, "defender": LEAGUE}
    answer = assault_run(**given)
    assert answer.pending and answer.pending["ask"] == "die"
    answer = assault_run(**given, dice=[5])
    # die 5 +1: row 6, column c4: the defender loses 1 SP of his choice, artillery not offered
    assert answer.pending and answer.pending["ask"] == "choice"
    assert [id_ for id_, _ in answer.pending["choices"]] == ["arquebusiers", "lances", "stradioti"]
    answer = assault_run(**given, dice=[5], choices=["lances"])
    assert answer.pending and "arquebusiers" in str(answer.pending["text"])
    answer = assault_run(**given, dice=[5, 6, 6, 3], choices=["lances"])
    assert answer.pending is None
    after = by_id(answer.after["defender"])
    # each check at -1 for the star: 5 in Q2 is F, twice; 2 in Q1 passes
    assert (after["arquebusiers"]["sp"], after["lances"]["sp"], after["stradioti"]["sp"]) == (7, 2, 3)
    assert answer.loser == "defender"
    assert answer.after["attacker"] == Force.read(FRENCH, standard()).as_json()


def test_a_decision_that_is_not_offered_is_refused() -> None:
    with pytest.raises(Refusal, match="culverins"):
        assault_run(attacker=FRENCH, defender=LEAGUE, dice=[5], choices=["culverins"])


def test_defaults_are_logged_as_such() -> None:
    answer = assault_run(attacker=FRENCH, defender=LEAGUE, dice=[5, 1, 1, 1], auto=True)
    assert any(line.key == "log.unit_loses_default" for line in answer.log)
    assert answer.pending is None


@pytest.mark.parametrize(
    ("procedure", "more"),
    [(assault_run, {}), (battle_run, {}), (siege_run, {"turns": 3}), (pursuit_run, {})],
)
def test_the_same_seed_gives_the_same_log(procedure: Any, more: dict[str, Any]) -> None:
    def play(seed: str) -> tuple[str, Any]:
        answer = procedure(attacker=FRENCH, defender=LEAGUE, seed=seed, auto=True, **more)
        assert answer.pending is None
        return answer.explain(), answer.after

    assert play("pavia") == play("pavia")
    assert len({play(str(seed))[0] for seed in range(8)}) > 1


def test_a_siege_over_three_turns() -> None:
    """6 (breach with loss and checks), then 2 in the next column, level 2 shifting two columns."""
    answer = siege_run(
        attacker=FRENCH, defender=LEAGUE, turns=2, dice=[6, 1, 1, 1, 2, 1, 1, 1], choices=["arquebusiers"]
    )
    fires = [step for step in answer.steps if step.table == "artillery"]
    assert [(step.column, step.cell) for step in fires] == [("4-5", "1 b"), ("6-7", "DC (b)")]
    assert answer.values["siege_level"] == 2
    assert by_id(answer.after["defender"])["arquebusiers"]["sp"] == 7


def test_swiss_lose_one_more_under_bombardment() -> None:
    swiss = {"units": [{"id": "swiss", "type": "swiss", "sp": 9, "quality": 3}], "name": "Swiss"}
    answer = siege_run(attacker=FRENCH, defender=swiss, dice=[6, 1], auto=True)
    assert answer.steps[0].cell == "1 b"
    assert by_id(answer.after["defender"])["swiss"]["sp"] == 7


def test_the_optional_battle_ends_in_pursuit() -> None:
    # generals 4 and 4: Table 1 gives 3 and 2; total +4 as the parts say; die 4 is +8
    answer = battle_run(attacker=FRENCH, defender=LEAGUE, dice=[4, 4, 4, 5], auto=True)
    first = answer.steps[0]
    assert {one.id: one.value for one in first.modifiers if one.applied} == {
        "O-a": 1,
        "O-c": 1,
        "O-e": 1,
        "O-f": -1,
        "O-g": 2,
    }
    assert (first.total, first.row, answer.loser) == (4, 8, "defender")
    # 30% of 15 is 4.5, rounded up to 5; 20% of 27 is 5.4, 5
    assert (first.values["attacker_lost"], first.values["defender_lost"]) == (5, 5)
    chase = answer.steps[1]
    assert (chase.table, chase.modified) == ("pursuit", 6)
    assert [one.table for one in answer.follow_ups] == ["captain", "retreat"]


def test_captains_are_entered_or_rolled_by_rule() -> None:
    dice = [4, 4, 4, 5]
    asked = battle_run(attacker=FRENCH, defender=LEAGUE, dice=dice, auto=True)
    assert not any(one.get("eliminated") for one in asked.after["defender"]["captains"])
    rolled = battle_run(attacker=FRENCH, defender=LEAGUE, dice=[*dice, 1], auto=True, options={"captain.rule": "1-"})
    assert rolled.after["defender"]["captains"][0]["eliminated"] is True
    lucky = battle_run(attacker=FRENCH, defender=LEAGUE, dice=[*dice, 2], auto=True, options={"captain.rule": "1-"})
    assert not any(one.get("eliminated") for one in lucky.after["defender"]["captains"])


def test_manual_payment_asks_for_each_loss() -> None:
    given = {"attacker": FRENCH, "defender": LEAGUE, "dice": [3], "options": {"pursuit.payment": "manual"}}
    answer = pursuit_run(**given)
    # 4 with the star: C60 of 8 is 5, I20 of 19 is 4: nine losses
    assert answer.pending and [id_ for id_, _ in answer.pending["choices"]] == ["artillery", "good"]
    # the ninth loss can only be paid with artillery, so it is not asked
    kinds = ["good", "good", "good", "artillery", "artillery"]
    answer = pursuit_run(**given, choices=kinds + ["lances"] * 3)
    assert answer.pending is None
    after = by_id(answer.after["defender"])
    assert (after["lances"]["sp"], after["culverins"]["sp"]) == (1, 0)


def test_a_march_with_its_costs_and_attrition() -> None:
    plan = [{"terrain": "hill", "hexside": "river2"}, {"terrain": "clear", "road": "road1"}]
    answer = march_run(sp=30, plan=plan, weather="rain", allowance=6, dice=[3])
    # 2 + 3, then 0.5: five full MP, +4; Rain +1: 3 + 5 = 8
    assert answer.values["mp"] == 5.5
    assert answer.steps[-1].modified == 8
    assert answer.values["sp_lost"] == 3
    afford = {line["mp"]: line for line in answer.values["afford"]}
    assert (afford[0]["modifier"], afford[3]["modifier"], afford[8]["modifier"]) == (1, 4, 5)
    with pytest.raises(Refusal, match="allowance"):
        march_run(sp=30, plan=plan, weather="rain", allowance=4)
    # Snow takes one off the allowance: 4 + 0.5 fits into 5 in fine weather only
    march_run(sp=30, plan=plan, allowance=5, activation=1)
    with pytest.raises(Refusal):
        march_run(sp=30, plan=plan, allowance=5, activation=1, weather="snow")


def test_the_start_of_a_turn() -> None:
    orders = [
        {"name": "Army", "force": "major", "new": "attack"},
        {"name": "Garrison", "force": "minor", "new": "garrison"},
        {"name": "Horse", "force": "minor", "new": "attack", "exempt": "light_cavalry"},
        {"name": "Wing", "force": "major", "new": "manoeuvre", "forced_order": True},
    ]
    answer = turn_run(hexes=35, nominal=5, orders=orders, dice=[4, 2])
    # W02: 5 - 1 = 4 AP; wanted 3 + 0 + 0 + 2
    assert (answer.values["received"], answer.values["wanted"], answer.values["left"]) == (4, 5, -1)
    assert [line.args["name"] for line in answer.log if line.key == "log.does_not_fit"] == ["Wing"]
    assert [one.table for one in answer.follow_ups] == ["discipline"]


def test_a_force_of_mixed_quality_must_state_its_own() -> None:
    mixed = {**LEAGUE}
    mixed.pop("quality")
    with pytest.raises(Refusal, match=r"12\.1"):
        assault_run(attacker=mixed, defender=FRENCH)


def test_inputs_taken_from_forces() -> None:
    sheet = standard()
    french, league = Force.read(FRENCH, sheet), Force.read(LEAGUE, sheet)
    found = inputs_for("assault", french, league, sheet)
    assert (found["attacker_sp"], found["attacker_heavy_sp"], found["attacker_sl"]) == (27, 8, True)
    assert (found["defender_sp"], found["defender_firearm_sp"], found["defender_star"]) == (15, 8, True)
    found = inputs_for("pursuit", league, french, sheet)
    assert (found["cavalry_sp"], found["infantry_sp"], found["stradioti"]) == (7, 8, True)
    found = inputs_for("artillery", french, league, sheet)
    assert found == {"sp": 5, "siege_captain": True, "siege_artillery": True, "besieged_artillery_sp": 3}
    found = inputs_for("optional", french, league, sheet)
    assert (found["attacker_gendarmes"], found["attacker_elite_types"], found["defender_firearm_units"]) == (
        True,
        2,
        1,
    )


def test_the_force_file_keeps_a_log_and_undoes(tmp_path: Path) -> None:
    file = tmp_path / "forces.json"
    sheet = standard()
    Roster(example(), sheet).save(file)
    roster = Roster.load(file, sheet)
    before = json.loads(file.read_text())["forces"]
    answer = assault_run(
        attacker=roster.force("french").as_json(),
        defender=roster.force("league").as_json(),
        seed="1",
        auto=True,
    )
    roster.apply(answer, {"attacker": "french", "defender": "league"})
    roster.save(file)
    written = json.loads(file.read_text())
    assert written["forces"] != before
    assert written["log"][0]["what"] == "assault-run"
    assert written["log"][0]["dice"] == answer.values["dice"]
    again = Roster.load(file, sheet)
    again.undo()
    again.save(file)
    undone = json.loads(file.read_text())
    assert undone["forces"] == before
    assert [entry["what"] for entry in undone["log"]] == ["assault-run", "undo"]
    with pytest.raises(Refusal, match="nothing to undo"):
        Roster.load(file, sheet).undo()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["forces.json"]


@pytest.mark.parametrize(
    "broken",
    [
        {"units": []},
        {"units": [{"type": "elephants", "sp": 3}]},
        {"units": [{"type": "infantry", "sp": -1}]},
        {"units": [{"type": "infantry", "sp": True}]},
        {"units": [{"type": "infantry", "sp": 3, "quality": 4}]},
        {"units": [{"type": "infantry", "sp": 3, "id": "a"}, {"type": "infantry", "sp": 3, "id": "a"}]},
        {"units": [{"type": "gendarmes", "sp": 3, "firearms": True}]},
        {"units": [{"type": "infantry", "sp": 3, "morale": 3}]},
        {"units": [{"type": "infantry", "sp": 3}], "captains": [{"rank": "king"}]},
        {"units": "many"},
        {"units": [{"type": "infantry", "sp": 3}], "order": "dance"},
    ],
)
def test_forces_that_cannot_be_are_refused(broken: dict[str, Any]) -> None:
    with pytest.raises(Refusal):
        Force.read(broken, standard())
