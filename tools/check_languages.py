"""What the languages lack: `python tools/check_languages.py [LANGUAGE …]`.

Every folder of `voice/catalogue` is compared with English, file by file: keys that are missing or superfluous,
arguments that are lost or unknown, plurals with too few forms, forms of names that lack somebody. English is compared
with the program: a key that no source names is used nowhere, and every command and option has its help.
Ends with 1 if anything is found.
"""

from __future__ import annotations

import ast
import json
import re
import sys
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import typer.main

from sanssouci import cli, spoken, voice
from sanssouci.friedrich.messages import KIND_OF
from sanssouci.italian_wars.book import everything
from sanssouci.italian_wars.muster import ROLES
from sanssouci.voice import shelf
from sanssouci.voice.grammar import Field, fields, parse

ROOT = Path(__file__).resolve().parents[1]
#: kinds that are no names: the voice's own, and what `friedrich/messages.py` does itself
KINDS = {"signed", "number", "percent", "prompt", "pairs", "path", "backs", "card", "face", "suit", "city", "form"}
KINDS |= {"rule", "country"}
#: keys that belong to one language alone
OWN = re.compile(r"name\.city\.|class\.")
#: keys that are put together in a way that no template shows: the refusal's key and its `why`
TOGETHER = re.compile(r"table\.no_undo\.")
#: a piece is a train or a general
WITHIN = {"piece": ("piece", "general")}


def files(code: str) -> dict[str, dict[str, str]]:
    """The catalogue of a language, file by file."""
    home = shelf.folder(code)
    found = sorted(home.glob("**/*.json"))
    return {
        file.relative_to(home).as_posix(): json.loads(file.read_text("utf-8"))
        for file in found
        if file.name != "language.json"
    }


def shown(sentence: str) -> set[str]:
    """The arguments that a sentence tells; one that is only asked for its class is not told."""
    return {part.argument for part in fields(parse(sentence)) if isinstance(part, Field)}


def named(sentence: str) -> set[str]:
    """All arguments that a sentence names."""
    return {part.argument for part in fields(parse(sentence))}


def own_forms(code: str) -> set[str]:
    """The forms of names that a language has for itself."""
    data = json.loads((shelf.folder(code) / "language.json").read_text("utf-8"))
    return set(data["nameForms"])


def compared(code: str) -> Iterator[str]:
    """What a language lacks or has too much, measured by English."""
    english, other = files(voice.DEFAULT), files(code)
    rules = voice.language(code)
    for file in sorted(english.keys() | other.keys()):
        if file not in other:
            yield f"{file} is missing"
            continue
        if file not in english:
            yield f"{file} is superfluous"
            continue
        for key in [key for key in english[file] if key not in other[file] and not _own(key, voice.DEFAULT)]:
            yield f"{file}: {key} is missing"
        for key, sentence in other[file].items():
            if _own(key, code):
                continue
            if key not in english[file]:
                yield f"{file}: {key} is superfluous"
                continue
            for argument in sorted(shown(english[file][key]) - shown(sentence)):
                yield f"{file}: {key} loses {{{argument}}}"
            for argument in sorted(named(sentence) - named(english[file][key])):
                yield f"{file}: {key} has no {{{argument}}}"
            if not sentence.strip():
                yield f"{file}: {key} is empty"
            enough = {len(rules.forms)} if file.startswith("charts/") else {rules.whole, len(rules.forms)}
            for part in fields(parse(sentence)):
                if isinstance(part, Field) and part.forms and len(part.forms) not in enough:
                    yield f"{file}: {key}: {{{part.argument}}} has {len(part.forms)} forms, not {max(enough)}"
    if not (shelf.folder(code) / "rules.md").exists():
        yield "rules.md is missing"


def _own(key: str, code: str) -> bool:
    """Does this key belong to that language alone?"""
    family = key.split(".")[1] if key.startswith("name.") else ""
    return OWN.match(key) is not None or family in own_forms(code)


def forms_of_names(code: str) -> Iterator[str]:
    """Forms of names that sentences use, and that somebody has not; and those that no sentence uses."""
    words, english = voice.catalogue(code), voice.catalogue()
    families = {key.split(".")[1] for key in english if key.startswith("name.")} - own_forms(voice.DEFAULT)
    own, used = own_forms(code), set()
    for key, sentence in words.items():
        for part in fields(parse(sentence)):
            if not isinstance(part, Field) or not part.kind or part.kind in KINDS | families:
                continue
            base = KIND_OF.get(part.argument, "")
            if part.kind not in own:
                yield f"{key}: {part.kind} is neither a kind nor a form of names in language.json"
                continue
            used.add(part.kind)
            for kind in WITHIN.get(base, (base,)):
                for id in [name.split(".", 2)[2] for name in english if name.startswith(f"name.{kind}.")]:
                    if f"name.{part.kind}.{id}" not in words:
                        yield f"name.{part.kind}.{id} is missing: {key} uses it"
    for form in sorted(own - used - _forms_in_code()):
        yield f"name.{form}.* is superfluous: no sentence uses it"


@cache
def _forms_in_code() -> set[str]:
    """Forms that the page or the program asks for by name: `name('the', nation)`."""
    return set(re.findall(r"\bname\(['\"](\w+)['\"]", _text(".py") + _text(".ts") + _text(".svelte")))


