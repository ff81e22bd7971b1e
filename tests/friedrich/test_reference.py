"""The slow, plain reference agrees with the engine on thousands of random crowded positions."""

from __future__ import annotations

import itertools
import random
from typing import Any

import pytest
from generated import generate
from reference import (
    CITIES,
    DEPOTS,
    GENERALS,
    NATION,
    NATIONS,
    OBJECTIVES,
    ROADS,
    STRENGTH,
    TRAINS,
    defender,
    distances,
    hostile,
    is_general,
    king_choices,
    occupants,
    on_map,
    protected,
    reach,
    retreat_ends,
    supplied,
    walks,
)
from situations import conquered, decider, face_down, menu, pending, position_of, score, state, under, where

from sanssouci.friedrich import Game
from sanssouci.friedrich.rules import retreat
from sanssouci.friedrich.rules.board import CITY_IDS, CITY_INDEX


def crowded(rng: random.Random, nation: str, phase: str) -> dict[str, Any]:
    """A generated standard position without effects, at a phase of a nation."""
    while True:
        position = generate(rng, "standard")
        if nation not in position.get("out", []):
            break
    for field in ("events", "options", "fate", "hands"):
        position.pop(field, None)
    return {**position, "nation": nation, "phase": phase, "players": 4}


def obstacles(rng: random.Random, centre: str, spare: list[str], free: set[str], number: int) -> dict[str, Any]:
    """Other pieces on random cities around a centre; no two in one city."""
    near = [c for c, d in distances(centre).items() if 0 < d <= 4 and c not in free]
    rng.shuffle(near)
    chosen = rng.sample(spare, min(number, len(spare), len(near)))
    return {p: {"city": c, **({"troops": 1} if is_general(p) else {})} for p, c in zip(chosen, near, strict=False)}


@pytest.mark.parametrize("batch", range(6))
def test_reach_agrees(batch: int) -> None:
    """R4.2–R4.6: the ends of every group, the groups that cannot move at all, and whole walks."""
    rng = random.Random(4000 + batch)
    groups = 0
    for _ in range(60):
        nation = rng.choice(NATIONS)
        game = Game.from_position(crowded(rng, nation, "movement"))
        position = position_of(game)
        offered = {frozenset(entry["pieces"]): entry for entry in menu(game)["groups"]}
        expected: dict[frozenset[str], set[str]] = {}
        for there in occupants(position).values():
            own = [p for p in there if NATION[p] == nation]
            for size in range(1, len(own) + 1):
                for part in itertools.combinations(own, size):
                    ends = reach(position, list(part))
                    if ends:
                        expected[frozenset(part)] = ends
        assert set(offered) == set(expected)
        for group, entry in offered.items():
            assert set(entry["ends"]) - {entry["city"]} == expected[group] - {entry["city"]}
            groups += 1
            for end, path in entry["ends"].items():
                assert path[-1] == end
    assert groups > 100


@pytest.mark.parametrize("batch", range(4))
def test_walks_agree(batch: int) -> None:
    """R4.2–R4.6: random walks around a group are legal exactly if the reference lists them."""
    rng = random.Random(4100 + batch)
    legal = illegal = 0
    for _ in range(25):
        nation = rng.choice(NATIONS)
        game = Game.from_position(crowded(rng, nation, "movement"))
        position = position_of(game)
        for there in occupants(position).values():
            own = [p for p in there if NATION[p] == nation]
            if not own:
                continue
            known = {tuple(w) for w in walks(position, own)}
            for _ in range(6):
                city, path = position["pieces"][own[0]]["city"], []
                for _ in range(rng.randint(1, 4)):
                    city = rng.choice(sorted(ROADS[city]))
                    path.append(city)
                refusal = game.check(f"move {'+'.join(own)} {' '.join(path)}")
                assert (refusal is None) == (tuple(path) in known), (own, path, refusal)
                legal += refusal is None
                illegal += refusal is not None
    assert legal > 30 and illegal > 30


def graph_walks(graph: dict[str, Any]) -> set[tuple[str, ...]]:
    """Every walk along the step graph that may stop where it stops."""
    found: set[tuple[str, ...]] = set()

    def go(node: str, path: tuple[str, ...]) -> None:
        if node in ends and path:
            found.add(path)
        for beyond in graph["steps"].get(node, []):
            go(beyond, (*path, beyond.split("/")[0]))

    ends = set(graph["ends"])
    go(graph["start"], ())
    return found


@pytest.mark.parametrize("batch", range(2))
def test_step_graphs_agree(batch: int) -> None:
    """R4.2–R4.6: `game.walk` holds exactly the legal walks of a group."""
    rng = random.Random(4200 + batch)
    compared = 0
    for _ in range(40):
        nation = rng.choice(NATIONS)
        game = Game.from_position(crowded(rng, nation, "movement"))
        position = position_of(game)
        groups = menu(game)["groups"]
        for entry in rng.sample(groups, min(3, len(groups))):
            expected = {tuple(w) for w in walks(position, entry["pieces"])}
            assert graph_walks(dict(game.walk(entry["pieces"]))) == expected, entry
            compared += 1
    assert compared > 40


