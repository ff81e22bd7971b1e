"""R15: what a seat may know, built up from nothing.

`view` copies what `fields` calls public into a fresh `State`, adds what belongs to the seat's own
nations, and keeps numbers (hand sizes by deck back, national totals) for the rest. A `View` has no handle
on the true state: whatever can be computed from it, the seat may know.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from sanssouci.friedrich.files.chronicle import Chronicle
from sanssouci.friedrich.files.pack import pack, unpack
from sanssouci.friedrich.rules.board import PIECE_NATION
from sanssouci.friedrich.rules.cards import DECK_SIZE, MAX_DECKS, WHOLE_DECK, lowest
from sanssouci.friedrich.rules.names import AUSTRIA, GENERAL_COUNT, GENERALS_FROM, NATION_COUNT, ROLES, RUSSIA
from sanssouci.friedrich.rules.state import (
    ALLOT,
    DRAW,
    FATE_DECK,
    FRESH,
    HAND,
    HIGH,
    KNOWN,
    LOW,
    POOL,
    PURSE,
    USED,
    State,
    role_of,
    seers,
)
from sanssouci.friedrich.rules.troops import ceiling, generals_on_map, total
from sanssouci.friedrich.shapes import ViewJson

_ALL_ROLES: Final = range(4)
#: What of a view goes along to another process as it is.
_TRAVELS: Final = (
    "chronicle", "draw_counts", "eyes", "fresh_counts", "hand_counts", "known_cards", "known_draw",
    "own", "public_cards", "role", "totals", "used_counts",
)  # fmt: skip


class View:
    """What one seat may know. `json()` is what leaves the engine; the rest is for bots and `resample`.

    * `known_state`: a state with everything public and the seat's own secrets; foreign hands are empty and
      foreign pools 0 (their public bounds stand in the rows LOW and HIGH), no order of any pile, no key;
    * `hand_counts[n][d]`, `known_cards[n][d]`: a hand's cards by deck back, and those the seat knows of;
    * `draw_counts[d]`, `used_counts[d]`: the piles by deck back; `known_draw[d]`: cards known to be in the pile;
    * `totals[n]`: the national sums anybody may ask for; `fresh_counts[d]`: backs drawn in this stage;
    * `public_cards[d]`: cards whose whereabouts everybody knows.
    """

    def __init__(self, role: int | None, eyes: int, known_state: State, chronicle: Chronicle) -> None:
        """An empty view; `view` fills it."""
        self.role: str | None = None if role is None else ROLES[role]
        self.eyes = eyes  # roles whose secrets this seat shares
        self.own = 0  # nations whose hands and sheets it sees
        self.known_state = known_state
        self.chronicle = chronicle
        self.hand_counts: list[list[int]] = []
        self.known_cards: list[list[int]] = []
        self.draw_counts: list[int] = []
        self.known_draw: list[int] = []
        self.used_counts: list[int] = []
        self.fresh_counts: list[int] = []
        self.public_cards: list[int] = []
        self.totals: list[int] = []
        self.plan: object = None  # what `resample` works out once per view

    def __getstate__(self) -> dict[str, Any]:
        """For pickles: bots may think in another process."""
        kept = {name: getattr(self, name) for name in _TRAVELS}
        kept["known_state"] = pack(self.known_state)
        return kept

    def __reduce__(self) -> tuple[Any, tuple[dict[str, Any]]]:
        return travelled, (self.__getstate__(),)

    def json(self) -> ViewJson:
        """The view as docs/view.md describes it."""
        from sanssouci.friedrich.knowledge.view_json import view_json

        return view_json(self)

    def bounds(self) -> list[tuple[int, int]]:
        """For each nation the sums of all its stacks' bounds; for those who ask `strength` of many."""
        men = self.known_state.men
        found = []
        for n in range(NATION_COUNT):
            own = range(GENERALS_FROM[n], GENERALS_FROM[n + 1])
            found.append((sum(men[LOW + g] for g in own), sum(men[HIGH + g] for g in own)))
        return found

    def strength(self, top: int, bounds: list[tuple[int, int]] | None = None) -> tuple[int, int]:
        """The bounds of a stack's strength that everybody may deduce, the national total considered."""
        m = self.known_state
        nation = PIECE_NATION[top]
        low, high = (self.bounds() if bounds is None else bounds)[nation]
        mine_low, mine_high = m.men[LOW + top], m.men[HIGH + top]
        sum_ = self.totals[nation]
        return int(max(mine_low, sum_ - (high - mine_high))), int(min(mine_high, sum_ - (low - mine_low)))


def travelled(kept: dict[str, Any]) -> View:
    """A view that comes from another process."""
    v = View(None, 0, unpack(kept["known_state"]), kept["chronicle"])
    for name in _TRAVELS:
        setattr(v, name, kept[name])
    return v


