"""The languages of the table: rules, notices and pages are written in each of them."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files

#: the first is spoken to who asks for none of them
LANGUAGES = ("en", "it")


def preferred(header: str) -> str:
    """The language of ours that a browser likes best, by its header `Accept-Language`."""
    wishes: list[tuple[float, str]] = []
    for part in header.split(",")[:50]:
        name, _, weight = part.strip().partition(";q=")
        try:
            quality = float(weight) if weight else 1.0
        except ValueError:
            continue
        wishes.append((-quality, name[:2].lower()))
    wishes.sort(key=lambda wish: wish[0])
    return next((name for quality, name in wishes if quality < 0 and name in LANGUAGES), LANGUAGES[0])


@cache
def catalogue(language: str) -> dict[str, str]:
    """What the game and the table say in a language."""
    said: dict[str, str] = {}
    for package in ("sanssouci.friedrich", "sanssouci.table"):
        said |= json.loads(files(package).joinpath(f"messages/{language}.json").read_text("utf-8"))
    return said
