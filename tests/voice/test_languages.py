"""The check of the languages: nothing is wrong with those there are, and it sees what can be wrong with one."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import check_languages
import pytest

from sanssouci import voice

ROOT = Path(__file__).parents[2]
TOOL = ROOT / "tools" / "check_languages.py"
SHOWN = ("start", "battle", "recruitment")
HOME = ROOT / "src" / "sanssouci" / "voice" / "catalogue"


@pytest.mark.parametrize("language", voice.languages())
def test_nothing_is_missing_superfluous_unused_or_lost(language: str) -> None:
    assert check_languages.problems(language) == []


def test_the_six_are_there() -> None:
    assert voice.languages()[:1] == ("en",) and {"de", "es", "fr", "it", "pl"} <= set(voice.languages())


@pytest.mark.parametrize("language", voice.languages())
def test_each_language_has_its_pictures(language: str) -> None:
    """`tools/screenshots.py languages` makes them: start page, battle, recruitment, at most 150 KB each."""
    pictures = [ROOT / "docs" / "images" / "languages" / f"{name}-{language}.png" for name in SHOWN]
    assert [one.name for one in pictures if not one.is_file() or one.stat().st_size > 150_000] == []


def spoilt(place: Path, file: str, key: str, sentence: str | None) -> None:
    """A language like English but for one sentence."""
    data = json.loads((HOME / "en" / file).read_text("utf-8"))
    if sentence is None:
        del data[key]
    else:
        data[key] = sentence
    (place / "xx" / file).write_text(json.dumps(data), "utf-8")


@pytest.mark.parametrize(
    ("file", "key", "sentence", "found"),
    [
        ("events.json", "event.draw", None, "events.json: event.draw is missing"),
        ("events.json", "event.dreamt", "dreams", "events.json: event.dreamt is superfluous"),
        ("refusals.json", "refusal.retired", "has retired", "refusals.json: refusal.retired loses {general}"),
        ("refusals.json", "refusal.over", "{who} is over", "refusals.json: refusal.over has no {who}"),
        ("refusals.json", "refusal.over", " ", "refusals.json: refusal.over is empty"),
        ("page.json", "battle.troops", "{count:a|b|c}", "page.json: battle.troops: {count} has 3 forms, not 2"),
        ("page.json", "hand.of", "{nation:gen}", "hand.of: gen is neither a kind nor a form of names in language.json"),
        ("page.json", "hand.of", "{nation:of}", "name.of.prussia is missing: hand.of uses it"),
        ("charts/ui.json", "ui.title", None, "charts/ui.json: ui.title is missing"),
    ],
)
def test_a_folder_is_a_language_and_its_faults_are_listed(
    tmp_path: Path, file: str, key: str, sentence: str | None, found: str
) -> None:
    """A folder anywhere is offered at once; the check names what is wrong with it, and nothing else."""
    shutil.copytree(HOME / "en", tmp_path / "xx")
    rules = json.loads((HOME / "en" / "language.json").read_text("utf-8"))
    (tmp_path / "xx" / "language.json").write_text(json.dumps({**rules, "nameForms": ["of"]}), "utf-8")
    spoilt(tmp_path, file, key, sentence)
    environment = {**os.environ, "SANSSOUCI_LANGUAGES": str(tmp_path)}
    run = subprocess.run([sys.executable, TOOL, "xx"], env=environment, capture_output=True, text=True, check=False)
    lines = run.stdout.splitlines()
    assert f"xx: {found}" in lines
    assert run.returncode == 1
    expected = {f"xx: {found}", "xx: name.of.* is superfluous: no sentence uses it", lines[-1]}
    assert {line for line in lines if "name.of." not in line or line in expected} <= expected


#: the only places of the pages that ask the browser how a date or a number is written, and the language they name
FORMATTERS = {"i18n/index.svelte.ts": "locale()"}
ASKS = re.compile(r"(?:toLocale\w*String|Intl\.\w+)\(([\w.]*(?:\(\))?)")


def test_no_date_or_number_is_formatted_without_the_chosen_language() -> None:
    pages = ROOT / "web" / "src"
    sources = [file for ending in ("ts", "svelte") for file in pages.glob(f"**/*.{ending}")]
    found = {
        file.relative_to(pages).as_posix(): set(ASKS.findall(file.read_text("utf-8")))
        for file in sources
        if not file.name.endswith(".test.ts")
    }
    assert {name: asked for name, asked in found.items() if asked} == {
        name: {language} for name, language in FORMATTERS.items()
    }


#: places that write a number with a point: coordinates of drawings, and two that put the language's sign there
DRAWN = {"replay/Chances.svelte", "map/March.svelte", "map/viewport.svelte.ts", "charts/Plans.svelte"}
DRAWN |= {"charts/OddsView.svelte"}
SPOKEN = {"voice/rules.ts": "number.decimal", "charts/engine/desk.ts": "voice.decimal("}


def test_a_number_with_a_point_is_drawn_and_not_read() -> None:
    pages = ROOT / "web" / "src"
    lines = [
        (file.relative_to(pages).as_posix(), line)
        for ending in ("ts", "svelte")
        for file in pages.glob(f"**/*.{ending}")
        for line in file.read_text("utf-8").splitlines()
        if re.search(r"\.to(?:Fixed|Precision)\(", line) and not file.name.endswith(".test.ts")
    ]
    assert {name for name, _ in lines} == DRAWN | SPOKEN.keys()
    assert [line for name, line in lines if name in SPOKEN and SPOKEN[name] not in line] == []


#: how often the charts desk turns a value into text that nobody reads: keys, and what the controls hold
HELD = {"FieldRow": 6, "FollowUps": 2, "ForceCard": 1, "Given": 1, "Marks": 2, "NumberBox": 1, "PlanStep": 2}
HELD |= {"RulingsTab": 1, "TurnBar": 2}


def test_the_charts_desk_shows_numbers_and_shares_through_the_voice() -> None:
    """`String(1.5)` has a point in every language, and a bare per cent sign stands too close to its number in three."""
    pages = {file.stem: file.read_text("utf-8") for file in (ROOT / "web" / "src" / "charts").glob("*.svelte")}
    texts = {name: len(re.findall(r"\bString\(", text)) for name, text in pages.items()}
    assert {name: number for name, number in texts.items() if number} == HELD
    bare = [line.strip() for text in pages.values() for line in text.splitlines() if "}%" in line]
    assert [line for line in bare if "style:" not in line] == []
