"""Non-interference (R15): what a seat cannot know never shows in its view, menu or log; what it may know does."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from generated import beginning, generate
from laws import intervals_hold, keen_order, plain
from reference import GENERALS, NATION
from secrets_permuted import another_world, base
from situations import ROLES, fate_step, given

from certain import sure
from sanssouci.friedrich import Game, resample


def seen(game: Game, role: str | None) -> str:
    """Everything that leaves the engine for a seat, as bytes."""
    return json.dumps([game.view(role).json(), game.menu(role)], sort_keys=True)


def reached(seed: int, gap: int = 12, most: int = 60) -> Any:
    """States of one random game, with its generator."""
    rng = random.Random(seed)
    game = Game.from_position(generate(rng) if seed % 2 else beginning(rng))
    for step in range(gap * most):
        if game.result is not None:
            return
        if step % gap == 0:
            yield game, rng
        if seed % 4 == 1 and sure(game.decision).state == "MOVE_MENU" and rng.random() < 0.3:
            line = keen_order(game, rng)
            if line:
                game.play(line)
                continue
        game.choose(rng.choice(game.choices()))


@pytest.mark.parametrize("batch", range(10))
def test_what_a_seat_cannot_know_does_not_show(batch: int) -> None:
    """R15.1–R15.16: other hands, pools, piles, fate and chance permuted: view and menu stay byte-equal."""
    worlds = 0
    for seed in range(batch * 100, batch * 100 + 9):
        for game, rng in reached(seed):
            role = rng.choice([*ROLES, None])
            position, differs = another_world(game, role, rng)
            other = Game.from_position(position)
            assert seen(other, role) == seen(game, role), (seed, role, game.decision)
            worlds += differs
    assert worlds > 150


@pytest.mark.parametrize("batch", range(3))
def test_what_everybody_may_deduce_is_true(batch: int) -> None:
    """R15.1: the public interval of every stack holds its true strength."""
    looked = 0
    for seed in range(batch * 100 + 81, batch * 100 + 91):
        for game, _ in reached(seed, 8, 60):
            intervals_hold(game, plain(game))
            looked += 1
    assert looked > 200


@pytest.mark.parametrize("batch", range(4))
def test_the_same_steps_are_told_alike_in_both_worlds(batch: int) -> None:
    """Log, view and menu stay byte-equal while pieces move on in the true and in the permuted world."""
    steps = 0
    for seed in range(batch * 100 + 71, batch * 100 + 79):
        for game, rng in reached(seed, 30, 12):
            role = rng.choice([*ROLES, None])
            position, _ = another_world(game, role, rng)
            here, there = game.copy(), Game.from_position(position)
            for _ in range(12):
                if here.result is not None or here.decision.state not in ("MOVE_MENU", "MOVE_PATH"):
                    break
                both = sorted(set(here.choices()) & set(there.choices()))
                if not both:
                    break
                choice = rng.choice(both)
                told, other = here.choose(choice), there.choose(choice)
                if "movement_ends" in {event.key for event in told}:
                    break  # what follows may disclose strengths and cards
                assert json.dumps(here.events_for(told, role)) == json.dumps(there.events_for(other, role))
                assert seen(here, role) == seen(there, role), (seed, role, here.decision)
                steps += 1
    assert steps > 100


@pytest.mark.parametrize("batch", range(4))
def test_what_a_seat_may_know_does_show(batch: int) -> None:
    """The opposite: another own card, another own pool, another place of a piece change the view."""
    changed = {"hand": 0, "pool": 0, "piece": 0}
    for seed in range(batch * 100 + 31, batch * 100 + 39):
        for game, rng in reached(seed, 40, 10):
            position = plain(game)
            if position["moving"] or position["purchase"] or position["combat"]:
                continue
            for nation, hand in position["hands"].items():
                draw = position["piles"]["draw"]
                pairs = [
                    (i, j)
                    for i, c in enumerate(hand)
                    for j, d in enumerate(draw)
                    if c[-1] == d[-1] and "R" not in (c[0], d[0]) and c not in position["stage"]["drawn"]
                ]
                if not pairs:
                    continue
                i, j = rng.choice(pairs)
                swapped = plain(game)
                swapped["hands"][nation][i], swapped["piles"]["draw"][j] = draw[j], hand[i]
                for known in swapped["known"]["cards"].values():
                    known[:] = [c for c in known if c not in (draw[j], hand[i])]
                other = Game.from_position(swapped)
                owner = game.view(None).json()["nations"][nation]["role"]
                assert other.view(owner).json() != game.view(owner).json()
                changed["hand"] += 1
                break
            stacks: dict[str, list[str]] = {}
            for piece, entry in position["pieces"].items():
                if piece in NATION and "troops" in entry:
                    stacks.setdefault(entry["city"], []).append(piece)
            for there in stacks.values():
                nation = NATION[there[0]]
                if len(there) == 1 and position["pieces"][there[0]]["troops"] > 1 and position["state"] == "MOVE_MENU":
                    less = plain(game)
                    less["pieces"][there[0]]["troops"] -= 1
                    less["known"]["strength"] = {}
                    less["known"]["declared"] = {}
                    other = Game.from_position(less)
                    owner = game.view(None).json()["nations"][nation]["role"]
                    assert other.view(owner).json() != game.view(owner).json()
                    assert other.view(None).json() != game.view(None).json()  # the national sum is public
                    changed["pool"] += 1
                    break
    assert changed["hand"] > 3 and changed["pool"] > 3


#: Pairs of orders that differ only in what is secret, with a position in which both are legal.
SECRET_PAIRS: list[tuple[str, Game, str, str, set[str]]] = []


def pair(name: str, game: Game, one: str, two: str, *who: str) -> None:
    """Both orders are legal; only `who` may tell them apart."""
    SECRET_PAIRS.append((name, game, one, two, set(who)))


def secret_pairs() -> list[tuple[str, Game, str, str, set[str]]]:
    """All kinds of secret parts of orders."""
    SECRET_PAIRS.clear()
    start = Game.new(scenario="standard", players=4, seed="pairs")
    pair("allotment", start, "allot russia saltikov=1 fermor=7 apraxin=7 tottleben=1",
         "allot russia saltikov=4 fermor=4 apraxin=4 tottleben=4", "elisabeth")  # fmt: skip
    france = given("france", {}, phase="draw", seed="pairs")
    one, two = [c for c in france.menu("pompadour")["cards"] if c[-1] == "1"][:2]
    pair("forced discard", france, f"discard {one}", f"discard {two}", "pompadour")
    stack = given("austria", {"daun": ("prag", 5), "lacy": ("prag", 4)}, seed="pairs")
    pair("split", stack, "move daun takes 3 melnik", "move daun takes 6 melnik", "maria-theresa")
    rich = given("austria", {"daun": ("prag", 3), "lacy": ("tabor", 3)}, hands={"austria": ["12S"]}, seed="pairs")
    pair("recruits", rich, "recruit troops 2 pay 12S give daun=2", "recruit troops 2 pay 12S give lacy=2",
         "maria-theresa")  # fmt: skip
    pair("recruits 1+1", rich, "recruit troops 2 pay 12S give daun=1 lacy=1", "recruit troops 2 pay 12S give lacy=2",
         "maria-theresa")  # fmt: skip
    back = given("austria", {"daun": ("prag", 3)}, hands={"austria": ["12S"]}, seed="pairs")
    pair("recruits of a returning general", back, "recruit troops 2 general lacy tabor pay 12S give lacy=2",
         "recruit troops 2 general lacy tabor pay 12S give lacy=1 daun=1", "maria-theresa")  # fmt: skip
    keith = {"keith": ("cottbus", 3), "dohna": ("forst", 3)}
    pair("8♠", fate_step("8S", keith, seed="pairs"), "reinforce keith", "reinforce dohna", "friedrich")
    pair("10♣", fate_step("10C", keith, seed="pairs"), "lose keith", "lose dohna", "friedrich")
    both = {"russia": ["5S", "6S"], "austria": ["9H", "2D"]}
    trade = fate_step("1H", {}, hands=both, seed="pairs")
    pair("1♥ first", trade, "trade russia 5S", "trade russia 6S", "elisabeth")
    pair("1♥ refusal", trade, "trade russia 5S", "trade russia none", "elisabeth")
    answered = trade.copy()
    answered.play("trade austria 9H")
    pair("1♥ done", answered, "trade russia 5S", "trade russia 6S", "elisabeth", "maria-theresa")
    redraw = fate_step("4H", {}, hands={"france": ["2H", "3H"]}, seed="pairs")
    pair("4♥", redraw, "redraw 2H", "redraw 3H", "pompadour")
    laudon = fate_step("6S", {"laudon": ("prag", 4), "daun": ("prag", 5)}, seed="pairs")
    pair("6♠", laudon, "laudon melnik takes 2", "laudon melnik takes 6", "maria-theresa")
    return list(SECRET_PAIRS)


def test_secret_parts_of_orders_do_not_show() -> None:
    """Log, record, view and menu of the others are byte-equal whichever secret was named; the owner's differ."""
    for name, game, one, two, who in secret_pairs():
        a, b = game.copy(), game.copy()
        told_a, told_b = a.play(one), b.play(two)
        for role in (*ROLES, None):
            if role in who:
                continue
            log_a = json.dumps(a.events_for(told_a, role), sort_keys=True)
            log_b = json.dumps(b.events_for(told_b, role), sort_keys=True)
            assert log_a == log_b, (name, role)
            assert seen(a, role) == seen(b, role), (name, role)
            assert a.record_for(role) == b.record_for(role), (name, role)
        logs = [json.dumps([a.events_for(told_a, role), b.events_for(told_b, role)]) for role in who]
        differ = any(seen(a, role) != seen(b, role) for role in who)
        differ = differ or a.events_for(told_a, min(who)) != b.events_for(told_b, min(who))
        # an offer of 1♥ lies face down until the other side has answered, to its owner as well
        assert differ is (name not in ("1♥ first", "1♥ refusal")), (name, logs)


