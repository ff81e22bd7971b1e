"""The start of a turn: points over the LOC, and the cost of the orders wanted (3.10, 3.11)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from ..answer import Answer
from ..chances import Odds, Outcome, gather
from ..fields import REQUIRED, WEATHER_FIELD
from ..fields import Field as Input
from ..question import TWO_D6, Question, Table
from ..resolvers import loc, orders
from ..words import Refusal, Signed, say
from .run import HAND_FIELDS, Run, perform, quiet


def resolve(question: Question) -> Answer:
    """LOC roll, AP received, cost of the orders, what is left."""
    run = Run(question, {})
    run.answer.values["wanted"] = _price(run)
    return perform(run, _body)


def _wish(raw: Any, number: int) -> tuple[str, dict[str, Any]]:
    """An order wanted; on a turn with AP all orders are new."""
    wish = {str(name): value for name, value in raw.items()}
    name = wish.pop("name", f"{number}")
    if not isinstance(name, str) or len(name) > 80:
        raise Refusal("bad.wish_name", None, number=number)
    return name, {"ap_turn": True} | wish


def _price(run: Run) -> int:
    total = 0
    for number, raw in enumerate(run.question["orders"], 1):
        name, wish = _wish(raw, number)
        step = run.ask(orders.TABLE, **wish)
        total += int(step.values["cost"])
        run.say(say("log.wish", name=name, order=say(f"value.{step.inputs['new']}"), ap=step.values["cost"]))
        for follow in step.follow_ups:
            run.answer.follow(follow.table, follow.text, **{"who": name, **follow.facts})
    return total + int(run.question["extra_pay"]) * int(run.question.sheet["discipline"]["extra_pay_ap"])


def _body(run: Run) -> None:
    question = run.question
    die = sum(run.hand.die(say("what.loc", number=number)) for number in (1, 2))
    step = run.ask(loc.TABLE, **_line(question), die=die)
    run.say(say("log.loc", die=die, column=str(step.column), cell=Signed(step.values["modifier"])))
    run.tell(step)
    received, wanted = step.values["received"] + question["kept"], run.answer.values["wanted"]
    run.answer.values.update(received=step.values["received"], at_hand=received, left=received - wanted)
    key = "log.enough" if received >= wanted else "log.short"
    run.say(say(key, wanted=wanted, received=received, left=abs(received - wanted)))
    if received < wanted:
        _what_fits(run, received)


def _what_fits(run: Run, points: int) -> None:
    """The orders wanted that the points still pay, in the order they were listed."""
    for number, (raw, step) in enumerate(zip(run.question["orders"], run.answer.steps, strict=False), 1):
        name = _wish(raw, number)[0]
        if step.values["cost"] <= points:
            points -= step.values["cost"]
            run.say(say("log.fits", name=name))
        else:
            run.say(say("log.does_not_fit", name=name))


def _line(question: Question) -> dict[str, Any]:
    return {name: question[name] for name in ("hexes", "nominal", "weather", "extra")}


def odds(question: Question) -> Odds:
    """The points that arrive, and whether they pay the orders wanted."""
    wanted = _price(Run(question, {}))
    outcomes = []
    for total, ways in TWO_D6:
        step = quiet(question, loc.TABLE, **_line(question), die=total)
        points = step.values["received"] + question["kept"]
        text = say("outcome.turn", ap=points, wanted=wanted)
        events = frozenset({"orders_paid"} if points >= wanted else {"orders_short"})
        counts = {"ap": points, "loc_modifier": step.values["modifier"]}
        outcomes.append(Outcome(f"{points} AP", Fraction(ways, 36), (text,), None, counts, events))
    merged = sorted(gather(outcomes), key=lambda one: (one.counts["ap"], one.counts["loc_modifier"]))
    return Odds(question.table, question.given, merged)


PROCEDURE = Table(
    "turn-run",
    "9",
    (
        Input("hexes", "int", REQUIRED, 0, 999, example=30),
        Input("nominal", "int", REQUIRED, 0, 99, example=5),
        Input("kept", "int", 0, 0, 99),
        WEATHER_FIELD,
        Input("orders", "wishes", ()),
        Input("extra_pay", "int", 0, 0, 20),
        Input("extra", "extra", ()),
        *HAND_FIELDS,
    ),
    resolve,
    odds=odds,
)
