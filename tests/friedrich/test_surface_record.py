"""Records: written whole or for one seat, replayed with chance driving, the first wrong line named."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from generated import generate

from sanssouci.friedrich import BadRecord, Game
from sanssouci.friedrich.files.chance import Arrangement
from sanssouci.friedrich.files.pack import contents
from sanssouci.friedrich.files.replay import replay
from sanssouci.friedrich.rules.board import CITY_INDEX
from sanssouci.friedrich.rules.cards import card_name
from sanssouci.friedrich.rules.encoding import MOVE_GENERALS, STOP

INSIDE = ("MOVE_PATH", "SPLIT_ALLOT", "ALLOT", "RECRUIT_ORDER", "RECRUIT_PLACE", "RECRUIT_PAY", "RECRUIT_ASSIGN")


def played(seed: int, most: int, **start: Any) -> Game:
    """A game of random small steps, not stopped inside of a decision."""
    rng = random.Random(seed)
    game = Game.new(seed=f"record-{seed}", **start) if start else Game.from_position(generate(rng))
    steps = 0
    while game.decision is not None and (steps < most or game.decision.state in INSIDE):
        game.choose(rng.choice(game.choices()))
        steps += 1
    return game


def told(game: Game) -> dict[str, Any]:
    """What a record can tell of a position: not what chance has still to give, nor which twin a Reserve is."""
    position: dict[str, Any] = json.loads(json.dumps(game.position()).replace("#2", ""))
    for field in ("rng", "seed", "revealed"):
        position.pop(field, None)
    position["fate"].pop("next")
    position["piles"].pop("reserves_swapped")
    position["piles"]["draw"].sort()
    position["stage"]["drawn"].sort()
    for cards in position["known"]["cards"].values():
        cards.sort()
    return position


@pytest.mark.parametrize("seed", range(10))
def test_a_finished_record_replays_to_the_same_game(seed: int) -> None:
    """The same position, the piles included; the record of the replay is the record."""
    game = played(seed, 10**6, scenario=("standard", "expert", "west", "austria")[seed % 4])
    record = game.record()
    assert f"seed: record-{seed}" in record and "result: " in record
    other = Game.from_record(record)
    assert told(other) == told(game)
    assert faces(other.position()["piles"]["draw"]) == faces(game.position()["piles"]["draw"])
    assert other.position()["fate"] == game.position()["fate"]
    assert other.result == game.result and other.record() == record


def faces(cards: list[str]) -> list[str]:
    """Cards in order, by what is on them."""
    return [card.split("#")[0] for card in cards]


@pytest.mark.parametrize("seed", range(14))
def test_chance_lines_drive_the_replay(seed: int) -> None:
    """Without the seed, or with another one, the same cards come: openings, reshuffles, fate, gifts included."""
    game = played(seed, 500)
    lines = game.record().split("\n")
    for change in (None, "seed: quite another"):
        text = "\n".join(change if line.startswith("seed:") and change else line for line in lines
                         if change or not line.startswith("seed:"))  # fmt: skip
        text = text.replace('"rng":' + json.dumps(rng_of(lines), separators=(",", ":")) + ",", "")
        other = Game.from_record(text)
        assert told(other) == told(game)
        assert body(other.record()) == body(game.record())


def rng_of(lines: list[str]) -> Any:
    """The source of chance of the position a record begins from, if it tells it."""
    for line in lines:
        if line.startswith("position: "):
            return json.loads(line.removeprefix("position: ")).get("rng")
    return None


def body(record: str) -> list[str]:
    """The lines after the header."""
    return record.split("\n\n", 1)[1].split("\n")


@pytest.mark.parametrize("seed", range(12))
def test_a_card_may_be_drawn_twice_by_one_order(seed: int) -> None:
    """Laid away for the virtual nation, shuffled in again and drawn: the record still says who got what."""
    faces = [f"{v}{s}" for s in "SCHD" for v in range(2, 14)] + ["R", "R"]
    free = ["2C/1", "3C/1", "4C/1", "R/1", "R/1"]
    held = [f"{face}/{d}" for d in (1, 2, 3, 4) for face in faces]
    for card in free:
        held.remove(card)
    game = Game.from_position(
        {
            "format": "friedrich-position/1",
            "scenario": "austria",
            "nation": "imperial",
            "turn": 3,
            "pieces": {},
            "options": {"scenario_virtual_discard": True},
            "hands": {"austria": held},
            "seed": f"twice-{seed}",
            "piles": {"draw": free[:2], "unopened": [], "used": {"1": free[2:]}},
        }
    )
    game.play("end")
    assert len(game.position()["hands"]["prussia"]) == 5
    lines = body(game.record())
    assert sum(line.startswith("#! reshuffle") for line in lines) == 2
    assert told(Game.from_record(game.record())) == told(game)
    assert body(Game.from_record(game.record()).record()) == lines


def test_a_city_with_the_number_of_its_group() -> None:
    """Small steps that happen to be the same number are two steps (Goldberge and Friedrich alone: both 258)."""
    game = Game.from_position(
        {"format": "friedrich-position/1", "nation": "prussia", "pieces": {"friedrich": {"city": "ortelsburg"}}}
    )
    same = CITY_INDEX["goldberge"]
    assert same == 1 << 8 | MOVE_GENERALS
    for choice in (same, same, STOP):
        game.choose(choice)
    assert body(game.record())[0] == "move friedrich goldberge"


def test_a_running_record_keeps_its_seed_to_itself() -> None:
    """Seed and source of chance appear in records of finished games only."""
    for game in (played(3, 200), played(4, 100, scenario="standard")):
        if game.result is None:
            assert "seed:" not in game.record() and '"rng"' not in game.record()


def test_orders_without_chance_lines_follow_the_seed() -> None:
    """Where such a line is missing, the seed decides."""
    game = played(6, 10**6, scenario="west")
    bare = "\n".join(line for line in game.record().split("\n") if not line.startswith("#"))
    again = Game.from_record(bare)
    assert told(again) == told(game) and again.result == game.result


def test_a_record_by_orders_and_one_by_choices_are_the_same() -> None:
    """Small steps are written as the orders they stand for; orders in the words of the engine."""
    game = played(11, 400, scenario="expert")
    other = Game.new(scenario="expert", seed="record-11")
    for line in body(game.record()):
        if line and not line.startswith("#"):
            other.play(line.upper() if "=" not in line else line)
    assert body(other.record()) == body(game.record())
    assert contents(other.state) == contents(game.state)


def test_headers_are_kept_and_free() -> None:
    """Names and a date may stand in the header; options are read back."""
    game = Game.new(seed="h", options={"decks": 5, "oo_win_timing": "end_of_turn", "laudon_conquers": False})
    text = game.record({"names": "Anna, Berta", "date": "1756-08-29"})
    found = replay(text)
    assert found.headers["names"] == "Anna, Berta" and found.headers["date"] == "1756-08-29"
    assert found.game.state.options.chosen == game.state.options.chosen


def test_comments_blank_lines_and_carriage_returns() -> None:
    """A plain `#` is a comment, wherever it stands."""
    game = played(2, 60, scenario="standard")
    text = game.record().replace("\n", "\r\n").replace("end\r\n", "end\r\n\r\n# a pause\r\n")
    assert told(Game.from_record(text)) == told(game)
    assert told(Game.from_record(("\ufeff" + text).encode())) == told(game)


# ---------------------------------------------------------------- for one seat


def test_a_seats_record_hides_what_it_may_not_know() -> None:
    """Sheets, shares, recipients, discards and draws of others are `?`; one's own stand there."""
    game = Game.new(seed="seat")
    for line in (
        "allot austria daun=6 browne=6 karl=6 laudon=6 lacy=6",
        "allot prussia friedrich=4 winterfeldt=4 heinrich=4 schwerin=4 keith=4 seydlitz=4 dohna=4 lehwaldt=4",
        "allot hanover ferdinand=6 cumberland=6",
        "allot russia saltikov=4 fermor=4 apraxin=4 tottleben=4",
        "allot france richelieu=7 soubise=6 chevert=7",
        "move winterfeldt takes 3 riesa",
        "end",
    ):
        game.play(line)
    mine, theirs, open_ = game.record_for("friedrich"), game.record_for("elisabeth"), game.record_for(None)
    assert "move winterfeldt takes 3 riesa" in mine and "move winterfeldt takes ? riesa" in theirs
    assert "allot prussia friedrich=4" in mine and "allot prussia ?" in theirs and "allot russia ?" in mine
    assert "#! draw prussia 7 ?" in theirs and "#! draw prussia 7 ?" not in mine
    assert "allot austria daun" not in mine + theirs + open_ and "position:" not in open_ and "seed" not in mine
    assert not any("=" in line for line in body(open_))
    with pytest.raises(BadRecord) as caught:
        replay(theirs)
    assert caught.value.line == 1 + theirs.split("\n").index("allot austria ?")


