"""Going back by consent: everybody agrees, what nobody had seen is dealt anew, and nothing is forgotten."""

from __future__ import annotations

import random
import re
from typing import TYPE_CHECKING, Any

import pytest

from sanssouci.friedrich.files.pledge import next_key, verify
from sanssouci.friedrich.files.replay import replay
from sanssouci.table import robot
from sanssouci.table.client import Browser, Refused, Seat

if TYPE_CHECKING:
    from conftest import Match, ServerProcess


def ask(browser: Browser, game: str, seat: int, orders: int | None) -> None:
    browser.post(f"api/games/{game}/seats/{seat}/back", {"orders": orders})


def card(browser: Browser, game: str) -> dict[str, Any]:
    found: dict[str, Any] = browser.get(f"api/games/{game}")["game"]
    return found


def consent(match: Match, orders: int) -> None:
    ask(match.host, match.game, 0, orders)
    ask(match.guest, match.game, 1, orders)


def record_of(browser: Browser, game: str) -> str:
    return browser.call("GET", f"api/games/{game}/record")[2].decode()


def played(match: Match, orders: int = 14, seed: int = 1) -> None:
    with match.host.open(match.game) as anna, match.guest.open(match.game) as bruno:
        assert match.play([anna, bruno], random.Random(seed), orders) == orders


def end(match: Match) -> None:
    match.guest.post(f"api/games/{match.game}/seats/1/concede")


def test_all_must_agree(match: Match) -> None:
    played(match)
    with match.host.open(match.game) as anna, match.guest.open(match.game) as bruno:
        ask(match.host, match.game, 0, 5)
        proposal = {"orders": 5, "seat": 0, "agreed": [0]}
        bruno.until(lambda one: one.state["table"]["card"]["back"] == proposal)
        assert card(match.host, match.game)["orders"] == 14, "one alone does not go back"
        ask(match.guest, match.game, 1, 5)
        for seat in (anna, bruno):
            seat.until(lambda one: one.state["orders"] == 5)
            assert [entry["n"] for entry in seat.state["log"]] == list(range(5))
            seat.until(lambda one: one.state["table"]["card"]["back"] is None)
        match.play([anna, bruno], random.Random(2), 10)
    end(match)
    assert verify(record_of(match.host, match.game)).verdict == "proved"


def test_who_refuses_or_plays_on_ends_the_vote(match: Match) -> None:
    played(match)
    ask(match.host, match.game, 0, 5)
    ask(match.guest, match.game, 1, None)
    assert card(match.host, match.game)["back"] is None
    ask(match.host, match.game, 0, 5)
    played(match, 1)
    assert card(match.host, match.game)["back"] is None and card(match.host, match.game)["orders"] == 15
    ask(match.guest, match.game, 1, 5)
    assert card(match.host, match.game)["orders"] == 15, "what was agreed to before counts no more"
    ask(match.host, match.game, 0, 6)
    assert card(match.host, match.game)["back"] == {"orders": 6, "seat": 0, "agreed": [0]}, (
        "another place, another vote"
    )


def test_what_cannot_be_gone_back_to(match: Match, server: ServerProcess) -> None:
    played(match, 4)
    for orders in (4, 5, 10**6):
        with pytest.raises(Refused, match="bad_request"):
            ask(match.host, match.game, 0, orders)
    with pytest.raises(Refused, match=r"table\.not_yours"):
        ask(match.host, match.game, 1, 2)
    with pytest.raises(Refused, match=r"table\.no_such_game"):
        ask(server.browser(), match.game, 0, 2)
    end(match)
    with pytest.raises(Refused, match=r"table\.over"):
        ask(match.host, match.game, 0, 2)


