"""docs/inputs.md, written from the names of the inputs: `python -m sanssouci.learn inputs > docs/inputs.md`."""

from __future__ import annotations

from sanssouci.bots import inputs_table as i
from sanssouci.friedrich.rules.board import OBJECTIVE_COUNT
from sanssouci.friedrich.rules.names import GENERAL_COUNT, NATION_COUNT, PIECE_COUNT

HEAD = """# What the net sees

Written by `python -m sanssouci.learn inputs` from `sanssouci.bots.inputs_table`: change that, not this.
{count} whole numbers from −127 to 127; what lies beyond is cut off. A thing that takes no part in a game is 0.
"""


def page() -> str:
    """The whole page."""
    parts = [HEAD.format(count=int(i.INPUTS))]
    blocks = [
        ("The game", 0, 1, "", i.GLOBAL_TERMS),
        ("Nations", int(i.FROM_NATIONS), NATION_COUNT, "in the order of their stages", i.NATION_TERMS),
        ("Objectives", int(i.FROM_OBJECTIVES), OBJECTIVE_COUNT, "in the order of the engine", i.OBJECTIVE_TERMS),
        ("Generals", int(i.FROM_GENERALS), GENERAL_COUNT, "told at the highest of a stack", i.GENERAL_TERMS),
        ("Supply trains", int(i.FROM_TRAINS), PIECE_COUNT - GENERAL_COUNT, "in the order of the engine", i.TRAIN_TERMS),
    ]
    for title, first, times, order, terms in blocks:
        about = (
            f"{times} times {len(terms)} inputs, {order}, from number {first} on." if order else f"{len(terms)} inputs."
        )
        parts.append(f"\n## {title}\n\n{about}\n\n| number | what |\n|---|---|\n")
        parts += [f"| {first + k} | {term} |\n" for k, term in enumerate(terms)]
    return "".join(parts)