def view(s: State, chronicle: Chronicle, role: int | None) -> View:
    """What a role (None: a spectator) may know of a state."""
    eyes = 0 if role is None else int(seers(s, role))
    m = _public(s)
    v = View(role, eyes, m, chronicle)
    own = 0
    for n in range(NATION_COUNT):
        if s.playing >> n & 1 and eyes >> role_of(s, n) & 1:
            own |= 1 << n
    v.own = own
    _troops(s, m, v, own)
    _cards(s, m, v, own, eyes)
    _secrets(s, m, own)
    return v


def _public(s: State) -> State:
    """A fresh state with what `fields` calls known to everybody, and the fate cards that were drawn."""
    m = s.public()
    for i in range(s.fate_drawn):
        m.pile[FATE_DECK + i] = s.pile[FATE_DECK + i]
    return m


def _troops(s: State, m: State, v: View, own: int) -> None:
    """The pools of the own stacks, the national totals."""
    for g in range(GENERAL_COUNT):
        if own >> PIECE_NATION[g] & 1:
            m.men[POOL + g] = s.men[POOL + g]
    for n in range(NATION_COUNT):
        if not s.playing >> n & 1:
            v.totals.append(0)
        elif s.allotted >> n & 1:
            v.totals.append(int(total(s, n)))
        else:
            v.totals.append(int(ceiling(s, n)))  # the whole strength, still to be spread


def _cards(s: State, m: State, v: View, own: int, eyes: int) -> None:
    """Own hands; of the rest the numbers by deck back, and what this seat has seen."""
    open_piles = s.options.used_piles_open
    in_pile = _in_pile(bytes(s.pile[DRAW : DRAW + s.draw_size]))
    v.draw_counts = [cards.bit_count() for cards in in_pile]
    for d in range(MAX_DECKS):
        public = WHOLE_DECK
        knows = 0
        for r in _ALL_ROLES:
            row = s.sets[KNOWN + r * MAX_DECKS + d]
            public &= row
            if eyes >> r & 1:
                knows |= row
        used = s.sets[USED + d]
        if open_piles:
            public |= used
        knows |= public
        v.public_cards.append(int(public))
        v.used_counts.append(int(used).bit_count())
        v.fresh_counts.append(int(s.sets[FRESH + d]).bit_count())
        v.known_draw.append(int(knows & in_pile[d]))
        m.sets[USED + d] = used & knows
        for r in _ALL_ROLES:
            if eyes >> r & 1 or not eyes:
                m.sets[KNOWN + r * MAX_DECKS + d] = knows
    for n in range(NATION_COUNT):
        counts = []
        known = []
        mine = own >> n & 1
        for d in range(MAX_DECKS):
            hand = int(s.sets[HAND + n * MAX_DECKS + d])
            counts.append(hand.bit_count())
            if mine:
                m.sets[HAND + n * MAX_DECKS + d] = hand
                known.append(0)
            elif not hand:
                known.append(0)
            else:
                known.append(int(hand & (m.sets[KNOWN + _row(eyes) * MAX_DECKS + d])))
        v.hand_counts.append(counts)
        v.known_cards.append(known)
        if mine:
            m.sets[PURSE + n] = s.sets[PURSE + n]
    if s.nation < NATION_COUNT and own >> s.nation & 1:
        for d in range(MAX_DECKS):
            m.sets[FRESH + d] = s.sets[FRESH + d]


@lru_cache(64)
def _in_pile(pile: bytes) -> tuple[int, ...]:
    """The cards of a pile as sets, one per deck: every seat's view of a position asks, and few orders draw."""
    found = [0] * MAX_DECKS
    for card in pile:
        found[card // DECK_SIZE] |= 1 << card % DECK_SIZE
    return tuple(found)


def _row(eyes: int) -> int:
    """A role whose row of KNOWN the seat reads; all rows of its eyes are alike."""
    return 0 if not eyes else (eyes & -eyes).bit_length() - 1


def _secrets(s: State, m: State, own: int) -> None:
    """What is being decided in secret, if it is the seat's own."""
    if own >> s.decider & 1:
        m.buy_left = s.buy_left
        m.buy_to = s.buy_to
    elif s.state == ALLOT:
        # Nobody sees how far another one is with his sheet.
        m.buy_left = ceiling(s, s.decider)
        m.buy_to = lowest(generals_on_map(m, s.decider))
    elif s.buy_left:
        m.buy_left = s.buy_left
        m.buy_to = GENERALS_FROM[s.decider]
    if s.nation < NATION_COUNT and own >> s.nation & 1:
        m.bound = s.bound
    if own >> RUSSIA & 1:
        m.offer_russia = s.offer_russia
    if own >> AUSTRIA & 1:
        m.offer_austria = s.offer_austria
