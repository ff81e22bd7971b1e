"""What everybody saw and the state itself need not remember: fate cards with their turn, the cards of the
present combat in order, the way of the move that is under way. All of it is public.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from sanssouci.friedrich.state import Event


class Chronicle(NamedTuple):
    """Public facts beside the state; immutable, so that copies of a game share it."""

    fates: tuple[tuple[str, str, int], ...] = ()  #: card, suit ("" for a stroke or unknown), turn
    played: tuple[tuple[str, str, int], ...] = ()  #: nation, card, value, of the present combat
    path: tuple[str, ...] = ()  #: the start and every city entered by the move under way


def _text(value: Any) -> str:
    return str(value)


def follow(chronicle: Chronicle, events: Iterable[Event]) -> Chronicle:
    """The chronicle after these events."""
    fates, played, path = chronicle
    for key, _rule, args, _secret, _seers in events:
        if key == "step":
            path = (*path, _text(args["city"]))
        elif key == "move":
            path = (_text(args["from"]),)
        elif key == "card_played":
            played = (*played, (_text(args["nation"]), _text(args["card"]), int(_text(args["value"]))))
        elif key == "combat_begins":
            played = ()
        elif key == "fate_card":
            fates = (*fates, (_text(args["card"]), _text(args.get("suit") or ""), int(_text(args["turn"]))))
    return Chronicle(fates, played, path)
