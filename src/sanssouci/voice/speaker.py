"""The one renderer of sentences in Python: a key or a sentence with arguments becomes words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Protocol

from sanssouci.voice.grammar import Field, Optional, Select, Tree, parse
from sanssouci.voice.rules import Language, Number


class Naming(Protocol):
    """What a speaker has to be told by the game: what an argument is, and how its things are called."""

    def kind(self, argument: str) -> str:
        """What an argument is, told by its name, where the sentence does not say it; "" for nothing special."""

    def name(self, speaker: Speaker, kind: str, value: str) -> str | None:
        """The name of a thing, None where the catalogue's `name.KIND.VALUE` will do."""

    def shape(self, speaker: Speaker, kind: str, value: object, arguments: Mapping[str, object]) -> str | None:
        """A whole value of a kind of the game's own (a path, a pair), None if it is none."""


class Plain:
    """No game at all: arguments are shown as they are."""

    def kind(self, argument: str) -> str:
        """Nothing special."""
        return ""

    def name(self, speaker: Speaker, kind: str, value: str) -> str | None:
        """Nothing of its own."""
        return None

    def shape(self, speaker: Speaker, kind: str, value: object, arguments: Mapping[str, object]) -> str | None:
        """Nothing of its own."""
        return None


class Speaker:
    """Speaks one language with one catalogue about one game."""

    def __init__(self, language: Language, words: Mapping[str, str], naming: Naming | None = None) -> None:
        """`words` is the catalogue, `naming` what the game knows of its names."""
        self.language = language
        self.words = words
        self.naming: Naming = naming or Plain()

    def say(self, key: str, arguments: Mapping[str, object] | None = None) -> str:
        """The sentence of a key, its first letter as it is written; without a sentence the key and its arguments."""
        told = arguments or {}
        sentence = self.words.get(key)
        if sentence is not None:
            return self.fill(sentence, told)
        shown = ", ".join(f"{name} {self.show(value, self.naming.kind(name), told)}" for name, value in told.items())
        return f"{key}: {shown}" if shown else key

    def sentence(self, key: str, arguments: Mapping[str, object] | None = None) -> str:
        """The sentence of a key, its first letter large."""
        text = self.say(key, arguments)
        return text[:1].upper() + text[1:] if key in self.words else text

    def fill(self, sentence: str, arguments: Mapping[str, object]) -> str:
        """A sentence with its arguments."""
        return self._tree(parse(sentence), arguments)

    def name(self, kind: str, value: object, base: str = "") -> str:
        """What a thing is called; a form that it has none of (`gen`) falls back to its kind's own name."""
        text = str(value)
        for family in dict.fromkeys((kind, base)):
            found = self.naming.name(self, family, text) or self.words.get(f"name.{family}.{text}")
            if found:
                return found
        return text

    def show(self, value: object, kind: str, arguments: Mapping[str, object] | None = None, base: str = "") -> str:
        """One argument in words."""
        shaped = self.naming.shape(self, kind, value, arguments or {})
        if shaped is not None:
            return shaped
        if isinstance(value, Mapping):
            entries = [f"{self.name(kind, key, base)} {self.show(one, '')}" for key, one in value.items()]
            return self.language.listed(entries)
        if isinstance(value, Sequence) and not isinstance(value, str):
            return self.language.listed([self.show(one, kind, arguments, base) for one in value])
        if value is None:
            return self.words.get("name.nobody", "")
        if isinstance(value, int | float | Fraction) and not isinstance(value, bool):
            return self._number(value, kind)
        return self.name(kind, value, base) if isinstance(value, str) and kind else str(value)

    def counted(self, value: object, forms: Sequence[str]) -> str:
        """A number with its word: `show(5, ["troop", "troops"])` is `5 troops`."""
        return f"{self.show(value, '')} {self.language.form(_count(value), forms)}"

    def _number(self, value: Number, kind: str) -> str:
        if kind == "signed":
            return ("+" if value > 0 else "") + self.language.number(value).replace("-", "−")
        if kind == "percent":
            return self.language.percentage(value)
        return self.language.number(value, grouped=kind == "number")

    def _tree(self, tree: Tree, arguments: Mapping[str, object]) -> str:
        text, fits = "", False  # does the text end with words of ours that have to fit what follows?
        for part in tree:
            if isinstance(part, str):
                text, fits = text + part, part.endswith("~")
                continue
            if isinstance(part, Optional):
                said = self._tree(part.parts, arguments) if _told(part.parts, arguments) else ""
            elif isinstance(part, Select):
                said = self._selected(part, arguments)
            else:
                said = self._field(part, arguments)
            if said:
                text, fits = self.language.joined(text, said) if fits else text + said, False
        return text

    def _field(self, part: Field, arguments: Mapping[str, object]) -> str:
        if part.argument not in arguments:
            return "{" + part.argument + "}"
        value = arguments[part.argument]
        if part.forms:
            return self.language.form(_count(value), part.forms) if part.bare else self.counted(value, part.forms)
        base = self.naming.kind(part.argument)
        return self.show(value, base if part.kind is None else part.kind, arguments, base)

    def _selected(self, part: Select, arguments: Mapping[str, object]) -> str:
        classes = self._classes(arguments.get(part.argument))
        for wanted, option in part.options:
            if "*" in wanted or any(one in wanted for one in classes):
                return self._tree(option, arguments)
        return ""

    def _classes(self, value: object) -> list[str]:
        """What a select may ask for: the value itself, its grammatical class, the plural category of a number."""
        if isinstance(value, bool):
            return [str(value).lower()]
        if isinstance(value, int | float | Fraction):
            return [str(value), self.language.category(value)]
        if isinstance(value, Sequence) and not isinstance(value, str):
            return self._classes(value[0]) if len(value) == 1 else ["list"]
        found = self.words.get(f"class.{value}")
        return [str(value), found] if found else [str(value)]


def _count(value: object) -> Number:
    return value if isinstance(value, int | float | Fraction) else 0


def _told(tree: Tree, arguments: Mapping[str, object]) -> bool:
    """Are all arguments of an optional part known, and does none of them count nought?"""
    for part in tree:
        if isinstance(part, Optional):
            continue
        if isinstance(part, Field | Select) and part.argument not in arguments:
            return False
        if isinstance(part, Field) and part.forms and arguments[part.argument] == 0:
            return False
    return True
