"""Refusals: each says why, in the words of the rule, with its number."""

from __future__ import annotations

from typing import Any

import pytest

from sanssouci.friedrich.decisions import orders
from sanssouci.friedrich.files import position
from sanssouci.friedrich.rules import turn
from sanssouci.friedrich.rules.names import NATIONS, ROLES
from sanssouci.friedrich.rules.state import STATE_NAMES, State


def at(**fields: Any) -> State:
    """The game a short position describes."""
    return position.read({"format": "friedrich-position/1", **fields})[0]


def refused(s: State, text: str) -> tuple[str, str | None]:
    """Key and rule of a refusal."""
    why = orders.refusal(s, text)
    assert why is not None, f"{text} is accepted"
    said = orders.english(why)
    assert ("{" not in said and "\n" not in said and said[0].isupper()) or said[0] in "'1234567890", said
    return why.key, why.rule


SILESIA = {
    "turn": 8,
    "nation": "austria",
    "pieces": {
        "daun": {"city": "waldenburg", "troops": 8}, "karl": {"city": "waldenburg", "troops": 4},
        "keith": {"city": "glogau", "troops": 4}, "laudon": {"city": "breslau", "troops": 3},
        "austria-train-1": {"city": "schweidnitz"}, "lacy": {"city": "olmuetz", "troops": 3},
        "fermor": {"city": "trautenau"}, "prussia-train-1": {"city": "neisse"},
    },
    "hands": {"austria": ["13S", "5H", "R", "2C", "12D"]},
    "retired": ["lehwaldt"],
    "moved": ["lacy"],
}  # fmt: skip

MOVES = [
    ("move daun+karl schweidnitz breslau", "pass_piece", "R4.4"),
    ("move daun trautenau", "takes_needed", "R4.8"),
    ("move daun takes 3 trautenau", "takes_range", "R4.8"),
    ("move daun+karl takes 12 trautenau", "takes_whole", "R4.8"),
    ("move laudon takes 2 oels", "takes_whole", "R4.8"),
    ("move austria-train-1 takes 1 breslau", "takes_train", "R6.2"),
    ("move daun+karl trautenau", "enter_allied", "R4.5"),
    ("move daun+karl schweidnitz", "enter_own_train", "R4.5"),
    ("move austria-train-1 waldenburg", "enter_own_general", "R4.5"),
    ("move keith steinau", "not_active", "R2.1"),
    ("move lacy brod", "moved", "R4.1"),
    ("move browne prag", "off_map", "R4.1"),
    ("move lehwaldt mohrungen", "retired", "R10.4"),
    ("move daun+laudon oels", "not_together", "R4.8"),
    ("move daun+austria-train-1 oels", "train_mixed", "R4.5"),
    ("move laudon brieg", "no_road", "R4.3"),
    ("move laudon breslau", "same_city", "R4.3"),
    ("move laudon oels breslau oels breslau", "too_far_main", "R4.2"),
    ("attack daun keith", "not_now", "R2.3"),
    ("play 13S", "not_now", "R2.3"),
    ("allot austria daun=8", "not_now", "R2.3"),
    ("remove daun", "remove_off", "R6.5"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "key", "rule"), MOVES)
def test_r4_moves_are_refused_with_their_reason(text: str, key: str, rule: str) -> None:
    assert refused(at(**SILESIA), text) == (key, rule)


def test_r4_4_the_sentence_of_the_contract() -> None:
    """Formats.md, section 3, to the letter."""
    s = at(nation="austria", pieces={"daun": {"city": "schweidnitz"}, "keith": {"city": "breslau"}})
    why = orders.refusal(s, "move daun breslau oels")
    assert str(why) == "Breslau is held by another piece: no piece may pass (R4.4)"


def test_r4_6_an_enemy_general_bars_his_city_and_a_train_does_not() -> None:
    s = at(nation="austria", pieces={"daun": {"city": "schweidnitz"}, "keith": {"city": "breslau"},
                                     "prussia-train-1": {"city": "waldenburg"}})  # fmt: skip
    assert refused(s, "move daun breslau") == ("enter_hostile", "R4.6")
    assert orders.refusal(s, "move daun waldenburg") is None
    assert refused(s, "move daun waldenburg trautenau") == ("pass_piece", "R4.4")


