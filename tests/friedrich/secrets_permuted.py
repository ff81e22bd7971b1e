"""Another world a seat cannot tell from the true one, built from the complete position.

Everything the seat cannot know is permuted: the cards of other hands, of the pile and of the unseen used cards
(equal counts per deck and place), the pools of other nations (within the public intervals and totals), the order
of the pile and of the fate deck, the generator.
"""

from __future__ import annotations

import copy
import random
from typing import Any

from reference import GENERALS, NATION, is_general

from sanssouci.friedrich import Game
from sanssouci.friedrich.shapes import ViewJson


def base(card: str) -> str:
    """A card without the mark that tells the two Reserves of a deck apart."""
    return card.split("#")[0]


def deck_of(card: str) -> str:
    """The deck of a card."""
    return base(card).split("/")[1]


def _shares(rng: random.Random, bounds: list[tuple[int, int]], total: int) -> list[int] | None:
    """Random numbers within the bounds with this sum."""
    low = [b[0] for b in bounds]
    rest = total - sum(low)
    if rest < 0 or rest > sum(b[1] - b[0] for b in bounds):
        return None
    found = list(low)
    while rest:
        k = rng.choice([i for i, b in enumerate(bounds) if found[i] < b[1]])
        found[k] += 1
        rest -= 1
    return found


def _pools(rng: random.Random, position: dict[str, Any], view: ViewJson, own: set[str]) -> bool:
    """Other pools of other nations; False if nothing can differ."""
    changed = False
    for nation in GENERALS:
        if nation in own:
            continue
        stacks = [s for s in view["stacks"] if s["nation"] == nation]
        if not stacks or (nation == position["nation"] and (position["moving"] or position["purchase"])):
            continue
        if position["state"] == "ALLOT" and nation not in position["allotted"]:
            continue
        total = sum(e["troops"] for p, e in position["pieces"].items() if is_general(p) and NATION[p] == nation)
        bounds = [(s["strength"][0], s["strength"][1]) for s in stacks]
        shares = _shares(rng, bounds, total)
        assert shares is not None, ("the public intervals exclude the truth", nation, bounds, total)
        for stack, share in zip(stacks, shares, strict=True):
            left = share
            for k, general in enumerate(stack["generals"]):
                rest = len(stack["generals"]) - k - 1
                mine = max(1, min(8, left - rest))
                left -= mine
                changed |= position["pieces"][general]["troops"] != mine
                position["pieces"][general]["troops"] = mine
    return changed


def _cards(rng: random.Random, position: dict[str, Any], view: ViewJson, own: set[str]) -> bool:
    """Other cards where the seat cannot see them; False if nothing can differ."""
    fixed = {base(c) for c in view["seen"]}
    for cards in view["known"].values():
        fixed |= {base(c) for c in cards}
    # who is paying keeps his cards: everybody saw that he can pay
    payer = position["nation"] if position["purchase"] or position["state"].startswith("RECRUIT") else None
    places: list[tuple[list[str], int]] = []
    for nation, hand in position["hands"].items():
        if nation not in own and nation != payer:
            places += [(hand, k) for k in range(len(hand))]
    for pile in [position["piles"]["draw"], *position["piles"]["used"].values()]:
        places += [(pile, k) for k in range(len(pile))]
    if position["nation"] not in own and position["state"] != "FORCED_DISCARD":
        position["stage"]["drawn"] = []  # asked for in that state only
    drawn_from = {deck_of(c) for c in position["stage"]["drawn"]}
    named = (position["fate_choice"] or {}).get("named") or {}
    drawn_from |= {deck_of(c) for c in named.values() if c}
    pinned = [c for nation in own for c in position["hands"].get(nation, [])]
    pinned += position["known"]["cards"].get(view["role"], []) if view["role"] else []
    changed = False
    mapping: dict[str, str] = {}
    for deck in "12345":
        # A deck has two Reserves; they move only where nobody's knowledge tells them apart.
        reserve = f"R/{deck}"
        still = reserve in fixed or deck in drawn_from or any(base(c) == reserve for c in pinned)
        here = [
            (cards, k)
            for cards, k in places
            if deck_of(cards[k]) == deck and cards[k] not in fixed and not (still and cards[k] == reserve)
        ]
        mixed = [cards[k] for cards, k in here]
        rng.shuffle(mixed)
        for (cards, k), card in zip(here, mixed, strict=True):
            changed |= cards[k] != card
            mapping[cards[k]] = "" if card == reserve else card
            cards[k] = card
        if not still:
            mapping[reserve] = mapping[reserve + "#2"] = ""
            swapped = position["piles"]["reserves_swapped"]
            position["piles"]["reserves_swapped"] = [d for d in swapped if d != int(deck)]
    if position["nation"] not in own:
        position["stage"]["drawn"] = [mapping.get(c, c) for c in position["stage"]["drawn"]]
    for nation, card in named.items():
        if nation not in own and card is not None:
            named[nation] = mapping.get(card, card)
    for other, known in position["known"]["cards"].items():
        if other != view["role"]:
            position["known"]["cards"][other] = [c for c in (mapping.get(c, c) for c in known) if c]
    return changed


def _draw_order(rng: random.Random, position: dict[str, Any], view: ViewJson) -> None:
    """Another order of the pile; what the seat knows of it, and Reserves, stay in place."""
    draw = position["piles"]["draw"]
    known = {base(c) for c in view["known"].get("pile", [])}
    loose = [k for k, card in enumerate(draw) if card not in known and not card.startswith("R")]
    cards = [draw[k] for k in loose]
    rng.shuffle(cards)
    for k, card in zip(loose, cards, strict=True):
        draw[k] = card


def another_world(game: Game, role: str | None, rng: random.Random) -> tuple[dict[str, Any], bool]:
    """A complete position that the seat cannot tell from the true one, and whether it differs at all."""
    position: dict[str, Any] = copy.deepcopy(game.position())
    view = game.view(role).json()
    own = {n for n, entry in view["nations"].items() if "hand" in entry}
    changed = _pools(rng, position, view, own)
    changed |= _cards(rng, position, view, own)
    before = list(position["fate"]["next"])
    rng.shuffle(position["fate"]["next"])
    changed |= before != position["fate"]["next"]
    _draw_order(rng, position, view)
    position["rng"]["key"] = f"{rng.getrandbits(256):064x}"
    position.pop("seed", None)
    return position, changed