def fight(rng: random.Random, loss: int) -> tuple[dict[str, Any], str, str]:
    """A crowded combat in which the defender, stronger than the loss, is to give up at −loss."""
    loser_nation, winner_nation = rng.choice([("austria", "prussia"), ("prussia", "austria")])
    at = rng.choice(sorted(CITIES))
    victor = rng.choice(sorted(ROADS[at]))
    losers, winners = GENERALS[loser_nation][:3], GENERALS[winner_nation][:3]
    strength = loss + rng.randint(1, 3)

    def stack(names: list[str], city: str, total: int) -> dict[str, Any]:
        placed: dict[str, Any] = {}
        for name in names:
            left = total - sum(e["troops"] for e in placed.values())
            if left <= 0:
                break
            placed[name] = {"city": city, "troops": min(8, left)}
        return placed

    pieces = {**stack(losers, at, strength), **stack(winners, victor, strength + loss)}
    spare = [p for p in NATION if p not in losers + winners and not (is_general(p) and NATION[p] == winner_nation)]
    pieces |= obstacles(rng, at, spare, {at, victor}, rng.choice((0, 3, 6, 10, 16)))
    position = {
        "format": "friedrich-position/1", "nation": winner_nation, "phase": "combat", "pieces": pieces, "turn": 2,
    }  # fmt: skip
    return position, losers[0], winners[0]


def settle(game: Game, loser: str, winner: str) -> Game:
    """Fights that pair; the loser gives up."""
    if state(game) == "COMBAT_PICK":
        game.play(f"attack {winner} {loser}")
    game.play("pass")
    return game


def compare_retreat(game: Game, before: dict[str, Any], loser: str, winner: str, loss: int) -> int:
    """After the loser gave up: the same ends as the reference, asked, taken or impossible."""
    at, victor = before["pieces"][loser]["city"], before["pieces"][winner]["city"]
    short = {"pieces": before["pieces"]}
    expected = retreat_ends(short, at, victor, loss)
    if len(expected) > 1:
        assert state(game) == "RETREAT_PICK" and set(menu(game)["cities"]) == expected, (before, loss)
    elif expected:
        assert where(game, loser) == next(iter(expected)), (before, loss)
    else:
        assert where(game, loser) is None, (before, loss)
    return len(expected)


@pytest.mark.parametrize("batch", range(6))
def test_retreat_ends_agree(batch: int) -> None:
    """R8.3, R8.4, R8.6: exactly the farthest ends of all simple paths, for losses 1 to 10."""
    rng = random.Random(8000 + batch)
    sizes = set()
    for _ in range(150):
        loss = rng.randint(1, 10)
        position, loser, winner = fight(rng, loss)
        game = Game.from_position(position)
        before = position_of(game)
        settle(game, loser, winner)
        sizes.add(min(3, compare_retreat(game, before, loser, winner, loss)))
    assert {1, 2, 3} <= sizes


@pytest.mark.parametrize("loss", [12, 13, 14, 15, 16, 18, 23])
def test_long_retreats_agree(loss: int) -> None:
    """R8: losses beyond what the dice of strength give, up to 23 of 24, by a score written into the position."""
    rng = random.Random(8100 + loss)
    for _ in range(2 if loss < 18 else 1):
        position, loser, winner = fight(rng, 8)
        for name in GENERALS[NATION[loser]][:3]:
            position["pieces"][name] = {"city": position["pieces"][loser]["city"], "troops": 8}
        for name in GENERALS[NATION[winner]][:3]:
            position["pieces"].pop(name, None)
        position["pieces"][winner] = {
            "city": next(c for c in sorted(ROADS[position["pieces"][loser]["city"]])
                         if c not in {e["city"] for e in position["pieces"].values()}), "troops": 1,
        }  # fmt: skip
        game = Game.from_position(position)
        if state(game) == "COMBAT_PICK":
            game.play(f"attack {winner} {loser}")
        complete = position_of(game)
        # the weak side holds the right at −23: hand it to the other side at −loss, as if cards had been played
        complete["combat"]["right"] = "attacker" if complete["combat"]["attacker"] == loser else "defender"
        complete["combat"]["score"] = -loss
        complete["decider"] = NATION[loser]
        game = Game.from_position(complete)
        before = position_of(game)
        game.play("pass")
        compare_retreat(game, before, loser, winner, loss)


