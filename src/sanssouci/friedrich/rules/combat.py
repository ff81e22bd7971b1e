"""R7: combat. The list of pairs, the duel of cards, and its end."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from sanssouci.friedrich.rules.board import HALLE, NB, NB_FROM, PIECE_NATION, SUIT, hostile
from sanssouci.friedrich.rules.cards import DECK_SIZE, bit, card_name, lowest
from sanssouci.friedrich.rules.decks import clear_table, know, take_from_hand
from sanssouci.friedrich.rules.duel import acting, bonus, counts_nothing, king_bound, list_cards, worth
from sanssouci.friedrich.rules.effects import EV_3D, EV_3H, EV_4S, EV_7D, EV_8C, EV_10H, EV_11S
from sanssouci.friedrich.rules.encoding import DOUBLE, FIGHT, PASS, attacker_of, defender_of, pair_of, played_as
from sanssouci.friedrich.rules.events import city_id, general_names, tell
from sanssouci.friedrich.rules.expert import austria_takes_card
from sanssouci.friedrich.rules.names import (
    AUSTRIA,
    G_DAUN,
    G_HILDBURGHAUSEN,
    G_SOUBISE,
    GENERAL_COUNT,
    GENERALS,
    NATIONS,
    PRUSSIA,
)
from sanssouci.friedrich.rules.restrictions import cannot_attack
from sanssouci.friedrich.rules.retreat import farthest, retreat_ends
from sanssouci.friedrich.rules.state import (
    CARD,
    COMBAT_NEXT,
    COMBAT_PICK,
    DECLARE,
    EVADE,
    NOBODY,
    POOL,
    RETREAT_PICK,
    RETRO,
    TABLE,
    TOLD,
    TOLD_TURN,
    State,
    who_at,
)
from sanssouci.friedrich.rules.steps import STEPS, Step, ask, new_menu
from sanssouci.friedrich.rules.troops import end_general, first_general, lose, members, reveal, take_off


def _may_attack(s: State, attacker: i64, defender: i64) -> bool:
    """R11.8, 3♥, 3♦, 10♠: is the pair exempt from fighting?"""
    stack = members(s, attacker)
    here = s.city[attacker]
    there = s.city[defender]
    if stack & cannot_attack(s) != 0:
        return False
    if s.events & EV_3D != 0 and (here == HALLE or there == HALLE):
        return False
    if s.events & EV_3H != 0 and stack >> G_SOUBISE & 1 == 1:
        return s.hild_suits >> SUIT[here] & 1 == 0
    return True


def list_pairs(s: State) -> None:
    """R7.1, R7.2 (ST30): every active stack and every hostile stack next to it, fixed for the phase."""
    pairs = vec[i64]()
    nation = s.nation
    for g in range(first_general(nation), end_general(nation)):
        if s.city[g] >= 0 and s.men[POOL + g] > 0:
            for i in range(NB_FROM[s.city[g]], NB_FROM[s.city[g] + 1]):
                who = who_at(s, NB[i])
                if who != 0 and who <= GENERAL_COUNT and hostile(nation, PIECE_NATION[who - 1]):
                    if (s.events == 0 and s.bound == 0) or _may_attack(s, g, who - 1):
                        pairs = append(pairs, pair_of(g, who - 1))
    s.pairs = pairs
    if len(pairs) == 0:
        s.state = RETRO
        return
    if s.log is not None:
        tell(s, "combat_list", "R7.1", {
            "pairs": [[GENERALS[attacker_of(pair)], GENERALS[defender_of(pair)]] for pair in pairs],
        })  # fmt: skip
    s.state = COMBAT_NEXT


def next_combat(s: State) -> None:
    """ST31, ST37: the last pair is taken without asking."""
    if len(s.pairs) == 0:
        s.state = RETRO
    elif len(s.pairs) == 1:
        pick(s, s.pairs[0])
    else:
        ask(s, COMBAT_PICK, s.nation)


def pick(s: State, pair: i64) -> None:
    """R7.3: a pair is chosen; 8♣ may let a Prussian stack withdraw before strengths are named."""
    s.attacker = attacker_of(pair)
    s.defender = defender_of(pair)
    s.pairs = without(s.pairs, pair)
    if s.events & EV_8C != 0 and PIECE_NATION[s.defender] == PRUSSIA:
        if members(s, s.attacker) >> G_DAUN & 1 == 1 and len(evade_cities(s)) > 0:
            ask(s, EVADE, PRUSSIA)
            return
    s.state = DECLARE


def without(pairs: vec[i64], pair: i64) -> vec[i64]:
    """The pairs less one."""
    left = vec[i64]()
    for i in range(len(pairs)):
        if pairs[i] != pair:
            left = append(left, pairs[i])
    return left


def strike(s: State, top: i64) -> None:
    """R7.4: a stack that retreated, withdrew or is gone fights no more in this phase."""
    left = vec[i64]()
    for pair in s.pairs:
        if attacker_of(pair) != top and defender_of(pair) != top:
            left = append(left, pair)
    s.pairs = left


def evade_cities(s: State) -> vec[i64]:
    """8♣, OP-64: empty neighbours of the attacked stack that are farthest from Daun."""
    here = s.city[s.defender]
    cities = vec[i64]()
    for i in range(NB_FROM[here], NB_FROM[here + 1]):
        if s.occ[NB[i]] == 0:
            cities = append(cities, NB[i])
    return farthest(cities, s.city[s.attacker])


def withdraw(s: State, city: i64) -> None:
    """8♣: the stack steps back and the combat is cancelled; it counts as a retreat for R7.4."""
    if s.log is not None:
        tell(s, "withdraws", "8♣", {
            "generals": general_names(members(s, s.defender)), "from": city_id(s.city[s.defender]),
            "to": city_id(city),
        })  # fmt: skip
    shift(s, s.defender, city)
    strike(s, s.defender)
    s.attacker = NOBODY
    s.defender = NOBODY
    s.state = COMBAT_NEXT


def shift(s: State, top: i64, city: i64) -> None:
    """Put a whole stack into an empty city."""
    stack = members(s, top)
    s.occ[s.city[top]] = 0
    while stack != 0:
        s.city[lowest(stack)] = city
        stack &= stack - 1
    s.occ[city] = u8(top + 1)


def declare(s: State) -> None:
    """R7.5: strengths are named; the side with the lower one, or the attacker when equal, has the right."""
    a = s.attacker
    d = s.defender
    reveal(s, a)
    reveal(s, d)
    s.men[TOLD + a] = s.men[POOL + a]
    s.men[TOLD + d] = s.men[POOL + d]
    s.men[TOLD_TURN + a] = s.turn
    s.men[TOLD_TURN + d] = s.turn
    s.revealed += 1
    if members(s, a) >> G_HILDBURGHAUSEN & 1 == 1:
        s.hild_suits |= bit(SUIT[s.city[a]])
    score = s.men[POOL + a] - s.men[POOL + d]
    s.right = 0
    if score > 0:
        s.right = 1
        score = -score
    s.score = score
    s.king = 0
    s.played = vec[i64]()
    if s.log is not None:
        tell(s, "combat_begins", "R7.5", {
            "attacker": general_names(members(s, a)), "attacker_nation": NATIONS[PIECE_NATION[a]],
            "attacker_city": city_id(s.city[a]), "attacker_troops": int(s.men[POOL + a]),
            "attacker_suit": "SCHD"[SUIT[s.city[a]]],
            "defender": general_names(members(s, d)), "defender_nation": NATIONS[PIECE_NATION[d]],
            "defender_city": city_id(s.city[d]), "defender_troops": int(s.men[POOL + d]),
            "defender_suit": "SCHD"[SUIT[s.city[d]]],
        })  # fmt: skip
    ask_card(s)


def ask_card(s: State) -> None:
    """ST34: the side with the right decides. 7♦: Prussia's first decision makes this the king's combat."""
    ask(s, CARD, PIECE_NATION[acting(s)])
    if king_bound(s):
        s.king = 1


def play_card(s: State, card: i64, named: i64) -> None:
    """R7.7: a card is added to the score; at 0 or more the right passes."""
    top = acting(s)
    nation = PIECE_NATION[top]
    value = worth(s, nation, card, named)
    if named == DOUBLE:
        s.events_used |= EV_11S
    if counts_nothing(s):
        s.events_used |= EV_10H
    if bonus(s, nation) > 0:
        s.events_used |= EV_4S
    take_from_hand(s, nation, card)
    at = TABLE + card // DECK_SIZE
    s.sets[at] = s.sets[at] | bit(card % DECK_SIZE)
    know(s, 15, card)
    s.played = append(s.played, played_as(card, value, s.right))
    s.revealed += 1
    king = king_bound(s)
    s.score += value
    if s.log is not None:
        tell(s, "card_played", "R7.7", {
            "nation": NATIONS[nation], "general": GENERALS[top], "card": card_name(card), "value": int(value),
            "score": int(s.score),
        })  # fmt: skip
    if king and s.score > 0:
        s.events_used |= EV_7D
    if s.score >= 0:
        s.right = 1 - s.right
        s.score = -s.score
    ask_card(s)


def give_up(s: State) -> None:
    """R7.10, R7.11 (ST35): the side with the right stops: a draw at 0, else its defeat."""
    loser = acting(s)
    winner = s.defender if s.right == 0 else s.attacker
    s.revealed += 1
    clear_table(s)
    if s.king == 1:
        s.events_used |= EV_7D
    score = s.score
    if s.log is not None:
        tell(s, "gives_up" if score < 0 else "draw_combat", "R7.10", {
            "nation": NATIONS[PIECE_NATION[loser]], "generals": general_names(members(s, loser)),
            "score": int(score),
        })  # fmt: skip
    s.played = vec[i64]()
    s.score = 0
    s.king = 0
    if score == 0:
        _combat_over(s)
        return
    _defeat(s, loser, winner, -score)


def _defeat(s: State, loser: i64, winner: i64, by: i64) -> None:
    loss = min(by, s.men[POOL + loser])
    s.victor = winner  # R7.14
    s.victor_city = s.city[winner]
    if members(s, loser) >> G_HILDBURGHAUSEN & 1 == 1:
        s.hild_lost = 1
    if s.log is not None:
        tell(s, "defeat", "R7.11", {
            "loser": general_names(members(s, loser)), "nation": NATIONS[PIECE_NATION[loser]],
            "winner": general_names(members(s, winner)), "loss": int(loss),
        })  # fmt: skip
    if by >= 3 and PIECE_NATION[loser] == PRUSSIA and PIECE_NATION[winner] == AUSTRIA:
        austria_takes_card(s)
    staying = lose(s, loser, loss)
    strike(s, loser)
    if staying == 0:
        _combat_over(s)
        return
    ends = retreat_ends(s, s.city[loser], loss, s.city[winner])
    if len(ends) == 0:
        if s.log is not None:
            tell(s, "retreat_none", "R8.6", {
                "generals": general_names(staying), "nation": NATIONS[PIECE_NATION[loser]], "steps": int(loss),
            })  # fmt: skip
        take_off(s, staying)
        _combat_over(s)
    elif len(ends) == 1:
        retreat(s, loser, ends[0])
        _combat_over(s)
    else:
        s.loser = loser
        s.loss = loss
        ask(s, RETREAT_PICK, PIECE_NATION[winner])


def _combat_over(s: State) -> None:
    s.attacker = NOBODY
    s.defender = NOBODY
    s.loser = NOBODY
    s.loss = 0
    s.right = 0
    s.state = COMBAT_NEXT


def pending_ends(s: State) -> vec[i64]:
    """ST36: where the winner may send the beaten stack."""
    winner = s.defender if s.loser == s.attacker else s.attacker
    return retreat_ends(s, s.city[s.loser], s.loss, s.city[winner])


def choose_retreat(s: State, city: i64) -> None:
    """R8.5: the winner has named the end city."""
    retreat(s, s.loser, city)
    _combat_over(s)


def retreat(s: State, top: i64, city: i64) -> None:
    """R8: the stack moves; nothing else happens on the way (R5.9)."""
    if s.log is not None:
        tell(s, "retreat", "R8.5", {
            "generals": general_names(members(s, top)), "nation": NATIONS[PIECE_NATION[top]],
            "from": city_id(s.city[top]), "to": city_id(city),
        })  # fmt: skip
    shift(s, top, city)


class Picking(Step):
    """ST31: the next pair."""

    def choices(self, s: State) -> vec[i64]:
        """Whatever is left to fight."""
        return s.pairs[:]

    def take(self, s: State, choice: i64) -> None:
        """R7.3."""
        pick(s, choice)


class Evading(Step):
    """8♣: the attacked stack withdraws, or fights."""

    def choices(self, s: State) -> vec[i64]:
        """OP-64: the cities, and the fight."""
        return append(evade_cities(s), FIGHT)

    def take(self, s: State, choice: i64) -> None:
        """The fight goes on as any other."""
        if choice != FIGHT:
            withdraw(s, choice)
            return
        if s.log is not None:
            tell(s, "stands", "8♣", {"general": GENERALS[s.defender]})
        s.state = DECLARE


class Playing(Step):
    """R7.6: a card, or the end of the combat."""

    def choices(self, s: State) -> vec[i64]:
        """ST34."""
        return list_cards(s, new_menu())

    def take(self, s: State, choice: i64) -> None:
        """R7.7, R7.10."""
        if choice == PASS:
            give_up(s)
        else:
            play_card(s, (choice - 1) >> 4, (choice - 1) & 15)


class Retreating(Step):
    """R8.5: the winner names the end of the retreat."""

    def choices(self, s: State) -> vec[i64]:
        """R8.4."""
        return pending_ends(s)

    def take(self, s: State, choice: i64) -> None:
        """The beaten stack goes there."""
        choose_retreat(s, choice)


STEPS[COMBAT_PICK] = Picking()
STEPS[EVADE] = Evading()
STEPS[CARD] = Playing()
STEPS[RETREAT_PICK] = Retreating()
