"""Events in words, the steps of a move gathered into one sentence."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from sanssouci.friedrich import Happening
from sanssouci.friedrich.messages import render
from sanssouci.friedrich.shapes import GameEvent


def everything(events: Iterable[Happening]) -> list[GameEvent]:
    """Events with all their arguments, for whoever runs the game."""
    return [event.json(everything=True) for event in events]


def story(events: Iterable[Mapping[str, Any]]) -> list[str]:
    """The sentences of some events, as one seat may know them."""
    told: list[str] = []
    path: dict[str, Any] | None = None
    place = 0
    for event in events:
        key, args = event["key"], event["args"]
        if key == "move":
            _walk(told, place, path)
            path, place = {"pieces": args["pieces"], "path": [args["from"]]}, len(told)
        elif key == "step" and path is not None and args["pieces"] == path["pieces"]:
            path["path"].append(args["city"])
        else:
            told.append(render(f"event.{key}", args))
    _walk(told, place, path)
    return told


def _walk(told: list[str], place: int, path: dict[str, Any] | None) -> None:
    """Put the finished move before what it brought about."""
    if path is not None:
        told.insert(place, render("event.walk", path))
