"""`make bench`: the speed of the engine on one core, with everything that is claimed about it.

Games are uniformly random four-player standard games in the engine's own small steps, without cancel steps.
"""

from __future__ import annotations

import cProfile
import pstats
import random
import subprocess
import sys
import time
from pathlib import Path

CHAPTERS = {
    "movement": "R4", "restrictions": "R4", "objectives": "R5", "troops": "R6", "combat": "R7", "duel": "R7",
    "retreat": "R8", "supply": "R9", "muster": "R10", "recruitment": "R10",
    "fate": "R11", "fate_troops": "R11", "fate_cards": "R11",
    "fate_moves": "R11", "effects": "R11", "victory": "R12", "expert": "R13", "scenarios": "R14",
    "decks": "R3", "cards": "R3", "turn": "17", "stages": "17", "board": "R1", "state": "17",
    "state_made": "17", "allotment": "R1",
}  # fmt: skip


def measure(seconds: float) -> dict[str, float]:
    """Games, decisions and copies per second of whichever build is imported."""
    from sanssouci.friedrich.rules import playout, scenarios, turn
    from sanssouci.friedrich.rules.options import Options

    options = Options({})
    start = scenarios.new_state(0, 4, options, b"bench")
    turn.start(start)
    rng = playout.SmallRandom(1756)
    games = decisions = 0
    began = time.perf_counter()
    while time.perf_counter() - began < seconds:
        state = scenarios.new_state(0, 4, options, games.to_bytes(8, "big"))
        turn.start(state)
        decisions += playout.random_game(state, rng)
        games += 1
    took = time.perf_counter() - began
    copies = 20_000
    began = time.perf_counter()
    playout.copy_many(start, copies)
    copying = (time.perf_counter() - began) / copies * 1e9
    return {
        "games": games / took, "decisions": decisions / took, "per_game": decisions / games, "copy_ns": copying,
    }  # fmt: skip


def through_the_api(seconds: float) -> tuple[float, float]:
    """The same through `Game.choices` and `Game.choose`: games and decisions a second."""
    from sanssouci.friedrich import Game

    rng = random.Random(1756)
    games = decisions = 0
    began = time.perf_counter()
    while time.perf_counter() - began < seconds:
        game = Game.new(scenario="standard", players=4, seed=str(games))
        while game.result is None:
            game.choose(rng.choice(game.choices()))
            decisions += 1
        games += 1
    took = time.perf_counter() - began
    return games / took, decisions / took


def drawn(games: int) -> list[list[int]]:
    """The choices of so many random games: for those who do not count the caller's own choosing."""
    from sanssouci.friedrich import Game

    rng = random.Random(1756)
    taken: list[list[int]] = []
    for number in range(games):
        game = Game.new(seed=str(number))
        taken.append([])
        while game.result is None:
            taken[-1].append(rng.choice(game.choices()))
            game.choose(taken[-1][-1])
    return taken


def again(taken: list[list[int]], way: str) -> float:
    """Nanoseconds a decision of `Game.choices` and `Game.choose` or `Game.step` (`way`) on these games."""
    from sanssouci.friedrich import Game

    took = 0.0
    for number, choices in enumerate(taken):
        game = Game.new(seed=str(number))
        began = time.process_time()
        take = getattr(game, way)
        for choice in choices:
            game.choices()
            take(choice)
        took += time.process_time() - began
    return took / sum(map(len, taken)) * 1e9


def told(games: int) -> float:
    """Nanoseconds a decision with its events, the best of several passes; older commits can be asked, too."""
    taken = drawn(games)
    return min(again(taken, "choose") for _ in range(7))


def quietly(games: int) -> tuple[float, float]:
    """Nanoseconds a decision: of `Game.choices` and `Game.step`, and of the engine alone."""
    from sanssouci.friedrich import Game
    from sanssouci.friedrich.rules import playout

    taken = drawn(games)
    quiet = bare = float("inf")
    for _ in range(5):
        quiet = min(quiet, again(taken, "step"))
        began = time.process_time()
        played = int(playout.random_games(Game.new(seed="bare").state, games, 1756))
        bare = min(bare, (time.process_time() - began) / played * 1e9)
    return quiet, bare


def retreats(positions: int) -> tuple[float, float]:
    """Worst and mean time of the exact retreat ends, losses of 5 to 23, in pockets walled off by up to 34 pieces."""
    from sanssouci.friedrich.rules import retreat, scenarios
    from sanssouci.friedrich.rules.board import CITY_COUNT, ROADS
    from sanssouci.friedrich.rules.options import Options

    rng = random.Random(1756)
    empty = scenarios.new_state(0, 4, Options({}), b"bench")
    times = []
    for _ in range(positions):
        state = empty.copy()
        start = rng.randrange(CITY_COUNT)
        pocket = {start}
        size = rng.randint(10, 70)
        while len(pocket) < size:
            pocket.add(rng.choice(ROADS[rng.choice(sorted(pocket))])[0])
        wall = sorted({b for c in pocket for b, _ in ROADS[c]} - pocket)
        for city in rng.sample(wall, min(len(wall), 33)):
            state.occ[city] = 1
        victor = rng.choice(ROADS[start])[0]
        state.occ[victor] = state.occ[start] = 1
        began = time.perf_counter()
        retreat.retreat_ends(state, start, rng.randint(5, 23), victor)
        times.append(time.perf_counter() - began)
    return max(times), sum(times) / len(times)


