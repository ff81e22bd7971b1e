"""Chapter 11.3: the versions of the fate cards 7 to 12, with timing and expiry; OP-62 … OP-73."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest
from reference import CITIES, DEPOTS, ROADS, distance
from situations import (
    conquered,
    decider,
    face_down,
    fate_step,
    given,
    group,
    hand,
    keys,
    legal,
    menu,
    orders,
    pending,
    position_of,
    quietly,
    refused,
    roles,
    score,
    state,
    then,
    total,
    troops,
    turn_is,
    under,
    where,
)

from certain import sure
from sanssouci.friedrich import Game
from sanssouci.friedrich.rules import recruitment, turn
from sanssouci.friedrich.rules.board import CITY_IDS
from sanssouci.friedrich.rules.encoding import DONE, city_of, first_of
from sanssouci.friedrich.rules.names import PIECES
from sanssouci.friedrich.rules.state import RECRUIT_ASSIGN


def gone_next_turn(game: Game, turn: int) -> Game:
    """Runs on to the turn after and checks that no event is in force any more."""
    quietly(game, turn_is(turn))
    assert game.view(None).json()["fate"]["in_force"] == []
    return game


def test_fate_7_spades() -> None:
    """7♠: Friedrich cannot attack nor eliminate trains in the Prussian stage."""
    game = under("7S", "prussia", {"friedrich": ("prag", 4), "daun": ("kolin", 4), "austria_train_1": "melnik"})
    refused(game, "move friedrich melnik", "R11.8", "7♠")
    orders(game, "end")
    assert decider(game) == "hanover"


def test_fate_7_hearts() -> None:
    """7♥, OP-62: Friedrich receives no new troops and cannot re-enter; companions have min(8n − P, 7(n − 1))."""
    hands = {"prussia": ["13S", "13C", "13H", "13D", "12S", "12C", "12H"]}
    game = under("7H", "prussia", {"friedrich": ("berlin", 3)}, hands=hands)
    refused(game, "recruit troops 1 pay 12S", "R11", "7♥", "OP-62", "R10.4")
    refused(game, "recruit troops 1 general keith berlin pay 12S give friedrich=1", "OP-62")
    game = under("7H", "prussia", {"keith": ("cottbus", 3)}, hands=hands)
    refused(game, "recruit troops 1 general friedrich berlin pay 12S", "R11", "7♥", "OP-62")
    game = under("7H", "prussia", {"friedrich": ("berlin", 1), "keith": ("berlin", 1)}, hands=hands)
    assert menu(game)["recruit"]["room"] == {"keith": 7}
    refused(game, "recruit troops 8 pay 12S 12C 12H 13S give keith=8", "R11", "R10.4", "OP-62")
    legal(game, "recruit troops 2 pay 12S give keith=2")
    refused(game, "recruit troops 2 pay 12S give friedrich=1 keith=1", "R11", "7♥", "OP-62")


def test_fate_7_hearts_counts_what_friedrichs_stack_has_got() -> None:
    """7♥, OP-62: seven for each companion, his own first troop included if he comes back there."""
    hands = {"prussia": ["13S", "13C", "13H", "13D", "2S"]}
    back = under("7H", "prussia", {"friedrich": ("berlin", 1), "dohna": ("cottbus", 1)}, hands=hands)
    both = under("7H", "prussia", {"friedrich": ("berlin", 1), "keith": ("berlin", 1), "dohna": ("cottbus", 1)},
                 hands=hands)  # fmt: skip
    for game, line in ((back, "recruit troops 9 general keith berlin"), (both, "recruit troops 9")):
        legal(game, f"{line} pay 13S 13C 13H 13D 2S give keith=7 dohna=2")
        refused(game, f"{line} pay 13S 13C 13H 13D 2S give keith=8 dohna=1", "OP-62", "R10.4", "R10.5", "R11.8")
    s, keith = both.state, PIECES.index("keith")
    recruitment.begin(s)
    recruitment.order_troops(s, 9)
    given = 0
    while s.state != RECRUIT_ASSIGN or keith in turn.choices(s):
        given += s.state == RECRUIT_ASSIGN
        turn.apply(s, keith if s.state == RECRUIT_ASSIGN else turn.choices(s)[-1])
    assert given == 7


@pytest.mark.parametrize(("troops", "offered"), [(14, True), (15, False)])
def test_fate_7_hearts_no_purchase_ends_without_room(troops: int, offered: bool) -> None:
    """7♥, OP-62, R10.10: with more than two companions may take, nobody is offered Friedrich's substitute city."""
    placed = {"daun": ("berlin", 3), "friedrich": ("potsdam", 1), "keith": ("cottbus", 8)}
    s = under("7H", "prussia", placed).state
    recruitment.begin(s)
    recruitment.order_troops(s, troops)
    dohna = [CITY_IDS[city_of(c)] for c in turn.choices(s) if c != DONE and PIECES[first_of(c)] == "dohna"]
    assert ("potsdam" in dohna) is offered and len(dohna) > 1, "in any other one two of them have room for 16"


