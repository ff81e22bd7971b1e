"""The part of a position that says where inside a stage, a combat, a move, a purchase or a fate card the
game stands: what the engine writes in the complete form, and what a short form may borrow from it.
"""

from __future__ import annotations

import re
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from sanssouci.friedrich.files.chronicle import Chronicle
from sanssouci.friedrich.files.position_cards import referred
from sanssouci.friedrich.files.position_fields import (
    Json,
    array,
    bad,
    city,
    effects,
    fate,
    flag,
    general,
    generals,
    nation,
    nations,
    obj,
    pieces,
    role,
    suit,
    text,
    under,
    whole,
)
from sanssouci.friedrich.files.problems import shown
from sanssouci.friedrich.rules.board import PIECE_NATION, hostile
from sanssouci.friedrich.rules.cards import DECK_SIZE, card_name
from sanssouci.friedrich.rules.effects import VERSION_NAMES, asked_in
from sanssouci.friedrich.rules.encoding import NONE
from sanssouci.friedrich.rules.names import (
    AUSTRIA,
    G_HILDBURGHAUSEN,
    G_LAUDON,
    GENERAL_COUNT,
    GENERALS,
    NATION_COUNT,
    NATIONS,
    PIECES,
    PRUSSIA,
    ROLES,
    RUSSIA,
    SUITS,
)
from sanssouci.friedrich.rules.state import (
    ALLOT,
    CARD,
    EAST_PRUSSIA,
    EVADE,
    GAME_OVER,
    HAND,
    HIGH,
    LAUDON,
    LOW,
    MOVE_PATH,
    NOBODY,
    OFF_MAP,
    POOL,
    RETIRE,
    RETREAT_PICK,
    SPLIT_ALLOT,
    STATE_NAMES,
    TABLE,
    TOLD,
    TOLD_TURN,
    TRADE,
    WEST_STEP,
    State,
    in_game,
)
from sanssouci.friedrich.rules.victory import REASONS
from sanssouci.friedrich.shapes import ResultView

_HEX: Final = re.compile(r"(?:[0-9a-f]{2}){1,64}")
#: Counters of a long game stay far below this.
_MANY: Final = 1 << 21


def read_flow(s: State, data: Json, complete: bool, chronicle: Chronicle) -> Chronicle:
    """Everything beside board and cards."""
    s.allotted = s.playing if "allotted" not in data else nations(data["allotted"], "allotted")
    _read_stage(s, data)
    _read_memory(s, data)
    _read_events(s, data)
    _read_strengths(s, data)
    _read_combat(s, data)
    chronicle = _read_moving(s, data, chronicle)
    _read_purchase(s, data)
    _read_fate_choice(s, data)
    if "rng" in data:
        said = obj(data["rng"], "rng", ("key", "chance"))
        key = text(said.get("key"), "rng.key")
        if _HEX.fullmatch(key) is None:
            bad("type", "rng.key", wanted="a key in hexadecimal digits", shown=shown(key))
        s.key = bytes.fromhex(key)
        s.chance = whole(said.get("chance", 0), "rng.chance", 0, _MANY)
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


def _read_stage(s: State, data: Json) -> None:
    fields = ("drawn", "substitute", "recruited", "fixed", "bound", "chevert_with")
    said = obj(data.get("stage", {}), "stage", fields)
    if said.get("substitute") is not None:
        s.substitute = city(said["substitute"], "stage.substitute")
    s.recruits = whole(said.get("recruited", 0), "stage.recruited", 0, 200)
    s.fixed = generals(said.get("fixed", []), "stage.fixed")
    s.bound = generals(said.get("bound", []), "stage.bound")
    s.chevert_with = generals(said.get("chevert_with", []), "stage.chevert_with")


