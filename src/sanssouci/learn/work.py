"""What the processes of the pool do for learning: a block of games, the rows of a block."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sanssouci.learn.games import write_shard
from sanssouci.learn.players import play_game, table_of


def games(task: dict[str, Any]) -> dict[str, Any]:
    """Play a block of games and write its shard."""
    first, number, run = task["first"], task["number"], task["run"]
    make = None
    if task.get("net"):
        from sanssouci.learn.ranker import seat_maker

        make = seat_maker(task["net"])
    played = []
    for n in range(first, first + number):
        seed, table = f"learn/{run}/{n}", table_of(n)
        played.append(play_game(seed, table, make) if make else play_game(seed, table))
    size = write_shard(Path(task["path"]), played, {"run": run, "first": first})
    return {"result": {"games": number, "bytes": size}}


def rows(task: dict[str, Any]) -> dict[str, Any]:
    """Play the games of a shard again and write their rows."""
    from sanssouci.learn.rows import make_rows

    return {"result": {"rows": make_rows(Path(task["games"]), Path(task["path"]))}}


def bench(task: dict[str, Any]) -> dict[str, Any]:
    """Play out the candidates of positions of a shard, two of every game at most."""
    from sanssouci.learn import bench as screen
    from sanssouci.learn.games import read_shard

    found = [entry for game in read_shard(Path(task["games"])) for entry in screen.positions(game, 2)]
    half = Path(task["path"]).with_suffix(".part")
    screen.write(half, found)
    half.replace(task["path"])
    return {"result": {"positions": len(found)}}


def duel(task: dict[str, Any]) -> dict[str, Any]:
    """Play some numbers of a duel."""
    from sanssouci.learn.duel import play

    return {"result": {"winners": [play(task["net"], task["run"], n) for n in task["numbers"]]}}


TASKS = {"learn-games": games, "learn-rows": rows, "learn-bench": bench, "learn-duel": duel}
