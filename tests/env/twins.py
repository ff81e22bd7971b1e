"""Pairs of games that differ only in what one person cannot know, played on with orders that look alike to him."""

from __future__ import annotations

import random
from functools import cache

from librt.vecs import vec
from mypy_extensions import u8

from sanssouci.env.fields import FIELDS, SIZE
from sanssouci.env.openspiel import FriedrichGame, Table
from sanssouci.env.play import Play, persons
from sanssouci.env.rows import LAY, NAMED, NO
from sanssouci.env.sight import Sight
from sanssouci.friedrich.files.chronicle import Chronicle
from sanssouci.friedrich.knowledge.resample import resample
from sanssouci.friedrich.knowledge.view import view
from sanssouci.friedrich.rules.cards import value_of
from sanssouci.friedrich.rules.names import GENERALS_FROM
from sanssouci.friedrich.rules.scenario import SCENARIOS
from sanssouci.friedrich.rules.state import FRESH, HAND, KNOWN, POOL, PURSE, STATE_NAMES, State, role_of, seers

#: Decisions whose answer nobody else learns, but for the back of a card.
SECRET = {
    "ALLOT",
    "SPLIT_ALLOT",
    "RECRUIT_ASSIGN",
    "FORCED_DISCARD",
    "TRADE",
    "REDRAW",
    "GIFT",
    "FREE_TROOP",
    "LOSE_TROOP",
}
#: Small steps in the middle of an order.
INSIDE = {"MOVE_PATH", "SPLIT_ALLOT", "RECRUIT_ORDER", "RECRUIT_PLACE", "RECRUIT_PAY", "RECRUIT_ASSIGN"}


@cache
def game_of(scenario: int, players: int) -> FriedrichGame:
    """OpenSpiel's game of that kind."""
    return FriedrichGame({"scenario": SCENARIOS[scenario], "players": players})


class Watcher:
    """One person's eyes on a game: the row of bytes, the sequence of different ones he has seen, what he was told."""

    def __init__(self, play: Play, person: int) -> None:
        self.play, self.person = play, person
        self.table = Table(game_of(int(play.s.scenario.number), int(play.s.players)), play)
        self.buffer = vec[u8](bytes(SIZE))
        self.sight = Sight(self.buffer, 0, play.s.options)
        self.seen: list[bytes] = []
        self.look()

    def step(self, row: int) -> None:
        """Somebody acts, and he looks."""
        self.table.step(row)
        self.look()

    @property
    def history(self) -> list[str]:
        """What he did and was told."""
        return self.table.history(self.person)

    def look(self) -> bytes:
        """What he sees now."""
        self.play.observe(self.person, self.sight)
        now = bytes(memoryview(self.buffer))
        if not self.seen or now != self.seen[-1]:
            self.seen.append(now)
        return now


def differing(one: Watcher, other: Watcher) -> list[str]:
    """The fields in which the first observations that differ do so."""
    for a, b in zip(one.seen, other.seen, strict=False):
        if a != b:
            return [name for name, at, size, _ in FIELDS if a[at : at + size] != b[at : at + size]]
    return [f"{len(one.seen)} and {len(other.seen)} observations"]


def kind(play: Play) -> str:
    """The decision of a game."""
    return STATE_NAMES[play.s.state]


def people(play: Play) -> list[int]:
    """Who may look."""
    return persons(int(play.s.scenario.number), int(play.s.players))


def twin(s: State, person: int, rng: random.Random) -> State:
    """This game with other troops in foreign stacks, other cards in foreign hands, and the same chance to come."""
    t = s.copy()
    eyes = int(seers(s, person))
    other = resample(view(s, Chronicle(), person), rng).state
    foreign = [n for n in range(7) if s.playing >> n & 1 and not eyes >> role_of(s, n) & 1]
    for n in foreign:
        if s.allotted >> n & 1:
            for g in range(GENERALS_FROM[n], GENERALS_FROM[n + 1]):
                t.men[POOL + g] = other.men[POOL + g]
    for deck in range(5):
        known = 0
        for role in range(4):
            if eyes >> role & 1:
                known |= s.sets[KNOWN + role * 5 + deck]
        fixed = known | s.sets[FRESH + deck]
        loose = [k for n in foreign for k in range(50) if (s.sets[HAND + n * 5 + deck] & ~fixed) >> k & 1]
        rng.shuffle(loose)
        for n in foreign:
            hand = s.sets[HAND + n * 5 + deck]
            dealt = hand & fixed
            for _ in range(int(hand & ~fixed).bit_count()):
                dealt |= 1 << loose.pop()
            t.sets[HAND + n * 5 + deck] = dealt
            for role in range(4):
                if seers(s, role_of(s, n)) >> role & 1:
                    t.sets[KNOWN + role * 5 + deck] = t.sets[KNOWN + role * 5 + deck] | dealt
    for n in foreign:
        held = [d * 50 + k for d in range(5) for k in range(50) if t.sets[HAND + n * 5 + d] >> k & 1]
        t.sets[PURSE + n] = sum(int(value_of(card)) for card in held)
    return t


def back(row: int) -> int:
    """The deck of a card's row, −1 for another row."""
    return (row - LAY) // 50 if LAY <= row < NAMED else -1


def give_order(watcher: Watcher, rng: random.Random, choose_end: bool) -> list[tuple[str, int]]:
    """Let whoever is to act give one whole order at random; answers his small steps."""
    play = watcher.play
    taken = []
    while True:
        asked = kind(play)
        rows = [int(row) for row in play.rows]
        if asked == "MOVE_MENU" and not choose_end and len(rows) > 1:
            rows.remove(NO)
        row = rng.choice(rows)
        taken.append((asked, row))
        watcher.step(row)
        if kind(play) not in INSIDE:
            return taken


def give_alike(watcher: Watcher, order: list[tuple[str, int]], rng: random.Random) -> list[tuple[str, int]] | None:
    """Give an order that looks the same from outside, secret parts at random; None if this game cannot."""
    play = watcher.play
    open_steps = [step for step in order if step[0] not in SECRET]
    secret_back = [back(row) for asked, row in order if asked in SECRET and back(row) >= 0]
    declined = [row == NO for asked, row in order if asked in SECRET]
    taken = []
    while True:
        asked = kind(play)
        rows = [int(row) for row in play.rows]
        if asked in SECRET:
            if secret_back:
                rows = [row for row in rows if back(row) == secret_back[0]]
            elif declined and declined[0]:
                rows = [row for row in rows if row == NO]
            elif asked not in ("ALLOT", "SPLIT_ALLOT", "RECRUIT_ASSIGN"):
                rows = [row for row in rows if row != NO]
            if not rows:
                return None
            row = rng.choice(rows)
        else:
            if asked != "RECRUIT_PLACE" and open_steps and open_steps[0] == ("RECRUIT_PLACE", NO):
                open_steps.pop(0)  # there it was asked, here nothing could come back
            if asked == "RECRUIT_PLACE" and open_steps and open_steps[0][0] != asked:
                row = NO
            elif open_steps and open_steps[0][0] == asked:
                row = open_steps.pop(0)[1]
            else:
                return None
            if row not in rows:
                return None
        taken.append((asked, row))
        watcher.step(row)
        if kind(play) not in INSIDE:
            return taken if not [step for step in open_steps if step != ("RECRUIT_PLACE", NO)] else None
