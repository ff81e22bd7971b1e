"""Positions: the short form and its defaults, the complete form at every small step, and what is refused."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

import pytest
from generated import generate

from sanssouci.friedrich import BadPosition, Game
from sanssouci.friedrich.files.pack import contents
from sanssouci.friedrich.files.position import loads, read, write
from sanssouci.friedrich.rules.state import HAND

FORMAT = "friedrich-position/1"


def short(**fields: Any) -> dict[str, Any]:
    """A short position."""
    return {"format": FORMAT, **fields}


def again(position: dict[str, Any]) -> dict[str, Any]:
    """Through text and back, as files do it."""
    return loads(json.dumps(position))


# ---------------------------------------------------------------- the complete form


@pytest.mark.parametrize("seed", range(12))
def test_reads_back_identically_at_every_small_step(seed: int) -> None:
    """Half-done moves, purchases, combats, fate decisions: the state that is read is the state that was written."""
    rng = random.Random(seed)
    game = Game.from_position(generate(rng)) if seed % 3 else Game.new(seed=f"steps-{seed}")
    seen = set()
    for _ in range(160):
        position = again(game.position())
        state, chronicle, named = read(position)
        assert contents(state) == contents(game.state)
        assert write(state, chronicle, named) == position
        if game.decision is None:
            break
        seen.add(game.decision.state)
        game.choose(rng.choice(game.choices()))
    assert len(seen) > 2


def test_a_finished_game_reads_back() -> None:
    """The result belongs to the position."""
    rng = random.Random(5)
    game = Game.new(scenario="west", seed="finished")
    while game.result is None:
        game.choose(rng.choice(game.choices()))
    position = again(game.position())
    assert position["result"]["winners"] == list(game.result.winners)
    other = Game.from_position(position)
    assert other.result == game.result and other.decision is None and other.choices() == []


def test_reserves_of_one_deck_keep_apart() -> None:
    """The second Reserve in a hand, the first in the pile, or the other way round: the same bits come back."""
    game = Game.from_position(short(nation="austria", pieces={}, hands={"austria": ["R/1", "R/2", "R/2"]}))
    first, second = 48, 49
    swapped = game.state.copy()
    swapped.sets[HAND + 20] ^= 1 << first | 1 << second
    for i in range(swapped.draw_size):
        if swapped.pile[i] in (first, second):
            swapped.pile[i] = first + second - swapped.pile[i]
    for state in (game.state, swapped):
        back, _, _ = read(again(write(state, game.chronicle, None)))
        assert list(back.sets[HAND + 20 : HAND + 25]) == list(state.sets[HAND + 20 : HAND + 25])
        assert list(back.pile[: back.draw_size]) == list(state.pile[: state.draw_size])


# ---------------------------------------------------------------- the short form


def test_only_the_format_is_needed() -> None:
    """Every field but `format` has a default: the start of the standard game for four."""
    game = Game.from_position(short())
    assert game.decision is not None and game.decision.state == "ALLOT"
    assert set(game.decision.roles) == {"friedrich", "elisabeth", "maria-theresa", "pompadour"}
    assert game.view(None).json()["players"] == 4


def test_the_same_seed_is_the_same_game_by_both_doors() -> None:
    """`Game.new` and a position that says no more than the scenario begin alike."""
    new = Game.new(scenario="expert", players=3, seed="doors", options={"decks": 5})
    read_ = Game.from_position(short(scenario="expert", players=3, seed="doors", options={"decks": 5}))
    one, other = contents(new.state), contents(read_.state)
    one.pop("revealed")  # a fresh game has opened its first deck before everybody's eyes
    other.pop("revealed")
    assert one == other


def test_pieces_absent_means_the_set_up() -> None:
    """Outside of the first allotment the set-up stands with its strength spread evenly."""
    game = Game.from_position(short(nation="prussia", phase="movement", turn=4))
    position = game.position()
    assert position["pieces"]["daun"] == {"city": "bruenn", "troops": 6}
    assert sum(p.get("troops", 0) for p in position["pieces"].values()) == 32 + 12 + 16 + 4 + 30 + 6 + 20
    gone = Game.from_position(short(nation="prussia", phase="movement", turn=9, out=["russia", "france"]))
    assert gone.position()["retired"] == ["lehwaldt", "cumberland"]
    assert not any(name.startswith(("russia", "fermor", "france")) for name in gone.position()["pieces"])


def test_out_implies_its_strokes() -> None:
    """France out: both colonial strokes are drawn, Imperial belongs to Pompadour, draws have changed."""
    game = Game.from_position(short(nation="austria", pieces={}, turn=12, out=["france"]))
    position = game.position()
    assert set(position["fate"]["drawn"]) == {"india", "america"}
    nations = game.view(None).json()["nations"]
    assert nations["imperial"]["role"] == "pompadour" and nations["austria"]["draw"] == 4


def test_cards_take_the_lowest_free_deck() -> None:
    """A card without a deck is of the lowest deck whose copy is not placed elsewhere; the highest named is open."""
    game = Game.from_position(
        short(nation="austria", pieces={}, hands={"prussia": ["13S", "13S/1", "R", "R", "R"], "austria": ["2C/3"]})
    )
    position = game.position()
    assert sorted(position["hands"]["prussia"]) == ["13S/1", "13S/2", "R/1", "R/1", "R/2"]
    assert position["piles"]["unopened"] == [4]
    assert len(position["piles"]["draw"]) == 150 - 6


def test_the_top_of_the_pile_may_be_named() -> None:
    """`piles.draw` names the top cards, the rest lies shuffled below."""
    game = Game.from_position(short(nation="russia", pieces={}, phase="draw", piles={"draw": ["5S", "R", "2D", "9H"]}))
    assert sorted(game.position()["hands"]["russia"]) == ["2D/1", "5S/1", "9H/1", "R/1"]


def test_chance_follows_the_seed() -> None:
    """The same seed gives the same pile, another one another."""
    piles = [Game.from_position(short(seed=s)).position()["piles"]["draw"] for s in ("a", "a", "b")]
    assert piles[0] == piles[1] != piles[2]


def test_a_position_runs_on_to_the_next_decision() -> None:
    """`phase: supply` checks that nation's supply; what happened is public afterwards."""
    placed = {"fermor": {"city": "berlin", "troops": 2}}
    game = Game.from_position(short(nation="russia", phase="supply", pieces=placed))
    assert game.position()["pieces"]["fermor"]["face_down"] is True
    assert game.decision is not None and game.decision.nation == "sweden"