# ---------------------------------------------------------------- keys that nobody uses


@cache
def _text(suffix: str) -> str:
    """All sources of a kind."""
    places = [ROOT / "src" / "sanssouci"] if suffix == ".py" else [ROOT / "web" / "src"]
    return "\n".join(file.read_text("utf-8") for place in places for file in sorted(place.rglob(f"*{suffix}")))


@cache
def _literals() -> tuple[set[str], list[re.Pattern[str]]]:
    """Every string of the sources and of the data, and every template as a pattern."""
    strings: set[str] = set()
    templates: list[str] = []
    for file in (ROOT / "src" / "sanssouci").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.JoinedStr):
                parts = [re.escape(str(p.value)) if isinstance(p, ast.Constant) else "(.+)" for p in node.values]
                templates.append("".join(str(p) for p in parts))
                written = [str(p.value) for p in node.values if isinstance(p, ast.Constant)]
                strings |= {word for text in written for word in re.split(r"[._]", text)}
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                strings.add(node.value)
    pages = _text(".ts") + _text(".svelte")
    strings |= set(re.findall(r"'([^'\n]{0,60})'", pages)) | set(re.findall(r"[\s{,(]([a-zA-Z_]+)\??:", pages))
    for template in re.findall(r"`([^`\n]*)`", pages):
        templates.append("(.+)".join(re.escape(part) for part in re.split(r"\$\{[^}]*\}", template)))
    for file in [*(ROOT / "src" / "sanssouci").glob("*/data/*.json"), *(ROOT / "web" / "src").rglob("*.json")]:
        strings |= set(re.findall(r'"([^"\n]{1,60})"', file.read_text("utf-8")))
    # names that stand in one string, as `"prussia hanover russia".split()`; "refusal." + key; wheres of a template
    strings |= {word for text in list(strings) for word in text.split()} | {"true", "false"}
    templates += [re.escape(text) + "(.+)" for text in strings if re.fullmatch(r"[a-z.]+\.", text)]
    kept = {text for text in templates if re.match(r"[\w\\.]{3,}", text) and r"\." in text}
    return strings, [re.compile(text) for text in sorted(kept)]


def unused() -> Iterator[str]:
    """Keys of the English catalogue that nothing in the program names."""
    strings, templates = _literals()

    def known(text: str) -> bool:
        return text in strings or text.isdecimal() or all(part in strings for part in re.split(r"[+._]", text))

    rules = (shelf.folder(voice.DEFAULT) / "rules.md").read_text("utf-8")
    asked_for = {key for several in _asked_by_commands() for key in several}
    for file, words in files(voice.DEFAULT).items():
        for key in words:
            asked = key.removeprefix("ui.") if file.startswith("charts/") else key.removeprefix("help.")
            if (
                asked in strings
                or key in asked_for
                or f"{{{key}}}" in rules
                or _own(key, voice.DEFAULT)
                or TOGETHER.match(key)
            ):
                continue
            found = (template.fullmatch(key) for template in templates)
            if not (key.startswith("name.") and known(key.split(".", 2)[2])) and not any(
                match and all(known(part) for part in match.groups()) for match in found
            ):
                yield f"{file}: {key} is used nowhere"


# ---------------------------------------------------------------- the help of commands


@cache
def _asked_by_commands() -> list[list[str]]:
    """For every command and each of its options the places where its sentence may stand."""
    found = [["help.sanssouci"]]

    def walk(command: Any, key: str) -> None:
        found.append([f"help.{key}", f"help.{key}.ends"])
        for one in command.params:
            found.append([f"help.{place}" for place in spoken.places(key, one.name)])
            if one.param_type_name == "argument":
                found.append([f"help.name.{one.name}"])
        for name, further in getattr(command, "commands", {}).items():
            if key != "charts" or name not in everything():  # tables are described by the words of the desk
                walk(further, f"{key}.{name}")

    for name, (module, attribute) in cli.COMMANDS.items():
        walk(typer.main.get_command(getattr(import_module(module), attribute)), name)
    for one in typer.main.get_command(cli.app).params:
        found.append([f"help.{one.name}"])
    tables = typer.main.get_command(import_module(cli.COMMANDS["charts"][0]).app)
    for name, table in everything().items():
        inputs = {*(field.name for field in table.fields), *ROLES.get(name, ())}
        flags = [one.name for one in tables.commands[name].params if one.name not in inputs]  # type: ignore[attr-defined]
        found += [[f"help.{place}" for place in spoken.places("charts", str(flag))] for flag in flags]
    return found


def without_help() -> Iterator[str]:
    """Commands and options of which no sentence says what they are for."""
    words = voice.catalogue(voice.DEFAULT, "help")
    for places in _asked_by_commands():
        if not any(place in words for place in places):
            yield f"help: {places[0]} is missing"


def problems(code: str) -> list[str]:
    """Everything that is wrong with a language."""
    found = [*unused(), *dict.fromkeys(without_help())] if code == voice.DEFAULT else []
    return found + list(compared(code)) + list(forms_of_names(code))


def main() -> int:
    """Print what is wrong with the languages named, or with all."""
    count = 0
    for code in sys.argv[1:] or voice.languages():
        found = problems(code)
        count += len(found)
        for line in found:
            print(f"{code}: {line}")
        print(f"{code}: {len(found)} found")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