def test_fate_7_diamonds() -> None:
    """7♦: pending for all stages of the next turn, attacking or defending; gone the turn after."""
    placed = {"friedrich": ("oschatz", 5), "daun": ("riesa", 8)}
    game = under("7D", "prussia", placed, phase="combat", hands={"prussia": ["5D"]})
    assert menu(game)["duty"] == "king"
    refused(game, "pass", "R11.17", "7♦")
    game = fate_step("7D", {"friedrich": ("cottbus", 5)})
    gone_next_turn(game, 10)


def test_fate_8_spades() -> None:
    """8♠, ST63a: one Prussian general gets a free troop, or none; secret."""
    game = fate_step("8S", {"keith": ("cottbus", 3), "dohna": ("forst", 8)})
    assert state(game) == "FREE_TROOP" and menu(game)["generals"] == ["keith"] and menu(game)["none"]
    done = game.copy().play("reinforce keith")
    assert "keith" not in json.dumps(game.events_for(done, "elisabeth"))
    assert troops(then(game, "reinforce keith"), "keith") == 4
    assert total(then(game, "reinforce none"), "prussia") == 11
    stack = fate_step("8S", {"keith": ("cottbus", 8), "dohna": ("cottbus", 5)})
    legal(stack, "reinforce keith", "reinforce dohna")


def test_fate_8_clubs() -> None:
    """8♣, ST32, OP-64: attacked by Daun's stack Prussia may withdraw to the farthest free neighbour."""
    placed = {"keith": ("prag", 3), "daun": ("melnik", 6), "lacy": ("kolin", 5)}
    game = under("8C", "austria", placed, phase="combat")
    orders(game, "attack daun keith")
    assert state(game) == "EVADE" and roles(game) == {"friedrich"} and menu(game)["fight"]
    assert "stands" in keys(game.events_for(game.copy().play("fight"), None))
    free = set(ROADS["prag"]) - {"melnik", "kolin"}
    far = max(distance("melnik", c) for c in free)
    assert set(menu(game)["cities"]) == {c for c in free if distance("melnik", c) == far}
    refused(game, "evade kolin", "R11", "8♣", "OP-64")
    after = then(game, f"evade {menu(game)['cities'][0]}")
    assert troops(after, "keith") == 3 and decider(after) == "imperial"
    fight = then(game, "fight")
    assert state(fight) == "CARD"
    # attacked by Lacy there is no such choice
    assert state(then(under("8C", "austria", placed, phase="combat"), "attack lacy keith")) == "CARD"
    # strengths are not named before
    assert "troops" not in str(sure(game.view("maria-theresa").json()["combat"])["current"] or "")


def test_fate_8_clubs_nowhere_to_go() -> None:
    """8♣, OP-64: no free neighbour, no withdrawal: the engine goes on by itself."""
    placed = {"keith": ("melnik", 3), "daun": ("prag", 6), "austria_train_1": "jungbunzlau"}
    assert state(under("8C", "austria", placed, phase="combat")) == "CARD"


def test_fate_8_diamonds() -> None:
    """8♦: Karl loses a troop, waived at one."""
    assert troops(fate_step("8D", {"karl": ("prag", 3)}), "karl") == 2
    assert troops(fate_step("8D", {"karl": ("prag", 1)}), "karl") == 1


@pytest.mark.parametrize("steps", [4, 5, 6, 7])
def test_fate_9_spades(steps: int) -> None:
    """9♠, OP-65: a Russian five or six open steps from his nearest train is turned; in a depot he is exempt."""
    city = next(c for c in sorted(CITIES) if distance(c, "torun") == steps and c not in DEPOTS["russia"])
    game = fate_step("9S", {"fermor": city, "russia_train_1": "torun"})
    assert face_down(game, "fermor") == (steps in (5, 6))
    depot = fate_step("9S", {"fermor": "warszawa", "russia_train_1": city})
    assert not face_down(depot, "fermor")


def test_fate_9_spades_open_path() -> None:
    """9♠, OP-65: the distance is that of the open path."""
    placed = {"fermor": "oschatz", "russia_train_1": "jueterbog", "keith": "falkenberg"}
    assert face_down(fate_step("9S", placed), "fermor")
    placed.pop("keith")
    assert not face_down(fate_step("9S", placed), "fermor")


