"""The slow, plain reference of R10 agrees with the engine: what may be bought, where it comes back, which cards pay."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from reference import BOARD, CITIES, DEPOTS, GENERALS, NATION, NATIONS, STRENGTH, TRAINS, distances, hostile
from situations import DECK

from sanssouci.friedrich.files import position
from sanssouci.friedrich.rules import recruitment, turn
from sanssouci.friedrich.rules.board import CITY_IDS
from sanssouci.friedrich.rules.cards import card_name
from sanssouci.friedrich.rules.effects import EV_7H
from sanssouci.friedrich.rules.encoding import DONE, RECRUIT, city_of, first_of
from sanssouci.friedrich.rules.names import PIECES
from sanssouci.friedrich.rules.state import RECRUIT_ASSIGN, RECRUIT_PAY, RECRUIT_PLACE, State

Places = frozenset[tuple[str, str]]
SUBSTITUTES = {
    nation: [
        c for c, city in CITIES.items()
        if all(city[key] == value for key, value in where.items()) and c not in DEPOTS[nation]
    ]
    for nation, where in BOARD["substitute_sites"].items()
}  # fmt: skip


class Shop(NamedTuple):
    """What a nation can buy from: who stands where, what it lacks, what it holds."""

    nation: str
    placed: dict[str, Any]
    hand: list[str]
    known: list[str]
    seven_hearts: bool = False

    def standing(self, city: str) -> list[str]:
        """The pieces in a city."""
        return [piece for piece, entry in self.placed.items() if entry["city"] == city]

    @property
    def lost(self) -> bool:
        """R10.9: hostile pieces in every depot."""
        return all(any(hostile(NATION[p], self.nation) for p in self.standing(d)) for d in DEPOTS[self.nation])

    @property
    def price(self) -> int:
        """R10.2, R10.11."""
        return 8 if self.lost else 6

    @property
    def sites(self) -> list[str]:
        """R10.6, R10.9."""
        return SUBSTITUTES[self.nation] if self.lost else DEPOTS[self.nation]

    @property
    def own(self) -> dict[str, Any]:
        """The nation's generals on the map."""
        return {p: entry for p, entry in self.placed.items() if p in GENERALS[self.nation]}

    @property
    def total(self) -> int:
        """The nation's troops."""
        return sum(entry["troops"] for entry in self.own.values())

    def fits(self, generals: dict[str, str], trains: list[str]) -> bool:
        """R4.5, R10.10: is there room for these pieces?"""
        cities = [*generals.values(), *trains]
        if self.lost and len(set(cities)) > 1:
            return False
        if any(self.standing(city) or cities.count(city) > 1 for city in trains):
            return False
        there = {city: self.standing(city) for city in generals.values()}
        return all(set(who) <= set(self.own) and len(who) + cities.count(c) <= 3 for c, who in there.items())

    def all_places(self) -> list[Places]:
        """Every way in which missing pieces may come back, whatever it costs."""
        away = [g for g in GENERALS[self.nation] if g in self.known and g not in self.placed]
        away = [g for g in away if g != "friedrich" or not self.seven_hearts]
        trains = [t for t in TRAINS[self.nation] if t not in self.placed]
        found = set()
        for sites in [[city] for city in self.sites] if self.lost else [self.sites]:
            for number in range(len(trains) + 1):
                for where in itertools.permutations(sites, number):
                    for chosen in itertools.product([None, *sites], repeat=len(away)):
                        generals = {g: city for g, city in zip(away, chosen, strict=True) if city}
                        if self.fits(generals, list(where)):
                            found.add(frozenset([*generals.items(), *zip(trains, where, strict=False)]))
        return sorted(found, key=sorted)

    def rooms(self, places: Places) -> dict[str, int]:
        """R10.4, OP-62: how many new troops fit into each stack, those included with which generals come."""
        stacks: dict[str, list[str]] = {}
        for general, city in [*((g, entry["city"]) for g, entry in self.own.items()), *places]:
            if general in GENERALS[self.nation]:
                stacks.setdefault(city, []).append(general)
        rooms = {}
        for city, stack in stacks.items():
            rooms[city] = 8 * len(stack) - sum(self.own[g]["troops"] for g in stack if g in self.own)
            if self.seven_hearts and "friedrich" in stack:
                rooms[city] = min(rooms[city], 7 * (len(stack) - 1))
        return rooms

    def may_buy(self, troops: int, places: Places) -> bool:
        """R6.2, R6.6, R10.2, R10.4: may so many troops come with these pieces?"""
        trains = len(trains_in(places))
        paid = 0 < (troops + trains) * self.price <= sum(map(points, self.hand))
        most = min(STRENGTH[self.nation] - self.total, sum(self.rooms(places).values()))
        return paid and len(places) - trains <= troops <= most


def trains_in(places: Places) -> list[str]:
    """The trains among the pieces."""
    return [piece for piece, _ in places if "-train-" in piece]


def points(card: str) -> int:
    """OP-41: a Reserve pays ten."""
    return 10 if card[0] == "R" else int(card[:-1])