def _read_memory(s: State, data: Json) -> None:
    fields = ("hild_suits", "hild_lost", "imperial_role", "changed_hands", "colonial", "cuts")
    said = obj(data.get("memory", {}), "memory", fields)
    for i, letter in enumerate(array(said.get("hild_suits", []), "memory.hild_suits", 4)):
        s.hild_suits |= 1 << suit(letter, f"memory.hild_suits[{i}]")
    s.hild_lost = 1 if flag(said.get("hild_lost", False), "memory.hild_lost") else 0
    if "imperial_role" in said:
        s.imperial_role = role(said["imperial_role"], "memory.imperial_role")
    if "changed_hands" in said:
        s.changed_hands = 1 if flag(said["changed_hands"], "memory.changed_hands") else 0
    if "colonial" in said:
        s.colonial = whole(said["colonial"], "memory.colonial", 0, 2)
    if "cuts" in said:
        s.cuts = whole(said["cuts"], "memory.cuts", 0, 2)


def _read_events(s: State, data: Json) -> None:
    said = obj(data.get("events", {}), "events", ("now", "next", "used"))
    s.events = effects(said.get("now", []), "events.now")
    s.events_next = effects(said.get("next", []), "events.next")
    s.events_used = effects(said.get("used", []), "events.used")


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
            s.men[LOW + g] = whole(bounds[0], field, 0, 24)
            s.men[HIGH + g] = whole(bounds[1], field, 0, 24)
            if not s.allotted >> PIECE_NATION[g] & 1:
                continue
            if not s.men[LOW + g] <= s.men[POOL + g] <= s.men[HIGH + g]:
                bad("true_strength", field)
    for name, said in obj(known.get("declared", {}), "known.declared").items():
        field = under("known.declared", name)
        g = general(name, field)
        told = obj(said, field, ("troops", "turn"))
        s.men[TOLD + g] = whole(told.get("troops"), field + ".troops", 0, 24)
        s.men[TOLD_TURN + g] = whole(told.get("turn"), field + ".turn", 0, 99)


def _read_combat(s: State, data: Json) -> None:
    fields = (
        "pairs", "attacker", "defender", "right", "score", "played", "table", "king", "loser", "loss",
    )  # fmt: skip
    said = obj(data.get("combat") or {}, "combat", fields)
    for i, pair in enumerate(array(said.get("pairs", []), "combat.pairs", 60)):
        field = f"combat.pairs[{i}]"
        names = array(pair, field, 2)
        if len(names) != 2:
            bad("type", field, wanted="two generals", shown="a list of another length")
        a, d = general(names[0], field), general(names[1], field)
        if not hostile(PIECE_NATION[a], PIECE_NATION[d]) or s.city[a] < 0 or s.city[d] < 0:
            bad("no_fight", field)
        s.pairs = append(s.pairs, i64(a * 24 + d))
    for name in ("attacker", "defender", "loser"):
        if said.get(name) is not None:
            who = general(said[name], f"combat.{name}")
            if name == "attacker":
                s.attacker = who
            elif name == "defender":
                s.defender = who
            else:
                s.loser = who
    if "right" in said:
        if text(said["right"], "combat.right") not in ("attacker", "defender"):
            bad("unknown_name", "combat.right", shown=shown(said["right"]), wanted="a side of the combat")
        s.right = 0 if said["right"] == "attacker" else 1
    s.score = whole(said.get("score", 0), "combat.score", -100, 0)
    s.king = 1 if flag(said.get("king", False), "combat.king") else 0
    s.loss = whole(said.get("loss", 0), "combat.loss", 0, 24)
    played = vec[i64]()
    for i, entry in enumerate(array(said.get("played", []), "combat.played")):
        field = f"combat.played[{i}]"
        play = obj(entry, field, ("card", "value", "side"))
        card = referred(play.get("card"), field + ".card", s.options.decks)
        value = whole(play.get("value"), field + ".value", 0, 31)
        side = 0 if play.get("side") == "attacker" else 1
        played = append(played, i64((card * 32 + value) * 2 + side))
    s.played = played


