"""Every language says everything: same keys, same arguments as the English catalogues."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parents[2]
CATALOGUES = [
    "src/sanssouci/friedrich/messages",
    "src/sanssouci/table/messages",
    "web/src/i18n",
]
FIELD = re.compile(r"\{([a-z_]*)")


def sentences(folder: str, language: str) -> dict[str, str]:
    """The catalogue of a language in a folder."""
    found: dict[str, str] = json.loads((HERE / folder / f"{language}.json").read_text(encoding="utf-8"))
    return found


def pairs() -> list[tuple[str, str]]:
    """Every folder with every language but English."""
    return [
        (folder, path.stem)
        for folder in CATALOGUES
        for path in sorted((HERE / folder).glob("??.json"))
        if path.stem != "en"
    ]


def test_italian_is_there() -> None:
    """Italian is promised everywhere."""
    assert {folder for folder, language in pairs() if language == "it"} == set(CATALOGUES)


@pytest.mark.parametrize(("folder", "language"), pairs())
def test_no_key_is_missing_or_too_many(folder: str, language: str) -> None:
    """A missing key would be shown in English, a surplus one never."""
    english, other = sentences(folder, "en"), sentences(folder, language)
    assert sorted(set(english) - set(other)) == []
    assert sorted(set(other) - set(english)) == []


@pytest.mark.parametrize(("folder", "language"), pairs())
def test_the_arguments_are_the_same(folder: str, language: str) -> None:
    """A sentence uses exactly the arguments of the English one."""
    english, other = sentences(folder, "en"), sentences(folder, language)
    wrong = [key for key, sentence in english.items() if set(FIELD.findall(sentence)) != set(FIELD.findall(other[key]))]
    assert wrong == []