# ---------------------------------------------------------------- refusals

KEITH = {"keith": {"city": "glogau", "troops": 4}}
REFUSED: list[tuple[str, dict[str, Any], str]] = [
    ("format", {"format": "friedrich-position/2"}, "format"),
    ("unknown field", short(colour="red"), "colour"),
    ("scenario", short(scenario="east"), "scenario"),
    ("scenario type", short(scenario=3), "scenario"),
    ("players", short(players=5), "players"),
    ("players true", short(players=True), "players"),
    ("players west", short(scenario="west", players=4), "players"),
    ("option", short(options={"decks": 6}), "decks"),
    ("option name", short(options={"colour": 1}), "colour"),
    ("option deep", short(options={"decks": [[[]]]}), "options.decks"),
    ("turn", short(turn=0, pieces={}), "turn"),
    ("turn huge", short(turn=10**40, pieces={}), "turn"),
    ("turn half", short(turn=1.5, pieces={}), "turn"),
    ("turn nan", short(turn=float("nan"), pieces={}), "turn"),
    ("nation", short(nation="poland", pieces={}), "nation"),
    ("nation absent", short(scenario="west", nation="austria", pieces={}), "nation"),
    ("nation out", short(nation="russia", pieces={}, out=["russia"]), "nation"),
    ("phase", short(phase="lunch", pieces={}), "phase"),
    ("phase offensive", short(phase="offensive", pieces={}), "phase"),
    ("allotment with pieces", short(phase="allotment", pieces=KEITH), "phase"),
    ("nine troops", short(pieces={"keith": {"city": "glogau", "troops": 9}}), "pieces.keith.troops"),
    ("no troops", short(pieces={"keith": {"city": "glogau", "troops": 0}}), "pieces.keith.troops"),
    ("negative troops", short(pieces={"keith": {"city": "glogau", "troops": -3}}), "pieces.keith.troops"),
    ("no city", short(pieces={"keith": {"troops": 4}}), "pieces.keith.city"),
    ("unknown city", short(pieces={"keith": {"city": "atlantis"}}), "pieces.keith.city"),
    ("unknown piece", short(pieces={"napoleon": {"city": "glogau"}}), "pieces.napoleon"),
    ("piece type", short(pieces={"keith": "glogau"}), "pieces.keith"),
    ("pieces type", short(pieces=["keith"]), "pieces"),
    ("train with troops", short(pieces={"prussia-train-1": {"city": "glogau", "troops": 1}}), "pieces.prussia-train-1"),
    ("two nations", short(pieces={**KEITH, "daun": {"city": "glogau"}}), "pieces.daun"),
    ("two roles' nations", short(pieces={**KEITH, "ferdinand": {"city": "glogau"}}), "pieces.ferdinand"),
    ("general and train", short(pieces={**KEITH, "prussia-train-1": {"city": "glogau"}}), "pieces.prussia-train-1"),
    (
        "four in a stack",
        short(pieces={g: {"city": "glogau"} for g in ("friedrich", "keith", "dohna", "seydlitz")}),
        "glogau",
    ),
    ("above the ceiling", short(pieces={"ehrensvaerd": {"city": "stralsund", "troops": 5}}), "sweden"),
    ("retired on the map", short(pieces=KEITH, retired=["keith"]), "pieces.keith"),
    ("retired train", short(retired=["prussia-train-1"]), "retired"),
    ("retired twice", short(retired=["keith", "keith"]), "retired"),
    ("left with Russia", short(pieces={"lehwaldt": {"city": "tilsit"}}, out=["russia"]), "pieces.lehwaldt"),
    ("piece of a nation out", short(pieces={"fermor": {"city": "sierpc"}}, out=["russia"]), "pieces.fermor"),
    ("piece not in play", short(scenario="west", pieces={"daun": {"city": "prag"}}), "pieces.daun"),
    ("Austria out", short(pieces={}, out=["austria"]), "out"),
    ("all out", short(pieces={}, out=["russia", "sweden", "france"]), "out"),
    ("moved off the map", short(pieces={}, moved=["keith"]), "moved"),
    ("a card twice", short(pieces={}, hands={"prussia": ["5S/1"], "austria": ["5S/1"]}), "hands.austria"),
    ("five of a kind", short(pieces={}, hands={"prussia": ["5S"] * 5}), "hands.prussia"),
    ("three Reserves", short(pieces={}, hands={"prussia": ["R/1"] * 3}), "hands.prussia"),
    ("no such card", short(pieces={}, hands={"prussia": ["14S"]}), "hands.prussia"),
    ("no such deck", short(pieces={}, hands={"prussia": ["5S/5"]}), "hands.prussia"),
    ("hand type", short(pieces={}, hands={"prussia": "5S"}), "hands.prussia"),
    ("hand of nobody", short(pieces={}, hands={"poland": []}), "hands.poland"),
    ("hand of a nation out", short(pieces={}, out=["sweden"], hands={"sweden": ["5S"]}), "hands.sweden"),
    ("conquered no objective", short(pieces={}, conquered={"glogau": "austria"}), "conquered.glogau"),
    ("conquered by another", short(pieces={}, conquered={"breslau": "russia"}), "conquered.breslau"),
    ("Bohemia in the standard game", short(pieces={}, conquered={"prag": "prussia"}), "conquered.prag"),
    ("question of another", short(nation="russia", pieces={}, pending={"breslau": "austria"}), "pending.breslau"),
    (
        "question on one's own",
        short(nation="austria", pieces={}, conquered={"breslau": "austria"}, pending={"breslau": "austria"}),
        "pending.breslau",
    ),
    ("fate twice", short(pieces={}, fate={"drawn": ["5", "5"]}), "fate.drawn"),
    ("fate drawn and next", short(pieces={}, fate={"drawn": ["5"], "next": ["5"]}), "fate.next"),
    ("fate name", short(pieces={}, fate={"next": ["13"]}), "fate.next"),
    ("fate number", short(pieces={}, fate={"next": [5]}), "fate.next"),
    ("no option here", short(pieces={}, offensive_option={"state": "declared", "card": "10C"}), "offensive_option"),
    (
        "low offensive card",
        short(scenario="expert", pieces={}, offensive_option={"state": "declared", "card": "9C"}),
        "offensive_option.card",
    ),
    (
        "no offensive card",
        short(scenario="expert", pieces={}, offensive_option={"state": "declared"}),
        "offensive_option.card",
    ),
    ("victor", short(pieces={}, last_victor={"general": "daun", "city": "x"}), "last_victor.city"),
    ("seed", short(seed=5), "seed"),
    ("state", short(pieces={}, state="LUNCH"), "state"),
    ("card without a combat", short(nation="prussia", pieces=KEITH, state="CARD"), "combat"),
    ("path without a move", short(nation="prussia", pieces=KEITH, state="MOVE_PATH", decider="prussia"), "moving"),
    ("over without a result", short(pieces={}, state="GAME_OVER"), "result"),
]


