"""The page's own evaluator answers as the desk does: 10,000 random questions to every table, in every language."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from questions import inputs_for, rulings_for

from sanssouci.italian_wars.book import TABLES
from sanssouci.italian_wars.chances import table_odds
from sanssouci.italian_wars.desk import note_rulings, question
from sanssouci.italian_wars.explain import as_json, odds_json
from sanssouci.italian_wars.forces import RANKS, Force
from sanssouci.italian_wars.muster import ROLES
from sanssouci.italian_wars.muster import inputs_for as inputs_for_forces
from sanssouci.italian_wars.pages import STATIC, describe_desk
from sanssouci.italian_wars.sheet import standard
from sanssouci.italian_wars.words import LANGUAGES, Refusal

CASES = 10_000
MUSTERS = 1000
#: every so many cases the odds are compared too: they ask every face of the die
ODDS_EVERY = 20
#: parts of an answer that only the server adds, and the English list of problems for programs
SERVER_ONLY = {"inputs", "assumptions", "ignored", "nearest", "would_change", "text"}


def answered(name: str, inputs: dict[str, Any], options: dict[str, str], lang: str, odds: bool) -> dict[str, Any]:
    """What the desk says, as the page would get it."""
    case: dict[str, Any] = {"table": name, "lang": lang, "inputs": inputs, "options": options}
    try:
        table, asked = question(name, inputs, options)
        answer = table.resolve(asked)
        note_rulings(answer, asked.options)
        found = as_json(answer, lang, text=False)
        case["answer"] = {key: value for key, value in found.items() if key not in SERVER_ONLY}
        case["answer"]["values"].pop("problems", None)
        case["answer"]["ok"] = True
    except Refusal as refusal:
        case["answer"] = {"ok": False, "key": refusal.key, "error": refusal.render(lang)}
    if odds:
        try:
            table, asked = question(name, {key: value for key, value in inputs.items() if key != "die"}, options)
            found = odds_json(table_odds(table, asked), lang)
            case["odds"] = {key: found[key] for key in ("outcomes", "chances", "means")}
        except Refusal as refusal:
            case["odds"] = {"ok": False, "key": refusal.key}
    return case


def compared(cases: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """What the evaluator of the built page makes of these cases."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("needs node")
    (engine,) = (STATIC / "assets").glob("engine-*.js")
    script = Path(__file__).with_name("evaluator.mjs")
    with subprocess.Popen([node, script, engine], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as page:
        assert page.stdin and page.stdout
        for lang in LANGUAGES:
            desk = {key: describe_desk(lang)[key] for key in ("rules", "texts", "sheet", "tables")}
            page.stdin.write(json.dumps({"lang": lang, "desk": desk}) + "\n")
        for case in cases:
            page.stdin.write(json.dumps(case) + "\n")
        page.stdin.close()
        found: dict[str, Any] = json.loads(page.stdout.read())
    return found


@pytest.mark.parametrize("name", list(TABLES))
def test_the_page_answers_as_the_desk_does(name: str) -> None:
    dice = random.Random(f"evaluator {name}")
    asked = set()

    def cases() -> Iterator[dict[str, Any]]:
        for number in range(CASES):
            lang = LANGUAGES[number % len(LANGUAGES)]
            inputs, options = inputs_for(name, dice), rulings_for(dice)
            case = json.dumps((lang, inputs, options))
            if case not in asked:  # small tables repeat themselves
                asked.add(case)
                yield answered(name, inputs, options, lang, number % ODDS_EVERY == 0)

    found = compared(cases())
    assert found["bad"] == []
    assert found["cases"] == len(asked)


def force(dice: random.Random) -> dict[str, Any]:
    """Some Force: units alive, demoralised, gone, with and without a Quality; Captains of every rank."""
    types = standard()["units"]["types"]
    units = []
    for number in range(dice.randint(1, 6)):
        kind = dice.choice(list(types))
        unit: dict[str, Any] = {"id": f"unit-{number}", "type": kind, "sp": dice.choice((0, 1, 4, 8, 12))}
        unit |= {"quality": dice.choice((2, 2, 3))} if dice.random() < 0.9 else {}
        unit |= {"demoralised": True} if dice.random() < 0.2 else {}
        unit |= {"firearms": dice.random() < 0.5} if types[kind]["arm"] == "infantry" and dice.random() < 0.3 else {}
        units.append(unit)
    captains = []
    for number in range(dice.randint(0, 3)):
        captain: dict[str, Any] = {"name": f"captain-{number}", "rank": dice.choice(RANKS)}
        captain |= {"initiative": dice.randint(0, 5)} if dice.random() < 0.8 else {}
        captain |= {"stars": dice.randint(0, 2), "siege": dice.random() < 0.3, "eliminated": dice.random() < 0.2}
        captains.append(captain)
    made: dict[str, Any] = {"name": "Some Force", "units": units, "captains": captains}
    made |= {"quality": dice.randint(0, 3)} if dice.random() < 0.5 else {}
    return made | {"disorganised": dice.random() < 0.3, "admin_march": dice.random() < 0.3}


@pytest.mark.parametrize("name", list(ROLES))
def test_the_page_musters_forces_as_the_desk_does(name: str) -> None:
    dice = random.Random(f"muster {name}")

    def cases() -> Iterator[dict[str, Any]]:
        for number in range(MUSTERS):
            lang = LANGUAGES[number % len(LANGUAGES)]
            forces = [force(dice) for _ in ROLES[name]]
            case: dict[str, Any] = {"table": name, "lang": lang, "forces": forces}
            try:
                read = [Force.read(one, standard()) for one in forces]
                inputs = inputs_for_forces(name, read[0], read[1] if len(read) > 1 else None, standard())
                case["answer"] = {"ok": True, "inputs": inputs}
            except Refusal as refusal:
                case["answer"] = {"ok": False, "key": refusal.key, "error": refusal.render(lang)}
            yield case

    found = compared(cases())
    assert found["bad"] == []
    assert found["cases"] == MUSTERS
