"""The tactical positions: legal, solved by their lines, not solved by their wrong lines, and claims that hold."""

from __future__ import annotations

import dataclasses
from collections import Counter

import pytest

from sanssouci.friedrich import Game
from sanssouci.lab import threats
from sanssouci.lab.predicates import TESTS, true
from sanssouci.lab.tactics import THRESHOLDS, Puzzle, attempt, by_line, examine, load, play_out, solve

PUZZLES = load()
THEMES = {
    "two-order retroactive conquest", "stop at −1", "play to zero", "train hunt", "encirclement",
    "a retreat kept open", "a win this turn", "a loss prevented",
}  # fmt: skip
each = pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda p: p.id)


def free(puzzle: Puzzle) -> Puzzle:
    """The same position with any order accepted, so that a wrong line can be played to its end."""
    return dataclasses.replace(puzzle, orders=())


def test_forty_positions_of_eight_themes() -> None:
    assert len(PUZZLES) == 40
    assert len({p.id for p in PUZZLES}) == 40
    assert Counter(p.theme for p in PUZZLES) == dict.fromkeys(THEMES, 5)
    assert {p.role for p in PUZZLES} == {"friedrich", "elisabeth", "maria-theresa", "pompadour"}


@each
def test_the_position_asks_its_role(puzzle: Puzzle) -> None:
    decision = puzzle.game().decision
    assert decision is not None and puzzle.role in decision.roles
    assert puzzle.why.endswith(".") and len(puzzle.why) > 40
    assert set(puzzle.after) <= set(TESTS)


@each
def test_the_line_is_legal_and_right(puzzle: Puzzle) -> None:
    refused: list[str] = []
    follow = by_line(puzzle.line)

    def answer(game: Game) -> str:
        order = follow(game)
        refusal = game.check(order, puzzle.role)
        if refusal is not None:
            refused.append(f"{order}: {refusal}")
        return order

    solved, given = solve(puzzle, answer)
    assert refused == []
    assert given[: len(puzzle.line)] == list(puzzle.line)
    assert solved


@each
def test_every_right_order_is_legal_when_it_is_asked_for(puzzle: Puzzle) -> None:
    if puzzle.orders:
        game = puzzle.game()
        assert all(game.check(order, puzzle.role) is None for order in puzzle.orders[0])


@each
def test_the_claim_holds_after_the_line(puzzle: Puzzle) -> None:
    """The win is a win, the loss of one troop is a loss of one troop, the trapped stack is gone."""
    game, _, _ = play_out(free(puzzle), by_line(puzzle.line))
    assert true(game, puzzle.after)


@each
def test_wrong_lines_are_legal_and_fail(puzzle: Puzzle) -> None:
    assert puzzle.wrong
    for line in puzzle.wrong:
        follow = by_line(line)

        def answer(game: Game, follow: object = follow) -> str:
            order: str = follow(game)  # type: ignore[operator]
            assert game.check(order, puzzle.role) is None, order
            return order

        game, _, _ = play_out(free(puzzle), answer)
        assert not true(game, puzzle.after), line
        assert not solve(puzzle, by_line(line))[0], line


@pytest.mark.parametrize("puzzle", [p for p in PUZZLES if p.theme == "a win this turn"], ids=lambda p: p.id)
def test_without_the_right_stage_there_is_no_win(puzzle: Puzzle) -> None:
    game, _, _ = play_out(puzzle, by_line(("end",)))
    assert game.result is None


@pytest.mark.parametrize("puzzle", [p for p in PUZZLES if p.theme == "a loss prevented"], ids=lambda p: p.id)
def test_the_loss_is_real_if_nothing_is_done(puzzle: Puzzle) -> None:
    """Doing nothing, there is a way for the enemy to hold everything after his stage."""
    game, _, _ = play_out(puzzle, by_line(("end",)))
    assert not true(game, {"cannot_complete": puzzle.after["cannot_complete"]})


def test_threats_find_the_dead_end_and_only_it() -> None:
    pieces = {"seydlitz": {"city": "emden", "troops": 5}, "richelieu": {"city": "meppen", "troops": 6}}
    position = {"format": "friedrich-position/1", "nation": "prussia", "turn": 3, "pieces": pieces}
    trapped = Game.from_position(position).state
    assert threats.can_remove(trapped, 6, "seydlitz")
    pieces["seydlitz"]["city"] = "leer"
    assert not threats.can_remove(Game.from_position(position).state, 6, "seydlitz")
    pieces["seydlitz"] = {"city": "emden", "troops": 6}
    assert not threats.can_remove(Game.from_position(position).state, 6, "seydlitz")


def test_an_attempt_repeats() -> None:
    assert attempt(PUZZLES[7], "random", None, 5) == attempt(PUZZLES[7], "random", None, 5)


def test_the_report_counts_and_names_what_failed() -> None:
    text, passed = examine("random", None, 1, 1, 1, "win-")
    assert passed  # random has no threshold
    assert "win-magdeburg (0 of 1)" in text and "solves" in text
    assert set(THRESHOLDS) == {"cadet", "captain", "general"}


@pytest.mark.parametrize("rung", THRESHOLDS)
def test_every_rung_solves_what_it_should(rung: str) -> None:
    text, passed = examine(rung, None, 1, 1, 1, None)
    assert passed, text
