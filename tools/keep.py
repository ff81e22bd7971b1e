"""Games and counts kept under tests/kept, which guard the behaviour of the engine for ever.

    python tools/keep.py counts      counts the kept positions and prints the table
    python tools/keep.py game FILE   keeps one more finished record, with what it gave
    python tools/keep.py make        plays the set of games and picks the positions; keeps those that are not there

A kept game is never written again: whoever changes a rule says so, deletes the games that the old rule decided, and
keeps new ones. `counts --write` and `game` do the writing.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections import Counter
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "friedrich"))
sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "kept"))

from generated import OPTIONS, generate
from kept_games import GAMES, POSITIONS, begin, counts, expectation, leaves, orders_of, write_expectation

from sanssouci.bots import registry
from sanssouci.bots.budget import Budget
from sanssouci.friedrich import Game

SETUPS = [("standard", 3), ("standard", 4), ("expert", 3), ("expert", 4), ("west", 2), ("austria", 2)]
#: who plays: Friedrich, then the others; "steps" takes any small step
TEAMS = [
    ("captain", "cadet"),
    ("general", "captain"),
    ("captain", "random"),
    ("random", "random"),
    ("steps", "steps"),
    ("cadet", "general"),
    ("general", "steps"),
]
#: the generated positions that games begin from
STRANGE = 10
#: no position is counted deeper than gives this many leaves
MOST_LEAVES = 20_000
POSITION_COUNT = 30


def play(game: Game, team: tuple[str, str], seed: str) -> Game:
    """A game to its end; the seed decides what bots do."""
    rng = random.Random(seed)
    bots: dict[str, Any] = {}
    while (decision := game.decision) is not None:
        role = decision.roles[0]
        name = team[0 if role == "friedrich" else 1]
        inside = decision.state.startswith(("MOVE_PATH", "SPLIT", "RECRUIT"))
        if name == "steps" or inside or (decision.state == "ALLOT" and "choices" in game.menu(role)):
            game.choose(rng.choice(game.choices()))
            continue
        if role not in bots:
            bots[role] = registry.make(name, f"{seed}/{role}")
        game.play(bots[role].decide(game.view(role), game.menu(role), rng, Budget(rollouts=20)), role)
    return game


def options_of(number: int) -> dict[str, Any]:
    """Every third game has none; the others take the unusual values of the options in turn, two at a time."""
    if number % 3 == 0:
        return {}
    unusual = [(name, value) for name, values in OPTIONS.items() for value in values[1:]]
    at = number - number // 3
    return dict([unusual[at % len(unusual)], unusual[(at + 7) % len(unusual)]])


def keep(path: Path, record: str) -> None:
    """Write a record and what it gave, unless it is there."""
    if path.exists():
        print(f"{path.name} is kept already")
        return
    path.write_text(record, encoding="utf-8")
    write_expectation(path, expectation(record))
    print(f"{path.name}: {len(orders_of(record))} orders")


def make_games() -> None:
    """The set of games: every scenario, number of players and option, weak and strong players."""
    GAMES.mkdir(exist_ok=True)
    number = 0
    for friedrich, others in TEAMS:
        for scenario, players in SETUPS:
            number += 1
            seed = f"kept-{number}"
            game = Game.new(scenario, players, seed, options_of(number))
            keep(GAMES / f"{number:02}-{scenario}-{players}.friedrich", play(game, (friedrich, others), seed).record())
    for k in range(STRANGE):
        number += 1
        rng = random.Random(f"kept-strange-{k}")
        scenario = ("expert", "expert", "standard", "austria", "west")[k % 5]
        record = ""
        while len(orders_of(record + "\n\n")) < 60:  # some generated positions are won at once
            begun = generate(rng, scenario)
            record = play(
                Game.from_position(begun), ("steps", "captain") if k % 2 else ("captain", "cadet"), f"{k}"
            ).record()
        keep(GAMES / f"{number:02}-{begun['scenario']}-{begun['players']}-strange.friedrich", record)


def candidates() -> dict[tuple[str, str], list[dict[str, Any]]]:
    """Positions of the kept games, and of small steps from generated ones, by scenario and decision."""
    found: dict[tuple[str, str], list[dict[str, Any]]] = {}

    def note(game: Game) -> None:
        if game.decision is not None:
            position = game.position()
            found.setdefault((position["scenario"], game.decision.state), []).append(position)

    for path in sorted(GAMES.glob("*.friedrich")):
        record = path.read_text(encoding="utf-8")
        game = begin(record)
        for i, order in enumerate(orders_of(record)):
            if i % 7 == 0 or (game.decision and game.decision.state not in ("MOVE_MENU", "CARD")):
                note(game)
            game.play(order)
    for k in range(2000):
        rng = random.Random(f"kept-counted-{k}")
        game = Game.from_position(generate(rng, "expert" if k % 2 else None))
        for _ in range(30):
            if game.result is not None:
                break
            note(game)
            game.choose(rng.choice(game.choices()))
    return found


def make_positions() -> None:
    """Thirty positions: every decision once, the rest in all scenarios."""
    if POSITIONS.exists():
        print(f"{POSITIONS.name} is kept already")
        return
    pool = candidates()
    rng = random.Random("kept-positions")
    states = sorted({state for _, state in pool})
    more = ["MOVE_MENU", "CARD", "MOVE_MENU", "RECRUIT_PAY", "MOVE_MENU", "RETREAT_PICK", "MOVE_PATH", "MOVE_MENU"]
    wanted = [*states, *more]
    scenarios: Counter[str] = Counter()
    chosen = []
    for state in wanted[:POSITION_COUNT]:
        places = sorted((scenarios[scenario], scenario) for scenario, at in pool if at == state)
        scenario = places[0][1]
        scenarios[scenario] += 1
        position = rng.choice(pool[scenario, state])
        chosen.append(position)
    kept = []
    for position in chosen:
        depth = 1
        game = Game.from_position(position)
        while depth < 6 and leaves(game, depth) < 4_000:
            depth += 1
        while depth > 1 and leaves(game, depth) > MOST_LEAVES:
            depth -= 1
        kept.append({**counts(position, depth), "position": position})
    write_positions(kept)


def write_positions(kept: list[dict[str, Any]]) -> None:
    """One line for each position."""
    lines = (json.dumps(one, sort_keys=True, ensure_ascii=False, separators=(",", ":")) for one in kept)
    POSITIONS.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")


def print_counts(write: bool) -> None:
    """The table of counts as the program gives it now."""
    kept = json.loads(POSITIONS.read_text(encoding="utf-8"))
    for number, one in enumerate(kept):
        now = counts(one["position"], len(one["leaves"]))
        same = all(one[name] == value for name, value in now.items())
        scenario = one["position"]["scenario"]
        print(
            f"{number:2} {scenario:9} {now['state']:15} {now['orders']:6} {now['leaves']}{'' if same else '  CHANGED'}"
        )
        one.update(now)
    if write:
        write_positions(kept)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("counts", "game", "make"))
    parser.add_argument("file", nargs="?", type=Path)
    parser.add_argument("--write", action="store_true", help="with counts: keep them")
    asked = parser.parse_args()
    if asked.what == "counts":
        print_counts(asked.write)
    elif asked.what == "make":
        make_games()
        make_positions()
    elif asked.file is None:
        parser.error("which record?")
    else:
        record = asked.file.read_text(encoding="utf-8")
        keep(GAMES / asked.file.name, record)


if __name__ == "__main__":
    main()
