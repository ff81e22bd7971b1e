"""Laws over whole games in all scenarios and options; half of them start from generated positions."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from generated import beginning, generate
from laws import (
    demand,
    keen_order,
    menu_is_honest,
    menus_in_order,
    national_totals,
    orders_on,
    plain,
    reads_back,
    state_in_order,
)
from reference import GENERALS, NATION

from sanssouci.friedrich import Game, IllegalOrder

#: Small steps a game is followed; long enough for several turns, short enough for many games.
STEPS = 500


def opening(seed: int) -> tuple[Game, random.Random]:
    """Game number `seed`: odd ones start from a generated position."""
    rng = random.Random(seed)
    return Game.from_position(generate(rng) if seed % 2 else beginning(rng)), rng


@pytest.mark.parametrize("batch", range(8))
def test_every_state_keeps_the_laws(batch: int) -> None:
    """Cards and troops conserved, menus never empty nor dishonest, positions read back, the state never grows."""
    for seed in range(batch * 1000, batch * 1000 + 6):
        game, rng = opening(seed)
        for step in range(STEPS):
            if step % 9 == 0:
                position = plain(game)
                state_in_order(game, position)
                menus_in_order(game)
                menu_is_honest(game, rng)
                if step % 45 == 0:
                    reads_back(game, position)
            if game.result is not None:
                break
            game.choose(rng.choice(game.choices()))


def losses(events: list[Any], before: dict[str, Any]) -> dict[str, int]:
    """How the events of one step say the national totals change."""
    change = dict.fromkeys(GENERALS, 0)
    beaten: dict[str, int] = {}
    for event in events:
        args = event.args
        if event.key == "defeat":
            change[args["nation"]] -= args["loss"]
            beaten[args["nation"]] = args["loss"]
        elif event.key == "retreat_none":
            pool = sum(before["pieces"][g]["troops"] for g in args["generals"])
            change[args["nation"]] -= pool
            change[args["nation"]] += beaten.get(args["nation"], 0)
        elif event.key == "supply_starved":
            change[args["nation"]] -= sum(before["pieces"][g]["troops"] for g in args["generals"])
        elif event.key in ("general_retired", "removed"):
            owner = next(n for n in GENERALS if args["general"] in GENERALS[n])
            change[owner] -= args["lost"]
        elif event.key == "troop_gained":
            change[args["nation"]] += 1
        elif event.key == "troop_lost":
            change[args["nation"]] -= 1
        elif event.key == "recruited":
            change[args["nation"]] += args["troops"]
    return change


@pytest.mark.parametrize("batch", range(4))
def test_troops_change_only_as_the_events_tell(batch: int) -> None:
    """R6.1: every change of a national total is told by an event of the step that made it."""
    changes = 0
    for seed in range(batch * 1000 + 101, batch * 1000 + 125, 2):
        game, rng = opening(seed)
        told: list[Any] = []
        before = plain(game)
        for _ in range(250):
            if game.result is not None or game.decision is None:
                break
            told += game.choose(rng.choice(game.choices()))
            after = plain(game)
            if after["purchase"] or after["state"] == "ALLOT" or before["state"] == "ALLOT":
                if after["state"] == "ALLOT" or before["state"] == "ALLOT":
                    before, told = after, []
                continue
            if len([e for e in told if e.key in ("retreat_none", "supply_starved")]) > 1:
                before, told = after, []
                continue
            was, now = national_totals(before), national_totals(after)
            expected = losses(told, before)
            for nation in GENERALS:
                if nation in after["out"]:
                    continue
                demand(now[nation] - was[nation] == expected[nation], "troops follow the events", nation,
                       was[nation], now[nation], told)  # fmt: skip
                changes += now[nation] != was[nation]
            before, told = after, []
    assert changes > 5


class Board:
    """The public board as somebody keeps it who only reads the log."""

    def __init__(self, view: dict[str, Any]) -> None:
        """Begin with what stands on the map."""
        self.at = {p: e["city"] for p, e in view["pieces"].items() if "city" in e}
        self.down = {p for p, e in view["pieces"].items() if e.get("face_down")}
        self.marks = dict(view["conquered"])
        self.asked = dict(view["pending"])

    def place(self, pieces: list[str], city: str) -> None:
        """Pieces stand in a city; one face-down general infects all (R9.7)."""
        for piece in pieces:
            self.at[piece] = city
        there = [p for p, c in self.at.items() if c == city and p in self.all_generals()]
        if self.down & set(there):
            self.down |= set(there)

    @staticmethod
    def all_generals() -> set[str]:
        """Who can be face-down at all."""
        return {g for generals in GENERALS.values() for g in generals}

    def leave(self, pieces: list[str]) -> None:
        """Pieces leave the map."""
        for piece in pieces:
            self.at.pop(piece, None)
            self.down.discard(piece)

    def read(self, event: dict[str, Any]) -> None:
        """What one line of the log changes."""
        key, args = event["key"], event["args"]
        if key == "step":
            for piece in args["pieces"]:
                self.at[piece] = args["city"]
        elif key == "joined":
            self.place(args["generals"], args["city"])
        elif key == "entered":
            self.place([args["piece"]], args["city"])
        elif key in ("retreat", "withdraws"):
            self.place(args["generals"], args["to"])
        elif key == "laudon_moves":
            self.place(["laudon"], args["to"])
        elif key == "west_moved":
            self.place(["hildburghausen"], args["path"][-1])
        elif key in ("generals_leave", "retreat_none", "supply_starved"):
            self.leave(args["generals"])
        elif key == "train_eliminated":
            self.leave([args["train"]])
        elif key in ("removed", "general_retired"):
            self.leave([args["general"]])
        elif key == "nation_out":
            self.leave([p for p in list(self.at) if NATION[p] == args["nation"]])
            self.marks = {c: n for c, n in self.marks.items() if n != args["nation"]}
        elif key in ("supply_lost", "flipped"):
            self.down |= set(args["generals"])
        elif key == "supply_restored":
            self.down -= set(args["generals"])
        elif key == "conquest":
            self.marks[args["city"]] = args["nation"]
            self.asked.pop(args["city"], None)
        elif key == "reconquest":
            self.marks.pop(args["city"], None)
            self.asked.pop(args["city"], None)
        elif key == "question":
            self.asked[args["city"]] = args["nation"]
        elif key == "question_fails":
            self.asked.pop(args["city"], None)


@pytest.mark.parametrize("batch", range(5))
def test_the_log_tells_the_whole_public_board(batch: int) -> None:
    """R15.10: whoever reads only a spectator's log knows every place, face-down piece, marker and "?"."""
    for seed in range(batch * 1000 + 501, batch * 1000 + 519):
        game, rng = opening(seed)
        board = Board(dict(game.view(None).json()))
        for _ in range(220):
            if game.result is not None or game.decision is None:
                break
            line = keen_order(game, rng) if game.decision.state == "MOVE_MENU" and rng.random() < 0.2 else None
            told = game.play(line) if line else game.choose(rng.choice(game.choices()))
            for event in game.events_for(told, None):
                board.read(dict(event))
            view = game.view(None).json()
            if view["moving"] or view["decision"] is None or view["decision"]["state"].startswith("RECRUIT"):
                continue  # told when the move or the purchase is complete
            assert board.at == {p: e["city"] for p, e in view["pieces"].items() if "city" in e}, told
            assert board.down == {p for p, e in view["pieces"].items() if e.get("face_down")}, told
            assert board.marks == view["conquered"], told
            assert board.asked == view["pending"], told


