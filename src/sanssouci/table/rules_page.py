"""The numbered rules for the page: `docs/rules/friedrich.md`, shipped beside the engine's data.

The markdown there uses few things (paragraphs, lists, tables, bold, italics, code); this turns each
numbered rule into a piece of HTML with every character escaped first.
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any

from starlette.routing import BaseRoute

from sanssouci.table import limits
from sanssouci.table.calls import Answer, Call, route
from sanssouci.table.errors import Refusal
from sanssouci.table.house import House

_CHAPTER = re.compile(r"## (\d+)\. (.+)")
_SECTION = re.compile(r"### (\d+\.\d+) (.+)")
_RULE = re.compile(r"\*\*(R\d+(?:\.\d+)?[a-z]?)(?=[ .*])[ .]*([^*]*?)\*\*\s*(.*)", re.S)
_POINT = re.compile(r"\* \*\*(OP-\d+[a-z]?)\*\*\s*(.*)", re.S)
_ROW = re.compile(r"\| (?:\*\*)?((?:R\d+\.\d+|ST ?\d+[a-z]?|E-\d+))(?:\*\*)?[ |]")


@dataclass(frozen=True)
class Rule:
    """One numbered rule, open point or state."""

    id: str
    chapter: int
    title: str
    html: str
    plain: str

    def json(self) -> dict[str, Any]:
        """As the page gets it."""
        return {"id": self.id, "chapter": self.chapter, "title": self.title, "html": self.html}


def routes(house: House) -> list[BaseRoute]:
    """The routes of this module."""
    return [route(house, "GET", "rules", listed), route(house, "GET", "rules/{rule}", one)]


async def listed(call: Call) -> Answer:
    """All rules, or those that hold every word of `q`."""
    words = call.request.query_params.get("q", "")[: limits.SEARCH_TEXT].lower().split()
    chapters, rules = rulebook()
    found = [rule for rule in rules if all(word in rule.plain for word in words)]
    return {"chapters": chapters, "rules": [rule.json() for rule in found]}


async def one(call: Call) -> Answer:
    """One rule."""
    wanted = str(call.request.path_params["rule"])
    for rule in rulebook()[1]:
        if rule.id == wanted:
            return {"rule": rule.json()}
    raise Refusal("table.no_such_page")


@lru_cache(maxsize=1)
def rulebook() -> tuple[list[dict[str, Any]], list[Rule]]:
    """Chapters and rules of the shipped document."""
    text = files("sanssouci.friedrich").joinpath("data/rules.md").read_text("utf-8")
    return read_rules(text)


def read_rules(text: str) -> tuple[list[dict[str, Any]], list[Rule]]:
    """Chapters and rules of a rules document."""
    chapters: list[dict[str, Any]] = []
    rules: list[Rule] = []
    current: list[str] = []  # id, title, then blocks of the rule being read
    chapter = 0

    def close() -> None:
        if current:
            name, title, *blocks = current
            body = "".join(to_html(block) for block in blocks if block.strip())
            plain = f"{name} {title} {' '.join(blocks)}".lower().replace("*", "")
            rules.append(Rule(name, chapter, title, body, plain))
            current.clear()

    for block in re.split(r"\n\s*\n", text):
        block = block.strip("\n")
        head = _CHAPTER.match(block)
        if head or _SECTION.match(block) or block == "---":
            close()
            if head:
                chapter = int(head[1])
                chapters.append({"number": chapter, "title": head[2]})
            continue
        rule = _RULE.match(block)
        if rule:
            close()
            current[:] = [rule[1], rule[2].strip(" ."), rule[3]]
        elif _POINT.match(block) or _ROW.search(block):
            close()
            rules.extend(_small(block, chapter))
        elif current:
            current.append(block)
    close()
    return chapters, rules


def _small(block: str, chapter: int) -> list[Rule]:
    """Open points of a list, and numbered rows of a table: a line each."""
    found = []
    lines = block.splitlines()
    titles = [cell.strip() for cell in lines[0].strip("| ").split("|")] if lines[0].startswith("|") else []
    for line in lines:
        point = _POINT.match(line)
        row = _ROW.match(line)
        if point:
            found.append(Rule(point[1], chapter, "", to_html(point[2]), line.lower().replace("*", "")))
        elif row:
            cells = [cell.strip() for cell in line.strip("| ").split("|")]
            parts = [f"<b>{_inline(t)}</b>: {_inline(c)}" for t, c in zip(titles[1:], cells[1:], strict=False) if c]
            name = row[1].replace(" ", "")
            found.append(Rule(name, chapter, "", f"<p>{'<br>'.join(parts)}</p>", line.lower().replace("*", "")))
    return found


def to_html(block: str) -> str:
    """A block of markdown as HTML."""
    lines = block.splitlines()
    if lines[0].startswith("|"):
        rows = [line for line in lines if line.startswith("|") and not re.fullmatch(r"[|\s:-]+", line)]
        cells = [[_inline(cell.strip()) for cell in row.strip().strip("|").split("|")] for row in rows]
        head = "".join(f"<th>{cell}</th>" for cell in cells[0])
        body = "".join("<tr>" + "".join(f"<td>{c}</td>" for c in row) + "</tr>" for row in cells[1:])
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    if lines[0].startswith("* ") or re.match(r"\d+\. ", lines[0]):
        kind = "ul" if lines[0].startswith("* ") else "ol"
        items = "".join(f"<li>{_inline(re.sub(r'^(?:[*]|[0-9]+[.]) ', '', line))}</li>" for line in lines)
        return f"<{kind}>{items}</{kind}>"
    return f"<p>{_inline(' '.join(lines))}</p>"


def _inline(text: str) -> str:
    text = html.escape(text)
    text = re.sub(r"`([^`]+)`", r"<code>\1</code>", text)
    text = re.sub(r"\*\*([^*]+)\*\*", r"<b>\1</b>", text)
    return re.sub(r"\*([^*]+)\*", r"<i>\1</i>", text)
