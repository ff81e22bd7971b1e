"""Who sits where: the designs of a match.

The seats are unequal by nature, so two bots are compared by exchange on the same seeds: both take
Friedrich's seat against the same attackers, and both attack the same Friedrich with all attackers' seats.
"""

from __future__ import annotations

from dataclasses import dataclass

from sanssouci.friedrich.rules.names import ROLES
from sanssouci.friedrich.rules.scenario import BOOK
from sanssouci.lab.problems import LabProblem

FRIEDRICH = "friedrich"
#: The roles that take part in each scenario, Friedrich first.
ROLES_OF: dict[str, tuple[str, ...]] = {scenario.name: tuple(scenario.roles) for scenario in BOOK}


@dataclass(frozen=True)
class Seating:
    """One bot in Friedrich's seat, one in all seats of the attackers.

    An opposition may be mixed: `random+cadet+random` names Elisabeth's, Maria Theresa's and Pompadour's bot.
    """

    friedrich: str
    attackers: str

    @property
    def key(self) -> str:
        """Its name in results and file names."""
        return f"{self.friedrich}-vs-{self.attackers}"

    def bot(self, role: str) -> str:
        """Who sits in a role's seat."""
        if role == FRIEDRICH:
            return self.friedrich
        mixed = self.attackers.split("+")
        return mixed[ROLES.index(role) - 1] if len(mixed) == 3 else self.attackers

    def bots(self) -> tuple[str, ...]:
        """Everybody who takes part, each once."""
        return tuple(dict.fromkeys([self.friedrich, *self.attackers.split("+")]))


@dataclass(frozen=True)
class Claim:
    """One comparison: `better` and `worse` differ in one side only; `side` says whose wins are counted."""

    name: str
    side: str  # "friedrich" or "attackers"
    better: Seating
    worse: Seating


@dataclass(frozen=True)
class Design:
    """The seatings every seed is played with, and what is concluded from them."""

    seatings: tuple[Seating, ...]
    claims: tuple[Claim, ...]


def exchange(lower: str, upper: str, attackers: str | None = None, friedrich: str | None = None) -> Design:
    """`upper` against `lower` by exchange; the opposition is `upper` unless another is named for a side."""
    facing = attackers or upper
    target = friedrich or upper
    defence = Claim("as Friedrich", FRIEDRICH, Seating(upper, facing), Seating(lower, facing))
    attack = Claim("as the attackers", "attackers", Seating(target, upper), Seating(target, lower))
    seatings: list[Seating] = []
    for claim in (defence, attack):
        for seating in (claim.better, claim.worse):
            if seating not in seatings:
                seatings.append(seating)
    return Design(tuple(seatings), (defence, attack))


def equal(bot: str) -> Design:
    """All seats alike: how the game itself goes."""
    return Design((Seating(bot, bot),), ())


def opposition(text: str | None) -> tuple[str | None, str | None]:
    """Read `--opposition`: one bot for both sides, or `attackers=A,friedrich=B`, where A may be three (`A+B+C`).

    Answers (attackers, friedrich).
    """
    if not text:
        return None, None
    if "=" not in text:
        if "+" in text:
            raise LabProblem("a mixed opposition is for the attackers: write attackers=A+B+C")
        return text, text
    found: dict[str, str] = {}
    for part in text.split(","):
        side, sign, bot = part.strip().partition("=")
        if not sign or side not in ("attackers", FRIEDRICH) or not bot or side in found:
            raise LabProblem(f"'{text}' names no opposition: write a bot, or attackers=BOT,friedrich=BOT")
        if len(bot.split("+")) not in ((1, 3) if side == "attackers" else (1,)):
            raise LabProblem(f"'{bot}' seats nobody: write one bot, or for the attackers three like A+B+C")
        found[side] = bot
    return found.get("attackers"), found.get(FRIEDRICH)
