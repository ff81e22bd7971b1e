"""The state is described once (`rules/fields.py`); class, copy, pack, view and positions follow from it."""

from __future__ import annotations

import importlib.util
import json
import random
from pathlib import Path
from types import ModuleType
from typing import Any, cast

import pytest

from sanssouci.friedrich import Game
from sanssouci.friedrich.files.pack import contents, pack, unpack
from sanssouci.friedrich.files.position_codecs import SECTIONS, SPARSE, write_section
from sanssouci.friedrich.rules import fields
from sanssouci.friedrich.rules.fields import ARRAYS, EVERYBODY, FIELDS, Array, Field, Row

ROOT = Path(__file__).resolve().parents[2]
MADE = ROOT / "src" / "sanssouci" / "friedrich" / "rules" / "state_made.py"


def maker() -> ModuleType:
    """`tools/make_state.py` as a module of its own."""
    spec = importlib.util.spec_from_file_location("make_state", ROOT / "tools" / "make_state.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_class_is_what_the_description_makes() -> None:
    """The kept file is what the tool writes; after a change of the fields it must be made again."""
    assert maker().made() == MADE.read_text(encoding="utf-8")


def test_a_field_without_an_answer_who_may_know_it_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Secrecy is a column that cannot be left out, and nothing but one of the three answers fits into it."""
    with pytest.raises(TypeError, match="knows"):
        cast(Any, Field)("spies", 0)
    with pytest.raises(TypeError, match="knows"):
        cast(Any, Row)("SPIES", 7)
    with pytest.raises(TypeError, match="knows"):
        cast(Any, Array)("spies", "i64", 7, 0)
    tool = maker()
    monkeypatch.setattr(tool, "FIELDS", (*FIELDS, cast(Any, Field)("spies", 0, "stage.spies", "0..9")))
    with pytest.raises(SystemExit, match="spies: say who may know it"):
        tool.made()
    monkeypatch.setattr(tool, "FIELDS", (*FIELDS, Field("turn", 0, EVERYBODY, "turn")))
    with pytest.raises(SystemExit, match="turn is described twice"):
        tool.made()


def test_a_new_field_is_in_everything_that_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """Class, copy and empty state know it; what is public of a state only if everybody may know it."""
    tool = maker()
    before = tool.made()
    for knows, times in ((fields.EVERYBODY, 4), (fields.OWNER, 3), (fields.NO_SEAT, 3)):
        monkeypatch.setattr(tool, "FIELDS", (*FIELDS, Field("spies", 7, knows, "stage.spies", "0..9")))
        monkeypatch.setattr(tool, "GROUPS", (("Spies.", (tool.FIELDS[-1],)),))
        made = tool.made()
        assert "spies" not in before
        assert len([line for line in made.splitlines() if "spies" in line]) == times


@pytest.mark.parametrize("seed", range(4))
def test_views_begin_with_what_everybody_knows(seed: int) -> None:
    """A spectator's state has every public number as it is, and of the others what says nothing of the true one."""
    rng = random.Random(seed)
    game = Game.new(scenario="expert", seed=f"fields {seed}")
    for step in range(400):
        if game.result is not None:
            break
        if step % 20 == 0:
            true, seen = game.state, game.view(None).known_state
            plain = true.public()
            for field in FIELDS:
                if field.knows == EVERYBODY:
                    assert getattr(seen, field.name) == getattr(true, field.name), field.name
                else:
                    assert getattr(plain, field.name) == field.default, field.name
            for array in ARRAYS:
                if array.knows == EVERYBODY:
                    assert list(getattr(seen, array.name)) == list(getattr(true, array.name)), array.name
                at = 0
                for row in array.rows:
                    part = list(getattr(plain, array.name))[at : at + row.size]
                    if row.knows == EVERYBODY:
                        assert part == list(getattr(true, array.name))[at : at + row.size], row.name
                    else:
                        assert part == [0] * row.size, row.name
                    at += row.size
        game.choose(rng.choice(game.choices()))


def test_every_field_travels() -> None:
    """Packed and unpacked, and written into a position, every number comes back, whatever it is."""
    game = Game.new(seed="travels")
    s = game.state
    for i, field in enumerate(FIELDS):
        setattr(s, field.name, 1000 + i)
    assert contents(unpack(pack(s))) == contents(s)
    assert contents(s.copy()) == contents(s)


def test_every_field_has_a_place_in_positions() -> None:
    """The path that `fields` names is one that positions have, or would have (`sparse`) if something were under way."""
    position = json.loads(json.dumps(Game.new(seed="places").position()))
    for field in FIELDS:
        section, *rest = field.path.split(".")
        assert section in position, field.name
        if rest and section not in SPARSE and position[section] is not None:
            assert rest[0] in position[section], field.name
    s = Game.new(seed="places").state
    for section in SPARSE:
        for name, field, _ in SECTIONS[section]:
            setattr(s, field.name, 1)
            assert write_section(s, section)[name] not in (None, [], 0), field.name
