"""Sets of bits: the lowest member of any set of up to 62."""

from __future__ import annotations

import random

from sanssouci.friedrich.rules.cards import bit, count, lowest


def test_the_lowest_member() -> None:
    """Every single bit, and sets at random beside what Python says."""
    assert [lowest(bit(n)) for n in range(62)] == list(range(62))
    rng = random.Random(67)
    for _ in range(2000):
        cards = rng.getrandbits(61) | 1 << rng.randrange(61)
        assert lowest(cards) == (cards & -cards).bit_length() - 1
        assert count(cards) == cards.bit_count()
