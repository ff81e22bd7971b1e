"""The other seats while a bot solves a position: they stay where they are and fight with what they hold."""

from __future__ import annotations

from sanssouci.friedrich import Game
from sanssouci.friedrich.rules.cards import is_reserve, value_of
from sanssouci.friedrich.rules.encoding import END, NONE, PASS
from sanssouci.friedrich.rules.state import CARD, MOVE_MENU


def quiet_choice(game: Game) -> int:
    """End the movement, decline; in a combat hit back with the highest card if zero can be reached at all."""
    choices = game.choices()
    state = game.state.state
    if state == MOVE_MENU:
        return END
    if state == CARD:
        return _answer(int(game.state.score), choices)
    return NONE if NONE in choices else choices[0]


def _answer(score: int, choices: list[int]) -> int:
    plays: list[tuple[int, int, int]] = []  # value, 1 for a Reserve, choice
    best: dict[int, int] = {}  # card → its highest value
    for choice in choices:
        if choice == PASS:
            continue
        card, named = (choice - 1) >> 4, (choice - 1) & 15
        value = named if is_reserve(card) else int(value_of(card)) * (2 if named == 15 else 1)
        plays.append((value, int(is_reserve(card)), choice))
        best[card] = max(best.get(card, 0), value)
    enough = [play for play in plays if score + play[0] >= 0]
    if enough:
        return max(enough, key=lambda play: (-play[1], play[0]))[2]
    if plays and (score + sum(best.values()) >= 0 or PASS not in choices):
        return max(plays, key=lambda play: (play[0], -play[1]))[2]
    return PASS


def step(game: Game) -> None:
    """One quiet decision."""
    game.choose(quiet_choice(game))
