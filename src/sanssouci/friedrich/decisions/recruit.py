"""R10.2: troops and trains are bought with cards; lost generals come back with the troops."""

from __future__ import annotations

from dataclasses import dataclass, replace

from sanssouci.friedrich.decisions.decision import Answer, Order
from sanssouci.friedrich.decisions.hand import held
from sanssouci.friedrich.decisions.recruit_reasons import (
    matters,
    trains_off,
    why_not_bought,
    why_not_given,
    why_not_paid,
    why_not_placed,
    why_not_received,
    worth,
)
from sanssouci.friedrich.decisions.refusal import refuse
from sanssouci.friedrich.decisions.trial import Trial
from sanssouci.friedrich.decisions.words import CardName, card, city, general, number, shares
from sanssouci.friedrich.rules import muster, recruitment, turn
from sanssouci.friedrich.rules.board import CITY_IDS
from sanssouci.friedrich.rules.cards import card_name, value_of
from sanssouci.friedrich.rules.decks import hand_cards
from sanssouci.friedrich.rules.duel import bonus
from sanssouci.friedrich.rules.encoding import DONE, PAY_DOUBLE, RECRUIT, city_of, first_of, placing
from sanssouci.friedrich.rules.names import GENERAL_COUNT, GENERALS, GENERALS_FROM, PIECES
from sanssouci.friedrich.rules.state import (
    MOVE_MENU,
    OFF_MAP,
    RECRUIT_ASSIGN,
    RECRUIT_ORDER,
    RECRUIT_PAY,
    RECRUIT_PLACE,
    State,
)
from sanssouci.friedrich.rules.troops import members


@dataclass(frozen=True, slots=True)
class RecruitOrder(Order):
    """A purchase: troops, who comes back where, trains by their cities, the payment, who gets the troops."""

    troops: int
    generals: tuple[tuple[int, int], ...]
    trains: tuple[int, ...]
    cards: tuple[CardName, ...]
    give: tuple[tuple[int, int], ...] | None


@dataclass(slots=True)
class CardValue:
    """A card of the hand, what it counts in payment, and what it would count doubled (11♠, at most one)."""

    card: str
    value: int
    double: int | None = None


@dataclass(slots=True)
class Trains:
    """How many trains are off the map, and where one may come back."""

    count: int
    cities: list[str]


@dataclass(slots=True)
class RecruitMenu:
    """What can be bought. A payment counts its cards and `bonus`, reaches the price, and needs every card."""

    price: int
    max_troops: int
    purse: int
    bonus: int
    cards: list[CardValue]
    generals: dict[str, list[str]]
    trains: Trains
    room: dict[str, int]
    substitute: bool


