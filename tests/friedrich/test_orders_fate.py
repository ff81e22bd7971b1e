"""Refusals that a fate card or an option causes."""

from __future__ import annotations

from typing import Any

from reference import CITIES, ROADS
from test_orders_refusals import DUEL, at, fate, refused

from sanssouci.friedrich.decisions import orders
from sanssouci.friedrich.rules import effects, restrictions
from sanssouci.friedrich.rules.board import CITY_IDS, CITY_INDEX, SUIT
from sanssouci.friedrich.rules.encoding import NONE, city_of, first_of
from sanssouci.friedrich.rules.state import STATE_NAMES, WEST_STEP, State
from sanssouci.friedrich.rules.steps import STEPS

#: Cities of each suit for the last victor, so that the expert game reads that version.
CLUBS, HEARTS, DIAMONDS = "glogau", "iserlohn", "celle"


def under(event: int, **fields: Any) -> State:
    """A position in which an effect is in force this turn."""
    s = at(**fields)
    s.events |= event
    if STATE_NAMES[s.state] == "MOVE_MENU":
        restrictions.fix_restrictions(s)
    return s


def test_tv_68_fermor_is_held_at_kuestrin() -> None:
    """2♣."""
    pieces = {"saltikov": {"city": "landsberg", "troops": 4}, "fermor": {"city": "landsberg", "troops": 4}}
    s = under(effects.EV_2C, nation="russia", pieces=pieces)
    assert refused(s, "move fermor takes 4 friedeberg") == ("fixed", "OP-58")
    assert refused(s, "move saltikov+fermor friedeberg") == ("fixed", "OP-58")
    assert orders.refusal(s, "move saltikov takes 4 friedeberg") is None


def test_tv_68_who_stands_with_fermor_is_free() -> None:
    """2♣: those below him may leave, alone and together."""
    two = {g: {"city": "landsberg", "troops": 3} for g in ("fermor", "tottleben")}
    assert (
        orders.refusal(under(effects.EV_2C, nation="russia", pieces=two), "move tottleben takes 3 friedeberg") is None
    )
    pieces = {g: {"city": "landsberg", "troops": 3} for g in ("fermor", "apraxin", "tottleben")}
    s = under(effects.EV_2C, nation="russia", pieces=pieces)
    assert refused(s, "move fermor takes 3 friedeberg") == ("fixed", "OP-58")
    for line in ("apraxin takes 3", "tottleben takes 3", "apraxin+tottleben takes 6"):
        assert orders.refusal(s, f"move {line} friedeberg") is None


def test_op_69_two_empty_cities_farther_west() -> None:
    """12♥: from every city exactly the ways of two steps that go west each time, not through pieces."""
    x = {c: CITIES[c]["x"] for c in CITIES}
    for here in CITIES:
        taken = {c for c in ROADS[here] if len(c) % 3 == 0 and c != here}
        guests = zip(("daun", "browne", "karl", "laudon", "lacy"), sorted(taken), strict=False)
        s = at(nation="imperial", pieces={"hildburghausen": {"city": here}, **{g: {"city": c} for g, c in guests}})
        ways = {(a, b) for a in set(ROADS[here]) - taken for b in set(ROADS[a]) - taken if x[here] > x[a] > x[b]}
        found = [way for way in STEPS[WEST_STEP].choices(s) if way != NONE]
        assert {(CITY_IDS[first_of(way)], CITY_IDS[city_of(way)]) for way in found} == ways and len(found) == len(ways)


def test_tv_69_no_attack_out_of_halle_or_into_it() -> None:
    """3♦."""
    pieces = {"hildburghausen": {"city": "naumburg"}, "keith": {"city": "halle"}}
    s = under(effects.EV_3D, nation="imperial", pieces=pieces)
    assert refused(s, "move hildburghausen merseburg") == ("halle_end", "R11.8")
    train = {"hildburghausen": {"city": "merseburg"}, "prussia-train-1": {"city": "halle"}}
    assert refused(under(effects.EV_3D, nation="imperial", pieces=train), "move hildburghausen halle") == (
        "halle_train", "R11.8",
    )  # fmt: skip


def test_op_59_soubise_and_the_suit_of_hildburghausen() -> None:
    """3♥."""
    s = under(effects.EV_3H, nation="france", pieces={"soubise": {"city": "alsfeld"}, "ferdinand": {"city": "kassel"}})
    s.hild_suits = 1 << int(SUIT[CITY_INDEX["fritzlar"]])
    assert refused(s, "move soubise fritzlar") == ("soubise_suit", "OP-59")
    s.hild_suits = 0
    assert orders.refusal(s, "move soubise fritzlar") is None


