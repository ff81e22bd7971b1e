"""How a sentence is written: text, fields in braces, and parts in square brackets that may be left out.

`parse` turns a sentence into a tree once; the speaker walks it. `docs/messages.md` describes the signs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

_START: Final = re.compile(r"\{([a-z_]+)(:|\})")
_CHOICE: Final = re.compile(r"([\w*-]+(?:,[\w*-]+)*) (.*)", re.DOTALL)


@dataclass(frozen=True)
class Field:
    """`{argument}`, `{argument:kind}`; `{count:form|form}` and `{count:=form|form}` have forms."""

    argument: str
    kind: str | None = None
    forms: tuple[str, ...] = ()
    bare: bool = False  # the word alone, without its number


@dataclass(frozen=True)
class Select:
    """`{nation:?pl are|* is}`: the option whose class, value or plural category is that of the argument."""

    argument: str
    options: tuple[tuple[tuple[str, ...], Tree], ...]


@dataclass(frozen=True)
class Optional:
    """`[, with {general}]`: left out where one of its arguments is not told or counts nought."""

    parts: Tree


Tree = tuple["str | Field | Select | Optional", ...]


@lru_cache(maxsize=8192)
def parse(sentence: str) -> Tree:
    """The tree of a sentence. Braces and brackets that open nothing are text."""
    return tuple(_parts(sentence))


def _parts(sentence: str) -> Iterator[str | Field | Select | Optional]:
    text, at = "", 0
    while at < len(sentence):
        found: Field | Select | Optional | None = None
        end = -1
        if sentence[at] == "[":
            end = _closing(sentence, at, "[]")
            if end > 0:
                found = Optional(parse(sentence[at + 1 : end]))
        elif sentence[at] == "{" and (start := _START.match(sentence, at)):
            end = _closing(sentence, at, "{}")
            if end > 0:
                found = _field(start.group(1), sentence[start.end() : end] if start.group(2) == ":" else None)
        if found is None:
            text += sentence[at]
            at += 1
            continue
        if text:
            yield text
        yield found
        text, at = "", end + 1
    if text:
        yield text


def _closing(sentence: str, start: int, signs: str) -> int:
    """Where the bracket that opens at `start` is closed, -1 if it is not."""
    depth = 0
    for at in range(start, len(sentence)):
        depth += (sentence[at] == signs[0]) - (sentence[at] == signs[1])
        if depth == 0:
            return at
    return -1


def _field(argument: str, kind: str | None) -> Field | Select:
    if kind is None:
        return Field(argument)
    if kind.startswith("?"):
        options = [_CHOICE.fullmatch(option) for option in _split(kind[1:])]
        return Select(argument, tuple((tuple(o.group(1).split(",")), parse(o.group(2))) for o in options if o))
    if "|" in kind:
        bare = kind.startswith("=")
        return Field(argument, "", tuple(kind[bare:].split("|")), bare)
    return Field(argument, kind)


def _split(options: str) -> list[str]:
    """Options between bars; a bar inside of a field does not divide."""
    found, depth = [""], 0
    for sign in options:
        depth += (sign in "{[") - (sign in "}]")
        if sign == "|" and depth == 0:
            found.append("")
        else:
            found[-1] += sign
    return found


def fields(tree: Tree) -> Iterator[Field | Select]:
    """All fields of a sentence, those inside of options and optional parts too."""
    for part in tree:
        if isinstance(part, Field):
            yield part
        elif isinstance(part, Select):
            yield part
            for _, option in part.options:
                yield from fields(option)
        elif isinstance(part, Optional):
            yield from fields(part.parts)