def test_r4_5_a_stack_has_three_generals_at_most() -> None:
    s = at(nation="austria", pieces={"browne": {"city": "melnik"}, "karl": {"city": "melnik"},
                                     "laudon": {"city": "jungbunzlau"}, "lacy": {"city": "jungbunzlau"}})  # fmt: skip
    assert refused(s, "move browne+karl jungbunzlau") == ("stack_full", "R4.5")
    assert orders.refusal(s, "move browne jungbunzlau") is None


def test_r4_2_the_allowance_and_the_main_roads() -> None:
    s = at(nation="prussia", pieces={"heinrich": {"city": "berlin"}})
    assert orders.refusal(s, "move heinrich spandau velten oranienburg zehdenick") is None
    assert refused(s, "move heinrich spandau velten oranienburg zehdenick oranienburg") == ("too_far_at_all", "R4.2")
    # a way that no road could shorten is too far, whatever its roads are
    assert refused(s, "move heinrich potsdam brandenburg genthin burg magdeburg") == ("too_far_at_all", "R4.2")


def test_r4_6_a_piece_that_is_shut_in_is_told_by_whom() -> None:
    s = at(nation="prussia", pieces={"seydlitz": {"city": "emden"}, "richelieu": {"city": "leer"}})
    assert refused(s, "move seydlitz leer") == ("enter_hostile", "R4.6")
    assert refused(s, "move seydlitz leer papenburg") == ("pass_piece", "R4.4")


PURCHASES = [
    ("recruit", "recruit_nothing", "R10.2"),
    ("recruit troops 1", "pay_missing", "R10.3"),
    ("recruit troops 1 pay 13S", "give_needed", "R10.5"),
    ("recruit troops 1 pay 2C give daun=1", "pay_short", "R10.3"),
    ("recruit troops 1 pay 13S 2C give daun=1", "pay_superfluous", "OP-42"),
    ("recruit troops 2 pay R 2C give daun=3", "give_sum", "R10.5"),
    ("recruit troops 2 general browne prag pay R 2C", "not_depot", "R10.6"),
    ("recruit troops 2 general daun bruenn pay R 2C", "recruit_on_map", "R10.6"),
    ("recruit train tabor general browne tabor troops 1 pay 12D", "depot_both", "R10.6"),
    ("recruit train tabor train bruenn pay 12D", "trains_all_on", "R10.2"),
    ("recruit troops 9 pay 13S", "recruit_poor", "R10.3"),
    ("recruit troops 1 pay 13S 13S give daun=1", "card_not_held_again", "R3.4"),
    ("recruit troops 1 pay 9S give daun=1", "card_not_held", "R3.4"),
    ("recruit troops 1 pay 13S double give daun=1", "pay_double_card", "OP-70"),
    ("recruit troops 1 general keith bruenn pay 13S", "not_active", "R2.1"),
    ("recruit troops 1 pay 13S give browne=1", "give_off_map", "R10.5"),
    ("recruit troops 1 pay 13S give keith=1", "give_foreign", "R10.5"),
    ("recruit troops 1 general browne tabor pay 13S give daun=1", "give_minimum", "R10.2"),
    ("recruit general browne tabor pay 13S", "recruit_too_many", "R10.2"),
    ("recruit train tabor pay 13S give daun=1", "give_nothing", "R10.5"),
    ("recruit troops 1 pay 13S give daun=1 karl=0", "give_zero", "R10.5"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "key", "rule"), PURCHASES)
def test_r10_purchases_are_refused_with_their_reason(text: str, key: str, rule: str) -> None:
    assert refused(at(**SILESIA), text) == (key, rule)


def test_r10_4_nobody_gets_more_than_he_can_lead() -> None:
    s = at(nation="austria", pieces={"daun": {"city": "brod", "troops": 7}, "karl": {"city": "prag", "troops": 1}},
           hands={"austria": ["13S", "12S"]})  # fmt: skip
    assert refused(s, "recruit troops 2 pay 13S give daun=2") == ("give_full", "R10.4")
    assert refused(s, "recruit troops 3 pay 13S 12S give daun=3") == ("give_full", "R10.4")
    assert orders.refusal(s, "recruit troops 3 pay 13S 12S give daun=1 karl=2") is None


