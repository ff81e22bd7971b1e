"""Events in words, the steps of a move gathered into one sentence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any

from sanssouci.friedrich import Happening
from sanssouci.friedrich.messages import speaker
from sanssouci.friedrich.shapes import GameEvent
from sanssouci.voice import Speaker

#: who speaks where no language is chosen
ENGLISH = speaker()


def everything(events: Iterable[Happening]) -> list[GameEvent]:
    """Events with all their arguments, for whoever runs the game."""
    return [event.json(everything=True) for event in events]


def story(events: Iterable[Mapping[str, Any]], said: Speaker = ENGLISH) -> list[str]:
    """The sentences of some events, as one seat may know them."""
    told: list[str] = []
    path: dict[str, Any] | None = None
    place = 0
    for event in _together(events):
        key, args = event["key"], event["args"]
        if key == "move":
            _walk(told, place, path, said)
            path, place = {"pieces": args["pieces"], "path": [args["from"]]}, len(told)
        elif key == "step" and path is not None and args["pieces"] == path["pieces"]:
            path["path"].append(args["city"])
        else:
            told.append(said.sentence(f"event.{key}", args))
    _walk(told, place, path, said)
    return told


def _together(events: Iterable[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """The same events; the troops that one general receives, one event each, as one with their number."""
    for (key, _general), same in groupby(events, lambda event: (event["key"], event["args"].get("general"))):
        alike = list(same)
        if key == "received" and len(alike) > 1:
            yield {**alike[0], "key": "received_more", "args": {**alike[0]["args"], "count": len(alike)}}
        else:
            yield from alike


def _walk(told: list[str], place: int, path: dict[str, Any] | None, said: Speaker) -> None:
    """Put the finished move before what it brought about."""
    if path is not None:
        told.insert(place, said.sentence("event.walk", path))
