"""All tables and procedures by name, in the order of the sheet."""

from __future__ import annotations

from .question import Table
from .resolvers import (
    artillery,
    assault,
    attrition,
    captain,
    charge,
    chits,
    digests,
    discipline,
    loc,
    optional,
    orders,
    pursuit,
    terrain,
    zoc,
)
from .words import Refusal

TABLES: dict[str, Table] = {
    table.name: table
    for table in (
        terrain.TABLE,
        artillery.TABLE,
        charge.TABLE,
        discipline.DISCIPLINE,
        discipline.RECOVERY,
        pursuit.TABLE,
        zoc.TABLE,
        assault.TABLE,
        optional.TABLE,
        loc.TABLE,
        orders.TABLE,
        attrition.TABLE,
        chits.TABLE,
        captain.TABLE,
        digests.UNITS,
        digests.WEATHER_TABLE,
    )
}


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
