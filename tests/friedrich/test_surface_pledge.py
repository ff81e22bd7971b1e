"""A shuffle that can be checked: every kind of tampering with a record is found, and nothing else."""

from __future__ import annotations

import random
import re

import pytest

from sanssouci.friedrich import BadRecord, Game
from sanssouci.friedrich.files.chance import Arrangement
from sanssouci.friedrich.files.pledge import (
    Checked,
    Pledge,
    commitment,
    deals,
    final_seed,
    next_key,
    one_line,
    verify,
)
from sanssouci.friedrich.files.record import write_record
from sanssouci.friedrich.files.replay import replay
from sanssouci.table import robot

SERVER = "5e" * 32
PARTS = {0: "words of mine", 1: "00ff17", 3: "Łódź, 1757"}


def play(game: Game, rng: random.Random, orders: int) -> None:
    """So many orders of nobody in particular."""
    for _ in range(orders):
        decision = game.decision
        if decision is None:
            return
        game.play(robot.order(game.menu(decision.roles[0]), rng))


def record(again: tuple[int, ...] = (), orders: int = 90, position: dict[str, object] | None = None) -> str:
    """A game dealt as promised that its players ended; it went back to where `again` says, each time from 8 on."""
    seed = final_seed(SERVER, PARTS)
    game = Game.new("standard", 4, seed) if position is None else Game.from_position(position | {"seed": seed}, True)
    rng = random.Random(7)
    dealt = deals(game.state.key, again)
    for n in range(orders):
        for deal in dealt:
            if deal.orders == n:
                game.arrange(Arrangement(key=deal.key, notes=("taken back: end",)))
        play(game, rng, 1)
    headers = Pledge(commitment(SERVER), SERVER, PARTS).headers()
    return write_record(game, None, True, headers | {f"again-{i}": str(n) for i, n in enumerate(again, 1)}, over=True)


@pytest.fixture(scope="module")
def text() -> str:
    return record()


def swap_two_cards(text: str) -> str:
    """The first cards of the first two draws, exchanged: a record that is legal in itself."""
    first, second = re.findall(r"^#! draw \w+ (\S+)", text, re.M)[:2]
    head, body = text.split("\n\n", 1)
    lines = body.split("\n")
    drawn = [i for i, line in enumerate(lines) if line.startswith("#! draw")][:2]
    lines[drawn[0]] = lines[drawn[0]].replace(first, second, 1)
    lines[drawn[1]] = lines[drawn[1]].replace(second, first, 1)
    return head + "\n\n" + "\n".join(lines[: drawn[1] + 1]) + "\n"


def test_a_record_dealt_as_promised_is_proved(text: str) -> None:
    assert text.count("#! draw") > 3
    assert verify(text) == Checked("proved", commitment(SERVER), 3)
    assert verify(text, shown=commitment(SERVER)).verdict == "proved"
    assert verify(text, shown=commitment("another")) == Checked("false", commitment(SERVER), 3, "shown")


def test_without_a_promise_there_is_nothing_to_check(text: str) -> None:
    bare = re.sub(r"^(commitment|server-part|part-\d): .*\n", "", text, flags=re.M)
    assert verify(bare) == Checked("not_committed")
    assert verify(bare, shown=commitment(SERVER)) == Checked("false", why="shown"), "somebody took the promise out"


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        (r"^server-part: 5e", "server-part: 5f", "server"),
        (r"^server-part: .*\n", "", "withheld"),
        (r"^part-0: words of mine", "part-0: words of thine", "seed"),
        (r"^part-3: .*\n", "", "seed"),
        (r"^part-1: 00ff17", "part-2: 00ff17", "seed"),
        (r"^part-0: (.*)\npart-1: (.*)", r"part-0: \2\npart-1: \1", "seed"),
        (r"^seed: .", "seed: x", "seed"),
        (r"^seed: .*\n", "", "seed"),
    ],
)
def test_a_changed_header_is_found(text: str, old: str, new: str, why: str) -> None:
    changed, times = re.subn(old, new, text, count=1, flags=re.M)
    assert times == 1
    assert verify(changed) == Checked("false", verify(changed).commitment, verify(changed).parts, why)


def test_a_changed_promise_is_found(text: str) -> None:
    changed = text.replace(commitment(SERVER), commitment("another"))
    assert verify(changed).why == "server"
    # whoever changes promise and part together must also have another seed, and then other cards
    forged = text.replace(commitment(SERVER), commitment("another")).replace(SERVER, "another")
    assert verify(forged).why == "seed"
    forged = re.sub(r"^seed: .*", f"seed: {final_seed('another', PARTS)}", forged, flags=re.M)
    found = verify(forged)
    assert found.why == "chance" and forged.split("\n")[found.line - 1].startswith("#! draw")


