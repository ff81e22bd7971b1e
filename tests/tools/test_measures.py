"""`tools/measures.py` counts what it says, and the house keeps what was reached."""

from __future__ import annotations

from measures import measure, sources_of

SMALL = {
    "a/__init__.py": "",
    "a/one.py": "from typing import Any\n\ndef f(x: Any) -> None:\n    from sanssouci.a import two\n",
    "a/two.py": "from __future__ import annotations\nif False:\n    from .three import g\n",
    "a/three.py": "import sanssouci.a.one\n\ndef g() -> None:\n    pass\n",
    "b.py": "from sanssouci.a.one import f\n",
    "friedrich/parse.py": '"""What\n\nwords."""\n\nimport re\n\n# of\nVERBS = """\nmove\n"""  # or\n',
    "friedrich/rules/state_made.py": "A = 1\n",
}


def test_what_is_counted() -> None:
    """Imports inside functions and under conditions count; who only uses a loop does not lie on it."""
    told = measure(SMALL)
    assert told.lines == {"a": 11, ".": 1, "friedrich": 11}
    assert told.code == {"a": 4, ".": 0, "friedrich": 4}
    assert told.rebuilt == {"orders and menus": 3}, "without docstrings, comments, imports and what a program writes"
    assert told.anys["a"] == 2
    assert told.loops == [["a.one", "a.three", "a.two"]]
    assert told.longest_module == (10, "friedrich/parse.py")
    assert told.longest_function == (2, "a/three.py g")


def test_the_house_keeps_what_was_reached() -> None:
    """No module over 400 lines, fewer than 60 `Any` at the table, and no loop there."""
    told = measure(sources_of(None))
    assert told.longest_module[0] <= 400, told.longest_module
    assert told.anys["table"] < 60
    assert [loop for loop in told.loops if any(name.startswith("table") for name in loop)] == []
