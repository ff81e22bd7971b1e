"""Small choices and whole orders agree: what random games choose can be written down, read and done again."""

from __future__ import annotations

import random

import pytest
from generated import generate

from sanssouci.friedrich import IllegalOrder
from sanssouci.friedrich.decisions import orders
from sanssouci.friedrich.files import position
from sanssouci.friedrich.rules import scenarios, turn
from sanssouci.friedrich.rules.cards import key_from_seed
from sanssouci.friedrich.rules.options import Options
from sanssouci.friedrich.rules.state import (
    ALLOT,
    GAME_OVER,
    MOVE_MENU,
    MOVE_PATH,
    RECRUIT_ASSIGN,
    RECRUIT_ORDER,
    RECRUIT_PAY,
    RECRUIT_PLACE,
    SPLIT_ALLOT,
    State,
)

INNER = {MOVE_PATH, SPLIT_ALLOT, RECRUIT_ORDER, RECRUIT_PLACE, RECRUIT_PAY, RECRUIT_ASSIGN}
GAMES: list[tuple[int, int, dict[str, object]]] = [
    (0, 4, {}),
    (0, 3, {"voluntary_removal": True}),
    (1, 4, {"fate_modifiers_on_payment": True}),
    (1, 4, {"fair_play": "strict", "decks": 5}),
    (0, 4, {"fair_play": "winning_move"}),
    (2, 2, {}),
    (3, 2, {"edition_text": "first"}),
]


def contents(s: State) -> dict[str, object]:
    """Everything in a state, the two Reserves of a deck being alike."""
    found: dict[str, object] = {}
    for field in dir(s):
        value = getattr(s, field)
        if field.startswith("_") or field in ("log", "options") or callable(value):
            continue
        if field == "sets":
            half = 1 << 48
            value = [(v % half, (v // half).bit_count()) if i < 70 else v for i, v in enumerate(map(int, value))]
        elif field == "played":
            value = [(v // 64 // 50, min(v // 64 % 50, 48), v % 64) for v in map(int, value)]
        elif field == "pile":
            value = [v - (v % 50 == 49) if i < 250 else v for i, v in enumerate(map(int, value))]
        elif hasattr(value, "__len__") and not isinstance(value, bytes):
            value = list(value)
        found[field] = value
    return found


@pytest.mark.parametrize("seed", range(14))
def test_orders_and_choices_agree(seed: int) -> None:
    """Formats.md, section 3: an order stands for a sequence of choices, and both do the same."""
    scenario, players, options = GAMES[seed % len(GAMES)]
    s = scenarios.new_state(scenario, players, Options(options), key_from_seed(f"orders {seed}"))
    turn.start(s)
    assert agree(s, random.Random(seed), 1500) > 100


@pytest.mark.parametrize("seed", range(30))
def test_orders_and_choices_agree_from_generated_positions(seed: int) -> None:
    """The same where much is going on: crowded maps, full hands, fate cards in force."""
    rng = random.Random(seed)
    agree(position.read(generate(rng))[0], rng, 300)


def agree(s: State, rng: random.Random, steps: int) -> int:
    """Play random choices; write each order down, read it, do it again; answers how many orders there were."""
    before, taken, written = s.copy(), list[int](), 0
    for _ in range(steps):
        if s.state == GAME_OVER:
            break
        menu = [int(c) for c in turn.choices(s)]
        assert menu
        if s.state == MOVE_MENU and rng.random() < 0.8:
            menu = [c for c in menu if c] or menu  # keep the phase going
        choice, asked, decider = rng.choice(menu), s.state, s.decider
        turn.apply(s, choice)
        taken.append(choice)
        if s.state in INNER or (asked == ALLOT == s.state and s.decider == decider):
            continue
        text = orders.text_of(before, taken)
        assert orders.refusal(before, text) is None, text
        again = before.copy()
        orders.perform(again, text)
        assert contents(again) == contents(s), text
        written += 1
        before, taken = s.copy(), []
    return written


def test_a_refused_order_changes_nothing() -> None:
    """formats.md, section 3: an order that is not legal changes nothing."""
    s = scenarios.new_state(0, 4, Options({}), key_from_seed("nothing"))
    turn.start(s)
    tries = ["end", "move daun brod", "allot france richelieu=9 soubise=5 chevert=6", "rubbish", "recruit pay 13S"]
    for _ in range(8):
        was = contents(s)
        for text in tries:
            if orders.refusal(s, text) is not None:
                with pytest.raises(IllegalOrder):
                    orders.perform(s, text)
                assert contents(s) == was
        turn.apply(s, turn.choices(s)[0])