@pytest.mark.parametrize("batch", range(4))
def test_orders_from_menus_are_played(batch: int) -> None:
    """Whole games by orders taken from the menus: never refused, never stuck; what `check` says is what `play` does."""
    played = 0
    for seed in range(batch * 1000 + 200, batch * 1000 + 208):
        game, rng = opening(seed)
        for _ in range(150):
            if game.result is not None or game.decision is None:
                break
            role = rng.choice(game.decision.roles)
            lines = orders_on(game.menu(role), rng, 3)
            assert lines, game.decision
            line = rng.choice(lines)
            assert game.check(line) is None and game.check(line, role) is None
            game.play(line, role)
            played += 1
    assert played > 200


def so_far(game: Game) -> dict[str, Any]:
    """The position without what chance has not decided yet: an unfinished record cannot know it.

    Nor can it know which of the two equal Reserves of a deck was which.
    """
    position: dict[str, Any] = json.loads(json.dumps(game.position()).replace("#2", ""))
    for field in ("rng", "seed", "revealed"):
        position.pop(field, None)
    position["fate"]["next"] = sorted(position["fate"]["next"])
    position["piles"]["draw"] = sorted(position["piles"]["draw"])
    position["piles"].pop("reserves_swapped", None)
    return position


@pytest.mark.parametrize("seed", range(300, 312))
def test_choices_and_orders_agree(seed: int) -> None:
    """Playing a whole game by choices, then replaying its record order by order, gives the same end."""
    game, rng = opening(seed)
    for _ in range(6000):
        if game.result is not None:
            break
        game.choose(rng.choice(game.choices()))
    record = game.record()
    again = Game.from_record(record)
    assert so_far(again) == so_far(game)
    assert again.result == game.result is not None
    assert again.record() == record


