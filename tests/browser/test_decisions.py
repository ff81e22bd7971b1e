"""Every decision of the game, taken with the pointer from a prepared position."""

from __future__ import annotations

from collections.abc import Callable

import prepared
import pytest
from playwright.sync_api import BrowserContext, expect
from prepared import SEATS, Position
from tablepage import Table, new_game
from tableserver import Server

Sit = Callable[[str, Position | None], Table]


class Sitting:
    """A seat at a prepared table."""

    def __init__(self, table: Table, seat: int) -> None:
        self.table, self.seat = table, seat
        self.before = table.orders()

    def done(self, order: str) -> None:
        """Exactly this order was taken."""
        self.table.done(self.seat, order, self.before)
        self.before = self.table.orders()


@pytest.fixture
def sit(server: Server, people: Callable[..., BrowserContext]) -> Callable[..., Sitting]:
    """Sit down as a role at a position."""

    def take(role: str, made: Position | None, state: str, **fields: object) -> Sitting:
        context = people()
        game = new_game(context, server.base, role, made, **fields)
        scenario = str(fields.get("scenario", (made or {}).get("scenario", "standard")))
        table = Table(context.new_page(), server.base, game["game"]).open()
        table.asked(state)
        return Sitting(table, SEATS[scenario].index(role))

    return take


def test_allotment(sit: Callable[..., Sitting]) -> None:
    """Troops are moved between generals; only the right sum can be confirmed; the second nation follows."""
    me = sit("friedrich", None, "ALLOT", scenario="west")
    page = me.table.page
    confirm = me.table.act("allot-hanover")
    expect(confirm).to_be_enabled()
    page.get_by_role("button", name="Less: Troops of Ferdinand").click()
    expect(confirm).to_be_disabled()
    page.get_by_role("button", name="More: Troops of Cumberland").click()
    expect(confirm).to_be_enabled()
    confirm.click()
    me.done("allot hanover ferdinand=5 cumberland=7")


def test_discard(sit: Callable[..., Sitting]) -> None:
    """Only the two cards just drawn are lit; the older one is not."""
    me = sit("friedrich", prepared.DISCARD, "FORCED_DISCARD")
    lit = me.table.page.locator(".hand button.card.lit")
    expect(lit).to_have_count(2)
    expect(me.table.act("confirm")).to_be_disabled()
    lit.first.click()
    me.table.press("confirm")
    me.table.taken(me.before)
    sent = me.table.last_order(me.seat)
    assert sent is not None and sent.startswith("discard ") and "13H" not in sent


def test_offensive(sit: Callable[..., Sitting]) -> None:
    """The Offensive Option: a card of ten or more, or no."""
    me = sit("friedrich", prepared.OFFENSIVE, "OFFENSIVE")
    me.table.page.locator('.hand button.card.lit[data-card="10C/1"]').click()
    me.table.press("confirm")
    me.done("offensive 10C/1")


def test_offensive_declined(sit: Callable[..., Sitting]) -> None:
    """The Offensive Option refused."""
    me = sit("friedrich", prepared.OFFENSIVE, "OFFENSIVE")
    me.table.press("decline")
    me.done("offensive no")


def test_move_along_the_road(sit: Callable[..., Sitting]) -> None:
    """A general is taken up on the map, sent city by city, and goes."""
    me = sit("maria-theresa", prepared.MOVES, "MOVE_MENU")
    me.table.tap("prag")
    expect(me.table.page.locator('circle.lit[data-city="melnik"]')).to_be_attached()
    assert "breslau" not in me.table.lit(), "lit, but out of reach"
    me.table.tap("melnik")
    expect(me.table.page.locator(".way").last).to_contain_text("Melnik")
    me.table.press("confirm")
    me.done("move daun melnik")


def test_move_by_dragging(sit: Callable[..., Sitting]) -> None:
    """The same by dragging the piece, confirmed with a second click on the last city."""
    me = sit("maria-theresa", prepared.MOVES, "MOVE_MENU")
    me.table.drag("prag", "melnik")
    expect(me.table.page.locator("p.way")).to_contain_text("Melnik")
    me.table.tap("melnik")
    me.done("move daun melnik")


