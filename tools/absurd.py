"""Positions in which some advice would be absurd, with the verdicts: `tests/advice/absurd/*.json`.

    python tools/absurd.py

Games of captains are played and looked at with the rules alone; no adviser is asked, so that the suite does not
know what it will be used on. Absurd is

* `surrender`: to give up three troops or more, or the last ones of a stack, where one single card of the suit in
  hand at least halves the loss;
* `idle`: to end a stage in which nothing was done while an objective can be taken that one order would save;
* `supply`: to march a supplied general out of supply (no train of his can follow in this stage) for nothing: nothing
  is taken, caught or fought for it, and nothing is protected that was open.

Each entry holds the position, the role that is asked, the orders that are absurd (a move by its pieces and its
last city) and what would have been better. The suite is fixed: run this again only to start a new one.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sanssouci.bots import registry
from sanssouci.friedrich import Game
from sanssouci.friedrich.knowledge import aids, outlook
from sanssouci.friedrich.rules.names import PIECES

HOME = Path(__file__).parent.parent / "tests/advice/absurd"
WANTED = {"surrender": 50, "idle": 30, "supply": 20}
ROLES = ("friedrich", "elisabeth", "maria-theresa", "pompadour")
SCENARIOS = ("standard", "west", "standard", "austria", "standard")
#: Of one kind at most so many from one game, and one in so many that are met.
PER_GAME = 3
RARELY = 0.25


def games() -> Iterator[Game]:
    """Every decision of one game after the other."""
    number = 0
    while True:
        scenario = SCENARIOS[number % len(SCENARIOS)]
        game = Game.new(scenario=scenario, seed=f"absurd {number}")
        bots = {role: registry.make("captain", f"{number} {role}") for role in ROLES}
        rng = random.Random(f"captains {number}")
        while game.result is None:
            yield game
            role = asked(game)[0]
            game.play(bots[role].decide(game.view(role), game.menu(role), rng, None), role)
        number += 1


def asked(game: Game) -> tuple[str, str]:
    """Who is asked first in this unfinished game, and for what."""
    assert game.decision is not None
    return game.decision.roles[0], game.decision.state


def surrender(game: Game, role: str, menu: dict[str, Any]) -> dict[str, Any] | None:
    """Is giving up absurd here, and which single card is best?"""
    view: Any = game.view(role).json()
    combat = view["combat"]["current"]
    troops = combat[combat["right"]]["troops"]
    if not menu["pass"] or menu["score"] >= 0 or not menu["plays"]:
        return None
    loss = min(-menu["score"], troops)
    if loss < 3 and loss < troops:
        return None
    best = max(menu["plays"], key=lambda play: play["score"])
    left = 0 if best["score"] >= 0 else min(-best["score"], troops)
    if 2 * left > loss:
        return None
    return {"absurd": ["pass"], "loss": loss, "better": f"play {best['card']}", "then": left}


def open_falls(game: Game, role: str) -> set[str]:
    """The objectives that the enemy's next move could take from this role, with nobody to keep them."""
    view = game.view(role)
    return {fall["city"] for fall in outlook.perils(view.known_state, view.own)[0] if not fall["guards"]}


def moves(menu: dict[str, Any]) -> Iterator[tuple[dict[str, Any], str, str]]:
    """Group, last city and order of every move of the menu, stacks undivided."""
    for group in menu["groups"]:
        if not group.get("takes"):
            for end, way in group["ends"].items():
                yield group, end, f"move {'+'.join(group['pieces'])} {' '.join(way)}"


def untouched(game: Game) -> bool:
    """Has nothing been done in this stage?"""
    view = game.view(None).json()
    return not any(piece.get("moved") for piece in view["pieces"].values()) and not view["stage"]["recruited"]


def idle(game: Game, role: str, menu: dict[str, Any]) -> dict[str, Any] | None:
    """Is ending absurd here, and which order saves what?"""
    if not untouched(game) or not menu["end"]:
        return None
    falls = open_falls(game, role)
    if not falls:
        return None
    for _group, _end, order in moves(menu):
        after = game.copy()
        after.play(order)
        saved = falls - open_falls(after, role)
        if saved and not open_falls(after, role) - falls:
            return {"absurd": ["end"], "better": order, "saves": sorted(saved)}
    return None


def supply(game: Game, role: str, menu: dict[str, Any]) -> dict[str, Any] | None:
    """Which moves leave supply for nothing?"""
    view = game.view(role)
    open_before = open_falls(game, role)
    found = []
    for group, end, order in moves(menu):
        pieces = group["pieces"]
        if "train" in pieces[0] or _cut(game, role, pieces[0]):
            continue
        judged: Any = outlook.judge(view, order)
        if judged["supply"]["state"] not in ("cut", "none") or judged["fights"]:
            continue
        after = game.copy()
        after.play(order)
        one, two = view.json(), after.view(role).json()
        gained = one["conquered"] != two["conquered"] or one["pending"] != two["pending"]
        gained = gained or len(_standing(one)) != len(_standing(two))
        gained = gained or bool(open_before - open_falls(after, role))
        if not gained and not _follows(after, role, pieces[0]):
            found.append(f"{'+'.join(pieces)} {end}")
    return {"absurd": found} if found else None


def _standing(view: Any) -> list[str]:
    return [name for name, piece in view["pieces"].items() if "city" in piece]


def _cut(game: Game, role: str, general: str) -> bool:
    found = aids.supply(game.view(role).known_state, PIECES.index(general))
    return found is None or found["state"] in ("cut", "none")


def _follows(game: Game, role: str, general: str) -> bool:
    """Could a train of his still bring him back into supply in this stage?"""
    menu = game.menu(role)
    for group, _end, order in moves(menu):
        if "train" in group["pieces"][0]:
            after = game.copy()
            after.play(order)
            if not _cut(after, role, general):
                return True
    return False


JUDGES = {"surrender": ("CARD", surrender), "idle": ("MOVE_MENU", idle), "supply": ("MOVE_MENU", supply)}


def main() -> None:
    """Fill the shelves."""
    shelves: dict[str, list[dict[str, Any]]] = {kind: [] for kind in WANTED}
    rng = random.Random(1756)
    taken: dict[tuple[str, str | None], int] = {}
    for game in games():
        if all(len(shelves[kind]) == number for kind, number in WANTED.items()):
            break
        role, asked_for = asked(game)
        for kind, (state, judge) in JUDGES.items():
            mark = (kind, game.seed)
            if asked_for != state or len(shelves[kind]) == WANTED[kind] or taken.get(mark, 0) == PER_GAME:
                continue
            if rng.random() > RARELY:
                continue
            verdict = judge(game, role, game.menu(role))
            if verdict is not None:
                taken[mark] = taken.get(mark, 0) + 1
                shelves[kind].append({"role": role, **verdict, "position": game.position()})
    HOME.mkdir(parents=True, exist_ok=True)
    for kind, shelf in shelves.items():
        lines = ",\n".join(json.dumps(one, ensure_ascii=False, separators=(",", ":")) for one in shelf)
        (HOME / f"{kind}.json").write_text(f"[\n{lines}\n]\n", encoding="utf-8")
        print(kind, len(shelf), len({one["position"]["seed"] for one in shelf}), "games")


if __name__ == "__main__":
    main()
