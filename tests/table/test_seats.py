"""Seats: links, hot seat and curtain, bots, concession, agreement, rematch, deletion, presence."""

from __future__ import annotations

import asyncio
import hashlib
import random
import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from sanssouci.table import robot
from sanssouci.table.client import Browser, Refused
from sanssouci.table.storage.backup import backup

if TYPE_CHECKING:
    from conftest import Match, ServerProcess

HANOVER = "allot hanover ferdinand=8 cumberland=4"
FRANCE = "allot france richelieu=8 soubise=7 chevert=5"


def refusal(call: Any, *arguments: Any, **more: Any) -> str:
    """The key with which a call is refused."""
    with pytest.raises(Refused) as caught:
        call(*arguments, **more)
    return caught.value.key


def create(browser: Browser, kinds: list[dict[str, Any]], scenario: str = "west", **more: Any) -> Any:
    """A new game."""
    body = {"scenario": scenario, "players": len(kinds), "seats": kinds} | more
    return browser.post("api/games", body)


HERE = {"kind": "here"}
BOT = {"kind": "bot", "bot": "random"}


def test_about_names_what_can_be_played(server: ServerProcess) -> None:
    about = server.browser().get("api/about")
    assert {s["name"]: s["players"] for s in about["scenarios"]} == {
        "standard": [3, 4],
        "expert": [3, 4],
        "west": [2],
        "austria": [2],
    }
    assert "random" in [bot["name"] for bot in about["bots"]]
    assert {"name": "decks", "values": [4, 5], "default": 4} in about["options"]


@pytest.mark.parametrize(
    ("change", "key"),
    [
        ({"scenario": "poland"}, "table.bad_request"),
        ({"players": 3}, "table.bad_request"),
        ({"players": True}, "table.bad_request"),
        ({"seats": []}, "table.bad_request"),
        ({"seats": [HERE, {"kind": "ghost"}]}, "table.bad_request"),
        ({"seats": [HERE, {"kind": "bot", "bot": "cheat"}]}, "table.bad_request"),
        ({"seats": [HERE, {"kind": "here", "name": "x" * 41}]}, "table.too_large"),
        ({"options": {"decks": 9}}, "table.bad_request"),
        ({"options": {"magic": True}}, "table.bad_request"),
        ({"options": []}, "table.bad_request"),
        ({"roles": "chosen"}, "table.bad_request"),
        ({"position": {"format": "friedrich-position/1", "turn": 999999}}, "position.range"),
        ({"position": {}}, "position.format"),
        ({"pace": {"kind": "bank", "seconds": 0, "bank": 1}}, "table.bad_request"),
    ],
)
def test_a_game_that_cannot_be_is_not_created(server: ServerProcess, change: dict[str, Any], key: str) -> None:
    browser = server.browser()
    body = {"scenario": "west", "players": 2, "seats": [HERE, HERE]} | change
    assert refusal(browser.post, "api/games", body) == key
    assert browser.get("api/games") == {"games": []}


def test_roles_are_drawn_or_chosen(server: ServerProcess) -> None:
    browser = server.browser()
    four = [{"kind": "here", "name": f"P{n}"} for n in range(4)]
    drawn = set()
    for _ in range(30):
        game = create(browser, four, "standard")["game"]
        card = browser.get(f"api/games/{game}")["game"]
        drawn.add(tuple(tuple(seat["roles"]) for seat in card["seats"]))
        assert sorted(role for seat in card["seats"] for role in seat["roles"]) == [
            "elisabeth",
            "friedrich",
            "maria-theresa",
            "pompadour",
        ]
    assert len(drawn) > 5, "24 ways to deal the roles"
    three = [
        {"kind": "here", "roles": ["maria-theresa"]},
        {"kind": "here", "roles": ["pompadour", "elisabeth"]},
        {"kind": "here", "roles": ["friedrich"]},
    ]
    game = create(browser, three, "expert", roles="chosen")["game"]
    seats = browser.get(f"api/games/{game}")["game"]["seats"]
    assert [seat["roles"] for seat in seats] == [["maria-theresa"], ["elisabeth", "pompadour"], ["friedrich"]]