def some_shop(rng: random.Random) -> Shop:
    """Depots free, held by the nation, by friends, by enemies; some generals stand there, often in full stacks."""
    nation = rng.choice((*NATIONS, "prussia", "prussia"))
    enemies = [p for p in NATION if hostile(NATION[p], nation)]
    friends = [p for p in NATION if not hostile(NATION[p], nation) and NATION[p] != nation]
    placed: dict[str, Any] = {}
    lost = rng.random() < 0.5
    for depot in DEPOTS[nation]:
        if lost or rng.random() < 0.2:
            placed[rng.choice([p for p in (enemies if lost else enemies + friends) if p not in placed])] = {
                "city": depot
            }
    known = rng.sample(GENERALS[nation], min(len(GENERALS[nation]), rng.randint(2, 4)))
    hearts = nation == "prussia" and rng.random() < 0.7
    if hearts:
        known = list(dict.fromkeys(["friedrich", *known]))
    shop = Shop(nation, placed, rng.sample(DECK, rng.choice((1, 2, 4, 6, 14, 24))), known, hearts)
    free = [c for c in CITIES if (c in shop.sites or distances(shop.sites[0])[c] == 4) and not shop.standing(c)]
    rng.shuffle(free)
    free.sort(key=lambda city: city not in shop.sites or rng.random() < 0.4)
    own = known[: rng.randint(0, len(known))]
    spare = STRENGTH[nation] - len(own)
    while own:
        city, size = free.pop(0), rng.choice((1, 2, 2, 3))
        for general in own[:size]:
            more = min(spare, rng.choice((0, 6, 7, 7, 7)))
            spare -= more
            placed[general] = {"city": city, "troops": 1 + more}
        own = own[size:]
    for train in TRAINS[nation]:
        if rng.random() < 0.4:
            placed[train] = {"city": free.pop(0)}
    return shop


def read(shop: Shop) -> State:
    """The engine's state of it."""
    placed = {p: {"troops": 1, **entry} if "-train-" not in p else entry for p, entry in shop.placed.items()}
    retired = [g for g in GENERALS[shop.nation] if g not in shop.known]
    text = {"format": "friedrich-position/1", "nation": shop.nation, "pieces": placed, "retired": retired}
    s: State = position.read({**text, "hands": {shop.nation: shop.hand}, "players": 4, "turn": 2})[0]
    s.events = EV_7H if shop.seven_hearts else 0
    return s


def after(s: State, choice: int) -> State:
    """The state after a choice."""
    t = s.copy()
    turn.apply(t, choice)
    return t


def ways(s: State, state: int, taken: tuple[int, ...] = ()) -> Iterator[tuple[tuple[int, ...], State]]:
    """All sequences of choices through a state, with where they lead."""
    if s.state != state:
        yield taken, s
        return
    for choice in turn.choices(s):
        yield from ways(after(s, choice), state, (*taken, choice))


def named(places: tuple[int, ...]) -> Places:
    """Pieces and cities of a sequence of places."""
    return frozenset((PIECES[first_of(place)], CITY_IDS[city_of(place)]) for place in places if place != DONE)


def compare_payments(s: State, shop: Shop, due: int) -> None:
    """R10.3, OP-42: every set of cards of which none could be left out, each once, in one order."""
    wanted = {
        frozenset(cards)
        for size in range(1, len(shop.hand) + 1)
        for cards in itertools.combinations(shop.hand, size)
        if due <= (paid := sum(map(points, cards))) < due + min(map(points, cards)) and paid
    }
    found = [frozenset(card_name(card).split("/")[0] for card in cards) for cards, _ in ways(s, RECRUIT_PAY)]
    reserves = shop.hand.count("R") > 1
    assert set(found) == wanted and (reserves or len(found) == len(wanted)), (shop, due)


def compare_recipients(s: State, shop: Shop, places: Places, rest: int) -> None:
    """R6.2, R10.5: every share of the troops for which the stacks have room."""
    cities = {g: str(entry["city"]) for g, entry in shop.own.items()}
    cities |= {piece: city for piece, city in places if piece in GENERALS[shop.nation]}
    rooms = shop.rooms(places)
    wanted = set()
    able = [g for g in GENERALS[shop.nation] if g in cities and not (shop.seven_hearts and g == "friedrich")]
    for given in itertools.combinations_with_replacement(able, rest):
        got = [cities[g] for g in given] + [city for piece, city in places if piece in cities]
        if all(got.count(city) <= room for city, room in rooms.items()):
            wanted.add(given)
    found = [tuple(PIECES[g] for g in given) for given, _ in ways(s, RECRUIT_ASSIGN)]
    assert set(found) == wanted and len(found) == len(wanted), (shop, places, rest)


@pytest.mark.parametrize("batch", range(24))
def test_purchases_agree(batch: int) -> None:
    """R10.2–R10.6, R10.9–R10.11, OP-62: how many troops, with which pieces where, which cards, and for whom."""
    rng = random.Random(10_000 + batch)
    seen = set()
    for _ in range(20):
        shop = some_shop(rng)
        s = read(shop)
        every = shop.all_places()
        can = {n: {places for places in every if shop.may_buy(n, places)} for n in range(25)}
        most = max(n for n in can if n == 0 or any(not trains_in(places) for places in can[n]))
        assert recruitment.most_troops(s) == most, shop
        numbers = [n for n in can if can[n]]
        assert (RECRUIT in turn.choices(s)) == bool(numbers), shop
        if not numbers:
            continue
        s = after(s, RECRUIT)
        assert list(turn.choices(s)) == numbers, shop
        for troops in sorted({*numbers[:2], numbers[-1], rng.choice(numbers)}):
            reached = [(named(places), t) for places, t in ways(after(s, troops), RECRUIT_PLACE)]
            assert {places for places, _ in reached} == can[troops], (shop, troops)
            assert len(can[troops]) == len(reached), "none can be named in two ways"
            places, t = rng.choice(reached)
            if len(shop.hand) <= 6:
                compare_payments(t, shop, shop.price * (troops + len(trains_in(places))))
            while t.state == RECRUIT_PAY:
                t = after(t, turn.choices(t)[0])
            rest = troops - len(places) + len(trains_in(places))
            if rest <= (9 if shop.seven_hearts else 3):
                compare_recipients(t, shop, places, rest)
            seen.add((shop.lost, len(places), rest > 0))
    assert len(seen) > 4
