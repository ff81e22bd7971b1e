"""The recipe at small scale with its real parts: games, rows, training, the net's file, the bot that plays by it."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from librt.vecs import vec
from mypy_extensions import i64

from sanssouci.bots import scholar
from sanssouci.bots.budget import Budget
from sanssouci.bots.foresight import foreseen, in_world
from sanssouci.bots.inputs_table import INPUTS
from sanssouci.bots.net import Net
from sanssouci.bots.netfile import packaged
from sanssouci.bots.proposals import ranked_marches
from sanssouci.bots.scholar import ScholarBot
from sanssouci.friedrich import Game
from sanssouci.friedrich.knowledge.resample import resample
from sanssouci.friedrich.rules.names import ROLES
from sanssouci.friedrich.rules.state import ALLOT, GAME_OVER, MOVE_MENU, State
from sanssouci.lab.problems import LabProblem
from sanssouci.learn import __main__ as command
from sanssouci.learn import bench, duel, fit, recipe
from sanssouci.learn.export import quantised
from sanssouci.learn.games import TABLES, Played, Table, place_bytes, places_of, read_shard, replay, write_shard
from sanssouci.learn.generation import targets
from sanssouci.learn.players import play_game, table_of
from sanssouci.learn.ranker import Learner, seat_maker
from sanssouci.learn.rows import AIMS

WEST = Table("west", 2)


def quiet(text: str) -> None:
    """Say nothing."""


def nothing(s: State, number: int) -> None:
    """Look at nothing."""


@pytest.fixture(scope="module")
def game() -> Played:
    """A game of the pool."""
    return play_game("learn/test/1", WEST)


@pytest.fixture(scope="module")
def learned(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the whole recipe was run."""
    out = tmp_path_factory.mktemp("learned")
    words = ["recipe", "--out", str(out), "--games", "24", "--workers", "2", "--epochs", "2", "--batch", "64"]
    assert command.main([*words, "--first-layer", "16", "--second-layer", "8"]) == 0
    return out


def test_places_of_long_menus_come_back() -> None:
    places = [0, 1, 247, 248, 503, 504, 703]
    assert list(places_of(b"".join(place_bytes(place) for place in places))) == places


def test_a_game_comes_back_from_its_places_and_is_small(game: Played, tmp_path: Path) -> None:
    seen: list[int] = []
    end = replay(game, lambda s, number: seen.append(int(s.state)))
    assert end.state == GAME_OVER and end.winners == game.winners and seen[0] == ALLOT
    games = [game, play_game("learn/test/2", TABLES[0])]
    path = tmp_path / "one.games"
    assert write_shard(path, games, {}) < 600 * 2
    assert read_shard(path) == games


def test_the_same_seed_gives_the_same_game(game: Played) -> None:
    assert play_game("learn/test/1", WEST) == game
    assert play_game("learn/test/3", WEST).places != game.places


@pytest.mark.parametrize("change", ["place", "short", "long", "winner"])
def test_a_game_of_other_rules_is_refused(game: Played, change: str) -> None:
    other = {
        "place": game._replace(places=game.places[:40] + b"\xf7" + game.places[41:]),
        "short": game._replace(places=game.places[:-3]),
        "long": game._replace(places=game.places + b"\0"),
        "winner": game._replace(winners=game.winners ^ 9),
    }[change]
    with pytest.raises(LabProblem, match="does not come out as it was written down"):
        replay(other, nothing)


def test_a_damaged_shard_is_told_in_one_sentence(game: Played, tmp_path: Path) -> None:
    path = tmp_path / "one.games"
    write_shard(path, [game], {})
    path.write_bytes(path.read_bytes()[:-20])
    with pytest.raises(LabProblem, match="cannot be read as games"):
        read_shard(path)


def test_all_tables_have_their_share() -> None:
    found = [table_of(number) for number in range(200)]
    assert [found.count(table) for table in TABLES] == [128, 16, 16, 20, 20]


def test_the_recipe_leaves_a_net_that_plays(learned: Path) -> None:
    found = packaged(str(learned / "scholar.net"))
    assert (learned / "scholar.net").stat().st_size < 2_000_000
    assert found.about["games"] == 24 and set(found.grounds) == {table.name for table in TABLES}
    rows = recipe.load_rows(learned)
    assert rows["x"].shape[1] == INPUTS and len(np.unique(rows["game"])) == 24
    game = Game.new(scenario="west", seed="a scholar")
    bot = ScholarBot(1, str(learned / "scholar.net"))
    rng = random.Random(3)
    for _ in range(12):
        decision = game.decision
        assert decision is not None
        role = decision.roles[0]
        game.play(bot.decide(game.view(role), game.menu(role), rng, Budget(rollouts=12)), role)