def test_r6_6_the_ceiling() -> None:
    s = at(
        nation="sweden", pieces={"ehrensvaerd": {"city": "stralsund", "troops": 3}}, hands={"sweden": ["13S", "12S"]}
    )
    assert refused(s, "recruit troops 2 pay 13S") == ("recruit_ceiling", "R6.6")
    full = at(nation="sweden", pieces={"ehrensvaerd": {"city": "stralsund", "troops": 4}}, hands={"sweden": ["13S"]})
    assert refused(full, "recruit troops 1 pay 13S") == ("recruit_full", "R6.6")


def test_op_49_troops_need_a_general() -> None:
    s = at(nation="sweden", pieces={"sweden-train-1": {"city": "wismar"}}, hands={"sweden": ["13S"]})
    assert refused(s, "recruit troops 1 pay 13S") == ("recruit_nobody", "OP-49")
    assert orders.refusal(s, "recruit troops 1 general ehrensvaerd stralsund pay 13S") is None


def test_r10_9_the_one_substitute_city() -> None:
    s = at(nation="sweden", pieces={"heinrich": {"city": "stralsund"}}, hands={"sweden": ["13S", "12S"]})
    assert refused(s, "recruit troops 1 general ehrensvaerd stralsund pay 13S") == ("depot_hostile", "R10.6")
    assert refused(s, "recruit troops 1 general ehrensvaerd rostock pay 13S") == ("not_substitute", "R10.9")
    both = "recruit troops 1 general ehrensvaerd wismar train wolgast pay 13S 12S"
    assert refused(s, both) == ("substitute_two", "R10.10")
    orders.perform(s, "recruit troops 1 general ehrensvaerd wismar pay 12S")
    assert refused(s, "recruit train wolgast pay 13S") == ("substitute_one", "R10.10")


def test_tv_55_a_general_and_a_train_in_one_depot() -> None:
    s = at(nation="prussia", pieces={"friedrich": {"city": "oschatz"}}, hands={"prussia": ["12S", "13S", "13H"]})
    assert refused(s, "recruit troops 1 general heinrich berlin train berlin pay 12S") == ("depot_both", "R10.6")
    three = "recruit troops 3 general heinrich berlin general keith berlin general dohna berlin pay 12S 13S"
    assert orders.refusal(s, three) is None


def test_tv_59_what_a_price_of_twelve_takes() -> None:
    s = at(nation="prussia", pieces={"friedrich": {"city": "oschatz"}},
           hands={"prussia": ["R", "2C", "13D", "7S", "6H"]})  # fmt: skip
    assert orders.refusal(s, "recruit troops 2 pay R 2C") is None
    assert refused(s, "recruit troops 2 pay 13D 2C") == ("pay_superfluous", "OP-42")
    assert orders.refusal(s, "recruit troops 2 pay 7S 6H") is None


DUEL = {
    "nation": "prussia",
    "phase": "combat",
    "pieces": {"heinrich": {"city": "celle", "troops": 2}, "richelieu": {"city": "hannover", "troops": 2},
               "soubise": {"city": "hannover", "troops": 2}},
    "hands": {"prussia": ["10D", "9D", "7D", "11S", "R"], "france": ["5S", "4S", "4S", "3S"]},
}  # fmt: skip
CARDS = [
    ("play 11S", "play_suit", "R7.6"),
    ("play 10D/2", "card_not_held", "R3.4"),
    ("play R", "reserve_needs_value", "R3.6"),
    ("play R=11", "reserve_value", "R3.6"),
    ("play R=0", "reserve_value", "R3.6"),
    ("play 10D=7", "value_fixed", "R3.6"),
    ("play 10D double", "double_card", "R11.4"),
    ("play R double", "double_card", "R11.4"),
    ("attack heinrich richelieu", "not_now", "R7.7"),
]


@pytest.mark.parametrize(("text", "key", "rule"), CARDS)
def test_r7_cards_are_refused_with_their_reason(text: str, key: str, rule: str) -> None:
    assert refused(at(**DUEL), text) == (key, rule)


def test_r7_9_the_duty_at_zero() -> None:
    """TV-34: who holds a card of his suit must play at 0."""
    s = at(**DUEL)
    for text in ("play 10D", "play 5S", "play 3S"):
        orders.perform(s, text)
    assert refused(s, "pass") == ("pass_zero", "R7.9")
    assert orders.refusal(s, "play R=1") is None


