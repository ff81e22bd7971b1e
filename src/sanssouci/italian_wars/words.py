"""Everything the desk says: a key with arguments, rendered in a language by `sanssouci.voice`.

Resolvers never build sentences. They hand out `Text`, and whoever shows it (the command line,
the pages, a test) renders it in the reader's language.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache

from sanssouci import voice
from sanssouci.voice import Speaker

LANGUAGES = voice.languages()


@dataclass(frozen=True)
class Text:
    """One sentence or name: the key of the catalogue and what goes into its blanks."""

    key: str
    args: Mapping[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.render("en")

    def render(self, lang: str = "en") -> str:
        """This text in `lang`."""
        return _speaker(lang).fill(
            catalogue(lang)[self.key], {name: _blank(one, lang) for name, one in self.args.items()}
        )


@dataclass(frozen=True)
class Signed:
    """A number that is always written with its sign, as modifiers are."""

    value: int | Fraction


def say(key: str, **args: object) -> Text:
    """A `Text`: `say("why.rain", value=Signed(-2))`."""
    return Text(key, args)


def catalogue(lang: str) -> Mapping[str, str]:
    """All texts of the desk in one language."""
    if lang not in LANGUAGES:
        raise ValueError(f"language {lang!r}: there are {', '.join(LANGUAGES)}")
    return voice.catalogue(lang, "charts")


@cache
def _speaker(lang: str) -> Speaker:
    return Speaker(voice.language(lang), catalogue(lang))


def number(value: int | Fraction, lang: str = "en") -> str:
    """An exact number for reading: 4, 4.5 (Italian 4,5), and fractions that do not end as a/b."""
    return voice.language(lang).number(value)


def signed(value: int | Fraction, lang: str = "en") -> str:
    """`number` with its sign: +1, 0, -2."""
    return ("+" if value > 0 else "") + number(value, lang)


def percent(chance: Fraction, lang: str = "en") -> str:
    """A probability as per cent with one decimal."""
    return voice.language(lang).percentage(chance)


def _blank(value: object, lang: str) -> object:
    """What goes into a blank; numbers stay numbers, for the words that follow them."""
    if isinstance(value, Text):
        return value.render(lang)
    if isinstance(value, Signed):
        return signed(value.value, lang)
    if isinstance(value, (bool, str)):
        # what somebody typed stays on its line, whatever it holds
        return "".join(one if one.isprintable() else " " for one in str(value))
    if isinstance(value, (int, Fraction)):
        return value
    if isinstance(value, Iterable):
        shown = [_speaker(lang).show(_blank(one, lang), "") for one in value]
        # whole sentences follow each other, words stand in a list
        return (" " if all(one.endswith(".") for one in shown) else ", ").join(shown)
    return str(value)


def for_programs(value: object) -> object:
    """An argument as JSON: a text by its key and arguments, a fraction as it is written."""
    if isinstance(value, Text):
        return {"key": value.key, "arguments": {name: for_programs(one) for name, one in value.args.items()}}
    if isinstance(value, Signed):
        return for_programs(value.value)
    if isinstance(value, Mapping):
        return {str(name): for_programs(one) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [for_programs(one) for one in value]
    return value if value is None or isinstance(value, bool | int | float | str) else str(value)


class Refusal(ValueError):
    """What the desk will not do, in one sentence with the chart's reason. Nothing has changed.

    `key` and `arguments` are those of the catalogue, `rule` the section of the specification.
    """

    def __init__(self, key: str, rule: str | None = None, /, **arguments: object) -> None:
        self.text = say(key, **arguments)
        self.key = key
        self.arguments = arguments
        self.rule = rule
        #: the input it is about, for programs; people read its label
        self.field: str | None = None
        super().__init__(key)

    def about(self, field: str, label: Text | None = None) -> Refusal:
        """The same refusal about an input: programs get its name, people its label."""
        self.field = field
        if label is not None and "name" in self.arguments:
            inner = str(self.arguments["name"]).removeprefix(field)
            self.arguments = {**self.arguments, "name": say("name.part", name=label, part=inner) if inner else label}
            self.text = say(self.key, **self.arguments)
        return self

    def __str__(self) -> str:
        return self.render("en")

    def as_json(self) -> dict[str, object]:
        """Key and arguments, for programs."""
        return {"key": self.key, "arguments": {name: for_programs(one) for name, one in self.arguments.items()}}

    def render(self, lang: str = "en") -> str:
        """The sentence in `lang`, with the section it rests on."""
        section = " " + say("refusal.section", section=self.rule).render(lang) if self.rule else ""
        return self.text.render(lang) + section
