"""The tactical positions: one idea each, with right answers that are checked by the engine.

They are kept out of the tuning of the bots. A position (`positions/*.json`) names the role that is asked,
and either the orders that are right one after the other (`right.orders`, with `right.claim` as the proof) or
what must be true when the stage or turn is over (`right.after`, see `predicates`). The other seats are played
by `quiet`. `line` is a solution from end to end and `wrong` are plausible lines that fail: the tests play all
of them.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sanssouci.friedrich import Game, IllegalOrder
from sanssouci.friedrich.decisions.orders import text_of
from sanssouci.lab import pool, quiet
from sanssouci.lab.one_game import budget_of, decide, make_bot, number_from
from sanssouci.lab.predicates import true
from sanssouci.lab.problems import LabProblem
from sanssouci.lab.progress import progress
from sanssouci.lab.show import table

FOLDER = Path(__file__).parent / "positions"
#: What each rung must solve.
THRESHOLDS = {"cadet": 0.40, "captain": 0.70, "general": 0.85}
#: No position needs so many decisions of the bot.
MOST_ORDERS = 60


@dataclass(frozen=True)
class Puzzle:
    """One position with its right answers."""

    id: str
    theme: str
    title: str
    why: str
    role: str
    position: dict[str, Any]
    until: str  # "stage" or "turn"
    orders: tuple[tuple[str, ...], ...]
    after: dict[str, Any]  # for `orders`: what they bring about, which only the tests ask
    line: tuple[str, ...]
    wrong: tuple[tuple[str, ...], ...]

    def game(self) -> Game:
        """The position as a game."""
        return Game.from_position(self.position)


def load() -> list[Puzzle]:
    """All positions, theme by theme."""
    found: list[Puzzle] = []
    for path in sorted(FOLDER.glob("*.json")):
        data = json.loads(path.read_text(encoding="utf-8"))
        for entry in data["positions"]:
            right = entry["right"]
            found.append(Puzzle(
                entry["id"], data["theme"], entry["title"], entry["why"], entry["role"],
                {"format": "friedrich-position/1", **entry["position"]}, entry.get("until", "stage"),
                tuple(tuple(step) for step in right.get("orders", [])), right.get("after") or right["claim"],
                tuple(entry["line"]),
                tuple(tuple(line) for line in entry["wrong"]),
            ))  # fmt: skip
    return found


def _clock(puzzle: Puzzle, game: Game) -> tuple[int, ...]:
    s = game.state
    return (int(s.turn), int(s.nation)) if puzzle.until == "stage" else (int(s.turn),)


def _canonical(game: Game, order: str) -> tuple[object, ...]:
    """Two spellings of an order are the same if they lead to the same position."""
    tried = game.copy()
    tried.play(order)
    return (json.dumps(tried.position(), sort_keys=True),)


def play_out(puzzle: Puzzle, answer: Callable[[Game], str]) -> tuple[Game, list[str], bool]:
    """Let somebody answer for the puzzle's role to the end of the stage or turn.

    Answers the game, the orders given, and whether they were the right ones as far as orders are asked for.
    An illegal order, or one that is not right, ends the attempt.
    """
    game = puzzle.game()
    begun = _clock(puzzle, game)
    given: list[str] = []
    while game.result is None and _clock(puzzle, game) == begun:
        decision = game.decision
        assert decision is not None
        if puzzle.role not in decision.roles:
            quiet.step(game)
            continue
        if len(given) == MOST_ORDERS:
            return game, given, False
        order = answer(game)
        at = len(given)
        given.append(order)
        try:
            if at < len(puzzle.orders):
                right = {_canonical(game, one) for one in puzzle.orders[at] if game.check(one) is None}
                if _canonical(game, order) not in right:
                    return game, given, False
            game.play(order, puzzle.role)
        except IllegalOrder:
            return game, given, False
    return game, given, len(given) >= len(puzzle.orders)


def solve(puzzle: Puzzle, answer: Callable[[Game], str]) -> tuple[bool, list[str]]:
    """Was the answer right, and what was ordered?"""
    game, given, right = play_out(puzzle, answer)
    return right and (bool(puzzle.orders) or true(game, puzzle.after)), given


def by_line(line: tuple[str, ...]) -> Callable[[Game], str]:
    """Somebody who gives the orders of a line and goes on quietly."""
    left = list(line)

    def answer(game: Game) -> str:
        return left.pop(0) if left else text_of(game.state, [quiet.quiet_choice(game)])

    return answer


def attempt(puzzle: Puzzle, bot_name: str, rollouts: int | None, seed: int) -> dict[str, Any]:
    """A bot's attempt at one position."""
    number = number_from(f"tactics/{seed}/{puzzle.id}")
    bot, stream, budget = make_bot(bot_name, number), random.Random(number), budget_of(rollouts)
    solved, given = solve(puzzle, lambda game: decide(bot, game, puzzle.role, stream, budget))
    return {"id": puzzle.id, "solved": solved, "orders": given}


def examine(bot: str, rollouts: int | None, workers: int, seed: int, tries: int, only: str | None) -> tuple[str, bool]:
    """All positions for one bot; answers the report and whether its threshold is reached."""
    make_bot(bot, 0)
    if tries < 1:
        raise LabProblem(f"{tries} tries are no examination")
    puzzles = [p for p in load() if only is None or only in p.id or only in p.theme]
    if not puzzles:
        raise LabProblem(f"no position's name or theme contains '{only}'")
    tasks = [
        {"task": "position", "what": p.id, "id": p.id, "bot": bot, "rollouts": rollouts, "seed": seed + i}
        for p in puzzles for i in range(tries)
    ]  # fmt: skip
    solved = {p.id: 0 for p in puzzles}
    orders: dict[str, list[str]] = {}
    with progress(f"tactics {bot}", len(tasks)) as bar:
        for task, result in pool.run(tasks, workers):
            solved[result["id"]] += int(result["solved"])
            if task["seed"] == seed:
                orders[result["id"]] = result["orders"]
            bar.done()
    return _report(bot, puzzles, solved, orders, tries, only)


def _report(
    bot: str, puzzles: list[Puzzle], solved: dict[str, int], orders: dict[str, list[str]], tries: int, only: str | None
) -> tuple[str, bool]:
    lines: list[str] = []
    rows = [["theme", "solved", "of"]]
    for theme in dict.fromkeys(p.theme for p in puzzles):
        ids = [p.id for p in puzzles if p.theme == theme]
        rows.append([theme, str(sum(solved[i] for i in ids)), str(len(ids) * tries)])
    for p in puzzles:
        if solved[p.id] < tries:
            given = "; ".join(orders[p.id][:6]) or "nothing"
            lines.append(f"{p.id} ({solved[p.id]} of {tries}): {p.title}\n    why: {p.why}\n    {bot}: {given}")
    share = sum(solved.values()) / (len(puzzles) * tries)
    lines += table(rows)
    lines.append(f"{bot} solves {sum(solved.values())} of {len(puzzles) * tries}: {100 * share:.1f} %")
    wanted = THRESHOLDS.get(bot)
    if wanted is None or only is not None:
        return "\n".join(lines), True
    lines.append(f"wanted: {100 * wanted:.0f} %: {'reached' if share >= wanted else 'MISSED'}")
    return "\n".join(lines), share >= wanted
