"""`sanssouci lab …`: matches, the ladder, tactical positions, calibration."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from typer.core import TyperCommand

from sanssouci.lab import actions

app = typer.Typer(no_args_is_help=True, add_completion=False, help="Matches, ladders and statistics of the bots.")


class OnRay(TyperCommand):
    """A command whose `--ray` may stand without its address."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Write the address that is meant."""
        return super().parse_args(ctx, actions.with_address(args))


Games = Annotated[int, typer.Option("--games", help="Seeds; each is played once with every seating.")]
Scenario = Annotated[str, typer.Option("--scenario", help="standard, expert, west or austria.")]
Seed = Annotated[int, typer.Option("--seed", help="The same seed gives the same games.")]
Rollouts = Annotated[int | None, typer.Option("--budget", help="Roll-outs a decision; default: the bot's own habit.")]
Workers = Annotated[int, typer.Option("--workers", help="Processes; 0: one for every core.")]
Out = Annotated[str | None, typer.Option("--out", help="Folder of the results; an old one is resumed.")]
Records = Annotated[bool, typer.Option("--records/--no-records", help="Keep a .friedrich record of every game.")]
Ray = Annotated[
    str | None,
    typer.Option("--ray", metavar="[HOST:PORT]", help="Play on a Ray cluster; without an address: a local one."),
]
MixCode = Annotated[bool, typer.Option("--mix-code", help="Resume even if engine or bots have changed since.")]


def _run(status: int) -> None:
    if status:
        raise typer.Exit(status)


@app.command(cls=OnRay)
def match(
    bots: Annotated[list[str], typer.Argument(help="The weaker bot, then the stronger one (with --equal: one bot).")],
    games: Games = 400,
    scenario: Scenario = "standard",
    seed: Seed = 1,
    budget: Rollouts = None,
    workers: Workers = 0,
    out: Out = None,
    opposition: Annotated[
        str | None,
        typer.Option("--opposition", help="Other opponents: BOT, or attackers=BOT (or A+B+C),friedrich=BOT."),
    ] = None,
    equal: Annotated[bool, typer.Option("--equal", help="One bot in all seats.")] = False,
    early_stop: Annotated[
        bool, typer.Option("--early-stop", help="Stop when the sequential test has decided.")
    ] = False,
    records: Records = True,
    mix_code: MixCode = False,
    players: Annotated[int | None, typer.Option("--players", help="3 or 4 in standard and expert.")] = None,
    seconds: Annotated[float | None, typer.Option("--seconds", help="Begin no game after so many seconds.")] = None,
    single: Annotated[bool, typer.Option("--single", help="Exchange each attacker alone, too.")] = False,
    resolution: Annotated[
        float | None, typer.Option("--resolution", help="Instead of --games: the difference in points to be shown.")
    ] = None,
    ray: Ray = None,
) -> None:
    """Compare two bots by exchange of seats on the same seeds."""
    _run(actions.guarded(lambda: actions.match(
        bots, games, scenario, seed, budget, workers, out, opposition, equal, early_stop, records, mix_code, players,
        seconds, single, resolution, ray,
    )))  # fmt: skip


@app.command(cls=OnRay)
def curve(
    bot: Annotated[str, typer.Argument(help="The bot whose budget grows.")],
    budgets: Annotated[
        str, typer.Option("--budgets", help="Roll-outs a decision, ascending; or processor times, 50ms,200ms.")
    ] = "24,96,384",
    games: Games = 100,
    scenario: Scenario = "standard",
    seed: Seed = 1,
    workers: Workers = 0,
    out: Out = None,
    opposition: Annotated[str | None, typer.Option("--opposition", help="As in match; default: captain.")] = None,
    players: Annotated[int | None, typer.Option("--players", help="3 or 4 in standard and expert.")] = None,
    mix_code: MixCode = False,
    ray: Ray = None,
) -> None:
    """How strength grows with the budget, against the same opposition, with the time it takes."""
    _run(actions.guarded(lambda: actions.curve(
        bot, budgets, games, scenario, seed, workers, out, opposition, players, mix_code, ray,
    )))  # fmt: skip


@app.command(cls=OnRay)
def matrix(
    bots: Annotated[list[str], typer.Argument(help="The pool.")],
    games: Games = 100,
    scenario: Scenario = "standard",
    seed: Seed = 1,
    budget: Rollouts = None,
    workers: Workers = 0,
    out: Out = None,
    players: Annotated[int | None, typer.Option("--players", help="3 or 4 in standard and expert.")] = None,
    mix_code: MixCode = False,
    ray: Ray = None,
) -> None:
    """Every bot of a pool as Friedrich against every one as the attackers, with the minimum of each."""
    _run(actions.guarded(lambda: actions.matrix(
        bots, games, scenario, seed, budget, workers, out, players, mix_code, ray,
    )))  # fmt: skip


@app.command(cls=OnRay)
def ladder(
    bots: Annotated[list[str] | None, typer.Argument(help="Rungs from below; default: all, by level.")] = None,
    games: Games = 100,
    scenario: Scenario = "standard",
    seed: Seed = 1,
    budget: Rollouts = None,
    workers: Workers = 0,
    out: Out = None,
    equal_games: Annotated[
        int | None, typer.Option("--equal-games", help="Seeds among equals; default: --games.")
    ] = None,
    records: Records = False,
    mix_code: MixCode = False,
    ray: Ray = None,
) -> None:
    """Play every neighbouring pair and write a report with plots."""
    _run(actions.guarded(lambda: actions.ladder(
        games, scenario, seed, budget, workers, out, bots, equal_games, records, mix_code, ray,
    )))  # fmt: skip


@app.command()
def tactics(
    bot: Annotated[str, typer.Argument(help="The bot to examine.")],
    budget: Rollouts = None,
    workers: Workers = 0,
    seed: Seed = 1,
    tries: Annotated[
        int, typer.Option("--tries", help="Attempts at each position, with different random streams.")
    ] = 1,
    only: Annotated[str | None, typer.Option("--only", help="Positions whose name or theme contains this.")] = None,
) -> None:
    """Let a bot solve the forty tactical positions."""
    _run(actions.guarded(lambda: actions.tactics(bot, budget, workers, seed, tries, only)))


@app.command(cls=OnRay)
def calibrate(
    bot: Annotated[str, typer.Option("--bot", help="Who plays the games.")] = "captain",
    games: Games = 200,
    scenario: Scenario = "standard",
    seed: Seed = 90001,
    budget: Rollouts = None,
    workers: Workers = 0,
    out: Out = None,
    ray: Ray = None,
    by: Annotated[str, typer.Option("--by", help="What names the chances: shown, net or truth.")] = "shown",
) -> None:
    """Compare the chances that hints give with how games end."""
    _run(actions.guarded(lambda: actions.calibrate(bot, games, scenario, seed, budget, workers, out, ray, by)))


@app.command(cls=OnRay)
def generate(
    bot: Annotated[str, typer.Option("--bot", help="Who plays the games.")] = "captain",
    games: Games = 100,
    scenario: Scenario = "standard",
    seed: Seed = 1,
    budget: Rollouts = None,
    workers: Workers = 0,
    out: Annotated[str, typer.Option("--out", help="Folder of the shards; an old one is resumed.")] = "data",
    ray: Ray = None,
) -> None:
    """Write self-play as Parquet: what seats saw, what was true, orders and results."""
    _run(actions.guarded(lambda: actions.generate(bot, games, scenario, seed, budget, workers, out, ray)))