def test_cookies_are_not_for_scripts_and_secrets_not_in_the_database(
    server: ServerProcess, match: Match, tmp_path: Path
) -> None:
    browser = server.browser()
    _status, headers, _body = browser.call(
        "POST", "api/games", {"scenario": "west", "players": 2, "seats": [HERE, {"kind": "friend"}]}
    )
    cookie = headers["set-cookie"].lower()
    assert "httponly" in cookie and "samesite=lax" in cookie
    token = match.link.partition("#")[2]
    copy = tmp_path / "copy.sqlite3"  # also of PostgreSQL: a backup is always an SQLite file
    asyncio.run(backup(server.database, copy))
    connection = sqlite3.connect(copy)
    dump = "\n".join(connection.iterdump())
    connection.close()
    for secret in (token, browser.cookie, match.host.cookie):
        assert secret and secret not in dump
        assert hashlib.sha256(secret.encode()).hexdigest() in dump


def test_only_who_is_at_the_game_sees_it(server: ServerProcess, match: Match) -> None:
    stranger = server.browser()
    assert refusal(stranger.get, f"api/games/{match.game}") == "table.no_such_game"
    create(stranger, [HERE, HERE])  # has a cookie now, but still no seat there
    for call in (
        lambda: stranger.get(f"api/games/{match.game}"),
        lambda: stranger.get(f"api/games/{match.game}/record"),
        lambda: stranger.get(f"api/games/{match.game}/replay"),
        lambda: stranger.delete(f"api/games/{match.game}"),
        lambda: stranger.post(f"api/games/{match.game}/seats/0/link"),
        lambda: stranger.post(f"api/games/{match.game}/seats/0/concede"),
    ):
        assert refusal(call) == "table.no_such_game"
    with pytest.raises(Exception, match="404"):
        stranger.open(match.game)
    # a friend has his seat and no other
    assert refusal(match.guest.post, f"api/games/{match.game}/seats/0/concede") == "table.not_yours"
    assert refusal(match.guest.delete, f"api/games/{match.game}") == "table.not_yours"
    assert refusal(match.guest.open, match.game, seat=0) == "table.not_yours"


def test_a_reissued_link_ends_the_old_one(server: ServerProcess, match: Match) -> None:
    anna, bruno = match.sit()
    fresh = match.host.post(f"api/games/{match.game}/seats/1/link")["link"]
    assert fresh != match.link
    bruno.until(lambda seat: bool(seat.told) and seat.told[-1]["type"] == "gone")
    assert bruno.told[-1]["why"] == "link"
    assert refusal(server.browser().join, match.link) == "table.no_such_link"
    assert refusal(match.guest.get, f"api/games/{match.game}") == "table.no_such_game"
    again = server.browser()
    assert again.join(fresh, "Brunhilde") == {"game": match.game, "seat": 1}
    with again.open(match.game) as seat:
        seat.order(FRANCE)
    names = [seat["name"] for seat in match.host.get(f"api/games/{match.game}")["game"]["seats"]]
    assert names == ["Anna", "Brunhilde"]
    anna.close()


@pytest.mark.parametrize("token", ["", "x", "x" * 32, "x" * 64])
def test_tokens_cannot_be_guessed(server: ServerProcess, token: str) -> None:
    assert refusal(server.browser().post, "api/join", {"token": token}) == "table.no_such_link"


