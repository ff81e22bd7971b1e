"""No language speaks another one's words: frequent words that each language has for itself alone."""

from __future__ import annotations

import re

import pytest

from sanssouci import voice

#: words that a text of any length holds, and that none of the other languages writes
STOP_WORDS = {
    "en": "the and of with this that which from are you your they must cannot into",
    "it": "gli della delle degli dello nella nelle sono questo questa anche perché può più che",
    "pl": "się jest oraz przez może lub tylko który która które albo dla jego każdy",
    "es": "el para pero cuando donde puede más ningún ninguna también hay esta este",
    "de": "der und nicht ist das eine einen kann wird oder auch wenn dem werden",
    "fr": "et dans pour avec vous peut cette être aux leur où sont est",
}


def foreign(language: str, text: str) -> set[str]:
    """The words of a text that only other languages use."""
    others = {word for code, words in STOP_WORDS.items() if code != language for word in words.split()}
    return set(re.findall(r"[^\W\d_]+", text.lower())) & (others - set(STOP_WORDS[language].split()))


def said(language: str) -> dict[str, str]:
    """Everything that a language says, by key; the rules by line. What stands in braces is for the program."""
    found = {
        f"{room}{key}": re.sub(r"\{\w+(?::\w*)?\}", " ", text)
        for room in ("", "charts", "help")
        for key, text in voice.catalogue(language, room).items()
    }
    lines = enumerate(voice.page(language, "rules.md").splitlines(), 1)
    return found | {f"rules.md:{n}": re.sub(r"\{[\w.-]+\}", " ", line) for n, line in lines}


def test_the_lists_have_no_word_in_common() -> None:
    words = [word for several in STOP_WORDS.values() for word in several.split()]
    assert len(words) == len(set(words))
    assert set(voice.languages()) <= set(STOP_WORDS), "a language lacks its list"


@pytest.mark.parametrize("language", voice.languages())
def test_no_sentence_holds_words_of_another_language(language: str) -> None:
    own = STOP_WORDS[language].split()
    everything = said(language)
    spoken = " ".join(everything.values()).lower()
    assert all(re.search(rf"\b{word}\b", spoken) for word in own[:3]), "these are no frequent words"
    assert {key: found for key, text in everything.items() if (found := foreign(language, text))} == {}
