"""One decision, one module: the engine's menus are the only source of legality, and menus carry their orders."""

from __future__ import annotations

import json
import random
import statistics
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from generated import FACES, generate
from situations import under
from test_orders_random import INNER, contents
from test_orders_strange import Stranger

from certain import sure
from sanssouci.friedrich import AgainstTheRules, Game, IllegalOrder, NoSuchOrder, NotNow, NotYours
from sanssouci.friedrich.decisions import orders
from sanssouci.friedrich.decisions.registry import ANSWERS, ASKED_IN, PARTS, RULE_OF
from sanssouci.friedrich.files import position
from sanssouci.friedrich.rules import turn
from sanssouci.friedrich.rules.board import CITY_IDS, ROADS
from sanssouci.friedrich.rules.names import GENERALS, NATIONS
from sanssouci.friedrich.rules.state import ALLOT, CHOSEN_IN, GAME_OVER, PHASES, STATE_NAMES, TRADE, State
from sanssouci.friedrich.rules.steps import STEPS, Step

PRUSSIA_MOVES = {
    "format": "friedrich-position/1",
    "nation": "prussia",
    "turn": 5,
    "pieces": {"keith": {"city": "berlin", "troops": 4}, "daun": {"city": "prag", "troops": 4}},
}


def legal_order(s: State, rng: random.Random) -> str:
    """A whole order out of random small steps."""
    t, taken = s.copy(), list[int]()
    while True:
        taken.append(int(rng.choice(list(turn.choices(t)))))
        turn.apply(t, taken[-1])
        if t.state == GAME_OVER or orders.whole(s, t):
            return orders.text_of(s, taken)


def near_misses(text: str, rng: random.Random, stranger: Stranger) -> Iterator[str]:
    """A legal order with a word changed, doubled, added or left out."""
    for _ in range(4):
        words = text.split()
        at = rng.randrange(len(words))
        other = rng.choice(
            [rng.choice(CITY_IDS), stranger.card(), stranger.general(), f"{stranger.general()}={rng.randint(0, 9)}",
             str(rng.randint(0, 12)), "none", "takes", "double", "R=5", rng.choice(NATIONS)]
        )  # fmt: skip
        how = rng.randrange(5)
        if how == 0:
            words[at] = other
        elif how == 1:
            words.insert(at, words[rng.randrange(len(words))])
        elif how == 2:
            words.append(other)
        elif how == 3:
            words.insert(2, f"takes {rng.randint(0, 12)}")
        else:
            del words[at]
        yield " ".join(words)


def situations(seeds: range) -> Iterator[tuple[State, random.Random]]:
    """Decisions of all kinds: generated positions, first allotments, the fate step."""
    for seed in seeds:
        rng = random.Random(seed)
        s = Game.new(rng.choice(["standard", "expert", "west"]), seed=str(seed)).state
        if seed % 5:
            s = position.read(generate(rng))[0]
        if seed % 5 == 1:  # on to the fate step without much ado
            for _ in range(400):
                if s.state == GAME_OVER or (s.nation == 7 and s.state not in INNER):
                    break
                turn.apply(s, turn.choices(s)[0])
        for _ in range(12):
            if s.state == GAME_OVER:
                break
            yield s, rng
            orders.perform(s, legal_order(s, rng))


