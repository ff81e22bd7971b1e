"""What a seat observes is what its view says, no less and no more."""

from __future__ import annotations

import random

import pytest
from twins import Watcher
from worlds import beginnings, middles, some_row

from sanssouci.env.fields import FIELDS, SIZE
from sanssouci.env.play import Play, persons
from sanssouci.env.rows import CITY, LAY, ROW_NAMES
from sanssouci.friedrich.files.chronicle import Chronicle
from sanssouci.friedrich.knowledge.view import View, view
from sanssouci.friedrich.rules.board import CITY_IDS, OBJECTIVE_CITY
from sanssouci.friedrich.rules.names import FATE, GENERALS, NATIONS, PIECES, ROLES
from sanssouci.friedrich.rules.state import GAME_OVER, POOL


def test_the_fields_fill_the_row() -> None:
    """One after the other, without gaps, each with a name of its own and a meaning."""
    at = 0
    for _, first, size, meaning in FIELDS:
        assert first == at and size > 0 and meaning
        at += size
    assert at == SIZE and len({name for name, *_ in FIELDS}) == len(FIELDS)


def fields_of(row: bytes) -> dict[str, list[int]]:
    """An observation by the names of its fields."""
    return {name: list(row[first : first + size]) for name, first, size, _ in FIELDS}


def place(high: int, low: int) -> str | None:
    """The city two bytes stand for."""
    number = high * 256 + low - 1
    return None if number < 0 else ROW_NAMES[CITY + number].removeprefix("city ")


def agrees(row: dict[str, list[int]], seen: View) -> None:
    """Every field that the view has, too, says the same."""
    json = seen.json()
    assert row["turn"] == [json["turn"]]
    assert row["stage"].index(1) == (NATIONS.index(json["nation"]) if json["nation"] else 7)
    for p, name in enumerate(PIECES):
        piece = json["pieces"].get(name)
        if piece is None:
            assert row["gone"][p] == 3
            continue
        assert row["gone"][p] == (2 if piece.get("retired") else 1 if piece.get("off") else 0), name
        assert place(row["city_high"][p], row["city_low"][p]) == piece.get("city"), name
        assert row["moved"][p] == piece.get("moved", False)
        if p < 24:
            assert row["face_down"][p] == piece.get("face_down", False)
    tops = {stack["generals"][0]: stack for stack in json["stacks"]}
    for g, name in enumerate(GENERALS):
        stack = tops.get(name)
        if stack is None:
            assert [row[field][g] for field in ("least", "most", "declared", "troops")] == [0] * 4
            continue
        assert row["least"][g] <= stack["strength"][0] <= stack["strength"][1] <= row["most"][g]
        told = stack["declared"] or {"troops": 0, "turn": 0}
        assert (row["declared"][g], row["declared_turn"][g]) == (told["troops"], told["turn"])
        assert row["troops"][g] == stack.get("troops", 0) == (seen.known_state.men[POOL + g])
    for n, name in enumerate(NATIONS):
        nation = json["nations"].get(name)
        if nation is None:
            continue
        assert row["total"][n] == nation["troops"] and (row["out"][n] == 1) == nation["out"]
        assert row["own"][n] == ("hand" in nation)
        assert row["hands"][5 * n : 5 * n + 5] == seen.hand_counts[n]
        hand = [card for card in range(250) if row["cards"][card] == n + 1]
        names = sorted(
            ROW_NAMES[LAY + card].removeprefix("card ").replace("Ra/", "R/").replace("Rb/", "R/") for card in hand
        )
        assert names == sorted(nation.get("hand", json["known"].get(name, []))), name
    assert row["draw_pile"] == seen.draw_counts and row["used_piles"] == seen.used_counts
    assert row["drawn"] == seen.fresh_counts
    held = {CITY_IDS[OBJECTIVE_CITY[o]] for o in range(70) if row["conquered"][o]}
    assert held == set(json["conquered"])
    assert {CITY_IDS[OBJECTIVE_CITY[o]] for o in range(70) if row["pending"][o]} == set(json["pending"])
    assert {FATE[card] for card in range(18) if not row["fates"][card]} == set(json["fate"]["left"])
    in_force = {(entry["card"], entry["suit"], entry["used"]) for entry in json["fate"]["in_force"]}
    assert in_force == {
        (FATE[e // 4], "SCHD"[e % 4], value & 2 == 2) for e, value in enumerate(row["effects"]) if value & 1
    }
    combat = json["combat"]
    current = combat and combat["current"]
    if current and "score" in current and row["combat"][3]:
        assert row["combat"][3] - 128 == current["score"]
        assert row["combat"][2] == (current["right"] == "defender")
    if json["result"]:
        assert [ROLES[r] for r in range(4) if row["winners"][r]] == json["result"]["winners"]


@pytest.mark.parametrize("batch", range(3))
def test_observations_agree_with_views(batch: int) -> None:
    """Field by field against what the table shows the same seat, at whole moments and for whoever acts."""
    rng = random.Random(f"views {batch}")
    looked = 0
    for play in [*beginnings(rng, 6), *middles(rng, 25)]:
        while True:
            s = play.s
            if rng.random() < 0.05 or play.over():
                whole = play.whole is s
                for person in persons(int(s.scenario.number), int(s.players)):
                    if whole or person == play.person():
                        row = fields_of(Watcher(play, person).look())
                        agrees(row, view(s, Chronicle(), person))
                        looked += 1
            if play.over():
                break
            play.step(some_row(play, rng))
    assert looked > 500


def test_a_sight_clears_what_it_wrote() -> None:
    """A row written again and again is the same as one written once."""
    rng = random.Random("clear")
    for play in middles(rng, 8):
        kept = Watcher(play, 0)
        for _ in range(150):
            if play.s.state == GAME_OVER:
                break
            play.step(some_row(play, rng))
            assert kept.look() == Watcher(play, 0).look()


def test_alike_reserves_look_alike() -> None:
    """Exchange the two Reserves of every deck everywhere: nobody sees any difference."""
    rng = random.Random("reserves")
    swapped_somewhere = 0
    for play in middles(rng, 40):
        s = play.s
        t = s.copy()
        for row in range(70):
            bits = int(t.sets[row])
            t.sets[row] = bits & ~(3 << 48) | (bits >> 48 & 1) << 49 | (bits >> 49 & 1) << 48
            swapped_somewhere += t.sets[row] != s.sets[row]
        other = Play(t, True)
        for person in persons(int(s.scenario.number), int(s.players)):
            assert Watcher(play, person).look() == Watcher(other, person).look()
        assert sorted(play.rows) == sorted(other.rows)
    assert swapped_somewhere > 40