def test_move_with_a_split(sit: Callable[..., Sitting]) -> None:
    """One of two generals goes, with a secret share of the troops."""
    me = sit("maria-theresa", prepared.SPLIT, "MOVE_MENU")
    page = me.table.page
    me.table.tap("prag")
    page.locator(".companions button").filter(has_text="Daun").click()
    expect(page.locator(".takes")).to_be_visible()
    page.locator(".takes input").fill("3")
    page.locator(".takes input").press("Tab")
    me.table.tap("melnik")
    me.table.press("confirm")
    me.done("move browne takes 3 melnik")
    stacks = me.table.view(me.seat)["stacks"]
    assert {s["city"]: s["troops"] for s in stacks if "troops" in s} == {"prag": 6, "melnik": 3}


def test_recruitment_with_a_general_and_a_train(sit: Callable[..., Sitting]) -> None:
    """Two troops, a general and a train, the payment proposed and then chosen by hand."""
    me = sit("maria-theresa", prepared.RECRUIT, "MOVE_MENU")
    page = me.table.page
    me.table.press("recruit")
    expect(me.table.act("buy")).to_be_disabled()
    more = page.get_by_role("button", name="More: New troops")
    more.click()
    more.click()
    page.locator('select[data-general="lacy"]').select_option("bruenn")
    page.locator('select[data-train="0"]').select_option("tabor")
    expect(me.table.act("buy")).to_be_enabled()
    expect(page.locator(".total")).to_contain_text("Price 18")
    expect(page.locator(".panel .cards button.card.chosen")).not_to_have_count(0)
    me.table.press("buy")
    me.done("recruit troops 2 train tabor general lacy bruenn pay 13S/1 5H/1 give daun=1 lacy=1")
    pieces = me.table.view(me.seat)["pieces"]
    assert pieces["lacy"]["city"] == "bruenn" and "city" in pieces["austria-train-1"]


def test_payments_with_what_fate_adds(sit: Callable[..., Sitting]) -> None:
    """OP-70 as an option: with 4♠ the page proposes 5♠ and 6♣ for two troops; a card too many is named, not sent."""
    me = sit("pompadour", prepared.PAID_WITH_FOUR_OF_SPADES, "MOVE_MENU")
    page = me.table.page
    me.table.press("recruit")
    more = page.get_by_role("button", name="More: New troops")
    more.click()
    more.click()
    expect(page.locator(".total")).to_contain_text("Price 12, cards worth 12")
    expect(me.table.act("buy")).to_be_enabled()
    page.locator(".panel .cards button.card:not(.chosen)").click()
    expect(page.locator("#recruit-lacks")).to_contain_text("not needed")
    expect(me.table.act("buy")).to_be_disabled()
    page.get_by_role("button", name="Choose the cheapest for me").click()
    me.table.press("buy")
    me.done("recruit troops 2 pay 6C/1 5S/1 give soubise=2")


def test_an_eleven_of_spades_pays_double(sit: Callable[..., Sitting]) -> None:
    """OP-70 as an option: 11♠ may be paid for 22, once."""
    me = sit("friedrich", prepared.PAID_DOUBLE, "MOVE_MENU")
    page = me.table.page
    me.table.press("recruit")
    more = page.get_by_role("button", name="More: New troops")
    more.click()
    more.click()
    expect(page.locator(".total")).to_contain_text("Price 12, cards worth 14")
    page.locator('input[data-double="11S/1"]').check()
    expect(page.locator("#recruit-lacks")).to_contain_text("not needed")
    page.locator(".panel .cards button.card.chosen").last.click()
    expect(page.locator(".total")).to_contain_text("Price 12, cards worth 22")
    me.table.press("buy")
    me.done("recruit troops 2 pay 11S/1 double give keith=2")