def test_the_recipe_goes_on_where_it_was_stopped(learned: Path) -> None:
    shards = sorted((learned / "games").iterdir())
    before = {path.name: path.read_bytes() for path in shards}
    shards[1].unlink()
    (learned / "rows" / f"{shards[1].stem}.npz").unlink()
    made = recipe.make_games(learned, "pool-1", range(24), 1, 1e9, quiet)
    assert made == 4 and {path.name: path.read_bytes() for path in sorted((learned / "games").iterdir())} == before
    assert recipe.make_rows(learned, 1, 1e9, quiet) > 0 and recipe.make_rows(learned, 1, 1e9, quiet) == 0


def test_what_was_trained_is_what_plays(learned: Path) -> None:
    """Rounding to whole numbers moves a logarithm of odds by less than a fiftieth, even with large heads."""
    rows = recipe.load_rows(learned)
    p = fit.new_params(int(INPUTS), 16, 8, 5)
    p["w3"] = np.random.default_rng(1).normal(size=(8, 4)).astype(np.float32)
    net = Net(16, 8, quantised(p))
    numbers = np.arange(0, len(rows["x"]), 7)
    exact = fit.forward(p, fit.inputs_of(rows, numbers))[2]
    for row, wanted in zip(rows["x"][numbers], exact, strict=True):
        hidden = net.hidden(vec[i64]([int(n) for n in row]))
        for role in range(4):
            assert abs(net.head(hidden, role) / 2**20 - wanted[role]) < 0.02


def test_gradients_are_those_of_the_loss() -> None:
    rng = np.random.default_rng(2)
    p = {k: v.astype(np.float64) for k, v in fit.new_params(6, 4, 4, 1).items()}
    for k in ("w3", "wa"):
        p[k] = rng.normal(size=p[k].shape)
    x, offset = rng.normal(size=(5, 6)), rng.normal(size=(5, 4))
    target, mask = rng.integers(0, 2, (5, 4)).astype(float), rng.integers(0, 2, (5, 4)).astype(bool)
    aims = rng.integers(0, 2, (5, AIMS)).astype(float)

    def loss() -> float:
        _, _, add, other = fit.forward(p, x)
        z, ends = add + offset, other[:, :-1]
        win = (np.logaddexp(0, z) - target * z) * mask
        rest = (np.logaddexp(0, ends) - aims[:, :-1] * ends).sum() + ((other[:, -1] - aims[:, -1]) ** 2).sum() / 2
        return float((win.sum() + 0.3 * rest) / len(x))

    g = fit.gradients(p, x, offset, target, mask, aims, 0.3)
    for k in p:
        at = tuple(int(rng.integers(0, n)) for n in p[k].shape)
        kept = p[k][at]
        p[k][at] = kept + 1e-5
        up = loss()
        p[k][at] = kept - 1e-5
        down = loss()
        p[k][at] = kept
        assert g[k][at] == pytest.approx((up - down) / 2e-5, rel=1e-3, abs=1e-5), k


def toy() -> dict[str, Any]:
    """Rows in which the hand-made value says nothing and one input everything."""
    rng = np.random.default_rng(3)
    x = rng.integers(-100, 101, (4000, 10)).astype(np.int8)
    won = np.repeat((x[:, :1] > 0).astype(np.int8), 4, axis=1)
    return {
        "x": x, "won": won, "hand": rng.integers(-500, 500, (4000, 4)).astype(np.int32),
        "aims": np.zeros((4000, AIMS), np.int8), "table": np.zeros(4000, np.int8),
        "game": np.arange(4000) // 4, "turn": np.ones(4000, np.int16),
    }  # fmt: skip


