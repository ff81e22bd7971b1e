"""What leaves the table is what the contract says: nothing more, nothing less, and the page's types are the same."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args, get_type_hints

import msgspec
import pytest

from sanssouci.friedrich import Game
from sanssouci.friedrich.rules.state import STATE_NAMES
from sanssouci.friedrich.shapes import GameEvent, NoWalk, ViewJson, Walk
from sanssouci.table import robot
from sanssouci.table.contract import answers, menus, messages, requests

if TYPE_CHECKING:
    from conftest import ServerProcess

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT / "tests/friedrich"), str(ROOT / "tests/kept")]
from kept_games import GAMES, begin, orders_of  # noqa: E402
from situations import fate_step, given, orders, under  # noqa: E402

ROLES = (None, "friedrich", "elisabeth", "maria-theresa", "pompadour")


def conforms(value: Any, shape: Any) -> None:
    """The value has this shape, and reading it so loses nothing: it has no field that the contract does not know."""
    read = msgspec.convert(value, shape)
    assert msgspec.to_builtins(read) == msgspec.to_builtins(value)


def all_conforms(game: Game) -> set[str]:
    """Every view and menu of a position; the decisions that were asked."""
    asked = set()
    for role in ROLES:
        conforms(game.view(role).json(), ViewJson)
        menu = game.menu(role)
        if menu:
            conforms(menu, menus.Menu)
            asked.add(str(menu["state"]))
    return asked


def test_a_field_that_the_contract_does_not_know_is_found() -> None:
    game = Game.new("west", seed="0" * 32)
    view, menu = game.view(None).json(), game.menu("friedrich")
    view["nations"]["prussia"]["purse"] = 3  # type: ignore[typeddict-unknown-key]
    with pytest.raises(AssertionError):
        conforms(view, ViewJson)
    with pytest.raises(msgspec.ValidationError):
        conforms({**menu, "purse": 3}, menus.Menu)
    with pytest.raises(msgspec.ValidationError):
        conforms({key: value for key, value in menu.items() if key != "nations"}, menus.Menu)


def test_every_view_and_menu_of_every_decision() -> None:
    seen: Counter[str] = Counter()

    def look(game: Game) -> None:
        """All of a rare decision, and some of every other."""
        state = "GAME_OVER" if game.decision is None else game.decision.state
        if seen[state] < 20 or seen[state] % 40 == 0:
            assert not all_conforms(game) - {state}
        seen[state] += 1

    for path in sorted(GAMES.glob("*.friedrich")):
        record = path.read_text("utf-8")
        game = begin(record)
        for number, order in enumerate(orders_of(record)):
            look(game)
            events = game.play(order)
            if number % 10 == 0:
                conforms(game.events_for(events, ROLES[number % 5]), list[GameEvent])
        look(game)
    near_daun = {"daun": ("schweidnitz", 4), "keith": ("breslau", 4), "dohna": ("oels", 4)}
    look(orders(under("8C", "austria", near_daun), "end"))
    look(fate_step("12H", {"hildburghausen": ("hildburghausen", 3), "daun": ("bruenn", 3)}, memory={"hild_lost": True}))
    rng = random.Random(3)
    small = Game.new("expert", 4, seed="3" * 32)
    while small.decision is not None:  # the small steps between, which only programs see
        look(small)
        small.choose(rng.choice(small.choices()))
    assert set(seen) == set(STATE_NAMES)


def test_walks() -> None:
    game = given("austria", {"daun": ("waldenburg", 5), "keith": ("glatz", 4)})
    conforms(game.walk(["daun"]), Walk)
    conforms(game.walk(["keith"]), NoWalk)


def test_the_union_of_menus_names_every_decision() -> None:
    tags = {menu.__struct_config__.tag for menu in get_args(menus.Menu)}
    assert tags == set(STATE_NAMES) - {"GAME_OVER"}


def test_every_message_has_its_reply_and_every_question_its_answer() -> None:
    said = {shape.__struct_config__.tag for shape in get_args(requests.ClientMessage)}
    assert said == set(messages.REPLIES)
    assert set(get_args(get_type_hints(requests.Ask)["what"])) == set(answers.ANSWERS)


def heard(text: str, replies: dict[int, str]) -> None:
    """A message is one of the contract's, with no field besides; `replies`: what was asked under which id."""
    told = json.loads(text)
    if told["type"] == "reply":
        shape: Any = messages.REPLIES[replies[told["id"]]] if told["ok"] else messages.Refused
    else:
        shape = messages.ServerMessage
    read = msgspec.json.decode(text, type=shape)
    assert msgspec.to_builtins(read) == told
    if told.get("menu"):
        conforms(told["menu"], menus.Menu)


def test_everything_said_on_a_socket(server: ServerProcess) -> None:
    """Two players, a spectator, and one of every message a browser may send."""
    match = server.match()
    rng = random.Random(11)
    asked: dict[int, dict[int, str]] = {}
    link = match.host.post(f"api/games/{match.game}/watch")["link"]
    stranger = server.browser()
    stranger.join(link)
    with match.host.open(match.game) as anna, match.guest.open(match.game) as bruno, stranger.open(match.game) as third:
        for seat in (anna, bruno, third):
            asked[id(seat)] = {1: "hello"}

        def ask(player: Any, kind: str, /, **fields: Any) -> Any:
            asked[id(player)][player._number + 1] = kind
            try:
                return player.ask(kind, **fields)
            except Exception as refused:
                assert type(refused).__name__ == "Refused"
                return None

        for _ in range(60):
            for seat in (anna, bruno):
                if seat.state.get("menu"):
                    order = robot.order(seat.state["menu"], rng)
                    fields = {
                        "text": order,
                        "version": seat.version,
                        "key": f"key-{rng.random():.12f}".replace(".", ""),
                    }
                    assert ask(seat, "order", **fields) is not None
            for seat in (anna, bruno):
                ask(seat, "ping")  # what was told meanwhile is heard before the reply
        pieces = [g["pieces"] for g in (anna.state["menu"] or bruno.state["menu"]).get("groups", [])][:1] or [["x"]]
        objective = next(iter(anna.state["view"]["conquered"]), "hannover")
        for seat in (anna, bruno, third):
            questions: list[tuple[str, dict[str, object]]] = [
                ("check", {"text": "end"}), ("log", {"from": 0, "count": 20}), ("since", {}), ("frame", {"n": 3}),
                ("chat", {"text": "hello"}), ("notes", {"text": "mine"}), ("take", {"seat": 0}),
                ("instruct", {"instruction": {"mode": "zero"}}), ("instruct", {"instruction": None}),
                ("undo", {"what": "order", "version": 1, "key": "k" * 9}), ("nonsense", {}),
            ]  # fmt: skip
            for kind, fields in questions:
                ask(seat, kind, **fields)
            for what in answers.ANSWERS:
                reply = ask(seat, "ask", what=what, pieces=pieces[0], piece="friedrich", city=objective)
                if reply is not None:
                    found = reply["answer"]
                    conforms(found, (Walk if found else NoWalk) if what == "walk" else answers.ANSWERS[what])
        match.host.post(f"api/games/{match.game}/seats/0/concede")
        ask(anna, "ping")
        for seat in (anna, bruno, third):
            for text in seat.raw:
                heard(text, asked[id(seat)])


def test_the_types_of_the_page_are_written_from_the_contract() -> None:
    tool = ROOT / "tools/page_types.py"
    found = subprocess.run([sys.executable, str(tool), "--check"], capture_output=True, text=True, cwd=ROOT)
    assert found.returncode == 0, found.stderr
