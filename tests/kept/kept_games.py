"""Games and positions kept for ever: how they are played again and counted.

Only the public face of the engine is used (`Game`: orders, menus, small choices, positions), so that the house may be
rebuilt behind it. Nothing here may change its answers: a difference is a change of behaviour.
"""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sanssouci.friedrich import Game, Happening

HERE = Path(__file__).parent
GAMES = HERE / "games"
POSITIONS = HERE / "positions.json"

# ---------------------------------------------------------------- whole games


def headers_of(record: str) -> dict[str, str]:
    """The header of a record."""
    head = record.split("\n\n", 1)[0]
    return dict(line.split(": ", 1) for line in head.splitlines() if ": " in line)


def orders_of(record: str) -> list[str]:
    """The orders of a record, without what chance gave."""
    return [line for line in record.split("\n\n", 1)[1].splitlines() if line and not line.startswith("#")]


def begin(record: str) -> Game:
    """The game before the first order; chance comes from the seed, not from the record."""
    headers = headers_of(record)
    if "position" in headers:
        return Game.from_position(json.loads(headers["position"]))
    options: dict[str, object] = {}
    for part in filter(None, headers.get("options", "").split(",")):
        name, value = part.strip().split("=")
        options[name] = {"true": True, "false": False}.get(value, int(value) if name == "decks" else value)
    return Game.new(headers["scenario"], int(headers["players"]), headers["seed"], options)


def told(events: list[Happening]) -> int:
    """A short number for everything that was told, secrets included."""
    plain = [[event.key, event.rule, event.args, event.secret, event.seers] for event in events]
    return zlib.crc32(json.dumps(plain, sort_keys=True, default=str).encode())


def offered(menu: dict[str, Any]) -> int:
    """How many orders a menu lists: every end of every group, every card, city, general, pair and "none"."""
    count = sum(
        len(menu.get(name) or ()) for name in ("cards", "generals", "cities", "pairs", "paths", "plays", "remove")
    )
    count += len(menu.get("reserves") or ()) * len(menu.get("reserve_values") or ())
    count += sum(menu.get(name) is True for name in ("none", "pass", "fight", "end"))
    for group in menu.get("groups", ()):
        low, high = group["takes"] or (1, 1)
        count += len(group["ends"]) * (high - low + 1)
    recruit = menu.get("recruit")
    if recruit:
        count += recruit["max_troops"] + len(recruit["cards"]) + sum(map(len, recruit["generals"].values()))
    return count


def played_again(record: str) -> Iterator[tuple[str, list[int], Game]]:
    """Plays a record order by order: each order with what was asked and told, `[choices, offered, told]`."""
    game = begin(record)
    for order in orders_of(record):
        decision = game.decision
        assert decision is not None, f"the game is over before {order!r}"
        listed = sum(offered(game.menu(role)) for role in decision.roles)
        choices = len(game.choices())
        yield order, [choices, listed, told(game.play(order))], game


def expectation(record: str) -> dict[str, Any]:
    """What is kept beside a record: the whole trace, the result and the last position."""
    steps = list(played_again(record))
    game = steps[-1][2]
    ended = game.result
    return {
        "result": None if ended is None else list(ended),
        "position": game.position(),
        "trace": [step for _, step, _ in steps],
    }


def read_expectation(path: Path) -> dict[str, Any]:
    """The file beside a record."""
    found: dict[str, Any] = json.loads(gzip.decompress(path.with_suffix(".json.gz").read_bytes()))
    return found


def write_expectation(path: Path, expected: dict[str, Any]) -> None:
    """The same bytes for the same content, whenever it is written."""
    text = json.dumps(expected, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    path.with_suffix(".json.gz").write_bytes(gzip.compress(text.encode(), 9, mtime=0))


def lacks(kept: Any, real: Any, at: str = "") -> list[str]:
    """Where `real` is not what was kept; a format may gain fields, it may not lose or change one."""
    if isinstance(kept, dict) and isinstance(real, dict):
        return [
            line
            for name, value in kept.items()
            for line in (lacks(value, real[name], f"{at}/{name}") if name in real else [f"{at}/{name} is gone"])
        ]
    if isinstance(kept, list | tuple) and isinstance(real, list | tuple) and len(kept) == len(real):
        return [
            line
            for i, (one, other) in enumerate(zip(kept, real, strict=True))
            for line in lacks(one, other, f"{at}/{i}")
        ]
    return [] if kept == real else [f"{at}: {kept!r} became {real!r}"]


# ---------------------------------------------------------------- counts


def leaves(game: Game, depth: int) -> int:
    """How many ways there are to take `depth` small choices; a finished game counts as one."""
    choices = game.choices()
    if depth <= 1 or not choices:
        return len(choices) or 1
    count = 0
    for choice in choices:
        after = game.copy()
        after.choose(choice)
        count += leaves(after, depth - 1)
    return count


def counts(position: dict[str, Any], depth: int) -> dict[str, Any]:
    """Everything counted of one position; chance is that of the position."""
    game = Game.from_position(position)
    assert game.decision is not None
    return {
        "state": game.decision.state,
        "orders": sum(offered(game.menu(role)) for role in game.decision.roles),
        "leaves": [leaves(game, d) for d in range(1, depth + 1)],
    }