def test_end_of_movement_warns(sit: Callable[..., Sitting]) -> None:
    """Ending a stage that leaves somebody out of supply asks once more."""
    made = prepared.position("austria", {"daun": ("glogau", 5), "keith": ("berlin", 3)}, turn=4)
    me = sit("maria-theresa", made, "MOVE_MENU")
    me.table.press("end")
    expect(me.table.page.locator(".warnings")).to_contain_text("Daun")
    assert me.table.orders() == me.before
    me.table.press("end-anyway")
    me.done("end")


def test_choice_of_combat(sit: Callable[..., Sitting]) -> None:
    """Which of two combats comes first, chosen on the map by the defender."""
    me = sit("friedrich", prepared.ORDER_OF_COMBATS, "COMBAT_PICK")
    expect(me.table.act("attack")).to_have_count(2)
    me.table.tap("naumburg")
    me.done("attack seydlitz chevert")


def test_choice_of_combat_in_the_list(sit: Callable[..., Sitting]) -> None:
    """The same from the list."""
    me = sit("friedrich", prepared.ORDER_OF_COMBATS, "COMBAT_PICK")
    me.table.act("attack").filter(has_text="Richelieu").click()
    me.done("attack seydlitz richelieu")


def test_withdrawal(sit: Callable[..., Sitting]) -> None:
    """8♣: Keith withdraws to a lit city."""
    me = sit("friedrich", prepared.WITHDRAWAL, "EVADE")
    assert me.table.lit() == {"beneschau", "beraun", "kladno", "raudnitz"}
    me.table.tap("beraun")
    me.table.press("confirm")
    me.done("evade beraun")


def test_withdrawal_refused(sit: Callable[..., Sitting]) -> None:
    """8♣: Keith stands."""
    me = sit("friedrich", prepared.WITHDRAWAL, "EVADE")
    me.table.press("fight")
    me.done("fight")


def test_cards_with_a_reserve(sit: Callable[..., Sitting]) -> None:
    """The score under each card is what it makes; a Reserve is played with a value of one's own."""
    me = sit("friedrich", prepared.COMBAT, "CARD")
    page = me.table.page
    expect(page.locator(".battle .side").nth(1)).to_contain_text("−4")
    plays = page.locator(".plays button.card")
    expect(plays).to_have_count(2)
    assert sorted(plays.locator(".note").all_inner_texts()) == ["+5", "−1"]
    plays.filter(has_text="−1").click()
    me.done("play 3H/1")
    page.locator(".reserve button.card").click()
    page.locator('select[data-act="reserve-value"]').select_option("7")
    me.table.press("play-reserve")
    me.done("play R/1=7")
    expect(page.locator(".battle .side").nth(1)).to_contain_text("+6")


def test_giving_up(sit: Callable[..., Sitting]) -> None:
    """The button says what it costs: here the whole stack, which leaves the map."""
    me = sit("friedrich", prepared.COMBAT, "CARD")
    expect(me.table.act("pass")).to_contain_text("lose all (4 troops): off the map")
    me.table.press("pass")
    me.done("pass")


def test_retreat(sit: Callable[..., Sitting]) -> None:
    """The winner chooses among the lit cities."""
    me = sit("friedrich", prepared.RETREAT, "RETREAT_PICK")
    assert me.table.lit() == {"rochlitz", "torgau", "altenburg", "leisnig", "oschatz"}
    me.table.tap("torgau")
    me.table.press("confirm")
    me.done("retreat torgau")


def test_east_prussia(sit: Callable[..., Sitting]) -> None:
    """Two of four cities are freed; one is not enough."""
    me = sit("friedrich", prepared.EAST_PRUSSIA, "EAST_PRUSSIA")
    assert me.table.lit() == set(prepared.EAST)
    me.table.tap("koenigsberg")
    expect(me.table.act("confirm")).to_be_disabled()
    me.table.tap("rastenburg")
    me.table.press("confirm")
    me.done("liberate koenigsberg rastenburg")