def test_the_hot_seat_shows_one_player_at_a_time(server: ServerProcess) -> None:
    browser = server.browser()
    kinds = [
        {"kind": "here", "name": "Anna", "roles": ["friedrich"]},
        {"kind": "here", "name": "Bruno", "roles": ["pompadour"]},
    ]
    game = create(browser, kinds, roles="chosen")["game"]
    screen = browser.open(game)
    assert screen.curtain is not None and screen.curtain["seat"] == 0
    assert refusal(screen.order, HANOVER, version=1) == "table.curtain"
    assert refusal(screen.ask, "log", **{"from": 0, "count": 9}) == "table.curtain"
    screen.take(0)
    assert screen.state["view"]["role"] == "friedrich"
    told = len(screen.raw)
    screen.order(HANOVER)
    screen.until(lambda seat: seat.curtain is not None)
    assert screen.curtain["name"] == "Bruno"
    # between Anna's last view and Bruno's taking the screen: a reply, a curtain and, as the first order deals the
    # cards, what the table says of the shuffle; no view
    assert sorted(m["type"] for m in screen.told[told:]) == ["curtain", "reply", "table"]
    assert all("view" not in message for message in screen.told[told:])
    screen.take(1)
    assert screen.state["view"]["role"] == "pompadour" and screen.state["log"][0]["order"] is None
    tab = browser.open(game, seat=1)
    tab.take(0)
    screen.until(lambda seat: seat.curtain is not None)
    assert screen.curtain["seat"] == 0, "one browser shows one player"
    screen.close()
    tab.close()


def test_a_seat_goes_to_a_bot_and_back(match: Match) -> None:
    anna, bruno = match.sit()
    anna.order(HANOVER)
    match.host.post(f"api/games/{match.game}/seats/1/bot", {"bot": "random"})
    anna.my_turn()
    assert anna.state["orders"] >= 2, "the bot has allotted"
    bruno.until(lambda seat: seat.state["orders"] == anna.state["orders"])
    assert refusal(bruno.order, "end") in ("table.bot_plays", "table.stale")
    match.guest.post(f"api/games/{match.game}/seats/1/bot", {"bot": None})
    rng = random.Random(5)
    while not bruno.state["menu"]:
        anna.my_turn()
        anna.order(robot.order(anna.state["menu"], rng))
        bruno.until(lambda seat: seat.state["orders"] == anna.state["orders"])
    bruno.order(robot.order(bruno.state["menu"], rng))
    assert refusal(match.host.post, f"api/games/{match.game}/seats/1/bot", {"bot": "cheat"}) == "table.bad_request"


def test_bots_play_a_game_to_its_end(server: ServerProcess) -> None:
    browser = server.browser()
    game = create(browser, [{"kind": "bot", "bot": "random"}, BOT])["game"]
    with browser.open(game) as watcher:
        watcher.until(lambda seat: seat.over, 120)
        assert watcher.state["seat"] is None
    card = browser.get(f"api/games/{game}")["game"]
    assert card["result"]["winners"] and card["waiting"] == []


def test_a_bots_seat_can_become_a_friends(server: ServerProcess) -> None:
    browser, friend = server.browser(), server.browser()
    game = create(browser, [HERE, BOT])["game"]
    link = browser.post(f"api/games/{game}/seats/1/bot", {"bot": None})["link"]
    assert friend.join(link)["seat"] == 1
    seat = browser.get(f"api/games/{game}")["game"]["seats"][1]
    assert (seat["kind"], seat["bot"], seat["joined"]) == ("friend", None, True)


def test_a_link_outlives_a_bot_that_kept_the_seat_warm(server: ServerProcess) -> None:
    browser, friend = server.browser(), server.browser()
    made = create(browser, [HERE, {"kind": "friend"}])
    assert browser.post(f"api/games/{made['game']}/seats/1/bot", {"bot": "random"}) == {}
    assert browser.post(f"api/games/{made['game']}/seats/1/bot", {"bot": None}) == {}
    assert friend.join(made["links"]["1"])["seat"] == 1


def test_concession_of_two(match: Match) -> None:
    anna, bruno = match.sit()
    match.guest.post(f"api/games/{match.game}/seats/1/concede")
    anna.until(lambda seat: seat.over)
    assert anna.state["view"]["result"] == {
        "winners": ["friedrich"],
        "nations": [],
        "turn": 1,
        "reason": "concede",
    }
    assert anna.state["menu"] == {} and anna.state["waiting"] == []
    assert refusal(anna.order, HANOVER) == "table.over"
    assert refusal(match.guest.post, f"api/games/{match.game}/seats/1/concede") == "table.over"
    bruno.close()


