"""What the manual shows works as shown."""

from __future__ import annotations

import json
import re
import shlex
from fractions import Fraction
from pathlib import Path

from typer.testing import CliRunner

from sanssouci.italian_wars.command import app
from sanssouci.italian_wars.options import Options, read_options
from sanssouci.italian_wars.roster import Roster
from sanssouci.italian_wars.sheet import standard

MANUAL = (Path(__file__).parents[2] / "docs" / "italian-wars.md").read_text(encoding="utf-8")


def block(language: str) -> str:
    found = re.search(rf"```{language}\n(.*?)```", MANUAL, re.S)
    assert found
    return found.group(1)


def test_the_commands_of_the_manual_run() -> None:
    lines = [line for line in block("").splitlines() if line.startswith("sanssouci charts")]
    assert len(lines) > 5
    whole = ""
    for line in lines:
        written = re.split(r"\s{4,}", line)[0].removeprefix("sanssouci charts").strip()
        if "..." in written:
            written = written.replace("assault ...", whole)
        elif written.startswith("assault"):
            whole = written
        result = CliRunner().invoke(app, shlex.split(written))
        assert result.exit_code == 0, (line, result.output)


def test_the_force_file_and_the_settings_of_the_manual(tmp_path: Path) -> None:
    assert Roster(json.loads(block("json")), standard()).force("french").stated_quality() == 2
    (tmp_path / "house.toml").write_text(block("toml"))
    assert Options(standard(), read_options(tmp_path / "house.toml")).changed() == {
        "assault.loser_rule": "ties_none", "rounding.half": "even",
    }  # fmt: skip


def test_the_python_of_the_manual(capsys: object) -> None:
    names: dict[str, object] = {}
    code = block("python")
    exec(code, names)
    answer = names["answer"]
    assert (answer.cell, answer.loser) == ("-- / 1D", "defender")  # type: ignore[attr-defined]
    line = next(line for line in code.splitlines() if line.startswith("odds("))
    assert eval(line.split("#")[0], names) == Fraction(11, 42)


def test_the_example_of_the_package() -> None:
    import doctest

    import sanssouci.italian_wars

    assert doctest.testmod(sanssouci.italian_wars).failed == 0
    assert doctest.testmod(sanssouci.italian_wars).attempted > 0
