"""The clock of fate is one table with one numbering (R11.3)."""

from __future__ import annotations

import pytest

from sanssouci.friedrich.rules import effects
from sanssouci.friedrich.rules.names import FATE, GENERALS, PIECES, SUITS


def test_a_row_for_every_version() -> None:
    """Twelve cards, four suits, in the order of the bits of `State.events`."""
    assert [card + suit for card in FATE[:12] for suit in SUITS] == effects.VERSION_NAMES


@pytest.mark.parametrize("name", [name for name in dir(effects) if name.startswith("EV_")])
def test_a_named_bit_is_that_of_its_row(name: str) -> None:
    """The numbers that chapters ask for are the rows' own, and such a version lasts into the next turn."""
    version = name.removeprefix("EV_")
    assert getattr(effects, name) == effects.event(version)
    assert effects.CLOCK[effects.VERSION_NAMES.index(version)].does == effects.LASTS


def test_who_may_not_attack_and_who_is_slow_or_fast() -> None:
    """R11.8, R11.9, 9♣: bars and paces are columns, and nothing else is."""
    rows = enumerate(effects.CLOCK)
    found = {
        row.name: (
            GENERALS[row.general],
            effects.barred(1 << i) == 1 << row.general,
            effects.pace(1 << i, 1 << row.general, 3),
        )
        for i, row in rows
        if row.does == effects.LASTS and row.general >= 0
    }
    assert found == {
        "2D": ("saltikov", False, 2), "4D": ("cumberland", True, 3), "5S": ("soubise", True, 3),
        "5H": ("richelieu", False, 2), "7S": ("friedrich", True, 3), "9C": ("friedrich", False, 4),
        "12S": ("daun", False, 2),
    }  # fmt: skip
    everything = (1 << 48) - 1
    assert [GENERALS[g] for g in range(24) if effects.barred(everything) >> g & 1] == [
        "friedrich", "cumberland", "soubise",
    ]  # fmt: skip
    assert effects.pace(everything, 1 << PIECES.index("keith"), 3) == 3
