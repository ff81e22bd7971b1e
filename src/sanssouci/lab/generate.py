"""Data sets of self-play: Parquet in shards, a row for every order (docs/research.md says what stands where).

A shard holds the games of one block of numbers and is written whole, so that a command that was killed goes on with
the first block that is missing. Nothing but seed, bot, scenario, budget and code decides what stands in it.
"""

from __future__ import annotations

import base64
import json
import random
import zlib
from pathlib import Path
from typing import Any

from librt.vecs import vec
from mypy_extensions import u8

from sanssouci.env.fields import SIZE
from sanssouci.env.sight import Sight
from sanssouci.friedrich import Game
from sanssouci.friedrich.files.chance import chances as given
from sanssouci.friedrich.rules.cards import CARD_COUNT, DECK_SIZE, MAX_DECKS
from sanssouci.friedrich.rules.names import GENERAL_COUNT, NATION_COUNT, ROLES
from sanssouci.friedrich.rules.state import HAND, POOL, State
from sanssouci.lab import pool
from sanssouci.lab.calibrate import chance_function
from sanssouci.lab.ledger import code_fingerprint
from sanssouci.lab.one_game import Job, budget_of, decide, make_bot, number_from
from sanssouci.lab.problems import LabProblem
from sanssouci.lab.progress import progress
from sanssouci.lab.seating import ROLES_OF
from sanssouci.lab.worker import save

#: games of a shard
BLOCK = 16
#: its name begins so that whoever reads the folder as one table passes it by
SETTINGS = "_data.json"


def true_troops(s: State) -> bytes:
    """The troops of every general."""
    return bytes(int(s.men[POOL + g]) for g in range(GENERAL_COUNT))


def true_cards(s: State) -> bytes:
    """Whose hand holds a card: 0 nobody's, else the nation's number and one."""
    found = bytearray(CARD_COUNT)
    for n in range(NATION_COUNT):
        for d in range(MAX_DECKS):
            held = int(s.sets[HAND + n * MAX_DECKS + d])
            for card in range(DECK_SIZE):
                if held >> card & 1:
                    found[d * DECK_SIZE + card] = n + 1
    return bytes(found)


def play_rows(seed: int, number: int, bot: str, scenario: str, rollouts: int | None) -> list[dict[str, Any]]:
    """One game of self-play, a row for every order."""
    chances = chance_function()
    game = Game.new(scenario=scenario, seed=f"data/{Job(seed, number, bot, bot).game_seed}")
    bots: dict[str, Any] = {}
    streams: dict[str, random.Random] = {}
    for role in ROLES_OF[scenario]:
        own = number_from(f"{game.seed}/{role}")
        bots[role], streams[role] = make_bot(bot, own), random.Random(own)
    buffer = vec[u8]([0] * SIZE)
    sight = Sight(buffer, 0, game.state.options)
    rows: list[dict[str, Any]] = []
    turn = 0
    while (decision := game.decision) is not None:
        s, role = game.state, decision.roles[0]
        named = None
        if s.turn != turn and decision.state == "MOVE_MENU":
            turn = int(s.turn)
            told = chances(game)
            named = [round(float(told.get(one, 0.0)), 4) for one in ROLES]
        sight.write(s, ROLES.index(role), True, -1)
        row: dict[str, Any] = {
            "game": number, "number": len(rows) + 1, "turn": int(s.turn), "role": role, "nation": decision.nation,
            "decision": decision.state, "seen": bytes(buffer), "true_troops": true_troops(s),
            "true_cards": true_cards(s), "chances": named,
        }  # fmt: skip
        row["order"] = decide(bots[role], game, role, streams[role], budget_of(rollouts))
        events = game.play(row["order"], role)
        row["given"] = [" ".join(w for w in (e.kind, e.nation, *e.cards) if w) for e in given(events)]
        rows.append(row)
    ended = game.result
    assert ended is not None
    for row in rows:
        row["winners"], row["won"] = list(ended.winners), row["role"] in ended.winners
    return rows


BYTES = ("seen", "true_troops", "true_cards")


def packed(rows: list[dict[str, Any]]) -> str:
    """Rows as a text that travels."""
    plain = [{k: base64.b64encode(v).decode() if k in BYTES else v for k, v in row.items()} for row in rows]
    return base64.b64encode(zlib.compress(json.dumps(plain).encode())).decode()