def test_without_its_reasons_every_decision_accepts_the_same_orders(monkeypatch: pytest.MonkeyPatch) -> None:
    """Refusals explain and never decide: with all explanations switched off nothing more and nothing less is legal,
    and what is legal is a walk along the engine's own menus."""
    explain = orders.explain
    accepted = refused = 0
    for s, rng in situations(range(90)):
        stranger = Stranger(rng, s)
        tried = [stranger.order() for _ in range(4)]
        text = legal_order(s, rng)
        for order in [*tried, text, *near_misses(text, rng, stranger)]:
            monkeypatch.setattr(orders, "explain", explain)
            why = orders.refusal(s, order)
            monkeypatch.setattr(orders, "explain", lambda *_: None)
            bare = orders.refusal(s, order)
            assert (why is None) == (bare is None), order
            if bare is not None:
                refused += 1
                assert bare.rule is None or bare.key in ("not_legal", "not_now", "over"), order
                continue
            accepted += 1
            done = s.copy()
            orders.perform(done, order)
            if s.state in (ALLOT, TRADE) and NATIONS.index(order.split()[1].lower()) != s.decider:
                continue  # in another order than the small steps ask
            t = s.copy()
            for choice in orders.plan(s, order):
                assert choice in turn.choices(t), order
                turn.apply(t, choice)
            assert contents(t) == contents(done), order
    assert accepted > 500 and refused > 1500