def test_tv_42_retreats_that_are_refused() -> None:
    """R8.3, R8.4: not the farthest, not reachable, held, the city itself."""
    s = at(nation="prussia", phase="combat",
           pieces={"heinrich": {"city": "celle", "troops": 8}, "richelieu": {"city": "hannover", "troops": 5},
                   "prussia-train-1": {"city": "peine"}})  # fmt: skip
    orders.perform(s, "pass")
    assert STATE_NAMES[s.state] == "RETREAT_PICK"
    for city in ("munster", "wittingen", "winsen"):
        assert refused(s, f"retreat {city}") == ("retreat_not_farthest", "R8.4")
    assert refused(s, "retreat peine") == ("retreat_held", "R8.3")
    assert refused(s, "retreat hannover") == ("retreat_same", "R8.3")
    assert refused(s, "retreat berlin") == ("retreat_unreachable", "R8.3")
    assert orders.refusal(s, "retreat alfeld") is None


def test_r7_pairs_that_are_refused() -> None:
    s = at(nation="austria", phase="combat",
           pieces={"daun": {"city": "schweidnitz", "troops": 3}, "karl": {"city": "schweidnitz", "troops": 2},
                   "keith": {"city": "breslau", "troops": 4}, "friedrich": {"city": "waldenburg"},
                   "laudon": {"city": "olmuetz"}})  # fmt: skip
    assert orders.refusal(s, "attack karl keith") is None
    assert refused(s, "attack keith karl") == ("attack_own", "R7.3")
    assert refused(s, "attack laudon keith") == ("attack_far", "R7.1")
    assert refused(s, "attack daun laudon") == ("attack_friend", "R1.2")
    assert refused(s, "attack daun heinrich") == ("attack_off", "R7.1")


def test_r1_10_allotments_that_are_refused() -> None:
    """TV-01."""
    s = at()
    assert orders.refusal(s, "allot france richelieu=7 soubise=5 chevert=8") is None
    assert refused(s, "allot france richelieu=9 soubise=5 chevert=6") == ("allot_maximum", "R6.2")
    assert refused(s, "allot france richelieu=8 soubise=8 chevert=3") == ("allot_sum", "R1.10")
    assert refused(s, "allot france richelieu=8 soubise=8 chevert=0") == ("allot_minimum", "R6.2")
    assert refused(s, "allot france richelieu=8 soubise=8") == ("allot_missing", "R1.10")
    assert refused(s, "allot france richelieu=8 soubise=8 daun=4") == ("allot_foreign", "R1.10")
    assert refused(s, "allot sweden ehrensvaerd=4") == ("allot_done", "R1.10")
    orders.perform(s, "allot france richelieu=7 soubise=5 chevert=8")
    assert refused(s, "allot france richelieu=7 soubise=5 chevert=8") == ("allot_done", "R1.10")
    assert refused(at(scenario="west"), "allot austria daun=8") == ("nation_not_in_scenario", "R14.10")


def test_tv_06_only_a_card_just_drawn_is_given_up() -> None:
    """R3.2."""
    s = at(nation="france", phase="draw", pieces={"richelieu": {"city": "iserlohn"}}, hands={"france": ["13H"]})
    assert STATE_NAMES[s.state] == "FORCED_DISCARD"
    assert refused(s, "discard 13H") == ("discard_old", "R3.2")


def fate(card: str, suit_city: str = "", **fields: Any) -> State:
    """The fate step in which a card is revealed; with a city, the version of its suit in the expert game."""
    extra: dict[str, Any] = {"turn": 7, "phase": "fate", "fate": {"next": [card]}}
    if suit_city:
        extra |= {"scenario": "expert", "last_victor": {"general": "browne", "city": suit_city}}
    return at(**extra, **fields)


def test_r11_13_who_may_retire() -> None:
    """TV-72."""
    s = fate("sweden", pieces={"friedrich": {"city": "berlin"}}, retired=["dohna"])
    assert refused(s, "retire friedrich") == ("retire_friedrich", "R11.13")
    assert refused(s, "retire daun") == ("retire_foreign", "R11.13")
    assert refused(s, "retire dohna") == ("retired", "R10.4")
    assert orders.refusal(s, "retire keith") is None


