"""One game between bots, from its seed to its result. Nothing but the job decides what happens in it."""

from __future__ import annotations

import hashlib
import random
import time
from dataclasses import asdict, dataclass, field
from typing import Any

from sanssouci.friedrich import Game, IllegalOrder
from sanssouci.lab.figures import time_bin
from sanssouci.lab.problems import LabProblem
from sanssouci.lab.seating import ROLES_OF, Seating
from sanssouci.lab.watch import Watch

#: No game has half as many decisions; a bot that stalls is found out.
MOST_DECISIONS = 50_000


@dataclass(frozen=True)
class Job:
    """What defines a game: everything that its result depends on, besides the code."""

    match_seed: int
    number: int
    friedrich: str
    attackers: str
    scenario: str = "standard"
    players: int | None = None
    options: dict[str, Any] = field(default_factory=dict)
    rollouts: int | None = None

    @property
    def seating(self) -> Seating:
        """Who sits where."""
        return Seating(self.friedrich, self.attackers)

    @property
    def game_seed(self) -> str:
        """The seed of the shuffling: the same for all seatings of one number."""
        return f"lab/{self.match_seed}/{self.number}"

    def json(self) -> dict[str, Any]:
        """As a plain object, for the pipe to a worker."""
        return asdict(self)


def number_from(text: str) -> int:
    """A whole number of 63 bits from a text, the same everywhere."""
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") >> 1


def budget_of(rollouts: int | None) -> Any:
    """The bots' budget in roll-outs; None: what each bot takes for normal."""
    from sanssouci.bots.budget import Budget

    return Budget(rollouts=rollouts)


def own_budget(name: str) -> tuple[str, Any]:
    """A bot's name without its own budget, and that: `general@96` has roll-outs, `general@200ms` processor time."""
    from sanssouci.bots.budget import Budget

    base, sign, amount = name.partition("@")
    if not sign:
        return name, None
    if amount.isdecimal():
        return base, Budget(rollouts=int(amount))
    if amount.endswith("ms") and amount[:-2].isdecimal():
        return base, Budget(seconds=int(amount[:-2]) / 1000, processor=True)
    raise LabProblem(f"'{name}' has no budget after its @: write roll-outs, {base}@96, or processor time, {base}@200ms")


def make_bot(name: str, seed: int) -> Any:
    """A fresh bot; a name that is none is told in one sentence."""
    from sanssouci.bots import registry

    name, _ = own_budget(name)
    if name not in registry.BOTS:
        known = ", ".join(bot for bot, info in registry.BOTS.items() if info.offered)
        raise LabProblem(f"there is no bot '{name}': the bots are {known}")
    return registry.make(name, seed)


def play(job: Job, record: bool = True) -> tuple[dict[str, Any], str]:
    """Play one game; answers its result and its record (empty if it is not wanted).

    The random stream of a seat grows from seed and role and not from who sits there: bots that are
    exchanged get the same one.
    """
    game = Game.new(scenario=job.scenario, players=job.players, seed=job.game_seed, options=job.options)
    seating = job.seating
    bots: dict[str, Any] = {}
    budgets: dict[str, Any] = {}
    streams: dict[str, random.Random] = {}
    decisions: dict[str, int] = {}
    times: dict[str, dict[int, int]] = {}
    for role in ROLES_OF[job.scenario]:
        seed = number_from(f"{job.game_seed}/{role}")
        bots[role] = make_bot(seating.bot(role), seed)
        own = own_budget(seating.bot(role))[1]
        budgets[role] = budget_of(job.rollouts) if own is None else own
        streams[role] = random.Random(seed)
        decisions[role] = 0
        times.setdefault(seating.bot(role), {})
    watch = Watch(game)
    begun = time.perf_counter()
    total = 0
    while (decision := game.decision) is not None:
        role = decision.roles[0]
        watch.look()
        if total == MOST_DECISIONS:
            raise LabProblem(f"game {job.number} of {seating.key} does not end: {total} decisions made")
        order, seconds = timed_decision(bots[role], game, role, streams[role], budgets[role])
        spent = time_bin(seconds)
        bins = times[seating.bot(role)]
        bins[spent] = bins.get(spent, 0) + 1
        try:
            watch.hear(game.play(order, role))
        except IllegalOrder as refused:
            raise LabProblem(
                f"{seating.bot(role)} gave an illegal order as {role} in game {job.number} of {seating.key}, "
                f"decision {total + 1}: '{order}': {refused}"
            ) from None
        decisions[role] += 1
        total += 1
    watch.finish()
    ended = game.result
    assert ended is not None
    result = {
        "number": job.number,
        "seating": seating.key,
        "winners": list(ended.winners),
        "nations": list(ended.nations),
        "turn": ended.turn,
        "reason": ended.reason,
        "decisions": decisions,
        "hands": watch.hands,
        "held": watch.held,
        "battles": watch.battles,
        "blunders": watch.blunders,
        "seconds": round(time.perf_counter() - begun, 3),
        "times": times,
    }
    return result, game.record() if record else ""


def timed_decision(bot: Any, game: Game, role: str, stream: random.Random, budget: Any) -> tuple[str, float]:
    """Ask a bot; answers its order and the seconds it thought (what the engine needs to show it the game not counted).

    Only a bot that openly sees everything (the oracle, a yardstick) is shown the game itself.
    """
    reveal = getattr(bot, "reveal", None)
    if reveal is not None:
        reveal(game.copy())
    view, menu = game.view(role), game.menu(role)
    begun = time.perf_counter()
    order: str = bot.decide(view, menu, stream, budget)
    return order, time.perf_counter() - begun


def decide(bot: Any, game: Game, role: str, stream: random.Random, budget: Any) -> str:
    """Ask a bot for its order."""
    return timed_decision(bot, game, role, stream, budget)[0]
