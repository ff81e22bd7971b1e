"""An order as a sentence for people: a key of the catalogue with its arguments."""

from __future__ import annotations

from typing import Any


def saying(order: str) -> tuple[str, dict[str, Any]]:
    """What an order does, in words; orders without a sentence of their own are quoted."""
    verb, *words = order.split()
    match verb, words:
        case "move", [pieces, "takes", count, *way]:
            return "say.move_takes", {"pieces": pieces.split("+"), "count": int(count), "city": way[-1]}
        case "move", [pieces, *way]:
            return "say.move", {"pieces": pieces.split("+"), "city": way[-1]}
        case "play", [card]:
            face, _, value = card.partition("=")
            return ("say.play_as", {"card": face, "value": int(value)}) if value else ("say.play", {"card": face})
        case "pass", []:
            return "say.pass", {}
        case "end", []:
            return "say.end", {}
        case "attack", [mine, theirs]:
            return "say.attack", {"attacker": mine, "general": theirs}
        case "retreat", [city]:
            return "say.retreat", {"city": city}
        case "discard", [card]:
            return "say.discard", {"card": card}
        case "allot", [nation, *shares]:
            told = ", ".join(f"{name.capitalize()} {n}" for name, n in (share.split("=") for share in shares))
            return "say.allot", {"nation": nation, "shares": told}
        case "recruit", ["troops", count, *rest]:
            paid = rest[rest.index("pay") + 1 :] if "pay" in rest else []
            cards = paid[: paid.index("give")] if "give" in paid else paid
            return "say.recruit", {"count": int(count), "cards": cards}
        case _:
            return "say.other", {"order": order}
