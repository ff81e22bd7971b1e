"""`sanssouci replay`: a record checked from end to end and told as a story."""

from __future__ import annotations

from sanssouci.friedrich.messages import render
from sanssouci.friedrich.problems import BadRecord
from sanssouci.friedrich.replay import steps
from sanssouci.text.loading import Unreadable, read_bytes
from sanssouci.text.voice import Voice


class BadLine(Exception):
    """The first line of a record that does not hold; `str()` names it."""


def show(path: str, voice: Voice, quiet: bool = False) -> None:
    """Replay a record. A wrong order raises `BadLine`; a file that is no record `Unreadable`."""
    text = read_bytes(path)
    game = None
    count = 0
    try:
        for step in steps(text):
            count += 1
            game = step.game
            if not quiet:
                voice.say(step.order)
                for event in step.events:
                    voice.news("  " + render(f"event.{event.key}", {**event.args, **event.secret}))
    except BadRecord as problem:
        if problem.key in ("record.order", "record.chance", "record.after_end", "record.result", "record.hidden"):
            raise BadLine(f"{path}: {problem}") from None
        raise Unreadable(f"{path}: {problem}") from None
    if game is None:
        voice.say("The record holds no order.")
    elif game.result is not None:
        voice.say(f"{count} orders. " + render("event.victory", game.result._asdict()) + ".")
    else:
        voice.say(f"{count} orders; the game goes on in turn {game.position()['turn']}.")