@pytest.mark.parametrize("batch", range(4))
def test_retreats_out_of_pockets_agree(batch: int) -> None:
    """R8.3, R8.4: losses of 1 to 12 where all but a dozen of cities are taken: long ways round and dead ends."""
    rng = random.Random(8200 + batch)
    seen = set()
    for _ in range(250):
        start = rng.choice(sorted(CITIES))
        near = sorted(distances(start), key=lambda city: (distances(start)[city], rng.random()))
        pocket = set(near[: rng.choice((6, 10, 14))]) - set(rng.sample(near[1:14], rng.choice((1, 2, 4))))
        victor = rng.choice(sorted(ROADS[start]))
        taken = {city: [city] for city in CITIES if city not in pocket or city == victor}
        s = Game.new(seed="pocket").state
        for number, city in enumerate(CITY_IDS):
            s.occ[number] = int(city in taken or city == start)
        pieces = {city: {"city": city} for city in taken}
        for length in range(1, 13):
            expected = retreat_ends({"pieces": pieces}, start, victor, length)
            found = retreat.retreat_ends(s, CITY_INDEX[start], length, CITY_INDEX[victor])
            assert [CITY_IDS[city] for city in found] == sorted(expected, key=CITY_INDEX.__getitem__), (start, length)
            seen.add((length > 4, min(3, len(expected))))
    assert len(seen) == 8


def test_retreat_ends_ascend() -> None:
    """R8.4: on an empty board, in the order of the cities, each once."""
    s = Game.new(seed="ascend").state
    for number in range(len(CITY_IDS)):
        s.occ[number] = 0
    for city, roads in ROADS.items():
        for length in (1, 3, 5):
            found = list(retreat.retreat_ends(s, CITY_INDEX[city], length, CITY_INDEX[min(roads)]))
            assert found == sorted(set(found)) and found, (city, length)


@pytest.mark.parametrize("batch", range(4))
def test_paths_of_exactly_so_many_steps_agree(batch: int) -> None:
    """R8.3: in a pocket of twenty cities a path without repetition leads to a city in so many steps, or none does."""
    rng = random.Random(8400 + batch)
    for _ in range(12):
        start = rng.choice(sorted(CITIES))
        near = sorted(distances(start), key=lambda city: (distances(start)[city], rng.random()))
        pocket = set(near[:20]) - set(rng.sample(near[1:14], rng.choice((0, 0, 1, 2))))
        found: set[tuple[str, int]] = set()

        def go(path: list[str], pocket: set[str] = pocket, found: set[tuple[str, int]] = found) -> None:
            found.add((path[-1], len(path) - 1))
            if len(path) <= 11:
                for city in ROADS[path[-1]]:
                    if city in pocket and city not in path:
                        go([*path, city])

        go([start])
        closed = Game.new(seed="pocket").state.occ[:]
        for number, city in enumerate(CITY_IDS):
            closed[number] = int(city not in pocket)
        for goal in sorted(pocket - {start}):
            for length in range(1, 12):
                exists = retreat.path_exists(closed, CITY_INDEX[start], CITY_INDEX[goal], length)
                assert exists == ((goal, length) in found), (start, goal, length)


@pytest.mark.parametrize("batch", range(4))
def test_long_detours_agree(batch: int) -> None:
    """R9.3, R9.4: a train within six cities, the straight way barred; own generals on the road are no trains."""
    rng = random.Random(9200 + batch)
    seen = set()
    for _ in range(150):
        nation = rng.choice(("russia", "france", "austria", "imperial", "sweden"))
        city = rng.choice(["bunzlau", *ROADS["bunzlau"], *rng.sample(sorted(CITIES), 4)])
        ring = [c for c, away in distances(city).items() if 2 <= away <= 6]
        placed: dict[str, Any] = {
            GENERALS[nation][0]: {"city": city, "troops": 1},
            TRAINS[nation][0]: {"city": rng.choice(ring)},
        }
        free = {entry["city"] for entry in placed.values()}
        enemies = [p for p in NATION if hostile(NATION[p], nation)]
        placed |= obstacles(rng, city, enemies, free, rng.choice((3, 6, 9)))
        placed |= obstacles(rng, city, GENERALS[nation][1:], {e["city"] for e in placed.values()}, 4)
        if rng.random() < 0.5 and "bunzlau" not in {e["city"] for e in placed.values()}:
            placed[rng.choice([p for p in enemies if p in placed])]["city"] = "bunzlau"
        position = {"format": "friedrich-position/1", "nation": nation, "phase": "supply", "pieces": placed, "turn": 2}
        game = Game.from_position(position)
        for general in [p for p in placed if p in GENERALS[nation]]:
            fed = supplied(position, general)
            assert face_down(game, general) != fed, (position, general)
            seen.add(fed)
    assert len(seen) == 2


