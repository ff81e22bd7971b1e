"""What everybody saw and the state itself need not remember: fate cards with their turn, and the way of the
move that is under way. All of it is public.
"""

from __future__ import annotations

from typing import NamedTuple

from sanssouci.friedrich.rules.state import Event


class Chronicle(NamedTuple):
    """Public facts beside the state; immutable, so that copies of a game share it."""

    fates: tuple[tuple[str, str, int], ...] = ()  #: card, suit ("" for a stroke or unknown), turn
    path: tuple[str, ...] = ()  #: the start and every city entered by the move under way


def follow(chronicle: Chronicle, events: list[Event]) -> Chronicle:
    """The chronicle after these events."""
    fates, path = chronicle
    for event in events:
        key = event.key
        if key == "step":
            path = (*path, str(event.args["city"]))
        elif key == "move":
            path = (str(event.args["from"]),)
        elif key == "fate_card":
            args = event.args
            fates = (*fates, (str(args["card"]), str(args.get("suit") or ""), int(str(args["turn"]))))
        else:
            continue
        chronicle = Chronicle(fates, path)
    return chronicle