def test_r11_6_who_may_get_the_free_troop() -> None:
    s = fate("8", pieces={"friedrich": {"city": "berlin", "troops": 8}, "keith": {"city": "glogau", "troops": 1},
                          "daun": {"city": "brod"}})  # fmt: skip
    assert STATE_NAMES[s.state] == "FREE_TROOP"
    assert refused(s, "reinforce friedrich") == ("reinforce_full", "R11.6")
    assert refused(s, "reinforce heinrich") == ("reinforce_off", "R11.5")
    assert refused(s, "reinforce daun") == ("reinforce_foreign", "R11.6")
    assert orders.refusal(s, "reinforce keith") is None and orders.refusal(s, "reinforce none") is None


def test_op_61_laudons_step() -> None:
    s = fate("6", pieces={"laudon": {"city": "breslau", "troops": 3}, "daun": {"city": "breslau", "troops": 5},
                          "keith": {"city": "oels"}, "prussia-train-1": {"city": "glogau"}})  # fmt: skip
    assert STATE_NAMES[s.state] == "LAUDON"
    assert refused(s, "laudon glogau") == ("laudon_no_road", "OP-61")
    assert refused(s, "laudon oels") == ("enter_hostile", "R4.6")
    assert refused(s, "laudon schweidnitz") == ("takes_needed", "R4.8")
    assert refused(s, "laudon schweidnitz takes 8") == ("takes_range", "R4.8")
    assert orders.refusal(s, "laudon schweidnitz takes 3") is None


def test_r11_8_soubise_may_not_come_into_attack() -> None:
    """TV-62, 5♠."""
    s = in_next_turn("5", "france", {"soubise": {"city": "alsfeld"}, "ferdinand": {"city": "kassel"}})
    assert refused(s, "move soubise fritzlar") == ("no_attack_end", "R11.8")


def in_next_turn(card: str, nation: str, pieces: dict[str, Any]) -> State:
    """The movement of a nation in the turn after a fate card."""
    s = fate(card, pieces=pieces)
    while not (STATE_NAMES[s.state] == "MOVE_MENU" and NATIONS[s.nation] == nation):
        if STATE_NAMES[s.state] == "FORCED_DISCARD":
            orders.perform(s, orders.text_of(s, [int(turn.choices(s)[0])]))
        else:
            orders.perform(s, "end")
    return s


def test_r11_9_a_slowed_general() -> None:
    """12♠: Daun goes two cities, three on main roads."""
    s = in_next_turn("12", "austria", {"daun": {"city": "bruenn"}, "friedrich": {"city": "berlin"}})
    assert refused(s, "move daun prossnitz olmuetz sternberg") == ("too_far_main", "R11.9")
    assert orders.refusal(s, "move daun trebitsch brod tschaslau") is None


def test_whose_order_it_is_is_looked_at_before_anything_hidden() -> None:
    """R1.1, R15.3: a stranger hears the same whatever the hand holds."""
    rich, poor = at(**DUEL), at(**{**DUEL, "hands": {"france": ["5S"]}})
    for role in range(1, 4):
        for text in ("play 10D", "play 11S", "pass", "play R=3"):
            answers = {str(orders.refusal(s, text, role)) for s in (rich, poor)}
            assert len(answers) == 1
    why = orders.refusal(rich, "play 10D", ROLES.index("pompadour"))
    assert why is not None and (why.key, why.rule) == ("not_yours", "R1.1")
    assert orders.refusal(rich, "play 10D", ROLES.index("friedrich")) is None


def test_r6_5_removal_is_an_option() -> None:
    s = at(nation="prussia", pieces={"keith": {"city": "glogau"}}, options={"voluntary_removal": True})
    assert refused(s, "remove daun") == ("not_active", "R2.1")
    assert refused(s, "remove heinrich") == ("off_map", "R6.5")
    orders.perform(s, "remove keith")
    assert refused(s, "move keith steinau") == ("off_map", "R4.1")


def test_formats_a_plain_card_name_means_the_lowest_deck() -> None:
    s = at(nation="prussia", pieces={"keith": {"city": "glogau", "troops": 1}},
           hands={"prussia": ["3S/3", "3S/2", "3H/1", "R/2"]})  # fmt: skip
    assert orders.plan(s, "recruit troops 1 pay 3S 3S")[-3:-1] == [101, 51]
    assert orders.plan(s, "recruit troops 1 pay 3S/3 3S")[-3:-1] == [101, 51]