def test_the_log_tells_no_hidden_card() -> None:
    """No event for a seat names a card of a hand it cannot see, over random games."""
    looked = 0
    for seed in range(41, 57):
        rng = random.Random(seed)
        game = Game.from_position(generate(rng) if seed % 2 else beginning(rng))
        for _ in range(200):
            if game.result is not None:
                break
            told = game.choose(rng.choice(game.choices()))
            if not any(event.secret for event in told):
                continue
            hands = plain(game)["hands"]
            for role in (*ROLES, None):
                text = json.dumps(game.events_for(told, role))
                view = game.view(role).json()
                own = {n for n, e in view["nations"].items() if "hand" in e}
                known = {base(c) for cards in view["known"].values() for c in cards}
                for nation, hand in hands.items():
                    for card in hand:
                        if nation not in own and card not in known and not card.startswith("R"):
                            assert f'"{card}"' not in text, (seed, role, card, text)
                            looked += 1
    assert looked > 1000


def test_a_forced_answer_looks_like_any_other() -> None:
    """Formats, section 3: with or without a choice in hand, the others see the same question."""
    placed = {"friedrich": ("melnik", 3), "daun": ("prag", 5)}
    views = []
    for cards in (["2H", "9H"], ["2S", "9S"]):
        game = given("prussia", placed, phase="combat", hands={"prussia": cards}, seed="forced")
        views.append([seen(game, role) for role in ("elisabeth", "maria-theresa", "pompadour", None)])
    assert views[0] == views[1]