@pytest.mark.parametrize("seed", range(320, 332))
def test_orders_replay(seed: int) -> None:
    """Playing by orders, then replaying the unfinished record, gives the same position and the same record."""
    game, rng = opening(seed)
    for _ in range(rng.randint(5, 120)):
        if game.result is not None or game.decision is None:
            break
        game.play(rng.choice(orders_on(game.menu(rng.choice(game.decision.roles)), rng, 3)))
    record = game.record()
    again = Game.from_record(record)
    assert so_far(again) == so_far(game)
    assert again.record() == record


@pytest.mark.parametrize("seed", range(400, 420))
def test_copies_are_independent(seed: int) -> None:
    """A copy goes its own way; the same choices on both give the same game."""
    game, rng = opening(seed)
    for _ in range(12):
        for _ in range(rng.randint(1, 25)):
            if game.result is not None:
                return
            game.choose(rng.choice(game.choices()))
        if game.result is not None:
            return
        before = plain(game)
        twin, other = game.copy(), game.copy()
        script = []
        for _ in range(20):
            if twin.result is not None:
                break
            choice = rng.choice(twin.choices())
            script.append(choice)
            twin.choose(choice)
        assert plain(game) == before, "the original changed with its copy"
        for choice in script:
            other.choose(choice)
        assert plain(other) == plain(twin), "two copies differ after the same choices"


@pytest.mark.parametrize("seed", range(440, 452))
def test_a_position_read_back_plays_on_alike(seed: int) -> None:
    """A game written, read and played on with the same choices stays the same: chance included."""
    game, rng = opening(seed)
    for _ in range(rng.randint(0, 200)):
        if game.result is not None:
            return
        game.choose(rng.choice(game.choices()))
    again = Game.from_position(json.loads(json.dumps(game.position())))
    for _ in range(80):
        if game.result is not None:
            break
        assert again.choices() == game.choices()
        choice = rng.choice(game.choices())
        game.choose(choice)
        again.choose(choice)
    assert plain(again) == plain(game)


@pytest.mark.parametrize("seed", range(460, 466))
def test_refusals_change_nothing(seed: int) -> None:
    """Orders of other moments and of other nations are refused by a sentence and leave the game as it was."""
    game, rng = opening(seed)
    archive = ["end", "pass", "fight", "move daun prag", "attack daun keith", "play R=3", "retreat prag", "nonsense"]
    refused = 0
    for _ in range(60):
        if game.result is not None or game.decision is None:
            break
        before = plain(game)
        for line in rng.sample(archive, 4):
            refusal = game.check(line)
            if refusal is None:
                continue
            with pytest.raises(IllegalOrder) as caught:
                game.play(line)
            assert str(caught.value) == str(refusal) and str(refusal)
            assert plain(game) == before
            refused += 1
        lines = orders_on(game.menu(game.decision.roles[0]), rng, 2)
        archive += lines[:1]
        game.play(rng.choice(lines))
    assert refused > 20


def test_whole_games_end() -> None:
    """Random games come to an end, at the latest with the eighteenth fate card in turn 23 (R12.7)."""
    for seed, scenario in enumerate(("standard", "expert", "west", "austria")):
        rng = random.Random(seed)
        game = Game.new(scenario=scenario, players=None if scenario in ("west", "austria") else 4, seed=f"end-{seed}")
        for _ in range(20000):
            if game.result is not None:
                break
            game.choose(rng.choice(game.choices()))
        assert game.result is not None and game.result.turn <= 23
