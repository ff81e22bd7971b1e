"""What a person cannot know never shows in what he observes: neither in it nor in when it changes."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from situations import fate_step, given
from twins import INSIDE, SECRET, Watcher, differing, give_alike, give_order, kind, people, twin
from worlds import beginnings, middles, some_row

from sanssouci.env.fields import FIELDS
from sanssouci.env.play import Play
from sanssouci.env.rows import FREE, NO, ROW_NAMES, TAKE_OFF
from sanssouci.env.setting import setting
from sanssouci.friedrich.rules.state import State

at = {name: first for name, first, _, _ in FIELDS}

#: What these decisions lead to may lawfully disclose strengths or cards.
DISCLOSING = {"COMBAT_PICK", "EVADE", "CARD", "RETREAT_PICK", "RETIRE", "EAST_PRUSSIA", "OFFENSIVE", "GAME_OVER"}
#: So do these events: a combat declares strengths, and the totals, which anybody may ask, tell what was lost.
REVEALING = {"combat_begins", "supply_starved", "general_retired"}
INSIDERS = {"TRADE": (1, 2), "GIFT": (0, 2)}


def disclosed(watcher: Watcher, told: int) -> bool:
    """Did what the end of a phase led to lawfully disclose strengths?"""
    return any(line.partition(" ")[0] in REVEALING for line in watcher.history[told:])


def alike(here: Watcher, there: Watcher, *what: object) -> None:
    """Both have seen and been told the same, in the same sequence."""
    assert here.seen == there.seen, (*what, differing(here, there), here.history[-9:])
    assert here.history == there.history, (*what, here.history[-6:], there.history[-6:])


def pair(play: Play, rng: random.Random, tally: Counter[str]) -> None:
    """Play a game and its twin on until something is lawfully disclosed; compare what one person saw and was told."""
    person = rng.choice(people(play))
    here = Watcher(play, person)
    there = Watcher(Play(twin(play.s, person, rng), True), person)
    alike(here, there)
    for _ in range(16):
        asked = kind(play)
        if asked in DISCLOSING or person in INSIDERS.get(asked, ()):
            return
        if asked in ("FORCED_DISCARD", "REDRAW") and play.s.options.used_piles_open:
            return  # under this option everybody may look through the used piles
        told = len(here.history)
        mine = play.person() == person
        if mine:
            assert sorted(here.play.rows) == sorted(there.play.rows), asked
            rows = [int(row) for row in play.rows]
            order = [(asked, NO if NO in rows and rng.random() < 0.1 else rng.choice(rows))]
            here.step(order[0][1])
        else:
            order = give_order(here, rng, choose_end=rng.random() < 0.2)
        if asked == "MOVE_MENU" and TAKE_OFF <= order[0][1] < FREE and not mine:
            return  # what a general who is taken off leaves behind declares strengths
        ended = asked == "MOVE_MENU" and order[0][1] == NO
        if ended and disclosed(here, told):
            return
        if mine:
            there.step(order[0][1])
        elif give_alike(there, order, rng) is None:
            return
        alike(here, there, asked, order)
        tally["own" if mine else "orders"] += 1
        tally["ends"] += ended
        tally["secret"] += not mine and any(step in SECRET for step, _ in order)


@pytest.mark.parametrize("batch", range(4))
def test_pairs_of_games_look_the_same(batch: int) -> None:
    """The sequence of distinct observations is the same in both games, though their small steps are not."""
    rng = random.Random(f"pairs {batch}")
    tally: Counter[str] = Counter()
    for play in [*beginnings(rng, 6), *middles(rng, 60)]:
        for _ in range(6):
            steps = rng.randrange(60)
            while not play.over() and (steps > 0 or kind(play) in INSIDE | DISCLOSING):
                play.step(some_row(play, rng))
                steps -= 1
            if not play.over() and play.s.offers == 0:
                pair(Play(play.s.copy(), True), rng, tally)
    assert tally["own"] > 100 and tally["orders"] > 300 and tally["secret"] > 30 and tally["ends"] > 50, tally


def row(name: str) -> int:
    """The number of a row by its name."""
    return ROW_NAMES.index(name)


def seen_by(s: State, person: int, rows: list[str]) -> tuple[list[bytes], list[bytes]]:
    """What a person observes while these rows are taken, and what the bare states would have shown him."""
    play = Play(s, True)
    watcher = Watcher(play, person)
    bare = Watcher(Play(s, True), person)
    for name in rows:
        play.step(row(name))
        watcher.look()
        bare.sight.write(play.s, person, False, -1)
        bare.seen.append(bytes(memoryview(bare.buffer)))
    assert kind(play) == "MOVE_MENU"
    return watcher.seen, bare.seen


def test_whether_a_share_was_asked_for_is_not_seen() -> None:
    """A stack of two with two troops divides in one way only, one with eight does not; nobody else can tell."""
    stacks = {"daun": ("prag", 1), "lacy": ("prag", 1), "karl": ("tabor", 8)}
    few = given("austria", stacks, seed="share").state
    many = given(
        "austria", stacks | {"daun": ("prag", 4), "lacy": ("prag", 4), "karl": ("tabor", 2)}, seed="share"
    ).state
    march = ["city melnik", "none"]
    one, bare_one = seen_by(few, 0, ["piece daun", *march])
    other, bare_other = seen_by(many, 0, ["piece daun", "number 3", *march])
    assert one == other and len(one) == 2
    assert len(bare_one) != len(bare_other)  # the steps themselves would have told


def test_whether_a_place_was_asked_for_is_not_seen() -> None:
    """With points for a train the purchase asks whether one comes back, without it does not."""
    where = {"daun": "prag", "browne": "tabor", "karl": "melnik", "laudon": "olmuetz", "lacy": "kolin"}
    placed = {general: (city, 3) for general, city in where.items()}
    rich = given("austria", placed, hands={"austria": ["6S", "6C"]}, seed="place").state
    poor = given("austria", placed, hands={"austria": ["6S", "2C"]}, seed="place").state
    buy = ["recruit", "number 1"]
    one, _ = seen_by(rich, 0, [*buy, "none", "card 6S/1", "piece daun"])
    other, _ = seen_by(poor, 0, [*buy, "card 6S/1", "piece daun"])
    assert one == other and len(one) == 2


def test_no_answer_shows_before_all_are_in() -> None:
    """The first allotment and 1♥'s trade: the others see nothing of what was answered, nor that it was."""
    for play in (
        setting("standard", 4).play("allot"),
        Play(fate_step("1H", {}, hands={"russia": ["R/1", "5C"], "austria": ["7H"]}).state, True),
    ):
        asked = kind(play)
        watchers = [Watcher(play, person) for person in range(4)]
        while kind(play) == asked:
            actor = play.person()
            before = [watcher.look()[: at["to_act"]] for watcher in watchers]
            play.step(int(play.rows[0]))
            if kind(play) == asked:
                after = [watcher.look()[: at["to_act"]] for watcher in watchers]
                assert [person for person in range(4) if person != actor and before[person] != after[person]] == []


def test_off_turn_nothing_is_asked() -> None:
    """Who is not to act sees no decision: everything from `to_act` on is zero."""
    rng = random.Random("off turn")
    for play in middles(rng, 10):
        for _ in range(40):
            for person in people(play):
                tail = Watcher(play, person).look()[at["to_act"] :]
                assert any(tail) == (person == play.person())
            if play.over():
                break
            play.step(some_row(play, rng))