@pytest.mark.parametrize("batch", range(4))
def test_resampling_agrees_with_the_view(batch: int) -> None:
    """A resampled game shows the seat exactly the view it was made from, keeps the laws, and plays on."""
    made = 0
    for seed in range(batch * 100 + 61, batch * 100 + 67):
        for game, rng in reached(seed, 25, 10):
            role = rng.choice(ROLES)
            view = game.view(role)
            other = resample(view, random.Random(seed))
            assert other.view(role).json() == view.json(), (seed, role, game.decision)
            assert other.menu(role) == game.menu(role)
            for _ in range(10):
                if other.result is not None:
                    break
                other.choose(rng.choice(other.choices()))
            made += 1
    assert made > 10


@pytest.mark.parametrize("batch", range(4))
def test_resampling_knows_nothing_but_the_view(batch: int) -> None:
    """From the true and from a permuted world the same generator gives the same sample: a view hides no truth."""
    compared = 0
    for seed in range(batch * 100 + 21, batch * 100 + 27):
        for game, rng in reached(seed, 30, 10):
            role = rng.choice(ROLES)
            position, differs = another_world(game, role, rng)
            other = Game.from_position(position)
            one = plain(resample(game.view(role), random.Random(seed)))
            two = plain(resample(other.view(role), random.Random(seed)))
            assert one == two, (seed, role, game.decision)
            compared += differs
    assert compared > 15