@pytest.mark.parametrize("seed", range(8))
def test_seats_records_do_not_depend_on_what_is_hidden(seed: int) -> None:
    """Two games that differ only in hidden cards give the others the same record."""
    rng = random.Random(seed)
    game = Game.new(seed=f"hidden-{seed}", scenario="standard")
    while game.decision is not None and game.decision.state == "ALLOT":
        game.choose(rng.choice(game.choices()))
    drawn = next(line for line in body(game.record()) if line.startswith("#! draw prussia")).split()[3:]
    twin = game.copy()
    # Exchange a card of Prussia's hand with one of the pile before anybody has seen either.
    held = next(c for c in range(48) if twin.state.sets[0] >> c & 1)
    below = next(int(twin.state.pile[i]) for i in range(twin.state.draw_size) if twin.state.pile[i] < 48)
    told_ = tuple(card_name(below) if name == card_name(held) else name for name in drawn)
    twin.arrange(Arrangement(swaps=((held, below),), told=told_))
    for _ in range(3):
        for one in (game, twin):
            one.play("end")
    assert twin.record() != game.record()
    assert twin.record_for("friedrich") != game.record_for("friedrich")
    for role in ("elisabeth", "maria-theresa", "pompadour", None):
        if card_name(held) not in twin.record_for(role) + game.record_for(role):
            assert twin.record_for(role) == game.record_for(role)
            assert twin.view(role).json() == game.view(role).json()
    assert twin.view("friedrich").json() != game.view("friedrich").json()


