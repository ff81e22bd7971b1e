"""Nobody knows what chance will give: a game from a position keeps its hands and strengths alone."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Any

import pytest

from sanssouci.friedrich import Game
from sanssouci.friedrich.rules.decks import draw_card
from sanssouci.friedrich.rules.names import FATE, FATE_COUNT
from sanssouci.friedrich.rules.state import FATE_DECK, NO_CARD
from sanssouci.table import robot
from sanssouci.table.client import Browser

if TYPE_CHECKING:
    from conftest import Serve, ServerProcess

Position = dict[str, Any]
#: where two random orders of the same cards agree by chance: about once a deck; so often it never happens
COINCIDENCES = 25


def complete() -> Position:
    """A game some turns old, with all that its creator knows of it."""
    game, rng = Game.new(scenario="west", players=2, seed="known"), random.Random(1)
    while game.state.turn < 3:
        decision = game.decision
        assert decision is not None
        game.play(robot.order(game.menu(decision.roles[0]), rng))
    position: Position = json.loads(json.dumps(game.position()))
    assert position["piles"]["draw"] and position["fate"]["next"] and position["rng"] and position["seed"]
    return position


def short(**fields: Any) -> Position:
    """A puzzle as people write it."""
    return {
        "format": "friedrich-position/1", "scenario": "west", "turn": 3, "nation": "hanover",
        "pieces": {"ferdinand": {"city": "hannover", "troops": 5}, "chevert": {"city": "koblenz", "troops": 4}},
        "hands": {"hanover": ["5S", "6H"], "france": ["9C"]},
    } | fields  # fmt: skip


FORMS: dict[str, Position] = {
    "complete": complete(),
    "complete without its key": {name: value for name, value in complete().items() if name != "rng"},
    "with a seed": short(seed="known"),
    "without a seed": short(),
    "with its pile": short(piles={"draw": ["13S/1", "12S/1", "11S/1", "10S/1", "2D/2", "3D/2"]}),
    "with its fates": short(fate={"next": list(FATE[:FATE_COUNT])}, seed="known"),
    "before a draw": short(phase="draw", seed="known"),
    "before a fate": short(phase="fate", seed="known"),
}


def to_come(position: Position) -> list[object]:
    """Every fate and every card that will be drawn from a position on, those just drawn first."""
    game = Game.from_position(position)
    s = game.state.copy()
    fates = [s.pile[FATE_DECK + i] for i in range(FATE_COUNT)][len(position.get("fate", {}).get("drawn", [])) :]
    drawn = sorted(map(str, game.position()["stage"].get("drawn", [])))
    cards = []
    while (card := draw_card(s)) != NO_CARD:
        cards.append(int(card))
    return [*fates, *drawn, *cards]


def begin(server: ServerProcess, position: Position) -> tuple[Browser, Browser, str]:
    """A game of two browsers that begins from a position."""
    match = server.match(position)
    return match.host, match.guest, match.game


def start_of(host: Browser, guest: Browser, game: str) -> Position:
    """Give up and look what was dealt."""
    guest.post(f"api/games/{game}/seats/1/concede", {})
    return host.get(f"api/games/{game}/position?n=0")


@pytest.mark.parametrize("form", FORMS)
def test_the_creator_cannot_predict_what_chance_gives(server: ServerProcess, form: str) -> None:
    given = FORMS[form]
    predicted = to_come(given)
    true = [start_of(*begin(server, given)) for _ in range(2)]
    for known, other in ((predicted, to_come(true[0])), (to_come(true[0]), to_come(true[1]))):
        assert len(known) > 100
        agreeing = sum(one == another for one, another in zip(known, other, strict=False))
        assert agreeing < COINCIDENCES, f"{agreeing} of {len(known)} cards were known before"
    assert true[0]["rng"]["key"] != Game.from_position(given).position()["rng"]["key"] != true[1]["rng"]["key"]
    assert true[0]["seed"] != given.get("seed") and true[0]["seed"] != true[1]["seed"]
    laid = Game.from_position(given).position()
    if "before" not in form:
        assert true[0]["hands"] == laid["hands"], "hands are as they were laid out"
    assert true[0]["pieces"] == laid["pieces"], "strengths are as they were laid out"
    used = [{name: sorted(cards) for name, cards in one["piles"]["used"].items()} for one in (true[0], laid)]
    assert used[0] == used[1], "used cards are as they were laid out, in whatever order"


def test_everybody_is_told_that_the_host_laid_it_out(server: ServerProcess) -> None:
    match = server.match(FORMS["complete"])
    told = server.browser().post("api/invitation", {"token": match.link.partition("#")[2]})
    assert told["laid_out"] is True and told["roles"] == ["pompadour"]
    assert match.guest.get(f"api/games/{match.game}")["game"]["laid_out"] is True
    with match.guest.open(match.game) as seat:
        assert seat.state["table"]["card"]["laid_out"] is True
    for record in (match.guest.call("GET", f"api/games/{match.game}/record")[2].decode(), ended(match)):
        assert "laid-out: hands and strengths by the host, chance by the table" in record.splitlines()


def ended(match: Any) -> str:
    """The record of a match that was given up."""
    match.guest.post(f"api/games/{match.game}/seats/1/concede", {})
    record: bytes = match.host.call("GET", f"api/games/{match.game}/record")[2]
    return record.decode()


def test_an_ordinary_game_is_called_ordinary(server: ServerProcess) -> None:
    bare = {"format": "friedrich-position/1", "scenario": "west", "seed": "known"}
    for position in (None, bare):
        match = server.match(position)
        assert server.browser().post("api/invitation", {"token": match.link.partition("#")[2]})["laid_out"] is False
        assert match.host.get(f"api/games/{match.game}")["game"]["laid_out"] is False
        assert "laid-out" not in match.host.call("GET", f"api/games/{match.game}/record")[2].decode()


def test_the_options_of_the_position_are_those_of_the_card(server: ServerProcess) -> None:
    match = server.match(short(options={"deck_recycle": "one_after_other"}))
    assert match.guest.get(f"api/games/{match.game}")["game"]["options"] == {"deck_recycle": "one_after_other"}


def test_sandboxes_stay_repeatable(server: ServerProcess) -> None:
    for form in ("complete", "with a seed", "with its pile"):
        browser = server.browser()
        made = [browser.post("api/sandbox", {"position": FORMS[form]})["game"] for _ in range(2)]
        first, second = (browser.get(f"api/games/{game}/position") for game in made)
        assert first == second == json.loads(json.dumps(Game.from_position(FORMS[form]).position()))
        assert browser.get(f"api/games/{made[0]}")["game"]["laid_out"] is False


def test_a_rematch_is_dealt_anew(serve: Serve) -> None:
    match = serve().match(FORMS["complete"])
    first = start_of(match.host, match.guest, match.game)
    again = match.again()
    card = match.host.get(f"api/games/{again}")["game"]
    assert card["laid_out"] is False and card["turn"] == 1
    second = start_of(match.host, match.guest, again)
    assert second["seed"] not in (first["seed"], "known") and second["rng"]["key"] != first["rng"]["key"]
