"""The command line: the contract of `inputs` and `resolve`, and the comfortable commands."""

from __future__ import annotations

import json
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import sanssouci
from sanssouci.italian_wars.book import everything
from sanssouci.italian_wars.command import app
from sanssouci.italian_wars.roster import example
from sanssouci.italian_wars.words import LANGUAGES

RUNNER = CliRunner()
CONTRACT = (
    "table", "inputs", "modifiers", "natural", "modified", "row", "column", "cell", "loser", "effects", "follow_ups",
    "assumptions",
)  # fmt: skip
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


def run(*arguments: str, stdin: Any = None, code: int = 0) -> str:
    given = stdin if stdin is None or isinstance(stdin, str) else json.dumps(stdin)
    result = RUNNER.invoke(app, list(arguments), input=given)
    assert result.exit_code == code, (result.exit_code, result.output, result.exception)
    return result.output


def resolve(table: str, code: int = 0, options: tuple[str, ...] = (), **inputs: Any) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(run("resolve", table, "--json", *options, stdin=inputs, code=code))
    return found


def test_the_list_of_tables() -> None:
    listed = json.loads(run("--json"))
    assert set(TABLES) <= set(listed["tables"])
    assert listed["procedures"] == RUNS
    assert "Assalto" in run("--lang", "it")


@pytest.mark.parametrize("name", everything())
def test_inputs_are_described(name: str) -> None:
    for lang in LANGUAGES:
        for entry in json.loads(run("inputs", name, "--json", "--lang", lang)):
            assert {"name", "type", "required", "meaning"} <= set(entry)
            assert entry["required"] or "default" in entry
            if entry["type"] in ("choice", "list of choices"):
                assert entry["values"]
    assert name in everything() and run("inputs", name)


@pytest.mark.parametrize("name", everything())
def test_every_command_has_help(name: str) -> None:
    assert "--lang" in run(name, "--help")


def test_the_contract_of_an_answer() -> None:
    found = resolve("assault", attacker_sp=20, defender_sp=9, attacker_quality=2, defender_quality=2, die=4)
    assert set(CONTRACT) <= set(found)
    assert all({"id", "value", "applied", "why"} <= set(one) for one in found["modifiers"])
    assert found["ok"] is True


def test_the_contract_of_odds() -> None:
    found = json.loads(run("resolve", "loc", "--json", "--odds", stdin={"hexes": 5}))
    assert all({"result", "probability"} <= set(one) for one in found["outcomes"])
    assert sum(Fraction(one["probability"]) for one in found["outcomes"]) == 1


# --- worked examples through the command line --------------------------------------------------


def test_w02_loc() -> None:
    found = resolve("loc", hexes=35, nominal=5, die=6)
    assert (found["column"], found["cell"], found["values"]["received"]) == ("26-48", "-1", 4)


def test_w03_siege() -> None:
    found = resolve("artillery", mode="siege", sp=5, siege_level=1, fortress="fort_city", siege_captain=True, die=5)
    assert (found["modified"], found["column"], found["cell"], found["values"]["siege_level"]) == (
        5,
        "6-7",
        "1 b",
        2,
    )


def test_w05_breach_in_brackets() -> None:
    plain = ("artillery", "--mode", "siege", "--sp", "3", "--fortress", "fort_town", "--die", "5", "--json")
    assert json.loads(run(*plain))["values"]["siege_level"] == 1
    assert "siege_level" not in json.loads(run(*plain, "--besieged-artillery-sp", "2"))["values"]


def test_w08_charge() -> None:
    found = json.loads(
        run(
            "charge",
            "--sp",
            "8",
            "--cavalry",
            "heavy",
            "--quality",
            "3",
            "--flank",
            "--target-sl",
            "--die",
            "6",
            "--json",
        )
    )
    assert (found["modified"], found["column"], found["cell"]) == (9, "8+", "D1")


