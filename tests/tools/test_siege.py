"""The siege goes on where it stopped, and hides nothing that fell."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tools"))
import siege  # noqa: E402


def test_what_was_promised_is_thrown() -> None:
    amount = {name: part.stones * part.amount for name, part in siege.PARTS.items()}
    assert amount["kill-sqlite"] == 1_000 and amount["kill-postgres"] == 200
    assert amount["worlds"] == 100_000 and amount["timed"] == 2_000
    assert {"network", "half-open", "outages", "clocks"} <= set(amount)
    for part in siege.PARTS.values():
        for test in part.tests:
            path, _, name = test.partition("::")
            assert f"def {name}" in (ROOT / path).read_text()


def test_every_number_of_a_part_is_read_by_its_test() -> None:
    for part in siege.PARTS.values():
        text = "".join((ROOT / test.split("::")[0]).read_text() for test in part.tests)
        for name in part.environment:
            assert name in text or name == "SANSSOUCI_TEST_DATABASES", f"{name} changes nothing"


def test_it_goes_on_where_it_stopped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept, seen = tmp_path / "stones.jsonl", []

    def by(part: siege.Part, number: int) -> tuple[bool, str]:
        seen.append(number)
        if len(seen) == 2:
            raise KeyboardInterrupt
        return number != 3, "why"

    with pytest.raises(KeyboardInterrupt):
        siege.besiege(["kill-postgres"], "v1", 60, kept, by)
    assert seen == [1, 2]
    assert not siege.besiege(["kill-postgres"], "v1", 60, kept, by), "the third stone fell"
    assert seen == [1, 2, 2, 3, 4]
    assert siege.besiege(["kill-postgres"], "v1", 60, kept, by) and len(seen) == 5, "nothing is thrown twice"
    assert siege.besiege(["memory"], "v1", 0, kept, by) and len(seen) == 5, "no time, no stone"
    stones = [json.loads(line) for line in kept.read_text().splitlines()]
    assert [(one["stone"], one["said"]) for one in stones if not one["stood"]] == [(3, "why")]
    assert all(one["said"] == "why" for one in stones), "what was measured is kept where the table stood, too"
    assert "kill-postgres: 200 of 200 SIGKILLs, 1 of 4 stones fell" in "\n".join(siege.report("v1", kept))
    assert "kill-postgres: 0 of 200" in "\n".join(siege.report("v2", kept)), "another version is another siege"
    assert "FELL" in capsys.readouterr().out
