"""1♥, 4♥, 9♦: what fate does with the hands."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from sanssouci.friedrich.rules.cards import DECK_SIZE, MAX_DECKS, bit, card_name
from sanssouci.friedrich.rules.decks import (
    draw_card,
    hand_size,
    know,
    lay_away,
    list_set,
    outsiders_forget,
    put_in_hand,
    random_card,
    take_from_hand,
)
from sanssouci.friedrich.rules.encoding import NONE
from sanssouci.friedrich.rules.events import tell, tell_some
from sanssouci.friedrich.rules.fate_troops import FateStep, declined
from sanssouci.friedrich.rules.names import (
    AUSTRIA,
    FRANCE,
    PRUSSIA,
    RUSSIA,
)
from sanssouci.friedrich.rules.state import (
    GIFT,
    HAND,
    NO_CARD,
    REASSIGN,
    REDRAW,
    TRADE,
    State,
    in_game,
    role_of,
    seers,
)
from sanssouci.friedrich.rules.steps import STEPS


def list_hand(s: State, nation: i64, out: vec[i64]) -> vec[i64]:
    """Every card of a hand."""
    return list_set(s, HAND + nation * MAX_DECKS, out)


def keep_offer(s: State, nation: i64, card: i64) -> None:
    """1♥: what Russia or Austria has named."""
    if nation == RUSSIA:
        s.offer_russia = card
    else:
        s.offer_austria = card


def name_offer(s: State, nation: i64, card: i64) -> None:
    """1♥, OP-57: a nation names a card or refuses, unseen; executed when both have spoken."""
    if card < 0:
        card = NONE
    keep_offer(s, nation, card)
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
    if declined(s, card, "redraw_declined", "R11.3"):
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
    if declined(s, card, "gift_declined", "R11.3"):
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


class Trading(FateStep):
    """1♥, OP-57: Russia and Austria each name a card or refuse, unseen and in any order."""

    def due(self, s: State) -> bool:
        """Both have a card to name."""
        return in_game(s, RUSSIA) and in_game(s, AUSTRIA) and hand_size(s, RUSSIA) > 0 and hand_size(s, AUSTRIA) > 0

    def begin(self, s: State, state: i64, nation: i64) -> None:
        """Nobody has spoken yet."""
        s.offers = 0
        s.offer_russia = NO_CARD
        s.offer_austria = NO_CARD
        FateStep.begin(self, s, state, nation)

    def deciders(self, s: State) -> i64:
        """Those who have not spoken."""
        return (bit(RUSSIA) | bit(AUSTRIA)) & ~s.offers

    def choices(self, s: State) -> vec[i64]:
        """ST63c: a card of the hand, or none."""
        return append(list_hand(s, s.decider, vec[i64]()), NONE)

    def take(self, s: State, choice: i64) -> None:
        """Executed when both have spoken."""
        name_offer(s, s.decider, choice)


class Redrawing(FateStep):
    """4♥: France exchanges a card."""

    def due(self, s: State) -> bool:
        """It has one."""
        return in_game(s, FRANCE) and hand_size(s, FRANCE) > 0

    def choices(self, s: State) -> vec[i64]:
        """ST63d: a card of the hand; none unless option `fate_may_must` is `003`."""
        out = list_hand(s, s.decider, vec[i64]())
        return out if s.options.must_003 else append(out, NONE)

    def take(self, s: State, choice: i64) -> None:
        """OP-78."""
        redraw(s, choice)


class Giving(FateStep):
    """9♦: Prussia gives Austria a card and draws one from it."""

    def due(self, s: State) -> bool:
        """There is a card, and somebody to give it to."""
        return in_game(s, AUSTRIA) and hand_size(s, PRUSSIA) > 0

    def choices(self, s: State) -> vec[i64]:
        """ST63g: a card of the hand; none unless option `fate_may_must` is `000`."""
        out = list_hand(s, PRUSSIA, vec[i64]())
        return out if s.options.must_000 else append(out, NONE)

    def take(self, s: State, choice: i64) -> None:
        """OP-72."""
        gift(s, choice)


STEPS[TRADE] = Trading()
STEPS[REDRAW] = Redrawing()
STEPS[GIFT] = Giving()