def test_w11_discipline() -> None:
    found = json.loads(run("discipline", "--quality", "2", "--sp", "5", "--star", "--die", "6", "--json"))
    assert (found["modified"], found["cell"], found["values"]["sp_left"]) == (5, "F", 4)


def test_w14_recovery() -> None:
    out = run("recovery", "--reliability", "N", "--extra-pay", "--mp-spent", "1", "--die", "3", "--lang", "it")
    assert "L'unità recupera." in out


def test_w15_pursuit() -> None:
    found = resolve(
        "pursuit",
        cavalry_sp=12,
        infantry_sp=25,
        star=True,
        artillery_sp=2,
        demoralised_sp=6,
        good_sp=30,
        die=5,
    )
    assert (found["values"]["losses"], found["values"]["sp_lost"]) == (20, 14)


def test_w18_zoc() -> None:
    assert json.loads(run("zoc", "--initiative", "4", "--json"))["values"]["modifier"] == -5


def test_w19_movement() -> None:
    assert resolve("terrain", terrain="hill", hexside="river2", weather="rain")["cell"] == "5"
    found = json.loads(run("terrain", "--hexside", "bridge2", "--road", "road1", "--weather", "rain", "--json"))
    assert found["values"]["mp"] == 2.5


def test_w20_orders() -> None:
    assert json.loads(run("orders", "--current", "stand", "--new", "attack", "--json"))["values"]["cost"] == 3


def test_w22_skirmish() -> None:
    found = json.loads(
        run(
            "assault",
            "--attacker",
            "sp=20,quality=2,star",
            "--defender",
            "sp=9,quality=2",
            "--die",
            "4",
            "--json",
        )
    )
    assert (found["modified"], found["column"], found["cell"], found["loser"]) == (
        6,
        "c5",
        "-- / 1D",
        "defender",
    )


def test_w25_earthworks_in_mud() -> None:
    found = resolve(
        "assault", earthworks=True, weather="mud", attacker_sp=30, attacker_quality=2, attacker_sl=True,
        defender_sp=10, defender_quality=1, die=6,
    )  # fmt: skip
    assert (found["modified"], found["cell"], found["loser"]) == (5, "-- / 1", "defender")


def test_w28_odds() -> None:
    found = json.loads(
        run("assault", "--attacker", "sp=10,quality=2", "--defender", "sp=10,quality=2", "--odds", "--json")
    )
    chances = {one["event"]: one["probability"] for one in found["chances"]}
    assert chances["attacker_loses"] == "2/3"
    assert {one["count"]: one["mean"] for one in found["means"]} == {
        "attacker_sp": "2/3",
        "defender_sp": "1/2",
    }


def test_w30_rerolls() -> None:
    found = json.loads(run("optional", "--modifier", "1", "--die", "6,1,3", "--json"))
    assert (found["values"]["trail"], found["cell"], found["loser"]) == (
        ["+7", "0", "+4"],
        "15 / 15",
        "defender",
    )


def test_w31_odds_with_rerolls() -> None:
    found = json.loads(run("resolve", "optional", "--odds", "--json", stdin={"modifier": 2}))
    assert {one["result"]: one["probability"] for one in found["outcomes"]} == {
        "+1": "1/35", "+2": "1/30", "+3": "1/5", "+4": "1/5", "+5": "1/5", "+6": "6/35", "+8": "1/6",
    }  # fmt: skip


def test_w33_attrition() -> None:
    found = json.loads(run("attrition", "--sp", "30", "--march", "administrative", "--mp", "5.5", "--json"))
    assert found["total"] == 2


# --- comfortable things --------------------------------------------------------------------------


def test_refusals_on_both_channels() -> None:
    marsh: dict[str, Any] = {"sp": 5, "cavalry": "light", "terrain": "marsh"}
    found = resolve("charge", code=1, **marsh)
    assert found["ok"] is False and found["rule"] == "3.3" and "marsh" in found["error"]
    text = RUNNER.invoke(app, ["charge", "--sp", "5", "--cavalry", "light", "--terrain", "marsh", "--lang", "it"])
    assert text.exit_code == 1
    assert (
        text.stderr.strip() == "Il chit Carica di Cavalleria non si può giocare in Acquitrino. (tabelle, sezione 3.3)"
    )
    assert text.stdout == ""


