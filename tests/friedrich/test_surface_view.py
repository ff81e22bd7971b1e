"""Views and resampling: what a seat may know, and games that agree with it."""

from __future__ import annotations

import pickle
import random
from collections import Counter
from typing import Any

import pytest
from generated import generate

from sanssouci.friedrich import Game, resample
from sanssouci.friedrich.files.pack import contents
from sanssouci.friedrich.knowledge.resample import feasible
from sanssouci.friedrich.rules.state import FATE_DECK, HAND, HIGH, KNOWN, LOW, POOL

ROLES: list[str | None] = ["friedrich", "elisabeth", "maria-theresa", "pompadour", None]
FIELDS = {
    "format", "role", "scenario", "players", "options", "turn", "nation", "phase", "decision", "nations", "pieces",
    "stacks", "conquered", "pending", "fate", "offensive_option", "last_victor", "stage", "moving", "combat",
    "fate_choice", "piles", "seen", "known", "result",
}  # fmt: skip


def somewhere(seed: int, most: int = 150) -> tuple[Game, random.Random]:
    """A game some small steps into a generated position."""
    rng = random.Random(seed)
    game = Game.from_position(generate(rng)) if seed % 3 else Game.new(seed=f"somewhere-{seed}")
    for _ in range(rng.randint(0, most)):
        if game.decision is None:
            break
        game.choose(rng.choice(game.choices()))
    return game, rng


def test_the_fields_are_those_of_the_document() -> None:
    """docs/view.md, no more and no less."""
    for role in ROLES:
        assert set(Game.new(seed="fields").view(role).json()) == FIELDS


def test_a_view_holds_only_its_own_secrets() -> None:
    """The masked state: no foreign hand or pool, no order of piles, no key."""
    for seed in range(25):
        game, _ = somewhere(seed)
        for role in ROLES:
            view = game.view(role)
            m = view.known_state
            assert m.key == b"" and m.chance == 0 and m.revealed == 0 and m.log is None
            assert all(m.pile[i] == 0 for i in range(FATE_DECK))
            assert all(m.pile[FATE_DECK + i] == 0 for i in range(m.fate_drawn, 18))
            for nation in range(7):
                if view.own >> nation & 1:
                    continue
                assert not any(m.sets[HAND + nation * 5 + d] for d in range(5))
            for g in range(24):
                if not view.own >> nation_of(g) & 1:
                    assert m.men[POOL + g] == 0
            for r in range(4):
                if view.eyes and not view.eyes >> r & 1:
                    assert not any(m.sets[KNOWN + r * 5 + d] for d in range(5))


def nation_of(general: int) -> int:
    """The nation of a general."""
    from sanssouci.friedrich.rules.names import nation_of as find

    return find(general)


def test_bounds_hold_the_truth() -> None:
    """The public interval of every stack contains its strength."""
    for seed in range(30):
        game, _ = somewhere(seed)
        view = game.view(None)
        for stack in view.json()["stacks"]:
            g = [x for x in range(24) if game.state.men[HIGH + x] and stack["generals"][0] == name(x)]
            if g and game.state.allotted >> nation_of(g[0]) & 1:
                low, high = stack["strength"]
                assert low <= game.state.men[POOL + g[0]] <= high
                assert game.state.men[LOW + g[0]] <= low and high <= game.state.men[HIGH + g[0]]


def name(general: int) -> str:
    """The name of a general."""
    from sanssouci.friedrich.rules.names import GENERALS

    return GENERALS[general]


def test_the_national_total_narrows_the_bounds() -> None:
    """Two stacks of 1–8 that make 14 together are 6–8 each."""
    pieces = {"ferdinand": {"city": "stade", "troops": 6}, "cumberland": {"city": "alfeld", "troops": 6}}
    game = Game.from_position({"format": "friedrich-position/1", "nation": "hanover", "pieces": pieces})
    assert [s["strength"] for s in game.view(None).json()["stacks"]] == [[4, 8], [4, 8]]


@pytest.mark.parametrize("seed", range(24))
def test_resampled_games_agree_with_the_view(seed: int) -> None:
    """The view of the resampled game is the view; its menu for that seat too; cards add up; it can be played on."""
    game, rng = somewhere(seed)
    for role in ROLES:
        view = game.view(role)
        shown = view.json()
        for _ in range(3):
            other = resample(view, rng)
            assert other.view(role).json() == shown
            assert other.menu(role) == game.menu(role)
            placed = cards_of(other.position())
            assert len(placed) == len(set(placed)) + twins(placed) and len(placed) == 50 * other.state.decks_open
            for _ in range(20):
                if other.decision is None:
                    break
                other.choose(rng.choice(other.choices()))
        assert contents(game.state) == contents(Game.from_position(game.position()).state), "the game itself changed"


