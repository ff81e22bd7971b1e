"""What may come of it: the end of a planned move, what could fall, who could be attacked, all objectives."""

from __future__ import annotations

import json
import random
import statistics
import time
from typing import Any

import pytest
from generated import beginning, generate
from secrets_permuted import another_world
from situations import ROLES, given

from sanssouci.friedrich import BUILD, Game, IllegalOrder
from sanssouci.friedrich.knowledge import aids, outlook
from sanssouci.friedrich.rules.board import CITY_IDS, CITY_INDEX, ROADS
from sanssouci.friedrich.rules.names import PIECES
from sanssouci.friedrich.rules.supply import at_home
from sanssouci.table import robot


def judged(game: Game, role: str, order: str) -> Any:
    found = outlook.judge(game.view(role), order)
    assert found is not None
    return found


def some_moves(game: Game, role: str, rng: random.Random, most: int = 3) -> list[str]:
    """A few legal moves of the menu at hand."""
    found = []
    menu = game.menu(role)
    for _ in range(20):
        order = robot.order(menu, rng)
        if order.startswith("move ") and order not in found:
            found.append(order)
    return found[:most]


def test_the_end_of_a_move_is_judged_by_supply_fights_and_retreat() -> None:
    game = given("prussia", {
        "heinrich": ("aussig", 5), "prussia-train-1": "tetschen", "daun": ("prag", 4),
    })  # fmt: skip
    order = next(o for o in _all_moves(game, "friedrich", "heinrich") if o.endswith(" leitmeritz"))
    found = judged(game, "friedrich", order)
    assert found["city"] == "leitmeritz"
    assert found["supply"]["state"] == "train" and found["supply"]["train"] == "prussia-train-1"
    assert found["supply"]["path"][0] == "leitmeritz" and found["supply"]["path"][-1] == "tetschen"
    assert [one["generals"] for one in found["attackers"]] == [["daun"]]
    # what is promised comes about: whoever is named must really be fought
    for target in _all_moves(game, "friedrich", "heinrich"):
        expected = judged(game, "friedrich", target)
        after = game.copy()
        after.play(target)
        after.play("end")
        fought = after.decision is not None and after.decision.state == "CARD"
        assert fought == bool(expected["fights"]), target


def _all_moves(game: Game, role: str, general: str) -> list[str]:
    group = next(g for g in game.menu(role)["groups"] if g["pieces"] == [general])
    return [f"move {general} {' '.join(way)}" for way in group["ends"].values()]


def test_a_stack_with_its_back_to_the_wall_is_told_so() -> None:
    def near(name: str) -> list[str]:
        return [CITY_IDS[to] for to, _main in ROADS[CITY_INDEX[name]]]

    blind = next(one for one in CITY_IDS if len(near(one)) == 1 and len(near(near(one)[0])) > 1)
    mouth = near(blind)[0]
    game = given("prussia", {"keith": (mouth, 5), "daun": ("bruenn" if mouth != "bruenn" else "prag", 4)})
    found = judged(game, "friedrich", f"move keith {blind}")
    assert found["retreats"] == [], "nobody can come"
    beyond = next(one for one in near(mouth) if one != blind)
    pressed = given("prussia", {"keith": (mouth, 5), "daun": (beyond, 4)})
    assert judged(pressed, "friedrich", f"move keith {blind}")["retreats"] == [
        {"victor": mouth, "cities": [], "nowhere": [1, 2, 3, 4]}
    ]


def test_what_is_left_bare_is_said() -> None:
    game = given("prussia", {"schwerin": ("strehlen", 5), "daun": ("bruenn", 4)})
    kept = set(outlook_protects(game))
    assert "breslau" in kept
    for order in _all_moves(game, "friedrich", "schwerin"):
        found = judged(game, "friedrich", order)
        after = game.copy()
        after.play(order)
        assert set(found["uncovers"]) == kept - set(outlook_protects(after)), order
        assert set(found["protects"]) == set(outlook_protects(after))


def outlook_protects(game: Game) -> list[str]:
    goals = outlook.objectives(game.view(None).known_state)
    return [goal["city"] for goals_ in goals.values() for goal in goals_ if goal["protected"]]


def test_a_train_tells_whom_it_would_feed() -> None:
    game = given("prussia", {"heinrich": ("prag", 4), "prussia-train-1": "leitmeritz", "daun": ("bruenn", 3)})
    group = next(g for g in game.menu("friedrich")["groups"] if g["pieces"] == ["prussia-train-1"])
    for way in group["ends"].values():
        order = f"move prussia-train-1 {' '.join(way)}"
        found = judged(game, "friedrich", order)
        after = game.copy()
        after.play(order)
        supplied = aids.supply(after.view("friedrich").known_state, PIECES.index("heinrich"))
        assert (found["feeds"] == ["heinrich"]) == (supplied is not None and supplied["state"] == "train")
        assert found["supply"] is None and found["fights"] == []


def test_no_move_is_no_plan() -> None:
    game = given("prussia", {"keith": ("cottbus", 5), "daun": ("bruenn", 4)})
    assert outlook.judge(game.view("friedrich"), "end") is None
    with pytest.raises(IllegalOrder) as caught:
        outlook.judge(game.view("friedrich"), "move keith prag")
    assert (caught.value.rule, caught.value.key) == ("R4.3", "no_road")


