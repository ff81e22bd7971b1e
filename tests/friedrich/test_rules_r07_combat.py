"""Chapter 7 of the rules: combat, with OP-19 … OP-25."""

from __future__ import annotations

from reference import distance
from situations import (
    ROLES,
    decider,
    face,
    given,
    hand,
    legal,
    menu,
    orders,
    pairs,
    plays,
    position_of,
    quietly,
    refused,
    roles,
    score,
    state,
    then,
    total,
    troops,
    under,
    where,
)

from certain import sure
from sanssouci.friedrich import Game

#: Leipzig (♣) with Prussians in Merseburg (♣) and Borna (♣), a second enemy in Naumburg.
LEIPZIG = {
    "richelieu": ("leipzig", 4), "seydlitz": ("merseburg", 4), "heinrich": ("borna", 6),
    "chevert": ("naumburg", 4),
}  # fmt: skip


def duel(ours: int, theirs: int, **hands: list[str]) -> Game:
    """Friedrich in Melnik (♥) attacks Daun in Prag (♥)."""
    placed = {"friedrich": ("melnik", min(ours, 8)), "daun": ("prag", min(theirs, 8))}
    if ours > 8:
        placed["keith"] = ("melnik", ours - 8)
    if theirs > 8:
        placed["lacy"] = ("prag", theirs - 8)
    return given("prussia", placed, phase="combat", hands=hands)


def test_r7_1_adjacent_enemies_must_fight() -> None:
    """R7.1, OP-21, ST30: moved or not, every pair of adjacent hostile stacks is fought."""
    game = given("austria", {"daun": ("prag", 3), "friedrich": ("melnik", 3), "lacy": ("tabor", 2)})
    orders(game, "end")
    assert state(game) == "CARD" and decider(game) == "austria"
    game = given("austria", {"daun": ("beraun", 3), "friedrich": ("melnik", 3)})
    assert state(then(game, "end")) == "MOVE_MENU"
    assert state(then(game, "move daun prag", "end")) == "CARD"
    game = given("austria", {"daun": ("prag", 3), "friedrich": ("melnik", 3), "prussia_train_1": "kolin"})
    orders(game, "end", "pass")
    assert state(game) == "MOVE_MENU"


def test_r7_2_the_list_is_closed() -> None:
    """R7.2, OP-22: a retreat next to another active stack makes no new pair."""
    placed = {"daun": ("prag", 5), "keith": ("melnik", 4), "laudon": ("leipa", 5)}
    game = given("austria", placed, phase="combat")
    orders(game, "pass")
    quietly(game, lambda g: state(g) != "RETREAT_PICK")
    assert distance(str(where(game, "keith")), "leipa") == 1
    assert state(game) == "MOVE_MENU" and decider(game) == "imperial"


def test_r7_3_the_active_nation_chooses_the_order() -> None:
    """R7.3, ST31: any remaining pair; pairs that do not exist are refused; the last is fought by itself."""
    game = given("prussia", LEIPZIG, phase="combat")
    assert state(game) == "COMBAT_PICK" and roles(game) == {"friedrich"}
    legal(game, "attack seydlitz richelieu", "attack seydlitz chevert", "attack heinrich richelieu")
    refused(game, "attack heinrich chevert", "R7.1", "R7.3", "R7.2")
    refused(game, "attack richelieu heinrich", "R7.3")
    assert game.menu("pompadour") == {}


def test_r7_4_retreaters_are_exempt() -> None:
    """R7.4, ST37: a beaten stack's other pairs are struck; a drawn combat strikes only its own pair."""
    game = given("prussia", LEIPZIG, phase="combat")
    drawn = then(game, "attack seydlitz richelieu", "pass")
    assert pairs(drawn) == {("seydlitz", "chevert"), ("heinrich", "richelieu")}
    beaten = then(game, "attack heinrich richelieu", "pass")
    orders(beaten, f"retreat {menu(beaten)['cities'][0]}")
    assert sure(sure(beaten.view(None).json()["combat"])["current"])["defender"]["generals"] == ["chevert"]
    attacker = given("prussia", {**LEIPZIG, "seydlitz": ("merseburg", 3)}, phase="combat")
    orders(attacker, "attack seydlitz chevert", "pass")
    quietly(attacker, lambda g: state(g) != "RETREAT_PICK")
    now = sure(attacker.view(None).json()["combat"])["current"]
    assert sure(now)["attacker"]["generals"] == ["heinrich"] and sure(now)["defender"]["generals"] == ["richelieu"]


