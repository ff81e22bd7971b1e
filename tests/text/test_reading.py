"""The questions that only read: from a view alone, in every language, and nothing a seat may not know."""

from __future__ import annotations

import random
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "friedrich"))

from generated import beginning, generate
from secrets_permuted import another_world

from sanssouci.friedrich import Game
from sanssouci.friedrich.messages import speaker
from sanssouci.friedrich.rules.names import ROLES
from sanssouci.text import choices, reading
from sanssouci.voice import languages

QUESTIONS = [
    "menu", "moves daun", "moves friedrich", "war", "where is daun", "where friedrich", "who is near breslau 6",
    "near prag", "look breslau", "way breslau prag", "my pieces", "pieces russia", "pieces prussia", "my hand",
    "combat", "fate", "how move",
]  # fmt: skip
#: what touches files, seats, bots or the game itself is no question of the page
OTHERS = [
    "save x",
    "load x",
    "undo",
    "bots",
    "bot friedrich random",
    "hint",
    "quit",
    "move daun prag",
    "",
    "log",
]


def told(game: Game, role: str | None) -> list[object]:
    """Every question answered from a role's view."""
    view = game.view(role)
    return [reading.answer(view, question, speaker()) for question in QUESTIONS]


@pytest.mark.parametrize("batch", range(3))
def test_no_answer_tells_what_a_seat_may_not_know(batch: int) -> None:
    """R15: other hands, pools, piles and fate permuted, every answer stays the same; menus are read off the view."""
    differing = menus = 0
    for seed in range(batch * 50, batch * 50 + 6):
        rng = random.Random(seed)
        game = Game.from_position(generate(rng) if seed % 2 else beginning(rng))
        for step in range(120):
            decision = game.decision
            if decision is None:
                break
            if step % 12 == 0:
                role = decision.roles[0] if step % 24 else rng.choice([*ROLES, None])
                position, differs = another_world(game, role, rng)
                assert told(game, role) == told(Game.from_position(position), role), (seed, step, role)
                differing += differs
            # while an order is given in small steps there is no menu to be told
            if "choices" not in game.menu(decision.roles[0]):
                for role in decision.roles:
                    found = reading.answer(game.view(role), "menu", speaker())
                    assert found and found.choices == choices.choices(game.menu(role), speaker()), (seed, step, role)
                    menus += 1
            game.choose(rng.choice(game.choices()))
    assert differing > 10 and menus > 100


@pytest.mark.parametrize("language", languages())
def test_every_question_is_answered_in_every_language(language: str) -> None:
    game = Game.new()
    for question in QUESTIONS:
        found = reading.answer(game.view("maria-theresa"), question, speaker(language))
        assert found and not found.refused and (found.lines or found.choices or found.sentence), question


@pytest.mark.parametrize("line", OTHERS)
def test_whatever_does_more_than_read_is_no_question(line: str) -> None:
    assert reading.answer(Game.new().view("friedrich"), line, speaker()) is None


def test_an_unknown_name_is_one_sentence() -> None:
    view = Game.new().view("friedrich")
    for question in ("where is nobody", "near nowhere", "look nowhere", "way prag nowhere"):
        found = reading.answer(view, question, speaker())
        assert found and found.refused and "'no" in found.sentence


def test_a_spectator_has_no_menu_and_no_hand() -> None:
    view = Game.new().view(None)
    assert reading.answer(view, "menu", speaker()) == reading.Answer(sentence="There is nothing.")
    assert reading.answer(view, "my hand", speaker()) == reading.Answer(sentence="There is nothing.")
