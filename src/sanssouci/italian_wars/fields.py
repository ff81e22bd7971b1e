"""The inputs of tables and procedures: described once, read strictly, refused in one sentence."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from .words import Refusal, Text, catalogue, say

REQUIRED = "required"
MOST_SP = 999
WEATHER = ("fine", "rain", "mud", "snow", "heat", "frost")
DRY = tuple(one for one in WEATHER if one != "rain")  # weather in which infantry can fire
HEXES = ("clear", "marsh", "heath", "swamp", "woods", "hill", "mountain", "lake")
ROUGH = HEXES[1:-1]  # where heavy cavalry counts half
HEXSIDES = ("none", "river2", "bridge2", "pontoon", "ferry", "river1")
FORTRESSES = ("none", "fort_town", "fort_city")
ORDERS = ("garrison", "stand", "manoeuvre", "attack", "retreat")

#: kinds of a field → the word in `inputs --json`
KINDS = {
    "int": "integer", "half": "number", "bool": "boolean", "choice": "choice", "choices": "list of choices",
    "ints": "list of integers", "extra": "list of {label, value}", "force": "force", "plan": "list of steps",
    "wishes": "list of orders", "text": "text", "texts": "list of texts",
}  # fmt: skip


@dataclass(frozen=True)
class Field:
    """One input: its name, kind, range or values, default, and (for pages) when it matters.

    `only` maps another field to the values for which this one matters, `rulings` a house ruling to such values
    ("*": a value of one's own); beside `where`, if that is given, and nowhere else, the rulings decide. `strength`
    marks what "the nearest change" may raise or lower; `example` is what a page starts with.
    """

    name: str
    kind: str = "bool"
    default: Any = False
    low: int | None = None
    high: int | None = None
    values: tuple[str, ...] = ()
    only: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    rulings: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    where: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    example: Any = None
    strength: bool = False

    @property
    def required(self) -> bool:
        """Whether the desk cannot answer without it."""
        return isinstance(self.default, str) and self.default == REQUIRED

    def meaning(self, table: str) -> Text:
        """What the field means, in the words of this table if it has its own."""
        own = f"input.{table}.{self.name}"
        return say(own if own in catalogue("en") else f"input.{self.name}")

    def describe(self, table: str, lang: str = "en") -> dict[str, Any]:
        """The entry of `inputs TABLE --json`."""
        entry: dict[str, Any] = {"name": self.name, "type": KINDS[self.kind], "required": self.required}
        if not self.required:
            entry["default"] = _plain(self.default)
        if self.low is not None and self.high is not None:
            entry |= {"min": self.low, "max": self.high, "range": [self.low, self.high]}
        if self.values:
            entry["values"] = list(self.values)
            entry["labels"] = [value_name(self.name, value).render(lang) for value in self.values]
        if self.only:
            entry["only"] = {name: list(values) for name, values in self.only.items()}
        if self.rulings:
            entry["rulings"] = {id_: list(values) for id_, values in self.rulings.items()}
        if self.where:
            entry["where"] = {name: list(values) for name, values in self.where.items()}
        if self.example is not None:
            entry["example"] = self.example
        entry["meaning"] = self.meaning(table).render(lang)
        return entry


def as_word(value: Any) -> str:
    """A value as `only` and `where` write it, and JSON: `true`, `null`, `5`, `siege`."""
    if value is None:
        return "null"
    return str(value).lower() if isinstance(value, bool) else str(value)


def value_name(name: str, value: str) -> Text:
    """The name of a choice for people; most choices mean the same wherever they are offered."""
    own = f"value.{name}.{value}"
    return say(own if own in catalogue("en") else f"value.{value}")


def sp(name: str, default: Any = REQUIRED, low: int = 1, example: int | None = None, **more: Any) -> Field:
    """A number of strength points."""
    return Field(name, "int", default, low, MOST_SP, example=example, strength=True, **more)


def quality(name: str, default: Any = REQUIRED, **more: Any) -> Field:
    """A Quality, 0 to 3."""
    return Field(name, "int", default, 0, 3, example=2, **more)


def yes(name: str, **more: Any) -> Field:
    """A yes-or-no input, no by default."""
    return Field(name, "bool", False, **more)


def choice(name: str, values: Iterable[str], default: Any = None, **more: Any) -> Field:
    """One of several words; the first is the default."""
    offered = tuple(values)
    return Field(name, "choice", offered[0] if default is None else default, values=offered, **more)


WEATHER_FIELD = choice("weather", WEATHER)
TERRAIN_FIELD = choice("terrain", HEXES)
HEXSIDE_FIELD = choice("hexside", HEXSIDES)
EXTRA = Field("extra", "extra", ())
DIE = Field("die", "int", None, 1, 6)


def read(table: str, fields: Iterable[Field], given: Mapping[str, Any]) -> dict[str, Any]:
    """The inputs complete and checked; a `Refusal` names the first one that cannot be."""
    known = {one.name: one for one in fields}
    for name in given:
        if name not in known:
            close = difflib.get_close_matches(str(name), known, 1)
            if close:
                raise Refusal("bad.unknown_close", None, name=str(name), table=table, close=close[0])
            raise Refusal("bad.unknown", None, name=str(name), table=table, known=", ".join(known))
    complete: dict[str, Any] = {}
    for name, one in known.items():
        value = given.get(name)
        if value is None:
            if one.required:
                raise Refusal("bad.missing", None, name=one.meaning(table)).about(name)
            complete[name] = one.default
            continue
        try:
            complete[name] = _accept(one, value)
        except Refusal as refusal:
            raise refusal.about(name, one.meaning(table)) from None
    return complete


def _accept(one: Field, value: Any) -> Any:
    if one.kind == "int":
        return _whole(one, value)
    if one.kind == "half":
        return _half(one, value)
    if one.kind == "bool":
        if not isinstance(value, bool):
            raise Refusal("bad.bool", None, name=one.name)
        return value
    if one.kind == "choice":
        return _word(one, value)
    if one.kind == "text":
        if not isinstance(value, (str, int)) or isinstance(value, bool) or len(str(value)) > 200:
            raise Refusal("bad.text", None, name=one.name)
        return str(value)
    if one.kind == "texts":
        many = [value] if isinstance(value, str) else value
        if not isinstance(many, (list, tuple)) or len(many) > 1000 or not all(isinstance(x, str) for x in many):
            raise Refusal("bad.text", None, name=one.name)
        return tuple(many)
    if one.kind in ("choices", "ints"):
        many = _counted(one, value) if isinstance(value, Mapping) else value
        many = many if isinstance(many, (list, tuple)) else [many]
        if len(many) > 1000:
            raise Refusal("bad.many", None, name=one.name)
        reader = _word if one.kind == "choices" else _whole
        return tuple(reader(one, single) for single in many)
    if one.kind == "extra":
        return _extras(one, value)
    if one.kind == "force":
        if not isinstance(value, Mapping):
            raise Refusal("bad.object", None, name=one.name)
        return value
    if not isinstance(value, (list, tuple)) or not all(isinstance(single, Mapping) for single in value):
        raise Refusal("bad.objects", None, name=one.name)
    if len(value) > 200:
        raise Refusal("bad.many", None, name=one.name)
    return tuple(value)


def _counted(one: Field, value: Mapping[str, Any]) -> list[str]:
    """`{"firearms": 2, "rally": 1}` as a list of choices."""
    many: list[str] = []
    for name, count in value.items():
        if isinstance(count, bool) or not isinstance(count, int) or not 0 <= count <= 20:
            raise Refusal("bad.whole", None, name=f"{one.name}.{name}", value=_short(count))
        many += [name] * count
    return many


def _whole(one: Field, value: Any) -> int:
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int):
        raise Refusal("bad.whole", None, name=one.name, value=_short(value))
    if (one.low is not None and value < one.low) or (one.high is not None and value > one.high):
        raise Refusal("bad.range", None, name=one.name, value=value, low=one.low, high=one.high)
    return value


def _half(one: Field, value: Any) -> Fraction:
    """Movement points: whole or half."""
    if isinstance(value, str):
        # a number as people write it; an exponent of many digits would be worked out for hours
        if not re.fullmatch(r"-?\d{1,6}([.,]\d{1,6}|/[1-9]\d{0,5})?", value.strip()):
            raise Refusal("bad.half", None, name=one.name, value=_short(value))
        value = Fraction(value.strip().replace(",", "."))
    if isinstance(value, bool) or not isinstance(value, (int, float, Fraction)) or value != value:
        raise Refusal("bad.half", None, name=one.name, value=_short(value))
    if not (one.low or 0) <= value <= (one.high or MOST_SP):
        raise Refusal("bad.range", None, name=one.name, value=_short(value), low=one.low or 0, high=one.high)
    exact = Fraction(value)
    if (exact * 2).denominator != 1:
        raise Refusal("bad.half", None, name=one.name, value=_short(value))
    return exact


def _word(one: Field, value: Any) -> str:
    if isinstance(value, str) and value in one.values:
        return value
    close = difflib.get_close_matches(str(value), one.values, 1)
    if close:
        raise Refusal("bad.choice_close", None, name=one.name, value=_short(value), close=close[0])
    raise Refusal("bad.choice", None, name=one.name, value=_short(value), values=", ".join(one.values))


def _extras(one: Field, value: Any) -> tuple[tuple[str, int], ...]:
    """User-supplied modifiers: `[{"label": "engineers", "value": 1}]`."""
    if isinstance(value, Mapping):
        value = [value]
    if not isinstance(value, (list, tuple)) or len(value) > 20:
        raise Refusal("bad.extra", "6")
    extras = []
    for single in value:
        if isinstance(single, Mapping):
            single = (single.get("label"), single.get("value"))
        if not isinstance(single, (list, tuple)) or len(single) != 2:
            raise Refusal("bad.extra", "6")
        label, pips = single
        if not isinstance(label, str) or not label.strip() or len(label) > 80:
            raise Refusal("bad.extra", "6")
        if isinstance(pips, bool) or not isinstance(pips, int) or not -20 <= pips <= 20:
            raise Refusal("bad.extra", "6")
        extras.append((label.strip(), pips))
    return tuple(extras)


def _plain(value: Any) -> Any:
    """A default as JSON can hold it."""
    if isinstance(value, Fraction):
        return value.numerator if value.denominator == 1 else float(value)
    return list(value) if isinstance(value, tuple) else value


def _short(value: Any) -> str:
    shown = str(value)
    return shown if len(shown) <= 40 else shown[:37] + "..."
