"""From two Forces to the inputs of a table: nothing of a roster is left to be counted by hand."""

from __future__ import annotations

from typing import Any

from .forces import Force
from .sheet import Sheet
from .words import Refusal

#: table → the roles of the Forces it is asked about
ROLES = {
    "assault": ("attacker", "defender"),
    "optional": ("attacker", "defender"),
    "artillery": ("attacker", "defender"),
    "pursuit": ("attacker", "defender"),
    "attrition": ("attacker",),
}


def inputs_for(table: str, attacker: Force, defender: Force | None, sheet: Sheet) -> dict[str, Any]:
    """The inputs of `table` that the Forces decide (the pursuers and the besiegers count as attacker)."""
    if table == "attrition":
        return {"sp": attacker.sp("infantry", "cavalry", "artillery"), "star": attacker.star}
    if defender is None:
        raise Refusal("bad.two_forces", None, table=table)
    if table == "artillery":
        return {
            "sp": sum(unit.sp for unit in attacker.artillery),
            "siege_captain": any(chief.siege for chief in attacker.chiefs),
            "siege_artillery": attacker.has("siege"),
            "besieged_artillery_sp": defender.sp("artillery"),
        }
    if table == "pursuit":
        return {
            "cavalry_sp": attacker.sp("cavalry", good=True),
            "infantry_sp": attacker.sp("infantry", good=True),
            "star": attacker.star,
            "stradioti": attacker.has("stradioti", good=True),
            "artillery_sp": defender.sp("artillery"),
            "demoralised_sp": defender.sp(good=False),
            "good_sp": defender.sp(good=True),
        }
    if table == "assault":
        found = _assault("attacker", attacker) | _assault("defender", defender)
        found["defender_firearm_sp"] = sum(unit.sp for unit in defender.firearm_units)
        found["defender_admin_march"] = defender.admin_march
        return found
    return _optional("attacker", attacker, sheet) | _optional("defender", defender, sheet)


def _assault(side: str, force: Force) -> dict[str, Any]:
    return {
        f"{side}_sp": force.sp(),
        f"{side}_quality": force.stated_quality(),
        f"{side}_heavy_sp": force.sp(trait="heavy"),
        f"{side}_artillery_sp": force.sp("artillery"),
        f"{side}_star": force.star,
        f"{side}_sl": force.has("swiss_landsknechts"),
        f"{side}_disorganised": force.disorganised,
    }


def _optional(side: str, force: Force, sheet: Sheet) -> dict[str, Any]:
    general = force.chiefs[0] if force.chiefs else None
    if general is None or general.initiative is None:
        raise Refusal("refuse.no_general", "3.9", force=force.name)
    elite = sheet["optional"]["elite"]
    return {
        f"{side}_sp": force.sp(),
        f"{side}_initiative": general.initiative,
        f"{side}_stars": sum(chief.stars for chief in force.chiefs),
        f"{side}_cavalry_sp": force.sp("cavalry"),
        f"{side}_gendarmes": force.mostly_gendarmes(),
        f"{side}_artillery_sp": force.sp("artillery"),
        f"{side}_firearm_units": len(force.firearm_units),
        f"{side}_firearm_sp": sum(unit.sp for unit in force.firearm_units),
        f"{side}_elite_types": force.elite_types(elite["quality"], elite["sp"]),
        f"{side}_quality": force.stated_quality(),
    }
