"""The conclusions of a match as plain text."""

from __future__ import annotations

import math

from sanssouci.lab.figures import Estimate, Sequential, bin_time, half_width, quantile, seeds_needed
from sanssouci.lab.match import BASE_RATE, Compared, Outcome, Shares, median_turns, pool_of, ratings


def percent(value: float, sign: bool = False) -> str:
    """`41.5 %`."""
    if math.isnan(value):
        return "–"
    return f"{100 * value:+.1f} %" if sign else f"{100 * value:.1f} %"


def points(estimate: Estimate) -> str:
    """`+12.3 points [+8.0, +16.5]`."""
    if estimate.count == 0:
        return "–"
    return f"{100 * estimate.mean:+.1f} points [{100 * estimate.low:+.1f}, {100 * estimate.high:+.1f}]"


def seconds(value: float) -> str:
    """A duration with a fitting unit."""
    if math.isnan(value):
        return "–"
    if value < 1e-3:
        return f"{value * 1e6:.0f} µs"
    if value < 1:
        return f"{value * 1e3:.2f} ms"
    return f"{value:.2f} s"


def table(rows: list[list[str]]) -> list[str]:
    """Lines with columns aligned; the first column to the left, the others to the right."""
    if not rows:
        return []
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    lines: list[str] = []
    for row in rows:
        rest = [cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True)]
        lines.append("  " + "  ".join([row[0].ljust(widths[0]), *rest]))
    return lines


#: Below this many seeds a bootstrap interval is too narrow to be trusted.
FEW_SEEDS = 30


def _compared(compared: Compared) -> list[str]:
    claim = compared.claim
    upper = claim.better.friedrich if claim.side == "friedrich" else claim.better.attackers
    lower = claim.worse.friedrich if claim.side == "friedrich" else claim.worse.attackers
    other = claim.better.attackers if claim.side == "friedrich" else claim.better.friedrich
    against = "attackers" if claim.side == "friedrich" else "a Friedrich"
    rows = [["", f"{upper} wins", f"{lower} wins", "difference, 95 % interval over seeds"]]
    named = [("together", compared.better, compared.worse, compared.difference)] if len(compared.by_role) > 1 else []
    named += [(role, *three) for role, three in compared.by_role.items()]
    for name, better, worse, difference in named:
        rows.append([name, percent(better.mean), percent(worse.mean), points(difference)])
    lines = [f"{upper} and {lower} {claim.name}, against {against} of {other} ({compared.difference.count} seeds):"]
    lines += table(rows)
    verdict = "the interval is above zero" if compared.holds else "the interval is NOT above zero"
    lines.append(f"  {verdict}")
    if compared.difference.count < FEW_SEEDS:
        lines.append(f"  fewer than {FEW_SEEDS} seeds: an interval over so few says little")
    if compared.base_rate_out:
        low, high = (f"{100 * bound:.0f}" for bound in BASE_RATE)
        lines.append(
            f"  the base rate of {percent(compared.better.mean)} lies outside {low}–{high} %: name another --opposition"
        )
    if compared.stopped is not None:
        seed, positive = compared.stopped
        lines.append(f"  sequential test: decided {'for' if positive else 'against'} the difference after {seed} seeds")
    return lines


def _shares(all_shares: list[Shares]) -> list[str]:
    roles = list(all_shares[0].wins)
    head = ["seating (Friedrich vs attackers)", "games", *roles, "attackers", "shared"]
    rows = [[*head, "turns: 10 %", "median", "90 %", "decisions", "battles"]]
    for shares in all_shares:
        n = max(1, shares.games)
        rows.append([
            shares.seating.key, str(shares.games), *[percent(shares.wins[role] / n) for role in roles],
            percent(shares.attackers / n), str(shares.shared), f"{quantile(shares.turns, 0.1):g}",
            f"{median_turns(shares):g}", f"{quantile(shares.turns, 0.9):g}", f"{shares.decisions:.0f}",
            f"{shares.battles:.1f}",
        ])  # fmt: skip
    return ["wins by role, length of games:", *table(rows)]


def _blunders(all_shares: list[Shares]) -> list[str]:
    rows = [["blunders per game", "role", "self-made supply losses", "trapped stacks", "to and fro"]]
    for shares in all_shares:
        for role, kinds in shares.blunders.items():
            rows.append([shares.seating.key, role, *[f"{kinds[kind]:.2f}" for kind in ("supply", "trapped", "to_fro")]])
    return table(rows)


#: What must hold among equals: the least share of the attackers together, of every role, the bounds of the median.
EQUAL_WANTED: dict[str, tuple[float, float, tuple[int, int] | None]] = {
    "captain": (0.30, 0.05, (9, 20)),
    "general": (0.40, 0.0, None),
}
#: The difference a rung should make, and the time `captain` may take.
POINTS_WANTED = 0.10
CAPTAIN_SECONDS = (0.005, 5.0)


def _verdict(what: str, reached: bool) -> str:
    return f"  wanted: {what}: {'reached' if reached else 'MISSED'}"


