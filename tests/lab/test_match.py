"""Matches: the same result on any number of cores, after a kill, and in plain Python."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

import sanssouci
from sanssouci.bots.budget import Budget
from sanssouci.friedrich import Game
from sanssouci.lab import actions, ledger, pool, progress
from sanssouci.lab.figures import half_width, seeds_needed
from sanssouci.lab.ledger import Ledger
from sanssouci.lab.match import Outcome, Settings, conclude, ratings, run_match, stop_at
from sanssouci.lab.one_game import Job, own_budget, play
from sanssouci.lab.problems import LabProblem
from sanssouci.lab.report import render
from sanssouci.lab.seating import Seating, curve, equal, exchange, matrix, opposition, single
from sanssouci.lab.show import summary

ENVIRONMENT = {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}


def lab(*words: str) -> list[str]:
    """The command line of the lab without any library."""
    return [sys.executable, "-m", "sanssouci.lab.plain", *words]


def lines(path: Path) -> list[bytes]:
    """The whole lines of a file that may be growing."""
    return path.read_bytes().splitlines(keepends=True) if path.exists() else []


@pytest.fixture(scope="module")
def reference(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Six games on one core."""
    folder = tmp_path_factory.mktemp("one")
    run_match(Settings(equal("random"), 6, scenario="west", workers=1), folder)
    return folder


def test_two_workers_give_the_same_games(reference: Path, tmp_path: Path) -> None:
    run_match(Settings(equal("random"), 6, scenario="west", workers=2), tmp_path)
    assert (tmp_path / "games.csv").read_bytes() == (reference / "games.csv").read_bytes()
    names = sorted(p.name for p in (reference / "records").iterdir())
    assert len(names) == 6 and names == sorted(p.name for p in (tmp_path / "records").iterdir())
    for name in names:
        assert (tmp_path / "records" / name).read_bytes() == (reference / "records" / name).read_bytes()