def test_a_reason_that_finds_nothing_leaves_a_general_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every decision has a rule of its own to fall back on."""
    monkeypatch.setattr(orders, "explain", lambda *_: None)
    game = Game.from_position(PRUSSIA_MOVES)
    with pytest.raises(AgainstTheRules) as refused:
        game.play("move daun breslau")
    assert (refused.value.key, refused.value.rule) == ("not_legal", "R4.1")
    assert "{" not in str(refused.value)


def test_every_decision_of_the_state_machine_is_in_the_register() -> None:
    """17.2: each state is asked under a rule, and each but the small steps of a whole order has its decision."""
    states = {number for number, name in enumerate(STATE_NAMES) if name != "GAME_OVER"}
    assert set(RULE_OF) == states
    assert set(ASKED_IN) == states - INNER
    assert {verb for one in ANSWERS for verb in one.forms} == set(orders.VERBS)


def test_every_decision_has_its_step_and_what_its_choices_are() -> None:
    """17.2: a chapter has put each of them on the table of `turn`; the numbers, names and rows of `state` agree."""
    assert all(type(STEPS[state]) is not Step for state in range(GAME_OVER))
    assert len({type(STEPS[state]) for state in range(GAME_OVER)}) == GAME_OVER
    assert len(STATE_NAMES) == len(set(STATE_NAMES)) == len(PHASES) == len(CHOSEN_IN) == GAME_OVER + 1
    assert {PHASES[one.state] for one in PARTS} == {
        "allotment", "discard", "offensive", "movement", "combat", "supply", "fate",
    }  # fmt: skip


KINDS = [
    ("mov daun breslau", NoSuchOrder),
    ("move daun atlantis", NoSuchOrder),
    ("pass", NotNow),
    ("retreat glatz", NotNow),
    ("end", NotYours),
    ("move daun breslau", NotYours),
]


@pytest.mark.parametrize(("text", "kind"), KINDS)
def test_what_is_wrong_with_an_order_has_its_own_error(text: str, kind: type[IllegalOrder]) -> None:
    """No such order, not now, not yours, against the rules: in this order, all of them illegal orders."""
    game = Game.from_position(PRUSSIA_MOVES)
    with pytest.raises(IllegalOrder) as refused:
        game.play(text, "maria-theresa")
    assert type(refused.value) is kind
    with pytest.raises(AgainstTheRules) as caught:
        game.play("move daun breslau")
    assert caught.value.rule is not None and caught.value.rule.startswith("R")


# ---------------------------------------------------------------- menus carry their orders


def filled(menu: dict[str, Any], rng: random.Random) -> Iterator[str]:
    """Every order text of a menu, its gaps filled at random."""
    for group in menu.get("groups", []):
        end = rng.choice(sorted(group["ends"]))
        takes = rng.randint(*group["takes"]) if group["takes"] else None
        yield group["order"].format(takes=takes, path=" ".join(group["ends"][end]))
    for entry in menu.get("nations", []):
        troops = dict.fromkeys(entry["generals"], entry["min"])
        for _ in range(entry["troops"] - sum(troops.values())):
            troops[rng.choice([g for g in troops if troops[g] < entry["max"]])] += 1
        yield entry["order"].format(troops=" ".join(f"{g}={n}" for g, n in troops.items()))
    for choice in menu.get("orders", []):
        values = choice.get("values", [None])
        takes = menu["takes"][0] if menu.get("takes") else None
        yield from (choice["order"].format(value=value, takes=takes) for value in values)


@pytest.mark.parametrize("seed", range(30))
def test_the_orders_of_a_menu_are_legal_and_complete(seed: int) -> None:
    """Whoever takes an order off a menu is never refused; where one choice answers, every choice has its order."""
    for s, rng in situations(range(seed * 4, seed * 4 + 4)):
        game = Game(s.copy())
        decision = game.decision
        assert decision is not None
        for role in decision.roles:
            menu = game.menu(role)
            texts = list(filled(menu, rng))
            assert texts
            for text in rng.sample(texts, min(len(texts), 12)):
                assert game.check(text, role) is None, text
            if s.state not in (ALLOT, TRADE) and not {"groups", "takes"} & set(menu):
                choices = {orders.text_of(s, [choice]) for choice in game.choices()}
                assert choices == set(texts)


def graph(group: dict[str, Any]) -> dict[str, Any]:
    """The walks of a group as a page composes them: from its menu and the roads of the map."""
    roads = {CITY_IDS[a]: [(CITY_IDS[b], bool(main)) for b, main in ROADS[a]] for a in range(len(CITY_IDS))}
    open_to = set(group["ends"]) - set(group["stops"]) | set(group["passes"])
    steps: dict[tuple[str, int, bool], set[tuple[str, int, bool]]] = {}
    start = (group["city"], 0, True)
    waiting, ends = [start], set()
    while waiting:
        node = waiting.pop()
        city, used, main = node
        if node in steps or (used and city not in open_to):
            continue
        steps[node] = set()
        for to, is_main in roads[city]:
            beyond = (to, used + 1, main and is_main)
            if used + 1 > (group["main_steps"] if beyond[2] else group["steps"]):
                continue
            if to in open_to or to in group["ends"]:
                steps[node].add(beyond)
                waiting.append(beyond)
            if to in group["ends"]:
                ends.add(beyond)
    useful = set(ends)
    for node in sorted(steps, key=lambda n: -n[1]):
        if steps[node] & useful:
            useful.add(node)
    label = {node: f"{node[0]}/{node[1]}/{'m' if node[2] else '-'}" for node in useful}
    found = {label[n]: sorted(label[b] for b in steps.get(n, ()) if b in useful) for n in useful}
    return {"start": label[start], "steps": {k: v for k, v in found.items() if v}, "ends": sorted(map(label.get, ends))}


@pytest.mark.parametrize("seed", range(12))
def test_any_legal_walk_can_be_composed_from_the_menu(seed: int) -> None:
    """Ends, stops, passes and the map's roads give the same graph of steps as `game.walk` (R4.2–R4.6, R11.8, R5.10)."""
    seen = 0
    for s, _ in situations(range(seed * 10, seed * 10 + 10)):
        game = Game(s.copy())
        assert game.decision is not None
        for group in game.menu(game.decision.roles[0]).get("groups", []):
            asked: Any = game.walk(group["pieces"])
            asked = {**asked, "steps": {k: sorted(v) for k, v in asked["steps"].items()}, "ends": sorted(asked["ends"])}
            assert graph(group) == asked
            seen += 1
    assert seen > 20


