"""`sanssouci lab …`: matches, the ladder, tactical positions, calibration."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from sanssouci.lab import actions
from sanssouci.spoken import SpokenCommand, SpokenGroup


class _Lab(SpokenGroup):
    """The commands of the laboratory."""

    key = "lab"


app = typer.Typer(cls=_Lab, no_args_is_help=True, add_completion=False, rich_markup_mode=None)


class OnRay(SpokenCommand):
    """A command whose `--ray` may stand without its address."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Write the address that is meant."""
        return super().parse_args(ctx, actions.with_address(args))


Games = Annotated[int, typer.Option("--games")]
Scenario = Annotated[str, typer.Option("--scenario")]
Seed = Annotated[int, typer.Option("--seed")]
Rollouts = Annotated[int | None, typer.Option("--budget")]
Workers = Annotated[int, typer.Option("--workers")]
Out = Annotated[str | None, typer.Option("--out")]
Records = Annotated[bool, typer.Option("--records/--no-records")]
Ray = Annotated[
    str | None,
    typer.Option("--ray", metavar="[HOST:PORT]"),
]
MixCode = Annotated[bool, typer.Option("--mix-code")]


def _run(status: int) -> None:
    if status:
        raise typer.Exit(status)


@app.command(cls=OnRay)
def match(
    bots: Annotated[list[str], typer.Argument()],
    games: Games = 400,
    scenario: Scenario = "standard",
    seed: Seed = 1,
    budget: Rollouts = None,
    workers: Workers = 0,
    out: Out = None,
    opposition: Annotated[
        str | None,
        typer.Option("--opposition"),
    ] = None,
    equal: Annotated[bool, typer.Option("--equal")] = False,
    early_stop: Annotated[bool, typer.Option("--early-stop")] = False,
    records: Records = True,
    mix_code: MixCode = False,
    players: Annotated[int | None, typer.Option("--players")] = None,
    seconds: Annotated[float | None, typer.Option("--seconds")] = None,
    single: Annotated[bool, typer.Option("--single")] = False,
    resolution: Annotated[float | None, typer.Option("--resolution")] = None,
    ray: Ray = None,
) -> None:
    """Compare two bots by exchange of seats on the same seeds."""
    _run(actions.guarded(lambda: actions.match(
        bots, games, scenario, seed, budget, workers, out, opposition, equal, early_stop, records, mix_code, players,
        seconds, single, resolution, ray,
    )))  # fmt: skip


@app.command(cls=OnRay)
def curve(
    bot: Annotated[str, typer.Argument()],
    budgets: Annotated[str, typer.Option("--budgets")] = "24,96,384",
    games: Games = 100,
    scenario: Scenario = "standard",
    seed: Seed = 1,
    workers: Workers = 0,
    out: Out = None,
    opposition: Annotated[str | None, typer.Option("--opposition")] = None,
    players: Annotated[int | None, typer.Option("--players")] = None,
    mix_code: MixCode = False,
    ray: Ray = None,
) -> None:
    """How strength grows with the budget, against the same opposition, with the time it takes."""
    _run(actions.guarded(lambda: actions.curve(
        bot, budgets, games, scenario, seed, workers, out, opposition, players, mix_code, ray,
    )))  # fmt: skip


@app.command(cls=OnRay)
def matrix(
    bots: Annotated[list[str], typer.Argument()],
    games: Games = 100,
    scenario: Scenario = "standard",
    seed: Seed = 1,
    budget: Rollouts = None,
    workers: Workers = 0,
    out: Out = None,
    players: Annotated[int | None, typer.Option("--players")] = None,
    mix_code: MixCode = False,
    ray: Ray = None,
) -> None:
    """Every bot of a pool as Friedrich against every one as the attackers, with the minimum of each."""
    _run(actions.guarded(lambda: actions.matrix(
        bots, games, scenario, seed, budget, workers, out, players, mix_code, ray,
    )))  # fmt: skip


@app.command(cls=OnRay)
def ladder(
    bots: Annotated[list[str] | None, typer.Argument()] = None,
    games: Games = 100,
    scenario: Scenario = "standard",
    seed: Seed = 1,
    budget: Rollouts = None,
    workers: Workers = 0,
    out: Out = None,
    equal_games: Annotated[int | None, typer.Option("--equal-games")] = None,
    records: Records = False,
    mix_code: MixCode = False,
    ray: Ray = None,
) -> None:
    """Play every neighbouring pair and write a report with plots."""
    _run(actions.guarded(lambda: actions.ladder(
        games, scenario, seed, budget, workers, out, bots, equal_games, records, mix_code, ray,
    )))  # fmt: skip


@app.command(cls=SpokenCommand)
def tactics(
    bot: Annotated[str, typer.Argument()],
    budget: Rollouts = None,
    workers: Workers = 0,
    seed: Seed = 1,
    tries: Annotated[int, typer.Option("--tries")] = 1,
    only: Annotated[str | None, typer.Option("--only")] = None,
) -> None:
    """Let a bot solve the forty tactical positions."""
    _run(actions.guarded(lambda: actions.tactics(bot, budget, workers, seed, tries, only)))


@app.command(cls=OnRay)
def calibrate(
    bot: Annotated[str, typer.Option("--bot")] = "captain",
    games: Games = 200,
    scenario: Scenario = "standard",
    seed: Seed = 90001,
    budget: Rollouts = None,
    workers: Workers = 0,
    out: Out = None,
    ray: Ray = None,
    by: Annotated[str, typer.Option("--by")] = "shown",
    players: Annotated[int | None, typer.Option("--players")] = None,
) -> None:
    """Compare the chances that hints give with how games end."""
    _run(actions.guarded(lambda: actions.calibrate(bot, games, scenario, seed, budget, workers, out, ray, by, players)))


@app.command(cls=OnRay)
def generate(
    bot: Annotated[str, typer.Option("--bot")] = "captain",
    games: Games = 100,
    scenario: Scenario = "standard",
    seed: Seed = 1,
    budget: Rollouts = None,
    workers: Workers = 0,
    out: Annotated[str, typer.Option("--out")] = "data",
    ray: Ray = None,
) -> None:
    """Write self-play as Parquet: what seats saw, what was true, orders and results."""
    _run(actions.guarded(lambda: actions.generate(bot, games, scenario, seed, budget, workers, out, ray)))