@pytest.mark.parametrize(("position", "field"), [r[1:] for r in REFUSED], ids=[r[0] for r in REFUSED])
def test_what_cannot_be_is_refused(position: dict[str, Any], field: str) -> None:
    """One sentence that names the field; key and arguments beside it."""
    with pytest.raises(BadPosition) as caught:
        Game.from_position(position)
    sentence = str(caught.value)
    assert field in sentence, sentence
    assert "\n" not in sentence and "{" not in sentence and len(sentence) < 400
    assert caught.value.key.startswith("position.")


@pytest.mark.parametrize("data", [None, 5, "x", [], [[]], True, b"{}", {}, {1: 2}, {"format": None}])
def test_no_position_at_all(data: object) -> None:
    """Whatever is handed in."""
    with pytest.raises(BadPosition) as caught:
        Game.from_position(data)
    assert caught.value.key == ("position.format" if isinstance(data, dict) else "position.not_object")


@pytest.mark.parametrize(
    "text",
    [
        b"\xff\xfe\x00", b"", "", "{", "[1,2", '{"format": NaN}', '{"turn": 1, "turn": 2}', "[" * 100_000,
        '{"a":' * 50_000, '{"turn": ' + "9" * 10_000 + "}", " " * 1_000_001, '"x"', "\x00", "null",
    ],
)  # fmt: skip
def test_no_json_at_all(text: str | bytes) -> None:
    """Broken, binary, deep, huge, doubled: refused with one sentence."""
    with pytest.raises(BadPosition) as caught:
        loads(text)
    assert "\n" not in str(caught.value) and len(str(caught.value)) < 300


