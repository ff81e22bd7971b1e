"""The optional battle (3.9): nine parts make one modifier (O3), one table decides (O4)."""

from __future__ import annotations

from fractions import Fraction

from ..answer import Answer, who
from ..fields import DRY, EXTRA, HEXES, HEXSIDES, WEATHER, choice, quality, sp, yes
from ..fields import Field as Input
from ..ground import refuse_no_combat, survey
from ..options import UNDERLINES
from ..question import D6, Question, Table, add_extras, rounded
from ..sheet import band_of, bands
from ..words import Refusal, Signed, say

SIDES = ("attacker", "defender")
MOST_REROLLS = 100
#: while the final modifier has yet to be worked out
OPEN = {"modifier": ("null",)}


def resolve(question: Question) -> Answer:
    """The battle: the parts of O3 (or a modifier already known), then as many dice of O4 as were thrown."""
    refuse_no_combat(question, major_battle=True)
    answer = question.begin()
    if question["modifier"] is not None:
        answer.consider("O-KNOWN", question["modifier"], True)
    else:
        parts(question, answer)
    add_extras(question, answer)
    answer.values["modifier"] = int(answer.total)
    dice = question["die"]
    if not dice:
        return answer
    _fight(question, answer, dice)
    return answer


def parts(question: Question, answer: Answer) -> None:
    """O3: the nine parts, seen from the attacker's side."""
    for name in ("sp", "initiative", "quality"):
        for side in SIDES:
            if question[f"{side}_{name}"] is None:
                raise _needs(question, f"{side}_{name}")
    generals(question, answer)
    chart = question.sheet["optional"]
    stars = {side: min(question[f"{side}_stars"], chart["stars_cap"]) for side in SIDES}
    lead = stars["attacker"] - stars["defender"]
    answer.consider("O-b", lead, lead != 0, "line", **stars)
    _ratio(question, answer)
    _cavalry(question, answer)
    _superiority(question, answer, "O-e", "artillery_sp")
    counted = "firearm_units"
    if any(question[f"{side}_{what}"] for side in SIDES for what in ("firearm_sp", "firearm_units")):
        counted = "firearm_sp" if question.options["optional.firearms_count"] == "sp" else "firearm_units"
    _superiority(question, answer, "O-f", counted)
    elite = {side: question[f"{side}_elite_types"] for side in SIDES}
    more = elite["attacker"] - elite["defender"]
    answer.consider("O-g", more, more != 0, "line", **elite)
    poor = {side: question[f"{side}_quality"] <= chart["poor"]["quality"] for side in SIDES}
    value = chart["poor"]["value"] * (poor["defender"] - poor["attacker"])
    reason = "both" if all(poor.values()) else "none" if not any(poor.values()) else None
    answer.consider("O-h", value, value != 0, reason or ("attacker" if poor["attacker"] else "defender"))
    ground = survey(question, earthworks=question["earthworks"])
    bad = ground.unfavourable if question["unfavourable"] is None else question["unfavourable"]
    answer.consider("O-i", chart["terrain_value"], bad)


def _needs(question: Question, name: str) -> Refusal:
    label = TABLE.field(name).meaning(question.table)
    return Refusal("refuse.optional_needs", "3.9", name=label).about(name)


def generals(question: Question, answer: Answer) -> None:
    """O-a: Table 1 for each Captain General with his own die; missing dice leave it open."""
    found: dict[str, int] = {}
    for side in SIDES:
        die = question[f"{side}_die"]
        if die is None:
            raise _needs(question, f"{side}_die")
        found[side] = general(question, question[f"{side}_initiative"], die)
    lead = found["attacker"] - found["defender"]
    answer.values.update(attacker_table1=found["attacker"], defender_table1=found["defender"])
    answer.consider("O-a", lead, lead != 0, "line", **found)


def general(question: Question, initiative: int, die: int) -> int:
    """Table 1: what a Captain General of this Initiative makes of this die."""
    grid = question.sheet.initiative
    return int(grid.cells[band_of(grid.rows, die)][band_of(grid.columns, initiative)])


def _ratio(question: Question, answer: Answer) -> None:
    attacker, defender = question["attacker_sp"], question["defender_sp"]
    ratio = Fraction(max(attacker, defender), min(attacker, defender))
    value = max(band["value"] for band in question.sheet["optional"]["ratio"] if ratio >= Fraction(band["from"]))
    value = value if attacker >= defender else -value
    answer.values["ratio"] = ratio
    answer.consider("O-c", value, value != 0, "line", ratio=Fraction(round(ratio * 100), 100))