def test_r7_5_strengths_are_named() -> None:
    """R7.5, OP-24, ST33: both strengths become public; the two sides see opposite scores."""
    game = duel(5, 7)
    for role in (*ROLES, None):
        now = sure(game.view(role).json()["combat"])["current"]
        assert (sure(now)["attacker"]["troops"], sure(now)["defender"]["troops"]) == (5, 7)
        assert sure(now)["score"] == -2 and sure(now)["right"] == "attacker"
    assert score(duel(7, 5)) == -2 and decider(duel(7, 5)) == "austria"


def test_r7_6_suits() -> None:
    """R7.6: only cards of the own sector's suit (and Reserves) may be played."""
    placed = {"heinrich": ("celle", 2), "richelieu": ("hannover", 4)}
    game = given("prussia", placed, phase="combat", hands={"prussia": ["9D", "9S", "9H", "9C", "R"]})
    assert plays(game) == {"9D"} and menu(game)["suit"] == "D"
    for card in ("9S", "9H", "9C"):
        refused(game, f"play {card}", "R7.6")
    refused(game, "play 8D", "card_not_held")


def test_r7_7_the_right_to_play() -> None:
    """R7.7: the negative side plays until it reaches zero or more; an initial zero is the attacker's."""
    game = duel(1, 6, prussia=["2H", "3H", "6H"], austria=["4H"])
    orders(game, "play 2H")
    assert decider(game) == "prussia" and score(game) == -3
    after = then(game, "play 3H")
    assert decider(after) == "austria" and score(after) == 0
    after = then(game, "play 6H")
    assert decider(after) == "austria" and score(after) == -3
    assert decider(duel(4, 4)) == "prussia"


def test_r7_8_below_zero() -> None:
    """R7.8: any matching card, any Reserve, or give up; without a card only giving up is left."""
    game = duel(3, 5, prussia=["2H", "R"])
    legal(game, "play 2H", "play R=1", "pass")
    game = duel(3, 5)
    assert plays(game) == set() and menu(game)["reserves"] == [] and menu(game)["pass"]
    refused(game, "play 2H", "card_not_held")


def test_r7_9_the_duty_at_zero() -> None:
    """R7.9, OP-20: at zero a suit card creates the duty to play something; Reserves alone do not."""
    game = duel(4, 4, prussia=["2H", "R"])
    refused(game, "pass", "R7.9")
    legal(game, "play 2H", "play R=5")
    legal(duel(4, 4, prussia=["R"]), "pass", "play R=5")
    legal(duel(4, 4, prussia=["2S"]), "pass")
    assert menu(duel(4, 4, prussia=["2S"]))["duty"] is None


def test_r7_10_draw_or_defeat() -> None:
    """R7.10, ST35: giving up at zero is a draw, below zero a defeat; only the side with the right ends it."""
    game = duel(4, 4)
    orders(game, "pass")
    assert total(game, "prussia") == 4 == total(game, "austria")
    assert position_of(game).get("last_victor") is None
    game = duel(4, 6)
    orders(game, "pass")
    assert state(game) == "RETREAT_PICK" and where(game, "friedrich") == "melnik"
    orders(game, f"retreat {menu(game)['cities'][0]}")
    assert where(game, "friedrich") not in ("melnik", None) and total(game, "prussia") == 2