def test_unseen_cards_are_dealt_anew_and_hands_stay(match: Match) -> None:
    played(match, 14)
    with match.host.open(match.game) as anna:
        then = anna.ask("frame", n=5)["frame"]["view"]
        later = anna.state["view"]
        consent(match, 5)
        anna.until(lambda one: one.state["orders"] == 5)
        assert anna.state["view"] == then != later, "what was in hand is in hand, what lay open lies open"
    played(match, 9, seed=9)
    end(match)
    before, after = (match.host.get(f"api/games/{match.game}/position?n={n}") for n in (4, 5))
    assert after["rng"]["key"] == next_key(bytes.fromhex(before["rng"]["key"]), 5).hex()
    text = record_of(match.host, match.game)
    drawn = re.findall(r"^#! draw .*", text, re.M)
    assert drawn and verify(text).verdict == "proved"
    # by the old key, other cards would have come
    assert verify(re.sub(r"^again-1: .*\n", "", text, flags=re.M)).why == "chance"


@pytest.mark.parametrize("to", [(0,), (1,), (5,), (5, 5), (3, 7), (9, 4), (12, 0, 3)])
def test_one_promise_covers_every_going_back(match: Match, to: tuple[int, ...]) -> None:
    match.host.post(f"api/games/{match.game}/seats/0/part", {"part": "mine"})
    promised = card(match.host, match.game)["shuffle"]["commitment"]
    for i, orders in enumerate(to):
        played(match, 14 - card(match.host, match.game)["orders"], seed=i)
        consent(match, orders)
    played(match, 16, seed=20)
    match.host.post(f"api/games/{match.game}/seats/0/agree", {"winners": []})
    match.guest.post(f"api/games/{match.game}/seats/1/agree", {"winners": []})
    text = record_of(match.guest, match.game)
    assert [replay(text).headers[f"again-{i}"] for i in range(1, len(to) + 1)] == [str(n) for n in to]
    assert text.count("# taken back: ") == sum(14 - n for n in to)
    assert verify(text, promised).verdict == "proved"
    assert match.host.get(f"api/games/{match.game}/verify")["verdict"] == "proved"
    frames = match.host.get(f"api/games/{match.game}/replay?seat=open&count=100")["frames"]
    assert len(frames) == card(match.host, match.game)["orders"] + 1


def test_taken_back_orders_stay_in_log_and_record_with_their_secrets(match: Match) -> None:
    """Each reads its own words; those of others with the secret parts hidden, until the game is over."""
    with match.host.open(match.game) as anna, match.guest.open(match.game) as bruno:
        anna.order("allot hanover ferdinand=8 cumberland=4")
        bruno.order("allot france richelieu=8 soubise=7 chevert=5")
        anna.until(lambda one: one.state["orders"] == 2)
        match.play([anna, bruno], random.Random(3), 3)
    consent(match, 0)
    backs = match.guest.get(f"api/games/{match.game}/backs")["backs"]
    assert [(one["number"], one["orders"], one["seat"], len(one["log"])) for one in backs] == [(1, 0, 0, 5)]
    told = backs[0]["log"]
    assert told[0]["order"] is None and told[1]["order"] == "allot france richelieu=8 soubise=7 chevert=5"
    assert "cumberland" not in str(told[0]) and "4" not in str(told[0]["events"])
    mine, theirs = (record_of(browser, match.game) for browser in (match.guest, match.host))
    assert "# taken back: allot france richelieu=8 soubise=7 chevert=5" in mine
    assert "# taken back: allot hanover ?" in mine and "cumberland" not in mine
    assert "# taken back: allot hanover ferdinand=8 cumberland=4" in theirs and "chevert" not in theirs
    end(match)
    text = record_of(match.guest, match.game)
    assert "cumberland=4" in text and "chevert=5" in text
    replay(text)


