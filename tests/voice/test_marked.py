"""The terminal in a made-up language whose every sentence is marked: nothing it says is written into the program."""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from sentences import pseudo

from sanssouci import voice
from sanssouci.bots.registry import BOTS
from sanssouci.friedrich import Game
from sanssouci.friedrich.decisions.registry import FORMS, INNER
from sanssouci.friedrich.rules.board import CITY_IDS, CITY_NAMES
from sanssouci.friedrich.rules.names import PIECES
from sanssouci.friedrich.rules.state import STATE_NAMES
from sanssouci.italian_wars.book import everything

Environment = dict[str, str]
PLAY = "from sanssouci.cli import main; main()"
#: names of the catalogue stay as they are inside of marks, and may open a line: *Friedrich>*
WORDS = [text for key, text in voice.catalogue().items() if key.startswith("name.")]
WORDS += [*CITY_NAMES, *BOTS, *everything()]
PROPER = re.compile(r"\b(?:" + "|".join(sorted(map(re.escape, WORDS), key=len, reverse=True)) + r")\b", re.IGNORECASE)
#: what answers of the charts desk name besides: modifiers and rulings by their ids, cells as the sheet prints them
IDS = re.compile(r"[A-Z]+-[A-Z0-9]+|[a-z_]+\.\w+ = \w+|\[(?:L\d|x)\]|\b(?:DC|FF)\b")
#: what is asked at the terminal: every question, wrong orders, files that are not there
ASKED = (
    "help", "menu", "war", "my pieces", "pieces france", "my hand", "where is richelieu", "where is nobody",
    "look berlin", "look nowhere", "who is near berlin 2", "way berlin potsdam", "way berlin nowhere", "moves seydlitz",
    "moves nobody", "combat", "fate", "log", "how west", "how nothing", "bots", "move seydlitz nowhere", "nonsense",
    "undo", "bot nobody random", "save /", "load /nowhere/at/all", "move seydlitz potsdam", "log", "undo", "quit",
)  # fmt: skip


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """The made-up language, for programs started with this."""
    place = tmp_path_factory.mktemp("pseudo")
    pseudo(place)
    return {**os.environ, "SANSSOUCI_LANGUAGES": str(place), "PYTHONIOENCODING": "utf-8", "COLUMNS": "300"}


