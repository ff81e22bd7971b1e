"""What do I need: the fewest SP, or the modifier, that gives a wished event at least a given chance."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from .chances import table_odds
from .desk import question
from .nearest import FARTHEST_PIPS
from .question import Question, Table
from .sheet import Sheet
from .words import Refusal, Signed, Text, percent, say


@dataclass(frozen=True)
class Way:
    """One change that is enough: of a strength (`input`), or of the die by so many pips."""

    kind: str
    input: str | None
    value: int
    change: int
    chance: Fraction
    label: Text | None = None

    def text(self, lang: str) -> Text:
        """The change in words."""
        if self.kind == "pips":
            return say("need.pips", pips=Signed(self.change), percent=percent(self.chance, lang))
        return say(
            "need.strength",
            name=self.label or "",
            value=self.value,
            change=Signed(self.change),
            percent=percent(self.chance, lang),
        )


@dataclass(frozen=True)
class Need:
    """The event, the chance wished and the chance now, and every single change that is enough."""

    table: str
    event: str
    wanted: Fraction
    now: Fraction
    ways: tuple[Way, ...]

    def as_json(self, lang: str = "en") -> dict[str, Any]:
        """The object of `sanssouci charts need --json`."""
        return {
            "table": self.table,
            "event": self.event,
            "event_text": say(f"event.{self.event}").render(lang),
            "wanted": str(self.wanted),
            "now": str(self.now),
            "now_percent": percent(self.now, lang),
            "enough": self.now >= self.wanted,
            "answers": [
                {
                    "kind": way.kind,
                    "input": way.input,
                    "value": way.value,
                    "change": way.change,
                    "probability": str(way.chance),
                    "percent": percent(way.chance, lang),
                    "text": way.text(lang).render(lang),
                }
                for way in self.ways
            ],
            "text": self.explain(lang),
        }

    def explain(self, lang: str = "en") -> str:
        """The same as lines."""
        event = say(f"event.{self.event}").render(lang)
        lines = [say("head.need", event=event, percent=percent(self.wanted, lang)).render(lang)]
        lines.append("  " + say("need.now", percent=percent(self.now, lang)).render(lang))
        if self.now < self.wanted:
            lines += ["  " + way.text(lang).render(lang) for way in self.ways]
            if not self.ways:
                lines.append("  " + say("need.never").render(lang))
        return "\n".join(lines) + "\n"


def need(
    name: str,
    inputs: Mapping[str, Any],
    event: str,
    chance: object,
    options: Mapping[str, Any] | None = None,
    sheet: Sheet | None = None,
) -> Need:
    """The smallest single changes after which `event` is at least as likely as `chance`."""
    wanted = wished(chance)
    question(name, inputs, options, sheet)
    table, asked = question(name, {k: v for k, v in inputs.items() if k not in ("die", "dice")}, options, sheet)
    strengths = [one for one in table.fields if one.strength and asked[one.name] is not None]
    pips = "extra" in asked.given and bool(table.dice)
    if not strengths and not pips:
        raise Refusal("bad.need", None, table=name)
    now = table_odds(table, asked).chances
    if event not in now and not _known(event):
        raise Refusal("bad.event", None, table=name, name=event, events=", ".join(now))
    found: list[Way] = []
    if now.get(event, Fraction(0)) < wanted:
        for one in strengths:
            have = asked[one.name]
            for direction, edge in ((1, one.high), (-1, one.low)):
                room = abs((edge or 0) - have)
                step = _fewest(_after(table, asked, event, one.name, have, direction), wanted, room)
                if step:
                    value = have + direction * step
                    reached = _chance(table, asked.but(**{one.name: value}), event)
                    assert reached is not None
                    found.append(Way("strength", one.name, value, direction * step, reached, one.meaning(table.name)))
        if pips:
            found += _pips(table, asked, event, wanted)
    found.sort(key=lambda way: (way.kind != "strength", abs(way.change), way.input or ""))
    return Need(name, event, wanted, now.get(event, Fraction(0)), tuple(found))


def wished(chance: object) -> Fraction:
    """A chance as somebody wrote it: 2/3, 0.66, 66%."""
    written = str(chance).strip().replace(",", ".")
    # no exponents: one of many digits would be worked out for hours
    if re.fullmatch(r"\d{0,9}\.?\d{1,9}%?|\d{1,9}/[1-9]\d{0,8}", written):
        value = Fraction(written[:-1]) / 100 if written.endswith("%") else Fraction(written)
        if 0 < value <= 1:
            return value
    raise Refusal("bad.chance", None, value=str(chance)[:40])


def _known(event: str) -> bool:
    from .words import catalogue

    return f"event.{event}" in catalogue("en")


def _chance(table: Table, asked: Question, event: str) -> Fraction | None:
    """The chance of the event; None where the charts forbid the question."""
    try:
        return table_odds(table, asked).chances.get(event, Fraction(0))
    except Refusal:
        return None


def _after(
    table: Table, asked: Question, event: str, name: str, have: int, direction: int
) -> Callable[[int], Fraction | None]:
    return lambda step: _chance(table, asked.but(**{name: have + direction * step}), event)


def _fewest(chance: Callable[[int], Fraction | None], wanted: Fraction, room: int) -> int | None:
    """The smallest step that is enough. Chances are step functions of one strength: double the step, then halve."""
    low, high = 0, 1
    while high <= room:
        reached = chance(high)
        if reached is None:
            return None
        if reached >= wanted:
            break
        if high == room:
            return None
        low, high = high, min(high * 2, room)
    else:
        return None
    while high - low > 1:
        middle = (low + high) // 2
        reached = chance(middle)
        if reached is not None and reached >= wanted:
            high = middle
        else:
            low = middle
    return high


def _pips(table: Table, asked: Question, event: str, wanted: Fraction) -> list[Way]:
    extra = tuple(asked["extra"] or ())
    found = []
    for direction in (1, -1):
        for step in range(1, FARTHEST_PIPS + 1):
            reached = _chance(table, asked.but(extra=(*extra, ("", direction * step))), event)
            if reached is None:
                break
            if reached >= wanted:
                found.append(Way("pips", None, direction * step, direction * step, reached))
                break
    return found