def _cavalry(question: Question, answer: Answer) -> None:
    chart = question.sheet["optional"]["cavalry"]
    lead = question["attacker_cavalry_sp"] - question["defender_cavalry_sp"]
    better = "attacker" if lead >= 0 else "defender"
    if question["terrain"] != "clear":
        line = "not_clear"
    else:
        line = "gendarmes" if question[f"{better}_gendarmes"] else "other"
    value = band_of(bands(chart[line]), abs(lead))
    value = value if lead >= 0 else -value
    answer.consider("O-d", value, value != 0, "line", lead=Signed(lead), line=say(f"cavalry.{line}"))


def _superiority(question: Question, answer: Answer, id_: str, what: str) -> None:
    """O-e, O-f: half as much again as the other; anything against nothing; never in Rain."""
    chart = question.sheet["optional"]
    if not question.weather("superiority"):
        answer.consider(id_, 0, False, "rain")
        return
    ours, theirs = question[f"attacker_{what}"], question[f"defender_{what}"]
    factor, worth = Fraction(chart["superiority"]), chart["superiority_value"]
    value = 0
    if ours > 0 and ours >= factor * theirs:
        value = worth
    elif theirs > 0 and theirs >= factor * ours:
        value = -worth
    answer.consider(id_, value, value != 0, "line", attacker=ours, defender=theirs)


def place(question: Question, result: int) -> int:
    """The line of O4 a sum falls on (L10)."""
    lines = [int(one) for one in question.sheet["optional"]["results"]]
    low, high = min(lines), max(lines)
    if low <= result <= high:
        return result
    if question.options["optional.clamp"] == "refuse":
        raise Refusal("refuse.optional_range", "3.9", result=Signed(result), low=low, high=high)
    return max(low, min(high, result))


def _fight(question: Question, answer: Answer, dice: tuple[int, ...]) -> None:
    modifier = int(answer.total)
    if len(dice) > MOST_REROLLS:
        raise Refusal("refuse.rerolls", "3.9", most=MOST_REROLLS)
    cell = ""
    trail: list[str] = []
    for index, die in enumerate(dice):
        answer.natural, answer.modified = die, die + modifier
        answer.row = place(question, die + modifier)
        answer.row_label = f"{answer.row:+d}" if answer.row else "0"
        cell = question.sheet["optional"]["results"][str(answer.row)]
        trail.append(answer.row_label)
        if not cell.startswith("reroll"):
            if index + 1 < len(dice):
                raise Refusal("refuse.spare_dice", "3.9", spare=len(dice) - index - 1)
            break
        modifier = int(cell.split()[1])
        answer.rests_on("L3")
        answer.effect("reroll", say("effect.reroll", row=answer.row_label, value=Signed(modifier)), modifier=modifier)
    answer.cell = cell
    answer.values.update(result=answer.row, trail=trail)
    answer.result = answer.row_label
    if cell.startswith("reroll"):
        answer.follow("optional", say("follow.reroll", value=Signed(modifier)), modifier=modifier)
        return
    settle(question, answer)


def loser(question: Question, answer: Answer, result: int) -> str | None:
    """Who loses (L2): the underline was lost; the mirror about 3.5 decides unless ruled otherwise."""
    chart = question.sheet["optional"]
    ruling = str(question.options["optional.loser_rule"])
    if result in chart["ties"]:
        answer.reconstructed = "L2"
    if UNDERLINES.fullmatch(ruling):
        mark = ruling[result - min(int(one) for one in chart["results"])]
        return {"a": "attacker", "d": "defender", "n": None}[mark]
    if result in chart["ties"] and ruling != "symmetric":
        return {"ties_attacker": "attacker", "ties_defender": "defender", "ties_none": None}[ruling]
    return "attacker" if result <= chart["attacker_loses_up_to"] else "defender"


def settle(question: Question, answer: Answer) -> None:
    """Losses by percentage, the winner never more than the loser; then pursuit and retreat."""
    result = int(answer.values["result"])
    answer.loser = loser(question, answer, result)
    shares = dict(zip(SIDES, (int(one) for one in str(answer.cell).split(" / ")), strict=True))
    answer.values.update(attacker_percent=shares["attacker"], defender_percent=shares["defender"])
    bases = {side: loss_base(question, side) for side in SIDES}
    if None not in bases.values():
        lost = {side: rounded(question, Fraction((bases[side] or 0) * shares[side], 100)) for side in SIDES}
        for side in SIDES:
            exact = Fraction((bases[side] or 0) * shares[side], 100)
            text = say(
                "effect.percent",
                who=who(side),
                share=shares[side],
                base=bases[side],
                exact=exact,
                sp=lost[side],
            )
            answer.effect("percent", text, who=side, sp=lost[side])
        if answer.loser:
            winner = "defender" if answer.loser == "attacker" else "attacker"
            if lost[winner] > lost[answer.loser]:
                lost[winner] = lost[answer.loser]
                answer.effect(
                    "capped",
                    say("effect.capped", who=who(winner), sp=lost[winner]),
                    who=winner,
                    sp=lost[winner],
                )
        for side in SIDES:
            answer.values[f"{side}_lost"] = lost[side]
            answer.counts[f"{side}_sp"] = lost[side]
            if lost[side]:
                answer.effect(
                    "lose_sp",
                    say("effect.lose_sp_not_artillery", who=who(side), sp=lost[side]),
                    who=side,
                    sp=lost[side],
                )
    if answer.loser is None:
        answer.effect("no_loser", say("effect.no_loser_battle"))
        answer.events.add("nobody_loses")
        return
    answer.effect("loser", say("effect.loser_battle", who=who(answer.loser)), who=answer.loser)
    answer.events.add(f"{answer.loser}_loses")
    text = say("follow.pursuit", who=who(answer.loser))
    answer.follow(
        "pursuit", text, pursued=answer.loser, cause="battle", inputs=_pursuit(question, answer, answer.loser)
    )
    answer.follow("retreat", say("follow.retreat", who=who(answer.loser)), who=answer.loser)