@pytest.mark.parametrize(
    ("role", "made", "state", "general", "order"),
    [
        ("elisabeth", prepared.FREE_TROOP, "FREE_TROOP", "lomza", "reinforce fermor"),
        ("maria-theresa", prepared.FLIP, "FLIP", "leipzig", "flip dohna"),
        ("friedrich", prepared.LOSE_TROOP, "LOSE_TROOP", "forst", "lose dohna"),
        ("friedrich", prepared.RETIRE, "RETIRE", "cottbus", "retire keith"),
    ],
)
def test_fate_names_a_general(
    sit: Callable[..., Sitting], role: str, made: Position, state: str, general: str, order: str
) -> None:
    """A fate card asks for a general: he is named on the map."""
    me = sit(role, made, state)
    expect(me.table.act("confirm")).to_be_disabled()
    me.table.tap(general)
    expect(me.table.page.locator(f'[data-name="{order.split()[1]}"]')).to_have_attribute("aria-pressed", "true")
    me.table.press("confirm")
    me.done(order)


def test_fate_retires_a_general_off_the_map(sit: Callable[..., Sitting]) -> None:
    """Sweden leaves: also a general who is not on the map can be named, in the list."""
    me = sit("friedrich", prepared.RETIRE, "RETIRE")
    me.table.page.locator('[data-name="lehwaldt"]').click()
    me.table.press("confirm")
    me.done("retire lehwaldt")


@pytest.mark.parametrize(
    ("role", "made", "state", "card", "order"),
    [
        ("elisabeth", prepared.TRADE, "TRADE", "8D/1", "trade russia 8D/1"),
        ("maria-theresa", prepared.TRADE, "TRADE", "9H/1", "trade austria 9H/1"),
        ("pompadour", prepared.REDRAW, "REDRAW", "3H/1", "redraw 3H/1"),
        ("friedrich", prepared.GIFT, "GIFT", "2C/1", "gift 2C/1"),
    ],
)
def test_fate_names_a_card(
    sit: Callable[..., Sitting], role: str, made: Position, state: str, card: str, order: str
) -> None:
    """A fate card asks for a card of the hand."""
    me = sit(role, made, state)
    me.table.page.locator(f'.hand button.card.lit[data-card="{card}"]').click()
    me.table.press("confirm")
    me.done(order)


@pytest.mark.parametrize(
    ("role", "made", "state", "order"),
    [
        ("maria-theresa", prepared.TRADE, "TRADE", "trade austria none"),
        ("pompadour", prepared.REDRAW, "REDRAW", "redraw none"),
        ("maria-theresa", prepared.LAUDON, "LAUDON", "laudon none"),
        ("maria-theresa", prepared.FLIP, "FLIP", "flip none"),
        ("friedrich", prepared.GIFT, "GIFT", "gift none"),
        ("friedrich", prepared.WEST, "WEST", "west none"),
    ],
)
def test_fate_declined(sit: Callable[..., Sitting], role: str, made: Position, state: str, order: str) -> None:
    """What fate offers can be refused."""
    me = sit(role, made, state)
    me.table.press("decline")
    me.done(order)


def test_laudon(sit: Callable[..., Sitting]) -> None:
    """6♠: Laudon leaves the stack for a neighbouring city, with his share of the troops."""
    me = sit("maria-theresa", prepared.LAUDON, "LAUDON")
    assert me.table.lit() == {"oels", "schweidnitz", "neumarkt", "strehlen", "wohlau"}
    me.table.tap("strehlen")
    me.table.page.get_by_role("button", name="More: Troops that go along").click()
    me.table.press("confirm")
    me.done("laudon strehlen takes 2")


def test_west(sit: Callable[..., Sitting]) -> None:
    """12♥: Hildburghausen is sent two cities west, clicked one after the other."""
    me = sit("friedrich", prepared.WEST, "WEST")
    assert me.table.lit() == {"meiningen"}
    me.table.tap("meiningen")
    expect(me.table.act("confirm")).to_be_disabled()
    me.table.tap("kissingen")
    me.table.press("confirm")
    me.done("west meiningen kissingen")