def test_a_changed_card_is_found(text: str) -> None:
    changed = swap_two_cards(text)
    replay(changed)  # it is a legal record
    found = verify(changed)
    assert (found.verdict, found.why) == ("false", "chance")
    assert changed.split("\n")[found.line - 1].startswith("#! draw")


def test_what_chance_gave_may_be_left_out(text: str) -> None:
    """Where no line stands the seed decides, so nothing is hidden by leaving it out."""
    assert verify(re.sub(r"^#!.*\n", "", text, flags=re.M)).verdict == "proved"


def test_what_is_no_record_is_refused(text: str) -> None:
    changed = text.replace("\nend\n", "\nretreat berlin\n", 1)
    with pytest.raises(BadRecord) as caught:
        verify(changed)
    assert changed.split("\n")[caught.value.line - 1] == "retreat berlin"


@pytest.mark.parametrize("again", [(8,), (0,), (20, 8), (8, 20), (8, 8), (40, 10, 25)])
def test_one_promise_covers_every_deal(again: tuple[int, ...]) -> None:
    text = record(again)
    assert verify(text).verdict == "proved"
    assert "# taken back: end" in text.splitlines()
    for changed in (
        re.sub(r"^again-1: .*\n", "", text, flags=re.M),
        re.sub(rf"^again-{len(again)}: .*", f"again-{len(again)}: {again[-1] + 30}", text, flags=re.M),
    ):
        assert verify(changed).why == "chance"


def test_a_reader_that_knows_nothing_of_it_reads_the_same_game() -> None:
    text = record((20, 8))
    old = re.sub(r"^(again|part)-\d: .*\n", "", text, flags=re.M)
    new_end, old_end = replay(text).game, replay(old).game
    for role in ("friedrich", "elisabeth", "maria-theresa", "pompadour", None):
        assert new_end.view(role).json() == old_end.view(role).json()
    assert [len(step.events) for step in replay(text).steps] == [len(step.events) for step in replay(old).steps]


def test_a_number_that_is_none_is_refused() -> None:
    with pytest.raises(BadRecord, match="is no number of orders"):
        replay(record((8,)).replace("again-1: 8", "again-1: eight"))


def test_only_what_nobody_has_seen_is_dealt_anew() -> None:
    game = Game.new("standard", 4, "known")
    play(game, random.Random(3), 40)
    after = game.copy()
    after.arrange(Arrangement(key=next_key(game.state.key, 40)))
    before_, after_ = game.position(), after.position()
    assert before_["piles"]["draw"] != after_["piles"]["draw"]
    assert sorted(before_["piles"]["draw"]) == sorted(after_["piles"]["draw"])
    assert before_["fate"]["next"] != after_["fate"]["next"]
    for role in ("friedrich", "elisabeth", "maria-theresa", "pompadour", None):
        assert game.view(role).json() == after.view(role).json()
    assert after.state.revealed == game.state.revealed + 1
    again = game.copy()
    again.arrange(Arrangement(key=next_key(after.state.key, 40)))
    assert again.position()["piles"]["draw"] != after_["piles"]["draw"], "each time anew"


def test_the_order_in_which_cards_lay_is_no_second_secret() -> None:
    """A laid-out game is dealt from its seed alone, whatever was in the pile before."""
    games = [Game.new("west", 2, seed) for seed in ("one", "another")]
    for game in games:
        play(game, random.Random(3), 2)  # both allotments: Prussia draws
    first = games[0].position()
    other = {**first, "piles": {**first["piles"], "draw": first["piles"]["draw"][::-1]}}
    dealt = [Game.from_position({**one, "seed": "dealt"}, shuffled=True).position() for one in (first, other)]
    assert dealt[0] == dealt[1]


def test_a_game_from_a_position_is_proved() -> None:
    position = {
        "format": "friedrich-position/1", "scenario": "west", "turn": 3, "nation": "hanover",
        "pieces": {"ferdinand": {"city": "hannover", "troops": 5}, "chevert": {"city": "koblenz", "troops": 4}},
    }  # fmt: skip
    complete: dict[str, object] = Game.from_position(position).position()
    text = record(orders=40, position=complete)
    assert "position: " in text and verify(text).verdict == "proved"
    assert verify(swap_two_cards(text)).why == "chance"


def test_words_become_one_line() -> None:
    assert one_line("  a\tb\n\n c\x00d\u2028e ") == "a b c d e"
    assert final_seed("s", {0: "a", 1: "b"}) != final_seed("s", {1: "a", 0: "b"})
    assert final_seed("s", {0: "a"}) != final_seed("s", {0: "a", 1: ""})
