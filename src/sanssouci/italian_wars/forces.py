"""Forces: units, Captains, and what the charts ask about them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from .fields import MOST_SP
from .sheet import Sheet
from .words import Refusal, Text, say

CLASSES = ("V", "S", "N", "R")
#: more than any army of the period needs, few enough for exact odds while one waits
MOST_UNITS = 40
MOST_CAPTAINS = 20
RANKS = ("captain_general", "first_captain", "captain")


@dataclass(frozen=True)
class Unit:
    """A unit: strength, type, Quality (combat), Reliability class (elsewhere), demoralised or not."""

    id: str
    type: str
    sp: int
    quality: int | None = None
    reliability: str | None = None
    demoralised: bool = False
    firearms: bool = False

    @property
    def name(self) -> Text:
        """The unit as players point at it."""
        return say("unit.name", id=self.id, sp=self.sp)


@dataclass(frozen=True)
class Captain:
    """A Captain: rank, printed Initiative, stars, Siege ability."""

    name: str
    rank: str = "captain"
    initiative: int | None = None
    stars: int = 0
    siege: bool = False
    eliminated: bool = False


@dataclass(frozen=True)
class Force:
    """Everything under one command. `quality` is the Force's Quality by rules 12.1, stated by the players."""

    name: str
    units: tuple[Unit, ...]
    captains: tuple[Captain, ...] = ()
    quality: int | None = None
    disorganised: bool = False
    admin_march: bool = False
    order: str = "none"
    traits: Mapping[str, Mapping[str, Any]] = field(default_factory=dict, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any], sheet: Sheet, name: str = "") -> Force:
        """A Force from JSON; refuses what cannot be with the field and the reason."""
        name = _text(raw, "name", name or "Force")
        _known(raw, name, ("name", "units", "captains", "quality", "disorganised", "admin_march", "order"))
        units_raw, captains_raw = raw.get("units", []), raw.get("captains", [])
        for label, listed in (("units", units_raw), ("captains", captains_raw)):
            if not isinstance(listed, (list, tuple)) or not all(isinstance(one, Mapping) for one in listed):
                raise Refusal("bad.force_list", None, force=name, field=label)
        if not 1 <= len(units_raw) <= MOST_UNITS or len(captains_raw) > MOST_CAPTAINS:
            raise Refusal("bad.force_size", None, force=name)
        traits = sheet["units"]["types"]
        units = tuple(_unit(one, name, index, traits) for index, one in enumerate(units_raw, 1))
        if len({unit.id for unit in units}) != len(units):
            raise Refusal("bad.force_twice", None, force=name)
        captains = tuple(_captain(one, name, index) for index, one in enumerate(captains_raw, 1))
        order = raw.get("order") or "none"
        if order != "none" and order not in sheet["orders"]["orders"]:
            raise Refusal("bad.force_field", None, force=name, field="order", value=str(order))
        return cls(
            name, units, captains, _number(raw, name, "quality", 0, 3, None), _flag(raw, name, "disorganised"),
            _flag(raw, name, "admin_march"), order, traits,
        )  # fmt: skip

    def as_json(self) -> dict[str, Any]:
        """The Force as a roster writes it, defaults left out."""
        units = []
        for one in self.units:
            entry: dict[str, Any] = {"id": one.id, "type": one.type, "sp": one.sp}
            entry |= {k: v for k in ("quality", "reliability") if (v := getattr(one, k)) is not None}
            entry |= {"demoralised": True} if one.demoralised else {}
            entry |= {"firearms": True} if one.firearms and not self.traits[one.type].get("firearms") else {}
            units.append(entry)
        captains = []
        for chief in self.captains:
            entry = {"name": chief.name, "rank": chief.rank}
            entry |= {"initiative": chief.initiative} if chief.initiative is not None else {}
            entry |= {"stars": chief.stars} if chief.stars else {}
            entry |= {name: True for name in ("siege", "eliminated") if getattr(chief, name)}
            captains.append(entry)
        found: dict[str, Any] = {"name": self.name, "units": units, "captains": captains}
        found |= {"quality": self.quality} if self.quality is not None else {}
        found |= {name: True for name in ("disorganised", "admin_march") if getattr(self, name)}
        return found | ({"order": self.order} if self.order != "none" else {})

    # --- what the charts ask ---------------------------------------------------------------

    def trait(self, unit: Unit, name: str) -> Any:
        """What the type of a unit says about it: arm, heavy, swiss_landsknechts …"""
        return self.traits[unit.type].get(name)

    @property
    def alive(self) -> tuple[Unit, ...]:
        """Units that still have strength."""
        return tuple(unit for unit in self.units if unit.sp > 0)

    def sp(self, *arms: str, good: bool | None = None, trait: str | None = None) -> int:
        """Strength of these arms (all without artillery if none is named), only good or demoralised if asked."""
        wanted = arms or ("infantry", "cavalry")
        return sum(
            unit.sp
            for unit in self.alive
            if self.trait(unit, "arm") in wanted
            and (good is None or unit.demoralised != good)
            and (trait is None or self.trait(unit, trait))
        )

    def has(self, trait: str, good: bool | None = None) -> bool:
        """Whether some unit has that trait."""
        return any(self.trait(u, trait) and (good is None or u.demoralised != good) for u in self.alive)

    @property
    def artillery(self) -> tuple[Unit, ...]:
        """The artillery units."""
        return tuple(unit for unit in self.alive if self.trait(unit, "arm") == "artillery")

    @property
    def firearm_units(self) -> tuple[Unit, ...]:
        """Infantry with firearms."""
        return tuple(unit for unit in self.alive if unit.firearms and self.trait(unit, "arm") == "infantry")

    @property
    def chiefs(self) -> tuple[Captain, ...]:
        """Captains not eliminated, the first in command first."""
        return tuple(sorted((c for c in self.captains if not c.eliminated), key=lambda c: RANKS.index(c.rank)))

    @property
    def star(self) -> bool:
        """Whether the First Captain has a star."""
        return bool(self.chiefs) and self.chiefs[0].stars > 0

    def stated_quality(self) -> int:
        """The Force's Quality (rules 12.1): stated, or the one all its units share."""
        if self.quality is not None:
            return self.quality
        shared = {unit.quality for unit in self.alive if self.trait(unit, "arm") != "artillery"}
        only = shared.pop() if len(shared) == 1 else None
        if only is None:
            raise Refusal("refuse.force_quality", "6", force=self.name)
        return only

    def elite_types(self, quality: int, least: int) -> int:
        """How many unit types have this Quality with at least so many SP together (O-g)."""
        strength: dict[str, int] = {}
        for unit in self.alive:
            if unit.quality == quality and self.trait(unit, "arm") != "artillery":
                strength[unit.type] = strength.get(unit.type, 0) + unit.sp
        return sum(sp >= least for sp in strength.values())

    def mostly_gendarmes(self) -> bool:
        """Whether most of its cavalry units are gendarmes (Table 3)."""
        cavalry = [unit for unit in self.alive if self.trait(unit, "arm") == "cavalry"]
        return 2 * sum(bool(self.trait(unit, "gendarmes")) for unit in cavalry) > len(cavalry)

    # --- changes, each a new Force ---------------------------------------------------------

    def unit(self, id_: str) -> Unit:
        """The unit of that name."""
        for one in self.units:
            if one.id == id_:
                return one
        raise Refusal("bad.no_unit", None, force=self.name, unit=id_)

    def with_unit(self, id_: str, **changed: Any) -> Force:
        """The Force with one unit changed."""
        return replace(self, units=tuple(replace(u, **changed) if u.id == id_ else u for u in self.units))

    def without_captain(self, name: str) -> Force:
        """The Force with one Captain eliminated."""
        return replace(
            self, captains=tuple(replace(c, eliminated=True) if c.name == name else c for c in self.captains)
        )


