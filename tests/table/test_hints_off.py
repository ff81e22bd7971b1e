"""Games without hints: from the beginning or by agreement, and not to be had through a sandbox."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest

from sanssouci.table.client import Refused

if TYPE_CHECKING:
    from conftest import Match, ServerProcess


def refused(call: Any, *arguments: Any, **more: Any) -> str:
    """The key with which a call is refused."""
    with pytest.raises(Refused) as caught:
        call(*arguments, **more)
    return caught.value.key


def card(match: Match) -> dict[str, Any]:
    """The game as its host sees it."""
    found: dict[str, Any] = match.host.get(f"api/games/{match.game}")["game"]
    return found


def test_a_game_without_hints(server: ServerProcess) -> None:
    match = server.match(hints=False)
    assert card(match)["hints"] is False
    anna, bruno = match.sit()
    match.play([anna, bruno], random.Random(1), 3)
    acting = anna if anna.state["menu"] else bruno
    for what in ("hint", "odds", "chances"):
        assert refused(acting.ask, "ask", what=what) == "table.no_hints"
    fork = match.host.post(f"api/games/{match.game}/fork", {"n": 3, "seat": 0})["game"]
    again = match.host.post(f"api/games/{fork}/fork", {"n": 0})["game"]
    for sandbox in (fork, again):
        with match.host.open(sandbox) as box:
            assert refused(box.ask, "ask", what="hint") == "table.no_hints"
        assert refused(match.host.post, f"api/games/{sandbox}/seats/0/hints", {"hints": True}) == "table.not_yours"
    match.host.post(f"api/games/{match.game}/seats/0/concede")
    assert "friedrich" in anna.ask("ask", what="chances")["answer"]["chances"], "over: everything may be asked"
    new = match.again()
    assert match.host.get(f"api/games/{new}")["game"]["hints"] is False


def test_hints_go_and_come_by_agreement(match: Match) -> None:
    path = f"api/games/{match.game}/seats"
    anna, bruno = match.sit()
    assert card(match)["hints"] is True and card(match)["hints_proposal"] is None
    match.host.post(f"{path}/0/hints", {"hints": False})
    bruno.until(lambda seat: seat.state["table"]["card"]["hints_proposal"] == {"hints": False, "agreed": [0]})
    assert anna.ask("ask", what="chances")["answer"]["chances"], "not yet agreed"
    match.host.post(f"{path}/0/hints", {"hints": True})
    assert card(match)["hints_proposal"] is None, "withdrawn"
    match.guest.post(f"{path}/1/hints", {"hints": False})
    match.host.post(f"{path}/0/hints", {"hints": True})
    assert card(match)["hints_proposal"] == {"hints": False, "agreed": [1]}, "another's word stands"
    match.host.post(f"{path}/0/hints", {"hints": False})
    assert card(match)["hints"] is False and card(match)["hints_proposal"] is None
    assert refused(anna.ask, "ask", what="chances") == "table.no_hints"
    assert refused(match.host.post, f"{path}/1/hints", {"hints": True}) == "table.not_yours"
    assert refused(match.host.post, f"{path}/0/hints", {"hints": "no"}) == "table.bad_request"
    for browser, seat in ((match.guest, 1), (match.host, 0)):
        browser.post(f"{path}/{seat}/hints", {"hints": True})
    assert card(match)["hints"] is True
    assert anna.ask("ask", what="chances")["answer"]["chances"]