JUNK: list[Any] = [
    None, True, 0, -1, 7, 10**30, 1.5, float("nan"), "", "x", "daun", "prussia", "R/1", "prag", [], {}, [[]],
    {"a": 1}, ["daun"], "CARD", "MOVE_PATH", "SPLIT_ALLOT", "RECRUIT_PAY", "RECRUIT_ASSIGN", "RECRUIT_PLACE", "TRADE",
    "EVADE", "RETREAT_PICK", "LAUDON", "WEST", "GAME_OVER", "ALLOT", "FREE_TROOP", "FLIP", "FORCED_DISCARD",
]  # fmt: skip


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The path of every value inside."""
    found = [path] if path else []
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        found += places(inner, (*path, key))
    return found


def spoil(position: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """The position with one value replaced or taken out."""
    spoiled = copy.deepcopy(position)
    path = rng.choice(places(position)) if rng.random() < 0.5 else (rng.choice(list(position)),)
    parent: Any = spoiled
    for key in path[:-1]:
        parent = parent[key]
    if rng.random() < 0.75:
        parent[path[-1]] = copy.deepcopy(rng.choice(JUNK))
    else:
        del parent[path[-1]]
    return spoiled


@pytest.mark.parametrize("seed", range(6))
def test_spoiled_positions_are_refused_or_playable(seed: int) -> None:
    """Whatever is changed in a complete position: a sentence, or a game that goes on; never anything else."""
    rng = random.Random(seed)
    refused = 0
    for _ in range(3):
        game = Game.from_position(generate(rng))
        for _ in range(rng.randint(0, 60)):
            if game.decision is not None:
                game.choose(rng.choice(game.choices()))
        position = again(game.position())
        for _ in range(40):
            try:
                other = Game.from_position(spoil(position, rng))
            except BadPosition as problem:
                assert "\n" not in str(problem)
                refused += 1
                continue
            for _ in range(15):
                if other.decision is None:
                    break
                other.view(None).json()
                other.choose(rng.choice(other.choices()))
    assert refused > 20
