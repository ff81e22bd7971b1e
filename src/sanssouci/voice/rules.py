"""What a language does with numbers, plurals, lists and elision: read from `rules.json` and its `language.json`.

The plural rules are written as the Unicode CLDR writes them; `tests/voice` compares them with Babel and with `Intl`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

Number = int | float | Fraction

_RELATION: Final = re.compile(r"([nivfte])(?: % (\d+))? (=|!=) ([\d.,]+)")
#: a fraction with more places than this is written a/b
_PLACES: Final = 3


@dataclass(frozen=True)
class Language:
    """The rules of one language; see docs/messages.md for each entry."""

    code: str
    name: str
    direction: str
    plural: Mapping[str, str]
    forms: tuple[str, ...]
    whole: int
    decimal: str
    group: str
    group_from: int
    percent: str
    comma: str
    last: str
    alternative: str
    joins: Mapping[str, tuple[str, str]]

    @classmethod
    def read(cls, code: str, data: Mapping[str, Any]) -> Language:
        """The language that an entry of `rules.json` and a `language.json` describe."""
        number, lists = data["number"], data["list"]
        return cls(
            code, data["name"], data["direction"], data["plural"], tuple(data["forms"]), int(data["whole"]),
            number["decimal"], number["group"], int(number["groupFrom"]), number["percent"],
            lists["comma"], lists["and"], lists["or"],
            {word: (other, before) for word, (other, before) in data["joins"].items()},
        )  # fmt: skip

    def category(self, value: Number) -> str:
        """The plural category of a number as it is written: one, few, many, other."""
        operands = _operands(value)
        return next((name for name, rule in self.plural.items() if _holds(rule, operands)), "other")

    def form(self, value: Number, forms: Sequence[str]) -> str:
        """The form of a word after a number. A category that has no form of its own takes the last."""
        category = self.category(value)
        at = self.forms.index(category) if category in self.forms else len(self.forms) - 1
        return forms[min(at, len(forms) - 1)]

    def number(self, value: Number, grouped: bool = False) -> str:
        """A number for reading: 4, 4.5, grouped 12,345 (each as the language does); endless fractions as a/b."""
        exact = Fraction(value) if not isinstance(value, float) else Fraction(repr(value))
        whole, places = _decimal(exact)
        if places is None:
            return f"{exact.numerator}/{exact.denominator}"
        digits = whole.lstrip("-")
        if grouped and len(digits) >= self.group_from:
            heads = [digits[max(0, end - 3) : end] for end in range(len(digits), 0, -3)]
            digits = self.group.join(reversed(heads))
        return "-" * whole.startswith("-") + digits + (self.decimal + places if places else "")

    def fixed(self, value: Number, places: int) -> str:
        """A number with so many decimals, rounded."""
        return f"{float(value):.{places}f}".replace(".", self.decimal)

    def percentage(self, chance: Number, places: int = 1) -> str:
        """A probability as per cent."""
        return self.percent.replace("{}", self.fixed(float(chance) * 100, places))

    def listed(self, parts: Sequence[str], between: str | None = None) -> str:
        """`a`, `a and b`, `a, b and c`; `between` stands before the last one."""
        if len(parts) < 2:
            return "".join(parts)
        return self.joined(self.comma.join(parts[:-1]) + (self.last if between is None else between), parts[-1])

    def joined(self, before: str, after: str) -> str:
        """Two texts; where the first ends with `~`, its last word is made to fit: `de~` and Erfurt are d'Erfurt."""
        if not before.endswith("~"):
            return before + after
        start, word = re.fullmatch(r"(.*?)(\w*)~", before, re.DOTALL).groups()  # type: ignore[union-attr]
        other, fits = self.joins.get(word.lower(), (word, ""))
        if fits and re.match(fits, after, re.IGNORECASE):
            word = other[:1].upper() + other[1:] if word[:1].isupper() else other
        return start + word + ("" if word.endswith(("'", "’")) else " ") + after


def _decimal(exact: Fraction) -> tuple[str, str | None]:
    """Whole part and decimals of a number; None for the decimals where they do not end soon."""
    sign, size = "-" * (exact < 0), abs(exact)
    whole, rest = divmod(size, 1)
    scaled = rest * 10**_PLACES
    if scaled.denominator != 1:
        return sign + str(whole), None
    return sign + str(whole), f"{scaled.numerator:0{_PLACES}d}".rstrip("0") if scaled else ""


def _operands(value: Number) -> dict[str, Fraction]:
    """The operands of CLDR plural rules for a number as `Language.number` writes it."""
    exact = abs(Fraction(value) if not isinstance(value, float) else Fraction(repr(value)))
    whole, places = _decimal(exact)
    shown = places if places is not None else "3"  # 1/3: some fraction
    count = {"n": exact, "i": Fraction(int(whole)), "v": Fraction(len(shown)), "f": Fraction(int(shown or 0))}
    return {**count, "t": count["f"], "e": Fraction(0)}


def _holds(rule: str, operands: Mapping[str, Fraction]) -> bool:
    """Does a rule such as `v = 0 and i % 10 = 2..4 and i % 100 != 12..14` hold?"""
    return any(all(_relation(one, operands) for one in several.split(" and ")) for several in rule.split(" or "))


def _relation(text: str, operands: Mapping[str, Fraction]) -> bool:
    found = _RELATION.fullmatch(text)
    if found is None:
        raise ValueError(f"not a plural rule: {text!r}")
    operand, divisor, sign, wanted = found.groups()
    value = operands[operand] % int(divisor) if divisor else operands[operand]
    among = False
    for span in wanted.split(","):
        low, _, high = span.partition("..")
        among = among or (value.denominator == 1 and int(low) <= value <= int(high or low))
    return among is (sign == "=")
