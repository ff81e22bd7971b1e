"""All tables and procedures by name, in the order of the sheet."""

from __future__ import annotations

import importlib
import pkgutil

from . import resolvers
from .question import Table
from .words import Refusal


def _found() -> list[Table]:
    """Every table that a module of `resolvers` describes, by its number on the sheet."""
    tables = []
    for module in pkgutil.iter_modules(resolvers.__path__):
        known = vars(importlib.import_module(f"{resolvers.__name__}.{module.name}"))
        tables += [one for one in known.values() if isinstance(one, Table)]
    return sorted(tables, key=lambda one: [int(part) for part in one.section.split(".")])


TABLES: dict[str, Table] = {one.name: one for one in _found()}


def table(name: str) -> Table:
    """The table of that name."""
    import difflib

    found = everything().get(name)
    if found is None:
        close = difflib.get_close_matches(name, everything(), 1)
        if close:
            raise Refusal("bad.table_close", None, name=name, close=close[0])
        raise Refusal("bad.table", None, name=name, tables=", ".join(everything()))
    return found


def everything() -> dict[str, Table]:
    """Tables and procedures."""
    from .procedures import PROCEDURES

    return {**TABLES, **PROCEDURES}
