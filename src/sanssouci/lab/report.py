"""The report of a ladder: one HTML page that needs nothing from anywhere."""

from __future__ import annotations

from collections import Counter
from html import escape
from typing import Any

from sanssouci.friedrich import BUILD
from sanssouci.friedrich.rules.names import NATIONS
from sanssouci.lab import plots
from sanssouci.lab.figures import quantile
from sanssouci.lab.match import Outcome, median_turns, pool_of
from sanssouci.lab.seating import Claim
from sanssouci.lab.show import announcement, matrix_rows, percent, points, rating_rows, seconds
from sanssouci.lab.watch import BLUNDERS

STYLE = """
:root { color-scheme: light; }
body { font: 16px/1.45 Georgia, serif; color: #222; background: #faf8f3; }
body { max-width: 1100px; margin: 2rem auto; padding: 0 1rem; }
h1, h2, h3 { font-weight: normal; color: #16324f; }
h2 { border-bottom: 1px solid #d8d2c4; margin-top: 2.5rem; }
svg { width: 100%; max-width: 760px; background: #fff; border: 1px solid #e2ddd0; }
svg text { font: 12px sans-serif; fill: #333; }
svg text[fill="#fff"] { fill: #fff; }
.grid { stroke: #e6e2d8; } .zero { stroke: #555; } .wanted { stroke: #999; stroke-dasharray: 4 4; }
.roads { fill: none; stroke: #d9d4c7; stroke-width: 3; }
table { border-collapse: collapse; margin: 0.6rem 0 1.2rem; font-size: 14px; }
th, td { border-bottom: 1px solid #ddd6c6; padding: 0.25rem 0.7rem; text-align: right; }
th:first-child, td:first-child { text-align: left; }
.no { color: #a01818; } .note { color: #666; font-size: 14px; }
"""


def html_table(head: list[str], rows: list[list[str]]) -> str:
    """A plain table."""
    top = "".join(f"<th>{escape(cell)}</th>" for cell in head)
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>\n" for row in rows)
    return f"<table><thead><tr>{top}</tr></thead>\n<tbody>\n{body}</tbody></table>"


def mean_over_time(results: list[dict[str, Any]], what: str) -> dict[str, list[float]]:
    """The mean per nation at the beginning of each turn, over the games that reached it."""
    longest = max((len(r[what]) for r in results), default=0)
    lines: dict[str, list[float]] = {nation: [] for nation in NATIONS}
    for i in range(longest):
        there = [r[what][i] for r in results if len(r[what]) > i]
        if len(there) * 20 < len(results):
            break  # the last few games say nothing about the others
        for n, nation in enumerate(NATIONS):
            lines[nation].append(sum(row[n] for row in there) / len(there))
    return {nation: line for nation, line in lines.items() if any(line)}


def battle_counts(results: list[dict[str, Any]]) -> dict[str, dict[str, int]]:
    """Battles by the city of the defender and his nation."""
    found: dict[str, dict[str, int]] = {}
    for result in results:
        for _, _, defender, city, _ in result["battles"]:
            by = found.setdefault(city, {})
            by[defender] = by.get(defender, 0) + 1
    return found


def claim_name(claim: Claim, several: bool) -> str:
    """What a claim is about; in a curve with the two that are compared."""
    if not several:
        return claim.name
    one, other = (claim.better, claim.worse)
    pair = (one.friedrich, other.friedrich) if claim.side == "friedrich" else (one.attackers, other.attackers)
    return f"{claim.name}, {pair[0]} over {pair[1]}"


def _strength(pairs: list[Outcome]) -> list[str]:
    groups: list[tuple[str, list[tuple[str, float, float, float]]]] = []
    rows: list[list[str]] = []
    for outcome in pairs:
        first, last = outcome.compared[0].claim, outcome.compared[-1].claim
        name = f"{first.better.friedrich} over {first.worse.friedrich}"
        several = last.side in ("friedrich", "attackers") and len(outcome.compared) > 2  # a curve
        if several:
            name = f"{last.better.attackers} down to {first.worse.friedrich}"
        dots = [
            (claim_name(c.claim, several), 100 * c.difference.mean, 100 * c.difference.low, 100 * c.difference.high)
            for c in outcome.compared
        ]
        mean = outcome.mean_difference
        if mean is not None:
            dots.append(("mean", 100 * mean.mean, 100 * mean.low, 100 * mean.high))
        groups.append((name, dots))
        for c in outcome.compared:
            rows.append([
                name, claim_name(c.claim, several), str(c.difference.count), percent(c.better.mean),
                percent(c.worse.mean), points(c.difference), "yes" if c.holds else "no",
                "outside 10–90 %" if c.base_rate_out else "",
            ])  # fmt: skip
        if mean is not None:
            above = "yes" if mean.low > 0 else "no"
            rows.append([name, "mean of both", str(mean.count), "", "", points(mean), above, ""])
    return [
        "<h2>Strength</h2>",
        plots.whiskers("Difference to the weaker, per cent points", groups, 10),
        '<p class="note">Same seeds, exchanged seats; intervals are 95 % bootstraps over seeds; the dashed line is the '
        "difference a rung should make.</p>",
        *[f'<p class="note">{escape(text)}.</p>' for text in _resolutions(pairs)],
        html_table(
            ["pair", "seat", "seeds", "upper wins", "lower wins", "difference", "above zero", "base rate"], rows
        ),
    ]