def test_fate_9_clubs() -> None:
    """9♣: Friedrich and his stack may move four, five on main roads, in the Prussian stage."""
    game = under("9C", "prussia", {"friedrich": ("oschatz", 3), "keith": ("oschatz", 3)})
    assert (sure(group(game, "friedrich", "keith"))["steps"], sure(group(game, "friedrich"))["main_steps"]) == (4, 5)
    assert sure(group(game, "keith"))["steps"] == 3
    legal(game, "move friedrich+keith riesa meissen dresden radeberg kamenz")


def test_fate_9_diamonds() -> None:
    """9♦, ST63g, OP-72, Q17: Prussia gives a card and draws one at random, the gift included."""
    game = fate_step("9D", {}, hands={"prussia": ["4C"], "austria": []})
    assert state(game) == "GIFT" and menu(game)["none"]
    done = game.copy().play("gift 4C")
    assert done
    after = then(game, "gift 4C")
    assert "4C" in hand(after, "prussia") and hand(after, "austria") == []
    assert state(fate_step("9D", {}, hands={"austria": ["4C"]})) == "MOVE_MENU"
    declined = orders(fate_step("9D", {}, hands={"prussia": ["4C"], "austria": ["5C"]}), "gift none")
    assert hand(declined, "austria") == ["5C"]


def test_fate_10_spades() -> None:
    """10♠, OP-66: who receives new troops in that Prussian stage does not attack in it."""
    hands = {"prussia": ["6S", "6C"]}
    placed = {"keith": ("prag", 4), "daun": ("kolin", 3), "dohna": ("beraun", 4)}
    game = under("10S", "prussia", placed, hands=hands)
    fed = then(game, "recruit troops 1 pay 6S give keith=1")
    assert decider(then(fed, "end")) == "hanover"
    assert state(then(game, "end")) == "CARD"
    fed = then(game, "recruit troops 1 pay 6S give dohna=1")
    assert state(then(fed, "end")) == "CARD"
    away = under("10S", "prussia", {"keith": ("melnik", 4), "daun": ("kolin", 3)}, hands=hands)
    fed = then(away, "recruit troops 1 pay 6S give keith=1")
    refused(fed, "move keith prag", "R11", "10♠", "OP-66")
    legal(fed, "move keith jungbunzlau")
    into = then(away, "move keith prag")
    refused(into, "recruit troops 1 pay 6S give keith=1", "R11", "10♠", "OP-66")
    back = under("10S", "prussia", {"daun": ("spandau", 3)}, hands=hands)
    refused(back, "recruit troops 1 general keith berlin pay 6S", "R11", "R11.8", "10♠", "OP-66")
    safe = under("10S", "prussia", {"daun": ("prag", 3)}, hands=hands)
    orders(safe, "recruit troops 1 general keith berlin pay 6S")
    assert position_of(safe)["stage"]["bound"] == ["keith"]


def test_fate_10_clubs() -> None:
    """10♣, ST63h, OP-68: Prussia names in secret who loses a troop; nobody if all losses are waived."""
    game = fate_step("10C", {"keith": ("cottbus", 3), "dohna": ("forst", 1)})
    assert state(game) == "LOSE_TROOP" and roles(game) == {"friedrich"}
    assert menu(game)["generals"] == ["keith"] and not menu(game)["none"]
    refused(game, "lose dohna", "R11.7", "10♣")
    done = game.play("lose keith")
    assert troops(game, "keith") == 2
    assert "keith" not in json.dumps(game.events_for(done, "elisabeth"))
    assert total(fate_step("10C", {"dohna": ("forst", 1)}), "prussia") == 1


def test_fate_10_hearts() -> None:
    """10♥, OP-67, OP-71: the first card Prussia plays while Friedrich is attacked counts 0, once."""
    placed = {"friedrich": ("oschatz", 4), "daun": ("riesa", 8)}
    game = under("10H", "austria", placed, phase="combat", hands={"prussia": ["R", "5D"]})
    orders(game, "play R=9")
    assert decider(game) == "prussia" and score(game) == -4
    orders(game, "play 5D")
    assert score(game) == -1 and decider(game) == "austria"
    # his own attack is not concerned
    game = under("10H", "prussia", placed, phase="combat", hands={"prussia": ["9D"]})
    orders(game, "play 9D")
    assert decider(game) == "austria" and score(game) == -5
    # another Prussian attacked is not concerned
    game = under("10H", "austria", {"keith": ("oschatz", 4), "daun": ("riesa", 8)}, phase="combat",
                 hands={"prussia": ["9D"]})  # fmt: skip
    orders(game, "play 9D")
    assert score(game) == -5


