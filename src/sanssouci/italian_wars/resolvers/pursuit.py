"""Pursuit (3.5): losses, and how the pursued Force pays them."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from ..answer import Answer
from ..fields import DIE, EXTRA, choice, sp, yes
from ..fields import Field as Input
from ..question import D6, Question, Table, add_extras, roll, rounded
from ..sheet import band_of
from ..words import Refusal, say

KINDS = ("artillery", "demoralised", "good")


@dataclass(frozen=True)
class Payment:
    """SP of the pursued Force that pay for the pursuit, by kind, and the losses nobody pays."""

    artillery: int
    demoralised: int
    good: int
    left_over: int

    @property
    def sp(self) -> int:
        """All SP lost."""
        return self.artillery + self.demoralised + self.good


def resolve(question: Question) -> Answer:
    """One pursuit."""
    if question["cavalry_sp"] + question["infantry_sp"] == 0:
        raise Refusal("refuse.no_pursuers", "3.5")
    answer = question.begin()
    value = question.sheet["pursuit"]["modifiers"]
    answer.consider("PUR-STAR", value["PUR-STAR"], question["star"])
    answer.consider("PUR-STRAD", value["PUR-STRAD"], question["stradioti"])
    whole = int(question["mp_spent"])
    leaving = question["cause"] == "zoc"
    reason = None if leaving else "battle"
    answer.consider("PUR-ZOC", value["PUR-ZOC"] * whole, leaving and whole > 0, reason, mp=whole)
    add_extras(question, answer)
    modified = roll(question, answer)
    if modified is None:
        return answer
    rows = question.sheet.pursuit_rows
    row = band_of(rows, modified)
    answer.row, answer.row_label = rows[row].number, rows[row].label
    if modified > answer.row:
        answer.rests_on("L8")
    cavalry, infantry, captains = question.sheet["pursuit"]["cells"][row]
    answer.cell = " ".join((cavalry, infantry, captains))
    _losses(question, answer, cavalry, infantry)
    _captains(question, answer, captains)
    return answer


def _losses(question: Question, answer: Answer, cavalry: str, infantry: str) -> None:
    parts = {}
    for arm, cell in (("cavalry", cavalry), ("infantry", infantry)):
        share = int(cell[1:]) if cell != "--" else 0
        strength = question[f"{arm}_sp"]
        exact = Fraction(strength * share, 100)
        parts[arm] = rounded(question, exact) if share else 0
        if share:
            text = say(f"effect.pursuit_{arm}", share=share, sp=strength, exact=exact, losses=parts[arm])
            answer.effect(f"{arm}_losses", text, losses=parts[arm])
    losses = parts["cavalry"] + parts["infantry"]
    answer.values["losses"] = losses
    answer.effect("pursuit_losses", say("effect.pursuit_losses", losses=losses), losses=losses)
    answer.counts["pursuit_losses"] = losses
    if question["good_sp"] is not None or question["artillery_sp"] or question["demoralised_sp"]:
        _pay(question, answer, losses)


def _pay(question: Question, answer: Answer, losses: int) -> None:
    """Turn pursuit losses into SP of the pursued, by the order of payment in force."""
    have = {kind: int(question[f"{kind}_sp"] or 0) for kind in KINDS}
    total = sum(have.values())
    worth = have["artillery"] + have["demoralised"] + 2 * have["good"]
    if total == 0:
        raise Refusal("refuse.nobody_pursued", "3.5")
    paid = pay(question, have, losses)
    answer.values.update(
        sp_lost=paid.sp, artillery_lost=paid.artillery, demoralised_lost=paid.demoralised, good_lost=paid.good,
        left_over=paid.left_over, sp_left=total - paid.sp,
    )  # fmt: skip
    answer.counts["pursued_sp"] = paid.sp
    text = say("effect.payment", artillery=paid.artillery, demoralised=paid.demoralised, good=paid.good, sp=paid.sp)
    answer.effect("payment", text, sp=paid.sp)
    if paid.left_over and paid.sp < total:
        answer.effect("left_over", say("effect.left_over", losses=paid.left_over), losses=paid.left_over)
    if paid.sp == total:
        answer.effect("force_eliminated", say("effect.force_eliminated", losses=losses, worth=worth))
        answer.events.add("force_eliminated")
    answer.result = f"{answer.cell}: {paid.sp} SP"


def pay(question: Question, have: dict[str, int], losses: int) -> Payment:
    """Who pays `losses`, from SP `have` by kind (`pursuit.payment`, `pursuit.leftover`)."""
    if losses == 0:
        return Payment(0, 0, 0, 0)
    order = question.options["pursuit.payment"]
    if order == "manual" and any(question.get(f"pay_{kind}") is not None for kind in KINDS):
        return _manual(question, have, losses)
    cheap = ("artillery", "demoralised")
    paid = dict.fromkeys(KINDS, 0)
    owed = losses
    for kind in ("good", *cheap) if order == "good_first" else (*cheap, "good"):
        price = 2 if kind == "good" else 1
        paid[kind] = min(have[kind], owed // price)
        owed -= paid[kind] * price
    if owed == 1 and paid["good"] < have["good"]:
        if question.options["pursuit.leftover"] == "costs_one_good_sp":
            paid["good"] += 1
            owed = 0
    return Payment(paid["artillery"], paid["demoralised"], paid["good"], owed)


def _manual(question: Question, have: dict[str, int], losses: int) -> Payment:
    """The payment the owner states: it must cover the losses, or all there is, and not overpay."""
    paid = {kind: int(question.get(f"pay_{kind}") or 0) for kind in KINDS}
    for kind in KINDS:
        if paid[kind] > have[kind]:
            raise Refusal("refuse.pay_too_much", "3.5", kind=say(f"kind.{kind}"), paid=paid[kind], have=have[kind])
    worth = paid["artillery"] + paid["demoralised"] + 2 * paid["good"]
    everything = all(paid[kind] == have[kind] for kind in KINDS)
    most = losses + (1 if paid["good"] else 0)
    if worth > most or (worth < losses - 1 and not everything):
        raise Refusal("refuse.pay_sum", "3.5", worth=worth, losses=losses)
    owed = max(0, losses - worth)
    if owed == 1 and not everything:
        single = paid["artillery"] < have["artillery"] or paid["demoralised"] < have["demoralised"]
        if single or question.options["pursuit.leftover"] == "costs_one_good_sp":
            raise Refusal("refuse.pay_sum", "3.5", worth=worth, losses=losses)
    return Payment(paid["artillery"], paid["demoralised"], paid["good"], owed)


def _captains(question: Question, answer: Answer, mark: str) -> None:
    if answer.natural == 1:
        star = mark == "*"
        if not star:
            star = question.options["pursuit.natural_one"] == "any_row"
        if star:
            answer.follow("captain", say("follow.captain_pursuer"), who="one pursuing captain")
            answer.events.add("pursuer_check")
    elif mark == "*":
        answer.notes.append(say("note.natural_one"))
    if mark == "§":
        answer.follow("captain", say("follow.captains_pursued"), who="all pursued captains")
        answer.events.add("captain_check")


_MANUAL = tuple(Input(f"pay_{kind}", "int", None, 0, 999, rulings={"pursuit.payment": ("manual",)}) for kind in KINDS)

TABLE = Table(
    "pursuit",
    "3.5",
    (
        sp("cavalry_sp", 0, 0, example=10),
        sp("infantry_sp", 0, 0, example=20),
        yes("star"),
        yes("stradioti"),
        choice("cause", ("battle", "zoc")),
        Input("mp_spent", "half", Fraction(0), 0, 20, only={"cause": ("zoc",)}),
        sp("artillery_sp", 0, 0, example=2),
        sp("demoralised_sp", 0, 0, example=4),
        sp("good_sp", None, 0, example=20),
        *_MANUAL,
        EXTRA,
        DIE,
    ),
    resolve,
    D6,
)