def test_a_dead_workers_game_is_given_out_again(
    reference: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two processes in a row are killed with their game; it is played by the third, and nobody can tell."""
    start, begun = pool._start, []

    def deadly() -> subprocess.Popen[str]:
        worker = start()
        begun.append(worker)
        if len(begun) in (1, 2):
            worker.kill()
        return worker

    monkeypatch.setattr(pool, "_start", deadly)
    run_match(Settings(equal("random"), 6, scenario="west", workers=1), tmp_path)
    assert len(begun) == 3
    assert (tmp_path / "games.csv").read_bytes() == (reference / "games.csv").read_bytes()
    for path in (reference / "records").iterdir():
        assert (tmp_path / "records" / path.name).read_bytes() == path.read_bytes()


def test_a_game_that_kills_three_processes_ends_the_match(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    start = pool._start

    def deadly() -> subprocess.Popen[str]:
        worker = start()
        worker.kill()
        return worker

    monkeypatch.setattr(pool, "_start", deadly)
    with pytest.raises(LabProblem, match=r"game 1 of .* died 3 times"):
        run_match(Settings(equal("random"), 1, scenario="west", workers=1), tmp_path)


def test_workers_write_nothing() -> None:
    """A record comes back with its game; the match alone writes."""
    from sanssouci.lab.worker import work

    job = Job(1, 1, "random", "random", "west")
    found = work({"task": "game", "what": "game 1", "job": job.json(), "record": True})["result"]
    game, record = play(job)
    assert found["record"] == record and found["game"]["winners"] == game["winners"]
    assert work({"task": "game", "what": "game 1", "job": job.json(), "record": False})["result"]["record"] == ""


def test_a_killed_match_goes_on_where_it_stopped(reference: Path, tmp_path: Path) -> None:
    asked = ["match", "random", "--equal", "--games", "6", "--scenario", "west", "--workers", "2"]
    words = lab(*asked, "--out", str(tmp_path))
    process = subprocess.Popen(words, env=ENVIRONMENT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    games = tmp_path / "games.jsonl"
    deadline = time.monotonic() + 60
    while len(lines(games)) < 2 and time.monotonic() < deadline:
        assert process.poll() is None or len(lines(games)) >= 2
        time.sleep(0.005)
    process.send_signal(signal.SIGKILL)
    process.wait()
    kept = lines(games)
    assert 2 <= len(kept) <= 6
    with open(games, "ab") as file:
        file.write(b'{"number": 6, "seating"')  # what a kill in the middle of a line leaves
    done = subprocess.run(words, env=ENVIRONMENT, capture_output=True, text=True, check=True)
    assert "results in" in done.stdout
    after = lines(games)
    assert after[: len(kept)] == kept and len(after) == 6
    assert (tmp_path / "games.csv").read_bytes() == (reference / "games.csv").read_bytes()


def test_workers_end_with_the_match(tmp_path: Path) -> None:
    words = lab(
        "match", "random", "--equal", "--games", "500", "--scenario", "west", "--workers", "2", "--out", str(tmp_path)
    )
    process = subprocess.Popen(words, env=ENVIRONMENT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 60
    while not lines(tmp_path / "games.jsonl") and time.monotonic() < deadline:
        time.sleep(0.02)
    children = [int(c) for c in Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()]
    assert len(children) == 2
    process.kill()
    process.wait()
    while any(running(c) for c in children) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not any(running(c) for c in children)


def running(pid: int) -> bool:
    """Is the process alive (a zombie is not)?"""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_records_replay_to_the_same_result(reference: Path) -> None:
    result = json.loads((reference / "games.jsonl").read_bytes().splitlines()[0])
    text = (reference / "records" / f"{result['number']:05d}-{result['seating']}.friedrich").read_text()
    replayed = Game.from_record(text)
    assert replayed.result is not None
    assert list(replayed.result.winners) == result["winners"] and replayed.result.turn == result["turn"]


def test_more_games_extend_a_match(reference: Path, tmp_path: Path) -> None:
    run_match(Settings(equal("random"), 2, scenario="west", workers=1), tmp_path)
    before = lines(tmp_path / "games.jsonl")
    run_match(Settings(equal("random"), 6, scenario="west", workers=2), tmp_path)
    assert lines(tmp_path / "games.jsonl")[:2] == before
    assert (tmp_path / "games.csv").read_bytes() == (reference / "games.csv").read_bytes()


@pytest.mark.parametrize("change", [{"seed": 2}, {"scenario": "austria"}, {"rollouts": 7}])
def test_another_match_in_the_folder_is_refused(reference: Path, change: dict[str, object]) -> None:
    before = (reference / "games.jsonl").read_bytes()
    settings = Settings(equal("random"), 1, **{"scenario": "west", "workers": 1, **change})  # type: ignore[arg-type]
    with pytest.raises(LabProblem, match="holds another match"):
        run_match(settings, reference)
    assert (reference / "games.jsonl").read_bytes() == before


def test_other_code_is_refused_unless_asked_for(tmp_path: Path) -> None:
    settings = Settings(equal("random"), 1, scenario="west", workers=1)
    Ledger(tmp_path, {**settings.identity(), "code": "older"}).close()
    with pytest.raises(LabProblem, match="other code"):
        run_match(settings, tmp_path)
    settings.mix_code = True
    assert run_match(settings, tmp_path).seeds == 1


def test_two_matches_do_not_share_a_folder(tmp_path: Path) -> None:
    settings = Settings(equal("random"), 1, scenario="west", workers=1)
    there = Ledger(tmp_path, settings.identity())
    with pytest.raises(LabProblem, match="at work"):
        run_match(settings, tmp_path)
    there.close()


def test_the_exchange_seats_both_bots_as_the_issue_says() -> None:
    design = exchange("low", "high")
    assert [s.key for s in design.seatings] == ["high-vs-high", "low-vs-high", "high-vs-low"]
    defence, attack = design.claims
    assert (defence.better, defence.worse) == (Seating("high", "high"), Seating("low", "high"))
    assert (attack.better, attack.worse) == (Seating("high", "high"), Seating("high", "low"))
    assert opposition("attackers=a,friedrich=b") == ("a", "b")
    mixed = exchange("low", "high", *opposition("attackers=a+b+c")).claims[0].better
    assert [mixed.bot(role) for role in ("friedrich", "elisabeth", "maria-theresa", "pompadour")] == ["high", *"abc"]
    assert mixed.bots() == ("high", "a", "b", "c")
    other = exchange("low", "high", *opposition("mid"))
    assert [s.key for s in other.seatings] == ["high-vs-mid", "low-vs-mid", "mid-vs-high", "mid-vs-low"]


def test_one_attacker_is_exchanged_alone() -> None:
    """Beside the exchange of all three: one has the weaker bot, the others stay, and his wins count."""
    design = single(exchange("cadet", "captain"), "standard", 4)
    assert [claim.name for claim in design.claims[2:]] == [
        "as elisabeth alone", "as maria-theresa alone", "as pompadour alone",
    ]  # fmt: skip
    claim = design.claims[3]
    assert claim.side == "maria-theresa" and claim.better == Seating("captain", "captain")
    assert claim.worse == Seating("captain", "captain+cadet+captain") and claim.worse in design.seatings
    assert {role: claim.worse.bot(role) for role in ("elisabeth", "maria-theresa", "pompadour")} == {
        "elisabeth": "captain", "maria-theresa": "cadet", "pompadour": "captain",
    }  # fmt: skip
    three = single(exchange("cadet", "captain"), "standard", 3)
    assert [(c.side, c.worse.attackers) for c in three.claims[2:]] == [
        ("elisabeth+pompadour", "cadet+captain+cadet"), ("maria-theresa", "captain+cadet+captain"),
    ]  # fmt: skip


def test_single_conclusions() -> None:
    """A role's claim counts that role's wins; the mean of both directions is that of the exchange alone."""
    design = single(exchange("low", "up"), "standard", 4)
    results = {}
    for number in range(1, 41):
        for seating in design.seatings:
            winner = "maria-theresa" if seating.attackers == "up" and number % 2 else "friedrich"
            results[number, seating.key] = fake(number, seating.key, winner)
    outcome = conclude(Settings(design, 40), results, 40)
    by_name = {c.claim.name: c for c in outcome.compared}
    assert by_name["as maria-theresa alone"].difference.mean == 0.5
    assert by_name["as pompadour alone"].difference.mean == 0
    assert list(by_name["as pompadour alone"].by_role) == ["pompadour"]
    assert outcome.mean_difference is not None and outcome.mean_difference.mean == 0.25
    assert "up and up+low+up as maria-theresa alone" in summary(outcome)
    assert "as maria-theresa alone" in render([outcome])


def test_budgets_of_their_own(tmp_path: Path) -> None:
    """`general@3` thinks three roll-outs, whatever the match says; a curve compares neighbours on the same seeds."""
    design = curve("general", [1, 3], "random", "random")
    assert [s.key for s in design.seatings] == [
        "general@1-vs-random", "general@3-vs-random", "random-vs-general@1", "random-vs-general@3",
    ]  # fmt: skip
    outcome = run_match(Settings(design, 1, scenario="west", workers=1, records=False), tmp_path)
    assert "as Friedrich" in render([outcome])
    assert set(outcome.times) == {"general@1", "general@3", "random"} and outcome.mean_difference is not None
    own, _ = play(Job(1, 1, "general@3", "random", "west", rollouts=1), record=False)
    same, _ = play(Job(1, 1, "general", "random", "west", rollouts=3), record=False)
    assert {k: own[k] for k in ("winners", "turn", "decisions", "hands")} == {
        k: same[k] for k in ("winners", "turn", "decisions", "hands")
    }


def test_a_pool_is_a_matrix_with_its_minimum() -> None:
    """Every Friedrich against every attacker; the last column is the worst for him."""
    design = matrix(["a", "b"])
    assert [s.key for s in design.seatings] == ["a-vs-a", "a-vs-b", "b-vs-a", "b-vs-b"]
    results = {}
    for number in range(1, 11):
        for seating, wins in zip(design.seatings, (5, 2, 8, 7), strict=True):
            winner = "friedrich" if number <= wins else "pompadour"
            results[number, seating.key] = fake(number, seating.key, winner)
    outcome = conclude(Settings(design, 10), results, 10)
    lines = summary(outcome).splitlines()
    rated = {(bot, role): share for bot, role, share in ratings(outcome)}
    assert rated["a", "friedrich"].mean == 0.35 and rated["b", "friedrich"].mean == 0.75
    assert rated["a", "pompadour"].mean == 0.35 and rated["b", "elisabeth"].high == 0
    assert rated["a", "friedrich"].low < 0.35 < rated["a", "friedrich"].high
    page = render([outcome], "Match <1>")
    assert "<h1>Match &lt;1&gt;</h1>" in page and "<td>35.0 %</td>" in page and "<th>minimum</th>" in page
    assert any(line.split() == ["a", "50.0", "%", "20.0", "%", "20.0", "%"] for line in lines)
    assert any(line.split() == ["b", "80.0", "%", "70.0", "%", "70.0", "%"] for line in lines)
    assert any(line.split()[-4:] == ["80.0", "%", "70.0", "%"] and "best" in line for line in lines)


def test_what_a_match_can_show_is_said_before_it_begins(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Seeds and resolution: n = (1.96 + 0.84)² · 1/2 / d², and intervals of 1.96 · √(1/2n)."""
    assert seeds_needed(0.10) == 393 and seeds_needed(0.05) == 1570
    assert half_width(400) == pytest.approx(0.0693, abs=1e-4)
    asked = {"scenario": "west", "seed": 1, "workers": 1, "records": False, "out": str(tmp_path)}
    actions.match(["random", "cadet"], 2, **asked)  # type: ignore[arg-type]
    said = capsys.readouterr().out.splitlines()
    assert said[0].startswith("2 seeds, 6 games: intervals of about ±98.0 points") and "393 seeds" in said[0]
    assert f">{said[0]}.</p>" in (tmp_path / "report.html").read_text()
    asked["out"] = str(tmp_path / "fine")
    actions.match(["random", "cadet"], 2, resolution=99, **asked)  # type: ignore[arg-type]
    assert capsys.readouterr().out.startswith(f"{seeds_needed(0.99)} seeds")


def test_progress_tells_how_long_it_will_take(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Now and then a line with what is left at this pace; what was there before the command began is not counted."""
    now = [100.0]
    monkeypatch.setattr(progress, "time", SimpleNamespace(monotonic=lambda: now[0]))
    with progress.Lines("match", total=40, already=20) as lines:
        for _ in range(8):
            now[0] += 10
            lines.done()
    assert capsys.readouterr().err.splitlines() == [
        "match: 23 of 40, 30 s, 170 s left", "match: 26 of 40, 60 s, 140 s left", "match: 28 of 40, 80 s, 120 s left",
    ]  # fmt: skip


def test_one_byte_of_a_net_is_other_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The fingerprint covers every file beside the bots, what they import of ours, and the versions of libraries."""
    package = tmp_path / "sanssouci"
    for name, text in (
        ("bots/one.py", "import numpy\nfrom sanssouci.nets import layer\n"), ("bots/net.bin", "abc"),
        ("friedrich/rules.py", "x = 1\n"), ("nets/layer.py", "y = 1\n"), ("nets/deep/w.npz", "0"),
        ("table/server.py", "z = 1\n"), ("__init__.py", ""),
    ):  # fmt: skip
        path = package / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    monkeypatch.setattr(sanssouci, "__file__", str(package / "__init__.py"))
    prints = [ledger.code_fingerprint()]
    for name in ("bots/net.bin", "nets/deep/w.npz", "nets/layer.py"):
        (package / name).write_text((package / name).read_text() + " ")
        prints.append(ledger.code_fingerprint())
    monkeypatch.setattr(ledger, "_version", lambda library: "another")
    prints.append(ledger.code_fingerprint())
    assert len(set(prints)) == 5
    (package / "table/server.py").write_text("nobody's business\n")
    (package / "bots/built.so").write_text("built")
    assert ledger.code_fingerprint() == prints[-1]
    settings = Settings(equal("random"), 1, scenario="west", workers=1)
    Ledger(tmp_path / "match", settings.identity()).close()
    (package / "bots/net.bin").write_text("abd")
    with pytest.raises(LabProblem, match="other code"):
        Ledger(tmp_path / "match", settings.identity())


def fake(number: int, seating: str, winner: str) -> dict[str, object]:
    """A result with just what conclusions need."""
    roles = ("friedrich", "elisabeth", "maria-theresa", "pompadour")
    return {
        "number": number, "seating": seating, "winners": [winner], "nations": [], "turn": 10, "reason": "R12.2",
        "decisions": dict.fromkeys(roles, 1), "battles": [], "hands": [], "held": [], "seconds": 1.0,
        "blunders": {role: {"supply": 0, "trapped": 0, "to_fro": 0} for role in roles}, "times": {"captain": {200: 1}},
    }  # fmt: skip


def concluded(early_stop: bool = False) -> Outcome:
    """Ten seeds: the better Friedrich wins 6, the worse 2; the better attackers win 4, the worse 1."""
    results = {}
    for n in range(1, 11):
        results[n, "b-vs-b"] = fake(n, "b-vs-b", "friedrich" if n <= 6 else "elisabeth")
        results[n, "a-vs-b"] = fake(n, "a-vs-b", "friedrich" if n <= 2 else "pompadour")
        results[n, "b-vs-a"] = fake(n, "b-vs-a", "maria-theresa" if n == 10 else "friedrich")
    return conclude(Settings(exchange("a", "b"), 10, early_stop=early_stop), results, 10)


def test_conclusions() -> None:
    outcome = concluded()
    defence, attack = outcome.compared
    assert (defence.better.mean, defence.worse.mean) == (0.6, 0.2)
    assert defence.difference.mean == pytest.approx(0.4) and defence.holds
    assert attack.difference.mean == pytest.approx(0.3)
    assert attack.by_role["elisabeth"][0].mean == pytest.approx(0.4)
    assert attack.by_role["maria-theresa"][2].mean == pytest.approx(-0.1)
    assert outcome.mean_difference is not None and outcome.mean_difference.mean == pytest.approx(0.35)
    text = summary(outcome)
    assert "+40.0 points" in text and "the interval is above zero" in text
    # three of ten: the chance of none in a resample is 0.7^10 = 2.8 %, so the attackers' interval begins at zero
    assert attack.difference.low == 0 and not attack.holds
    assert "a mean of at least 10 points: MISSED" in text


def test_what_must_hold_among_equals_is_said() -> None:
    results = {(n, "captain-vs-captain"): fake(n, "captain-vs-captain", w) for n, w in enumerate(
        ["friedrich"] * 6 + ["elisabeth"] * 2 + ["maria-theresa"] * 2, 1)}  # fmt: skip
    text = summary(conclude(Settings(equal("captain"), 10), results, 10))
    assert "the attackers together win at least 30.0 %: reached" in text
    assert "no role wins under 5.0 %: MISSED" in text
    assert "a median of 9 to 20 turns: reached" in text
    assert "games under 5 s (10 of 10 are): reached" in text


def test_a_real_comparison(tmp_path: Path) -> None:
    """`cadet` against `random` by exchange: three games a seed, concluded alike by one and two workers."""
    settings = Settings(exchange("random", "cadet"), 1, scenario="west", seed=4, workers=2)
    outcome = run_match(settings, tmp_path / "two")
    assert [s.seating.key for s in outcome.shares] == ["cadet-vs-cadet", "random-vs-cadet", "cadet-vs-random"]
    assert set(outcome.times) == {"random", "cadet"}
    settings.workers = 1
    run_match(settings, tmp_path / "one")
    assert (tmp_path / "one" / "games.csv").read_bytes() == (tmp_path / "two" / "games.csv").read_bytes()


def decided_after(order: list[int]) -> tuple[int | None, int]:
    """Let results come in in some order: the seed at which the test stops, and how many had come when it did."""
    settings = Settings(exchange("a", "b"), 60, early_stop=True)
    ledger = SimpleNamespace(results={})
    for count, n in enumerate(order, 1):
        ledger.results[n, "b-vs-b"] = fake(n, "b-vs-b", "friedrich" if n % 2 else "elisabeth")
        ledger.results[n, "a-vs-b"] = fake(n, "a-vs-b", "pompadour")
        ledger.results[n, "b-vs-a"] = fake(n, "b-vs-a", "friedrich")
        stop = stop_at(settings, ledger)  # type: ignore[arg-type]
        if stop is not None:
            return stop, count
    return None, len(order)


def test_an_early_stop_depends_on_seeds_and_not_on_who_is_ready_first() -> None:
    stop, count = decided_after(list(range(1, 61)))
    assert stop is not None and stop == count < 60
    backwards, all_of_them = decided_after(list(range(60, 0, -1)))
    assert backwards == stop and all_of_them == 60
    assert decided_after(list(range(2, 61)))[0] is None  # without the first seed nothing is decided


def test_equal_roll_outs_or_equal_processor_time(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`general@96` has roll-outs, `general@20ms` processor time: who waits for a processor loses nothing."""
    assert own_budget("general@96")[1].rollouts == 96 and own_budget("general") == ("general", None)
    name, budget = own_budget("general@20ms")
    assert (name, budget.rollouts, budget.seconds) == ("general", None, 0.02) and budget.clock is time.process_time
    end = budget.deadline()
    time.sleep(0.03)
    assert budget.clock() < end  # nothing was reckoned meanwhile
    assert Budget(seconds=0.02).clock is time.monotonic
    small = {"scenario": "west", "seed": 1, "workers": 1, "out": str(tmp_path), "against": "random"}
    assert actions.curve("general", "1ms, 2ms", 1, **small) == 0  # type: ignore[arg-type]
    said = capsys.readouterr().out
    assert "general@1ms" in said and "general@2ms" in said


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["match", "random", "nobody"], "there is no bot 'nobody'"),
        (["match", "random"], "a match compares two bots"),
        (["match", "random", "--equal", "--scenario", "east"], "there is no scenario 'east'"),
        (["match", "random", "--equal", "--games", "0"], "at least one game"),
        (["match", "random", "--equal", "--players", "7"], "players"),
        (["match", "random", "--equal", "--budget", "-3"], "less than none"),
        (["match", "random", "--equal", "--opposition", "random"], "with --equal one bot"),
        (["match", "random", "cadet", "--opposition", "attackers=a+b"], "seats nobody"),
        (["match", "random", "cadet", "--opposition", "someone=cadet"], "names no opposition"),
        (["match", "random", "cadet", "--single", "--scenario", "west"], "there is one attacker"),
        (["match", "random", "--equal", "--single"], "--single compares two bots"),
        (["match", "random", "cadet", "--resolution", "0"], "a number of points"),
        (["match", "random", "cadet@few"], "no budget after its @"),
        (["curve", "general", "--budgets", "96,24"], "in ascending order"),
        (["curve", "general", "--budgets", "some"], "names no budgets"),
        (["curve", "general", "--budgets", "24,50ms"], "names no budgets"),
        (["curve", "general@24"], "a budget of its own already"),
        (["matrix", "cadet", "cadet"], "each once"),
        (["tactics", "random", "--only", "chess"], "no position's name"),
        (["tactics", "nobody"], "there is no bot 'nobody'"),
        (["match", "random", "--equal", "--out", "/proc/none/here"], "cannot be used"),
    ],
)
def test_bad_input_is_one_sentence(words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    from sanssouci.lab import plain

    assert plain.run(words) == 2
    said = capsys.readouterr().err.strip().splitlines()
    assert len(said) == 1 and sentence in said[0]


def test_the_command_line_of_typer_says_the_same(tmp_path: Path) -> None:
    program = "from sanssouci.cli import main; main()"
    words = ["lab", "match", "random", "--equal", "--games", "1", "--scenario", "west", "--out", str(tmp_path)]
    done = subprocess.run([sys.executable, "-c", program, *words], env=ENVIRONMENT, capture_output=True, text=True)
    assert done.returncode == 0 and "random-vs-random" in done.stdout
    done = subprocess.run(
        [sys.executable, "-c", program, "lab", "tactics", "nobody"], env=ENVIRONMENT, capture_output=True, text=True
    )
    assert done.returncode == 2 and "there is no bot" in done.stderr and "Traceback" not in done.stderr


def test_nothing_has_to_be_installed(tmp_path: Path) -> None:
    """The plain command line runs where typer and rich cannot be imported."""
    blocker = tmp_path / "block"
    blocker.mkdir()
    for name in ("typer", "rich", "click"):
        (blocker / f"{name}.py").write_text("raise ImportError('not here')\n")
    environment = {**ENVIRONMENT, "PYTHONPATH": os.pathsep.join([str(blocker), ENVIRONMENT["PYTHONPATH"]])}
    words = lab("match", "random", "--equal", "--games", "1", "--scenario", "west", "--out", str(tmp_path / "out"))
    done = subprocess.run(words, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_a_game_is_decided_by_its_job_alone() -> None:
    job = Job(3, 1, "random", "random", "austria")
    one, record = play(job)
    other, again = play(job)
    assert record == again
    for timed in ("seconds", "times"):
        one.pop(timed), other.pop(timed)
    assert one == other
    assert len(one["hands"]) == one["turn"] + 1 == len(one["held"])


def test_guarded_tells_an_interrupt() -> None:
    def interrupted() -> int:
        raise KeyboardInterrupt

    assert actions.guarded(interrupted) == 130


def test_a_match_ends_in_time_and_goes_on_later(reference: Path, tmp_path: Path) -> None:
    settings = Settings(equal("random"), 6, scenario="west", workers=1, seconds=1e-6)
    outcome = run_match(settings, tmp_path)
    assert outcome.seeds == 1 and "NOT COMPLETE" in summary(outcome)
    settings.seconds = None
    assert run_match(settings, tmp_path).seeds == 6
    assert (tmp_path / "games.csv").read_bytes() == (reference / "games.csv").read_bytes()