@pytest.fixture(scope="module")
def said(made: Environment) -> Callable[..., str]:
    """Runs a command in the made-up language; everything it has printed."""

    def run(*words: str, lines: str = "", status: int = 0) -> str:
        done = subprocess.run(
            [sys.executable, "-c", PLAY, *words, "--language", "xx"],
            env=made, input=lines, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == status and "Traceback" not in done.stderr, done.stderr
        return done.stdout + done.stderr

    return run


def unmarked(text: str) -> list[str]:
    """What stands outside of marks and is no name, number, card, file or order."""
    outside, depth = "", 0
    for sign in text:
        depth += (sign == "⟦") - (sign == "⟧")
        outside += sign if sign == "\n" or (depth == 0 and sign != "⟧") else ""
    assert depth == 0
    lines = [re.sub(r"^(\w*> )*(\d+\. |- )?", "", line.strip()) for line in outside.splitlines()]
    strange = [line for line in lines if re.split("[ :]", line)[0] not in FORMS]
    return [line for line in strange if re.search(r"[^\W\d_]{2,}", PROPER.sub(" ", IDS.sub(" ", line)))]


def test_every_question_at_the_terminal_is_answered_in_marks(said: Callable[..., str]) -> None:
    lines = "\n".join(["allot prussia seydlitz=3", "allot hanover ferdinand=6 cumberland=6", *ASKED]) + "\n"
    found = said("play", "--text", "--scenario", "west", "--seed", "1", "--open", lines=lines)
    assert found.count("⟦") > 80 and unmarked(found) == []


def whole_game(scenario: str, seed: int) -> str:
    """The record of a whole random game."""
    game, rng = Game.new(scenario=scenario, seed=f"marks {seed}"), random.Random(seed)
    while game.result is None:
        game.choose(rng.choice(game.choices()))
    return game.record()


@pytest.mark.parametrize("scenario", ["expert", "west"])
def test_a_whole_game_is_told_in_marks(said: Callable[..., str], tmp_path: Path, scenario: str) -> None:
    record = tmp_path / "game.friedrich"
    record.write_text(whole_game(scenario, 3), "utf-8")
    found = said("replay", str(record))
    assert found.count("⟦") > 200 and unmarked(found) == []
    record.write_text(record.read_text("utf-8").replace("\nend\n", "\nend of it\n", 1), "utf-8")
    assert "⟦" in said("replay", str(record), status=1)


#: decisions inside of an order
SMALL = {STATE_NAMES[state] for state in INNER}
#: orders that random games seldom give
ODD = [
    "recruit troops 99 pay R", "recruit troops 1", "recruit troops 1 pay 2S give daun=2", "recruit train prag pay R",
    "recruit train nowhere pay R", "recruit general daun prag pay R", "recruit troops 1 pay R R give daun=1",
    "recruit troops 1 pay 13S 13H give friedrich=1", "move daun+keith breslau", "move daun+austria-train-1 prag",
    "move daun takes 99 prag", "move friedrich takes 1", "move " + "x" * 5000, "move \x01", "remove keith",
    "discard 13S", "offensive R", "offensive 2S", "play 2S", "play R", "play R=11", "play 11S double", "play 2S=4",
    "retreat daun prag", "attack daun friedrich", "attack daun lacy", "liberate prag prag",
]  # fmt: skip
#: says refusals that come as JSON in the made-up language
SAY_ALL = """
import json, sys
from sanssouci.friedrich import messages
print(json.dumps([messages.render(f"refusal.{key}", arguments, "xx") for key, arguments in json.load(sys.stdin)]))
"""


def wrong_orders(orders: list[str], rng: random.Random) -> Iterator[str]:
    """Orders of another moment, with a word of them replaced, doubled or left out."""
    for order in orders:
        words = order.split()
        place = rng.randrange(len(words))
        other = rng.choice([*PIECES, *CITY_IDS, "8", "13S", "R", "takes", "pay", "nowhere"])
        yield order
        yield " ".join([*words[:place], other, *words[place + 1 :]])
        yield " ".join([*words, words[-1]])
        yield " ".join(words[:-1])


def refusals(seeds: range) -> dict[str, list[tuple[str, dict[str, Any]]]]:
    """Up to three refusals of each key, met beside the decisions of whole random games."""
    orders = [line for seed in seeds for line in whole_game("expert", seed).splitlines() if line.split(" ")[0] in FORMS]
    rare = [
        next(line for line in orders if line.split(" ")[0] == verb)
        for verb in sorted({order.split(" ")[0] for order in orders})
    ]
    met: dict[str, list[tuple[str, dict[str, Any]]]] = {}
    for seed in seeds:
        game, rng = Game.new(scenario="expert", seed=f"wrong {seed}"), random.Random(seed)
        while game.result is None:
            if game.decision is not None and game.decision.state not in SMALL and rng.random() < 0.3:
                for order in wrong_orders(rng.sample(orders, 12) + rng.sample(rare, 4) + rng.sample(ODD, 8), rng):
                    refused = game.check(order)
                    if refused is not None and len(met.setdefault(refused.key, [])) < 3:
                        met[refused.key].append((refused.key, dict(refused.arguments)))
            game.choose(rng.choice(game.choices()))
    return met


def test_every_refusal_met_beside_a_game_is_marked(made: Environment) -> None:
    """Wrong orders of all kinds, beside the decisions of a whole game: a sentence with nothing but names in it."""
    met = refusals(range(3))
    assert len(met) > 40, sorted(met)
    asked = [one for several in met.values() for one in several]
    done = subprocess.run(
        [sys.executable, "-c", SAY_ALL],
        env=made, input=json.dumps(asked), capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    sentences = json.loads(done.stdout)
    assert len(sentences) == len(asked)
    for (key, _), sentence in zip(asked, sentences, strict=True):
        assert sentence.startswith("⟦") and unmarked(sentence) == [], (key, sentence)


#: asks every table and procedure of the charts desk for its example, in one process
EVERY_TABLE = """
import json
from typer.testing import CliRunner
from sanssouci.italian_wars.book import TABLES, everything, table
from sanssouci.italian_wars.command import app
from sanssouci.italian_wars.roster import example

def run(*words, given=None):
    return CliRunner().invoke(app, [*words, "--lang", "xx"], input=json.dumps(given)).output

def begun(name):
    forces = list(example()["forces"].values())
    fields = {one.name: one.example for one in table(name).fields if one.example is not None}
    sides = [one.name for one in table(name).fields if one.kind == "force"]
    return fields | dict(zip(sides, forces)) | {"seed": 3}

said = {"": run() + run("check") + run("resolve", "none") + run("resolve", "assault", given=[])}
for name in everything():
    said[name] = run("resolve", name, given={}) + run("resolve", name, given=begun(name))
    said[name] += run("resolve", name, "--odds", given=begun(name))
    said[name] += run("table", name) if name in TABLES else ""
print(json.dumps(said))
"""


def test_the_charts_desk_prints_marks_alone(made: Environment) -> None:
    """Answers, chances, refusals and whole tables; what their figures are called comes from the catalogue, too."""
    done = subprocess.run([sys.executable, "-c", EVERY_TABLE], env=made, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert len(found) > 20 and all("⟦" in text for text in found.values())
    assert {name: lines for name, text in found.items() if (lines := unmarked(text))} == {}
