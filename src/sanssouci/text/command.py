"""The commands `play`, `referee` and `replay`."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from sanssouci.friedrich import Game
from sanssouci.friedrich.rules.scenario import SCENARIOS
from sanssouci.text.asking import asker, orders_from_input
from sanssouci.text.loading import Unreadable, game_at, game_from_file, new_game
from sanssouci.text.referee import JsonAnswers, Referee, WordAnswers
from sanssouci.text.voice import Voice

play_app = typer.Typer(add_completion=False)
referee_app = typer.Typer(add_completion=False)
replay_app = typer.Typer(add_completion=False)

Scenario = Annotated[str, typer.Option(help=f"One of {', '.join(SCENARIOS)}.")]
Players = Annotated[int | None, typer.Option(help="3 or 4; 2 in the scenarios west and austria.")]
Seed = Annotated[str | None, typer.Option(help="What chance grows from; without it the system's secure source.")]
Options = Annotated[list[str] | None, typer.Option(help="name=value, as often as needed: decks=5.")]
Plain = Annotated[bool, typer.Option("--plain", help="Plain lines without colour, for screen readers.")]


def _stop(sentence: str) -> typer.Exit:
    """Say what is wrong and end with status 2 (formats.md, section 6)."""
    sys.stderr.write("".join(c if c.isprintable() else "?" for c in sentence) + "\n")
    return typer.Exit(2)


@referee_app.command(name="referee")
def referee(
    position: Annotated[str | None, typer.Argument(help="A position file; absent: the scenario's start.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Answer every line with one JSON line.")] = False,
    scenario: Scenario = "standard",
    players: Players = None,
    seed: Seed = None,
    options: Options = None,
) -> None:
    """Judge orders from standard input, one a line; `? menu`, `? view ROLE` and `? position` answer with that.

    Ends with 0 if every order was legal, with 1 if one was not, with 2 for a bad position.
    """
    try:
        game = game_at(position, scenario, players, seed, options or [])
    except Unreadable as problem:
        raise _stop(str(problem)) from None
    voice = Voice(plain=as_json)
    judge = Referee(game, JsonAnswers(voice) if as_json else WordAnswers(voice))
    if not judge.run(orders_from_input()):
        raise typer.Exit(1)


@replay_app.command(name="replay")
def replay(
    file: Annotated[str, typer.Argument(help="A record: a .friedrich file.")],
    quiet: Annotated[bool, typer.Option("--quiet", help="Check only, and say how it ended.")] = False,
) -> None:
    """Check a record from end to end and show it.

    Ends with 0 if every order was legal, with 1 at the first line that is not, with 2 for an unreadable file.
    """
    from sanssouci.text.replaying import BadLine, show

    try:
        show(file, Voice(plain=False), quiet)
    except BadLine as problem:
        sys.stderr.write(f"{problem}\n")
        raise typer.Exit(1) from None
    except Unreadable as problem:
        raise _stop(str(problem)) from None


@play_app.command(name="play")
def play(
    text: Annotated[bool, typer.Option("--text", help="Play in the terminal.")] = False,
    plain: Plain = False,
    load: Annotated[str | None, typer.Option(help="Go on from a position or a record.")] = None,
    scenario: Scenario = "standard",
    players: Players = None,
    seed: Seed = None,
    options: Options = None,
    bot: Annotated[list[str] | None, typer.Option(help="Who plays a role: elisabeth=NAME.")] = None,
    curtain: Annotated[bool, typer.Option("--curtain/--open", help="Hide each player's screen, or not.")] = True,
    port: Annotated[int, typer.Option(help="Where the browser finds the table.", min=1, max=65535)] = 1756,
    upgrade: Annotated[
        bool, typer.Option("--upgrade", help="Bring the games of an older version to this one; a copy is kept.")
    ] = False,
) -> None:
    """Play Friedrich: in the browser on this machine, or with --text in the terminal."""
    if not (text or plain):
        _in_browser(port, upgrade)
        return
    from sanssouci.text.hotseat import HotSeat
    from sanssouci.text.seats import NoSuchBot, Seats

    try:
        game: Game = game_from_file(load) if load else new_game(scenario, players, seed, options or [])
        seats = Seats(game, bot or [])
    except (Unreadable, NoSuchBot) as problem:
        raise _stop(str(problem)) from None
    voice = Voice(plain)
    HotSeat(game, seats, voice, curtain).run(asker(voice))


def _in_browser(port: int, upgrade: bool) -> None:
    """The table in the browser; where it is not installed the terminal game is offered in its place."""
    try:
        from sanssouci.table.command import play_in_browser
    except ImportError:
        raise _stop("The table cannot be opened here; play in the terminal with: sanssouci play --text") from None
    play_in_browser(port=port, upgrade=upgrade)
