"""Short words for the tests: build a situation, look at it, let it run on, expect a refusal."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

import pytest
from reference import BOARD, GENERALS, NATION, NATIONS, TRAINS, hostile, is_general

from certain import sure
from sanssouci.friedrich import Game, IllegalOrder

SUITS = "SCHD"
ROLE = {
    "prussia": "friedrich",
    "hanover": "friedrich",
    "russia": "elisabeth",
    "sweden": "elisabeth",
    "austria": "maria-theresa",
    "imperial": "maria-theresa",
    "france": "pompadour",
}
ROLES = ("friedrich", "elisabeth", "maria-theresa", "pompadour")
#: A city of each suit far from everything, for a victor who decides the version of a fate card.
VICTOR_AT = {"S": "breslau", "C": "glogau", "H": "boppard", "D": "stade"}
DECK = [f"{v}{s}" for s in SUITS for v in range(2, 14)] + ["R", "R"]


def pieces(**placed: Any) -> dict[str, Any]:
    """`daun="waldenburg"`, `keith=("glogau", 4)`, `fermor=("lomza", 3, "down")`, `austria_train_1="prag"`."""
    found: dict[str, Any] = {}
    for name, where in placed.items():
        entry: dict[str, Any] = {}
        if isinstance(where, str):
            entry["city"] = where
        else:
            entry["city"] = where[0]
            if len(where) > 1:
                entry["troops"] = where[1]
            if len(where) > 2:
                entry["face_down"] = True
        found[name.replace("_", "-")] = entry
    return found


def start_position() -> dict[str, Any]:
    """All pieces at their start cities, troops spread evenly."""
    placed: dict[str, Any] = {}
    for nation in NATIONS:
        setup = BOARD["setup"][nation]
        share, over = divmod(setup["troops"], len(GENERALS[nation]))
        for k, general in enumerate(GENERALS[nation]):
            placed[general] = (setup["generals"][k]["city"], share + (1 if k < over else 0))
        for k, train in enumerate(TRAINS[nation]):
            placed[train] = setup["trains"][k]
    return placed


def situation(nation: str, placed: dict[str, Any] | None = None, **fields: Any) -> dict[str, Any]:
    """A short-form position: movement of `nation` unless `phase` says otherwise."""
    position: dict[str, Any] = {"format": "friedrich-position/1", "nation": nation}
    if placed is not None:
        position["pieces"] = pieces(**placed)
    position.update(fields)
    return position


def given(nation: str, placed: dict[str, Any] | None = None, **fields: Any) -> Game:
    """The game at `situation(...)`."""
    return Game.from_position(situation(nation, placed, **fields))


# ---------------------------------------------------------------- looking


def position_of(game: Game) -> dict[str, Any]:
    """The complete position, as plain JSON values."""
    position: dict[str, Any] = json.loads(json.dumps(game.position()))
    return position


def where(game: Game, piece: str) -> str | None:
    """The city of a piece, None off the map."""
    city: str | None = position_of(game)["pieces"].get(piece, {}).get("city")
    return city


def troops(game: Game, general: str) -> int:
    """Troops of one general as the position writes them (1 each, then filled from the top)."""
    return int(position_of(game)["pieces"].get(general, {}).get("troops", 0))


def pool(game: Game, general: str) -> int:
    """Troops of the whole stack of a general."""
    placed = position_of(game)["pieces"]
    city = placed[general]["city"]
    return sum(e.get("troops", 0) for e in placed.values() if e.get("city") == city)


def total(game: Game, nation: str) -> int:
    """Troops of a nation."""
    placed = position_of(game)["pieces"]
    return sum(placed[g].get("troops", 0) for g in GENERALS[nation] if placed.get(g, {}).get("city"))


def face_down(game: Game, general: str) -> bool:
    """Whether a general is turned face-down."""
    return bool(position_of(game)["pieces"][general].get("face_down", False))


def moved(game: Game) -> set[str]:
    """Who may not move any more in this phase."""
    return set(position_of(game).get("moved", []))


def retired(game: Game) -> set[str]:
    """Generals gone for good."""
    return set(position_of(game).get("retired", []))


def out(game: Game) -> set[str]:
    """Nations that have left."""
    return set(position_of(game).get("out", []))


def conquered(game: Game) -> dict[str, str]:
    """Control markers."""
    return dict(position_of(game).get("conquered", {}))


def pending(game: Game) -> dict[str, str]:
    """ "?" markers."""
    return dict(position_of(game).get("pending", {}))


def face(card: str) -> str:
    """A card without its deck."""
    return card.split("/")[0]


def hand(game: Game, nation: str) -> list[str]:
    """The hand of a nation, decks left out, sorted."""
    return sorted(face(c) for c in position_of(game)["hands"].get(nation, []))


def hand_size(game: Game, nation: str) -> int:
    """How many cards a nation holds."""
    return len(position_of(game)["hands"].get(nation, []))


def state(game: Game) -> str:
    """The name of the state that waits for a decision."""
    return "GAME_OVER" if game.decision is None else str(game.decision.state)


def decider(game: Game) -> str:
    """The nation that decides."""
    return str(sure(game.decision).nation)


def roles(game: Game) -> set[str]:
    """The roles that decide."""
    return set(sure(game.decision).roles)


def menu(game: Game) -> dict[str, Any]:
    """The menu of the (first) role that is to act."""
    found: dict[str, Any] = game.menu(next(iter(sure(game.decision).roles)))
    return found


def group(game: Game, *names: str) -> dict[str, Any] | None:
    """The entry of the movement menu for exactly these pieces."""
    for entry in menu(game)["groups"]:
        if set(entry["pieces"]) == set(names):
            return dict(entry)
    return None


def ends(game: Game, *names: str) -> set[str]:
    """Last cities of the group, its own city not counted."""
    entry = group(game, *names)
    if entry is None:
        return set()
    return set(entry["ends"]) - {entry["city"]}


def plays(game: Game) -> set[str]:
    """Faces of the suit cards that may be played now."""
    return {face(entry["card"]) for entry in menu(game)["plays"]}


def pairs(game: Game) -> set[tuple[str, str]]:
    """The pairs on the combat list."""
    return {(a, b) for a, b in menu(game)["pairs"]}


def cards(game: Game) -> set[str]:
    """Faces of the cards on a menu of cards."""
    return {face(c) for c in menu(game)["cards"]}


def result(game: Game) -> dict[str, Any] | None:
    """The result as the position writes it."""
    return position_of(game).get("result")


def winners(game: Game) -> set[str]:
    """The winning roles."""
    assert game.result is not None, "the game goes on"
    found = result(game)
    assert found is not None
    return set(found["winners"])


def draws(game: Game) -> dict[str, int]:
    """How many cards each nation draws, as everybody may know."""
    seen = game.view(None).json()["nations"]
    return {nation: seen[nation]["draw"] for nation in seen}


def public(game: Game, nation: str) -> dict[str, Any]:
    """What a spectator sees of a nation."""
    return dict(game.view(None).json()["nations"][nation])


def keys(events: Iterable[Any]) -> list[str]:
    """The keys of a list of events."""
    return [e["key"] if isinstance(e, dict) else e.key for e in events]


# ---------------------------------------------------------------- acting


def orders(game: Game, *lines: str) -> Game:
    """Plays several orders and returns the same game."""
    for line in lines:
        game.play(line)
    return game


def then(game: Game, *lines: str) -> Game:
    """Plays orders on a copy, leaving the situation as it was."""
    return orders(game.copy(), *lines)


def legal(game: Game, *lines: str) -> None:
    """Each of these is legal now."""
    for line in lines:
        refusal = game.check(line)
        assert refusal is None, f"{line}: refused: {refusal}"


def refused(game: Game, line: str, *reasons: str) -> None:
    """The order is refused for one of these reasons, rules or keys of refusals, and nothing changes.

    "R11" stands for any rule of chapter 11: which of them a fate card's refusal cites is a matter of taste. Without
    a reason a misspelt city would do as well, so one must be named.
    """
    assert reasons, "name the rule, or the key of the refusal"
    before = json.dumps(position_of(game), sort_keys=True)
    refusal = game.check(line)
    assert refusal is not None, f"{line}: accepted, should be refused ({', '.join(reasons)})"
    with pytest.raises(IllegalOrder) as caught:
        game.play(line)
    assert json.dumps(position_of(game), sort_keys=True) == before
    assert str(caught.value).strip() and "\n" not in str(caught.value)
    rule, key = str(caught.value.rule), caught.value.key
    fits = any(reason in (rule, key) or (reason == "R11" and rule.startswith("R11.")) for reason in reasons)
    assert fits, f"{line}: refused by {rule} ({key}), not {' or '.join(reasons)}: {caught.value}"


def quiet_order(game: Game) -> str:
    """The least eventful legal order: no moves, no cards unless they must be played."""
    what = state(game)
    found = menu(game)
    if what == "ALLOT":
        entry = found["nations"][0]
        left = entry["troops"] - len(entry["generals"])
        shares = []
        for general in entry["generals"]:
            more = min(7, left)
            left -= more
            shares.append(f"{general}={1 + more}")
        return f"allot {entry['nation']} {' '.join(shares)}"
    if what == "FORCED_DISCARD":
        return f"discard {found['cards'][0]}"
    if what == "OFFENSIVE":
        return "offensive no"
    if what == "MOVE_MENU":
        return "end"
    if what == "COMBAT_PICK":
        attacker, defender = found["pairs"][0]
        return f"attack {attacker} {defender}"
    if what == "EVADE":
        return "fight"
    if what == "CARD":
        if found["pass"]:
            return "pass"
        if found["plays"]:
            return f"play {found['plays'][0]['card']}"
        return f"play {found['reserves'][0]}={found['reserve_values'][0]}"
    if what == "RETREAT_PICK":
        return f"retreat {found['cities'][0]}"
    if what == "EAST_PRUSSIA":
        return "liberate " + " ".join(found["cities"][:2])
    verb = {
        "FREE_TROOP": "reinforce",
        "RETIRE": "retire",
        "LOSE_TROOP": "lose",
        "FLIP": "flip",
        "REDRAW": "redraw",
        "GIFT": "gift",
        "LAUDON": "laudon",
        "WEST": "west",
    }
    if what == "TRADE":
        return f"trade {found['nation']} none"
    word = verb[what]
    if found["none"]:
        return f"{word} none"
    return f"{word} {(sure(found.get('generals') or found.get('cards')))[0]}"


def quietly(game: Game, until: Any, limit: int = 400) -> Game:
    """Lets the game run on quietly until `until(game)` holds; the same game comes back."""
    for _ in range(limit):
        if game.result is not None or until(game):
            return game
        game.play(quiet_order(game))
    raise AssertionError(f"did not come to pass within {limit} decisions; waiting in {state(game)}")


def stage_of(nation: str, turn: int | None = None) -> Any:
    """A condition for `quietly`: the movement menu of `nation` (in that turn)."""

    def reached(game: Game) -> bool:
        if state(game) != "MOVE_MENU" or decider(game) != nation:
            return False
        return turn is None or position_of(game)["turn"] == turn

    return reached


def turn_is(turn: int) -> Any:
    """A condition for `quietly`: that turn has begun."""
    return lambda game: position_of(game)["turn"] >= turn


def next_stage(game: Game) -> Game:
    """Runs on to the end of the stage that is under way (combats given up, no cards)."""
    here = position_of(game)
    return quietly(
        game,
        lambda g: (position_of(g)["turn"], position_of(g)["nation"]) != (here["turn"], here["nation"]),
    )


# ---------------------------------------------------------------- fate


def fate_step(card: str, placed: dict[str, Any] | None = None, **fields: Any) -> Game:
    """The game at the end of turn `turn` (default 8), this fate card just turned up.

    `card` is a number with a suit ("5S") or a stroke. A suit other than spades needs the expert
    game: the last victor, who is not on the map, then won in a city of that suit.
    """
    number, suit = split_fate(card)
    fields.setdefault("turn", 8)
    if suit not in ("", "S"):
        fields.setdefault("scenario", "expert")
        absent = [g for g in ("lehwaldt", "tottleben", "lacy", "chevert") if g not in (placed or {})]
        if absent:
            fields.setdefault("last_victor", {"general": absent[0], "city": VICTOR_AT[suit]})
    fate = dict(fields.pop("fate", {}))
    fate["next"] = [number, *fate.get("next", [])]
    return given("france", placed if placed is not None else {}, phase="fate", fate=fate, **fields)


def split_fate(card: str) -> tuple[str, str]:
    """ "5S" → ("5", "S"); a stroke has no suit."""
    if card[0].isdigit():
        return card[:-1], card[-1]
    return card, ""


def events_of(card: str, turn: int, scenario: str = "standard") -> Any:
    """What the complete position says about an event in force in `turn`."""
    game = fate_step(card, {}, turn=turn - 1, scenario=scenario if card[-1] == "S" else "expert")
    return position_of(game)["events"]


def under(card: str, nation: str, placed: dict[str, Any] | None = None, turn: int = 9, **fields: Any) -> Game:
    """A situation in `turn` in which the event of the turn before is in force."""
    if card[-1] != "S":
        fields.setdefault("scenario", "expert")
    drawn = dict(fields.pop("fate", {}))
    drawn["drawn"] = [*drawn.get("drawn", []), split_fate(card)[0]]
    return given(nation, placed, turn=turn, events=events_of(card, turn), fate=drawn, **fields)


# ---------------------------------------------------------------- cards


def all_but(*wanted: str, decks: int = 1) -> list[str]:
    """Every card of the first deck(s) except those named, for filling other hands."""
    left = [f"{c}/{d}" for d in range(1, decks + 1) for c in DECK]
    for card in wanted:
        left.remove(card if "/" in card else f"{card}/1")
    return left


def combat(attacker: dict[str, Any], defender: dict[str, Any], nation: str, **fields: Any) -> Game:
    """A combat phase with these pieces; `hands` in `fields`."""
    return given(nation, {**attacker, **defender}, phase="combat", **fields)


def pile(game: Game) -> int:
    """Size of the draw pile."""
    return sum(game.view(None).json()["piles"]["draw"].values())


def used(game: Game) -> int:
    """Number of cards in the used piles."""
    return sum(game.view(None).json()["piles"]["used"].values())


def score(game: Game) -> int:
    """The score of the side that holds the right to play."""
    return sure(sure(sure(game.view(None).json()["combat"])["current"])["score"])


def position_refused(position: dict[str, Any], *words: str) -> None:
    """The position cannot be: loading it answers with one sentence (containing the words)."""
    with pytest.raises(ValueError) as caught:
        Game.from_position(position)
    sentence = str(caught.value)
    assert sentence.strip() and "\n" not in sentence
    for word in words:
        assert word.lower() in sentence.lower(), f"{word!r} not in {sentence!r}"


def foes(nation: str) -> list[str]:
    """All generals hostile to a nation."""
    return [p for p in NATION if is_general(p) and hostile(NATION[p], nation)]