def test_op_71_a_void_card_at_zero() -> None:
    """OP-71: at score 0 the voided card leaves 0 and the right passes."""
    placed = {"friedrich": ("oschatz", 4), "daun": ("riesa", 6)}
    hands = {"prussia": ["9D", "2D"], "austria": ["2D/2"]}
    game = under("10H", "austria", {**placed, "daun": ("riesa", 4)}, phase="combat", hands=hands)
    orders(game, "play 2D")
    assert decider(game) == "prussia" and score(game) == -2
    orders(game, "play 9D")
    assert decider(game) == "prussia" and score(game) == -2
    game = under("10H", "austria", {**placed, "daun": ("riesa", 2)}, phase="combat",
                 hands={"prussia": ["9D"], "austria": ["2D"]})  # fmt: skip
    orders(game, "play 2D")
    assert decider(game) == "prussia" and score(game) == 0
    orders(game, "play 9D")
    assert decider(game) == "austria" and score(game) == 0


def test_fate_11_spades() -> None:
    """11♠: an 11♠ may be played for 22, once in the turn; other cards and nations are not concerned."""
    placed = {"keith": ("hannover", 3), "richelieu": ("celle", 8)}
    game = under("11S", "france", placed, phase="combat", hands={"prussia": ["11S", "12S"], "france": ["11D"]})
    assert any(p.get("double") and p["value"] == 22 for p in menu(game)["plays"])
    refused(game, "play 12S double", "R11", "11♠")
    orders(game, "play 11S")
    assert score(game) == -6
    game = given("france", placed, phase="combat", turn=9, hands={"prussia": ["11S"]})
    refused(game, "play 11S double", "R11", "11♠")


def test_option_fate_modifiers_on_payment() -> None:
    """OP-70, option fate_modifiers_on_payment: 4♠ adds 1 to the first card paid, 11♠ may pay 22."""
    option: dict[str, Any] = {"options": {"fate_modifiers_on_payment": True}}
    placed = {"soubise": ("koblenz", 2)}
    game = under("4S", "france", placed, hands={"france": ["5S", "5C"]}, **option)
    orders(game, "recruit troops 1 pay 5S")
    assert troops(game, "soubise") == 3
    refused(game, "recruit troops 1 pay 5C", "R10.2", "R10.3")
    game = under("11S", "prussia", {"keith": ("cottbus", 2)}, hands={"prussia": ["11S/1", "11S/2"]}, **option)
    orders(game, "recruit troops 3 pay 11S double")
    assert troops(game, "keith") == 5
    refused(game, "recruit troops 3 pay 11S double", "R10.3")
    game = under("11S", "prussia", {"keith": ("cottbus", 2)}, hands={"prussia": ["11S/3"]}, **option)
    orders(game, "recruit troops 3 pay 11S double")
    for held, purse in ((["6S"], 6), (["11S/4"], 22), (["11H", "6S"], 17)):
        game = under("11S", "prussia", {"keith": ("cottbus", 2)}, hands={"prussia": held}, **option)
        assert menu(game)["recruit"]["purse"] == purse
    game = under("11S", "prussia", {"keith": ("cottbus", 2)}, hands={"prussia": ["11S/1"]})
    refused(game, "recruit troops 3 pay 11S double", "R10.3")


def test_fate_11_clubs() -> None:
    """11♣, ST63a: one Hanoverian general on the map gets a free troop."""
    game = fate_step("11C", {"ferdinand": ("celle", 3), "cumberland": ("stade", 2)})
    assert state(game) == "FREE_TROOP" and decider(game) == "hanover"
    orders(game, "reinforce cumberland")
    assert (troops(game, "ferdinand"), troops(game, "cumberland")) == (3, 3)
    # with one general on the map everybody knows who gets it: nobody is asked
    assert troops(fate_step("11C", {"ferdinand": ("celle", 3)}), "ferdinand") == 4


def test_fate_11_hearts() -> None:
    """11♥: Heinrich protects up to four in all stages of the next turn, others up to three; gone after."""
    city = "angermuende"
    step = next(c for c in ROADS[city] if distance(c, "berlin") > 1)
    for guard, protects in (("heinrich", True), ("keith", False)):
        game = under("11H", "sweden", {"ehrensvaerd": city, guard: "berlin"})
        orders(game, f"move ehrensvaerd {step}")
        assert (city in pending(game)) == protects
        orders(game, "end")
        assert (city in conquered(game)) == (not protects)


