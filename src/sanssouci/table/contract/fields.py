"""Reading what a stranger sent: JSON of bounded depth, and fields of the type they must have."""

from __future__ import annotations

import json
import re
import unicodedata
from typing import Any

from sanssouci.table import limits
from sanssouci.table.errors import Refusal, bad

_KEY = re.compile(r"[A-Za-z0-9_-]+\Z")


def parse(text: str | bytes) -> dict[str, Any]:
    """A JSON object; `Refusal` for anything else."""
    try:
        value = json.loads(text, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        raise bad("body", "is not JSON") from None
    if not isinstance(value, dict):
        raise bad("body", "is not an object")
    _shallow(value, limits.JSON_DEPTH)
    return value


def _no_constant(name: str) -> Any:
    raise ValueError(name)


def _shallow(value: Any, depth: int) -> None:
    if depth == 0:
        raise bad("body", "is nested too deeply")
    if isinstance(value, str):
        if any("\ud800" <= c <= "\udfff" for c in value):
            raise bad("body", "holds half a character")
    elif isinstance(value, dict):
        for key, item in value.items():
            _shallow(key, depth)
            _shallow(item, depth - 1)
    elif isinstance(value, list):
        for item in value:
            _shallow(item, depth - 1)


def text(body: dict[str, Any], field: str, most: int, default: str | None = None) -> str:
    """A string of at most `most` characters."""
    value = body.get(field, default)
    if not isinstance(value, str):
        raise bad(field, "is not a text")
    if len(value) > most:
        raise Refusal("table.too_large", limit=most)
    return value


def clean(value: str) -> str:
    """One line without control or direction-changing characters: fit to be shown beside others'."""
    kept = "".join(" " if c.isspace() else c for c in value if c.isspace() or unicodedata.category(c)[0] != "C")
    return " ".join(unicodedata.normalize("NFC", kept).split())


def name(body: dict[str, Any], default: str = "") -> str:
    """A player's name."""
    return clean(text(body, "name", limits.NAME_TEXT, default))


def integer(body: dict[str, Any], field: str, low: int, high: int) -> int:
    """A whole number within bounds."""
    value = body.get(field)
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise bad(field, f"is not a number from {low} to {high}")
    return value


def flag(body: dict[str, Any], field: str, default: bool | None = None) -> bool:
    """True or false."""
    value = body.get(field, default)
    if not isinstance(value, bool):
        raise bad(field, "is not true or false")
    return value


def one_of(body: dict[str, Any], field: str, choices: list[str], default: str | None = None) -> str:
    """One of a few words."""
    value = body.get(field, default)
    if not isinstance(value, str) or value not in choices:
        raise bad(field, f"is not one of {', '.join(choices)}")
    return value


def strings(body: dict[str, Any], field: str, most: int) -> list[str]:
    """A list of short strings."""
    value = body.get(field)
    if not isinstance(value, list) or len(value) > most:
        raise bad(field, f"is not a list of at most {most}")
    if not all(isinstance(item, str) and len(item) <= 60 for item in value):
        raise bad(field, "holds something that is no name")
    return value


def mapping(body: dict[str, Any], field: str) -> dict[str, Any]:
    """An object; absent and null are empty."""
    value = body.get(field)
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise bad(field, "is not an object")
    return value


def key(body: dict[str, Any]) -> str:
    """An idempotency key."""
    value = body.get("key")
    low, high = limits.KEY_TEXT
    if not isinstance(value, str) or not low <= len(value) <= high or not _KEY.match(value):
        raise bad("key", f"is not {low} to {high} letters or digits")
    return value