def test_training_learns_and_goes_on_from_a_checkpoint(tmp_path: Path) -> None:
    rows = toy()
    how = fit.Settings(first=16, second=8, epochs=8, batch=128, speed=1e-2)
    fitted = fit.calibration(rows, fit.split(rows).train)
    target = rows["won"].astype(np.float32)
    whole = fit.Trainer(rows, target, fitted, how)
    before = whole.best_score
    best = whole.run(None, quiet)
    assert before > 0.2 and whole.best_score < 0.05
    path = tmp_path / "half.npz"
    half = fit.Trainer(rows, target, fitted, how)
    half.how = how._replace(seconds=0.0)
    while half.epoch < 2:
        half.run(path, quiet)  # a step at a time
    other = fit.Trainer(rows, target, fitted, how)
    again = other.run(path, quiet)
    assert all(np.array_equal(again[k], best[k]) for k in best)
    _, score = fit.logistic(rows, fitted, how, quiet)
    assert score < 0.1


def test_calibration_finds_the_odds_of_a_value() -> None:
    rng = np.random.default_rng(4)
    hand = rng.normal(0, 1500, 20000)
    won = (rng.random(20000) < 1 / (1 + np.exp(-(0.0008 * hand - 0.7)))).astype(float)
    slope, shift = fit.calibrate(hand, won)
    assert slope == pytest.approx(0.8, abs=0.06) and shift == pytest.approx(-0.7, abs=0.06)


def test_a_learner_plays_by_what_its_seat_may_know(learned: Path) -> None:
    """The same game with hands it cannot see exchanged: it weighs the same candidates and gives the same order."""
    net = str(learned / "scholar.net")
    played = play_game("learn/test/4", WEST, seat_maker(net))
    assert replay(played, nothing).winners == played.winners
    states: list[State] = []
    replay(played, lambda s, number: states.append(s.copy()) if s.state == MOVE_MENU and s.nation == 6 else None)
    s = states[len(states) // 2]
    other = resample(Game(s, keeps_record=False).view("pompadour"), random.Random(5)).state
    assert [int(n) for n in other.sets] != [int(n) for n in s.sets]
    orders = [Learner("pompadour", WEST, random.Random(6), net).order(one) for one in (s, other)]
    assert orders[0] == orders[1]


def test_without_rows_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["train", "--out", str(tmp_path)]) == 2
    assert "holds no rows yet" in capsys.readouterr().err


def test_td_mixes_the_end_with_what_was_thought_on_the_way() -> None:
    chances = np.array([[0.5], [0.6], [0.7], [0.1]], dtype=np.float32)
    won = np.array([[1], [1], [1], [0]])
    found = targets(chances, won, np.array([0, 0, 0, 1]), 0.5)
    assert found[:, 0].tolist() == pytest.approx([0.5 * 0.6 + 0.5 * 0.85, 0.5 * 0.7 + 0.5, 1.0, 0.0])


def test_a_generation_learns_from_new_and_old_games(learned: Path, tmp_path: Path) -> None:
    """The learners' net is that of the generation before; half of the rows are its games."""
    words = ["recipe", "--out", str(tmp_path), "--before", str(learned), "--run", "gen-1", "--games", "4"]
    words += ["--workers", "1", "--epochs", "1", "--batch", "64"]
    assert command.main([*words, "--first-layer", "16", "--second-layer", "8"]) == 0
    games = read_shard(next((tmp_path / "games").iterdir()))
    assert any("learner" in game.seats for game in games)
    new, both = recipe.load_rows(tmp_path), recipe.from_generation(tmp_path, learned).rows
    old = len(both["x"]) - len(new["x"])
    assert len(new["x"]) <= old < len(new["x"]) + 200
    assert set(both["game"][: len(new["x"])]).isdisjoint(both["game"][len(new["x"]) :])
    assert packaged(str(tmp_path / "scholar.net")).about["games"] > 4


def test_a_benchmark_tells_the_regret_of_a_choice(learned: Path, game: Played) -> None:
    found = [entry for n in (1, 5) for entry in bench.positions(play_game(f"learn/test/{n}", WEST), 3, 3)]
    assert found and all(len(e["orders"]) == len(e["scores"]) > 1 for e in found)
    games = [play_game(f"learn/test/{n}", WEST) for n in (1, 5)]
    regret = bench.regret(found, games, packaged(str(learned / "scholar.net")))
    assert all(0 <= value <= 1 for value in regret.values())
    best = [{**e, "scores": [float(i == 0) for i in range(len(e["scores"]))]} for e in found]
    assert bench.regret(best, games, packaged(str(learned / "scholar.net")))["chance"] == pytest.approx(
        sum(1 - 1 / len(e["scores"]) for e in best) / len(best)
    )