def _resolutions(pairs: list[Outcome]) -> list[str]:
    """What the matches could show, as said before they began; each number of seeds once."""
    designs = [(outcome.settings.games, outcome.settings.design) for outcome in pairs]
    return list(dict.fromkeys(announcement(n, len(d.seatings), len(d.claims)) for n, d in designs))


def _wins(outcomes: list[Outcome]) -> list[str]:
    rows: list[tuple[str, dict[str, float]]] = []
    for outcome in outcomes:
        for shares in outcome.shares:
            rows.append((shares.seating.key, {r: n / max(1, shares.games) for r, n in shares.wins.items()}))
    return [
        "<h2>Wins by role</h2>",
        plots.stacked("Wins by role", rows),
        '<p class="note">A seating is Friedrich’s bot vs the attackers’ bot.</p>',
    ]


def _equal(outcome: Outcome) -> list[str]:
    shares, results = outcome.shares[0], outcome.results
    name = shares.seating.friedrich
    return [
        f"<h2>Four times {escape(name)}</h2>",
        f"<p>{shares.games} games, median {median_turns(shares):g} turns (10 %: {quantile(shares.turns, 0.1):g}, "
        f"90 %: {quantile(shares.turns, 0.9):g}); "
        f"the attackers win {percent(shares.attackers / max(1, shares.games))}; "
        f"{shares.battles:.1f} battles and {shares.decisions:.0f} decisions a game.</p>",
        "<h3>Length of games</h3>", plots.columns(f"Length of games of {name}", dict(Counter(shares.turns)), "turns"),
        "<h3>Cards in hand</h3>", plots.line_chart(f"Cards in hand, {name}", mean_over_time(results, "hands")),
        "<h3>Objectives held</h3>", plots.line_chart(f"Objectives held, {name}", mean_over_time(results, "held")),
        "<h3>Where battles happen</h3>", plots.battle_map(f"Battles of {name}", battle_counts(results)),
        '<p class="note">Area: number of battles at the defender’s city; colour: the defender; '
        "squares: objectives.</p>",
    ]  # fmt: skip


def _blunders(outcomes: list[Outcome]) -> list[str]:
    rows = [
        [shares.seating.key, role, shares.seating.bot(role), *[f"{kinds[kind]:.2f}" for kind in BLUNDERS]]
        for outcome in outcomes for shares in outcome.shares for role, kinds in shares.blunders.items()
    ]  # fmt: skip
    return [
        "<h2>Blunders per game</h2>",
        html_table(["seating", "role", "bot", "self-made supply losses", "trapped stacks", "to and fro"], rows),
    ]


def _times(outcomes: list[Outcome]) -> list[str]:
    rows: list[list[str]] = []
    for outcome in outcomes:
        whole = [r["seconds"] for r in outcome.results]
        for bot in outcome.times:
            rows.append([
                "+".join(s.seating.key for s in outcome.shares), bot, str(sum(outcome.times[bot].values())),
                seconds(outcome.median_time(bot)), seconds(outcome.slow_time(bot)), seconds(quantile(whole, 0.5)),
            ])  # fmt: skip
    return ["<h2>Time</h2>", html_table(["match", "bot", "decisions", "median", "p99", "median game"], rows)]


def _pool(outcome: Outcome) -> list[str]:
    matrix, rates = matrix_rows(outcome), rating_rows(outcome)
    return ["<h2>The pool</h2>", html_table(matrix[0], matrix[1:]), html_table(rates[0], rates[1:])]


def render(outcomes: list[Outcome], title: str = "The ladder of opponents") -> str:
    """The whole page."""
    settings = outcomes[0].settings
    budget = "the bots' own habit" if settings.rollouts is None else f"{settings.rollouts} roll-outs a decision"
    pairs = [o for o in outcomes if o.compared]
    body = [
        f"<h1>{escape(title)}</h1>",
        f"<p>Scenario {escape(settings.scenario)}, seed {settings.seed}, budget: {escape(budget)}, "
        f"engine: {BUILD}.</p>",
        plots.road_definitions(),
    ]
    if pairs:
        body += _strength(pairs)
    body += _wins(outcomes)
    for outcome in outcomes:
        if pool_of(outcome):
            body += _pool(outcome)
        elif not outcome.compared:
            body += _equal(outcome)
    body += _blunders(outcomes) + _times(outcomes)
    inner = "\n".join(body)
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f"<title>{escape(title)}</title><style>{STYLE}</style></head>\n<body>\n{inner}\n</body></html>\n"
    )
