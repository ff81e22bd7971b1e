"""What a seat is shown: one row of bytes, every field of it listed in `fields.FIELDS`.

This is the only place that knows how the engine lays out a state. Everything is written field by field from an
allow-list, as in `knowledge.view`: what is public, what belongs to the seat's own nations, and, for the seat that
is to act alone, the decision it is in the middle of.

The two Reserves of a deck look alike. Where the engine tells them apart the fields do not: of a deck's two places
for Reserves the first shows the larger of the two figures.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from sanssouci.env import fields
from sanssouci.friedrich.rules.board import FIRST_OBJECTIVE, PIECE_NATION
from sanssouci.friedrich.rules.cards import DECK_SIZE, KINDS, MAX_DECKS, bit, count, lowest
from sanssouci.friedrich.rules.names import GENERAL_COUNT, NATION_COUNT, PIECE_COUNT
from sanssouci.friedrich.rules.options import OPTION_VALUES, Options
from sanssouci.friedrich.rules.state import (
    ALLOT,
    ASKED,
    CARD,
    FATE_DECK,
    FRESH,
    GAME_OVER,
    HAND,
    HELD,
    HIGH,
    KNOWN,
    LOW,
    PHASES,
    POOL,
    RECRUIT_ASSIGN,
    RECRUIT_ORDER,
    TABLE,
    TOLD,
    TOLD_TURN,
    USED,
    State,
    role_of,
    seers,
)
from sanssouci.friedrich.rules.troops import ceiling, total

#: Hands, what each role knows, used piles, the table and what was drawn: everything the cards' fields depend on.
_CARD_SETS: Final = FRESH + MAX_DECKS
_NUMBER_OF_PHASE: Final[dict[str, int]] = {"allotment": 0, "discard": 1, "offensive": 1, "movement": 2, "combat": 3}
_PHASE: Final[vec[i64]] = vec[i64]([_NUMBER_OF_PHASE.get(phase, 4) for phase in PHASES])


def option_values(options: Options) -> vec[i64]:
    """Which of its values each option has."""
    found = vec[i64]([0] * fields.OPTION_COUNT)
    for i, (name, values) in enumerate(OPTION_VALUES.items()):
        found[i] = values.index(options.full[name])
    return found


def phase(s: State) -> i64:
    """The phase as everybody at the table sees it."""
    state = s.state
    if s.nation >= NATION_COUNT or state >= GAME_OVER:
        return 4
    return _PHASE[state]


class Sight:
    """One seat's row of bytes in a buffer, written again and again.

    Most fields are sparse: what was set is remembered and cleared before the next time. Those of the pieces are
    dense and simply overwritten. Cards are most of the work and seldom change between two small steps: they are
    written anew only when a card has moved or somebody else looks.
    """

    def __init__(self, buffer: vec[u8], base: i64, options: Options) -> None:
        """The row of `SIZE` bytes from `base` on, which must be zero."""
        self.buffer: vec[u8] = buffer
        self.base: i64 = base
        self.options: vec[i64] = option_values(options)
        self.marks: vec[i64] = vec[i64]([0] * fields.SIZE)
        self.marked: i64 = 0
        self.card_marks: vec[i64] = vec[i64]([0] * fields.SIZE)
        self.card_marked: i64 = 0
        self.card_sets: vec[i64] = vec[i64]([0] * _CARD_SETS)
        self.card_eyes: i64 = -1  # whose eyes and nations they were written for
        self.card_aside: i64 = -1

    def put(self, at: i64, value: i64) -> None:
        """Write one byte."""
        if value != 0:
            self.buffer[self.base + at] = u8(value)
            self.marks[self.marked] = at
            self.marked += 1

    def put_set(self, at: i64, members: i64) -> None:
        """Write a 1 for each member of a set."""
        while members != 0:
            self.put(at + lowest(members), 1)
            members &= members - 1

    def put_place(self, at: i64, city: i64) -> None:
        """Write a city in two bytes."""
        if city >= 0:
            self.put(at, (city + 1) >> 8)
            self.put(at + 1, (city + 1) & 255)

    def clear(self) -> None:
        """Make the whole row zero."""
        i: i64 = 0
        while i < fields.SIZE:
            self.buffer[self.base + i] = 0
            i += 1
        self.marked = 0
        self.card_marked = 0
        self.card_eyes = -1

    def _wipe(self) -> None:
        """Take back what `put` wrote."""
        buffer = self.buffer
        marks = self.marks
        base = self.base
        end = self.marked
        i: i64 = 0
        while i < end:
            buffer[base + marks[i]] = 0
            i += 1
        self.marked = 0

    def write(self, s: State, role: i64, acting: bool, first: i64) -> None:
        """What a role sees of a state: at its own decision (`acting`), or when no order is half done."""
        self._wipe()
        eyes = seers(s, role)
        own: i64 = 0
        nation: i64 = 0
        while nation < NATION_COUNT:
            if s.playing >> nation & 1 == 1 and eyes >> role_of(s, nation) & 1 == 1:
                own |= bit(nation)
            nation += 1
        self.put_set(fields.ROLE, eyes)
        self.put_set(fields.OWN, own)
        self._game(s)
        self._pieces(s, own)
        self._nations(s)
        if self._cards_moved(s, s.decks_open << 16 | eyes << 8 | own):
            self._cards(s, own, eyes)
        self._fate(s)
        if s.attacker >= 0 or len(s.pairs) > 0 or s.loser >= 0:
            self._combat(s)
        if s.state == GAME_OVER:
            self.put_set(fields.WINNERS, s.winners)
        elif acting:
            self._decision(s, first)

    def _game(self, s: State) -> None:
        self.put(fields.SCENARIO + s.scenario.number, 1)
        self.put(fields.PLAYERS, s.players)
        options = self.options
        i: i64 = 0
        while i < fields.OPTION_COUNT:
            if options[i] != 0:
                self.put(fields.OPTIONS + i, options[i])
            i += 1
        self.put(fields.TURN, s.turn)
        self.put(fields.STAGE + s.nation, 1)
        if s.state != GAME_OVER:
            self.put(fields.PHASE + phase(s), 1)

    def _pieces(self, s: State, own: i64) -> None:
        buffer = self.buffer
        base = self.base
        city = s.city
        piece: i64 = 0
        while piece < PIECE_COUNT:
            place = city[piece] + 1
            gone: i64 = 0
            if place <= 0:
                gone = 1 - place
                place = 0
            buffer[base + fields.CITY_HIGH + piece] = u8(place >> 8)
            buffer[base + fields.CITY_LOW + piece] = u8(place & 255)
            buffer[base + fields.GONE + piece] = u8(gone)
            buffer[base + fields.MOVED + piece] = u8(s.moved >> piece & 1)
            piece += 1
        men = s.men
        general: i64 = 0
        while general < GENERAL_COUNT:
            buffer[base + fields.FACE_DOWN + general] = u8(s.face_down >> general & 1)
            most = men[HIGH + general]
            mine: i64 = men[POOL + general] if own >> PIECE_NATION[general] & 1 == 1 else 0
            buffer[base + fields.MOST + general] = u8(most)
            buffer[base + fields.TROOPS + general] = u8(mine)
            if most != 0:
                buffer[base + fields.LEAST + general] = u8(men[LOW + general])
                buffer[base + fields.DECLARED + general] = u8(men[TOLD + general])
                buffer[base + fields.DECLARED_TURN + general] = u8(men[TOLD_TURN + general])
            else:
                buffer[base + fields.LEAST + general] = 0
                buffer[base + fields.DECLARED + general] = 0
                buffer[base + fields.DECLARED_TURN + general] = 0
            general += 1
        bound = s.bound if s.nation < NATION_COUNT and own >> s.nation & 1 == 1 else s.bound & 0
        marked = s.fixed | s.chevert_with | bound
        while marked != 0:
            general = lowest(marked)
            marked &= marked - 1
            how = (s.fixed >> general & 1) + (s.chevert_with >> general & 1) * 2 + (bound >> general & 1) * 4
            self.put(fields.HELD_BACK + general, how)

    def _nations(self, s: State) -> None:
        nation: i64 = 0
        while nation < NATION_COUNT:
            if s.playing >> nation & 1 == 1:
                # Before its sheet is done a nation's whole strength is still to be spread, and known.
                self.put(
                    fields.TOTAL + nation, total(s, nation) if s.allotted >> nation & 1 == 1 else ceiling(s, nation)
                )
                first = FIRST_OBJECTIVE[nation]
                self.put_set(fields.CONQUERED + first, s.sets[HELD + nation])
                self.put_set(fields.PENDING + first, s.sets[ASKED + nation])
            self.put(fields.OUT + nation, (s.out >> nation & 1) + (s.virtual_out >> nation & 1) * 2)
            nation += 1
        self.put(fields.IMPERIAL_ROLE + s.imperial_role, 1)

    def _cards_moved(self, s: State, looking: i64) -> bool:
        """Has a card moved or become known since the fields of the cards were written, or does somebody else look?"""
        kept = self.card_sets
        sets = s.sets
        same = self.card_eyes == looking and self.card_aside == s.oo_card
        i: i64 = 0
        while i < _CARD_SETS and same:
            same = kept[i] == sets[i]
            i += 1
        if same:
            return False
        i = 0
        while i < _CARD_SETS:
            kept[i] = sets[i]
            i += 1
        self.card_eyes = looking
        self.card_aside = s.oo_card
        return True

    def _put_card(self, at: i64, value: i64) -> None:
        """Write one byte of the cards' fields."""
        if value != 0:
            self.buffer[self.base + at] = u8(value)
            self.card_marks[self.card_marked] = at
            self.card_marked += 1

    def _cards(self, s: State, own: i64, eyes: i64) -> None:
        i: i64 = 0
        while i < self.card_marked:
            self.buffer[self.base + self.card_marks[i]] = 0
            i += 1
        self.card_marked = 0
        deck: i64 = 0
        while deck < s.decks_open:
            used = s.sets[USED + deck]
            knows: i64 = 0
            role: i64 = 0
            while role < 4:
                if eyes >> role & 1 == 1:
                    knows |= s.sets[KNOWN + role * MAX_DECKS + deck]
                role += 1
            if s.options.used_piles_open:
                knows |= used
            left = count(used) + count(s.sets[TABLE + deck])
            at = fields.CARDS + deck * DECK_SIZE
            reserves: i64 = self._place(at, used & knows, 9)
            reserves = self._reserve(reserves, self._place(at, s.sets[TABLE + deck], 10))
            elsewhere = knows & ~used & ~s.sets[TABLE + deck]
            if s.oo_card >= 0 and s.oo_card // DECK_SIZE == deck:
                self._put_card(fields.CARDS + s.oo_card, 11)
                elsewhere &= ~bit(s.oo_card % DECK_SIZE)
                left += 1
            nation: i64 = 0
            while nation < NATION_COUNT:
                hand = s.sets[HAND + nation * MAX_DECKS + deck]
                if hand != 0:
                    size = count(hand)
                    left += size
                    self._put_card(fields.HANDS + nation * MAX_DECKS + deck, size)
                    seen = hand if own >> nation & 1 == 1 else hand & knows
                    reserves = self._reserve(reserves, self._place(at, seen, nation + 1))
                    elsewhere &= ~hand
                nation += 1
            reserves = self._reserve(reserves, self._place(at, elsewhere, 8))
            self._put_card(at + KINDS, reserves & 15)
            self._put_card(at + KINDS + 1, reserves >> 4)
            self._put_card(fields.DRAW_PILE + deck, DECK_SIZE - left)
            self._put_card(fields.USED_PILES + deck, count(used))
            self._put_card(fields.DRAWN + deck, count(s.sets[FRESH + deck]))
            deck += 1

    def _place(self, at: i64, cards: i64, where: i64) -> i64:
        """Write where cards of a deck are; answers the Reserves among them, the larger figure in the low half."""
        found: i64 = 0
        while cards != 0:
            kind = lowest(cards)
            cards &= cards - 1
            if kind < KINDS:
                self._put_card(at + kind, where)
            else:
                found = found << 4 | where
        return found

    def _reserve(self, known: i64, more: i64) -> i64:
        """Put the places of a deck's two Reserves together, whichever of them is where."""
        if more == 0:
            return known
        if known == 0:
            return more
        return max(known, more) | min(known, more) << 4

    def _fate(self, s: State) -> None:
        i: i64 = 0
        while i < s.fate_drawn:
            self.put(fields.FATES + i64(s.pile[FATE_DECK + i]), 1)
            i += 1
        effects = s.events | s.events_next
        while effects != 0:
            e = lowest(effects)
            effects &= effects - 1
            self.put(
                fields.EFFECTS + e,
                (s.events >> e & 1) * (1 + (s.events_used >> e & 1) * 2) + (s.events_next >> e & 1) * 4,
            )
        if s.fate_card >= 0:
            self.put(fields.FATE_NOW, s.fate_card + 1)
            self.put(fields.FATE_NOW + 1, s.fate_suit + 1 if s.fate_card < 12 else 0)
        self.put_set(fields.HILDBURGHAUSEN, s.hild_suits)
        self.put(fields.HILDBURGHAUSEN + 4, s.hild_lost)
        self.put_place(fields.SUBSTITUTE, s.substitute)
        self.put(fields.RECRUITED, s.recruits)
        if s.victor >= 0:
            self.put(fields.VICTOR, s.victor + 1)
            self.put_place(fields.VICTOR + 1, s.victor_city)
        self.put(fields.OFFENSIVE_OPTION + s.oo_state, 1)

    def _combat(self, s: State) -> None:
        if s.attacker >= 0:
            self.put(fields.COMBAT, s.attacker + 1)
            self.put(fields.COMBAT + 1, s.defender + 1)
            if s.state == CARD:
                self.put(fields.COMBAT + 2, s.right)
                self.put(fields.COMBAT + 3, 128 + s.score)
                self.put(fields.COMBAT + 4, s.king)
        if s.loser >= 0:
            self.put(fields.COMBAT + 5, s.loser + 1)
            self.put(fields.COMBAT + 6, s.loss)
        if len(s.pairs) > 0:
            self._pairs(s)

    def _pairs(self, s: State) -> None:
        attacker: i64 = 0
        while attacker < GENERAL_COUNT:
            against: i64 = 0
            i: i64 = 0
            while i < len(s.pairs):
                pair = s.pairs[i]
                if pair // GENERAL_COUNT == attacker:
                    against |= bit(pair % GENERAL_COUNT)
                i += 1
            if against != 0:
                self.put(fields.PAIRS + attacker * 3, against & 255)
                self.put(fields.PAIRS + attacker * 3 + 1, against >> 8 & 255)
                self.put(fields.PAIRS + attacker * 3 + 2, against >> 16)
            attacker += 1

    def _decision(self, s: State, first: i64) -> None:
        """What only the one who decides sees: his question, and what he has half done."""
        self.put(fields.TO_ACT, 1)
        self.put(fields.DECIDING + s.decider, 1)
        self.put(fields.QUESTION + s.state, 1)
        self.put_set(fields.MARCHING, s.group | s.share)
        if s.at >= 0 and s.nation < NATION_COUNT:
            self.put(fields.MARCH, s.steps)
            self.put(fields.MARCH + 1, s.all_main)
        self.put_place(fields.MARCH + 2, s.at)
        if s.state == ALLOT or (s.state >= RECRUIT_ORDER and s.state <= RECRUIT_ASSIGN):
            self.put_set(fields.BOUGHT, s.buy_pieces)
            self.put(fields.PURCHASE, s.buy_troops)
            self.put(fields.PURCHASE + 1, min(s.buy_paid, 255))
            self.put(fields.PURCHASE + 2, s.buy_left)
            if s.buy_left > 0:
                self.put(fields.PURCHASE + 3, s.buy_to + 1)
        self.put_place(fields.WEST_FIRST, first)