@pytest.mark.parametrize("stdin", ["{", "[1]", "nonsense", '{"a":' * 50000])
def test_what_is_no_object_ends_with_two(stdin: str) -> None:
    found = json.loads(run("resolve", "assault", "--json", stdin=stdin, code=2))
    assert found["ok"] is False


def test_unknown_tables_languages_and_files(tmp_path: Path) -> None:
    assert "artillery" in json.loads(run("resolve", "artilery", "--json", stdin={}, code=1))["error"]
    run("resolve", "zoc", "--lang", "xx", stdin={"initiative": 3}, code=2)
    run("resolve", "zoc", "--options", str(tmp_path / "none.json"), stdin={"initiative": 3}, code=2)
    run("resolve", "zoc", "--data", str(tmp_path), stdin={"initiative": 3}, code=2)
    run("resolve", "zoc", "--option", "rounding.half=sideways", stdin={"initiative": 3}, code=1)
    run("table", "nonsense", code=1)


def test_rulings_from_file_and_flag(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text('[rounding]\nhalf = "down"\n')
    assert resolve("pursuit", options=("--options", str(file)), cavalry_sp=5, die=3)["values"]["losses"] == 2
    assert resolve("pursuit", options=("--option", "rounding.half=up"), cavalry_sp=5, die=3)["values"]["losses"] == 3
    assert resolve("pursuit", cavalry_sp=5, die=3, options=("--option", "rounding.half=even"))["options"] == {
        "rounding.half": "even"
    }
    listed = {entry["id"]: entry for entry in json.loads(run("options", "--options", str(file), "--json"))}
    assert listed["rounding.half"]["value"] == "down"
    assert "arrotonda" in run("options", "--lang", "it")


@pytest.mark.parametrize("name", TABLES)
def test_a_table_is_printed_whole(name: str) -> None:
    for lang in LANGUAGES:
        assert len(run("table", name, "--lang", lang).splitlines()) > 2
    grids = json.loads(run("table", name, "--json"))["grids"]
    assert all(len(row) == len(grid["head"]) for grid in grids for row in grid["rows"])


def test_reconstructed_cells_are_marked_in_print() -> None:
    printed = run("table", "assault")
    assert printed.count("~") == 8 and "L1" in printed


def test_two_plans() -> None:
    out = run(
        "assault", "--attacker", "sp=20,quality=2", "--defender", "sp=12,quality=2", "--weather", "rain",
        "--versus", "weather=fine,attacker_sp=24",
    )  # fmt: skip
    assert "weather: Rain | fine" in out and "attacker_sp: 20 | 24" in out
    both = {"first": {"hexes": 5}, "second": {"hexes": 60}}
    found = json.loads(run("compare", "loc", "--json", stdin=both))
    assert {one["count"]: one["first"] for one in found["means"]}["loc_modifier"] == "-35/36"


def test_without_a_die_the_odds_follow() -> None:
    out = run("assault", "--attacker", "sp=20,quality=2", "--defender", "sp=9,quality=2")
    assert "█" in out and "exact odds" in out


def test_a_seed_throws_the_die() -> None:
    flags = ("attrition", "--sp", "40", "--mp", "3", "--json", "--seed")
    assert json.loads(run(*flags, "7")) == json.loads(run(*flags, "7"))
    assert len({json.loads(run(*flags, str(seed)))["natural"] for seed in range(20)}) > 2


def test_further_modifiers() -> None:
    found = json.loads(run("artillery", "--sp", "5", "--die", "3", "--extra", "engineers=+1", "--json"))
    assert found["modified"] == 4
    assert found["modifiers"][-1] == {
        "id": "EXTRA-1", "value": 1, "applied": True, "why": "engineers (stated by the players)",
    }  # fmt: skip


def test_the_checker_and_a_corrected_copy(tmp_path: Path) -> None:
    assert "agree" in run("check")
    run("data", str(tmp_path / "mine"))
    file = tmp_path / "mine" / "zoc.json"
    file.write_text(file.read_text().replace("-5, -5", "-5, -6"))
    assert json.loads(run("zoc", "--initiative", "5", "--data", str(tmp_path / "mine"), "--json"))["cell"] == "-6"
    loc = tmp_path / "mine" / "loc.json"
    loc.write_text(loc.read_text().replace("[0, -4, -1,  0,  0,  0]", "[0, -3, -1,  0,  0,  0]"))
    assert "-15" in run("check", "--data", str(tmp_path / "mine"), code=1)
    run("data", str(tmp_path / "mine"), code=2)
    broken = tmp_path / "mine" / "assault.json"
    broken.write_text(broken.read_text().replace("4D / --", "lots"))
    run("check", "--data", str(tmp_path / "mine"), code=2)
    run("zoc", "--initiative", "5", "--data", str(tmp_path / "mine"), code=2)


def test_the_force_file_on_the_command_line(tmp_path: Path) -> None:
    file = str(tmp_path / "forces.json")
    run("forces", "new", file)
    run("forces", "new", file, code=2)
    before = json.loads(run("forces", "show", file, "--json"))
    sides = ("--forces", file, "--attacker", "french", "--defender", "league")
    assault = json.loads(run("assault", *sides, "--die", "4", "--json"))
    assert assault["inputs"]["attacker_sp"] == 27
    fought = json.loads(run("assault-run", *sides, "--seed", "1", "--auto", "--json"))
    assert fought["pending"] is None
    after = json.loads(run("forces", "show", file, "--json"))
    assert after["league"]["units"] == fought["after"]["defender"]["units"]
    assert after != before
    assert "assault-run" in run("forces", "log", file)
    run("forces", "undo", file)
    assert json.loads(run("forces", "show", file, "--json")) == before
    run("forces", "undo", file, code=1)
    again = json.loads(run("assault-run", *sides, "--seed", "1", "--auto", "--json", "--dry-run"))
    assert again["log"] == fought["log"]
    assert json.loads(run("forces", "show", file, "--json")) == before


def test_a_unit_checks_and_recovers_in_the_file(tmp_path: Path) -> None:
    file = tmp_path / "forces.json"
    run("forces", "new", str(file))
    unit = ("--forces", str(file), "--force", "league", "--unit", "stradioti")
    run("discipline", *unit, "--die", "5")
    # Q1 at -1 for the star: F; 3 SP are more than 2, so one is lost
    units = {one["id"]: one for one in json.loads(file.read_text())["forces"]["league"]["units"]}
    assert units["stradioti"]["sp"] == 2
    run("discipline", *unit, "--die", "6")
    units = {one["id"]: one for one in json.loads(file.read_text())["forces"]["league"]["units"]}
    assert units["stradioti"]["demoralised"] is True
    run("recovery", *unit, "--die", "2")
    units = {one["id"]: one for one in json.loads(file.read_text())["forces"]["league"]["units"]}
    assert "demoralised" not in units["stradioti"]
    assert len(json.loads(file.read_text())["log"]) == 3
    run("discipline", "--forces", str(file), "--force", "league", "--unit", "nobody", "--die", "5", code=1)


def test_march_and_turn_in_words() -> None:
    found = json.loads(
        run(
            "march-run",
            "--sp",
            "30",
            "--step",
            "hill,river2",
            "--step",
            "clear,road1",
            "--dice",
            "3",
            "--weather",
            "rain",
            "--json",
        )
    )
    assert found["values"]["mp"] == 5.5 and found["values"]["sp_lost"] == 3
    found = json.loads(
        run(
            "turn-run",
            "--hexes",
            "35",
            "--nominal",
            "5",
            "--order",
            "Army:major:attack",
            "--dice",
            "4,2",
            "--json",
        )
    )
    assert found["values"]["left"] == 1
    run("march-run", "--sp", "30", "--step", "hill,ocean", code=1)


def test_procedures_through_resolve() -> None:
    forces = example()["forces"]
    found = resolve("assault-run", attacker=forces["french"], defender=forces["league"], dice=[5])
    assert found["pending"]["ask"] == "choice"
    assert {"id", "text"} == set(found["pending"]["choices"][0])
    odds = json.loads(
        run("resolve", "siege-run", "--odds", "--json",
            stdin={"attacker": forces["french"], "defender": forces["league"], "turns": 3})
    )  # fmt: skip
    assert sum(Fraction(one["probability"]) for one in odds["outcomes"]) == 1


def test_a_printable_page(tmp_path: Path) -> None:
    page = tmp_path / "fight.html"
    run(
        "assault",
        "--attacker",
        "sp=20,quality=2",
        "--defender",
        "sp=9,quality=2",
        "--die",
        "4",
        "--html",
        str(page),
        "--lang",
        "it",
    )
    assert "<pre>" in page.read_text() and "Cosa succede" in page.read_text()


def test_at_a_terminal_dice_and_decisions_are_asked(tmp_path: Path) -> None:
    """A player at a real terminal: a die that is none is asked again, then the loss, then the checks."""
    import os
    import pty

    file = tmp_path / "forces.json"
    run("forces", "new", str(file))
    source = str(Path(sanssouci.__file__).parents[1])
    ours, theirs = pty.openpty()
    child = subprocess.Popen(
        [sys.executable, "-c", "from sanssouci.cli import main; main()", "charts", "assault-run", "--forces", str(file),
         "--attacker", "french", "--defender", "league"],
        stdin=theirs, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        env={"PYTHONPATH": source, "PATH": "/usr/bin:/bin", "PYTHONIOENCODING": "utf-8", "TERM": "dumb"},
    )  # fmt: skip
    os.close(theirs)
    os.write(ours, b"nine\n5\n2\n6\n6\n3\n")
    out, _ = child.communicate(timeout=60)
    os.close(ours)
    assert child.returncode == 0, out
    assert out.count("Throw a die: the assault") == 2 and "Decide: which unit loses 1 SP" in out
    units = {one["id"]: one for one in json.loads(file.read_text())["forces"]["league"]["units"]}
    assert (units["arquebusiers"]["sp"], units["lances"]["sp"], units["stradioti"]["sp"]) == (7, 2, 3)


def test_the_real_command_in_its_own_process() -> None:
    """`sanssouci charts` as users start it."""
    source = str(Path(sanssouci.__file__).parents[1])
    program = [sys.executable, "-c", "from sanssouci.cli import main; main()", "charts"]

    def start(*arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*program, *arguments], input=stdin, capture_output=True, text=True, timeout=60,
            env={"PYTHONPATH": source, "PATH": "/usr/bin:/bin", "PYTHONIOENCODING": "utf-8"},
        )  # fmt: skip

    listed = start()
    assert listed.returncode == 0 and "assault-run" in listed.stdout
    w27 = {
        "terrain": "hill", "weather": "mud", "attacker_sp": 5, "attacker_quality": 0, "attacker_disorganised": True,
        "defender_sp": 10, "defender_quality": 3, "defender_firearm_sp": 5, "die": 1,
    }  # fmt: skip
    answer = start("resolve", "assault", "--json", stdin=json.dumps(w27))
    assert json.loads(answer.stdout)["cell"] == "4D / --"
    refused = start("charge", "--sp", "5", "--cavalry", "light", "--terrain", "marsh")
    assert (refused.returncode, refused.stdout) == (1, "")
    assert refused.stderr.count("\n") == 1 and "Traceback" not in refused.stderr
