"""The ladder's report, the watch's counting and the calibration's arithmetic."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from html.parser import HTMLParser
from pathlib import Path

import pytest

from sanssouci.friedrich import Game
from sanssouci.lab import calibrate, plots
from sanssouci.lab.calibrate import ENOUGH_GAMES, brier, reference_brier, reliability, report, tenths
from sanssouci.lab.ladder import run_ladder, rungs
from sanssouci.lab.match import Outcome
from sanssouci.lab.problems import LabProblem
from sanssouci.lab.watch import Watch


class Links(HTMLParser):
    """Everything a page would fetch."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.tags: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note addresses."""
        self.tags.append(tag)
        self.found += [value or "" for name, value in attrs if name in ("src", "href") and value != "#roads"]


def test_the_report_is_one_page_with_every_plot(tmp_path: Path) -> None:
    told: list[Outcome] = []
    path = run_ladder(["random"], 2, 2, "west", 1, None, 1, tmp_path, False, False, told.append)
    page = path.read_text(encoding="utf-8")
    links = Links()
    links.feed(page)
    assert links.found == [] and "http" not in page
    for heading in ("Wins by role", "Length of games", "Cards in hand", "Objectives held", "Where battles happen",
                    "Blunders per game", "Time"):  # fmt: skip
        assert heading in page
    assert len(told) == 1 and told[0].shares[0].games == 2
    assert links.tags.count("svg") == 6


def test_the_ladder_refuses_what_cannot_be(tmp_path: Path) -> None:
    assert rungs()[0] == "random"
    with pytest.raises(LabProblem, match="nothing to play"):
        run_ladder(["random"], 2, 0, "west", 1, None, 1, tmp_path, False, False, lambda outcome: None)
    with pytest.raises(LabProblem, match="twice"):
        run_ladder(["random", "random"], 2, 0, "west", 1, None, 1, tmp_path, False, False, lambda outcome: None)


@pytest.mark.parametrize(
    "svg",
    [
        plots.line_chart("lines", {"prussia": [0, 1, 4], "a & b": [2]}),
        plots.line_chart("empty", {}),
        plots.whiskers("dots", [("a < b", [("as Friedrich", 12.0, 3.0, 20.0), ("mean", -4.0, -9.0, 1.0)])], 10),
        plots.stacked("bars", [("x", {"friedrich": 0.5, "elisabeth": 0.6})]),
        plots.columns("columns", {5: 3, 22: 1}, "turns"),
        plots.battle_map("map", {"breslau": {"prussia": 4, "austria": 1}}),
        plots.battle_map("empty map", {}),
        plots.road_definitions(),
    ],
)
def test_plots_are_well_formed(svg: str) -> None:
    root = ET.fromstring(svg)
    assert root.tag == "svg"
    assert "nan" not in svg and "inf" not in svg.replace("info", "")


def watched(position: dict[str, object], orders: list[str]) -> Watch:
    """Play orders under a watch."""
    game = Game.from_position({"format": "friedrich-position/1", **position})
    watch = Watch(game)
    for order in orders:
        watch.look()
        watch.hear(game.play(order))
    return watch


def test_a_general_marched_out_of_supply_is_a_blunder() -> None:
    position = {"turn": 2, "nation": "austria", "pieces": {
        "daun": {"city": "trautenau", "troops": 4}, "keith": {"city": "berlin", "troops": 2}}}  # fmt: skip
    assert watched(position, ["move daun waldenburg", "end"]).blunders["maria-theresa"]["supply"] == 1
    assert watched(position, ["end"]).blunders["maria-theresa"]["supply"] == 0


def test_a_general_who_was_cut_off_is_no_blunder_of_his() -> None:
    position = {"turn": 2, "nation": "austria", "pieces": {
        "daun": {"city": "waldenburg", "troops": 4}, "keith": {"city": "berlin", "troops": 2}}}  # fmt: skip
    watch = watched(position, ["end"])
    assert watch.blunders["maria-theresa"]["supply"] == 0
    assert watch.game.state.face_down != 0


