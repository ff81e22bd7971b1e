"""The rules for players: the same in every language, complete, linked, found by a search, in players' words."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from sanssouci import voice
from sanssouci.table.client import Refused
from sanssouci.table.http.rules_page import Rulebook, read_rules, rulebook, to_html
from sanssouci.table.languages import LANGUAGES, preferred

if TYPE_CHECKING:
    from conftest import ServerProcess

ROOT = Path(__file__).parents[2]
ENGINE = files("sanssouci.friedrich")
NUMBER = re.compile(r"\b(?:R\d+\.\d+|OP-\d+|Q\d+)\b")
#: words that are written alike in English and in Italian, and names besides those of cities
ALIKE = """
    all america apraxin austria broglie browne bute chevert come cumberland daun de dice divide dohna ehrensvärd far
    fermor fine hanover in india keith lacy laudon lehwaldt lord maria no op pompadour prussia richelieu russia
    saltikov separate seydlitz soubise standard tottleben versailles vienna winterfeldt zero
    italiano note pace per re
"""


def source(language: str) -> str:
    """The document as it is shipped."""
    return voice.page(language, "rules.md")


def ids(language: str) -> list[str]:
    """All numbers of a rulebook, in order."""
    return [rule.id for rule in rulebook(language).rules]


def texts(book: Rulebook) -> Iterator[str]:
    """All that a reader sees."""
    pieces = [book.intro, *(c.title + " " + c.html for c in book.chapters)]
    pieces += [rule.title + " " + rule.html for rule in book.rules]
    for piece in pieces:
        yield html.unescape(re.sub(r"<[^>]*>", " ", piece))


def words(book: Rulebook) -> set[str]:
    """All words a reader sees, small."""
    return set(re.findall(r"[^\W\d_]{2,}", " ".join(texts(book)).lower()))


# The documents -------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_languages_have_the_same_numbers_in_the_same_order(language: str) -> None:
    english = ids("en")
    assert ids(language) == english and len(set(english)) == len(english) > 300
    assert [c.number for c in rulebook(language).chapters] == list(range(1, 20))


def test_every_number_of_the_specification_is_there() -> None:
    specification = (ROOT / "docs" / "rules" / "friedrich.md").read_text("utf-8")
    wanted = set(re.findall(r"^(?:\| )?\*\*(R\d+\.\d+)\b", specification, re.M))
    wanted |= set(re.findall(r"^\* \*\*(OP-\d+)\*\*", specification, re.M))
    wanted |= set(re.findall(r"^\| (Q\d+) \|", specification, re.M))
    assert len(wanted) > 250
    for language in LANGUAGES:
        assert wanted - set(ids(language)) == set()


def test_every_number_that_is_cited_anywhere_is_there() -> None:
    cited: set[str] = set()
    for module in (ROOT / "src" / "sanssouci" / "friedrich").rglob("*.py"):
        cited |= set(re.findall(r'"((?:R|OP-)\d+(?:\.\d+)?)"', module.read_text("utf-8")))
    assert len(cited) > 60, "the engine does not cite as this test thinks"
    pages = [path for kind in ("svelte", "ts", "json") for path in (ROOT / "web" / "src").rglob(f"*.{kind}")]
    pages += (ROOT / "src" / "sanssouci" / "voice" / "catalogue").glob("*/*.json")
    assert len(pages) > 50
    for path in pages:
        cited |= set(NUMBER.findall(path.read_text("utf-8")))
    for language in LANGUAGES:
        assert cited - set(ids(language)) == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reference_in_the_rules_leads_somewhere(language: str) -> None:
    known = set(ids(language))
    text = source(language)
    assert set(NUMBER.findall(text)) - known == set()
    assert set(re.findall(r"\]\(([^)]*)\)", text)) - known == set()
    book = rulebook(language)
    made = book.intro + "".join(rule.html for rule in book.rules)
    assert set(re.findall(r'href="rules#([^"]*)"', made)) <= known
    assert not re.search(r"[{}\[\]*`]", " ".join(texts(book))), "markdown is left over"


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_languages_say_the_same_figures_and_refer_to_the_same_rules(language: str) -> None:
    """Figures, card signs and references of each entry, in whatever order the language puts them."""
    for english, other in zip(rulebook("en").rules, rulebook(language).rules, strict=True):
        figures, references = [], []
        for made in (english.html, other.html):
            plain = html.unescape(re.sub(r"<[^>]*>", " ", made))
            # "1° ordine", "1er ordre" where English writes "first order"
            figures.append(sorted(re.findall(r"\d+|[♠♣♥♦]", re.sub(r"\d(?:[°ºª]|er\b|ère\b|e\b)", "", plain))))
            references.append(sorted(re.findall(r'rules#([^"]+)', made)))
        assert figures[0] == figures[1] and references[0] == references[1], english.id


def test_every_fate_card_and_every_option_of_the_game_is_told() -> None:
    shelf = ROOT / "src" / "sanssouci" / "voice" / "catalogue" / "en"
    wanted = {key for name in ("fate", "options") for key in json.loads((shelf / f"{name}.json").read_text("utf-8"))}
    assert len(wanted) > 100
    for language in LANGUAGES:
        assert wanted - set(re.findall(r"\{([\w.-]+)\}", source(language))) == set()


def test_the_italian_rules_hold_no_english_word() -> None:
    """No word that we use in English anywhere, but for names and the few words both languages share."""
    english = words(rulebook("en"))
    for text in voice.catalogue("en").values():
        english |= set(re.findall(r"[^\W\d_]{2,}", re.sub(r"\{[^}|:]*\}", " ", text).lower()))
    assert len(english) > 1200
    board = json.loads(ENGINE.joinpath("data/board.json").read_text("utf-8"))
    cities = " ".join(f"{city['name']} {city.get('qualifier', '')}" for city in board["cities"]).lower()
    names = set(re.findall(r"[^\W\d_]{2,}", cities))
    assert english & words(rulebook("it")) - names - set(ALIKE.split()) == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_speak_to_players(language: str) -> None:
    """No word of developers, and sentences one can read in one breath."""
    developers = {"engine", "motore", "vector", "lemma", "default", "implementation", "specification", "json"}
    assert words(rulebook(language)) & developers == set()
    assert not re.search(r"\bST ?\d+|\bTV-|\bE-\d|\[\d{3} ", source(language))
    for rule in rulebook(language).rules:
        without_tables = re.sub(r"<table>.*?</table>", "", rule.html)
        for sentence in re.split(r"[.:;!?] |</", html.unescape(without_tables)):
            assert len(sentence.split()) <= 50, f"{rule.id}: {sentence}"


# The reader ----------------------------------------------------------------------------------------


def test_everything_is_escaped_and_only_known_numbers_are_links() -> None:
    known = frozenset({"R5.4"})
    assert to_html("<b>&*x* [a](R5.4) [c](R1.1)", known) == '<p>&lt;b&gt;&amp;<i>x</i> <a href="rules#R5.4">a</a> c</p>'
    assert to_html("See R5.4, R99.1.", known) == '<p>See <a href="rules#R5.4">R5.4</a>, R99.1.</p>'
    made = read_rules("# T\n\nintro\n\n## 1. One\n\n### R1.1 {a.b}\n\n* {a.b}\n", "xx", {"a.b": "<said>"})
    assert made.intro == "<p>intro</p>" and made.rules[0].title == "<said>"
    assert made.rules[0].html == "<ul><li>&lt;said&gt;</li></ul>"
    with pytest.raises(KeyError):
        read_rules("## 1. One\n\n### R1.1 {nothing}\n", "xx", {})
    for language in LANGUAGES:
        for rule in rulebook(language).rules:
            assert not re.search(r"<(?!/?(p|b|i|ul|ol|li|table|thead|tbody|tr|th|td|a)\b)", rule.html)


@pytest.mark.parametrize(
    ("header", "language"),
    [("", "en"), ("it", "it"), ("it-IT,it;q=0.9,en;q=0.8", "it"), ("eo-XX,eo;q=0.9,it;q=0.5,en;q=0.4", "it"),
     ("en;q=0.5,it;q=0.9", "it"), ("eo", "en"), ("*", "en"), ("it;q=0", "en"), ("it;q=x,;;,é", "en"), ("," * 999, "en"),
    ],
)  # fmt: skip
def test_a_browser_is_answered_in_the_language_it_likes_best(header: str, language: str) -> None:
    assert preferred(header) == language


# Over HTTP -----------------------------------------------------------------------------------------


def test_the_rules_can_be_read_and_searched(server: ServerProcess) -> None:
    browser = server.browser()
    for language, asked, other in (("en", "main road", "strada principale"), ("it", "strada principale", "main road")):
        everything = browser.get(f"api/rules?lang={language}")
        assert everything["language"] == language and [r["id"] for r in everything["rules"]] == ids(language)
        assert "<p>" in everything["intro"] and everything["chapters"][4]["number"] == 5
        asked_for = asked.replace(" ", "%20")
        found = [rule["id"] for rule in browser.get(f"api/rules?lang={language}&q={asked_for}")["rules"]]
        assert "R4.2" in found and len(found) < 40
        assert browser.get(f"api/rules?lang={language}&q={other.replace(' ', '%20')}")["rules"] == []
        rule = browser.get(f"api/rules/R5.4?lang={language}")["rule"]
        assert rule["chapter"] == 5 and rule["html"].startswith("<p>")
    found = [rule["id"] for rule in browser.get("api/rules?lang=it&q=CITTA%20citta%20Konigsberg")["rules"]]
    assert "R13.2" in found, "accents and capitals do not matter"
    assert [rule["id"] for rule in browser.get("api/rules?lang=it&q=fair_play")["rules"]] == ["O6"]
    assert browser.get("api/rules?lang=en&q=" + "x" * 500)["rules"] == []
    # a short word is not looked for within others: "tie" is no part of "cities"
    ties = browser.get("api/rules?lang=en&q=tie")["rules"]
    assert len(ties) < 5 and all(re.search(r"\btie", rule["html"], re.IGNORECASE) for rule in ties)


def test_the_language_follows_the_browser_where_none_is_asked_for(server: ServerProcess) -> None:
    browser = server.browser()
    assert browser.get("api/rules/R1.1")["language"] == "en"
    browser.headers = {"Accept-Language": "it-IT,it;q=0.9"}
    assert browser.get("api/rules/R1.1")["language"] == "it"
    assert browser.get("api/rules/R1.1?lang=en")["language"] == "en"


def test_an_unknown_rule_or_language_is_refused_in_one_sentence(server: ServerProcess) -> None:
    browser = server.browser()
    for wanted in ("R99.99", "nonsense", "%3Cb%3E", "R" * 2000):
        with pytest.raises(Refused) as refused:
            browser.get(f"api/rules/{wanted}")
        assert refused.value.key == "table.no_such_rule"
    for path in ("api/rules?lang=xx", "api/rules/R1.1?lang=", "api/rules?lang=../en"):
        with pytest.raises(Refused) as refused:
            browser.get(path)
        assert refused.value.key == "table.bad_request"