def test_resampling_is_really_random() -> None:
    """Other hands, pools, piles and the fate order differ over seeds wherever they can; own secrets never do."""
    placed = {
        "daun": ("prag", 8), "lacy": ("tabor", 1), "keith": ("cottbus", 5), "dohna": ("forst", 2),
        "fermor": ("lomza", 3),
    }  # fmt: skip
    hands = {"austria": ["13S", "2S", "3S"], "prussia": ["13H", "2H"], "russia": ["13C", "5D"]}
    game = given("prussia", placed, hands=hands, seed="resample")
    found: dict[str, set[str]] = {"hand": set(), "pool": set(), "draw": set(), "fate": set()}
    for k in range(12):
        other = plain(resample(game.view("friedrich"), random.Random(k)))
        found["hand"].add(json.dumps(other["hands"]["austria"]))
        found["pool"].add(json.dumps([other["pieces"]["daun"]["troops"], other["pieces"]["lacy"]["troops"]]))
        found["draw"].add(json.dumps(other["piles"]["draw"]))
        found["fate"].add(json.dumps(other["fate"]["next"]))
        assert sorted(other["hands"]["prussia"]) == ["13H/1", "2H/1"]
        assert (other["pieces"]["keith"]["troops"], other["pieces"]["dohna"]["troops"]) == (5, 2)
        assert other["pieces"]["daun"]["troops"] + other["pieces"]["lacy"]["troops"] == 9
    assert {name: len(values) > 3 for name, values in found.items()} == dict.fromkeys(found, True)


def test_resampling_keeps_what_is_known() -> None:
    """Cards seen used, declared strengths and cards known of other hands are the same in every sample."""
    placed = {"daun": ("prag", 6), "laudon": ("tabor", 3), "keith": ("melnik", 8)}
    game = given("austria", placed, phase="combat", hands={"austria": ["2S", "4H"], "prussia": ["7H"]}, seed="known")
    game.play("play 4H")
    game.play("pass") if sure(game.decision).state == "CARD" and sure(game.decision).nation == "prussia" else None
    used = set(game.view("friedrich").json()["seen"])
    for k in range(8):
        other = plain(resample(game.view("friedrich"), random.Random(k)))
        pile = {c for cards in other["piles"]["used"].values() for c in cards}
        table = set((other["combat"] or {}).get("table", []))
        assert used <= pile | table
    gift = fate_step("9D", {}, hands={"prussia": ["4C"], "austria": ["9S", "8S", "7S"]}, seed="q")
    gift.play("gift 4C")
    known = gift.view("friedrich").json()["known"].get("austria", [])
    for k in range(8):
        other = plain(resample(gift.view("friedrich"), random.Random(k)))
        assert set(map(base, known)) <= set(other["hands"]["austria"])


def test_permuting_has_teeth() -> None:
    """The permuted worlds really differ from the true one: hands, pools, pile and fate order."""
    rng = random.Random(5)
    placed = {"daun": ("prag", 8), "lacy": ("tabor", 1), "keith": ("cottbus", 5)}
    game = given("prussia", placed, hands={"austria": ["13S", "2S", "3S"], "prussia": ["4S"]}, seed="teeth")
    fields: set[str] = set()
    for _ in range(10):
        position, _ = another_world(game, "friedrich", rng)
        truth = plain(game)
        fields |= {f for f in ("hands", "pieces", "piles", "fate", "rng") if position[f] != truth[f]}
        other = Game.from_position(position)
        assert seen(other, "maria-theresa") != seen(game, "maria-theresa")
    assert fields == {"hands", "pieces", "piles", "fate", "rng"}
    assert set(GENERALS) == {NATION[g] for n in GENERALS for g in GENERALS[n]}