class Recruit(Answer[RecruitOrder]):
    """`recruit troops N train CITY general G CITY pay CARD … give G=N …`, the parts in any order."""

    state, rule = MOVE_MENU, "R10.2"
    forms = {"recruit": "recruit troops 2 train warszawa general fermor sierpc pay 13S 12C give fermor=2"}
    inner = {RECRUIT_ORDER: "R10.2", RECRUIT_PLACE: "R10.6", RECRUIT_PAY: "R10.3", RECRUIT_ASSIGN: "R10.5"}

    def read(self, verb: str, words: list[str]) -> RecruitOrder:
        """Each key word once, `train` and `general` once per piece."""
        parts: dict[str, list[list[str]]] = {}
        for word in words:
            if word in ("troops", "pay", "train", "general", "give"):
                if word in parts and word not in ("train", "general"):
                    refuse("part_twice", word=word)
                parts.setdefault(word, []).append([])
                here = parts[word][-1]
            elif not parts:
                self.misshapen(verb)
            else:
                here.append(word)
        wanted = {"troops": 1, "train": 1, "general": 2}
        for key, said in parts.items():
            if any(len(group) != wanted.get(key, max(1, len(group))) for group in said):
                self.misshapen(verb)
        entering = tuple((general(who), city(where)) for who, where in parts.get("general", []))
        for index, (who, _) in enumerate(entering):
            if any(who == other for other, _ in entering[:index]):
                refuse("named_twice", piece=PIECES[who])
        return RecruitOrder(
            verb,
            troops=number(parts["troops"][0][0], "troops") if "troops" in parts else 0,
            trains=tuple(city(group[0]) for group in parts.get("train", [])),
            generals=entering,
            cards=_payment(parts["pay"][0]) if "pay" in parts else (),
            give=shares(parts["give"][0], lambda: self.misshapen(verb)) if "give" in parts else None,
        )

    def plan(self, s: State, order: RecruitOrder) -> list[int]:
        """ST23–ST26: what is bought, where pieces come back, what is paid, who gets the troops."""
        trial = Trial(s)
        trial.take(MOVE_MENU, RECRUIT)
        trial.take(RECRUIT_ORDER, order.troops)
        missing = trains_off(s)
        if len(order.trains) > len(missing):
            trial.fail()
        for piece, where in [*sorted(order.generals), *zip(missing, order.trains, strict=False)]:
            trial.take(RECRUIT_PLACE, placing(piece, where))
        if trial.at(RECRUIT_PLACE):
            trial.take(RECRUIT_PLACE, DONE)
        cards = held(s, int(s.nation), order.cards)
        if -1 in cards:
            trial.fail()
        doubled = [name.double for name in order.cards]
        # The engine takes the dearest first.
        for _, paid, double in sorted(((worth(c, d), c, d) for c, d in zip(cards, doubled, strict=True)), reverse=True):
            trial.take(RECRUIT_PAY, paid + PAY_DOUBLE * double)
        if trial.at(RECRUIT_PAY):
            trial.fail()
        if order.give is None:
            _give_where_it_is_clear(trial)
        else:
            _give(trial, order.give, [who for who, _ in order.generals])
        return trial.taken

    def write(self, s: State, choices: list[int]) -> str:
        """What was bought, where it came, what it cost, who got it."""
        t = s.copy()
        troops, places, cards = 0, list[str](), list[str]()
        given: dict[int, int] = {}
        for choice in choices:
            if t.state == RECRUIT_ORDER:
                troops = choice
            elif t.state == RECRUIT_PLACE and choice != DONE:
                piece, where = first_of(choice), CITY_IDS[city_of(choice)]
                if piece < GENERAL_COUNT:
                    places.append(f"general {PIECES[piece]} {where}")
                    given[piece] = 1
                else:
                    places.append(f"train {where}")
            elif t.state == RECRUIT_PAY:
                cards.append(card_name(choice % PAY_DOUBLE) + (" double" if choice >= PAY_DOUBLE else ""))
            elif t.state == RECRUIT_ASSIGN:
                given[choice] = given.get(choice, 0) + 1
            turn.apply(t, choice)
        words = ["recruit", f"troops {troops}", *places, "pay", *cards]
        if given:
            words += ["give", *(f"{PIECES[g]}={n}" for g, n in sorted(given.items()))]
        return " ".join(words)

    def shop(self, s: State) -> RecruitMenu:
        """What the menu of the movement phase tells of a purchase."""
        nation = int(s.nation)
        sites = [int(where) for where in muster.sites(s, nation)]
        generals: dict[str, list[str]] = {}
        room: dict[str, int] = {}
        for g in range(GENERALS_FROM[nation], GENERALS_FROM[nation + 1]):
            if s.city[g] == OFF_MAP:
                cities = [CITY_IDS[c] for c in sites if muster.general_fits(s, g, c)]
                if cities:
                    generals[GENERALS[g]] = cities
            elif s.city[g] >= 0 and s.occ[s.city[g]] == g + 1:
                able = [o for o in range(GENERAL_COUNT) if members(s, g) >> o & 1 and recruitment.may_receive(s, o)]
                if able:
                    room[GENERALS[able[0]]] = int(muster.stack_room(s, g))
        off = len(trains_off(s))
        doubled = _doubled(s)
        return RecruitMenu(
            price=int(muster.price(s, nation)),
            max_troops=int(recruitment.most_troops(s)),
            purse=int(muster.purse(s, nation)),
            bonus=int(bonus(s, nation)) if s.options.modifiers_on_payment else 0,
            cards=[
                CardValue(card_name(c), int(value_of(c)), worth(c, True) if c in doubled else None)
                for c in hand_cards(s, nation)
            ],
            generals=generals,
            trains=Trains(off, [CITY_IDS[c] for c in sites if s.occ[c] == 0] if off else []),
            room=room,
            substitute=bool(muster.depots_lost(s, nation)),
        )

    def why_not(self, s: State, order: RecruitOrder, at: State) -> None:
        """The first reason in the order of the purchase; what lies before the step that failed was legal."""
        why_not_bought(s, order.troops, order.generals, order.trains, order.give or ())
        pieces = len(order.generals) + len(order.trains)
        paid = at.revealed != s.revealed
        if not paid and not (at.state == RECRUIT_PAY and int(at.buy_pieces).bit_count() == pieces):
            why_not_placed(s, order.generals, order.trains)
        why_not_paid(s, order.troops + len(order.trains), order.cards)
        why_not_given(s, order.troops, order.generals, order.give)
        why_not_received(at, order.generals, order.give)

    def hide(self, s: State, words: list[str]) -> str:
        """R10.5: who gets the troops is secret."""
        return " ".join([*words[: words.index("give")], "give", "?"]) if "give" in words else " ".join(words)


def _payment(words: list[str]) -> tuple[CardName, ...]:
    """The cards of a payment; `11S double` under the option `fate_modifiers_on_payment`."""
    named: list[CardName] = []
    for word in words:
        if word == "double" and named and not named[-1].double:
            named[-1] = replace(named[-1], double=True)
        else:
            named.append(card(word))
    return tuple(named)


def _doubled(s: State) -> list[int]:
    """The cards that the engine would take doubled, asked about the smallest purchase there is."""
    if not s.options.modifiers_on_payment:
        return []
    t = s.copy()
    recruitment.begin(t)
    t.buy_troops = 1
    recruitment.begin_payment(t)
    return [int(choice) - PAY_DOUBLE for choice in turn.choices(t) if choice >= PAY_DOUBLE]


def _give(trial: Trial, give: tuple[tuple[int, int], ...], back: list[int]) -> None:
    """The troops to the generals the order names; those who come back have one each already."""
    left = dict(give)
    if min(left.values()) < 1 or any(who not in left for who in back):
        trial.fail()
    for who in back:
        left[who] -= 1
    for who in sorted(left):
        for _ in range(left[who]):
            trial.take(RECRUIT_ASSIGN, who)
    if trial.at(RECRUIT_ASSIGN):
        trial.fail()


def _give_where_it_is_clear(trial: Trial) -> None:
    """No `give`: whoever is left gets the rest, as long as it does not matter who."""
    while trial.at(RECRUIT_ASSIGN):
        menu = trial.menu()
        if matters(trial.state, menu):
            trial.fail()
        trial.take(RECRUIT_ASSIGN, menu[0])