def test_what_could_fall_really_falls() -> None:
    """Whatever is told to be open to a general is his if he walks through it; what is not told he cannot take."""
    looked = 0
    for seed in range(12):
        rng = random.Random(seed)
        game = Game.from_position(beginning(rng))
        for _ in range(400):
            if game.result is not None:
                break
            decision = game.decision
            assert decision is not None
            if decision.state == "MOVE_MENU" and decision.nation not in ("prussia", "hanover") and rng.random() < 0.15:
                view = game.view("friedrich")
                falls, _attacked = outlook.perils(view.known_state, view.own)
                told = {f["city"] for f in falls if f["taker"] == decision.nation and not f["guards"]}
                role = decision.roles[0]
                menu = game.menu(role)
                ready = {g["pieces"][0] for g in menu["groups"] if len(g["pieces"]) == 1}
                if any(p.get("moved") for p in game.view(None).json()["pieces"].values()):
                    game.choose(rng.choice(game.choices()))
                    continue
                held = set(game.view(None).json()["conquered"])
                taken: set[str] = set()
                for group in menu["groups"]:
                    if len(group["pieces"]) != 1 or group["pieces"][0] not in ready:
                        continue
                    walk: Any = game.walk(group["pieces"])
                    for node in walk.get("steps", {}):
                        city = node.split("/")[0]
                        if city in menu["leaving"] and not menu["leaving"][city] and city not in held:
                            taken.add(city)
                guarded = {goal["city"] for goals in outlook.objectives(view.known_state).values() for goal in goals}
                assert told == taken & guarded, (seed, decision.nation)
                looked += bool(told)
            game.choose(rng.choice(game.choices()))
    assert looked > 3


def test_who_could_be_attacked_by_whom() -> None:
    game = given("prussia", {"schwerin": ("strehlen", 5), "dohna": ("stettin", 3), "daun": ("glatz", 4)})
    view = game.view("friedrich")
    falls, attacked = outlook.perils(view.known_state, view.own)
    assert [one["generals"] for one in attacked] == [["schwerin"]]
    assert [by["generals"] for by in attacked[0]["by"]] == [["daun"]]
    assert all(fall["taker"] == "austria" and fall["by"] == ["daun"] for fall in falls) and falls
    assert outlook.perils(game.view(None).known_state, 0) == ([], [])


def test_objectives_that_do_not_count_are_not_listed() -> None:
    standard = outlook.objectives(Game.new(scenario="standard").view(None).known_state)
    assert set(standard) == {"russia", "sweden", "austria", "imperial", "france"}
    assert [len(standard[nation]) for nation in ("russia", "france")] == [
        Game.new(scenario="standard").view(None).json()["nations"][nation]["needed"] for nation in ("russia", "france")
    ]
    assert set(outlook.objectives(Game.new(scenario="west").view(None).known_state)) == {"france"}
    assert "prussia" in outlook.objectives(Game.new(scenario="expert").view(None).known_state)


@pytest.mark.parametrize("batch", range(4))
def test_an_outlook_tells_nothing_a_seat_may_not_know(batch: int) -> None:
    """R15: other hands, pools, piles and fate permuted: plans, perils and objectives stay byte-equal."""
    plans = differing = 0
    for seed in range(batch * 50, batch * 50 + 12):
        rng = random.Random(seed)
        game = Game.from_position(generate(rng) if seed % 2 else beginning(rng))
        for step in range(160):
            if game.result is not None:
                break
            decision = game.decision
            assert decision is not None
            if step % 16 == 0:
                role = decision.roles[0] if step % 32 else rng.choice(ROLES)
                position, differs = another_world(game, role, rng)
                other = Game.from_position(position)
                moves = []
                if decision.state == "MOVE_MENU" and role in decision.roles:
                    moves = some_moves(game, role, rng)
                assert told(game, role, moves) == told(other, role, moves), (seed, role, decision)
                plans += len(moves)
                differing += differs
            game.choose(rng.choice(game.choices()))
    assert plans > 20 and differing > 20


def told(game: Game, role: str, moves: list[str]) -> str:
    """Everything an outlook says to a seat, as bytes."""
    view = game.view(role)
    s = view.known_state
    return json.dumps([outlook.perils(s, view.own), outlook.objectives(s), [outlook.judge(view, one) for one in moves]])


def test_the_range_of_a_train_is_where_it_would_feed() -> None:
    """R9.3, R9.4: a general set down anywhere is supplied by the train exactly within its range."""
    placed = {"prussia-train-1": "tetschen", "daun": ("prag", 4), "lacy": ("pirna", 2)}
    game = given("prussia", {**placed, "heinrich": ("berlin", 3)})
    state = game.view(None).known_state
    train, heinrich = PIECES.index("prussia-train-1"), PIECES.index("heinrich")
    told = set(aids.about_piece(state, train)["range"])
    assert aids.about_piece(state, heinrich)["range"] == [] and len(told) > 20
    for number, name in enumerate(CITY_IDS):
        if state.occ[number] == 0 and not at_home(0, number):
            there = state.copy()
            there.city[heinrich] = number
            found = aids.supply(there, heinrich)
            assert found is not None
            assert (found["state"] == "train") == (name in told), name


def test_a_move_is_judged_in_less_than_five_milliseconds() -> None:
    """With the view it is judged from, over all moves of the first turns; compiled, as the table runs it."""
    times = []
    for seed in range(4):
        game = Game.from_position(beginning(random.Random(seed)))
        while game.decision is not None and game.decision.state != "MOVE_MENU":
            game.play(robot.order(game.menu(game.decision.roles[0]), random.Random(seed)))
        assert game.decision is not None
        role = game.decision.roles[0]
        for order in some_moves(game, role, random.Random(seed), most=20):
            begun = time.process_time()
            judged(game, role, order)
            times.append(time.process_time() - begun)
    assert len(times) > 20
    limit = 0.005 if BUILD == "compiled" else 0.1
    assert statistics.median(times) < limit