def _pursuit(question: Question, answer: Answer, beaten: str) -> dict[str, object]:
    """What is known of the pursuit, every strength and flag of it: what is not carried would be filled from elsewhere.

    Losses are off already: the winner's come from the infantry first, and nobody is demoralised by this table.
    """
    winner = "defender" if beaten == "attacker" else "attacker"
    known: dict[str, object] = {
        "cause": "battle", "cavalry_sp": None, "infantry_sp": None, "star": question[f"{winner}_stars"] > 0,
        "stradioti": False, "artillery_sp": question[f"{beaten}_artillery_sp"], "demoralised_sp": 0, "good_sp": None,
    }  # fmt: skip
    if question[f"{winner}_sp"] is not None:
        left = max(0, question[f"{winner}_sp"] - answer.values.get(f"{winner}_lost", 0))
        cavalry = min(question[f"{winner}_cavalry_sp"], left)
        known |= {"cavalry_sp": cavalry, "infantry_sp": left - cavalry}
    if question[f"{beaten}_sp"] is not None:
        known["good_sp"] = max(0, question[f"{beaten}_sp"] - answer.values.get(f"{beaten}_lost", 0))
    return known


def loss_base(question: Question, side: str) -> int | None:
    """The SP the percentage is taken of (`optional.loss_base`); None when no strength was given."""
    ruling = question.options["optional.loss_base"]
    strength: int | None = question[f"{side}_sp"]
    if ruling == "manual" or ruling.isdigit():
        stated: int | None = question[f"{side}_loss_base"]
        if stated is None and ruling.isdigit():
            stated = int(ruling)
        return strength if stated is None else stated
    if strength is not None and ruling == "all_sp":
        return strength + int(question[f"{side}_artillery_sp"])
    return strength


def _side(side: str) -> tuple[Input, ...]:
    fire = OPEN | {"weather": DRY}
    return (
        sp(f"{side}_sp", None, example=30 if side == "attacker" else 18),
        Input(f"{side}_initiative", "int", None, 0, 9, only=OPEN, example=3),
        Input(f"{side}_die", "int", None, 1, 6, only=OPEN, example=4),
        Input(f"{side}_stars", "int", 0, 0, 20),
        sp(f"{side}_cavalry_sp", 0, 0),
        yes(f"{side}_gendarmes", only=OPEN | {"terrain": ("clear",)}),
        Input(f"{side}_artillery_sp", "int", 0, 0, 999),
        Input(f"{side}_firearm_units", "int", 0, 0, 99, only=fire, rulings={"optional.firearms_count": ("units",)}),
        Input(f"{side}_firearm_sp", "int", 0, 0, 999, only=fire, rulings={"optional.firearms_count": ("sp",)}),
        Input(f"{side}_elite_types", "int", 0, 0, 9, only=OPEN),
        quality(f"{side}_quality", None, only=OPEN),
        Input(f"{side}_loss_base", "int", None, 0, 999, rulings={"optional.loss_base": ("manual", "*")}),
    )


def _odds(question: Question) -> object:
    from ..chances import optional_odds

    return optional_odds(question)


TABLE = Table(
    "optional",
    "3.9",
    (
        *_side("attacker"),
        *_side("defender"),
        choice("terrain", HEXES, only=OPEN),
        choice("hexside", HEXSIDES, only=OPEN | {"unfavourable": ("null",)}),
        yes("earthworks", only=OPEN | {"unfavourable": ("null",)}),
        Input("unfavourable", "bool", None, only=OPEN),
        choice("weather", WEATHER, only=OPEN),
        Input("modifier", "int", None, -60, 60),
        EXTRA,
        Input("die", "ints", (), 1, 6),
    ),
    resolve,
    D6,
    _odds,
)
