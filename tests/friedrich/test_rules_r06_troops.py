"""Chapter 6 of the rules: troops, with OP-15 … OP-18."""

from __future__ import annotations

from situations import (
    fate_step,
    given,
    group,
    legal,
    menu,
    orders,
    pool,
    position_of,
    position_refused,
    public,
    quietly,
    refused,
    retired,
    situation,
    stage_of,
    state,
    then,
    total,
    troops,
    where,
)

from certain import sure


def test_r6_1_strengths_are_secret_sums_are_public() -> None:
    """R6.1, R15.1, R15.2, ST81: others see the national sum and an interval, never a stack's troops."""
    game = given("austria", {"daun": ("prag", 7), "lacy": ("tabor", 2)})
    for role in ("friedrich", "elisabeth", "pompadour", None):
        seen = game.view(role).json()
        assert seen["nations"]["austria"]["troops"] == 9
        assert all("troops" not in stack for stack in seen["stacks"])
    own = {s["generals"][0]: s["troops"] for s in game.view("maria-theresa").json()["stacks"]}
    assert own == {"daun": 7, "lacy": 2}


def test_r6_2_one_to_eight() -> None:
    """R6.2: no general without a troop, none with nine; a stack of n holds n to 8n."""
    position_refused(situation("austria", {"daun": ("prag", 9)}), "daun")
    position_refused(situation("austria", {"daun": ("prag", 0)}), "daun")
    position_refused(situation("austria", {"daun": ("prag", -1)}), "daun")
    game = given("austria", {"daun": ("prag", 8), "lacy": ("prag", 8)})
    assert pool(game, "daun") == 16
    assert sure(group(game, "daun"))["takes"] == [8, 8]
    legal(game, "move daun melnik")


def test_r6_3_free_redistribution_and_the_pool() -> None:
    """R6.3, R6.7, OP-15, Q5, ST80: only the sum of a stack is kept; any share may leave it."""
    a = given("austria", {"daun": ("prag", 1), "lacy": ("prag", 7)}, seed="s")
    b = given("austria", {"daun": ("prag", 7), "lacy": ("prag", 1)}, seed="s")
    assert position_of(a) == position_of(b)
    for share in range(1, 8):
        after = then(a, f"move daun takes {share} melnik")
        assert (troops(after, "daun"), troops(after, "lacy")) == (share, 8 - share)


def test_r6_4_generals_leave_from_the_bottom() -> None:
    """R6.4, OP-18, OP-31: pool below the number of generals: the highest numbers leave, then retreat."""
    placed = {
        "daun": ("prag", 2), "browne": ("prag", 2), "lacy": ("prag", 1),
        "friedrich": ("melnik", 8),
    }  # fmt: skip
    game = given("prussia", placed, phase="combat")
    orders(game, "pass")
    quietly(game, lambda g: state(g) != "RETREAT_PICK")
    assert where(game, "lacy") is None and where(game, "browne") == where(game, "daun") != "prag"
    assert pool(game, "daun") == 2 and retired(game) == set()
    placed["friedrich"] = ("melnik", 4)
    game = given("prussia", {**placed, "keith": ("melnik", 6)}, phase="combat")
    orders(game, "pass")
    assert all(where(game, g) is None for g in ("daun", "browne", "lacy"))


def test_r6_5_no_voluntary_removal() -> None:
    """R6.5, option voluntary_removal: forbidden, unless the option allows `remove`; the troops are lost."""
    placed = {"keith": ("cottbus", 4), "dohna": ("cottbus", 3), "heinrich": ("berlin", 2)}
    game = given("prussia", placed)
    refused(game, "remove keith", "R6.5")
    assert not menu(game).get("remove")
    game = given("prussia", placed, options={"voluntary_removal": True})
    assert set(menu(game)["remove"]) == {"keith", "dohna", "heinrich"}
    lone = then(game, "remove heinrich")
    assert where(lone, "heinrich") is None and total(lone, "prussia") == 7 and retired(lone) == set()
    refused(game, "remove daun", "not_active")


def test_r6_6_the_ceiling() -> None:
    """R6.6, R10.4: a nation at its starting strength buys no troops; two below it buys two."""
    placed = {"hildburghausen": ("erfurt", 6)}
    game = given("imperial", placed, hands={"imperial": ["13S", "12S", "11S"]})
    refused(game, "recruit troops 1 pay 11S", "R6.6", "R10.4")
    game = given("imperial", {"hildburghausen": ("erfurt", 4)}, hands={"imperial": ["13S", "12S", "11S"]})
    legal(game, "recruit troops 2 pay 12S")
    refused(game, "recruit troops 3 pay 12S 11S", "R6.6", "R10.4")
    assert menu(game)["recruit"]["max_troops"] == 2
    position_refused(situation("imperial", {"hildburghausen": ("erfurt", 7)}))


def test_r6_7_one_number_per_stack() -> None:
    """R6.7: after joining, the stack is one pool, written from the top."""
    game = given("austria", {"daun": ("prag", 2), "lacy": ("melnik", 8)})
    orders(game, "move lacy prag")
    assert (troops(game, "daun"), troops(game, "lacy")) == (8, 2)


def test_r6_8_retirement_out_of_a_stack() -> None:
    """R6.8, OP-16, OP-17: companions are filled to eight each, the surplus is lost; the ceiling stays."""
    placed = {"lehwaldt": ("cottbus", 6), "dohna": ("cottbus", 6), "keith": ("guben", 2)}
    game = fate_step("elisabeth", placed)
    assert troops(game, "dohna") == 8 and total(game, "prussia") == 10
    assert retired(game) == {"lehwaldt"} and public(game, "prussia")["ceiling"] == 32
    game = fate_step("elisabeth", {"lehwaldt": ("cottbus", 6), "keith": ("guben", 2)})
    assert where(game, "lehwaldt") is None and total(game, "prussia") == 2
    placed = {"ferdinand": ("celle", 6), "cumberland": ("celle", 6)}
    game = fate_step("america", placed, fate={"drawn": ["india"]})
    assert troops(game, "ferdinand") == 8 and public(game, "hanover")["ceiling"] == 12
    quietly(game, stage_of("hanover", 9))
    assert not (menu(game)["recruit"] or {}).get("max_troops")
