"""Everything the desk says: a key with arguments, rendered from a catalogue in either language.

Resolvers never build sentences. They hand out `Text`, and whoever shows it (the command line,
the pages, a test) renders it in English or Italian.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from pathlib import Path

LANGUAGES = ("en", "it")
_CATALOGUE = Path(__file__).parent / "catalogue"


@dataclass(frozen=True)
class Text:
    """One sentence or name: the key of the catalogue and what goes into its blanks."""

    key: str
    args: Mapping[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.render("en")

    def render(self, lang: str = "en") -> str:
        """This text in `lang` ("en" or "it")."""
        return catalogue(lang)[self.key].format(**{name: _blank(value, lang) for name, value in self.args.items()})


@dataclass(frozen=True)
class Signed:
    """A number that is always written with its sign, as modifiers are."""

    value: int | Fraction


def say(key: str, **args: object) -> Text:
    """A `Text`: `say("why.rain", value=Signed(-2))`."""
    return Text(key, args)


@cache
def catalogue(lang: str) -> dict[str, str]:
    """All texts of one language; the files of its folder put together."""
    if lang not in LANGUAGES:
        raise ValueError(f"language {lang!r}: there are {', '.join(LANGUAGES)}")
    texts: dict[str, str] = {}
    for file in sorted((_CATALOGUE / lang).glob("*.json")):
        texts.update(json.loads(file.read_text(encoding="utf-8")))
    return texts


def number(value: int | Fraction, lang: str = "en") -> str:
    """An exact number for reading: 4, 4.5 (Italian 4,5), and fractions that do not end as a/b."""
    exact = Fraction(value)
    if exact.denominator == 1:
        return str(exact.numerator)
    rest = exact.denominator
    for prime in (2, 5):
        while rest % prime == 0:
            rest //= prime
    if rest != 1 or exact.denominator > 1000:
        return f"{exact.numerator}/{exact.denominator}"
    return f"{float(exact):.3f}".rstrip("0").replace(".", "," if lang == "it" else ".")


def signed(value: int | Fraction, lang: str = "en") -> str:
    """`number` with its sign: +1, 0, -2."""
    return ("+" if value > 0 else "") + number(value, lang)


def percent(chance: Fraction, lang: str = "en") -> str:
    """A probability as per cent with one decimal."""
    shown = f"{float(chance) * 100:.1f}%"
    return shown.replace(".", ",") if lang == "it" else shown


def _blank(value: object, lang: str) -> str:
    if isinstance(value, Text):
        return value.render(lang)
    if isinstance(value, Signed):
        return signed(value.value, lang)
    if isinstance(value, (bool, str)):
        # what somebody typed stays on its line, whatever it holds
        return "".join(one if one.isprintable() else " " for one in str(value))
    if isinstance(value, (int, Fraction)):
        return number(value, lang)
    if isinstance(value, Iterable):
        return ", ".join(_blank(one, lang) for one in value)
    return str(value)


class Refusal(ValueError):
    """What the desk will not do, in one sentence with the chart's reason. Nothing has changed.

    `key` and `arguments` are those of the catalogue, `rule` the section of the specification.
    """

    def __init__(self, key: str, rule: str | None = None, /, **arguments: object) -> None:
        self.text = say(key, **arguments)
        self.key = key
        self.arguments = arguments
        self.rule = rule
        super().__init__(key)

    def __str__(self) -> str:
        return self.render("en")

    def render(self, lang: str = "en") -> str:
        """The sentence in `lang`, with the section it rests on."""
        return self.text.render(lang) + (f" ({self.rule})" if self.rule else "")
