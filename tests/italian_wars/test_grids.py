"""Every cell of every table in the data files, compared with the grids of the specification."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

from sanssouci.italian_wars.sheet import Band, bands, standard

SHEET = standard()


def band(label: str) -> Band:
    """A row or column label of the document: `0 or less`, `9+`, `2-3`, `7 (or more)`, `1 SP`."""
    label = label.replace(" SP", "").replace("*", "").strip()
    if match := re.fullmatch(r"(\d+) \(?or less\)?", label):
        return Band(None, int(match.group(1)))
    if match := re.fullmatch(r"(\d+)(?: \(?or more\)?|\+)", label):
        return Band(int(match.group(1)), None)
    low, _, high = label.partition("-")
    return Band(int(low), int(high or low))


def compare(table: dict[str, Any], grid: list[list[str]], columns: slice = slice(1, None)) -> int:
    """Rows, columns and cells one by one; the number of cells compared."""
    head, *rows = grid
    assert bands(table["columns"]) == tuple(band(label) for label in head[columns])
    assert bands(table["rows"]) == tuple(band(row[0]) for row in rows)
    for row, cells in zip(rows, table["cells"], strict=True):
        assert [str(cell) for cell in cells] == row[columns]
    return sum(len(row[columns]) for row in rows)


def test_artillery(spec: Any) -> None:
    tables = spec.tables("3.2")
    assert compare(SHEET["artillery"], tables[0]) == 42
    assert SHEET["artillery"]["modifiers"] == {id_: int(value) for id_, value, _ in tables[1][1:]}


def test_charge(spec: Any) -> None:
    tables = spec.tables("3.3")
    assert compare(SHEET["charge"], tables[0], slice(1, 5)) == 40
    marks = {row[0]: row[5].strip("`") for row in tables[0][1:] if row[5]}
    assert {band(label): mark for label, mark in marks.items()} == {
        Band.read(label): mark for label, mark in SHEET["charge"]["whole_row"].items()
    }
    values = {id_: value for id_, value, _ in tables[1][1:]}
    assert values.pop("CHG-HEAVYQ") == "+ Quality"
    assert SHEET["charge"]["modifiers"] == {id_: int(v) for id_, v in values.items()} | {"CHG-HEAVYQ": "quality"}


def test_discipline(spec: Any) -> None:
    tables = spec.tables("3.4")
    grid = [["", *(re.sub(r"Q(\d) / .", r"\1", cell) for cell in tables[0][0][1:])], *tables[0][1:]]
    classes = [cell.split(" / ")[1] for cell in tables[0][0][1:]]
    # the last row is read "or more" (L8)
    assert compare(SHEET["discipline"], grid) == 32
    assert SHEET["discipline"]["reliability"] == classes
    values = {id_: int(value.split()[0]) for id_, value, _ in tables[1][1:]}
    assert SHEET["discipline"]["modifiers"] == values


def test_pursuit(spec: Any) -> None:
    tables = spec.tables("3.5")
    rows = tables[0][1:]
    table = SHEET["pursuit"]
    # the last row is read "or more" (L8)
    assert bands(table["rows"]) == (*(band(row[0]) for row in rows[:-1]), Band(int(rows[-1][0]), None))
    assert table["cells"] == [row[1:] for row in rows]
    assert table["modifiers"] == {id_: int(value.split()[0]) for id_, value, _ in tables[1][1:]}


def test_zoc(spec: Any) -> None:
    head, row = spec.tables("3.7")[0]
    assert SHEET["zoc"]["initiative"] == head[1:]
    assert SHEET["zoc"]["modifier"] == [int(cell) for cell in row[1:]]


def test_assault(spec: Any) -> None:
    reductions, columns, modifiers, swiss, cells, losers, _codes = spec.tables("3.8")
    table = SHEET["assault"]
    assert table["quality_modifiers"] == {row[0]: int(row[2]) for row in reductions[1:]}
    assert table["columns"] == columns[0][1:]
    for line, shift in zip(columns[1:], (0, table["differential"]["unfavourable_shift"]), strict=True):
        for column, cell in enumerate(line[1:], 1):
            differential = column - table["differential"]["column_at_zero"] - shift
            expected = str(differential) if differential <= 0 else f"+{differential}"
            low, high = table["differential"]["lowest"], table["differential"]["highest"]
            if not low <= differential <= high:
                expected = ""
            elif differential == low:
                expected += " or less"
            elif differential == high:
                expected += " or more"
            assert cell == expected
    stated = {row[0]: row[1] for row in modifiers[1:]}
    assert table["modifiers"] == {id_: int(stated[id_]) for id_ in ("ASS-STARA", "ASS-STARD", "ASS-WEATHER")}
    lines = ("breach", "covered", "open", "unfavourable")
    for name, row in zip(lines, swiss[1:], strict=True):
        assert table["swiss_landsknechts"][name] == {"attacking": int(row[1]), "defending": int(row[2])}
    assert bands(table["rows"]) == tuple(band(row[0]) for row in cells[1:])
    assert table["cells"] == [row[1:] for row in cells[1:]]
    assert table["loser"] == ["".join(row[1:]) for row in losers[1:]]
    assert sum(len(row) for row in table["cells"]) == 72


def test_optional(spec: Any) -> None:
    _parts, first, second, third, results = spec.tables("3.9")
    table = SHEET["optional"]
    edges = tuple(Band(None, 1) if label == "0-1" else band(label) for label in first[0][1:])
    assert bands(table["initiative"]["columns"]) == edges
    assert table["initiative"]["rows"] == [row[0] for row in first[1:]]
    assert table["initiative"]["cells"] == [[int(cell) for cell in row[1:]] for row in first[1:]]
    ratios = [Fraction(label.split(":")[0].replace("1.5", "3/2")) for label in second[0][1:]]
    assert [Fraction(one["from"]) for one in table["ratio"]] == ratios
    assert [one["value"] for one in table["ratio"]] == [int(cell) for cell in second[1][1:]]
    for name, row in zip(("gendarmes", "other", "not_clear"), third[1:], strict=True):
        assert bands(table["cavalry"][name]) == tuple(band(cell) for cell in row[1:] if cell)
    found = {}
    for row in results[1:]:
        for label, cell in ((row[0], row[1]), (row[3], row[4]), (row[6], row[7])):
            found[str(int(label))] = cell
    assert table["results"] == found
    assert len(found) == 21


def test_loc(spec: Any) -> None:
    assert compare(SHEET["loc"], spec.tables("3.10")[0]) == 66


def test_orders(spec: Any) -> None:
    costs, changes = spec.tables("3.11")
    for row in costs[1:]:
        entry = SHEET["orders"]["orders"][row[0].lower()]
        for fact, cell in zip(("major_new", "major_change", "minor_new", "minor_change"), row[1:5], strict=True):
            held = re.fullmatch(r"(\d) - c", cell)
            assert entry[fact] == ({"minus_held": int(held.group(1))} if held else int(cell))
        assert entry["activations"] == int(row[6])
    from sanssouci.italian_wars import orders

    names = [cell.lower() for cell in changes[0][1:]]
    for row in changes[1:]:
        held_order = row[0].split()[0].lower()
        for new, cell in zip(names, row[1:], strict=True):
            cost = orders(force="major", current=held_order, new=new).values["cost"]
            assert cost == (0 if cell == "-" else int(cell))


def test_attrition(spec: Any) -> None:
    tables = spec.tables("3.12")
    table = SHEET["attrition"]
    head, *rows = tables[0]
    assert bands(table["columns"]) == tuple(band(label) for label in head[1:])
    assert bands(table["rows"]) == tuple(band(row[0]) for row in rows)
    assert table["cells"] == [[int(cell) for cell in row[1:]] for row in rows]
    stated = {row[0]: row[1] for row in tables[1][1:]}
    for id_, value in table["modifiers"].items():
        assert int(stated[id_].split()[0]) == value
    assert stated["ATT-QUARTERS"] == "-1 / -2"
    assert table["quarters"] == {"fort_town": -1, "earthworks": -1, "fort_city": -2}


CHIT_NAMES = {
    "Formation": "formation", "Rally": "rally", "Reserve": "reserve", "Artillery": "artillery",
    "Cavalry Charge": "cavalry_charge", "Combined Arms": "combined_arms", "Tactical Coordination": "coordination",
    "Firearms": "firearms", "Earthworks/River": "cover",
}  # fmt: skip


def test_chits(spec: Any) -> None:
    rows = spec.tables("3.13")[0][1:]
    assert [CHIT_NAMES[row[0]] for row in rows] == list(SHEET["chits"]["chits"])
    phases = {"deploy": "deployment", "Vanguard": "vanguard", "Centre": "centre", "Rearguard": "rearguard"}
    for name, when, lasts, most in rows:
        entry = SHEET["chits"]["chits"][CHIT_NAMES[name]]
        assert entry["phases"] == [phase for word, phase in phases.items() if word in when]
        rounds = lasts.split()[0]
        assert entry["rounds"] == ("all" if rounds == "all" else int(rounds))
        assert entry.get("lost_on_engaging", False) == ("(*)" in lasts)
        assert entry["max"] == int(most.split()[0])
        assert entry.get("captain_general", False) == ("Captain General" in when)
        assert ("after_round" in entry) == ("after round 1" in when)


def terrain_value(cell: str) -> Any:
    """A cell of the terrain grid as data: numbers, yes/no, OTH, NA."""
    cell = cell.replace("*", "").strip()
    if cell in ("OTH",):
        return "other"
    if cell in ("NA", "", "no combat", "no combat at all", "no MB combat"):
        return None
    if cell.startswith("charge chit not playable"):
        return "forbidden"
    if cell.split(",")[0] in ("yes", "no"):
        return cell.startswith("yes")
    if "not stated" in cell:
        return 0
    number = re.search(r"[+-]?\d+(\.\d+)?", cell)
    assert number, cell
    return float(number.group())


def test_terrain_hexes(spec: Any) -> None:
    rows = spec.tables("3.1")[0][1:]
    hexes = SHEET["terrain"]["hexes"]
    assert [row[0] for row in rows] == list(hexes)
    facts = ("mp", "unfavourable", "heavy_halved", "doubled", "artillery", "mb_artillery", "mb_charge", "mb")
    compared = 0
    for row in rows:
        entry = hexes[row[0]]
        for fact, cell in zip(facts, row[2:], strict=True):
            expected = None if row[0] == "lake" else 0 if cell == "-" and fact == "doubled" else None
            if row[0] != "lake" and cell != "-":
                expected = terrain_value(cell)
            assert entry[fact] == expected, (row[0], fact)
            compared += 1
    assert compared == 15 * 8


def test_terrain_hexsides(spec: Any) -> None:
    rows = spec.tables("3.1")[1][1:]
    sides = SHEET["terrain"]["hexsides"]
    assert [row[0] for row in rows] == list(sides)
    facts = ("mp", "mp_rain", "unfavourable", "artillery", "mb_artillery", "mb_charge")
    for row in rows:
        for fact, cell in zip(facts, row[2:], strict=True):
            assert sides[row[0]][fact] == terrain_value(cell), (row[0], fact)


def test_weather(spec: Any) -> None:
    head, *rows = spec.tables("3.15")[0]
    by_row = {row[0]: row[1:] for row in rows}
    for index, name in enumerate(cell.lower() for cell in head[1:]):
        facts = SHEET["weather"]["weather"][name]
        river, bridge = by_row["secondary river / bridge MP"][index].split(" / ")
        assert (facts["river2"], facts["bridge2"]) == (int(river), int(bridge))
        for label, fact in (
            ("movement allowance", "allowance"), ("artillery die", "artillery"), ("charge die", "charge"),
            ("assault die", "assault"), ("LOC column", "loc"), ("attrition die", "attrition"),
        ):  # fmt: skip
            assert facts[fact] == int(by_row[label][index].split()[0])
        assert facts["firearms"] == (by_row["infantry firearms usable"][index] == "yes")
        assert facts["superiority"] == (by_row["optional O-e, O-f usable"][index] == "yes")


def test_unit_types(spec: Any) -> None:
    """The digest is prose; its numbers must be those of the data, in order."""
    rows = {row[0]: row[1:] for row in spec.tables("3.14")[0][1:]}
    digest = SHEET["units"]["digest"]
    names = {
        "firearm infantry": "firearm_infantry", "Swiss, landsknechts": "swiss_landsknechts", "all cavalry": "cavalry",
        "heavy cavalry, gendarmes": "heavy_cavalry", "artillery": "artillery", "all units": "all",
    }  # fmt: skip
    assert {names[name] for name in rows} == set(digest)

    def numbers(cell: str) -> list[int]:
        return [int(found) for found in re.findall(r"(?<![\w.])[+-]\d", cell)]

    def flat(values: dict[str, Any]) -> list[int]:
        found: list[int] = []
        for value in values.values():
            found += [v for v in (value if isinstance(value, list) else [value]) if isinstance(v, int)]
        return found

    for name, (skirmish, battle) in rows.items():
        entry = digest[names[name]]
        if name == "artillery":
            # "through earthworks / river -1" is one line for two modifiers (3.14 iii)
            assert sorted(set(numbers(skirmish))) == sorted(set(flat(entry["skirmish_siege"])))
            assert sorted(set(numbers(battle))) == sorted(set(flat(entry["major_battle"])))
        elif name == "all units":
            assert (numbers(skirmish), battle) == (flat(entry["skirmish_siege"]), "same")
        else:
            assert numbers(skirmish) == flat(entry["skirmish_siege"]), name
            assert numbers(battle) == flat(entry["major_battle"]), name
    woods = [
        word
        for word in ("marsh", "heath", "swamp", "woods", "hill", "mountain")
        if word in rows["heavy cavalry, gendarmes"][0]
    ]
    assert digest["heavy_cavalry"]["skirmish_siege"]["halved_in"] == woods
