"""Whole procedures (chapter 9, point 3): several tables in their order, with dice and decisions."""

from __future__ import annotations

from ..question import Table
from . import assault_run, battle_run, march_run, pursuit_run, siege_run, turn_run

PROCEDURES: dict[str, Table] = {
    procedure.name: procedure
    for procedure in (
        assault_run.PROCEDURE,
        siege_run.PROCEDURE,
        battle_run.PROCEDURE,
        pursuit_run.PROCEDURE,
        march_run.PROCEDURE,
        turn_run.PROCEDURE,
    )
}
