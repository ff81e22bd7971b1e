"""The notation itself: what is an order, and what is none."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sanssouci.friedrich.decisions.orders import VERBS, parse
from sanssouci.friedrich.decisions.play import PlayOrder
from sanssouci.friedrich.decisions.refusal import IllegalOrder
from sanssouci.friedrich.decisions.registry import FORMS
from sanssouci.friedrich.decisions.retreat import RetreatOrder
from sanssouci.friedrich.decisions.words import LONGEST, CardName, card, city
from sanssouci.friedrich.rules.board import CITY_IDS, CITY_INDEX, CITY_NAMES
from sanssouci.friedrich.rules.names import PIECES

CONTRACT = """
allot prussia friedrich=8 winterfeldt=2
discard 5S
offensive 10C
offensive no
move daun schweidnitz breslau oels
move friedrich+winterfeldt riesa meissen dresden
move winterfeldt takes 3 riesa
move austria-train-1 prag
recruit troops 3 pay 13S 12C
recruit troops 2 train warszawa general fermor sierpc pay 13S 12C give fermor=2
recruit pay 13S train warszawa
end
attack daun keith
fight
evade neisse
play 10D
play R=7
play R/1=7
play 11S double
pass
retreat glatz
liberate koenigsberg rastenburg
reinforce keith
reinforce none
retire dohna
trade russia 5S
trade austria none
redraw 2H
redraw none
laudon neisse
laudon neisse takes 2
laudon none
flip keith
flip none
gift 3C
gift none
lose keith
west meiningen salzungen
west none
remove keith
""".strip().splitlines()


@pytest.mark.parametrize("text", CONTRACT)
def test_every_order_of_the_contract_is_read_in_any_case(text: str) -> None:
    order = parse(text)
    assert order.verb == text.split()[0]
    assert parse(text.upper()) == order
    assert parse(f"  {text.title()}  ".replace(" ", "   ")) == order


def test_every_verb_has_its_form_and_the_form_is_an_order() -> None:
    assert set(FORMS) == set(VERBS) == {text.split()[0] for text in CONTRACT}


JUNK = ["", "   ", "hello", "mov daun", "move", "move daun", "move daun nowhere", "move nobody breslau", "attack daun",
        "attack daun austria-train-1", "play", "play 1S", "play 14S", "play 10X", "play 10S/6", "play R=x",
        "play 10D 9D", "discard none", "retire none", "lose none", "trade prussia", "trade atlantis 5S",
        "recruit troops", "recruit troops x", "recruit 3 pay 13S", "recruit troops 1 troops 2", "recruit pay",
        "recruit general heinrich", "recruit give heinrich", "move keith+keith breslau", "allot prussia",
        "allot prussia friedrich", "allot prussia friedrich=8 friedrich=2", "end now", "pass pass", "laudon",
        "laudon neisse takes", "west meiningen", "liberate koenigsberg", "move daun takes breslau",
        "move daun takes -1 breslau", "evade", "\x00\x01\x02", "move\x07daun", "x" * (LONGEST + 1),
        "move daun " + "breslau " * 1000, "🂡🂱 💣"]  # fmt: skip


@pytest.mark.parametrize("text", JUNK)
def test_what_is_no_order_is_refused_in_one_sentence_without_a_rule(text: str) -> None:
    """Formats.md, section 3: the rule number is missing for input that is no order at all."""
    with pytest.raises(IllegalOrder) as refused:
        parse(text)
    assert refused.value.rule is None
    said = str(refused.value)
    assert said and "{" not in said and "\n" not in said and len(said) < 300


@given(st.text(max_size=300))
@example("move daun ﬁ")
@example("play 10\u0660D")
@example("play ¹S")
@example("recruit troops ٣ pay 13S")
def test_no_text_makes_the_reader_stumble(text: str) -> None:
    try:
        parse(text)
    except IllegalOrder as refused:
        assert "{" not in str(refused) or "{" in text


WORDS = [*VERBS, *PIECES, *CITY_IDS[:40], "takes", "pay", "give", "troops", "train", "general", "none", "no",
         "double", "13S", "R=7", "R/2", "keith=2", "3", "=", "+", "/"]  # fmt: skip


@given(st.lists(st.sampled_from(WORDS), max_size=9))
def test_no_jumble_of_words_makes_the_reader_stumble(words: list[str]) -> None:
    try:
        parse(" ".join(words))
    except IllegalOrder as refused:
        assert refused.rule is None and "{" not in str(refused)


def test_cities_are_known_by_id_and_by_an_unmistakable_name() -> None:
    for i, name in enumerate(CITY_IDS):
        assert city(name) == i
    assert city("koeniggraetz") == CITY_INDEX["koeniggraetz"]
    assert parse("retreat Königgrätz") == RetreatOrder("retreat", CITY_INDEX["koeniggraetz"])
    assert parse("retreat Łomża") == RetreatOrder("retreat", CITY_NAMES.index("Łomża"))


def test_a_doubtful_city_name_is_answered_with_the_ids() -> None:
    with pytest.raises(IllegalOrder, match="friedland-boehmen, friedland-mecklenburg and friedland-ostpreussen"):
        parse("retreat Friedland")


def test_a_slip_is_answered_with_the_likely_name() -> None:
    with pytest.raises(IllegalOrder, match="did you mean Breslau"):
        parse("move daun bresla")
    with pytest.raises(IllegalOrder, match="did you mean Ehrensvärd"):
        parse("move ehrensvard anklam")
    with pytest.raises(IllegalOrder, match="did you mean 'recruit'"):
        parse("recriut troops 1")


def test_cards_are_written_with_letters_or_signs() -> None:
    assert card("13s") == CardName(11)
    assert card("10d/2") == CardName(44, 1)
    assert parse("play 10♦/2") == PlayOrder("play", CardName(44, 1), None)
    assert str(card("r/3")) == "R/3" and str(card("2c")) == "2C"