def test_the_form_of_a_hidden_share_tells_nothing() -> None:
    """Whether one share or several were possible does not show: a stack of two with two troops leaves no choice."""
    pieces = {"friedrich": {"city": "oschatz", "troops": 1}, "winterfeldt": {"city": "oschatz", "troops": 1}}
    richer = {"friedrich": {"city": "oschatz", "troops": 6}, "winterfeldt": {"city": "oschatz", "troops": 6}}
    shown = []
    for placed, order in ((pieces, "move winterfeldt riesa"), (richer, "move winterfeldt takes 5 riesa")):
        game = Game.from_position({"format": "friedrich-position/1", "nation": "prussia", "pieces": placed})
        game.play(order)
        shown.append(body(game.record_for("elisabeth"))[0])
    assert shown == ["move winterfeldt takes ? riesa"] * 2


# ---------------------------------------------------------------- wrong lines


def test_the_first_wrong_line_is_named() -> None:
    """One order changed: the replay stops there and says so."""
    game = played(8, 200, scenario="standard")
    lines = game.record().split("\n")
    orders = [i for i, line in enumerate(lines) if line.startswith("move")]
    at = orders[len(orders) // 2]
    lines[at] = "move daun berlin"
    with pytest.raises(BadRecord) as caught:
        replay("\n".join(lines))
    assert caught.value.line == at + 1 and str(caught.value).startswith(f"line {at + 1}: ")


START = "format: friedrich-record/1\nscenario: standard\n\n"
ALLOT = """allot prussia friedrich=4 winterfeldt=4 heinrich=4 schwerin=4 keith=4 seydlitz=4 dohna=4 lehwaldt=4
allot hanover ferdinand=6 cumberland=6
allot russia saltikov=4 fermor=4 apraxin=4 tottleben=4
allot austria daun=6 browne=6 karl=6 laudon=6 lacy=6
allot france richelieu=7 soubise=6 chevert=7
"""
DRAW = "#! draw prussia 13S/1 12S/1 11S/1 R/1 R/1 2C/1 3C/1\n"
WRONG = [
    ("", 1),
    ("nonsense", 1),
    ("format: friedrich-record/2\n\n", 1),
    ("format: friedrich-record/1\nformat: friedrich-record/1\n\n", 2),
    ("format: friedrich-record/1\nscenario: moon\n\n", 2),
    ("format: friedrich-record/1\nplayers: many\n\n", 2),
    ("format: friedrich-record/1\nplayers: 2\n\n", 1),
    ("format: friedrich-record/1\noptions: decks=9\n\n", 2),
    ("format: friedrich-record/1\nposition: {}\n\n", 2),
    ("format: friedrich-record/1\nposition: ?\n\n", 2),
    (START + "#! draw prussia 5S/1\n", 4),
    (START + "hello\n", 4),
    (START + ALLOT + "#! draw russia 5S/1\n", 9),
    (START + ALLOT + "#! draw prussia 5S/1\n", 9),
    (START + ALLOT + "#! draw prussia 5S/1 5S/1 6S/1 7S/1 8S/1 9S/1 10S/1\n", 9),
    (START + ALLOT + "#! draw prussia 5S/2 4S/1 6S/1 7S/1 8S/1 9S/1 10S/1\n", 9),
    (START + ALLOT + "#! draw prussia 5S 4S 6S 7S 8S 9S 10S\n", 9),
    (START + ALLOT + "#! fate 5\n", 9),
    (START + ALLOT + "#! fate 99\n", 9),
    (START + ALLOT + "#! weather fine\n", 9),
    (START + ALLOT + "#! open 2\n", 9),
    (START + ALLOT + DRAW + "end\n#! draw hanover 13S/1 4C/1\n", 11),
    (START + ALLOT + DRAW + "discard ?\n", 10),
    ("format: friedrich-record/1\nresult: friedrich, turn 9\n\n" + ALLOT, 2),
]


@pytest.mark.parametrize(("text", "line"), WRONG)
def test_records_that_cannot_be(text: str, line: int) -> None:
    """A sentence with the line, nothing else."""
    with pytest.raises(BadRecord) as caught:
        replay(text)
    assert caught.value.line == line, str(caught.value)
    assert "\n" not in str(caught.value) and len(str(caught.value)) < 700


@pytest.mark.parametrize(
    ("text", "key", "line"),
    [
        (b"\xff\xfe", "not_text", 0),
        ("x" * 9_000_000, "too_large", 0),
        (b"\x00" * 50, "header", 1),
        ("\n" * 1000, "header", 1),
        ("a: b\n" * 1000, "header", 2),
    ],
)
def test_no_record_at_all(text: str | bytes, key: str, line: int) -> None:
    """Binary, huge, empty."""
    with pytest.raises(BadRecord) as caught:
        replay(text)
    assert (caught.value.key, caught.value.line) == (f"record.{key}", line)


def test_a_draw_says_what_comes() -> None:
    """A record written by hand: the cards it names are the cards drawn."""
    game = Game.from_record(START + ALLOT + DRAW)
    assert sorted(game.position()["hands"]["prussia"]) == sorted(DRAW.split()[3:])
    assert game.position()["known"]["cards"]["friedrich"] and game.view(None).json()["known"] == {}


def test_fate_lines_say_which_card_is_turned_up() -> None:
    """The fate card of the record comes, whatever the seed holds."""
    for card in ("poems", "lord-bute", "elisabeth"):
        start = {"format": "friedrich-position/1", "nation": "france", "turn": 8, "pieces": {}, "seed": "f"}
        head = f"format: friedrich-record/1\nposition: {json.dumps(start)}\n\n"
        game = Game.from_record(f"{head}end\n#! fate {card}\n")
        assert game.view(None).json()["fate"]["drawn"] == [{"card": card, "turn": 8}]


def test_a_gift_says_which_card_comes_back() -> None:
    """9♦: the blind pick is the record's, also if it is the gift itself; what is known follows the truth."""
    start = {
        "format": "friedrich-position/1", "scenario": "expert", "nation": "france", "phase": "fate", "turn": 8,
        "pieces": {}, "last_victor": {"general": "daun", "city": "stade"}, "fate": {"next": ["9"]},
        "hands": {"prussia": ["4C/1"], "austria": ["9S/1", "2H/1"]},
    }  # fmt: skip
    head = f"format: friedrich-record/1\nposition: {json.dumps(start)}\n\n"
    for back in ("4C/1", "9S/1", "2H/1"):
        game = Game.from_record(f"{head}gift 4C\n#! gift {back}\n")
        position = game.position()
        assert back in position["hands"]["prussia"] and len(position["hands"]["austria"]) == 2
        knows = game.view("friedrich").json()["known"]
        assert knows == ({} if back == "4C/1" else {"austria": ["4C/1"]})
    with pytest.raises(BadRecord) as caught:
        Game.from_record(f"{head}gift 4C\n#! gift 5C/1\n")
    assert caught.value.line == 5
