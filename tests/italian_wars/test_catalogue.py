"""Both languages say everything: the same keys, the same blanks, nothing the code asks for is missing."""

from __future__ import annotations

import ast
import json
from pathlib import Path

import sanssouci.italian_wars
from sanssouci import voice
from sanssouci.italian_wars import Refusal, describe
from sanssouci.italian_wars.book import everything
from sanssouci.italian_wars.sheet import standard
from sanssouci.italian_wars.words import LANGUAGES, catalogue, say

PACKAGE = Path(sanssouci.italian_wars.__file__).parent


def test_no_key_stands_in_two_files() -> None:
    for lang in LANGUAGES:
        seen: dict[str, str] = {}
        for file in (PACKAGE.parent / "voice" / "catalogue" / lang / "charts").glob("*.json"):
            for key in json.loads(file.read_text(encoding="utf-8")):
                assert key not in seen, (key, seen.get(key), file.name)
                seen[key] = file.name


def literal_keys(speaker: str | None = None) -> set[str]:
    """Every key written out in a call of say() or Refusal(), or of the `say` of another speaker."""
    found: set[str] = set()

    def words(node: ast.expr) -> None:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            found.add(node.value)
        elif isinstance(node, ast.IfExp):
            words(node.body)
            words(node.orelse)

    for file in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and node.args:
                name = getattr(node.func, "id", getattr(node.func, "attr", ""))
                by = getattr(getattr(node.func, "value", None), "id", None)
                if name in ("say", "Refusal") and (by if by == "spoken" else None) == speaker:
                    words(node.args[0])
    return found


def test_every_key_in_the_code_is_in_the_catalogue() -> None:
    assert len(literal_keys()) > 150
    assert literal_keys() <= catalogue("en").keys()
    spoken = {f"help.{key}" for key in literal_keys("spoken")}
    assert spoken and spoken <= voice.catalogue("en", "help").keys()


def test_names_made_from_data_are_in_the_catalogue() -> None:
    sheet = standard()
    wanted = {f"table.{name}" for name in everything()} | {f"short.{name}" for name in everything()}
    wanted |= {f"option.{entry['id']}" for entry in sheet["options"]["options"]}
    wanted |= {f"ruling.{value}" for entry in sheet["options"]["options"] for value in entry["values"]}
    wanted |= {f"chit.{name}" for name in sheet["chits"]["chits"]}
    wanted |= {f"lost.{one['lost']}" for name in ("terrain", "artillery", "charge", "assault", "optional")
               for one in sheet[name]["reconstructed"]}  # fmt: skip
    for name in ("artillery", "charge"):
        wanted |= {f"mod.{id_}" for id_ in sheet[name]["modifiers"]}
    assert wanted <= catalogue("en").keys()


def test_every_input_and_choice_has_a_name_in_both_languages() -> None:
    for name in everything():
        for lang in LANGUAGES:
            for entry in describe(name, lang):
                assert entry["meaning"]
                assert len(entry.get("labels", [])) == len(entry.get("values", []))


def page_words() -> set[str]:
    """The words the page asks for, as written in its sources."""
    import re

    source = Path(__file__).parents[2] / "web" / "src" / "charts"
    found: set[str] = set()
    for file in source.rglob("*"):
        if file.suffix in (".ts", ".svelte"):
            found |= set(re.findall(r"(?<![.\w])word\('([a-z_]+)'\)", file.read_text(encoding="utf-8")))
    return found


def test_the_page_uses_all_its_words() -> None:
    source = Path(__file__).parents[2] / "web" / "src" / "charts"
    written = " ".join(file.read_text(encoding="utf-8") for file in source.rglob("*") if file.is_file())
    assert [key for key in catalogue("en") if key.startswith("ui.") and f"'{key[3:]}'" not in written] == []


def test_the_page_finds_its_words() -> None:
    assert len(page_words()) > 60
    assert {f"ui.{name}" for name in page_words()} <= catalogue("en").keys()


def test_refusals_and_numbers_in_italian() -> None:
    refusal = Refusal("refuse.charge_marsh", "3.3")
    assert "Acquitrino" in refusal.render("it")
    assert "marsh" in str(refusal)
    assert (
        say("effect.move", mp=sanssouci.italian_wars.terrain(road="road1").values["mp"]).render("it").count("0,5") == 1
    )
