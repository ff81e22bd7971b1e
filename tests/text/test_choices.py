"""What the terminal game offers is legal: a player who only takes numbered choices is never refused."""

from __future__ import annotations

import io
import random
import sys
from pathlib import Path

import pytest

from sanssouci.friedrich import Game
from sanssouci.text import choices
from sanssouci.text.hotseat import HotSeat
from sanssouci.text.seats import Seats
from sanssouci.text.voice import Voice

sys.path.insert(0, str(Path(__file__).parents[1] / "friedrich"))
from generated import generate


class Listening(Voice):
    """A voice that remembers what was refused."""

    def __init__(self, out: io.StringIO) -> None:
        super().__init__(True, out)
        self.refused: list[str] = []

    def refuse(self, text: str) -> None:
        self.refused.append(text)
        super().refuse(text)


class Monkey:
    """Types numbers, and now and then asks for the ways of a piece."""

    def __init__(self, rng: random.Random, lines: int) -> None:
        self.rng = rng
        self.left = lines
        self.states: set[str] = set()

    def sit_down(self, game: Game) -> str:
        """Play until the lines are used up or the game is over; answers everything that was said."""
        out = io.StringIO()
        self.voice = Listening(out)
        self.table = HotSeat(game, Seats(game, []), self.voice)
        self.table.run(self.ask)
        return out.getvalue()

    def ask(self, prompt: str) -> str | None:
        self.left -= 1
        if self.left < 0:
            return None
        if prompt.endswith("Enter. "):
            return ""
        decision = self.table.game.decision
        assert decision is not None
        self.states.add(decision.state)
        if not self.table.listed:
            return "menu"
        groups = [words for order, words in self.table.listed if not order and words.startswith("move ")]
        if groups and self.rng.random() < 0.7:
            return "moves " + self.rng.choice(groups).split()[1]
        taken = [i for i, (order, _) in enumerate(self.table.listed, 1) if order]
        return str(self.rng.choice(taken)) if taken else "menu"


@pytest.mark.parametrize("seed", range(12))
def test_numbered_choices_are_never_refused(seed: int) -> None:
    rng = random.Random(seed)
    monkey = Monkey(rng, 250)
    monkey.sit_down(Game.from_position(generate(rng)))
    assert monkey.voice.refused == []


def test_the_whole_game_can_be_played_by_number() -> None:
    monkey = Monkey(random.Random(1), 200_000)
    said = monkey.sit_down(Game.new(scenario="west", seed="numbers"))
    assert "Victory for " in said and monkey.voice.refused == []
    assert {"ALLOT", "FORCED_DISCARD", "MOVE_MENU"} <= monkey.states


@pytest.mark.parametrize("seed", range(40))
def test_every_choice_of_a_menu_is_an_order_that_is_legal(seed: int) -> None:
    """Each order beside a choice, at positions of all kinds, in every state they lead to."""
    rng = random.Random(seed)
    game = Game.from_position(generate(rng))
    for _ in range(40):
        decision = game.decision
        if decision is None:
            break
        for role in decision.roles:
            menu = game.menu(role)
            if "choices" in menu:
                continue  # in the middle of small steps
            offered = choices.choices(menu)
            assert offered
            for order, words in rng.sample(offered, min(8, len(offered))):
                assert words and (not order or game.check(order, role) is None), order
        game.choose(rng.choice(game.choices()))
