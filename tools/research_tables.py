"""Write docs/research-tables.md: every action and every field of an observation, from the tables themselves."""

from __future__ import annotations

from pathlib import Path

from sanssouci.env.fields import FIELDS, SIZE
from sanssouci.env.rows import ROW_COUNT, ROW_HASH, ROW_NAMES, ROW_TABLE

PAGE = Path(__file__).resolve().parent.parent / "docs" / "research-tables.md"
KINDS = {
    "none": "stop, pass, decline, end the phase, no further piece, fight instead of withdrawing",
    "recruit": "begin a purchase",
    "number": "troops: a general's at the first allotment, those a part of a stack takes along, those to be bought",
    "piece": "a general or a train: moved alone, given a troop, turned over, retired, losing a troop",
    "city": "the next city of a march, of a retreat, of a withdrawal, of Laudon's step, of 12♥'s march",
    "card": "a card laid down: played, paid, discarded, offered, given; `Ra` and `Rb` are the two Reserves of a deck",
    "play": "a Reserve with the value named for it; an 11♠ that counts 22 (played or paid)",
    "remove": "a general taken off the map (option `voluntary_removal`)",
    "liberate": "two cities of East Prussia (R13.2)",
    "group": "two or three generals of one stack that move together",
    "attack": "a pair to be fought next, attacker first",
    "enter": "a piece that comes back, and where",
}


def page() -> str:
    """The whole page."""
    lines = [
        "# Actions and observations",
        "",
        "Written by `tools/research_tables.py`; a test compares. How to use them: [research.md](research.md).",
        "",
        f"## Actions: `{ROW_TABLE}`, {ROW_COUNT} rows, version `{ROW_HASH}`",
        "",
        "| rows | kind | what it means |",
        "|---|---|---|",
    ]
    spans: dict[str, list[int]] = {}
    for number, name in enumerate(ROW_NAMES):
        spans.setdefault(name.split()[0], []).append(number)
    for kind, numbers in spans.items():
        assert numbers == list(range(numbers[0], numbers[-1] + 1)), kind
        span = f"{numbers[0]}–{numbers[-1]}" if len(numbers) > 1 else f"{numbers[0]}"
        lines.append(f"| {span} | `{kind}` | {KINDS[kind]} |")
    for kind, numbers in spans.items():
        if len(numbers) == 1:
            continue
        lines += ["", f"### `{kind}` {numbers[0]}–{numbers[-1]}", ""]
        row = ""
        for number in numbers:
            entry = f"{number}={ROW_NAMES[number].removeprefix(kind + ' ')}"
            if len(row) + len(entry) > 116:
                lines.append(row + ",")
                row = ""
            row += (", " if row else "") + entry
        lines.append(row)
    lines += [
        "",
        f"## Observations: {SIZE} bytes",
        "",
        "| bytes | field | what stands there |",
        "|---|---|---|",
    ]
    for name, first, size, meaning in FIELDS:
        span = f"{first}–{first + size - 1}" if size > 1 else f"{first}"
        lines.append(f"| {span} | `{name}` | {meaning} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