def _known(raw: Mapping[str, Any], force: str, names: Iterable[str]) -> None:
    for name in raw:
        if name not in names:
            raise Refusal("bad.force_unknown", None, force=force, field=str(name))


def _text(raw: Mapping[str, Any], name: str, default: str) -> str:
    value = raw.get(name, default)
    if not isinstance(value, str) or not value.strip() or len(value) > 80:
        raise Refusal("bad.force_field", None, force=default, field=name, value=str(value)[:40])
    return value.strip()


def _number(raw: Mapping[str, Any], force: str, name: str, low: int, high: int, default: int | None) -> int | None:
    value = raw.get(name, default)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise Refusal("bad.force_number", None, force=force, field=name, value=str(value)[:40], low=low, high=high)
    return value


def _flag(raw: Mapping[str, Any], force: str, name: str, default: bool = False) -> bool:
    value = raw.get(name, default)
    if not isinstance(value, bool):
        raise Refusal("bad.force_field", None, force=force, field=name, value=str(value)[:40])
    return value


def _unit(raw: Mapping[str, Any], force: str, index: int, traits: Mapping[str, Any]) -> Unit:
    _known(raw, force, ("id", "type", "sp", "quality", "reliability", "demoralised", "firearms"))
    kind = raw.get("type")
    if not isinstance(kind, str) or kind not in traits:
        raise Refusal("bad.unit_type", None, force=force, value=str(kind)[:40], types=", ".join(traits))
    sp = _number(raw, force, "sp", 0, MOST_SP, None)
    if sp is None:
        raise Refusal("bad.force_number", None, force=force, field="sp", value="-", low=0, high=MOST_SP)
    reliability = raw.get("reliability")
    if reliability is not None and reliability not in CLASSES:
        raise Refusal("bad.force_field", None, force=force, field="reliability", value=str(reliability)[:40])
    quality = _number(raw, force, "quality", 0, 3, None)
    armed = _flag(raw, force, "firearms", bool(traits[kind].get("firearms")))
    if armed and traits[kind]["arm"] != "infantry":
        raise Refusal("refuse.firearm_arm", "1.2", force=force, type=say(f"value.{kind}"))
    return Unit(
        _text(raw, "id", f"{kind}-{index}"),
        kind,
        sp,
        quality,
        reliability,
        _flag(raw, force, "demoralised"),
        armed,
    )


def _captain(raw: Mapping[str, Any], force: str, index: int) -> Captain:
    _known(raw, force, ("name", "rank", "initiative", "stars", "siege", "eliminated"))
    rank = raw.get("rank", "captain")
    if rank not in RANKS:
        raise Refusal("bad.force_field", None, force=force, field="rank", value=str(rank)[:40])
    return Captain(
        _text(raw, "name", f"Captain {index}"), rank, _number(raw, force, "initiative", 0, 9, None),
        _number(raw, force, "stars", 0, 9, 0) or 0, _flag(raw, force, "siege"), _flag(raw, force, "eliminated"),
    )  # fmt: skip
