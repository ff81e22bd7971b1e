"""Who sits where: the designs of a match.

The seats are unequal by nature, so two bots are compared by exchange on the same seeds: both take
Friedrich's seat against the same attackers, and both attack the same Friedrich with all attackers' seats.
Three attackers of one kind say little about one among others: `single` exchanges one attacker and leaves the rest.
A bot may carry a budget of its own: `general@96`, so many roll-outs a decision, or `general@200ms`, so much
processor time (then results do not repeat).
"""

from __future__ import annotations

import itertools
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
    side: str  # "friedrich", "attackers", or an attacker's role (two, joined by +, if one person has both)
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


def single(design: Design, scenario: str, players: int | None) -> Design:
    """An exchange with one more claim for every attacker: he alone is replaced, the others stay, his wins count."""
    attack = design.claims[1]
    upper, lower, target = attack.better.attackers, attack.worse.attackers, attack.better.friedrich
    if "+" in upper + lower:
        raise LabProblem("--single exchanges one attacker among equals: the two bots are no mixture")
    roles = ROLES_OF[scenario][1:]
    if len(roles) == 1:
        raise LabProblem(f"in '{scenario}' there is one attacker: the exchange is single as it is")
    persons = [("elisabeth", "pompadour"), ("maria-theresa",)] if players == 3 else [(role,) for role in roles]
    seatings, claims = list(design.seatings), list(design.claims)
    for person in persons:
        seats = "+".join(lower if role in person else upper for role in ROLES[1:])
        claim = Claim(f"as {' and '.join(person)} alone", "+".join(person), attack.better, Seating(target, seats))
        claims.append(claim)
        seatings.append(claim.worse)
    return Design(tuple(seatings), tuple(claims))


def curve(bot: str, budgets: list[int], attackers: str, friedrich: str, unit: str = "") -> Design:
    """A bot with growing budgets against the same opposition: each budget is compared with the one before.

    `unit`: "" for roll-outs, "ms" for processor time.
    """
    if len(budgets) < 2 or any(low >= high for low, high in itertools.pairwise(budgets)) or budgets[0] < 0:
        raise LabProblem("a curve has at least two budgets, in ascending order: --budgets 24,96,384")
    if "@" in bot:
        raise LabProblem(f"'{bot}' has a budget of its own already: the curve gives it others")
    named = [f"{bot}@{budget}{unit}" for budget in budgets]
    claims = []
    for low, high in itertools.pairwise(named):
        claims.append(Claim("as Friedrich", FRIEDRICH, Seating(high, attackers), Seating(low, attackers)))
        claims.append(Claim("as the attackers", "attackers", Seating(friedrich, high), Seating(friedrich, low)))
    seatings = [Seating(name, attackers) for name in named] + [Seating(friedrich, name) for name in named]
    return Design(tuple(seatings), tuple(claims))


def matrix(bots: list[str]) -> Design:
    """Every bot of a pool as Friedrich against every one as the attackers."""
    if len(bots) < 2 or len(set(bots)) != len(bots):
        raise LabProblem("a matrix has at least two bots, each once")
    return Design(tuple(Seating(friedrich, attackers) for friedrich in bots for attackers in bots), ())


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