@pytest.mark.parametrize("batch", range(5))
def test_supply_agrees(batch: int) -> None:
    """R9.2–R9.7: who is turned, restored or lost in the supply phase."""
    rng = random.Random(9000 + batch)
    seen = set()
    for _ in range(300):
        nation = rng.choice(NATIONS)
        position = crowded(rng, nation, "supply")
        own = [p for p in position["pieces"] if NATION[p] == nation and is_general(p)]
        trains = [t for t in TRAINS[nation] if t in position["pieces"]]
        if trains and rng.random() < 0.7:
            # trains at interesting distances of five to seven
            anchor = position["pieces"][rng.choice(own)]["city"] if own else rng.choice(sorted(CITIES))
            taken = {e["city"] for e in position["pieces"].values()}
            ring = [c for c, d in distances(anchor).items() if d in (5, 6, 7) and c not in taken]
            if ring:
                position["pieces"][trains[0]]["city"] = rng.choice(sorted(ring))
        game = Game.from_position(position)
        for general in own:
            was_down = position["pieces"][general].get("face_down", False)
            fed = supplied(position, general)
            seen.add((was_down, fed))
            if fed:
                assert where(game, general) and not face_down(game, general), (position, general)
            elif was_down:
                assert where(game, general) is None, (position, general)
            else:
                assert face_down(game, general), (position, general)
    assert len(seen) == 4


@pytest.mark.parametrize("batch", range(5))
def test_protection_agrees(batch: int) -> None:
    """R5.2–R5.8: leaving an objective conquers (or reconquers) it exactly if nobody entitled protects it."""
    rng = random.Random(5000 + batch)
    seen = set()
    for _ in range(300):
        taker = rng.choice(["russia", "sweden", "austria", "imperial", "france"])
        city = rng.choice(sorted(OBJECTIVES[taker]))
        back = rng.random() < 0.5
        nation, guard = (defender(city), taker) if back else (taker, defender(city))
        general = GENERALS[nation][0]
        spare = [p for p in NATION if p != general]
        pieces = {general: {"city": city, "troops": 1}}
        pieces |= obstacles(rng, city, spare, {city}, rng.choice((0, 1, 2, 4, 8)))
        free = [c for c in sorted(ROADS[city]) if c not in {e["city"] for e in pieces.values()}]
        if not free:
            continue
        position = {
            "format": "friedrich-position/1", "nation": nation, "pieces": pieces, "turn": 2,
            "conquered": {city: taker} if back else {},
        }  # fmt: skip
        held = protected(position, city, guard)
        game = Game.from_position(position)
        game.play(f"move {general} {rng.choice(free)}")
        seen.add((back, held))
        if held:
            assert pending(game) == {city: nation}, position
            assert (city in conquered(game)) == back
        else:
            assert pending(game) == {}, position
            assert (city in conquered(game)) == (not back)
    assert len(seen) == 4


@pytest.mark.parametrize("use_reserves", [True, False])
def test_the_stubborn_king_agrees(use_reserves: bool) -> None:
    """R11.17, 7♦, OP-63: what Prussia may play with the duty pending, against trying out every order of cards."""
    rng = random.Random(1100 + use_reserves)
    kinds = set()
    for _ in range(120):
        ours = rng.randint(1, 8)
        theirs = min(24, ours + rng.choice((0, 1, 2, 3, 5, 8, 11, 14)))
        held = rng.sample(range(2, 14), rng.randint(0, 5))
        reserves = rng.choice((0, 0, 1, 2))
        placed = {"friedrich": ("oschatz", ours)}
        for name in ("daun", "browne", "karl"):
            share = min(8, theirs)
            theirs -= share
            if share:
                placed[name] = ("riesa", share)
        attacks = rng.choice(("austria", "prussia"))
        game = under("7D", attacks, placed, phase="combat", options={"king_must_use_reserve": use_reserves},
                     hands={"prussia": [f"{v}D" for v in held] + ["R"] * reserves})  # fmt: skip
        if decider(game) != "prussia":
            continue
        now = score(game)
        good, named, stop = king_choices(now, held, reserves, use_reserves)
        found = menu(game)
        case = (now, sorted(held), reserves, found)
        if now == 0 and not held and not (reserves and use_reserves):
            continue  # R7.9 alone: nothing the king could be bound to
        assert {int(p["card"].split("D")[0]) for p in found["plays"]} == good, case
        assert set(found["reserve_values"] if found["reserves"] else []) == named, case
        assert found["pass"] == stop, case
        kinds.add((now == 0, stop, bool(good), bool(named)))
    assert len(kinds) > 4


def test_the_reference_knows_the_board() -> None:
    """The reference's own tables: strengths, depots, sides."""
    assert sum(STRENGTH.values()) == 120 and sum(len(d) for d in DEPOTS.values()) == 10
    assert hostile("prussia", "france") and not hostile("prussia", "hanover")
    assert on_map({"pieces": {"daun": {"city": "prag"}, "lacy": {}}}) == {"daun": "prag"}
