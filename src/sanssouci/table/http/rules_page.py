"""The rules for players: one rulebook per language, shipped as `voice/catalogue/LANGUAGE/rules.md`.

A rulebook is chapters (`## 5. Objectives`) of numbered entries (`### R5.4 Protection`), the same numbers in every
language, because refusals, events and the page lead to them. Its markdown uses few things (paragraphs, lists,
tables, bold, italics, links to entries) and takes what the game itself says, such as the fate cards, from the
message catalogue: `{fate.7.D}`. Every character is escaped before any HTML is made of it.
"""

from __future__ import annotations

import html
import re
import unicodedata
from dataclasses import dataclass
from functools import cache

from sanssouci import voice
from sanssouci.table import limits
from sanssouci.table.contract import results
from sanssouci.table.contract.bodies import RulesQuery
from sanssouci.table.contract.results import Chapter, OneRule, Rules
from sanssouci.table.errors import Refusal, one_of
from sanssouci.table.http.calls import Call, Endpoint
from sanssouci.table.languages import LANGUAGES, preferred

_CHAPTER = re.compile(r"## (\d+)\. (.+)")
_ENTRY = re.compile(r"### (\S+) (.+)")
_KEY = re.compile(r"\{([\w.-]+)\}")
_LINK = re.compile(r"\[([^\]]+)\]\(([\w.-]+)\)")
#: a link with words of its own, or the bare number of an entry
_REFERENCE = re.compile(rf"{_LINK.pattern}|\b(R\d+\.\d+|OP-\d+|Q\d+)\b")


@dataclass(frozen=True)
class Rule:
    """One numbered entry."""

    id: str
    chapter: int
    title: str
    html: str
    plain: str  #: what a search looks through

    def card(self) -> results.Rule:
        """As the page gets it."""
        return results.Rule(self.id, self.chapter, self.title, self.html)


@dataclass(frozen=True)
class Rulebook:
    """The rules in one language."""

    language: str
    intro: str
    chapters: list[Chapter]
    rules: list[Rule]


async def listed(call: Call, query: RulesQuery) -> Rules:
    """All rules, or those that hold every word of `q`."""
    book = rulebook(_language(call, query))
    words = folded(query.q[: limits.SEARCH_TEXT]).split()
    found = [rule for rule in book.rules if all(_holds(rule.plain, word) for word in words)]
    return Rules(book.language, book.intro, book.chapters, [rule.card() for rule in found])


async def one(call: Call, query: RulesQuery) -> OneRule:
    """One rule."""
    wanted = str(call.request.path_params["rule"])
    book = rulebook(_language(call, query))
    for rule in book.rules:
        if rule.id == wanted:
            return OneRule(book.language, rule.card())
    raise Refusal("table.no_such_rule", rule=wanted[: limits.SEARCH_TEXT])


def _language(call: Call, query: RulesQuery) -> str:
    """The language asked for in the query, else the best of the header `Accept-Language`."""
    given = query.lang
    if given is None:
        return preferred(call.request.headers.get("accept-language", ""))
    if given not in LANGUAGES:
        raise one_of("lang", LANGUAGES)
    return given


#: words of so many letters or fewer are looked for at the beginning of words only
SHORT = 4


@cache
def rulebook(language: str) -> Rulebook:
    """The shipped rulebook of a language, with the apostrophes of print."""
    text = voice.page(language, "rules.md")
    said = {key: words.replace("'", "’") for key, words in voice.catalogue(language).items()}
    return read_rules(text.replace("'", "’"), language, said)


def read_rules(text: str, language: str, said: dict[str, str]) -> Rulebook:
    """A rulebook out of its document; `KeyError` for a sentence that nobody says."""
    known = frozenset(entry[1] for entry in re.finditer(r"^### (\S+) ", text, re.M))
    intro: list[str] = []
    chapters: list[Chapter] = []
    rules: list[Rule] = []
    for part in re.split(r"^(?=#)", text, flags=re.M):
        head, _, body = part.partition("\n")
        chapter, entry = _CHAPTER.fullmatch(head), _ENTRY.fullmatch(head)
        blocks = [block.strip("\n") for block in re.split(r"\n\s*\n", _filled(body, said)) if block.strip()]
        made = "".join(to_html(block, known) for block in blocks)
        if chapter:
            chapters.append(Chapter(int(chapter[1]), chapter[2], made))
        elif entry:
            title = _filled(entry[2], said)
            # the names of options stand in refusals: they are found too
            names = " ".join(key[1] for key in _KEY.finditer(entry[2]) if key[1].startswith("option."))
            plain = folded(" ".join([entry[1], title, *(_LINK.sub(r"\1", block) for block in blocks), names]))
            rules.append(Rule(entry[1], chapters[-1].number, title, made, plain))
        else:
            intro.append(made)
    return Rulebook(language, "".join(intro), chapters, rules)


def folded(text: str) -> str:
    """Small letters without accents or marks of emphasis, one kind of apostrophe: a search finds what it means."""
    letters = unicodedata.normalize("NFD", text.lower().replace("*", "").replace("’", "'"))
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def _holds(plain: str, word: str) -> bool:
    """Whether a text holds a word. A short one must begin a word of the text: "tie" is not meant by "cities"."""
    if len(word) > SHORT:
        return word in plain
    return re.search(rf"(?<![^\W\d_]){re.escape(word)}", plain) is not None


def _filled(text: str, said: dict[str, str]) -> str:
    return _KEY.sub(lambda key: said[key[1]], text)


def to_html(block: str, known: frozenset[str] = frozenset()) -> str:
    """A block of markdown as HTML; numbers that are `known` become links."""
    lines = block.splitlines()
    if lines[0].startswith("|"):
        rows = [line.strip().strip("|").split("|") for line in lines if not re.fullmatch(r"[|\s:-]+", line)]
        titles = [html.escape(cell.strip()) for cell in rows[0]]
        head = "".join(f'<th scope="col">{title}</th>' for title in titles)
        # narrow pages show a row as a list: each cell knows its title
        body = "".join(
            "<tr>"
            + "".join(f'<td data-title="{title}">{_inline(cell.strip(), known)}</td>' for title, cell in row)
            + "</tr>"
            for row in (zip(titles, cells, strict=True) for cells in rows[1:])
        )
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    if lines[0].startswith("* ") or re.match(r"\d+\. ", lines[0]):
        kind = "ul" if lines[0].startswith("* ") else "ol"
        items = "".join(f"<li>{_inline(re.sub(r'^(?:[*]|[0-9]+[.]) ', '', line), known)}</li>" for line in lines)
        return f"<{kind}>{items}</{kind}>"
    return f"<p>{_inline(' '.join(lines), known)}</p>"


def _inline(text: str, known: frozenset[str]) -> str:
    def linked(found: re.Match[str]) -> str:
        words, to = (found[3], found[3]) if found[3] else (found[1], found[2])
        return f'<a href="rules#{to}">{words}</a>' if to in known else words

    text = _REFERENCE.sub(linked, html.escape(text))
    text = re.sub(r"\*\*([^*]+)\*\*", r"<b>\1</b>", text)
    return re.sub(r"\*([^*]+)\*", r"<i>\1</i>", text)


ENDPOINTS = [Endpoint("GET", "rules", listed), Endpoint("GET", "rules/{rule}", one)]