def wanted(outcome: Outcome) -> list[str]:
    """What must hold for these bots, and whether it does here."""
    lines: list[str] = []
    mean = outcome.mean_difference
    if mean is not None:
        sides = [c for c in outcome.compared if c.claim.side in ("friedrich", "attackers")]
        holds = all(c.holds for c in sides) and mean.mean >= POINTS_WANTED - 1e-9
        lines.append(_verdict("both intervals above zero and a mean of at least 10 points", holds))
    shares = outcome.shares[0]
    bot = shares.seating.friedrich
    if outcome.compared or not shares.games:
        return lines
    if bot in EQUAL_WANTED and len(shares.wins) == 4:
        together, each, turns = EQUAL_WANTED[bot]
        share = shares.attackers / shares.games
        lines.append(_verdict(f"the attackers together win at least {percent(together)}", share >= together))
        if each:
            least = min(shares.wins.values()) / shares.games
            lines.append(_verdict(f"no role wins under {percent(each)}", least >= each))
        if turns is not None:
            inside = turns[0] <= median_turns(shares) <= turns[1]
            lines.append(_verdict(f"a median of {turns[0]} to {turns[1]} turns", inside))
    if bot == "captain":
        decision, game = CAPTAIN_SECONDS
        lines.append(_verdict("a median decision under 5 ms", outcome.median_time(bot) < decision))
        within = sum(r["seconds"] < game for r in outcome.results)
        lines.append(
            _verdict(f"games under 5 s ({within} of {len(outcome.results)} are)", within == len(outcome.results))
        )
    return lines


def announcement(games: int, seatings: int, claims: int) -> str:
    """What a match can show, said before it begins."""
    text = f"{games} seeds, {games * seatings} games"
    if not claims:
        return text
    return (
        f"{text}: intervals of about ±{100 * half_width(games):.1f} points if half of the pairs differ; "
        f"a difference of 10 points shows in four matches of five with {seeds_needed(0.10)} seeds, "
        f"one of 5 with {seeds_needed(0.05)}"
    )


def matrix_rows(outcome: Outcome) -> list[list[str]]:
    """Every Friedrich against every attacker, with what each is worth against the worst for him."""
    bots = pool_of(outcome)
    if not bots:
        return []
    rate = {(s.seating.friedrich, s.seating.attackers): s.wins["friedrich"] / max(1, s.games) for s in outcome.shares}
    rows = [["Friedrich wins; columns: the attackers", *bots, "minimum"]]
    for one in bots:
        mine = [rate[one, other] for other in bots]
        rows.append([one, *[percent(value) for value in mine], percent(min(mine))])
    theirs = [max(rate[one, other] for one in bots) for other in bots]
    rows.append(["the best Friedrich against them", *[percent(value) for value in theirs], ""])
    return rows


def rating_rows(outcome: Outcome) -> list[list[str]]:
    """Every bot in every role against the whole pool, with its interval."""
    found = ratings(outcome)
    if not found:
        return []
    rows = [["wins against the pool", "role", "share", "95 % interval over seeds"]]
    for bot, role, share in found:
        rows.append([bot, role, percent(share.mean), f"[{100 * share.low:.1f}, {100 * share.high:.1f}]"])
    return rows


def summary(outcome: Outcome) -> str:
    """Everything, for the terminal."""
    settings = outcome.settings
    budget = "the bots' own habit" if settings.rollouts is None else f"{settings.rollouts} roll-outs"
    lines = [
        f"scenario {settings.scenario}, seed {settings.seed}, {outcome.seeds} seeds, {len(outcome.results)} games, "
        f"budget: {budget}",
    ]
    if outcome.seeds < settings.games and not settings.early_stop:
        lines.append(f"NOT COMPLETE: {outcome.seeds} of {settings.games} seeds; the same command goes on")
    if settings.early_stop:
        lines.append(Sequential().stated())
        if outcome.seeds < settings.games:
            lines.append(f"stopped after seed {outcome.seeds} of {settings.games}; an interval after a stop flatters")
    for compared in outcome.compared:
        lines += ["", *_compared(compared)]
    if outcome.mean_difference is not None:
        lines += ["", f"mean of both directions: {points(outcome.mean_difference)}"]
    if pool_of(outcome):
        lines += ["", *table(matrix_rows(outcome)), "", *table(rating_rows(outcome))]
    lines += ["", *_shares(outcome.shares), "", *_blunders(outcome.shares), ""]
    rows = [["time per decision", "decisions", "median", "p99", "in all"]]
    for bot in outcome.times:
        count = sum(outcome.times[bot].values())
        whole_time = sum(bin_time(number) * many for number, many in outcome.times[bot].items())
        times = [seconds(outcome.median_time(bot)), seconds(outcome.slow_time(bot)), seconds(whole_time)]
        rows.append([bot, str(count), *times])
    lines += table(rows)
    whole = [r["seconds"] for r in outcome.results]
    lines.append(f"  a game: median {seconds(quantile(whole, 0.5))}, longest {seconds(max(whole, default=math.nan))}")
    verdicts = wanted(outcome)
    if verdicts:
        lines += ["", *verdicts]
    return "\n".join(lines)