def test_fate_12_clubs() -> None:
    """12♣, OP-65: Ehrensvärd five or six from his train is turned, unless at home in Sweden."""
    city = next(c for c in sorted(CITIES) if distance(c, "wismar") == 5 and CITIES[c]["country"] == "prussia")
    assert face_down(fate_step("12C", {"ehrensvaerd": city, "sweden_train_1": "wismar"}), "ehrensvaerd")
    near = next(c for c in sorted(CITIES) if distance(c, "wismar") == 4)
    assert not face_down(fate_step("12C", {"ehrensvaerd": near, "sweden_train_1": "wismar"}), "ehrensvaerd")
    far = next(c for c in sorted(CITIES) if distance(c, "stralsund") == 5)
    home = fate_step("12C", {"ehrensvaerd": "stralsund", "sweden_train_1": far})
    assert not face_down(home, "ehrensvaerd")


def west(extra: dict[str, Any]) -> Game:
    """Hildburghausen beaten in Sonneberg by Friedrich in Kronach (♥) in the turn of 12♥."""
    placed = {"hildburghausen": ("sonneberg", 4), "friedrich": ("kronach", 5), **extra}
    game = given("imperial", placed, phase="combat", scenario="expert", turn=8, fate={"next": ["12"]})
    return orders(game, "pass")


def test_fate_12_hearts() -> None:
    """12♥, ST63i, OP-69: only if he lost a combat this turn; two steps west, each to an empty city."""
    x = {c: CITIES[c]["x"] for c in CITIES}
    for blocked in ([], ["salzungen"], ["meiningen"]):
        extra = {"keith": (blocked[0], 2)} if blocked else {}
        game = orders(west(extra), "retreat hildburghausen")
        quietly(game, lambda g: state(g) == "WEST" or position_of(g)["turn"] == 9)
        expected = {
            (a, b)
            for a in ROADS["hildburghausen"]
            for b in ROADS[a]
            if x["hildburghausen"] > x[a] > x[b] and a not in blocked and b not in blocked
        }
        assert (state(game) == "WEST") == bool(expected)
        if expected:
            assert {tuple(p) for p in menu(game)["paths"]} == expected
            refused(game, "west none none", "city_unknown_near")
            refused(game, "west sonneberg kronach", "R11", "OP-69")
            assert where(then(game, "west meiningen kissingen"), "hildburghausen") == "kissingen"
    calm = given(
        "imperial",
        {"hildburghausen": ("hildburghausen", 4)},
        phase="fate",
        scenario="expert",
        turn=8,
        fate={"next": ["12"]},
        last_victor={"general": "keith", "city": "boppard"},
    )
    assert state(calm) == "MOVE_MENU"


def test_op_64_a_withdrawal_counts_as_a_retreat() -> None:
    """OP-64, R7.4: who withdrew is not attacked again in this phase."""
    placed = {"keith": ("prag", 3), "daun": ("melnik", 6), "lacy": ("kolin", 5), "browne": ("beraun", 5)}
    game = under("8C", "austria", placed, phase="combat")
    orders(game, "attack daun keith", f"evade {then(game, 'attack daun keith').menu('friedrich')['cities'][0]}")
    assert decider(game) == "imperial"


def test_op_66_the_recipient_binds_his_stack() -> None:
    """OP-66: in a stack the named recipient is bound, and his stack while they are together."""
    placed = {"keith": ("prag", 4), "dohna": ("prag", 4), "daun": ("kolin", 3)}
    game = under("10S", "prussia", placed, hands={"prussia": ["6S"]})
    orders(game, "recruit troops 1 pay 6S give dohna=1")
    apart = then(game, "move dohna takes 4 melnik", "end")
    assert state(apart) == "CARD"
    assert decider(then(game, "end")) == "hanover"


def test_op_72_without_a_prussian_card_nothing_happens() -> None:
    """OP-72: no Prussian card, no question."""
    assert state(fate_step("9D", {}, hands={"austria": ["9S"]})) == "MOVE_MENU"


def test_fate_9_diamonds_is_random() -> None:
    """9♦, R15.13: over seeds each of Austria's cards comes; outsiders learn nothing."""
    seen: Counter[str] = Counter()
    for k in range(12):
        game = fate_step("9D", {}, hands={"prussia": ["4C"], "austria": ["9S"]}, seed=f"nine-{k}")
        done = game.play("gift 4C")
        told = json.dumps(game.events_for(done, "pompadour"))
        assert "4C" not in told and "9S" not in told
        seen.update(hand(game, "austria"))
    assert set(seen) == {"4C", "9S"}