def test_r7_11_losses() -> None:
    """R7.11, OP-23, OP-30: the loser loses the score, at most all; then no retreat; the winner stays."""
    game = duel(6, 3)
    orders(game, "pass")
    assert where(game, "daun") is None and state(game) != "RETREAT_PICK"
    assert where(game, "friedrich") == "melnik" and troops(game, "friedrich") == 6
    game = duel(6, 4)
    orders(game, "pass")
    assert menu(game)["loss"] == 2
    orders(game, f"retreat {menu(game)['cities'][0]}")
    assert troops(game, "daun") == 2 and troops(game, "friedrich") == 6


def test_r7_12_played_cards_are_used_face_up() -> None:
    """R7.12, R15.5: cards played by both sides lie in the used piles, seen by all."""
    game = duel(3, 5, prussia=["4H"], austria=["9H"])
    orders(game, "play 4H", "play 9H", "pass")
    quietly(game, lambda g: state(g) != "RETREAT_PICK")
    assert hand(game, "austria") == []
    for role in (*ROLES, None):
        assert {"4H", "9H"} == set(map(face, game.view(role).json()["seen"]))


def test_r7_13_stacks_fight_whole() -> None:
    """R7.13: a stack is one piece of one pair and fights with its pool; any member names it."""
    placed = {**LEIPZIG, "keith": ("borna", 3), "soubise": ("leipzig", 2)}
    game = given("prussia", placed, phase="combat")
    assert len(pairs(game)) == 3
    orders(game, "attack keith soubise")
    now = sure(game.view(None).json()["combat"])["current"]
    assert (sure(now)["attacker"]["troops"], sure(now)["defender"]["troops"]) == (9, 6)


def test_r7_14_the_last_victor_is_remembered() -> None:
    """R7.14, OP-25: a defeat, also by giving up at once, makes a victor; a draw does not."""
    game = duel(6, 4)
    orders(game, "pass")
    quietly(game, lambda g: state(g) != "RETREAT_PICK")
    assert position_of(game)["last_victor"]["general"] == "friedrich"
    assert game.view(None).json()["last_victor"] == {"general": "friedrich", "city": "melnik"}
    game = duel(10, 12)
    orders(game, "pass")
    quietly(game, lambda g: state(g) != "RETREAT_PICK")
    assert position_of(game)["last_victor"]["general"] == "daun"


def test_op_19_an_initial_zero_binds_the_attacker() -> None:
    """OP-19: the attacker with a suit card must open at zero; without one it is a draw at once."""
    game = duel(5, 5, prussia=["13H"], austria=["2H"])
    refused(game, "pass", "R7.9", "OP-19")
    orders(game, "play 13H")
    assert decider(game) == "austria" and score(game) == -13


def test_op_20_a_reserve_instead_of_the_suit_card() -> None:
    """OP-20: with a suit card in hand a Reserve may be played at zero instead."""
    game = duel(5, 5, prussia=["13H", "R"])
    orders(game, "play R=1")
    assert decider(game) == "austria" and score(game) == -1 and hand(game, "prussia") == ["13H"]


def test_op_22_a_winner_gets_no_second_combat_by_a_retreat() -> None:
    """OP-22: the loser lands next to an unengaged active stack; nothing more is fought."""
    placed = {"daun": ("prag", 6), "keith": ("melnik", 4), "laudon": ("reichenberg", 5)}
    game = given("austria", placed, phase="combat")
    orders(game, "pass")
    quietly(game, lambda g: state(g) != "RETREAT_PICK")
    assert decider(game) == "imperial"


def test_op_25_a_withdrawal_makes_no_victor() -> None:
    """OP-25, 8♣: a withdrawal before the combat leaves the last victor as he was."""
    placed = {"keith": ("prag", 3), "daun": ("melnik", 6)}
    game = under("8C", "austria", placed, phase="combat")
    before = position_of(game).get("last_victor")
    city = menu(game)["cities"][0]
    orders(game, f"evade {city}")
    assert position_of(game).get("last_victor") == before
    assert where(game, "keith") == city and troops(game, "keith") == 3