def unpacked(text: str) -> list[dict[str, Any]]:
    """The rows again."""
    rows: list[dict[str, Any]] = json.loads(zlib.decompress(base64.b64decode(text)))
    for row in rows:
        row |= {name: base64.b64decode(row[name]) for name in BYTES}
    return rows


def _arrow() -> tuple[Any, Any]:
    """PyArrow and its Parquet; without it one sentence says how to get it."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise LabProblem(
            "PyArrow is not installed: pip install --require-hashes -r locks/data.txt (docs/research.md)"
        ) from None
    return pyarrow, pyarrow.parquet


def schema(arrow: Any) -> Any:
    """The columns of a shard."""
    a = arrow
    return a.schema([
        ("game", a.int32()), ("number", a.int32()), ("turn", a.int8()), ("role", a.string()), ("nation", a.string()),
        ("decision", a.string()), ("seen", a.binary(SIZE)), ("true_troops", a.binary(GENERAL_COUNT)),
        ("true_cards", a.binary(CARD_COUNT)), ("chances", a.list_(a.float32())), ("order", a.string()),
        ("given", a.list_(a.string())), ("winners", a.list_(a.string())), ("won", a.bool_()),
    ])  # fmt: skip


def shard(out: Path, first: int) -> Path:
    """The file of the block that begins with a game."""
    return out / f"games-{first:07d}.parquet"


def run_generate(
    bot: str, games: int, out: Path, scenario: str, seed: int, rollouts: int | None, workers: int, ray: str | None
) -> str:
    """Play what is missing; answers a sentence with the size."""
    make_bot(bot, 0)
    if scenario not in ROLES_OF:
        raise LabProblem(f"there is no scenario '{scenario}': the scenarios are {', '.join(ROLES_OF)}")
    if games < 1:
        raise LabProblem(f"a data set has at least one game, not {games}")
    arrow, parquet = _arrow()
    _begin(out, {"bot": bot, "scenario": scenario, "seed": seed, "rollouts": rollouts, "code": code_fingerprint("env")})
    # a last block that is not full is played anew when more games are asked for
    blocks = {first: range(first, min(first + BLOCK, games + 1)) for first in range(1, games + 1, BLOCK)}
    lacking = {
        first: block for first, block in blocks.items()
        if not shard(out, first).exists() or _games(parquet, shard(out, first)) < len(block)
    }  # fmt: skip
    tasks = [
        {"task": "rows", "what": f"game {n}", "seed": seed, "number": n, "bot": bot, "scenario": scenario,
         "rollouts": rollouts} for block in lacking.values() for n in block
    ]  # fmt: skip
    found: dict[int, dict[int, str]] = {first: {} for first in lacking}
    with progress(f"generate {bot}", games, games - len(tasks)) as bar:
        for task, answer in pool.run(tasks, workers, ray=ray):
            first = (task["number"] - 1) // BLOCK * BLOCK + 1
            found[first][task["number"]] = answer["rows"]
            if len(found[first]) == len(lacking[first]):
                _write(arrow, parquet, shard(out, first), found.pop(first))
            bar.done()
    size = sum(shard(out, first).stat().st_size for first in blocks)
    count = sum(_games(parquet, shard(out, first)) for first in blocks)
    return f"{count} games in {len(blocks)} shards in {out}, {size / count / 1000:.1f} KB a game"


def _begin(out: Path, settings: dict[str, Any]) -> None:
    """A folder for this data set, new or begun."""
    path = out / SETTINGS
    try:
        out.mkdir(parents=True, exist_ok=True)
        there = json.loads(path.read_text(encoding="utf-8")) if path.exists() else settings
    except (OSError, ValueError):
        raise LabProblem(f"{out} cannot be used: choose another --out") from None
    if there != settings:
        raise LabProblem(f"{out} holds data of other settings or other code: choose another --out")
    save(path, json.dumps(settings, indent=1, sort_keys=True) + "\n")


def _games(parquet: Any, path: Path) -> int:
    """How many games a shard has."""
    return len(set(parquet.read_table(path, columns=["game"])["game"].to_pylist()))


def _write(arrow: Any, parquet: Any, path: Path, games: dict[int, str]) -> None:
    """Write a shard whole or not at all, its games in order."""
    rows = [row for number in sorted(games) for row in unpacked(games[number])]
    half = path.with_name(path.name + ".part")
    parquet.write_table(arrow.Table.from_pylist(rows, schema(arrow)), half, compression="zstd", compression_level=9)
    half.replace(path)
