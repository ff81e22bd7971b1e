"""The part of a position that says where inside a stage, a combat, a move, a purchase or a fate card the
game stands: what the engine writes in the complete form, and what a short form may borrow from it.
"""

from __future__ import annotations

import re
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from sanssouci.friedrich.decisions.registry import waiting_in
from sanssouci.friedrich.files.chronicle import Chronicle
from sanssouci.friedrich.files.position_cards import referred
from sanssouci.friedrich.files.position_codecs import read_section, write_section
from sanssouci.friedrich.files.position_fields import (
    Json,
    array,
    bad,
    city,
    fate,
    general,
    nation,
    nations,
    obj,
    playing,
    role,
    suit,
    text,
    under,
    whole,
)
from sanssouci.friedrich.files.problems import shown
from sanssouci.friedrich.rules.board import PIECE_NATION, hostile
from sanssouci.friedrich.rules.cards import CARD_NAMES, DECK_SIZE, KINDS, MAX_DECKS, card_name
from sanssouci.friedrich.rules.encoding import (
    NONE,
    attacker_of,
    defender_of,
    pair_of,
    played_as,
    played_card,
    played_side,
    played_value,
)
from sanssouci.friedrich.rules.fate_cards import keep_offer
from sanssouci.friedrich.rules.names import (
    GENERAL_COUNT,
    GENERALS,
    MOST_TROOPS,
    NATION_COUNT,
    NATIONS,
    PIECES,
)
from sanssouci.friedrich.rules.state import (
    GAME_OVER,
    HAND,
    HIGH,
    LOW,
    MOVE_PATH,
    NOBODY,
    POOL,
    SPLIT_ALLOT,
    STATE_NAMES,
    TABLE,
    TOLD,
    TOLD_TURN,
    State,
)
from sanssouci.friedrich.rules.victory import REASONS, result_of
from sanssouci.friedrich.shapes import ResultView

_HEX: Final = re.compile(r"(?:[0-9a-f]{2}){1,64}")
#: Counters of a long game stay far below this.
_MANY: Final = 1 << 21


def read_flow(s: State, data: Json, complete: bool, chronicle: Chronicle) -> Chronicle:
    """Everything beside board and cards."""
    s.allotted = s.playing if "allotted" not in data else nations(data["allotted"], "allotted")
    read_section(s, data, "stage", ("drawn",))
    read_section(s, data, "memory")
    read_section(s, data, "events")
    _read_strengths(s, data)
    _read_combat(s, data)
    chronicle = _read_moving(s, data, chronicle)
    read_section(s, data, "purchase")
    _read_fate_choice(s, data)
    if "rng" in data:
        said = read_section(s, data, "rng", ("key",))
        key = text(said.get("key"), "rng.key")
        if _HEX.fullmatch(key) is None:
            bad("type", "rng.key", wanted="a key in hexadecimal digits", shown=shown(key))
        s.key = bytes.fromhex(key)
    s.revealed = whole(data.get("revealed", 0), "revealed", 0, _MANY)
    if complete:
        name = text(data["state"], "state")
        if name not in STATE_NAMES:
            bad("unknown_name", "state", shown=shown(name), wanted="a state")
        s.state = STATE_NAMES.index(name)
        s.decider = nation(data.get("decider", NATIONS[min(s.nation, NATION_COUNT - 1)]), "decider")
        _check_decision(s)
    if "result" in data and data["result"] is not None:
        _read_result(s, data)
    elif s.state == GAME_OVER and complete:
        bad("missing_field", "result")
    return chronicle


#: R4.5, R6.2: three generals at most stand in one city.
_MOST_IN_STACK: Final = 3 * MOST_TROOPS


def _read_strengths(s: State, data: Json) -> None:
    """What everybody may deduce of the stacks, by top general."""
    known = obj(data.get("known", {}), "known")
    if "strength" in known:
        for g in range(GENERAL_COUNT):
            s.men[LOW + g] = s.men[HIGH + g] = 0
        for name, pair in obj(known["strength"], "known.strength").items():
            field = under("known.strength", name)
            g = general(name, field)
            bounds = array(pair, field, 2)
            if len(bounds) != 2:
                bad("type", field, wanted="two numbers", shown="a list of another length")
            s.men[LOW + g] = whole(bounds[0], field, 0, _MOST_IN_STACK)
            s.men[HIGH + g] = whole(bounds[1], field, 0, _MOST_IN_STACK)
            if not s.allotted >> PIECE_NATION[g] & 1:
                continue
            if not s.men[LOW + g] <= s.men[POOL + g] <= s.men[HIGH + g]:
                bad("true_strength", field)
    for name, said in obj(known.get("declared", {}), "known.declared").items():
        field = under("known.declared", name)
        g = general(name, field)
        told = obj(said, field, ("troops", "turn"))
        s.men[TOLD + g] = whole(told.get("troops"), field + ".troops", 0, _MOST_IN_STACK)
        s.men[TOLD_TURN + g] = whole(told.get("turn"), field + ".turn", 0, 99)