def test_op_59_the_suit_is_closed_to_soubise_alone() -> None:
    """3♥: Richelieu goes there, and Soubise comes back where an enemy is near only in another suit."""
    pieces: dict[str, Any] = {"richelieu": {"city": "alsfeld"}, "ferdinand": {"city": "kassel"}}
    s = under(effects.EV_3H, nation="france", pieces=pieces)
    s.hild_suits = 1 << int(SUIT[CITY_INDEX["fritzlar"]])
    assert orders.refusal(s, "move richelieu fritzlar") is None
    pieces = {"soubise": {"city": "alsfeld"}, "ferdinand": {"city": "kassel"}}
    s = under(effects.EV_10S, nation="france", pieces=pieces)
    s.hild_suits = 1 << int(SUIT[CITY_INDEX["fritzlar"]])
    assert orders.refusal(s, "move soubise fritzlar") is None
    near = {"ferdinand": {"city": sorted(ROADS["koblenz"])[0]}}
    s = under(effects.EV_3H, nation="france", pieces=near, hands={"france": ["6S"]})
    for suit in range(4):
        s.hild_suits = 1 << suit
        refusal = orders.refusal(s, "recruit troops 1 general soubise koblenz pay 6S")
        assert (refusal is not None) == (suit == int(SUIT[CITY_INDEX["koblenz"]]))
        assert orders.refusal(s, "recruit troops 1 general chevert koblenz pay 6S") is None


def test_r11_8_trains_that_cannot_be_eliminated() -> None:
    """4♦, 5♠, 7♠."""
    pieces = {"cumberland": {"city": "alfeld"}, "france-train-1": {"city": "hildesheim"}}
    assert refused(under(effects.event("4D"), nation="hanover", pieces=pieces), "move cumberland hildesheim") == (
        "no_attack_train", "R11.8",
    )  # fmt: skip


def test_op_60_chevert_stays_with_a_companion() -> None:
    """5♦."""
    pieces = {"richelieu": {"city": "iserlohn", "troops": 4}, "chevert": {"city": "iserlohn", "troops": 4}}
    s = under(effects.EV_5D, nation="france", pieces=pieces)
    assert refused(s, "move chevert takes 4 olpe")[0] == "chevert"
    assert refused(s, "move richelieu takes 4 olpe") == ("chevert_alone", "OP-60")


def test_op_62_friedrich_gets_no_troops() -> None:
    """7♥."""
    s = under(effects.EV_7H, nation="prussia", pieces={"friedrich": {"city": "oschatz"}, "keith": {"city": "glogau"}},
              hands={"prussia": ["13S"]})  # fmt: skip
    assert refused(s, "recruit troops 1 pay 13S give friedrich=1") == ("give_king", "OP-62")
    away = under(effects.EV_7H, nation="prussia", pieces={"keith": {"city": "glogau"}}, hands={"prussia": ["13S"]})
    assert refused(away, "recruit troops 1 general friedrich berlin pay 13S") == ("recruit_king", "OP-62")


def test_op_66_who_receives_cannot_attack() -> None:
    """10♠."""
    pieces = {"keith": {"city": "schweidnitz"}, "heinrich": {"city": "berlin"}, "daun": {"city": "waldenburg"},
              "karl": {"city": "bernau"}}  # fmt: skip
    s = under(effects.EV_10S, nation="prussia", pieces=pieces, hands={"prussia": ["13S", "12S"]}, moved=["keith"])
    assert refused(s, "recruit troops 1 pay 13S give keith=1") == ("give_bound", "OP-66")
    assert refused(s, "recruit troops 1 general dohna berlin pay 13S") == ("bound_end", "OP-66")
    s = under(effects.EV_10S, nation="prussia", pieces={"keith": {"city": "glogau"}, "daun": {"city": "neumarkt"}},
              hands={"prussia": ["13S"]})  # fmt: skip
    orders.perform(s, "recruit troops 1 pay 13S give keith=1")
    assert refused(s, "move keith steinau") == ("bound_end", "OP-66")


def test_3c_high_cards_between_prussia_and_france() -> None:
    s = under(effects.EV_3C, **DUEL)
    assert refused(s, "play 10D") == ("play_high", "R11.4")
    assert refused(s, "play R=10") == ("reserve_high", "R11.4")
    assert orders.refusal(s, "play R=9") is None


def test_11s_is_doubled_once() -> None:
    stacks = {"heinrich": {"city": "berlin", "troops": 2}, "richelieu": {"city": "bernau", "troops": 4}}
    duel = {**DUEL, "pieces": stacks,
            "hands": {"prussia": ["11S/1", "11S/2", "9S"]}}  # fmt: skip
    assert refused(at(**duel), "play 11S double") == ("double_not", "R11.4")
    s = under(effects.EV_11S, **duel)
    assert refused(s, "play 9S double") == ("double_card", "R11.4")
    assert orders.refusal(s, "play 11S double") is None
    s.events_used |= effects.EV_11S
    assert refused(s, "play 11S double") == ("double_used", "R11.4")


