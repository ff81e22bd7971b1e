"""The commands `play`, `referee` and `replay`."""

from __future__ import annotations

import os
import sys
from typing import Annotated

import typer

from sanssouci import voice
from sanssouci.friedrich import Game
from sanssouci.friedrich.messages import speaker
from sanssouci.spoken import SpokenCommand
from sanssouci.text.asking import asker, orders_from_input
from sanssouci.text.loading import Unreadable, game_at, game_from_file, new_game
from sanssouci.text.referee import JsonAnswers, Referee, WordAnswers
from sanssouci.text.trouble import Trouble
from sanssouci.text.voice import Voice

play_app = typer.Typer(add_completion=False, rich_markup_mode=None)
referee_app = typer.Typer(add_completion=False, rich_markup_mode=None)
replay_app = typer.Typer(add_completion=False, rich_markup_mode=None)

Scenario = Annotated[str, typer.Option()]
Players = Annotated[int | None, typer.Option()]
Seed = Annotated[str | None, typer.Option()]
Options = Annotated[list[str] | None, typer.Option()]
Language = Annotated[
    str | None,
    typer.Option("--language"),
]
Plain = Annotated[bool, typer.Option("--plain")]


def _stop(problem: Trouble, language: str) -> typer.Exit:
    """Say what is wrong and end with status 2 (formats.md, section 6)."""
    sentence = problem.sentence(speaker(language))
    sys.stderr.write("".join(c if c.isprintable() else "?" for c in sentence) + "\n")
    return typer.Exit(2)


def _spoken(wanted: str | None) -> str:
    """The language asked for, else that of the terminal."""
    guess = voice.guessed(os.environ)
    if wanted is not None and wanted not in voice.languages():
        names = ", ".join(voice.languages())
        raise _stop(Trouble("no_language", word=repr(wanted[:40]), names=names), guess)
    return wanted or guess


@referee_app.command(name="referee", cls=SpokenCommand)
def referee(
    position: Annotated[str | None, typer.Argument()] = None,
    as_json: Annotated[bool, typer.Option("--json")] = False,
    scenario: Scenario = "standard",
    players: Players = None,
    seed: Seed = None,
    options: Options = None,
    language: Language = None,
) -> None:
    """Judge orders from standard input, one a line; `? menu`, `? view ROLE` and `? position` answer with that.

    Ends with 0 if every order was legal, with 1 if one was not, with 2 for a bad position.
    """
    # programs read JSON: its sentences are English unless they ask for something else
    spoken = voice.DEFAULT if as_json and language is None else _spoken(language)
    try:
        game = game_at(position, scenario, players, seed, options or [])
    except Unreadable as problem:
        raise _stop(problem, spoken) from None
    screen = Voice(plain=as_json, language=spoken)
    judge = Referee(game, JsonAnswers(screen) if as_json else WordAnswers(screen))
    if not judge.run(orders_from_input()):
        raise typer.Exit(1)


@replay_app.command(name="replay", cls=SpokenCommand)
def replay(
    file: Annotated[str, typer.Argument()],
    quiet: Annotated[bool, typer.Option("--quiet")] = False,
    verify: Annotated[bool, typer.Option("--verify")] = False,
    commitment: Annotated[str | None, typer.Option()] = None,
    language: Language = None,
) -> None:
    """Check a record from end to end and show it.

    Ends with 0 if every order was legal, with 1 at the first line that is not, with 2 for an unreadable file.
    With --verify: 0 if the shuffle is proved, or was never promised; 1 if it is false.
    """
    from sanssouci.text.replaying import BadLine, check, show

    spoken = _spoken(language)
    screen = Voice(plain=False, language=spoken)
    try:
        if verify or commitment is not None:
            if not check(file, screen, commitment):
                raise typer.Exit(1)
        else:
            show(file, screen, quiet)
    except BadLine as problem:
        sys.stderr.write(problem.sentence(speaker(spoken)) + "\n")
        raise typer.Exit(1) from None
    except Unreadable as problem:
        raise _stop(problem, spoken) from None


@play_app.command(name="play", cls=SpokenCommand)
def play(
    text: Annotated[bool, typer.Option("--text")] = False,
    plain: Plain = False,
    load: Annotated[str | None, typer.Option()] = None,
    scenario: Scenario = "standard",
    players: Players = None,
    seed: Seed = None,
    options: Options = None,
    bot: Annotated[list[str] | None, typer.Option()] = None,
    language: Language = None,
    curtain: Annotated[bool, typer.Option("--curtain/--open")] = True,
    port: Annotated[int, typer.Option(min=1, max=65535)] = 1756,
    upgrade: Annotated[bool, typer.Option("--upgrade")] = False,
) -> None:
    """Play Friedrich: in the browser on this machine, or with --text in the terminal."""
    spoken = _spoken(language)
    if not (text or plain):
        _in_browser(port, upgrade, spoken)
        return
    from sanssouci.text.hotseat import HotSeat
    from sanssouci.text.seats import NoSuchBot, Seats

    try:
        game: Game = game_from_file(load) if load else new_game(scenario, players, seed, options or [])
        seats = Seats(game, bot or [])
    except (Unreadable, NoSuchBot) as problem:
        raise _stop(problem, spoken) from None
    screen = Voice(plain, language=spoken)
    HotSeat(game, seats, screen, curtain).run(asker(screen))


def _in_browser(port: int, upgrade: bool, spoken: str) -> None:
    """The table in the browser; where it is not installed the terminal game is offered in its place."""
    try:
        from sanssouci.table.command import play_in_browser
    except ImportError:
        raise _stop(Trouble("no_table"), spoken) from None
    play_in_browser(port=port, upgrade=upgrade)
