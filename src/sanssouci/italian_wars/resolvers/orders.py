"""Orders (3.11): what an order costs and allows."""

from __future__ import annotations

from ..answer import Answer
from ..fields import ORDERS, choice, yes
from ..fields import Field as Input
from ..question import Question, Table
from ..words import Refusal, Signed, say


def resolve(question: Question) -> Answer:
    """The AP cost of giving or changing an order, and what it lets the Force do."""
    chart = question.sheet["orders"]["orders"]
    order, held = question["new"], question["current"]
    entry = chart[order]
    activation = question["activation"]
    if activation > entry["activations"]:
        raise Refusal("refuse.activations", "3.11", order=say(f"value.{order}"), most=entry["activations"])
    if order == "garrison" and question["in_town"] is False:
        raise Refusal("refuse.garrison", "3.11")
    if question["exempt"] != "none" and question["force"] == "major":
        raise Refusal("refuse.exempt_major", "3.11")
    answer = question.begin()
    fresh = question["ap_turn"] or question["new_force"] or held == "none"
    answer.column = answer.column_before = f"{question['force']} {'new' if fresh else 'change'}"
    answer.row = order
    cost = _cost(question, answer, fresh)
    answer.cell = str(cost)
    answer.values.update(
        cost=cost, activations=entry["activations"], marches=entry["marches"], recover=entry["recover"]
    )
    answer.effect("cost", say("effect.order_cost", order=say(f"value.{order}"), ap=cost), ap=cost)
    _initiative(question, answer)
    if entry["marches"]:
        marches = [say(f"value.{one}") for one in entry["marches"]]
        text = say("effect.order_marches", marches=marches, activations=entry["activations"])
    else:
        text = say("effect.order_stays", activations=entry["activations"])
    answer.effect("allows", text)
    if question["forced_order"]:
        known = {"phase": "command", "forced_order": True}
        answer.follow("discipline", say("follow.forced"), phase="command", forced_order=True, inputs=known)
    if question["continuous_attack"]:
        answer.follow("discipline", say("follow.continuous"), phase="activation", inputs={"phase": "activation"})
    return answer


def _cost(question: Question, answer: Answer, fresh: bool) -> int:
    chart = question.sheet["orders"]["orders"]
    order, held, kind = question["new"], question["current"], question["force"]
    name = say(f"value.{order}")
    if question["exempt"] != "none":
        answer.consider("ORD-COST", 0, False, "exempt", why=say(f"value.exempt.{question['exempt']}"))
        return 0
    if not fresh and held == order:
        answer.consider("ORD-COST", 0, False, "same", order=name)
        return 0
    written = chart[order][f"{kind}_{'new' if fresh else 'change'}"]
    if isinstance(written, dict):
        own = chart[held]["major_new"]
        answer.consider("ORD-COST", written["minus_held"], True, "change", order=name)
        answer.consider("ORD-HELD", -own, own != 0, order=say(f"value.{held}"))
        return int(answer.total)
    answer.consider("ORD-COST", written, True, "new" if fresh else "change", order=name)
    return int(answer.total)


def _initiative(question: Question, answer: Answer) -> None:
    """Initiative while under this order; separate from the cost, so told as effects."""
    chart = question.sheet["orders"]
    entry = chart["orders"][question["new"]]
    if entry["initiative"] == "zero":
        answer.values["initiative"] = 0
        answer.effect("initiative", say("effect.initiative_zero"))
        return
    value = entry["initiative"]
    if question["activation"] == 2:
        value += chart["second_activation_initiative"]
    answer.values["initiative_modifier"] = value
    if value or question["activation"] == 2:
        answer.effect("initiative", say("effect.initiative", value=Signed(value)), value=value)


FIELDS = (
    choice("force", ("major", "minor")),
    choice("current", ("none", *ORDERS), only={"ap_turn": ("false",), "new_force": ("false",)}),
    choice("new", ORDERS, "attack"),
    yes("ap_turn"),
    yes("new_force"),
    choice("exempt", ("none", "light_cavalry", "one_sp"), only={"force": ("minor",)}),
    Input("activation", "int", 1, 1, 2),
    Input("in_town", "bool", None, only={"new": ("garrison",)}),
    yes("forced_order"),
    yes("continuous_attack"),
)

TABLE = Table("orders", "3.11", FIELDS, resolve)