def test_tv_63_the_stubborn_king() -> None:
    """7♦, R11.17."""
    duel = {"nation": "france", "phase": "movement",
            "pieces": {"friedrich": {"city": "celle", "troops": 1}, "richelieu": {"city": "hannover", "troops": 4}},
            "hands": {"prussia": ["3D", "5D"]}}  # fmt: skip
    s = under(effects.EV_7D, **duel)
    orders.perform(s, "end")
    assert refused(s, "play 3D") == ("king_card", "R11.17")
    assert refused(s, "pass") == ("pass_king", "R11.17")
    assert orders.refusal(s, "play 5D") is None


def test_op_64_withdrawing_from_daun() -> None:
    """8♣."""
    s = under(effects.EV_8C, nation="austria", pieces={"daun": {"city": "schweidnitz"}, "keith": {"city": "breslau"},
                                                       "dohna": {"city": "oels"}})  # fmt: skip
    orders.perform(s, "end")
    assert STATE_NAMES[s.state] == "EVADE"
    assert refused(s, "evade glogau") == ("evade_far", "OP-64")
    assert refused(s, "evade oels") == ("evade_held", "OP-64")


def test_6d_whom_austria_may_turn_face_down() -> None:
    s = fate("6", DIAMONDS, pieces={"friedrich": {"city": "dresden"}, "keith": {"city": "glogau"},
                                    "dohna": {"city": "dresden"}, "daun": {"city": "bruenn"}})  # fmt: skip
    assert STATE_NAMES[s.state] == "FLIP"
    assert refused(s, "flip keith") == ("flip_elsewhere", "R11.3")
    assert refused(s, "flip daun") == ("flip_foreign", "R11.3")
    assert refused(s, "flip heinrich") == ("flip_off", "R11.5")
    assert orders.refusal(s, "flip dohna") is None  # any member names the stack


def test_10c_who_may_lose_a_troop() -> None:
    pieces = {"friedrich": {"city": "berlin", "troops": 4}, "keith": {"city": "glogau", "troops": 1},
              "dohna": {"city": "stettin", "troops": 3}, "daun": {"city": "bruenn"}}  # fmt: skip
    s = fate("10", CLUBS, pieces=pieces)
    assert STATE_NAMES[s.state] == "LOSE_TROOP"
    assert refused(s, "lose keith") == ("lose_last", "R11.7")
    assert refused(s, "lose daun") == ("lose_foreign", "OP-68")
    assert refused(s, "lose heinrich") == ("lose_off", "R11.7")


def test_1h_the_trade() -> None:
    """OP-57: each answers once, in any order, with a card of its own."""
    s = fate("1", HEARTS, pieces={"daun": {"city": "bruenn"}}, hands={"austria": ["5S"], "russia": ["7C"]})
    assert STATE_NAMES[s.state] == "TRADE"
    assert refused(s, "trade france none") == ("trade_not_asked", "OP-57")
    assert refused(s, "trade austria 7C") == ("card_not_held", "R3.4")
    orders.perform(s, "trade austria 5S")
    assert refused(s, "trade austria none") == ("trade_done", "OP-57")
    assert orders.refusal(s, "trade russia 7C") is None


def test_tv_67_westward() -> None:
    """12♥, OP-69."""
    s = fate("12", HEARTS, pieces={"hildburghausen": {"city": "hildburghausen"}, "daun": {"city": "bruenn"}},
             memory={"hild_lost": True})  # fmt: skip
    assert STATE_NAMES[s.state] == "WEST"
    assert refused(s, "west meiningen suhl") == ("west_not_west", "OP-69")
    assert refused(s, "west berlin potsdam") == ("west_no_road", "OP-69")
    assert orders.refusal(s, "west meiningen salzungen") is None


def test_r5_10_fair_play_as_an_option() -> None:
    """OP-08: an ally's objective is closed under the strict option."""
    pieces = {"daun": {"city": "burg"}, "friedrich": {"city": "berlin"}}
    s = at(nation="austria", pieces=pieces, options={"fair_play": "strict"})
    assert refused(s, "move daun magdeburg") == ("fair_play", "R5.10")
    assert orders.refusal(at(nation="austria", pieces=pieces), "move daun magdeburg") is None


def test_000_what_must_be_done_cannot_be_declined() -> None:
    s = fate("8", pieces={"friedrich": {"city": "berlin", "troops": 3}, "keith": {"city": "glogau", "troops": 1}},
             options={"fate_may_must": "000"})  # fmt: skip
    assert refused(s, "reinforce none") == ("none_not_allowed", "R11.6")
