"""R7.6–R7.9, R11.17: the cards of a combat: which may be played, what they are worth, and the king's duty."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from sanssouci.friedrich.rules.board import PIECE_NATION, SUIT
from sanssouci.friedrich.rules.cards import (
    DECK_SIZE,
    ELEVEN_OF_SPADES,
    LOW_CARDS,
    MAX_DECKS,
    RESERVE_VALUE,
    RESERVES,
    SUIT_SET,
    count,
    lowest,
    value_of,
)
from sanssouci.friedrich.rules.effects import EV_3C, EV_4S, EV_7D, EV_10H, EV_11S
from sanssouci.friedrich.rules.encoding import DOUBLE, PASS
from sanssouci.friedrich.rules.names import FRANCE, G_FRIEDRICH, PRUSSIA
from sanssouci.friedrich.rules.state import State, hand_of
from sanssouci.friedrich.rules.troops import members


def king_reaches(values: vec[i64], spent: i64, reserves: i64, need: i64, most: i64) -> bool:
    """Can cards from `need` below zero reach a positive score, never landing on zero (where the right passes)?

    `values` are the suit cards in hand, one card of value `spent` taken out (−1: none); each Reserve counts
    1 … `most` as its owner likes. A last card of value v works after cards that sum to more than need − v
    and less than need.
    """
    n = len(values)
    skipped: i64 = -1
    if spent >= 0:
        for i in range(n):
            if values[i] == spent:
                skipped = i
                break
    last: i64 = 0
    while last <= n:
        if last < n:
            if last == skipped:
                last += 1
                continue
            final = values[last]
            spare = reserves
        else:
            if reserves == 0:
                break
            final = most
            spare = reserves - 1
        if _some_sum(values, skipped, last, spare, need - final + 1, need - 1, most):
            return True
        last += 1
    return False


def _some_sum(values: vec[i64], skipped: i64, last: i64, reserves: i64, low: i64, high: i64, most: i64) -> bool:
    """Is there a choice of the other cards with a sum from `low` to `high`?"""
    if high < 0:
        return False
    if low <= 0:
        return True
    sums: list[bool] = [False] * (high + 1)
    sums[0] = True
    for i in range(len(values)):
        if i != skipped and i != last:
            total = high
            while total >= values[i]:
                if sums[total - values[i]]:
                    sums[total] = True
                total -= 1
    while reserves > 0:
        total = high
        while total >= 1:
            named: i64 = 1
            while named <= most and named <= total:
                if sums[total - named]:
                    sums[total] = True
                    break
                named += 1
            total -= 1
        reserves -= 1
    for total in range(low, high + 1):
        if sums[total]:
            return True
    return False


#: Values up to this may be played while 3♣ is in force.
LIMIT_3C: int = 9


def acting(s: State) -> i64:
    """The top general of the side with the right to play."""
    return s.attacker if s.right == 0 else s.defender


def king_bound(s: State) -> bool:
    """R11.17: does the stubborn king's duty weigh on the side with the right?"""
    if s.events & ~s.events_used & EV_7D == 0:
        return False
    top = acting(s)
    return PIECE_NATION[top] == PRUSSIA and members(s, top) >> G_FRIEDRICH & 1 == 1


def hobbled(s: State) -> bool:
    """3♣: is this a combat between Prussia and France in which high cards may not be played?"""
    if s.events & EV_3C == 0:
        return False
    a = PIECE_NATION[s.attacker]
    d = PIECE_NATION[s.defender]
    return (a == PRUSSIA and d == FRANCE) or (a == FRANCE and d == PRUSSIA)


def suit_cards(s: State, nation: i64, suit: i64, deck: i64) -> i64:
    """R7.6: the cards of a deck in a hand that fit the suit and may be played."""
    cards = hand_of(s, nation, deck) & SUIT_SET[suit]
    if hobbled(s):
        cards &= LOW_CARDS[suit]
    return cards


