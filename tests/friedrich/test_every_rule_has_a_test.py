"""Every numbered rule, ruling, state, option, fate version and test vector is named by at least one test.

A rule counts as named when its number stands in the name or in the docstring of a test function.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

HERE = Path(__file__).parent
RULES = (HERE.parents[1] / "docs" / "rules" / "friedrich.md").read_text(encoding="utf-8")
#: Lemmas and the honour rule need no implementation of their own.
EXCEPTIONS = {"R9.10", "R12.6", "R12.7", "R5.10"}
SUITS = {"S": "♠", "C": "♣", "H": "♥", "D": "♦"}


def named() -> set[str]:
    """All tokens that name something, from test names and docstrings."""
    found: set[str] = set()
    for path in HERE.glob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.FunctionDef) or not node.name.startswith("test_"):
                continue
            text = ast.get_docstring(node) or ""
            found |= set(re.findall(r"R\d+\.\d+|OP-\d+|D-\d+|TV-\d+|ST\d+[a-i]?|Q\d+|\d+[♠♣♥♦]|\w+", text))
            match = re.match(r"test_r(\d+)_(\d+)_", node.name)
            if match:
                found.add(f"R{match[1]}.{match[2]}")
            match = re.match(r"test_(op|tv)_(\d+)_", node.name)
            if match:
                found.add(f"{match[1].upper()}-{match[2]}")
            match = re.match(r"test_q(\d+)_", node.name)
            if match:
                found.add(f"Q{match[1]}")
    return found


NAMED = named()


def missing(wanted: set[str]) -> list[str]:
    """What no test names."""
    return sorted(wanted - NAMED)


def test_every_numbered_rule_is_named() -> None:
    """Rules stand as **R4.9 …** at the start of a paragraph, or in the first column of a table."""
    rules = set(re.findall(r"^\*\*(R\d+\.\d+)\b", RULES, re.M)) | set(
        re.findall(r"^\| \*\*(R\d+\.\d+)\*\*", RULES, re.M)
    )
    assert len(rules) > 140, sorted(rules)
    assert missing(rules - EXCEPTIONS) == []


def test_every_question_of_the_digest_is_named() -> None:
    """Chapter 16: the FAQ digest."""
    questions = set(re.findall(r"^\| (Q\d+) \|", RULES, re.M))
    assert len(questions) == 17
    assert missing(questions) == []


def test_every_open_point_is_named() -> None:
    """Chapter 19: every ruling."""
    points = set(re.findall(r"^\* \*\*(OP-\d+)\*\*", RULES, re.M))
    assert len(points) == 94
    assert missing(points) == []


def test_every_further_ruling_is_named() -> None:
    """docs/rulings.md: every decision beyond the numbered rules."""
    page = (HERE.parents[1] / "docs" / "rulings.md").read_text(encoding="utf-8")
    rulings = set(re.findall(r"^\| (D-\d+) \|", page, re.M))
    assert len(rulings) >= 20
    assert missing(rulings) == []


def test_every_state_is_named() -> None:
    """Chapter 17.2: every state."""
    states = set(re.findall(r"^\| (ST\d+[a-i]?) ", RULES, re.M))
    assert len(states) > 40
    assert missing(states) == []


def test_every_test_vector_is_named() -> None:
    """Chapter 20: every vector has a test function of its number."""
    vectors = set(re.findall(r"^\*\*(TV-\d+)\b", RULES, re.M))
    assert len(vectors) == 84
    assert missing(vectors) == []


def test_every_option_is_named() -> None:
    """Chapter 18.2: every named option."""
    table = RULES[RULES.index("### 18.2") : RULES.index("## 19.")]
    options = set(re.findall(r"^\| `(\w+)` \|", table, re.M))
    assert len(options) == 16
    assert missing(options) == []


def test_every_fate_version_is_named() -> None:
    """Chapter 11.3: the 48 versions; chapter 11.2: the six strokes."""
    versions = {f"{number}{sign}" for number in range(1, 13) for sign in SUITS.values()}
    assert missing(versions) == []
    assert missing({"ELISABETH", "SWEDEN", "INDIA", "AMERICA", "BUTE", "POEMS"}) == []
