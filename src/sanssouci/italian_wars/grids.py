"""Whole tables for reading: clean reprints from the data, reconstructed cells shown as such."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from .explain import band_text
from .sheet import Band, Sheet
from .words import Text, number, say, signed


@dataclass
class Printed:
    """One grid: a title, column heads, rows of texts, and which cells are reconstructed (row, column).

    The first of the heads says what goes down the side, `across` what all the others are columns of.
    """

    title: Text
    head: list[str]
    rows: list[list[str]]
    reconstructed: set[tuple[int, int]] = field(default_factory=set)
    across: Text | None = None

    def as_json(self, lang: str) -> dict[str, Any]:
        """For pages."""
        return {
            "title": self.title.render(lang),
            "across": self.across.render(lang) if self.across else "",
            "head": self.head,
            "rows": [
                [{"text": cell, "reconstructed": (r, c) in self.reconstructed} for c, cell in enumerate(row)]
                for r, row in enumerate(self.rows)
            ],
        }

    def as_text(self, lang: str) -> str:
        """For terminals; `~` marks a reconstructed cell."""
        shown = [self.head] + [
            [cell + ("~" if (r, c) in self.reconstructed else "") for c, cell in enumerate(row)]
            for r, row in enumerate(self.rows)
        ]
        widths = [max(len(row[c]) for row in shown) for c in range(len(self.head))]
        lines = [
            "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in shown
        ]
        title = self.title.render(lang) + (f" ({self.across.render(lang)})" if self.across else "")
        return "\n".join([title, *lines, ""])


def printed(name: str, sheet: Sheet, lang: str = "en") -> list[Printed]:
    """The grids of one table (or of the table behind a procedure's first step)."""
    title = say(f"table.{name}")
    maker = {
        "terrain": _terrain, "optional": _optional, "assault": _assault, "pursuit": _pursuit, "zoc": _zoc,
        "orders": _orders, "chits": _chits, "weather": _weather, "units": _units, "recovery": _discipline,
        "discipline": _discipline, "charge": _charge, "artillery": _artillery, "loc": _loc, "attrition": _attrition,
    }.get(name)  # fmt: skip
    return maker(sheet, lang, title) if maker else []


def notes(name: str, sheet: Sheet) -> list[Text]:
    """What in this table rests on a reconstruction (chapter 2)."""
    name = "discipline" if name == "recovery" else name
    if name not in ("captain",):
        return [say(f"lost.{one['lost']}") for one in sheet[name].get("reconstructed", [])]
    return []


def _edge(written: str, lang: str) -> str:
    return band_text(Band.read(written).label, lang) or written


def _plain(sheet: Sheet, name: str, lang: str, title: Text, across: Text, down: Text) -> Printed:
    table = sheet[name]
    head = [down.render(lang)] + [_edge(one, lang) for one in table["columns"]]
    rows = [
        [_edge(label, lang)] + [str(cell) for cell in row]
        for label, row in zip(table["rows"], table["cells"], strict=True)
    ]
    return Printed(title, head, rows, across=across)


def _loc(sheet: Sheet, lang: str, title: Text) -> list[Printed]:
    return [_plain(sheet, "loc", lang, title, say("grid.loc_hexes"), say("grid.dice"))]


def _attrition(sheet: Sheet, lang: str, title: Text) -> list[Printed]:
    return [_plain(sheet, "attrition", lang, title, say("grid.modified_die"), say("grid.force_size"))]


def _artillery(sheet: Sheet, lang: str, title: Text) -> list[Printed]:
    found = _plain(sheet, "artillery", lang, title, say("grid.artillery_sp"), say("grid.die"))
    found.reconstructed = {(3, 4), (3, 5)}
    return [found, _modifiers(sheet["artillery"]["modifiers"], lang)]


def _charge(sheet: Sheet, lang: str, title: Text) -> list[Printed]:
    found = _plain(sheet, "charge", lang, title, say("grid.cavalry_sp"), say("grid.die"))
    found.head.append("*  §")
    for row, label in zip(found.rows, sheet["charge"]["rows"], strict=True):
        row.append(sheet["charge"]["whole_row"].get(label, ""))
    found.reconstructed = {(1, 5), (9, 5)}
    return [found, _modifiers(sheet["charge"]["modifiers"], lang)]


def _modifiers(values: dict[str, Any], lang: str) -> Printed:
    rows = []
    for id_, value in values.items():
        shown = signed(value, lang) if isinstance(value, int) else say("grid.quality").render(lang)
        rows.append([id_, shown, say(f"mod.{id_}").render(lang)])
    return Printed(say("head.modifiers"), ["", "", ""], rows)


def _discipline(sheet: Sheet, lang: str, title: Text) -> list[Printed]:
    found = _plain(sheet, "discipline", lang, title, say("grid.check_column"), say("grid.die"))
    classes = sheet["discipline"]["reliability"]
    found.head[1:] = [f"{q} / {c}" for q, c in zip(sheet["discipline"]["columns"], classes, strict=True)]
    return [found]


def _pursuit(sheet: Sheet, lang: str, title: Text) -> list[Printed]:
    table = sheet["pursuit"]
    head = [say(f"grid.{one}").render(lang) for one in ("die", *table["columns"])]
    rows = [[_edge(label, lang), *row] for label, row in zip(table["rows"], table["cells"], strict=True)]
    return [Printed(title, head, rows)]


def _zoc(sheet: Sheet, lang: str, title: Text) -> list[Printed]:
    table = sheet["zoc"]
    row = [say("grid.modifier").render(lang), *(signed(value, lang) for value in table["modifier"])]
    return [Printed(title, [say("grid.initiative").render(lang), *table["initiative"]], [row])]


def _assault(sheet: Sheet, lang: str, title: Text) -> list[Printed]:
    table = sheet["assault"]
    labels = [_edge(one, lang) for one in table["rows"]]
    die = say("grid.die").render(lang)
    cells = Printed(title, [die, *table["columns"]], [[a, *row] for a, row in zip(labels, table["cells"], strict=True)])
    cells.across = say("grid.quality_differential")
    middle = table["differential"]["column_at_zero"]
    lowest, highest = table["differential"]["lowest"], table["differential"]["highest"]
    edges = []
    for key, shift in (
        ("grid.favourable", 0),
        ("grid.unfavourable", table["differential"]["unfavourable_shift"]),
    ):
        row = [say(key).render(lang)]
        for column in range(1, len(table["columns"]) + 1):
            differential = column - middle - shift
            text = signed(differential, lang)
            if differential in (lowest, highest):
                text = say("band.less" if differential == lowest else "band.more", number=text).render(lang)
            row.append(text if lowest <= differential <= highest else "")
        edges.append(row)
    heads = Printed(say("grid.differential"), ["", *table["columns"]], edges)
    losers = Printed(
        say("grid.losers"),
        [die, *table["columns"]],
        [[a, *row.lower()] for a, row in zip(labels, table["loser"], strict=True)],
    )
    for r, row in enumerate(table["loser"]):
        losers.reconstructed |= {(r, c + 1) for c, mark in enumerate(row) if mark.isupper()}
    return [heads, cells, losers]


def _optional(sheet: Sheet, lang: str, title: Text) -> list[Printed]:
    table = sheet["optional"]
    first = table["initiative"]
    one = Printed(
        say("grid.table1"), [say("grid.die").render(lang), *(_edge(c, lang) for c in first["columns"])],
        [[r, *(str(cell) for cell in row)] for r, row in zip(first["rows"], first["cells"], strict=True)],
        across=say("grid.general_initiative"),
    )  # fmt: skip
    ratios = [(number(Fraction(band["from"]), lang) + ":1", str(band["value"])) for band in table["ratio"]]
    pips = say("grid.pips").render(lang)
    two = Printed(
        say("grid.table2"), [say("grid.ratio").render(lang), *(r for r, _ in ratios)], [[pips, *(v for _, v in ratios)]]
    )
    lines = []
    for line, written in table["cavalry"].items():
        shown = [_edge(band, lang) for band in written]
        lines.append([say(f"cavalry.{line}").render(lang), *shown, *[""] * (5 - len(shown))])
    three = Printed(say("grid.table3"), [say("grid.terrain_class").render(lang), *map(str, range(5))], lines)
    three.across = say("grid.die_modifier")
    rows = []
    for row, cell in table["results"].items():
        loser = "" if cell.startswith("reroll") else "a" if int(row) <= table["attacker_loses_up_to"] else "d"
        shown_cell = f"{say('grid.reroll').render(lang)} {cell.split()[1]}" if not loser else cell
        rows.append([signed(int(row), lang), shown_cell, loser])
    head = [say(f"grid.{one}").render(lang) for one in ("die", "percent", "loser")]
    four = Printed(title, head, rows)
    four.reconstructed = {(r, 2) for r, row in enumerate(rows) if int(row[0]) in table["ties"]}
    return [one, two, three, four]


def _terrain(sheet: Sheet, lang: str, title: Text) -> list[Printed]:
    found = []
    for part in ("hexes", "hexsides"):
        entries = sheet["terrain"][part]
        facts = list(next(iter(entries.values())))
        corner = "hex" if part == "hexes" else "hexside"
        head = [say(f"grid.{one}").render(lang) for one in (corner, *facts)]
        rows = [
            [say(f"value.{id_}").render(lang), *(_fact(entry[fact], lang) for fact in facts)]
            for id_, entry in entries.items()
        ]
        found.append(Printed(title if part == "hexes" else say("grid.hexsides"), head, rows))
    return found


def _fact(value: Any, lang: str) -> str:
    if value is None:
        return "–"
    if isinstance(value, bool):
        return say("value.yes" if value else "value.no").render(lang)
    if isinstance(value, str):
        return say(f"grid.{value}").render(lang)
    return number(Fraction(value), lang)


def _orders(sheet: Sheet, lang: str, title: Text) -> list[Printed]:
    entries = sheet["orders"]["orders"]
    facts = ("major_new", "major_change", "minor_new", "minor_change", "activations")
    rows = []
    for id_, entry in entries.items():
        row = [say(f"value.{id_}").render(lang)]
        for fact in facts:
            value = entry[fact]
            row.append(f"{value['minus_held']} - c" if isinstance(value, dict) else str(value))
        rows.append(row)
    return [Printed(title, [say(f"grid.{one}").render(lang) for one in ("order", *facts)], rows)]


def _chits(sheet: Sheet, lang: str, title: Text) -> list[Printed]:
    rows = []
    for id_, entry in sheet["chits"]["chits"].items():
        phases = ", ".join(say(f"value.{one}").render(lang) for one in entry["phases"])
        rounds = say("grid.all").render(lang) if entry["rounds"] == "all" else str(entry["rounds"])
        rows.append([say(f"chit.{id_}").render(lang), phases, rounds, str(entry["max"])])
    return [Printed(title, [say(f"grid.{one}").render(lang) for one in ("chit", "phases", "rounds", "max")], rows)]


def _weather(sheet: Sheet, lang: str, title: Text) -> list[Printed]:
    entries = sheet["weather"]["weather"]
    facts = list(next(iter(entries.values())))
    rows = [
        [say(f"weather.{fact}").render(lang), *(_fact(entry[fact], lang) for entry in entries.values())]
        for fact in facts
    ]
    return [Printed(title, ["", *(say(f"value.{one}").render(lang) for one in entries)], rows)]


def _units(sheet: Sheet, lang: str, title: Text) -> list[Printed]:
    from .desk import ask

    combats = {one: say(f"digest.{one}").render(lang) for one in ("skirmish_siege", "major_battle")}
    rows = []
    for kind in sheet["units"]["types"]:
        row = [say(f"value.type.{kind}" if kind == "artillery" else f"value.{kind}").render(lang)]
        effects = ask("units", {"type": kind}, sheet=sheet).effects
        for combat, name in combats.items():
            # under the head of its kind of combat a line need not name it
            lines = [one.text.render(lang) for one in effects if one.facts["combat"] == combat]
            row.append("; ".join(line.removeprefix(name).lstrip(" \u00a0\u202f:") for line in lines))
        rows.append(row)
    return [Printed(title, [say("grid.unit_type").render(lang), *combats.values()], rows)]