def plans(games: int) -> tuple[float, float, int]:
    """Median and 99th percentile in seconds of judging where a planned move ends, from a view, and their number."""
    from sanssouci.friedrich import Game
    from sanssouci.friedrich.knowledge import outlook

    rng = random.Random(1756)
    times = []
    for number in range(games):
        game = Game.new(scenario="standard", players=4, seed=f"plans {number}")
        while game.result is None:
            decision = game.decision
            if decision is not None and decision.state == "MOVE_MENU" and rng.random() < 0.02:
                role = decision.roles[0]
                for group in game.menu(role)["groups"]:
                    if not group.get("takes"):
                        way = rng.choice(list(group["ends"].values()))
                        order = f"move {'+'.join(group['pieces'])} {' '.join(way)}"
                        began = time.perf_counter()
                        outlook.judge(game.view(role), order)
                        times.append(time.perf_counter() - began)
            game.choose(rng.choice(game.choices()))
    times.sort()
    return times[len(times) // 2], times[len(times) * 99 // 100], len(times)


def profile() -> dict[str, float]:
    """Share of the time per chapter, from a profile of the plain build."""
    from sanssouci.friedrich.rules import playout, scenarios, turn
    from sanssouci.friedrich.rules.options import Options

    profiler = cProfile.Profile()
    rng = playout.SmallRandom(1)
    profiler.enable()
    for number in range(8):
        state = scenarios.new_state(0, 4, Options({}), bytes([number]))
        turn.start(state)
        playout.random_game(state, rng)
    profiler.disable()
    shares: dict[str, float] = {}
    total = 0.0
    for (file, _, _), (_, _, own, _, _) in pstats.Stats(profiler).stats.items():  # type: ignore[attr-defined]
        chapter = CHAPTERS.get(Path(file).stem, "other") if "friedrich" in file else "other"
        shares[chapter] = shares.get(chapter, 0.0) + own
        total += own
    return {chapter: own / total for chapter, own in sorted(shares.items(), key=lambda item: -item[1])}


def main() -> None:
    """Measure this build; then the plain one in a process of its own, in the same run.

    `--told`: only the decision with its events, of whatever build the interpreter has, an old commit's as well.
    """
    if sys.argv[1:2] == ["--plain"]:
        figures = measure(3.0)
        print(f"{figures['games']:.3f} {figures['decisions']:.1f}")
        for chapter, share in profile().items():
            print(f"{chapter} {share:.4f}")
        return
    if sys.argv[1:2] == ["--told"]:
        print(f"nanoseconds a told step    {told(20):.0f}")
        return
    from sanssouci.friedrich import BUILD

    figures = measure(5.0)
    api_games, api_decisions = through_the_api(5.0)
    print(f"build                      {BUILD}")
    print(f"random games per second    {figures['games']:.0f}   (through the public API {api_games:.0f})")
    print(f"decisions per second       {figures['decisions']:.0f}   (through the public API {api_decisions:.0f})")
    print(f"decisions per game         {figures['per_game']:.0f}")
    print(f"nanoseconds per copy       {figures['copy_ns']:.0f}")
    print(f"nanoseconds a told step    {told(20):.0f}   (with its events)")
    quiet, bare = quietly(20)
    print(f"nanoseconds a quiet step   {quiet:.0f}   (the engine alone {bare:.0f}; factor {quiet / bare:.2f})")
    worst, mean = retreats(2000)
    median, slow, number = plans(6)
    print(
        f"end of a planned move      median {median * 1e3:.1f} ms, 99 in 100 below {slow * 1e3:.1f} ms ({number} plans)"
    )
    print(f"retreat of 5 to 23 cities  worst {worst * 1e3:.1f} ms, mean {mean * 1e6:.0f} µs (2000 walled-off places)")
    source = Path(__file__).resolve().parent.parent / "src"
    answer = subprocess.run(
        [sys.executable, __file__, "--plain"],
        env={"PYTHONPATH": str(source)},
        capture_output=True,
        text=True,
        check=True,
    )
    first, *chapters = answer.stdout.strip().splitlines()
    plain = float(first.split()[0])
    print(f"plain build, same run      {plain:.1f} games per second; compiled / plain = {figures['games'] / plain:.1f}")
    print("share of time per chapter of the rules (profile of the plain build):")
    for line in chapters:
        chapter, portion = line.split()
        print(f"  {chapter:<6} {float(portion):6.1%}")


if __name__ == "__main__":
    main()