def test_nobody_takes_back_alone_what_was_dealt_before(match: Match) -> None:
    """An undo beyond the place gone back to would bring the old cards back, which somebody has seen."""
    rng = random.Random(5)
    with match.host.open(match.game) as anna, match.guest.open(match.game) as bruno:
        seats: list[Seat] = [anna, bruno]
        while not any(seat.state["undo"]["stage"] >= 2 for seat in seats):
            match.play(seats, rng, 1, end=0.1)
        mine = next(seat for seat in seats if seat.state["undo"]["stage"] >= 2)
        orders = mine.state["orders"]
        consent(match, orders - 1)
        mine.until(lambda one: one.state["orders"] == orders - 1)
        assert mine.state["undo"] == {"order": 0, "stage": 0}
        with pytest.raises(Refused, match=r"table\.no_undo"):
            mine.undo()


def test_bots_agree_and_time_is_not_given_back(server: ServerProcess) -> None:
    host = server.browser()
    game = host.post(
        "api/games",
        {
            "scenario": "west", "players": 2, "roles": "chosen",
            "seats": [
                {"kind": "here", "roles": ["friedrich"]},
                {"kind": "bot", "bot": "random", "roles": ["pompadour"]},
            ],
            "pace": {"kind": "bank", "seconds": 60, "bank": 600, "bot": "random"},
        },
    )["game"]  # fmt: skip
    with host.open(game) as anna:
        rng = random.Random(6)
        while anna.my_turn()["orders"] < 8:
            anna.order(robot.order(anna.state["menu"], rng))
        bank = anna.state["table"]["clock"]["bank"]
        ask(host, game, 0, 2)
        anna.until(lambda one: one.state["orders"] == 2 or one.state["log"][:3][-1]["n"] == 2, 30)
        after = card(host, game)
        assert host.get(f"api/games/{game}/backs")["backs"][0]["orders"] == 2 and after["back"] is None
        anna.my_turn()
        clock = anna.state["table"]["clock"]["bank"]
        assert all(clock[seat] <= bank[seat] for seat in bank)


def test_back_to_here(match: Match) -> None:
    """One's own orders of this stage, all those after a line of the log, without asking anybody."""
    rng = random.Random(5)
    with match.host.open(match.game) as anna, match.guest.open(match.game) as bruno:
        seats: list[Seat] = [anna, bruno]
        while not any(seat.state["undo"]["stage"] >= 3 for seat in seats):
            match.play(seats, rng, 1, end=0.05)
        mine = next(seat for seat in seats if seat.state["undo"]["stage"] >= 3)
        orders, stage = mine.state["orders"], mine.state["undo"]["stage"]
        for wrong in (orders, orders + 1, orders - stage - 1):
            with pytest.raises(Refused, match=r"table\.no_undo"):
                mine.ask("undo", what=wrong, version=mine.version, key="wrong-key-1")
        mine.ask("undo", what=orders - 2, version=mine.version, key="right-key-1")
        mine.until(lambda one: one.state["orders"] == orders - 2)
        assert mine.state["undo"]["stage"] == stage - 2


def test_a_game_goes_back_so_often_and_no_more(serve: Any) -> None:
    match = serve(BACKS_PER_GAME=2).match()
    for _ in range(2):
        played(match, 4 - card(match.host, match.game)["orders"])
        consent(match, 2)
    played(match, 2)
    ask(match.host, match.game, 0, 2)
    with pytest.raises(Refused, match=r"table\.no_back"):
        ask(match.guest, match.game, 1, 2)
    assert card(match.host, match.game)["orders"] == 4


def test_what_was_taken_back_is_read_at_the_price_of_its_pages(serve: Any) -> None:
    """Each time that a game went back, hundreds of orders may have been taken back."""
    match = serve("--rate-factor", "1", first="limits.RATES['replay'] = limits.Rate(40, 1e-6)").match()
    for _ in range(4):
        played(match, 4 - card(match.host, match.game)["orders"])
        consent(match, 2)
    read = 0
    with pytest.raises(Refused, match=r"table\.too_fast"):
        while True:
            assert len(match.host.get(f"api/games/{match.game}/backs")["backs"]) == 4
            read += 1
    assert read == 10, "40 pages, four at a time"