def test_an_attacker_among_several_leaves_his_seat_to_a_bot(server: ServerProcess) -> None:
    host = server.browser()
    roles = (["friedrich"], ["elisabeth"], ["maria-theresa"], ["pompadour"])
    kinds: list[dict[str, Any]] = [
        {"kind": "here", "roles": roles[0]},
        {"kind": "friend", "roles": roles[1]},
        {"kind": "friend", "roles": roles[2]},
        BOT | {"roles": roles[3]},
    ]
    made = create(host, kinds, "standard", roles="chosen")
    friends = [server.browser(), server.browser()]
    for seat, friend in zip("12", friends, strict=True):
        friend.join(made["links"][seat])
    friends[0].post(f"api/games/{made['game']}/seats/1/concede")
    card = host.get(f"api/games/{made['game']}")["game"]
    assert card["seats"][1]["conceded"] and card["seats"][1]["bot"] and card["result"] is None
    back = refusal(friends[0].post, f"api/games/{made['game']}/seats/1/bot", {"bot": None})
    assert back == "table.conceded"
    friends[1].post(f"api/games/{made['game']}/seats/2/concede")
    assert host.get(f"api/games/{made['game']}")["game"]["result"]["winners"] == ["friedrich"]


def test_an_end_by_agreement(match: Match) -> None:
    anna, bruno = match.sit()
    path = f"api/games/{match.game}/seats"
    assert refusal(match.host.post, f"{path}/0/agree", {"winners": ["elisabeth"]}) == "table.bad_request"
    match.host.post(f"{path}/0/agree", {"winners": []})
    bruno.until(lambda seat: seat.state["table"]["card"]["proposal"] == {"winners": [], "agreed": [0]})
    match.guest.post(f"{path}/1/agree", {"winners": ["pompadour"]})
    card = match.host.get(f"api/games/{match.game}")["game"]
    assert card["proposal"] == {"winners": ["pompadour"], "agreed": [1]}, "another end is another proposal"
    match.guest.post(f"{path}/1/agree", {"winners": None})
    assert match.host.get(f"api/games/{match.game}")["game"]["proposal"] is None
    match.host.post(f"{path}/0/agree", {"winners": []})
    match.guest.post(f"{path}/1/agree", {"winners": []})
    anna.until(lambda seat: seat.over)
    assert anna.state["view"]["result"]["reason"] == "agreement"


def test_a_rematch_with_the_same_people(match: Match) -> None:
    assert refusal(match.host.post, f"api/games/{match.game}/rematch") == "table.running"
    match.host.post(f"api/games/{match.game}/seats/0/concede")
    game = match.again()
    assert match.guest.post(f"api/games/{match.game}/rematch")["game"] == game, "one rematch, not two"
    assert game in [card["game"] for card in match.host.get("api/games")["games"]]
    anna, bruno = match.host.open(game), match.guest.open(game)
    assert (anna.state["seat"], bruno.state["seat"]) == (0, 1)
    anna.order(HANOVER)
    bruno.order(FRANCE)


def test_a_rematch_begins_when_all_agree(match: Match) -> None:
    path = f"api/games/{match.game}/rematch"
    anna, _bruno = match.sit()

    def proposed(what: dict[str, Any] | None) -> None:
        anna.until(lambda seat: seat.state["table"]["card"]["rematch_proposal"] == what)

    match.guest.post(f"api/games/{match.game}/seats/1/agree", {"winners": []})
    match.host.post(f"api/games/{match.game}/seats/0/concede")
    anna.until(lambda seat: seat.over)
    card = match.host.get(f"api/games/{match.game}")["game"]
    assert card["proposal"] is None and card["asked"] == [0, 1], "the end proposed before is settled"
    assert match.guest.post(path, {"roles": "same"}) == {"game": None, "seat": 1, "links": {}}
    proposed({"roles": "same", "agreed": [1]})
    match.host.post(path, {"roles": "drawn"})
    proposed({"roles": "drawn", "agreed": [0]})  # other roles are another proposal
    match.guest.post(path, {"agree": False})
    proposed(None)
    assert len(match.host.get("api/games")["games"]) == 1, "nothing has begun"
    match.host.post(path, {"roles": "drawn"})
    game = match.guest.post(path, {"roles": "drawn"})["game"]
    anna.until(lambda seat: seat.state["table"]["card"]["rematch"] == game)
    proposed(None)