def _read_combat(s: State, data: Json) -> None:
    said = read_section(s, data, "combat", ("pairs", "right", "table", "played"))
    for i, pair in enumerate(array(said.get("pairs", []), "combat.pairs", 60)):
        field = f"combat.pairs[{i}]"
        names = array(pair, field, 2)
        if len(names) != 2:
            bad("type", field, wanted="two generals", shown="a list of another length")
        a, d = general(names[0], field), general(names[1], field)
        if not hostile(PIECE_NATION[a], PIECE_NATION[d]) or s.city[a] < 0 or s.city[d] < 0:
            bad("no_fight", field)
        s.pairs = append(s.pairs, i64(pair_of(a, d)))
    if "right" in said:
        if text(said["right"], "combat.right") not in ("attacker", "defender"):
            bad("unknown_name", "combat.right", shown=shown(said["right"]), wanted="a side of the combat")
        s.right = 0 if said["right"] == "attacker" else 1
    played = vec[i64]()
    for i, entry in enumerate(array(said.get("played", []), "combat.played")):
        field = f"combat.played[{i}]"
        play = obj(entry, field, ("card", "value", "side"))
        card = referred(play.get("card"), field + ".card", s.options.decks)
        value = whole(play.get("value"), field + ".value", 0, 31)
        side = 0 if play.get("side") == "attacker" else 1
        played = append(played, i64(played_as(card, value, side)))
    s.played = played


def _read_moving(s: State, data: Json, chronicle: Chronicle) -> Chronicle:
    said = read_section(s, data, "moving", ("path",))
    path = tuple(str(name) for name in array(said.get("path", []), "moving.path", 9) if city(name, "moving.path") >= 0)
    for p in range(len(PIECES)):
        if (s.group | s.share) >> p & 1 and s.city[p] != s.at:
            bad("not_there", "moving", shown=PIECES[p])
    return chronicle._replace(path=path)


def _read_fate_choice(s: State, data: Json) -> None:
    said = obj(data.get("fate_choice") or {}, "fate_choice", ("card", "suit", "named"))
    if said.get("card") is not None:
        s.fate_card = fate(said["card"], "fate_choice.card")
    if said.get("suit") is not None:
        s.fate_suit = suit(said["suit"], "fate_choice.suit")
    for name, offer in obj(said.get("named") or {}, "fate_choice.named", ("russia", "austria")).items():
        who = NATIONS.index(name)
        s.offers |= 1 << who
        card = NONE if offer is None else referred(offer, f"fate_choice.named.{name}", s.options.decks)
        if card != NONE and not s.sets[HAND + who * MAX_DECKS + card // DECK_SIZE] >> card % DECK_SIZE & 1:
            bad("not_in_hand", f"fate_choice.named.{name}")
        keep_offer(s, who, card)


def _read_result(s: State, data: Json) -> None:
    said = obj(data["result"], "result", ("winners", "nations", "turn", "reason"))
    for i, name in enumerate(array(said.get("winners", []), "result.winners", 4)):
        s.winners |= 1 << role(name, f"result.winners[{i}]")
    s.winning = nations(said.get("nations", []), "result.nations")
    if said.get("reason") not in REASONS[1:]:
        bad("unknown_name", "result.reason", shown=shown(said.get("reason")), wanted="a rule that ends the game")
    s.reason = REASONS.index(said["reason"])
    if s.state != GAME_OVER:
        bad("not_over", "result")
    if not s.winners:
        bad("no_winner", "result.winners")


def _check_decision(s: State) -> None:
    """The decision belongs to this nation and this step, and the pieces it is about are there."""
    who = s.decider
    if s.state == GAME_OVER:
        return
    playing(s, who, "decider")
    decision = waiting_in(s)
    fault = decision.amiss(s) if decision else None
    if fault:
        bad(*fault)
    for p in range(len(PIECES)):
        if (s.group | s.share | s.buy_pieces) >> p & 1 and PIECE_NATION[p] != who:
            bad("other_nation", "moving", shown=PIECES[p])
    if s.state not in (MOVE_PATH, SPLIT_ALLOT) and (s.group or s.share):
        bad("no_move", "moving")


# ---------------------------------------------------------------- writing


def exact_card(card: int) -> str:
    """A card with its deck, the second Reserve told apart."""
    return _EXACT[card]


_EXACT: Final = [name + ("#2" if card % DECK_SIZE > KINDS else "") for card, name in enumerate(CARD_NAMES)]


#: The entries of a combat as they are written.
_COMBAT: Final = (
    "pairs", "attacker", "defender", "loser", "right", "score", "loss", "king", "table", "played",
)  # fmt: skip


def write_combat(s: State) -> Json | None:
    """The combat phase, None outside of one."""
    found = write_section(s, "combat")
    if len(s.pairs):
        found["pairs"] = [[GENERALS[attacker_of(pair)], GENERALS[defender_of(pair)]] for pair in s.pairs]
    if s.right or s.attacker != NOBODY:
        found["right"] = "defender" if s.right else "attacker"
    table = [d * DECK_SIZE + k for d in range(MAX_DECKS) for k in range(DECK_SIZE) if s.sets[TABLE + d] >> k & 1]
    if table:
        found["table"] = [card_name(card) for card in table]
    if len(s.played):
        found["played"] = [
            {
                "card": exact_card(played_card(p)),
                "value": int(played_value(p)),
                "side": "defender" if played_side(p) else "attacker",
            }
            for p in s.played
        ]
    return {name: found[name] for name in _COMBAT if name in found} or None


def write_moving(s: State, path: tuple[str, ...]) -> Json | None:
    """The move under way, None if there is none."""
    said = write_section(s, "moving")
    if path and s.group:
        said["path"] = list(path)
    return said or None


def write_result(s: State) -> ResultView | None:
    """Who has won and why, None while the game runs."""
    ended = result_of(s)
    if ended is None:
        return None
    winners, nations, turn, reason = ended
    return {"winners": list(winners), "nations": list(nations), "turn": turn, "reason": reason}