def scholar_at_a_movement(learned: Path) -> tuple[ScholarBot, Any, Any, Any]:
    """A scholar with the view, belief and policy of a movement decision of France."""
    bot = ScholarBot(1, str(learned / "scholar.net"))
    game = Game.new(scenario="west", seed="candidates")
    rng = random.Random(1)
    while True:
        decision = game.decision
        assert decision is not None
        role = decision.roles[0]
        if decision.state == "MOVE_MENU" and decision.nation == "france":
            bot.table = "west"
            view = game.view(role)
            b = bot.believe(view)
            return bot, view, b, bot.policy(int(b.role))
        game.play(bot.decide(game.view(role), game.menu(role), rng, Budget(rollouts=0)), role)


def test_scholar_tries_the_plain_order_and_what_looks_best_to_the_net(learned: Path) -> None:
    bot, view, b, policy = scholar_at_a_movement(learned)
    plain = [int(choice) for choice in policy.order(b)]
    tried = bot.candidates(view, b, policy, plain, random.Random(2), 24)
    assert tried[0] == plain and len(tried) == scholar.KEPT + 1
    worlds = bot.worlds(view, random.Random(2), scholar.GLANCES)
    others = [order for _, order in ranked_marches(b, policy.weights)]
    seen = [sum(bot.glance(world, order, b) for world in worlds) for order in [*tried[1:], *others]]
    assert min(seen[: scholar.KEPT]) >= sorted(seen[scholar.KEPT :])[len(others) // 2]


def test_of_nearly_equal_orders_not_always_the_same_is_given(learned: Path) -> None:
    bot = ScholarBot(1, str(learned / "scholar.net"))
    gains = [[], [9000, 9500, 9200], [8900, 9100, 9000], [3000, 3100, 3200], [-5, 5, -5]]
    rng = random.Random(4)
    assert {bot.settle_on([1, 2, 3, 4], gains, rng) for _ in range(50)} == {1, 2}
    assert bot.settle_on([4], gains, rng) == 0


def test_foreseen_chances_tell_nothing_that_a_viewer_may_not_know(learned: Path) -> None:
    """Two games that look alike name the same chances, to a spectator and to a seat; the net itself would not."""
    net = packaged(str(learned / "scholar.net"))
    game = play_game("learn/test/6", TABLES[0])
    states: list[State] = []
    replay(game, lambda s, number: states.append(s.copy()) if s.state == MOVE_MENU and s.moved == 0 else None)
    differs = False
    for s in states[5:60:11]:
        for role in (None, "friedrich", "pompadour"):
            seen = Game(s, keeps_record=False).view(role)
            other = resample(seen, random.Random(8)).state
            again = Game(other, keeps_record=False).view(role)
            assert foreseen(again, net, 3) == foreseen(seen, net, 3)
            assert all(0 <= chance <= 1 for chance in foreseen(seen, net, 3).values())
            differs = differs or in_world(other, net) != in_world(s, net)
    assert differs


def test_a_duel_seats_learners_on_one_side_at_a_time(learned: Path, capsys: pytest.CaptureFixture[str]) -> None:
    net = str(learned / "scholar.net")
    seats = {
        seating: [type(duel.maker(net, seating)(role, WEST, random.Random(1))).__name__ for role in ROLES]
        for seating in duel.SEATINGS
    }
    assert seats["none"] == ["Captain"] * 4
    assert seats["friedrich"] == ["Learner", "Captain", "Captain", "Captain"]
    assert seats["attackers"] == ["Captain", "Learner", "Learner", "Learner"]
    assert duel.verdict([[1, 1, 2], [2, 1, 4], [1, 0, 1], [4, 4, 4]]).startswith("4 numbers: Friedrich +0.0 ± 69.3")
    one = duel.play(net, "test", 1, WEST)
    assert one == duel.play(net, "test", 1, WEST) and len(one) == 3


def test_a_sharper_hand_made_value_keeps_its_sharpness_in_the_file(learned: Path) -> None:
    plain, sharp = recipe.from_games(learned), recipe.from_games(learned, 4.0)
    assert np.allclose(sharp.fitted[:, :, 0], 4 * plain.fitted[:, :, 0])
    assert np.array_equal(sharp.fitted[:, :, 1], plain.fitted[:, :, 1])