def test_the_menu_tells_what_a_walk_takes() -> None:
    """R5.2, R5.6: whatever a general leaves is conquered or marked as `leaving` says, and nothing else is."""
    taken = marked = 0
    for s, rng in situations(range(300)):
        game = Game(s.copy())
        assert game.decision is not None
        menu = game.menu(game.decision.roles[0])
        pending = game.position().get("pending", {})
        for group in rng.sample(menu.get("groups", []), min(3, len(menu.get("groups", [])))):
            path = group["ends"][rng.choice(sorted(group["ends"]))]
            takes = group["takes"][0] if group["takes"] else None
            after = game.copy()
            events = after.play(group["order"].format(takes=takes, path=" ".join(path)))
            if after.result is not None:
                continue
            told = {str(e.args["city"]): e.key for e in events if e.key in ("conquest", "reconquest", "question")}
            left = {group["city"], *path[:-1]} if group["pieces"][0] in GENERALS else set()
            expected = {c: menu["leaving"][c] for c in left if c in menu["leaving"] and c not in pending}
            assert {c for c in told if told[c] == "question"} == {c for c, by in expected.items() if by}
            conquered = {c for c in told if told[c] != "question" and c not in pending}
            assert conquered == {c for c, by in expected.items() if not by}
            taken, marked = taken + len(conquered), marked + sum(1 for by in expected.values() if by)
    assert taken > 20 and marked > 20


@pytest.mark.parametrize("seed", range(40))
def test_payments_are_what_the_menu_says(seed: int) -> None:
    """R10.3, OP-42, OP-70: values, `bonus` and `double` of a menu give exactly the payments the engine takes."""
    rng = random.Random(seed)
    nation, effect = rng.choice([("france", "4S"), ("prussia", "11S"), ("austria", "4S")])
    hand = rng.sample(FACES, 5) + (["11S/1", "11S/2"] if seed % 2 else ["11S"])
    place = {"france": "koblenz", "prussia": "berlin", "austria": "prag"}[nation]
    who = {"france": "soubise", "prussia": "keith", "austria": "lacy"}[nation]
    option: dict[str, Any] = {"options": {"fate_modifiers_on_payment": bool(seed % 8)}}
    game = under(effect, nation, {who: (place, 1)}, hands={nation: hand}, **option)
    shop = game.menu(sure(game.decision).roles[0])["recruit"]
    troops = rng.randint(1, min(4, shop["max_troops"]))
    price = troops * shop["price"]
    legal = 0
    for how in product(*([0, 1, 2] if "double" in coin else [0, 1] for coin in shop["cards"])):
        paid = [(coin, n) for coin, n in zip(shop["cards"], how, strict=True) if n]
        values = [coin["double"] if n == 2 else coin["value"] for coin, n in paid]
        worth = sum(values) + shop["bonus"]
        fine = bool(paid) and worth >= price and worth - min(values) < price and how.count(2) < 2
        text = " ".join(coin["card"] + (" double" if n == 2 else "") for coin, n in paid)
        why = game.check(f"recruit troops {troops} pay {text} give {who}={troops}") if paid else "nothing"
        assert (why is None) == fine, (text, why)
        legal += fine
    assert legal


#: What menus hold beside what they held before they carried orders and walks.
ADDED = {"orders", "order", "stops", "passes", "leaving", "double"}


def bare(value: Any) -> Any:
    """A menu without what was added."""
    if isinstance(value, dict):
        return {k: bare(v) for k, v in value.items() if k not in ADDED}
    return [bare(v) for v in value] if isinstance(value, list) else value


def test_movement_menus_grow_by_less_than_half() -> None:
    """Menus travel with every order: orders and walks may make them half as large again, at the most."""
    rng = random.Random(1)
    game = Game.new(seed="menus")
    ratios: list[float] = []
    sizes: list[tuple[int, int]] = []
    while game.result is None and len(ratios) < 150:
        if game.decision is not None and game.decision.state == "MOVE_MENU":
            menu = game.menu(game.decision.roles[0])
            if menu["groups"]:
                small, large = len(json.dumps(bare(menu))), len(json.dumps(menu))
                ratios.append(large / small)
                sizes.append((small, large))
            game.play(legal_order(game.state, rng))
        else:
            game.choose(rng.choice(game.choices()))
    print(f"median {statistics.median(ratios):.2f}, most {max(ratios):.2f}, largest {max(sizes)}")
    assert statistics.median(ratios) < 1.5 and max(sizes)[1] < 1.5 * max(sizes)[0]