def bonus(s: State, nation: i64) -> i64:
    """4♠: what is added to the next card of a nation."""
    if nation == FRANCE and s.events & ~s.events_used & EV_4S != 0:
        return 1
    return 0


def counts_nothing(s: State) -> bool:
    """10♥, OP-67: the first card Prussia plays while Friedrich is attacked counts 0."""
    if s.events & ~s.events_used & EV_10H == 0 or s.right == 0:
        return False
    return PIECE_NATION[s.defender] == PRUSSIA and members(s, s.defender) >> G_FRIEDRICH & 1 == 1


def worth(s: State, nation: i64, card: i64, named: i64) -> i64:
    """What a card adds to the score: printed or named value, 4♠, 10♥, 11♠ considered."""
    if counts_nothing(s):
        return 0
    if named == DOUBLE:
        return 22
    value = named if named > 0 else value_of(card)
    return value + bonus(s, nation)


def list_cards(s: State, out: vec[i64]) -> vec[i64]:
    """R7.7–R7.9, R11.17 (ST34): what the side with the right may play, or PASS."""
    top = acting(s)
    nation = PIECE_NATION[top]
    suit = SUIT[s.city[top]]
    first_reserve = len(out)
    twice = nation == PRUSSIA and suit == 0 and s.events & ~s.events_used & EV_11S != 0
    for deck in range(MAX_DECKS):
        cards = suit_cards(s, nation, suit, deck)
        while cards != 0:
            kind = lowest(cards)
            cards &= cards - 1
            card = deck * DECK_SIZE + kind
            out = append(out, 1 + (card << 4))
            if twice and kind == ELEVEN_OF_SPADES:
                out = append(out, 1 + (card << 4 | DOUBLE))
    has_suit = len(out) > first_reserve
    most: i64 = LIMIT_3C if hobbled(s) else RESERVE_VALUE
    for deck in range(MAX_DECKS):
        cards = hand_of(s, nation, deck) & RESERVES
        while cards != 0:
            card = deck * DECK_SIZE + lowest(cards)
            cards &= cards - 1
            for value in range(1, most + 1):
                out = append(out, 1 + (card << 4 | value))
    if king_bound(s):
        return _king_cards(s, out, has_suit)
    if s.score < 0 or not has_suit:
        out = append(out, PASS)
    return out


def _king_cards(s: State, plays: vec[i64], has_suit: bool) -> vec[i64]:
    """R11.17, OP-63: keep the plays after which a positive score can still be reached."""
    top = acting(s)
    nation = PIECE_NATION[top]
    suit = SUIT[s.city[top]]
    use_reserves = s.options.king_uses_reserve
    values = vec[i64]()
    reserves: i64 = 0
    for deck in range(MAX_DECKS):
        cards = suit_cards(s, nation, suit, deck)
        while cards != 0:
            values = append(values, value_of(lowest(cards)))
            cards &= cards - 1
        if use_reserves:
            reserves += count(hand_of(s, nation, deck) & RESERVES)
    most: i64 = LIMIT_3C if hobbled(s) else RESERVE_VALUE
    kept = vec[i64]()
    for play in plays:
        card = (play - 1) >> 4
        named = (play - 1) & 15
        score = s.score + worth(s, nation, card, named)
        if score > 0:
            kept = append(kept, play)
        elif score < 0:
            if card % DECK_SIZE >= 48:
                if king_reaches(values, -1, max(reserves - 1, 0), -score, most):
                    kept = append(kept, play)
            elif king_reaches(values, value_of(card), reserves, -score, most):
                kept = append(kept, play)
    if len(kept) > 0:
        if use_reserves:
            return kept
        if has_suit and (s.score == 0 or king_reaches(values, -1, 0, -s.score, most)):
            return kept
        # Only a Reserve, which is not asked for, could do it: the duty is to play what suit cards there are.
    if has_suit or (use_reserves and len(plays) > 0):
        return plays
    return append(plays, PASS)