def test_a_rematch_against_bots_begins_at_once(server: ServerProcess) -> None:
    host = server.browser()
    game = create(host, [HERE, BOT])["game"]
    host.post(f"api/games/{game}/seats/0/concede")
    assert host.post(f"api/games/{game}/rematch")["game"], "bots agree"


def test_the_card_says_whose_word_counts(server: ServerProcess) -> None:
    host = server.browser()
    game = create(host, [HERE, BOT])["game"]
    assert host.get(f"api/games/{game}")["game"]["asked"] == [0], "bots are not asked"
    assert server.match().host.get("api/games")["games"][0]["asked"] == [0, 1]


def test_the_host_deletes(match: Match) -> None:
    anna, bruno = match.sit()
    match.host.delete(f"api/games/{match.game}")
    for seat in (anna, bruno):
        seat.until(lambda one: one.told[-1]["type"] == "gone")
        assert seat.told[-1]["why"] == "deleted"
    assert refusal(match.host.get, f"api/games/{match.game}") == "table.no_such_game"
    assert match.guest.get("api/games") == {"games": []}


def test_presence_chat_and_notes(match: Match) -> None:
    anna, bruno = match.sit()
    anna.until(lambda seat: seat.state["table"]["present"] == [0, 1])
    anna.ask("chat", text="  Bon\u202ejour ")
    bruno.until(lambda seat: seat.told[-1]["type"] == "chat")
    line = bruno.told[-1]["line"]
    assert (line["seat"], line["name"], line["text"]) == (0, "Anna", "Bonjour")
    anna.ask("notes", text="Soubise is weak\nin Fulda")
    assert refusal(anna.ask, "chat", text="") == "table.bad_request"
    assert refusal(anna.ask, "chat", text="x" * 1001) == "table.too_large"
    bruno.close()
    anna.until(lambda seat: seat.state["table"]["present"] == [0])
    with match.host.open(match.game) as tab, match.guest.open(match.game) as other:
        assert tab.state["notes"] == "Soubise is weak\nin Fulda" and other.state["notes"] == ""
        assert [one["text"] for one in other.state["chat"]] == ["Bonjour"]


def test_spectators_see_and_do_nothing(server: ServerProcess, match: Match) -> None:
    anna, bruno = match.sit()
    link = match.host.post(f"api/games/{match.game}/watch")["link"]
    watcher = server.browser()
    assert watcher.join(link) == {"game": match.game, "seat": None}
    seat = watcher.open(match.game)
    assert seat.state["seat"] is None and seat.state["menu"] == {} and seat.state["view"]["role"] is None
    anna.until(lambda one: one.state["table"]["spectators"] == 1)
    anna.order(HANOVER)
    seat.until(lambda one: one.state["orders"] == 1)
    assert seat.state["log"][0]["order"] is None and "ferdinand" not in str(seat.state["log"])
    asked: dict[str, dict[str, Any]] = {
        "order": {"text": FRANCE, "version": 1, "key": "12345678"},
        "undo": {"what": "order", "version": 1, "key": "12345678"},
        "chat": {"text": "hello"},
        "notes": {"text": "hello"},
        "check": {"text": FRANCE},
    }
    for kind, fields in asked.items():
        assert refusal(seat.ask, kind, **fields) == "table.not_yours"
    assert refusal(watcher.post, f"api/games/{match.game}/watch") == "table.not_yours"
    match.host.post(f"api/games/{match.game}/watch")
    seat.until(lambda one: one.told[-1]["type"] == "gone")
    assert refusal(server.browser().join, link) == "table.no_such_link"
    bruno.close()


def test_my_games_are_listed(server: ServerProcess) -> None:
    browser = server.browser()
    first = create(browser, [HERE, BOT])["game"]
    second = create(browser, [HERE, {"kind": "friend"}])["game"]
    games = {card["game"]: card for card in browser.get("api/games")["games"]}
    assert set(games) == {first, second}
    assert games[second]["your_turn"] and games[second]["mine"] == [0] and games[second]["host"]
