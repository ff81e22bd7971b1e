"""The message catalogue: complete, without leftovers, and rendered as people read."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import sanssouci.friedrich
from sanssouci.friedrich import messages
from sanssouci.friedrich.files import problems
from sanssouci.friedrich.files.position import loads
from sanssouci.friedrich.rules.board import CITY_IDS
from sanssouci.friedrich.rules.names import FATE, GENERALS, NATIONS, PIECES, ROLES
from sanssouci.friedrich.rules.options import OPTION_VALUES
from sanssouci.friedrich.rules.scenario import SCENARIOS
from sanssouci.friedrich.rules.state import STATE_NAMES

SOURCE = Path(sanssouci.friedrich.__file__).parent
ROOT = Path(__file__).parents[2]
ENGLISH = messages.catalogue()


def source() -> str:
    return "\n".join(path.read_text(encoding="utf-8") for path in sorted(SOURCE.rglob("*.py")))


def test_every_refusal_has_a_sentence_and_every_sentence_a_refusal() -> None:
    code = source()
    used = set(re.findall(r'refuse\(\s*"([a-z_]+)"', code)) | set(re.findall(r'Refusal\(\s*"([a-z_]+)"', code))
    used |= {key for pair in re.findall(r'"([a-z_]+)" if [^\n]*? else "([a-z_]+)"', code) for key in pair
             if f"refusal.{key}" in ENGLISH}  # fmt: skip
    for start in re.findall(r'refuse\(f"([a-z_]+)_\{what\}"', code):
        used |= {f"{start}_end", f"{start}_enter"}
    written = {key.removeprefix("refusal.") for key in ENGLISH if key.startswith("refusal.")}
    assert used - written == set()
    assert written - used == set()


def test_every_event_has_a_sentence_and_every_sentence_an_event() -> None:
    """And the documentation names them all; two sentences gather several events: a walk, the troops one receives."""
    told = set(re.findall(r'(?:tell(?:_some)?\(\s*s|declined\(s, [a-z]+), "([a-z_]+)"', source()))
    told |= {"draw", "draw_short", "gives_up", "draw_combat"}  # chosen where they are told
    assert len(told) > 50
    written = {key.removeprefix("event.") for key in ENGLISH if key.startswith("event.")}
    assert written - {"walk", "received_more"} == told
    page = (ROOT / "docs" / "view.md").read_text(encoding="utf-8")
    named = re.search(r"The keys: `([a-z_\s]+)`", page)
    assert named and set(named.group(1).split()) == told


@pytest.mark.parametrize("card", FATE)
def test_every_fate_card_has_its_text(card: str) -> None:
    assert f"fate.title.{card}" in ENGLISH
    if card.isdigit():
        for suit in "SCHD":
            assert len(ENGLISH[f"fate.{card}.{suit}"]) > 20
    else:
        assert len(ENGLISH[f"fate.{card}"]) > 40


def below(start: str) -> set[str]:
    """The keys of the catalogue that begin with this."""
    return {key for key in ENGLISH if key.startswith(start)}


def test_states_and_options_have_words_and_no_others() -> None:
    assert below("state.") == {f"state.{state}" for state in STATE_NAMES}
    values = {f"option.{name}.{str(value).lower()}" for name, found in OPTION_VALUES.items() for value in found}
    assert below("option.") == {f"option.{name}" for name in OPTION_VALUES} | values


def test_names_have_words() -> None:
    for kind, names in (("general", GENERALS), ("nation", NATIONS), ("role", ROLES), ("fate", FATE)):
        for name in names:
            assert f"name.{kind}.{name}" in ENGLISH
    for piece in PIECES[len(GENERALS) :]:
        assert f"name.piece.{piece}" in ENGLISH
    for scenario in SCENARIOS:
        assert f"name.scenario.{scenario}" in ENGLISH


def test_names_are_shown_as_people_write_them() -> None:
    assert messages.name("city", "breslau") == "Breslau"
    assert messages.name("city", "koenigsberg-neumark") == "Königsberg (Neumark)"
    assert messages.name("card", "10D") == "10♦"
    assert messages.name("card", "R/2") == "Reserve/2"
    assert messages.name("piece", "austria-train-2") == "the second Austrian train"
    assert messages.name("general", "ehrensvaerd") == "Ehrensvärd"
    assert len({messages.name("city", city) for city in CITY_IDS}) == len(CITY_IDS)


def test_numbers_take_their_word() -> None:
    assert messages.show(1, "troop|troops") == "1 troop"
    assert messages.show(5, "troop|troops") == "5 troops"
    assert "0 trains" not in messages.render(
        "event.recruited", {"nation": "austria", "troops": 2, "trains": 0, "price": 12, "paid": 13, "total": 9}
    )


def test_what_only_some_may_know_is_left_out_for_the_others() -> None:
    public = {"nation": "russia", "count": 2, "backs": {"1": 2}}
    assert messages.render("event.draw", public) == "Russia draws 2 cards"
    secret = messages.render("event.draw", {**public, "cards": ["13S/1", "R/1"]})
    assert secret == "Russia draws 2 cards: 13♠/1 and Reserve/1"


def test_a_language_that_is_not_there_is_english() -> None:
    """Whatever is asked for, an answer comes, and no file outside of the catalogue is looked at."""
    assert "en" in messages.languages()
    assert messages.render("refusal.over", {}, "xx") == messages.render("refusal.over", {})
    assert messages.catalogue("../../../etc/passwd") == ENGLISH


def test_sentences_have_no_stray_blanks() -> None:
    for key, text in ENGLISH.items():
        assert "  " not in text and text == text.strip(), key


def test_no_refusal_of_a_position_carries_words_of_one_language() -> None:
    """Every reason has a key of its own, in every language, with the same fields: none is filled in as a sentence."""
    keys = [key for key in ENGLISH if key.startswith("position.")]
    assert len(keys) > 60
    for language in messages.languages():
        said = messages.catalogue(language)
        assert [key for key in keys if "{reason}" in said[key]] == []
    with pytest.raises(problems.BadPosition) as broken:
        loads('{"format": ')
    assert problems.sentence(broken.value.key, broken.value.arguments, "it").startswith("questa non è una posizione")
