"""Every message of a language with real arguments, for readers of a translation: `python tools/sentences.py LANGUAGE`.

Numbers are 0, 1, 2, 5, 12, 21, 22 and 102, in the charts desk 1.5 too; nations are all of them; names are long ones and
short ones. `--pseudo FOLDER` writes a made-up language there instead, every sentence marked and 40 % longer: with
SANSSOUCI_LANGUAGES=FOLDER whatever a page or the terminal says without marks did not go through the catalogue.
`--golden` prints all of it as JSON: `web/test/golden.test.mjs` has the page's renderer say the same.
"""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Iterator
from pathlib import Path

from sanssouci import voice
from sanssouci.friedrich.messages import KIND_OF, speaker
from sanssouci.friedrich.rules.names import NATIONS
from sanssouci.voice import Speaker, shelf
from sanssouci.voice.grammar import Field, Optional, Select, Tree, fields, parse

NUMBERS = [0, 1, 2, 5, 12, 21, 22, 102]
FRACTIONS = [1.5]
#: what an argument of a kind may be: something short, something long, several
VALUES: dict[str, list[object]] = {
    "city": ["glatz", "koenigsberg-neumark", ["breslau", "erfurt", "aurich"]],
    "path": [["breslau", "glatz", "koenigsberg-neumark"]],
    "general": ["daun", "hildburghausen", ["apraxin", "ehrensvaerd"]],
    "piece": ["lacy", "austria-train-2", ["friedrich", "prussia-train-1"]],
    "nation": [*NATIONS, ["russia", "imperial"]],
    "role": ["friedrich", "maria-theresa", ["elisabeth", "pompadour"]],
    "card": ["2S", "R", ["13H", "10D"]],
    "suit": ["S", "H"],
    "fate": ["7", "lord-bute"],
    "backs": [{"1": 2, "3": 1}],
    "form": ["west CITY CITY, or west none"],
    "what": ["troops", "value"],
    "wanted": ["a card", "two numbers"],
    "pairs": [[["daun", "friedrich"], ["karl", "keith"]]],
    "prompt": ["CARD"],
    "scenario": ["standard", "west"],
    "phase": ["movement"],
    "offensive": ["declared"],
    "country": ["saxony", "empire"],
    "signed": [-3, 0, 4],
    "percent": [0.125],
    "number": [16777216],
}


def values(sentence: str, charts: bool) -> dict[str, list[object]]:
    """What each argument of a sentence may be."""
    found: dict[str, list[object]] = {}
    for part in fields(parse(sentence)):
        kind = KIND_OF.get(part.argument, "") if isinstance(part, Select) or not part.kind else part.kind
        if isinstance(part, Field) and part.forms:
            found[part.argument] = [*NUMBERS, *(FRACTIONS if charts else [])]
        elif kind and not charts:
            base = KIND_OF.get(part.argument, "")
            several = part.argument.endswith("s") or kind == "path"
            fit = [one for one in VALUES.get(kind) or VALUES.get(base) or ["…"] if several or not isinstance(one, list)]
            found.setdefault(part.argument, fit)
            if kind == "prompt":
                found.setdefault("nation", VALUES["nation"][:-1])
        else:
            asked = [wanted for options in getattr(part, "options", ()) for wanted in options[0] if wanted != "*"]
            found.setdefault(part.argument, asked if asked else [2, *(FRACTIONS if charts else [])])
    return found


def arguments_of(sentence: str, charts: bool = False) -> Iterator[dict[str, object]]:
    """Each value of each argument of a sentence once, and none for what may be left out."""
    told = values(sentence, charts)
    for n in range(max([1, *map(len, told.values())])):
        yield {name: choices[n % len(choices)] for name, choices in told.items()}
    needed = {part.argument for part in fields(tuple(p for p in parse(sentence) if not isinstance(p, Optional)))}
    if len(needed) < len(told):
        yield {name: choices[0] for name, choices in told.items() if name in needed or "prompt" in sentence}


def examples(said: Speaker, sentence: str, charts: bool = False) -> Iterator[str]:
    """A sentence with each value of each argument once, and without what may be left out."""
    yield from dict.fromkeys(said.fill(sentence, told) for told in arguments_of(sentence, charts))


def rooms_of(code: str) -> dict[str, Speaker]:
    """Who speaks in each room of a language: the game's own, then those with a catalogue of their own."""
    rooms = {room: Speaker(voice.language(code), voice.catalogue(code, room)) for room in ("charts", "help")}
    return {"": speaker(code), **rooms}


def show(code: str) -> None:
    """Print everything."""
    for room, said in rooms_of(code).items():
        for key, sentence in said.words.items():
            print(f"{room + '/' if room else ''}{key}")
            for line in examples(said, sentence, bool(room)):
                print("    " + line.replace("\n", "\n    "))


def golden() -> None:
    """Every key of every language as JSON, a language a line: room, key, arguments, and what is said with them."""
    for code in voice.languages():
        told = [
            [room, key, arguments, said.fill(sentence, arguments)]
            for room, said in rooms_of(code).items()
            for key, sentence in said.words.items()
            for arguments in arguments_of(sentence, bool(room))
        ]
        print(json.dumps({"language": code, "said": told}, ensure_ascii=False))


# ---------------------------------------------------------------- a language that nobody speaks


def marked(sentence: str) -> str:
    """The sentence between marks, 40 % longer; fields stay."""
    shown = sum(len(part) for part in _texts(parse(sentence)))
    return f"⟦{sentence}{'·' * max(1, math.ceil(shown * 0.4))}⟧"


def _texts(tree: Tree) -> Iterator[str]:
    for part in tree:
        if isinstance(part, str):
            yield part
        elif isinstance(part, Optional):
            yield from _texts(part.parts)


def pseudo(place: Path) -> None:
    """Write the made-up language `xx`. Names are left as they are: they stand inside of marked sentences."""
    home = shelf.folder(voice.DEFAULT)
    for file in [*home.glob("**/*.json"), home / "rules.md"]:
        target = place / "xx" / file.relative_to(home)
        target.parent.mkdir(parents=True, exist_ok=True)
        if file.name == "rules.md":
            target.write_text(file.read_text("utf-8"), "utf-8")
            continue
        data = json.loads(file.read_text("utf-8"))
        if file.name == "language.json":
            data["name"] = "⟦Xx⟧"
        else:
            data = {key: text if key.startswith("name.") else marked(text) for key, text in data.items()}
        target.write_text(json.dumps(data, ensure_ascii=False, indent=2) + "\n", "utf-8")


def main() -> int:
    """Sentences of a language, or the made-up one."""
    match sys.argv[1:]:
        case ["--pseudo", place]:
            pseudo(Path(place))
        case ["--golden"]:
            golden()
        case [code] if code in voice.languages():
            show(code)
        case _:
            print(
                f"sentences.py LANGUAGE, one of {', '.join(voice.languages())}; or --golden, or --pseudo FOLDER",
                file=sys.stderr,
            )
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