def _read_moving(s: State, data: Json, chronicle: Chronicle) -> Chronicle:
    said = obj(data.get("moving") or {}, "moving", ("pieces", "at", "steps", "main", "part", "path"))
    s.group = pieces(said.get("pieces", []), "moving.pieces")
    if said.get("at") is not None:
        s.at = city(said["at"], "moving.at")
    s.steps = whole(said.get("steps", 0), "moving.steps", 0, 671)  # 6♠ keeps Laudon's city here
    s.all_main = 1 if flag(said.get("main", False), "moving.main") else 0
    s.share = generals(said.get("part", []), "moving.part")
    path = tuple(str(name) for name in array(said.get("path", []), "moving.path", 9) if city(name, "moving.path") >= 0)
    for p in range(len(PIECES)):
        if (s.group | s.share) >> p & 1 and s.city[p] != s.at:
            bad("not_there", "moving", shown=PIECES[p])
    return chronicle._replace(path=path)


def _read_purchase(s: State, data: Json) -> None:
    said = obj(data.get("purchase") or {}, "purchase", ("troops", "pieces", "paid", "last", "left", "to"))
    s.buy_troops = whole(said.get("troops", 0), "purchase.troops", 0, 200)
    s.buy_pieces = pieces(said.get("pieces", []), "purchase.pieces")
    s.buy_paid = whole(said.get("paid", 0), "purchase.paid", 0, 10_000)
    s.buy_last = whole(said.get("last", 0), "purchase.last", -1, _MANY)
    s.buy_left = whole(said.get("left", 0), "purchase.left", 0, 200)
    s.buy_to = whole(said.get("to", 0), "purchase.to", 0, GENERAL_COUNT)


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
        if card != NONE and not s.sets[HAND + who * 5 + card // DECK_SIZE] >> card % DECK_SIZE & 1:
            bad("not_in_hand", f"fate_choice.named.{name}")
        if who == RUSSIA:
            s.offer_russia = card
        else:
            s.offer_austria = card


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
    fate_step = s.nation == NATION_COUNT
    who = s.decider
    if s.state == GAME_OVER:
        return
    if not in_game(s, who):
        bad("nation_out" if s.playing >> who & 1 else "not_in_play", "decider", shown=NATIONS[who])
    asked = [PRUSSIA] if s.state == RETIRE else asked_in(int(s.state))
    if asked:
        if not fate_step or who not in asked:
            bad("fate_step_other", "state")
    elif fate_step and not (s.state == SPLIT_ALLOT and who == AUSTRIA and s.share == 1 << G_LAUDON):
        bad("not_fate_step", "state")
    elif s.state in (EVADE, CARD, RETREAT_PICK):
        _check_combat(s, who)
    elif s.state == EAST_PRUSSIA:
        if who != PRUSSIA or s.nation != RUSSIA or not s.scenario.expert:
            bad("only_prussia", "state")
    elif s.state == ALLOT:
        if s.allotted >> who & 1 or s.nation != PRUSSIA or s.turn != 1:
            bad("nothing_to_allot", "decider")
    elif not fate_step and who != s.nation:
        bad("stage_decides", "decider")
    _check_pieces(s, who)


def _check_combat(s: State, who: int) -> None:
    for name, top in (("attacker", s.attacker), ("defender", s.defender)):
        if top == NOBODY or s.city[top] < 0 or s.men[POOL + top] == 0:
            bad("stack_fights", f"combat.{name}")
    if not hostile(PIECE_NATION[s.attacker], PIECE_NATION[s.defender]) or PIECE_NATION[s.attacker] != s.nation:
        bad("no_fight", "combat.defender")
    right = s.attacker if s.right == 0 else s.defender
    if s.state == RETREAT_PICK:
        if s.loser not in (s.attacker, s.defender):
            bad("one_lost", "combat.loser")
        right = s.defender if s.loser == s.attacker else s.attacker
    if PIECE_NATION[s.defender if s.state == EVADE else right] != who:
        bad("combat_decides", "decider")


def _check_pieces(s: State, who: int) -> None:
    if s.state == MOVE_PATH and (s.group == 0 or s.at == OFF_MAP):
        bad("move_under_way", "moving")
    if s.state == SPLIT_ALLOT and (s.share == 0 or s.at == OFF_MAP):
        bad("part_leaves", "moving.part")
    for p in range(len(PIECES)):
        if (s.group | s.share | s.buy_pieces) >> p & 1 and PIECE_NATION[p] != who:
            bad("other_nation", "moving", shown=PIECES[p])
    if s.state not in (MOVE_PATH, SPLIT_ALLOT) and (s.group or s.share):
        bad("no_move", "moving")
    if s.state == LAUDON and s.city[G_LAUDON] < 0:
        bad("he_is_off", "pieces.laudon")
    if s.state == WEST_STEP and s.city[G_HILDBURGHAUSEN] < 0:
        bad("he_is_off", "pieces.hildburghausen")
    if s.state == TRADE:
        if not in_game(s, RUSSIA) or not in_game(s, AUSTRIA) or s.offers == (1 << RUSSIA | 1 << AUSTRIA):
            bad("nobody_left", "fate_choice.named")
        if s.offers >> who & 1:
            bad("answered", "decider")


# ---------------------------------------------------------------- writing


def _names(pieces_set: int) -> list[str]:
    return [PIECES[p] for p in range(len(PIECES)) if pieces_set >> p & 1]


def exact_card(card: int) -> str:
    """A card with its deck, the second Reserve told apart."""
    kind = card % DECK_SIZE
    deck = card // DECK_SIZE + 1
    if kind >= 48:
        return f"R/{deck}" if kind == 48 else f"R/{deck}#2"
    return f"{kind % 12 + 2}{SUITS[kind // 12]}/{deck}"


def effect_names(bits: int) -> list[str]:
    """`["5S", "9C"]` for a set of versions of fate cards."""
    return [name for i, name in enumerate(VERSION_NAMES) if bits >> i & 1]


def write_combat(s: State) -> Json | None:
    """The combat phase, None outside of one."""
    said: Json = {}
    if len(s.pairs):
        said["pairs"] = [[GENERALS[pair // 24], GENERALS[pair % 24]] for pair in s.pairs]
    for name, who in (("attacker", s.attacker), ("defender", s.defender), ("loser", s.loser)):
        if who != NOBODY:
            said[name] = GENERALS[who]
    if s.right:
        said["right"] = "defender"
    elif s.attacker != NOBODY:
        said["right"] = "attacker"
    for name, number in (("score", s.score), ("loss", s.loss)):
        if number:
            said[name] = int(number)
    for name, number in (("king", s.king),):
        if number:
            said[name] = True
    table = [d * DECK_SIZE + k for d in range(5) for k in range(DECK_SIZE) if s.sets[TABLE + d] >> k & 1]
    if table:
        said["table"] = [card_name(card) for card in table]
    if len(s.played):
        said["played"] = [
            {"card": exact_card(p // 64), "value": int(p // 2 % 32), "side": "defender" if p % 2 else "attacker"}
            for p in s.played
        ]
    return said or None


def write_moving(s: State, path: tuple[str, ...], city_ids: list[str]) -> Json | None:
    """The move under way, None if there is none."""
    said: Json = {}
    if s.group:
        said["pieces"] = _names(s.group)
    if s.at >= 0:
        said["at"] = city_ids[s.at]
    if s.steps:
        said["steps"] = int(s.steps)
    if s.all_main:
        said["main"] = True
    if s.share:
        said["part"] = _names(s.share)
    if path and s.group:
        said["path"] = list(path)
    return said or None


def write_purchase(s: State) -> Json | None:
    """The purchase under way, None if there is none."""
    said: Json = {}
    for name, number in (
        ("troops", s.buy_troops), ("paid", s.buy_paid), ("last", s.buy_last), ("left", s.buy_left), ("to", s.buy_to),
    ):  # fmt: skip
        if number:
            said[name] = int(number)
    if s.buy_pieces:
        said["pieces"] = _names(s.buy_pieces)
    return said or None


def write_result(s: State) -> ResultView | None:
    """Who has won and why, None while the game runs."""
    if s.state != GAME_OVER:
        return None
    return {
        "winners": [ROLES[r] for r in range(4) if s.winners >> r & 1],
        "nations": [NATIONS[n] for n in range(NATION_COUNT) if s.winning >> n & 1],
        "turn": int(s.turn),
        "reason": REASONS[s.reason],
    }
