"""Sentences as they must be said; `web/test/voice.test.mjs` has the page say the same."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from sixlanguages import spoken

from sanssouci.friedrich import messages
from sanssouci.voice import Speaker

GOLDEN = json.loads(Path(__file__).with_name("golden.json").read_text("utf-8"))


def exact(value: Any) -> Any:
    """JSON has no fractions: `1/3` is one."""
    return Fraction(value) if isinstance(value, str) and value == "1/3" else value


@pytest.mark.parametrize("case", GOLDEN["grammar"], ids=lambda case: f"{case['language']}: {case['said'][:40]}")
def test_the_grammar(case: dict[str, Any]) -> None:
    arguments = {name: exact(value) for name, value in case["arguments"].items()}
    speaker = Speaker(spoken(case["language"]), case.get("words", {}))
    assert speaker.fill(case["sentence"], arguments) == case["said"]


@pytest.mark.parametrize("case", GOLDEN["game"], ids=lambda case: f"{case['language']}: {case['key']}")
def test_the_game(case: dict[str, Any]) -> None:
    assert messages.render(case["key"], case["arguments"], case["language"]) == case["said"]
