"""The Italian Wars charts desk: every chart as data, resolvers that explain themselves, exact odds.

    >>> from sanssouci.italian_wars import assault
    >>> answer = assault(
    ...     attacker_sp=20, attacker_quality=2, attacker_star=True, defender_sp=9, defender_quality=2, die=4
    ... )
    >>> answer.cell, answer.loser
    ('-- / 1D', 'defender')

Every table is a function of keyword arguments (see `describe`), with `options` for house rulings and
`sheet` for corrected data; it returns an `Answer`. `odds` gives exact fractions. An unofficial aid.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from .answer import Answer
from .chances import Odds
from .desk import Comparison, ask, compare, menu, odds
from .sheet import Sheet, standard
from .words import Refusal, Text

Rulings = Mapping[str, Any] | None


def _resolver(name: str) -> Callable[..., Answer]:
    def resolve(*, options: Rulings = None, sheet: Sheet | None = None, **inputs: Any) -> Answer:
        return ask(name, inputs, options, sheet)

    resolve.__name__ = resolve.__qualname__ = name.replace("-", "_")
    resolve.__doc__ = f"The explained answer of `{name}`; its inputs: `describe({name!r})`."
    return resolve


terrain = _resolver("terrain")
artillery = _resolver("artillery")
charge = _resolver("charge")
discipline = _resolver("discipline")
recovery = _resolver("recovery")
pursuit = _resolver("pursuit")
zoc = _resolver("zoc")
assault = _resolver("assault")
optional = _resolver("optional")
loc = _resolver("loc")
orders = _resolver("orders")
attrition = _resolver("attrition")
chits = _resolver("chits")
captain = _resolver("captain")
units = _resolver("units")
weather = _resolver("weather")
assault_run = _resolver("assault-run")
siege_run = _resolver("siege-run")
battle_run = _resolver("battle-run")
pursuit_run = _resolver("pursuit-run")
march_run = _resolver("march-run")
turn_run = _resolver("turn-run")


def describe(name: str, lang: str = "en") -> list[dict[str, Any]]:
    """The inputs of a table or procedure: name, type, range or values, default, meaning."""
    from .book import table

    return [one.describe(name, lang) for one in table(name).fields]


__all__ = [
    "Answer", "Comparison", "Odds", "Refusal", "Sheet", "Text", "artillery", "ask", "assault", "assault_run",
    "attrition", "battle_run", "captain", "charge", "chits", "compare", "describe", "discipline", "loc", "march_run",
    "menu", "odds", "optional", "orders", "pursuit", "pursuit_run", "recovery", "siege_run", "standard", "terrain",
    "turn_run", "units", "weather", "zoc",
]  # fmt: skip
