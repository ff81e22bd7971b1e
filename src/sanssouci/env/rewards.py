"""What a game was worth to each person, at its end and only then."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from sanssouci.friedrich.rules.cards import bit, count

#: The ways of counting a win (docs/research.md).
REWARDS: Final[list[str]] = ["shared", "each", "summed", "zero_sum"]
SHARED: Final = 0
EACH: Final = 1
SUMMED: Final = 2
ZERO_SUM: Final = 3


def reward_kind(name: str) -> int:
    """The number of a way of counting; refused in one sentence if there is none of that name."""
    if name not in REWARDS:
        raise ValueError(f"there is no reward {name!r}; the rewards are {', '.join(REWARDS)}")
    return REWARDS.index(name)


def shares(winners: i64, people: i64, kind: i64) -> vec[float]:
    """The rewards of the four places, from the set of winning roles and the set of persons in the game.

    With three players Pompadour is also Elisabeth: she has won if either role has.
    """
    found = vec[float]([0.0, 0.0, 0.0, 0.0])
    won = winners
    if people >> 1 & 1 == 0 and won >> 1 & 1 == 1:
        won = (won & ~bit(1)) | bit(3)
    person: i64 = 0
    while person < 4:
        if won >> person & 1 == 1:
            if kind == EACH:
                found[person] = 1.0
            elif kind == SUMMED:
                roles: i64 = 1
                if person == 3 and people >> 1 & 1 == 0:
                    roles = count(winners & 10)
                found[person] = float(roles) / float(count(winners))
            else:
                found[person] = 1.0 / float(count(won))
        if kind == ZERO_SUM and people >> person & 1 == 1:
            found[person] = found[person] - 1.0 / float(count(people))
        person += 1
    return found