def cards_of(position: dict[str, Any]) -> list[str]:
    """Every card of the opened decks."""
    found = [c for hand in position["hands"].values() for c in hand] + list(position["piles"]["draw"])
    found += [c for pile in position["piles"]["used"].values() for c in pile]
    found += (position["combat"] or {}).get("table", [])
    card = position["offensive_option"]["card"]
    return [*found, card] if card else found


def twins(placed: list[str]) -> int:
    """How many names stand twice because they are Reserves."""
    return sum(n - 1 for card, n in Counter(placed).items() if card.startswith("R"))


def test_resampling_differs_where_it_can() -> None:
    """Hands, pools, piles, the fate deck and the key of chance are another each time."""
    game, _ = somewhere(1, 0)
    rng = random.Random(9)
    while any(not game.position()["hands"][n] for n in game.position()["hands"]) and game.result is None:
        game.choose(rng.choice(game.choices()))
    view = game.view(None)
    samples = [resample(view, random.Random(i)).position() for i in range(12)]
    assert len({str(s["hands"]) for s in samples}) > 8
    assert len({str(s["piles"]["draw"]) for s in samples}) > 8
    assert len({str(s["fate"]["next"]) for s in samples}) > 8
    assert len({str(s["pieces"]) for s in samples}) > 8
    assert len({s["rng"]["key"] for s in samples}) == 12
    again = [resample(view, random.Random(3)).position() for _ in range(2)]
    assert again[0] == again[1], "the generator decides, nothing else"


def test_every_vector_of_troops_is_as_likely_as_any_other() -> None:
    """Hanover's 12 troops on two generals: 4–8 each, five vectors, each in a fifth of the samples."""
    game = Game.new(seed="vectors")
    for line in (
        "allot prussia friedrich=4 winterfeldt=4 heinrich=4 schwerin=4 keith=4 seydlitz=4 dohna=4 lehwaldt=4",
        "allot hanover ferdinand=8 cumberland=4",
        "allot russia saltikov=4 fermor=4 apraxin=4 tottleben=4",
    ):
        game.play(line)
    view = game.view("maria-theresa")
    assert feasible(view, 1) == 5
    rng = random.Random(1)
    counts: Counter[int] = Counter()
    ferdinand = 8
    for _ in range(4000):
        counts[int(resample(view, rng).state.men[POOL + ferdinand])] += 1
    assert set(counts) == {4, 5, 6, 7, 8}
    assert all(680 < n < 920 for n in counts.values()), counts
    other = resample(view, rng).position()["pieces"]
    assert other["daun"]["troops"] == 0, "Austria has allotted nothing yet"
    mine = game.view("friedrich")
    assert {resample(mine, rng).position()["pieces"]["ferdinand"]["troops"] for _ in range(5)} == {8}


def test_unseen_cards_are_dealt_fairly() -> None:
    """Of two unseen cards, one in a hand and one in the pile, each lies in the hand half of the time."""
    held = [f"{v}{s}/1" for s in "SCHD" for v in range(2, 14)] + ["R/1", "R/1"]
    held.remove("5S/1")
    held.remove("9H/1")
    game = Game.from_position(
        {
            "format": "friedrich-position/1",
            "nation": "prussia",
            "pieces": {},
            "hands": {"prussia": held, "austria": ["5S/1"]},
        }
    )
    view, rng = game.view("friedrich"), random.Random(4)
    found = Counter(resample(view, rng).position()["hands"]["austria"][0] for _ in range(600))
    assert set(found) == {"5S/1", "9H/1"} and all(230 < n < 370 for n in found.values())


def test_three_players_share_one_view() -> None:
    """With three players Elisabeth and Pompadour see both hands; with four each its own."""
    for players, shared in ((3, True), (4, False)):
        game = Game.new(players=players, seed="share")
        one, other = game.view("elisabeth").json(), game.view("pompadour").json()
        assert ("hand" in one["nations"]["france"]) is shared
        assert ({**one, "role": ""} == {**other, "role": ""}) is shared


def test_views_travel_between_processes() -> None:
    """A pickled view is the same view, and can be resampled."""
    for seed in range(6):
        game, _ = somewhere(seed)
        for role in ROLES:
            view = game.view(role)
            again = pickle.loads(pickle.dumps(view))
            assert again.json() == view.json() and again.role == role
            one, other = (resample(v, random.Random(seed)).position() for v in (view, again))
            assert one == other


def test_a_sheet_in_the_making_is_nobodys_business() -> None:
    """Half-way through the first allotment in small steps the others see nothing of it."""
    game = Game.new(seed="sheet")
    before = {role: game.view(role).json() for role in ROLES if role != "friedrich"}
    game.choose(game.choices()[-1])
    game.choose(game.choices()[0])
    assert {role: game.view(role).json() for role in ROLES if role != "friedrich"} == before
