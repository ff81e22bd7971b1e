"""A pytest plugin for `tools/mutants.py`: which test runs which lines, and how long each takes.

MUTANTS_WATCH=FOLDER MUTANTS_OUT=FILE pytest -p mutant_watch ...
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Generator
from pathlib import Path

import coverage
import pytest

SOURCES = sorted(Path(os.environ["MUTANTS_WATCH"]).glob("*.py"))
watch = coverage.Coverage(data_file=None, include=[str(path) for path in SOURCES], config_file=False)
seconds: dict[str, float] = {}


def pytest_configure() -> None:
    """From before the first import of the engine."""
    watch.start()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """One test function with all its parameters is one thing to be run again."""
    name = item.nodeid.split("[")[0]
    watch.switch_context(name)
    begun = time.process_time()
    try:
        return (yield)
    finally:
        seconds[name] = seconds.get(name, 0.0) + time.process_time() - begun
        watch.switch_context("")


def pytest_sessionfinish() -> None:
    """Write it down."""
    watch.stop()
    data = watch.get_data()
    lines: dict[str, dict[int, list[str]]] = {}
    for path in SOURCES:
        found = data.contexts_by_lineno(str(path))
        lines[path.stem] = {line: sorted(name for name in names if name) for line, names in found.items()}
    Path(os.environ["MUTANTS_OUT"]).write_text(json.dumps({"seconds": seconds, "lines": lines}), encoding="utf-8")
