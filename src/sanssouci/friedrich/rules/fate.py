"""R11: the clock of fate: the strokes, the numbered cards, and the decisions they ask for."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from sanssouci.friedrich.rules.board import (
    COUNTRY,
    IN_AUSTRIA,
    IN_SAXONY,
    NB,
    NB_FROM,
    OBJECTIVE_AT,
    PIECE_NATION,
    X,
)
from sanssouci.friedrich.rules.cards import DECK_SIZE, MAX_DECKS, bit, card_name, count, lowest
from sanssouci.friedrich.rules.combat import shift, test_offensive_failure
from sanssouci.friedrich.rules.decks import (
    draw_card,
    hand_cards,
    hand_size,
    know,
    lay_away,
    outsiders_forget,
    put_in_hand,
    random_card,
    take_from_hand,
)
from sanssouci.friedrich.rules.effects import EV_7H, LASTING, effect_bit
from sanssouci.friedrich.rules.encoding import NONE
from sanssouci.friedrich.rules.events import city_id, general_names, tell, tell_some
from sanssouci.friedrich.rules.expert import fate_suit
from sanssouci.friedrich.rules.movement import entering, least_share, may_end, most_share, settle_in
from sanssouci.friedrich.rules.names import (
    AUSTRIA,
    FATE,
    FATE_AMERICA,
    FATE_ELISABETH,
    FATE_INDIA,
    FATE_SWEDEN,
    FRANCE,
    G_APRAXIN,
    G_CUMBERLAND,
    G_DAUN,
    G_FRIEDRICH,
    G_HILDBURGHAUSEN,
    G_KARL,
    G_LAUDON,
    G_LEHWALDT,
    G_TOTTLEBEN,
    GENERALS,
    HANOVER,
    IMPERIAL,
    NATIONS,
    PRUSSIA,
    ROLE_ELISABETH,
    ROLE_POMPADOUR,
    ROLES,
    RUSSIA,
    SUITS,
    SWEDEN,
)
from sanssouci.friedrich.rules.objectives import guard_of, protected, take
from sanssouci.friedrich.rules.state import (
    ASKED,
    FATE_DECK,
    FLIP,
    FREE_TROOP,
    GIFT,
    HAND,
    HELD,
    HIGH,
    LAUDON,
    LOSE_TROOP,
    LOW,
    NO_CARD,
    NOT_IN_PLAY,
    OFF_MAP,
    POOL,
    REASSIGN,
    REDRAW,
    RETIRE,
    RETIRED,
    SPLIT_ALLOT,
    TRADE,
    WEST_STEP,
    State,
    in_game,
    role_of,
    seers,
)
from sanssouci.friedrich.rules.supply import at_home, train_distance
from sanssouci.friedrich.rules.troops import (
    ceiling,
    end_general,
    end_train,
    first_general,
    first_train,
    free_troop,
    generals_in,
    generals_on_map,
    members,
    part_with,
    room,
    set_pool,
    split,
    take_off,
    top_of,
    total,
    widen,
)


def draw_fate(s: State) -> None:
    """ST61, ST62: reveal the next card, choose its version, execute it."""
    card = s.pile[FATE_DECK + s.fate_drawn]
    s.fate_drawn += 1
    s.revealed += 1
    s.fate_card = card
    s.fate_suit = 0
    s.state = REASSIGN
    if card < 12:
        s.fate_suit = fate_suit(s)
        if s.log is not None:
            tell(s, "fate_card", "R11.1", {"card": FATE[card], "suit": SUITS[s.fate_suit], "turn": int(s.turn)})
        _numbered(s, card + 1, s.fate_suit)
        return
    if s.log is not None:
        tell(s, "fate_card", "R11.1", {"card": FATE[card], "suit": "", "turn": int(s.turn)})
    if card == FATE_ELISABETH:
        leave(s, RUSSIA)
        retire(s, G_LEHWALDT, "R11.10")
    elif card == FATE_SWEDEN:
        leave(s, SWEDEN)
        _ask_retirement(s)
    elif card == FATE_INDIA or card == FATE_AMERICA:
        s.colonial += 1
        if s.log is not None:
            tell(s, "draw_changes", "R11.11" if s.colonial == 1 else "R11.12", {"card": FATE[card]})
        if s.colonial == 2:
            leave(s, FRANCE)
            retire(s, G_CUMBERLAND, "R11.12")
    else:
        s.cuts += 1
        if s.log is not None:
            tell(s, "draw_changes", "R11.14", {"card": FATE[card]})
        test_offensive_failure(s)


def leave(s: State, nation: i64) -> None:
    """R11.15, OP-74: a nation leaves with its pieces, markers and hand; an absent one is only counted (R14.10)."""
    if s.playing >> nation & 1 == 0:
        s.virtual_out |= bit(nation)
        return
    if s.out >> nation & 1 == 1:
        return
    if s.log is not None:
        tell(s, "nation_out", "R11.15", {"nation": NATIONS[nation]})
    s.out |= bit(nation)
    left = generals_on_map(s, nation)
    if left != 0:
        take_off(s, left)
    t = first_train(nation)
    end = end_train(nation)
    while t < end:
        if s.city[t] >= 0:
            s.occ[s.city[t]] = 0
            s.city[t] = OFF_MAP
            s.moved &= ~bit(t)
        t += 1
    s.sets[HELD + nation] = 0
    s.sets[ASKED + nation] = 0
    for card in hand_cards(s, nation):
        take_from_hand(s, nation, card)
        lay_away(s, card)


def retire(s: State, general: i64, rule: str) -> None:
    """R6.8, R11.16: a general leaves for good; companions take over his troops as far as they can."""
    if s.city[general] == NOT_IN_PLAY or s.city[general] == RETIRED:
        return
    lost: i64 = 0
    if s.city[general] >= 0:
        lost = part_with(s, general, True)
    else:
        s.city[general] = RETIRED
    if s.log is not None:
        tell(s, "general_retired", rule, {"general": GENERALS[general], "lost": int(lost)})


def _ask_retirement(s: State) -> None:
    """R11.13, OP-91: Prussia names a general, where the scenario asks for one."""
    if not s.scenario.retires:
        return
    candidates = list_retirements(s, vec[i64]())
    if len(candidates) == 1:
        retire(s, candidates[0], "R11.13")
    elif len(candidates) > 1:
        _ask(s, RETIRE, PRUSSIA)


def list_retirements(s: State, out: vec[i64]) -> vec[i64]:
    """ST63b: Prussian generals not yet retired, Friedrich excepted (option)."""
    g = first_general(PRUSSIA)
    end = end_general(PRUSSIA)
    while g < end:
        if s.city[g] >= OFF_MAP and (g != G_FRIEDRICH or s.options.friedrich_may_retire):
            out = append(out, g)
        g += 1
    return out


def _ask(s: State, state: i64, nation: i64) -> None:
    s.state = state
    s.decider = nation


def _nothing(s: State) -> None:
    if s.log is not None:
        tell(s, "fate_nothing", "R11.5", {"card": FATE[s.fate_card], "suit": SUITS[s.fate_suit]})


def _numbered(s: State, card: i64, suit: i64) -> None:
    """Chapter 11.3: a numbered card acts now, is registered for the next turn, or does nothing."""
    effect = effect_bit(card - 1, suit)
    if effect & LASTING != 0:
        s.events_next |= effect
        if s.log is not None:
            tell(s, "fate_in_force", "R11.4", {"card": FATE[card - 1], "suit": SUITS[suit], "turn": int(s.turn) + 1})
        return
    version = card * 4 + suit
    if version == 5:
        _any_free_troop(s, RUSSIA)  # 1♣
    elif version == 6:  # 1♥
        if in_game(s, RUSSIA) and in_game(s, AUSTRIA) and hand_size(s, RUSSIA) > 0 and hand_size(s, AUSTRIA) > 0:
            s.offers = 0
            s.offer_russia = NO_CARD
            s.offer_austria = NO_CARD
            _ask(s, TRADE, RUSSIA)
        else:
            _nothing(s)
    elif version == 7:
        _named_free_troop(s, G_TOTTLEBEN)  # 1♦
    elif version == 10:
        _named_loss(s, G_APRAXIN)  # 2♥
    elif version == 18:  # 4♥
        if in_game(s, FRANCE) and hand_size(s, FRANCE) > 0:
            _ask(s, REDRAW, FRANCE)
        else:
            _nothing(s)
    elif version == 24:  # 6♠
        if s.city[G_LAUDON] >= 0 and len(laudon_cities(s)) > 0:
            _ask(s, LAUDON, AUSTRIA)
        else:
            _nothing(s)
    elif version == 25:
        _named_free_troop(s, G_DAUN)  # 6♣
    elif version == 27:  # 6♦
        stacks = list_flips(s, vec[i64]())
        if not in_game(s, AUSTRIA) or len(stacks) == 0 or (len(stacks) == 1 and stacks[0] == NONE):
            _nothing(s)
        elif len(stacks) == 1:
            flip(s, stacks[0])
        else:
            _ask(s, FLIP, AUSTRIA)
    elif version == 32:
        _any_free_troop(s, PRUSSIA)  # 8♠
    elif version == 35:
        _named_loss(s, G_KARL)  # 8♦
    elif version == 36:
        _stretched(s, RUSSIA)  # 9♠
    elif version == 39:  # 9♦
        if in_game(s, AUSTRIA) and hand_size(s, PRUSSIA) > 0:
            _ask(s, GIFT, PRUSSIA)
        else:
            _nothing(s)
    elif version == 41:  # 10♣
        losers = count(generals_on_map(s, PRUSSIA))
        if total(s, PRUSSIA) <= losers:
            _nothing(s)
        elif losers == 1:
            lose_troop(s, lowest(generals_on_map(s, PRUSSIA)))
        else:
            _ask(s, LOSE_TROOP, PRUSSIA)
    elif version == 45:
        _any_free_troop(s, HANOVER)  # 11♣
    elif version == 49:
        _stretched(s, SWEDEN)  # 12♣
    elif version == 50:  # 12♥
        if s.hild_lost == 1 and s.city[G_HILDBURGHAUSEN] >= 0 and len(list_west(s, vec[i64]())) > 1:
            _ask(s, WEST_STEP, PRUSSIA)
        else:
            _nothing(s)
    else:
        _nothing(s)


# Free troops and losses -------------------------------------------------------------------------


def _any_free_troop(s: State, nation: i64) -> None:
    """R11.6: whether anybody has room is public, who gets the troop is not.

    While 7♥ keeps Friedrich out (OP-50, OP-62) it is not: then the question is always asked (D-01).
    """
    able = generals_on_map(s, nation)
    hidden = nation == PRUSSIA and s.events & EV_7H != 0
    if hidden:
        able &= ~1
    wanted = in_game(s, nation) and total(s, nation) < ceiling(s, nation) and able != 0
    if not wanted or (not hidden and not _some_room(s, nation)):
        _nothing(s)
    elif not hidden and count(able) == 1 and not (nation == PRUSSIA and not s.options.must_000):
        reinforce(s, lowest(able))
    else:
        _ask(s, FREE_TROOP, nation)


def _some_room(s: State, nation: i64) -> bool:
    g = first_general(nation)
    end = end_general(nation)
    while g < end:
        if may_be_reinforced(s, g):
            return True
        g += 1
    return False


def may_be_reinforced(s: State, general: i64) -> bool:
    """R11.6: on the map, with room below eight (in a stack: in its pool)."""
    if s.city[general] < 0 or (general == G_FRIEDRICH and s.events & EV_7H != 0):
        return False
    return room(s, general) > 0


def list_reinforced(s: State, out: vec[i64]) -> vec[i64]:
    """ST63a: who may get the free troop; none only for 8♠, unless option `fate_may_must` is `000`."""
    nation = s.decider
    g = first_general(nation)
    end = end_general(nation)
    while g < end:
        if may_be_reinforced(s, g):
            out = append(out, g)
        g += 1
    if (nation == PRUSSIA and not s.options.must_000) or len(out) == 0:
        out = append(out, NONE)
    return out


def reinforce(s: State, general: i64) -> None:
    """The free troop arrives, in secret; or is not wanted."""
    s.state = REASSIGN
    if general == NONE:
        if s.log is not None:
            tell(s, "troop_declined", "R11.6", {"nation": NATIONS[PRUSSIA]})
        return
    nation = PIECE_NATION[general]
    free_troop(s, general, True)
    if s.log is not None:
        tell_some(
            s, "troop_gained", "R11.6", {"nation": NATIONS[nation], "total": int(total(s, nation))},
            {"general": GENERALS[general]}, int(seers(s, role_of(s, nation))),
        )  # fmt: skip


def _named_free_troop(s: State, general: i64) -> None:
    """R11.6 for a general the card names: everybody sees whether he gets it."""
    nation = PIECE_NATION[general]
    if s.city[general] < 0 or total(s, nation) >= ceiling(s, nation):
        _nothing(s)
        return
    if room(s, general) == 0:
        top = top_of(s, general)
        full = s.men[POOL + top]
        set_pool(s, top, full, full, full)
        _nothing(s)
        return
    free_troop(s, general, False)
    if s.log is not None:
        tell(s, "troop_gained", "R11.6", {
            "nation": NATIONS[nation], "total": int(total(s, nation)), "general": GENERALS[general],
        })  # fmt: skip


def _named_loss(s: State, general: i64) -> None:
    """R11.7, OP-55: a troop is lost unless it would take somebody off the map."""
    if s.city[general] < 0:
        _nothing(s)
        return
    top = top_of(s, general)
    n = count(members(s, general))
    if s.men[POOL + top] <= n:
        set_pool(s, top, n, n, n)
        _nothing(s)
        return
    s.men[POOL + top] = s.men[POOL + top] - 1
    s.men[LOW + top] = max(n, s.men[LOW + top] - 1)
    s.men[HIGH + top] = s.men[HIGH + top] - 1
    if s.log is not None:
        nation = PIECE_NATION[general]
        tell(s, "troop_lost", "R11.7", {
            "nation": NATIONS[nation], "total": int(total(s, nation)), "general": GENERALS[general],
        })  # fmt: skip


def list_losers(s: State, out: vec[i64]) -> vec[i64]:
    """ST63h: Prussian generals whose loss is not waived."""
    g = first_general(PRUSSIA)
    end = end_general(PRUSSIA)
    while g < end:
        if s.city[g] >= 0 and s.men[POOL + top_of(s, g)] > count(members(s, g)):
            out = append(out, g)
        g += 1
    return out


def lose_troop(s: State, general: i64) -> None:
    """10♣: in secret, only the national total changes visibly."""
    s.state = REASSIGN
    top = top_of(s, general)
    s.men[POOL + top] = s.men[POOL + top] - 1
    widen(s, PRUSSIA, 1, 0)
    if s.log is not None:
        tell_some(
            s, "troop_lost", "R11.7", {"nation": NATIONS[PRUSSIA], "total": int(total(s, PRUSSIA))},
            {"general": GENERALS[general]}, int(seers(s, role_of(s, PRUSSIA))),
        )  # fmt: skip


def _stretched(s: State, nation: i64) -> None:
    """9♠, 12♣, OP-65: generals five or six cities from their nearest train are turned face-down."""
    turned: i64 = 0
    if in_game(s, nation):
        g = first_general(nation)
        end = end_general(nation)
        while g < end:
            city = s.city[g]
            if city >= 0 and not at_home(nation, city):
                away = train_distance(s, nation, city)
                if away == 5 or away == 6:
                    turned |= members(s, g)
            g += 1
    turned &= ~s.face_down
    if turned == 0:
        _nothing(s)
        return
    s.face_down |= turned
    if s.log is not None:
        tell(s, "flipped", "R9.1", {"nation": NATIONS[nation], "generals": general_names(turned)})


# Cards ------------------------------------------------------------------------------------------


def list_hand(s: State, nation: i64, out: vec[i64]) -> vec[i64]:
    """Every card of a hand."""
    deck: i64 = 0
    while deck < MAX_DECKS:
        cards = s.sets[HAND + nation * 5 + deck]
        while cards != 0:
            out = append(out, deck * DECK_SIZE + lowest(cards))
            cards &= cards - 1
        deck += 1
    return out


def name_offer(s: State, nation: i64, card: i64) -> None:
    """1♥, OP-57: a nation names a card or refuses, unseen; executed when both have spoken."""
    if card < 0:
        card = NONE
    if nation == RUSSIA:
        s.offer_russia = card
    else:
        s.offer_austria = card
    s.offers |= bit(nation)
    if s.offers != 1 << RUSSIA | 1 << AUSTRIA:
        s.decider = AUSTRIA if nation == RUSSIA else RUSSIA
        return
    s.state = REASSIGN
    s.offers = 0
    given = s.offer_russia
    taken = s.offer_austria
    s.offer_russia = NO_CARD
    s.offer_austria = NO_CARD
    s.revealed += 1
    if given == NONE or taken == NONE:
        if s.log is not None:
            tell(s, "trade_declined", "R11.3", {})
        return
    who = seers(s, role_of(s, RUSSIA)) | seers(s, role_of(s, AUSTRIA))
    outsiders_forget(s, who, RUSSIA)
    outsiders_forget(s, who, AUSTRIA)
    take_from_hand(s, RUSSIA, given)
    take_from_hand(s, AUSTRIA, taken)
    put_in_hand(s, AUSTRIA, given)
    put_in_hand(s, RUSSIA, taken)
    if s.log is not None:
        tell_some(
            s, "traded", "R15.13", {"backs": [int(given // DECK_SIZE) + 1, int(taken // DECK_SIZE) + 1]},
            {"russia": card_name(given), "austria": card_name(taken)}, int(who),
        )  # fmt: skip


def redraw(s: State, card: i64) -> None:
    """4♥: the new card is drawn first, then the old one laid away unseen (OP-78)."""
    s.state = REASSIGN
    if card == NONE:
        if s.log is not None:
            tell(s, "redraw_declined", "R11.3", {})
        return
    new = draw_card(s)
    outsiders_forget(s, seers(s, role_of(s, FRANCE)), FRANCE)
    take_from_hand(s, FRANCE, card)
    lay_away(s, card)
    if new != NO_CARD:
        put_in_hand(s, FRANCE, new)
    s.revealed += 1
    if s.log is not None:
        drawn = "" if new == NO_CARD else card_name(new)
        tell_some(
            s, "redrawn", "R15.13", {"back": int(card // DECK_SIZE) + 1, "new_back": int(new // DECK_SIZE) + 1},
            {"card": card_name(card), "drawn": drawn}, int(seers(s, role_of(s, FRANCE))),
        )  # fmt: skip


def gift(s: State, card: i64) -> None:
    """9♦: a card to Austria, then one back at random, the gift included (OP-72)."""
    s.state = REASSIGN
    if card == NONE:
        if s.log is not None:
            tell(s, "gift_declined", "R11.3", {})
        return
    both = seers(s, role_of(s, PRUSSIA)) | seers(s, role_of(s, AUSTRIA))
    outsiders_forget(s, both, PRUSSIA)
    outsiders_forget(s, both, AUSTRIA)
    take_from_hand(s, PRUSSIA, card)
    put_in_hand(s, AUSTRIA, card)
    back = random_card(s, AUSTRIA)
    take_from_hand(s, AUSTRIA, back)
    put_in_hand(s, PRUSSIA, back)
    know(s, both, card)
    know(s, both, back)
    s.revealed += 1
    if s.log is not None:
        tell_some(
            s, "gift_given", "R15.13",
            {"back": int(card // DECK_SIZE) + 1, "drawn_back": int(back // DECK_SIZE) + 1},
            {"card": card_name(card), "drawn": card_name(back)}, int(both),
        )  # fmt: skip


# Laudon, the flip, the way west -------------------------------------------------------------------


def laudon_cities(s: State) -> vec[i64]:
    """6♠, OP-61: the neighbours Laudon may step to under R4.6."""
    cities = vec[i64]()
    here = s.city[G_LAUDON]
    i = NB_FROM[here]
    end = NB_FROM[here + 1]
    while i < end:
        if entering(s, bit(G_LAUDON), NB[i]) != 0 and may_end(s, AUSTRIA, bit(G_LAUDON), NB[i]):
            cities = append(cities, NB[i])
        i += 1
    return cities


def laudon(s: State, city: i64) -> None:
    """Laudon goes or stays; if he leaves a stack and several shares are legal, ST22 asks."""
    if city == NONE:
        s.state = REASSIGN
        if s.log is not None:
            tell(s, "laudon_stays", "6♠", {})
        return
    here = s.city[G_LAUDON]
    whole = generals_in(s, AUSTRIA, here)
    part = bit(G_LAUDON)
    s.share = part
    s.at = here
    s.steps = city  # where he goes, while the share is asked
    if whole == part:
        laudon_share(s, s.men[POOL + G_LAUDON])
    elif least_share(s, whole, part) == most_share(s, whole, part):
        laudon_share(s, least_share(s, whole, part))
    else:
        s.state = SPLIT_ALLOT
        s.decider = AUSTRIA


def laudon_share(s: State, share: i64) -> None:
    """The step itself: conquest without "?", joining and the fate of trains as in any move, no combat."""
    here = s.at
    city = s.steps
    part = s.share
    s.share = 0
    s.at = OFF_MAP
    s.steps = 0
    s.state = REASSIGN
    if s.log is not None:
        tell(s, "laudon_moves", "6♠", {"from": city_id(here), "to": city_id(city)})
    split(s, here, part, share)
    s.group = part
    if s.options.laudon_conquers:
        guard = guard_of(s, AUSTRIA, here)
        if guard >= 0 and not protected(s, here, guard):
            take(s, AUSTRIA, OBJECTIVE_AT[here], "R5.2")
    s.city[G_LAUDON] = city
    s.group = 0
    settle_in(s, part, city)


def list_flips(s: State, out: vec[i64]) -> vec[i64]:
    """ST63f: Prussian stacks in Austria or Saxony, and none (unless option `fate_may_must` is `003`)."""
    g = first_general(PRUSSIA)
    end = end_general(PRUSSIA)
    while g < end:
        city = s.city[g]
        if city >= 0 and s.occ[city] == g + 1:
            if COUNTRY[city] == IN_AUSTRIA or COUNTRY[city] == IN_SAXONY:
                out = append(out, g)
        g += 1
    if not s.options.must_003:
        out = append(out, NONE)
    return out


def flip(s: State, top: i64) -> None:
    """6♦: a whole stack is turned face-down; OP-38: nothing more if it was already."""
    s.state = REASSIGN
    if top == NONE:
        if s.log is not None:
            tell(s, "flip_declined", "6♦", {})
        return
    stack = members(s, top)
    s.face_down |= stack
    if s.log is not None:
        tell(s, "flipped", "R9.1", {"nation": NATIONS[PRUSSIA], "generals": general_names(stack)})


def list_west(s: State, out: vec[i64]) -> vec[i64]:
    """ST63i, OP-69: two steps, each to an empty city farther west; or none."""
    here = s.city[G_HILDBURGHAUSEN]
    i = NB_FROM[here]
    while i < NB_FROM[here + 1]:
        first = NB[i]
        i += 1
        if s.occ[first] != 0 or X[first] >= X[here]:
            continue
        j = NB_FROM[first]
        while j < NB_FROM[first + 1]:
            second = NB[j]
            j += 1
            if s.occ[second] == 0 and X[second] < X[first]:
                out = append(out, first * 1024 + second)
    return append(out, NONE)


def go_west(s: State, way: i64) -> None:
    """12♥: Hildburghausen is moved, without any effect on the way."""
    s.state = REASSIGN
    if way == NONE:
        if s.log is not None:
            tell(s, "west_stays", "12♥", {})
        return
    if s.log is not None:
        tell(s, "west_moved", "12♥", {"path": [city_id(way // 1024), city_id(way % 1024)]})
    shift(s, G_HILDBURGHAUSEN, way % 1024)


def reassign(s: State) -> None:
    """R11.18–R11.20 (ST70): Imperial may change hands; not in the scenarios (R14.10)."""
    s.fate_card = -1
    s.fate_suit = 0
    if not s.scenario.inherits or s.changed_hands == 1:
        return
    to: i64 = -1
    if s.out >> RUSSIA & 1 == 1 and s.out >> SWEDEN & 1 == 1:
        to = ROLE_ELISABETH
    elif s.out >> FRANCE & 1 == 1:
        to = ROLE_POMPADOUR
    if to < 0:
        return
    s.changed_hands = 1
    s.imperial_role = to
    who = seers(s, to)
    for card in hand_cards(s, IMPERIAL):
        know(s, who, card)
    if s.log is not None:
        tell(s, "control_changes", "R11.18", {"nation": NATIONS[IMPERIAL], "role": ROLES[to]})
        tell(s, "eased", "R11.20", {"nations": [NATIONS[AUSTRIA], NATIONS[IMPERIAL]]})