def test_a_trapped_stack_is_counted_for_its_owner() -> None:
    position = {"turn": 2, "nation": "france", "pieces": {
        "richelieu": {"city": "papenburg", "troops": 6}, "seydlitz": {"city": "emden", "troops": 5}}}  # fmt: skip
    watch = watched(position, ["move richelieu leer", "end", "pass"])
    assert watch.blunders["friedrich"]["trapped"] == 1
    assert watch.battles == [[2, "france", "prussia", "emden", 1]]


def test_walking_to_and_fro_is_counted_once_per_return() -> None:
    position = {"turn": 1, "nation": "prussia", "pieces": {"keith": {"city": "berlin", "troops": 2}}}
    game = Game.from_position({"format": "friedrich-position/1", **position})
    watch = Watch(game)
    walk = ["potsdam", "berlin", "potsdam", "spandau"]
    while walk:
        watch.look()
        decision = game.decision
        assert decision is not None
        if decision.nation == "prussia" and decision.state == "MOVE_MENU" and game.state.moved == 0:
            watch.hear(game.play(f"move keith {walk.pop(0)}"))
        elif decision.state == "MOVE_MENU":
            watch.hear(game.play("end"))
        else:
            watch.hear(game.choose(game.choices()[0]))
    # Berlin–Potsdam–Berlin: his first stage has no stage before it, so two stages ago is known from the third on
    assert watch.blunders["friedrich"]["to_fro"] == 1


def test_brier_and_reliability() -> None:
    pairs = [(0.8, 1), (0.8, 1), (0.8, 0), (0.1, 0), (1.0, 1)]
    assert brier(pairs) == pytest.approx((0.04 + 0.04 + 0.64 + 0.01 + 0) / 5)
    assert reference_brier(pairs) == pytest.approx(0.6 * 0.4)
    rows = reliability(pairs)
    assert [(round(low, 1), count) for low, _, _, _, count in rows] == [(0.1, 1), (0.8, 3), (0.9, 1)]
    assert rows[1][3] == pytest.approx(2 / 3)
    text = report("captain", 5, [{"number": 1, "winners": ["friedrich"], "turn": 9, "chances": [{"friedrich": 0.7}]}])
    assert "0.0900" in text and "70–80 %" in text


@pytest.mark.parametrize(
    ("won_of_ten", "games", "off"), [(4, 400, True), (6, 400, False), (7, 400, False), (4, ENOUGH_GAMES - 10, False)]
)
def test_a_tenth_is_off_where_enough_games_say_so(won_of_ten: int, games: int, off: bool) -> None:
    """65 % named: 40 % won in four hundred games is wrong, 60 % and 70 % may be chance, and so may few games."""
    results = [
        {"winners": ["friedrich"] if n % 10 < won_of_ten else [], "chances": [{"friedrich": 0.65}] * 3}
        for n in range(games)
    ]
    (one,) = tenths(results)
    assert (one.rows, one.games) == (3 * games, games)
    assert one.less < won_of_ten / 10 - 0.65 < one.more and one.wrong is off
    assert report("captain", 5, results).endswith("off") is off


def test_rows_of_one_game_count_as_one() -> None:
    """Thirty rows of a game say no more about chance than one: the interval stays as wide."""
    few, many = (
        tenths(
            [{"winners": ["pompadour"] if n % 2 else [], "chances": [{"pompadour": 0.5}] * rows} for n in range(200)]
        )
        for rows in (1, 30)
    )
    assert (few[0].less, few[0].more) == pytest.approx((many[0].less, many[0].more))


def test_the_table_of_three_is_calibrated_with_three(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def noted(game: Game) -> dict[str, float]:
        asked.append(int(game.state.players))
        return dict.fromkeys(game.state.scenario.roles, 0.25)

    monkeypatch.setattr(calibrate, "chance_function", lambda by: noted)
    for players in (3, None):
        calibrate.sample_game(3, 1, "random", "standard", None, players=players)
    assert set(asked) == {3, 4} and asked == sorted(asked)
